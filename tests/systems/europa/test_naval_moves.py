"""Naval moves in a campaign: what their hexes tell of Gibraltar and the Kiel canal, and what is asked (36.A.3, 36.A.5).

By hand: on sheets 24A and 25A lines run from west to east, and Gibraltar lies on line 21 of 24A. 24A:2512 is in the
Mediterranean, 24A:1508 in the Atlantic. Kiel, 16A:0509, is in the Baltic, and 16A:0707 in the North Sea.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from navalassist.engine import create
from navalassist.engine.duties import Moment
from navalassist.engine.forms import FormErrors
from navalassist.play.rules.resolve import Refused
from navalassist.systems.europa.setup import Draft, leg_fields, shipment_fields
from tests.begun import begin
from tests.in_hand import InHand, in_hand


@pytest.fixture
def sea(db: None) -> Iterator[InHand]:
    """An Axis naval movement, with an Axis submarine in the Western Med and a force in Kiel."""
    moment = Moment("1942-05-1", "axis", "naval-movement")
    with in_hand(begin("Seas", malta=10, slug="seas", moment=moment, theatres="both")) as sea:
        add(sea, "u", "axis", "submarine", "hex:24A:2512", "western-med")
        add(sea, "k", "axis", "warship", "port:kiel", "baltic")
        add(sea, "t", "axis", "task-force", "port:taranto", "")
        yield sea


def add(sea: InHand, key: str, side: str, kind: str, place: str, zone: str = "central-med") -> None:
    """A group with one unit."""
    sea.group(key, side, place, zone, called=key, **{key: {"name": key, "kind": kind, "strength": 2, "reverse": 0}})


def sail(sea: InHand, group: str, moves: str, **typed: Any) -> None:
    sea.do("naval-move", group=group, moves=moves, **typed)


def barred(sea: InHand, group: str, moves: str, **typed: Any) -> Refused:
    """What the book says to it."""
    with pytest.raises(Refused) as refused:
        sail(sea, group, moves, **typed)
    return refused.value


def asked(sea: InHand, group: str, moves: str, **typed: Any) -> Mapping[str, str]:
    """The fields that the form asks for, with its words."""
    with pytest.raises(FormErrors) as misfits:
        sail(sea, group, moves, **typed)
    return misfits.value.fields


def zone(sea: InHand, group: str) -> str:
    return str(sea.facts[f"group:{group}.zone"])


@pytest.mark.rule("E36.A.3")
def test_a_way_whose_hexes_lead_through_gibraltar_is_seen(sea: InHand) -> None:
    assert "zone" in asked(sea, "u", "5 24A:2110 7 24A:1508")
    for chosen in ("spanish-atlantic", "african-atlantic"):
        assert barred(sea, "u", "5 24A:2110 7 24A:1508", zone=chosen).refusal.rule == "36.A.3"
    # Against its hex no zone is believed.
    assert asked(sea, "u", "10 24A:1508", zone="western-med")


@pytest.mark.rule("E36.A.3")
def test_a_way_that_ends_in_its_hex_or_turns_back_passes_nothing(sea: InHand) -> None:
    sail(sea, "u", "5 24A:2110 5 24A:2512", zone="western-med")
    sail(sea, "u", "5 24A:2110", zone="western-med")
    assert zone(sea, "u") == "western-med"


@pytest.mark.rule("E36.A.3")
def test_a_way_on_from_its_hex_to_where_no_hex_tells_is_asked_for_its_zone(sea: InHand) -> None:
    assert "zone" in asked(sea, "u", "5 24A:2110 60 17:4417")
    assert barred(sea, "u", "5 24A:2110 60 17:4417", zone="french-atlantic")
    sail(sea, "u", "5 24A:2110 60 17:4417", zone="western-med")


@pytest.mark.rule("E36.A.5")
def test_the_zone_is_asked_of_what_leaves_the_kiel_canal(sea: InHand) -> None:
    canal = {"canal": True, "banks": True}
    assert "Kiel canal" in asked(sea, "k", "10 16A:0710", **canal)["zone"]
    sail(sea, "k", "5", ends="canal:kiel", **canal)
    assert asked(sea, "k", "10 16A:0710", banks=True)
    # Beside Brunsbüttel, 16A:0606, it lies on the North Sea.
    sail(sea, "k", "10 16A:0707", banks=True)
    assert zone(sea, "k") == "north-sea"
    sail(sea, "k", "10", ends="kiel", **canal)
    assert zone(sea, "k") == "baltic"


@pytest.mark.rule("E36.E.1")
def test_fuel_is_paid_in_an_axis_port_and_comes_by_rail_from_another(sea: InHand) -> None:
    foreign = barred(sea, "t", "5 26:3015", zone="central-med", fuel="sp", fuel_port="alexandria", by_rail=True)
    assert "Alexandria is not Axis-owned" in str(foreign)
    assert "moved by rail" in str(barred(sea, "t", "5 26:3015", zone="central-med", fuel="sp", fuel_port="naples"))
    sail(sea, "t", "5 26:3015", zone="central-med", fuel="sp", fuel_port="naples", by_rail=True)
    assert sea.facts["task-force:t.fuelled"] == "1942-05-1/axis 5"


@pytest.mark.rule("E36.E.1")
def test_a_task_force_that_sails_on_the_board_is_reminded_of_its_fuel(sea: InHand) -> None:
    draft = Draft("axis", "task-force", "Pola", "6", "6", "", 0, "taranto", "tripoli", (leg_fields("central-med"),))
    fields = shipment_fields(draft, 1, "1942-05-1", "op")

    def told() -> list[str]:
        return [duty.text for duty in sea.duties() if "fuel of" in duty.text]

    sea.edit(create("shipment:pola", **fields))
    assert told() == []
    # Malta at 10: 5 is none there, and it arrives. A voyage of one zone leaves no word of a step in which it sailed.
    sea.do("cargo-contact", "4 1", shipment="pola")
    assert (sea.facts["shipment:pola.state"], sea.facts["shipment:pola.sailed_in"]) == ("arrived", "")
    assert told() == ["Pay the fuel of Pola: 1 SRP or 5 SPs"]


@pytest.mark.rule("E36.A.1.a")
def test_nobody_reacts_to_what_moved_inshore(sea: InHand) -> None:
    """Barges creep along the coast of Libya, then a warship sails: only to the warship may Force K react."""
    add(sea, "barges", "axis", "lb", "hex:18A:1122")
    add(sea, "warship", "axis", "warship", "hex:18A:1112")
    add(sea, "force-k", "allied", "task-force", "hex:18A:0410")
    react = {"seat": "allied", "reaction": True, "zone": "central-med"}
    sail(sea, "barges", "10 18A:1123", zone="central-med", protected=True)
    refused = barred(sea, "force-k", "10 18A:1110", **react)
    assert "barges moved in protected inshore waters: nobody reacts" in str(refused)
    assert refused.refusal.rule == "36.A.1.a"
    sail(sea, "warship", "10 18A:1113", zone="central-med")
    assert "barges moved" in str(barred(sea, "force-k", "10 18A:1110", against="barges", **react))
    sail(sea, "force-k", "10 18A:1110", against="warship", **react)
    sail(sea, "force-k", "10 18A:1111", **react)
    # Out of its waters the barges are as any group.
    sail(sea, "barges", "10 18A:1118", zone="central-med")
    sail(sea, "force-k", "10 18A:1112", against="barges", **react)


@pytest.mark.rule("E36.A.1")
def test_inshore_waters_are_friendly_owned(sea: InHand) -> None:
    """Tobruk, 18A:4817, is Allied-owned here."""
    add(sea, "barges", "axis", "lb", "hex:18A:4717")
    sea.set({"port:tobruk.owner": "allied", "port:tobruk.ever_allied": True})
    assert "not that of Tobruk" in str(barred(sea, "barges", "10 18A:4817", zone="eastern-med", protected=True))
    sail(sea, "barges", "10 18A:4817", zone="eastern-med")


@pytest.mark.rule("E36.A.1.c")
def test_a_patrol_finds_what_moved_inshore_by_day(sea: InHand) -> None:
    add(sea, "barges", "axis", "lb", "hex:18A:1122")
    sail(sea, "barges", "10 18A:1123", zone="central-med", protected=True)
    sea.do("naval-found", group="barges", seat="allied")
    assert "mark:found/barges.kind" in sea.facts


@pytest.mark.rule("E36.A.2")
def test_the_mps_have_to_reach_where_a_distance_is_known(sea: InHand) -> None:
    """18A:0206 to 18A:3030 is 28 lines, and along them 24 places less half of 28: 10 more."""
    add(sea, "k2", "axis", "warship", "hex:18A:0206")
    assert "38 hexes, 1 typed" in str(barred(sea, "k2", "1 18A:3030", zone="central-med"))
    for strange in ("99Z:9999", "18A:0000"):
        assert f"{strange} lies on no known sheet" in str(barred(sea, "k2", f"1 {strange}", zone="central-med"))
    sail(sea, "k2", "38 18A:3030", zone="central-med")


@pytest.mark.rule("E36.A.2")
def test_no_group_sails_into_a_port_of_the_enemy_without_a_reason(sea: InHand) -> None:
    """Valletta, 18A:0407, to Tripoli, of which the miles tell that it is no neighbour."""
    add(sea, "boats", "axis", "submarine", "hex:18A:0410")
    with pytest.raises(Refused, match=r"Malta \(Valletta\) belongs to the other side"):
        sail(sea, "boats", "3", ends="valletta")
    with pytest.raises(Refused, match=r"18A:0410 to Tripoli: at least \d+ hexes, 1 typed"):
        sail(sea, "boats", "1", ends="tripoli")
    sail(sea, "boats", "3", ends="valletta", because="the island fell as we played")


@pytest.mark.rule("E33.A.1")
def test_the_zone_is_asked_of_what_ends_in_another_hex_at_sea(sea: InHand) -> None:
    """A hex does not tell its zone, so that of before, or of the port that is left, is not taken over unseen."""
    add(sea, "z", "axis", "warship", "port:naples")
    assert "choose the sea zone of 18A:0206" in asked(sea, "z", "30 18A:0206")["zone"]
    sail(sea, "z", "30 18A:0206", zone="central-med")
    assert zone(sea, "z") == "central-med"
    assert asked(sea, "z", "10 18A:0207")
    sail(sea, "z", "10 18A:0207 10 18A:0206")
    assert zone(sea, "z") == "central-med"
