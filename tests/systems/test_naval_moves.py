"""Naval moves in a campaign: what their hexes tell of Gibraltar and the Kiel canal, and what is asked (36.A.3, 36.A.5).

By hand: on sheets 24A and 25A lines run from west to east, and Gibraltar lies on line 21 of 24A. 24A:2512 is in the
Mediterranean, 24A:1508 in the Atlantic. Kiel, 16A:0509, is in the Baltic, and 16A:0707 in the North Sea.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.engine import Set, create
from navalassist.play import state as states
from navalassist.play.duties import Now, duties_at
from navalassist.play.resolve import DiceInput, Refused, carry_out
from navalassist.play.systems import Misfits, Moment
from navalassist.play.verify import check_campaign
from navalassist.play.writer import writing
from navalassist.systems.europa import EUROPA
from navalassist.systems.europa.setup import Draft, leg_fields, shipment_fields
from navalassist.taskforces.models import NavalGroup, TaskForce
from tests.begun import begin
from tests.systems.board import viewer_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def sea(db: None) -> Iterator[Campaign]:
    """An Axis naval movement, with an Axis submarine in the Western Med and a force in Kiel."""
    states.forget()
    moment = Moment("1942-05-1", "axis", "naval-movement")
    campaign = begin("Seas", malta=10, slug="seas", moment=moment, theatres="both")
    places = {"u": ("hex:24A:2512", "western-med", "submarine"), "k": ("port:kiel", "baltic", "warship")}
    places["t"] = ("port:taranto", "", "task-force")
    with writing(viewer_of(campaign, "axis")) as writer:
        for key, (place, zone, kind) in places.items():
            group = NavalGroup.new_facts(side="axis", name=key, place=place, zone=zone)
            unit = TaskForce.new_facts(side="axis", name=key, kind=kind, strength=2, place=f"group:{key}")
            writer.edit("test", (create(f"group:{key}", **group), create(f"task-force:{key}", **unit)))
    yield campaign
    assert check_campaign(campaign).sound
    states.forget()


def sail(campaign: Campaign, group: str, moves: str, seat: str = "axis", **typed: Any) -> None:
    fields = EUROPA.forms["naval-move"].model_fields
    plain = {name: info.default for name, info in fields.items() if not info.is_required()}
    with writing(viewer_of(campaign, seat)) as writer:
        carry_out(writer, "naval-move", plain | {"group": group, "moves": moves} | typed, DiceInput())


def zone(group: str) -> str:
    return str(states.load("seas").values[f"group:{group}.zone"])


@pytest.mark.rule("E36.A.3")
def test_a_way_whose_hexes_lead_through_gibraltar_is_seen(sea: Campaign) -> None:
    with pytest.raises(Misfits) as asked:
        sail(sea, "u", "5 24A:2110 7 24A:1508")
    assert "zone" in asked.value.fields
    for chosen in ("spanish-atlantic", "african-atlantic"):
        with pytest.raises(Refused) as refused:
            sail(sea, "u", "5 24A:2110 7 24A:1508", zone=chosen)
        assert refused.value.refusal.rule == "36.A.3"
    # Against its hex no zone is believed.
    with pytest.raises(Misfits):
        sail(sea, "u", "10 24A:1508", zone="western-med")


@pytest.mark.rule("E36.A.3")
def test_a_way_that_ends_in_its_hex_or_turns_back_passes_nothing(sea: Campaign) -> None:
    sail(sea, "u", "5 24A:2110 5 24A:2512", zone="western-med")
    sail(sea, "u", "5 24A:2110", zone="western-med")
    assert zone("u") == "western-med"


@pytest.mark.rule("E36.A.3")
def test_a_way_on_from_its_hex_to_where_no_hex_tells_is_asked_for_its_zone(sea: Campaign) -> None:
    with pytest.raises(Misfits) as asked:
        sail(sea, "u", "5 24A:2110 60 17:4417")
    assert "zone" in asked.value.fields
    with pytest.raises(Refused):
        sail(sea, "u", "5 24A:2110 60 17:4417", zone="french-atlantic")
    sail(sea, "u", "5 24A:2110 60 17:4417", zone="western-med")


@pytest.mark.rule("E36.A.5")
def test_the_zone_is_asked_of_what_leaves_the_kiel_canal(sea: Campaign) -> None:
    canal = {"canal": True, "banks": True}
    with pytest.raises(Misfits) as asked:
        sail(sea, "k", "10 16A:0707", **canal)
    assert "Kiel canal" in asked.value.fields["zone"]
    sail(sea, "k", "5", ends="canal:kiel", **canal)
    with pytest.raises(Misfits):
        sail(sea, "k", "10 16A:0707", banks=True)
    sail(sea, "k", "10 16A:0707", banks=True, zone="north-sea")
    assert zone("k") == "north-sea"
    sail(sea, "k", "10", ends="kiel", **canal)
    assert zone("k") == "baltic"


@pytest.mark.rule("E36.E.1")
def test_fuel_is_paid_in_an_axis_port_and_comes_by_rail_from_another(sea: Campaign) -> None:
    with pytest.raises(Refused, match="Alexandria is not Axis-owned"):
        sail(sea, "t", "5 26:3015", zone="central-med", fuel="sp", fuel_port="alexandria", by_rail=True)
    with pytest.raises(Refused, match="moved by rail"):
        sail(sea, "t", "5 26:3015", zone="central-med", fuel="sp", fuel_port="naples")
    sail(sea, "t", "5 26:3015", zone="central-med", fuel="sp", fuel_port="naples", by_rail=True)
    assert states.load("seas").values["task-force:t.fuelled"] == "1942-05-1/axis 5"


@pytest.mark.rule("E36.E.1")
def test_a_task_force_that_sails_on_the_board_is_reminded_of_its_fuel(sea: Campaign) -> None:
    draft = Draft("axis", "task-force", "Pola", "6", "6", "", 0, "taranto", "tripoli", (leg_fields("central-med"),))
    fields = shipment_fields(draft, 1, "1942-05-1", "op")

    def told() -> list[str]:
        state = states.load("seas")
        found = duties_at(Now(state, state.values, Moment(*state.clock), EUROPA))
        return [duty.text for duty in found if "fuel of" in duty.text]

    with writing(viewer_of(sea, "axis")) as writer:
        writer.edit("test", (create("shipment:pola", **fields),))
    assert told() == []
    with writing(viewer_of(sea, "axis")) as writer:
        sailed = {"sailed_in": "1942-05-1/axis/naval-movement", "state": "arrived"}
        writer.edit("test", tuple(Set(f"shipment:pola.{name}", value) for name, value in sailed.items()))
    assert told() == ["Pay the fuel of Pola: 1 SRP or 5 SPs"]


def add(campaign: Campaign, key: str, side: str, kind: str, place: str) -> None:
    """A group with one unit."""
    group = NavalGroup.new_facts(side=side, name=key, place=place, zone="central-med")
    unit = TaskForce.new_facts(side=side, name=key, kind=kind, strength=2, place=f"group:{key}")
    with writing(viewer_of(campaign, side)) as writer:
        writer.edit("test", (create(f"group:{key}", **group), create(f"task-force:{key}", **unit)))


@pytest.mark.rule("E36.A.1.a")
def test_nobody_reacts_to_what_moved_inshore(sea: Campaign) -> None:
    """Barges creep along the coast of Libya, then a warship sails: only to the warship may Force K react."""
    add(sea, "barges", "axis", "lb", "hex:18A:1122")
    add(sea, "warship", "axis", "warship", "hex:18A:1112")
    add(sea, "force-k", "allied", "task-force", "hex:18A:0410")
    react = {"seat": "allied", "reaction": True, "zone": "central-med"}
    sail(sea, "barges", "10 18A:1123", zone="central-med", protected=True)
    with pytest.raises(Refused, match="barges moved in protected inshore waters: nobody reacts") as refused:
        sail(sea, "force-k", "10 18A:1110", **react)
    assert refused.value.refusal.rule == "36.A.1.a"
    sail(sea, "warship", "10 18A:1113", zone="central-med")
    with pytest.raises(Refused, match="barges moved"):
        sail(sea, "force-k", "10 18A:1110", against="barges", **react)
    sail(sea, "force-k", "10 18A:1110", against="warship", **react)
    sail(sea, "force-k", "10 18A:1111", **react)
    # Out of its waters the barges are as any group.
    sail(sea, "barges", "10 18A:1118", zone="central-med")
    sail(sea, "force-k", "10 18A:1112", against="barges", **react)


@pytest.mark.rule("E36.A.1")
def test_inshore_waters_are_friendly_owned(sea: Campaign) -> None:
    """Tobruk, 18A:4817, is Allied-owned here."""
    add(sea, "barges", "axis", "lb", "hex:18A:4717")
    with writing(viewer_of(sea, "moderator")) as writer:
        writer.edit("test", (Set("port:tobruk.owner", "allied"), Set("port:tobruk.ever_allied", True)))
    with pytest.raises(Refused, match="not that of Tobruk"):
        sail(sea, "barges", "10 18A:4817", zone="central-med", protected=True)
    sail(sea, "barges", "10 18A:4817", zone="central-med")


@pytest.mark.rule("E36.A.1.c")
def test_a_patrol_finds_what_moved_inshore_by_day(sea: Campaign) -> None:
    add(sea, "barges", "axis", "lb", "hex:18A:1122")
    sail(sea, "barges", "10 18A:1123", zone="central-med", protected=True)
    fields = EUROPA.forms["naval-found"].model_fields
    plain = {name: info.default for name, info in fields.items() if not info.is_required()}
    with writing(viewer_of(sea, "allied")) as writer:
        carry_out(writer, "naval-found", plain | {"group": "barges"}, DiceInput())
    assert "mark:found/barges.kind" in states.load("seas").values


@pytest.mark.rule("E36.A.2")
def test_the_mps_have_to_reach_where_a_distance_is_known(sea: Campaign) -> None:
    """18A:0206 to 18A:3030 is 28 lines, and along them 24 places less half of 28: 10 more."""
    add(sea, "k2", "axis", "warship", "hex:18A:0206")
    with pytest.raises(Refused, match="38 hexes, 1 typed"):
        sail(sea, "k2", "1 18A:3030", zone="central-med")
    for strange in ("99Z:9999", "18A:0000"):
        with pytest.raises(Refused, match=f"{strange} lies on no known sheet"):
            sail(sea, "k2", f"1 {strange}", zone="central-med")
    sail(sea, "k2", "38 18A:3030", zone="central-med")


@pytest.mark.rule("E36.A.2")
def test_no_group_sails_into_a_port_of_the_enemy_without_a_reason(sea: Campaign) -> None:
    """Valletta, 18A:0407, to Tripoli, of which the miles tell that it is no neighbour."""
    add(sea, "boats", "axis", "submarine", "hex:18A:0410")
    with pytest.raises(Refused, match=r"Malta \(Valletta\) belongs to the other side"):
        sail(sea, "boats", "3", ends="valletta")
    with pytest.raises(Refused, match=r"18A:0410 to Tripoli: at least \d+ hexes, 1 typed"):
        sail(sea, "boats", "1", ends="tripoli")
    sail(sea, "boats", "3", ends="valletta", because="the island fell as we played")


@pytest.mark.rule("E33.A.1")
def test_the_zone_is_asked_of_what_ends_in_another_hex_at_sea(sea: Campaign) -> None:
    """A hex does not tell its zone, so that of before, or of the port that is left, is not taken over unseen."""
    add(sea, "z", "axis", "warship", "port:naples")
    with pytest.raises(Misfits) as asked:
        sail(sea, "z", "30 18A:0206")
    assert "choose the sea zone of 18A:0206" in asked.value.fields["zone"]
    sail(sea, "z", "30 18A:0206", zone="central-med")
    assert zone("z") == "central-med"
    with pytest.raises(Misfits):
        sail(sea, "z", "10 18A:0207")
    sail(sea, "z", "10 18A:0207 10 18A:0206")
    assert zone("z") == "central-med"
