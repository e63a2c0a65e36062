"""Voyages in a campaign: the straits of Gibraltar, beaches, the combat step, and the 15-hex rule.

36.A.3: the capture of Gibraltar, the player turns after it, the proposed way, and the board's refusal. 33.A.1: a check
on entering a zone, on putting to sea in one, and when loading at a beach ends (R-57). The combat step stands between
the naval movement and the exploitation, with what the text puts there (36.B, 36.F.1). 33.B.1.b, 33.B.3.b: the 15 hexes
are counted on the maps; a typed distance counts before what is counted.
"""

from typing import Any

import pytest

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.desk.logbook.inputs import inputs_of
from navalassist.desk.turn.steps import ways_on
from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.engine.reader import Reader
from navalassist.play.agenda import Agenda
from navalassist.play.rules.resolve import preview
from navalassist.rules.europa.items import Leg
from navalassist.rules.europa.words import Side, Step, Zone
from navalassist.systems.europa import fleet
from navalassist.systems.europa.board import outlook, routes
from navalassist.systems.europa.ends import end_name, kind_of_end
from navalassist.systems.europa.fifteen import measured, measured_afloat
from navalassist.systems.europa.setup import Draft, leg_fields
from navalassist.systems.europa.system import EUROPA
from navalassist.systems.europa.upkeep import capture
from tests.begun import begin_demo
from tests.in_hand import InHand
from tests.systems.europa.board import put, read_of, rolled, row, state_of, typed

TAKEN = "mark:taken/gibraltar"


def take(demo: InHand, owner: str) -> None:
    demo.enter(capture, "gibraltar", owner, demo.state.book)


def refused(demo: InHand, side: str, zones: str = "spanish-atlantic western-med") -> str:
    """The paragraph that shuts the way on the board; '' for an open one."""
    ends = ("gibraltar", "valletta") if side == "allied" else ("gibraltar", "naples")
    legs = tuple(leg_fields(zone) for zone in zones.split())
    draft = Draft(side, "unit", "Brigade", "2", "2", "nt", 2, *ends, legs)
    shut = outlook.of_draft(demo.state, draft).shut
    return shut.rule if shut else ""


@pytest.mark.rule("E36.A.3")
def test_the_passage_changes_hands_with_the_player_turn_after_the_capture(demo: InHand) -> None:
    assert (refused(demo, "allied"), refused(demo, "axis")) == ("", "36.A.3")
    take(demo, "axis")
    # Still the Axis player turn: nobody of the Axis passes; the Allied player turn will be the next.
    assert (refused(demo, "allied"), refused(demo, "axis")) == ("36.A.3", "36.A.3")
    demo.end_steps(2)
    assert demo.state.clock[1] == "allied"
    assert f"{TAKEN}.kind" not in demo.facts
    assert (refused(demo, "allied"), refused(demo, "axis")) == ("36.A.3", "")


@pytest.mark.rule("E36.A.3")
def test_the_allies_regain_it_at_once(demo: InHand) -> None:
    take(demo, "axis")
    demo.end_steps(2)
    take(demo, "allied")
    assert (refused(demo, "allied"), refused(demo, "axis")) == ("", "36.A.3")


@pytest.mark.rule("E36.A.3")
def test_the_proposed_way_follows(demo: InHand) -> None:
    straits = {"gibraltar-spanish", "gibraltar-african"}
    assert not straits & routes.shut_passages(demo.state, "allied")
    take(demo, "axis")
    demo.end_steps(2)
    state = demo.state
    assert straits <= routes.shut_passages(state, "allied")
    assert not straits & routes.shut_passages(state, "axis")


@pytest.mark.rule("E36.A.3")
def test_a_leg_that_may_not_be_sailed_is_not_rolled(demo: InHand) -> None:
    take(demo, "axis")
    demo.end_steps(4)
    assert demo.state.clock[1:] == ("allied", "naval-movement")
    key = "demo-2"
    route = [leg_fields(zone) for zone in ("western-med", "spanish-atlantic")]
    demo.set({f"shipment:{key}.route": route})
    demo.do("cargo-contact", "2 2", shipment=key)
    assert "The Axis owns Gibraltar" in demo.refuse("cargo-contact", shipment=key)


def test_the_capture_can_be_taken_back_with_its_mark(demo: InHand) -> None:
    take(demo, "axis")
    assert demo.facts[f"{TAKEN}.note"] == "1941-03-1/axis"
    demo.take_back()
    assert f"{TAKEN}.kind" not in demo.facts
    assert refused(demo, "axis") == "36.A.3"


def test_taken_lost_and_taken_again_in_one_player_turn(demo: InHand) -> None:
    for owner in ("axis", "allied", "axis"):
        take(demo, owner)
    assert refused(demo, "axis") == "36.A.3"


BEACH = "beach-central-med"


def occasions(campaign: Campaign) -> list[str]:
    """Why each check was made, as the receipts say it."""
    state, found = state_of(campaign), []
    for entry in Entry.objects.filter(campaign=campaign, procedure="cargo-contact").order_by("id"):
        body = entry.record["body"]
        if body["outcome"].get("contact") is not None:
            found += [told.text for told in inputs_of(body, state) if told.label == "Occasion"]
    return found


@pytest.mark.rule("E33.A.1")
def test_a_check_on_entering_and_on_putting_to_sea(empty: Campaign) -> None:
    # Naples lies on the Tyrrhenian, which is not subject; the Central Med is entered. Tripoli lies on the Central Med.
    out, back = put(empty, typed("2 SP")), put(empty, typed("4 empty NTs", "tripoli naples"))
    # In column 10 and in column 5 (empty, alone) a 2 is no contact.
    rolled(empty, f"row:{out}", "1 1")
    rolled(empty, f"row:{back}", "1 1")
    assert occasions(empty) == ["enters the zone", "puts to sea"]


@pytest.mark.rule("E33.A.1", "E33.A.4")
def test_what_is_loaded_at_a_beach_is_checked_with_its_ships_though_these_were_checked_empty(
    empty: Campaign,
) -> None:
    ships = put(empty, typed("4 empty NTs", f"tripoli {BEACH}"))
    unit = put(empty, typed("Ariete division, 4 REs", f"{BEACH} tripoli"))
    assert [leg["zone"] for leg in row(empty, unit)["route"]] == ["central-med"]
    rolled(empty, f"row:{ships}", "1 1")
    # Malta 10: no short route from a beach, the column is 10 and a 7 is contact. R, one die: 4 goes back to the beach.
    assert outlook.of_row(state_of(empty), unit, row(empty, unit)).legs[0].total == 10
    rolled(empty, f"row:{unit}", "3 4, 4")
    assert occasions(empty) == ["puts to sea", "loaded at a beach"]
    after = row(empty, unit)
    assert (after["state"], after["res_returned"], after["origin"]) == ("returned", "4", BEACH)


@pytest.mark.rule("E33.A.1")
def test_a_beach_has_a_zone_and_a_name_and_is_no_port(empty: Campaign) -> None:
    values = state_of(empty).values
    assert end_name(values, BEACH) == "a beach, Central Med"
    assert [kind_of_end(key) for key in (BEACH, "afloat-red-sea", "naples", "beach-atlantis", "beach")] == [
        "beach",
        "afloat",
        "",
        "",
        "",
    ]
    read = read_of(empty, typed("2 SP", f"naples {BEACH}"))
    assert [leg.zone for leg in read.form.legs] == ["tyrrhenian", "central-med"]
    for way in ("naples afloat-central-med", "naples beach-atlantis"):
        assert read_of(empty, typed("2 SP", way)).fault_of("destination") == "To: choose a port of the list."


@pytest.fixture
def combat(demo: InHand) -> InHand:
    """The demo in the Axis combat step; a task force at sea has moved before."""
    strip = [{"mps": 10, "night": False, "to": "18A:0406"}, {"mps": 5, "night": True, "to": "18A:0407"}]
    demo.group("squadra", "axis", "hex:18A:0407", zara={"strength": 8})
    demo.set({"group:squadra.strip": strip, "group:squadra.strip_of": "1941-03-1/axis"})
    demo.end_step()
    return demo


def test_it_stands_between_the_movements_and_nothing_sails_in_it(combat: InHand) -> None:
    state = combat.state
    assert state.clock == ("1941-03-1", "axis", "combat")
    assert not Step.COMBAT.is_naval
    assert EUROPA.names.step("combat") == "Combat"
    assert "combat" not in EUROPA.parts
    assert "naval movement and naval exploitation" in combat.refuse("cargo-contact", "11", shipment="demo-1")
    combat.end_step()
    assert combat.state.clock[2] == "exploitation"


@pytest.mark.rule("E36.F.1.ax", "E36.A.2.e")
def test_ships_fire_in_support_and_ports_fall(combat: InHand) -> None:
    found = [duty.text for duty in combat.duties()]
    assert "Gunfire support: Zara" in found
    assert {"Fire on the Naval Gunnery Table", "Enter a captured port"} <= set(found)
    assert not [text for text in found if text.startswith(("Move ", "Sail", "Sweep with", "A patrol"))]
    combat.do("gunfire-support", unit="zara", support="half")
    assert combat.facts["task-force:zara.supports"] == {"1941": 1}


def test_what_a_group_moved_is_still_known_while_the_armies_fight(combat: InHand) -> None:
    values = combat.facts
    assert [move.mps for move in fleet.strip_now(values, "squadra")] == [10, 5]
    combat.end_step()
    assert fleet.strip_now(combat.facts, "squadra") == ()


def test_one_tap_goes_on_to_where_shipping_moves_again(db: None) -> None:
    state = InHand(begin_demo()).state
    ways = ways_on(Agenda(state, state.values, EUROPA))
    assert [(way.until, way.steps, way.sails) for way in ways] == [
        ("axis/exploitation", 2, True),
        ("allied/initial", 3, False),
        ("allied/naval-movement", 5, True),
    ]
    assert ways[0].text == "Axis naval exploitation"


WEST, CENTRAL = Leg(zone=Zone.WESTERN_MED), Leg(zone=Zone.CENTRAL_MED)


def counted(demo: InHand, *legs: Leg, side: Side = Side.ALLIED, ways: tuple[str, str], **facts: Any) -> list[Any]:
    """(hexes, how counted) of each leg."""
    state = demo.state.copy()
    state.values |= {f"port:{name.replace('_', '-')}.{field}": value for name, (field, value) in facts.items()}
    return [(leg.hexes, leg.measured) for leg in measured(Reader(state), side, legs, *ways)]


@pytest.mark.rule("E33.B.1.b")
def test_an_end_within_reach_is_counted(demo: InHand) -> None:
    """Valletta 18A:0407 to Licata 18A:0102: 3 lines, and 5.5 along, so 3 + 5.5 - 1.5 = 7."""
    way = ("gibraltar", "valletta")
    assert counted(demo, WEST, CENTRAL, ways=way) == [(None, ""), (7, "Malta (Valletta) to Licata")]
    out_of_order = counted(demo, WEST, CENTRAL, ways=way, licata=("operational", False))
    assert out_of_order == [(None, ""), (None, "")]
    assert counted(demo, CENTRAL, ways=way, licata=("kind", "jetty"))[0] == (None, "")
    assert counted(demo, CENTRAL, side=Side.AXIS, ways=way) == [(None, "")]


@pytest.mark.rule("E33.B.3.b")
def test_a_direct_way_that_is_far_off_is_counted_too(demo: InHand) -> None:
    """Gibraltar to Oran, 19 hexes: Cagliari lies some 36 from Oran and 53 from Gibraltar, so no hex is within 15."""
    hexes, how = counted(demo, WEST, ways=("gibraltar", "oran"))[0]
    assert (hexes > 15, how) == (True, "Gibraltar to Oran by the direct way")
    assert counted(demo, WEST, ways=("gibraltar", "toulon")) == [(None, "")]
    # Sheet 18A joins no other that is known: nothing is said.
    assert counted(demo, WEST, ways=("gibraltar", "valletta"), valletta=("map_reference", "14B:0101")) == [(None, "")]


@pytest.mark.rule("E33.B.1.b")
def test_what_is_typed_counts_first_and_the_check_says_how_it_was_counted(demo: InHand) -> None:
    typed = Leg(zone=Zone.CENTRAL_MED, hexes=20)
    assert counted(demo, typed, ways=("gibraltar", "valletta")) == [(20, "")]
    state = demo.state.copy()
    state.values["shipment:demo-2.leg"] = 2
    for slug in ("cargo-contact", "voyage"):
        found = preview(state, slug, {"shipment": "demo-2"}, EUROPA)
        assert "Malta (Valletta) to Licata" in str(found.situation)


@pytest.mark.rule("E33.B.1.b", "E33.B.3.b")
def test_a_naval_group_is_measured_by_the_hexes_of_its_way(demo: InHand) -> None:
    """Valletta, 18A:0407, lies 7 hexes from Licata. Gibraltar lies far from every port that counts.

    With 90 MPs there and back a group may have come near one; from a start that nobody knows, so may it with as many.
    """
    reader = Reader(demo.state)
    malta, rock = Hex.of("18A:0407"), Hex.of(str(reader["port:gibraltar.map_reference"]))

    def counted(*way: tuple[Hex, int], leg: Leg = CENTRAL, side: Side = Side.ALLIED) -> tuple[int | None, str]:
        found = measured_afloat(reader, side, leg, way)
        return found.hexes, found.measured

    assert counted((malta, 0)) == (7, "18A:0407 to Licata")
    assert counted((malta, 0), side=Side.AXIS) == (None, "")
    assert counted((malta, 0), leg=Leg(zone=Zone.AEGEAN)) == (None, "")
    assert counted((malta, 0), leg=Leg(zone=Zone.CENTRAL_MED, hexes=20)) == (20, "")
    assert counted() == (None, "")
    hexes, how = counted((rock, 0), (rock, 10), leg=WEST)
    assert hexes is not None
    assert (hexes > 15, how) == (True, f"{rock} to {rock} at least")
    assert counted((rock, 0), (rock, 90), leg=WEST) == (None, "")
    assert counted((rock, 90), leg=WEST) == (None, "")
