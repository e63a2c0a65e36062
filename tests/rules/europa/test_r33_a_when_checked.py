"""33.A and 36.A.1: when a check is due, when it is not, and what the book forbids."""

from typing import Any

import pytest

from navalassist.engine import Create
from navalassist.rules.europa.r33_anti_shipping import check_for_contact
from navalassist.rules.europa.r33_voyage import sail
from navalassist.rules.europa.sailing import Sailing
from navalassist.rules.europa.words import ShipmentState
from tests.rules.play import a_leg, a_mark, a_sailing, a_voyage, odds_for, play, refusal, result_of, sets

NONE = "1 1"  # in column 9 a total of 2 is no contact
NOW = "1941-03-1/axis/naval-movement"


@pytest.mark.rule("E33.A.1", "E33.PROC", "E33.A.2")
def test_an_item_that_enters_a_zone_is_checked_and_marked_once_in_each_phase() -> None:
    outcome = play(check_for_contact, a_sailing(), NONE)
    assert outcome.result.contact is False
    key = "checked/row-1/central-med/1941-03-1/axis/naval-movement"
    assert outcome.effects[-1] == a_mark(key, "step", subject="shipment:row-1", place="zone:central-med")
    outcome = play(check_for_contact, a_sailing(phase="exploitation"), NONE)
    assert outcome.effects[-1].key.endswith("/1941-03-1/axis/exploitation")


@pytest.mark.rule("E33.A.4")
def test_a_second_check_in_the_same_zone_and_phase_is_not_made() -> None:
    outcome = play(check_for_contact, a_sailing(already_checked="public/144", leg_number=2, legs=3))
    fate = outcome.result
    assert (fate.contact, fate.rule) == (None, "33.A.4")
    assert "public/144" in fate.why
    # It sails on to the third leg, and no new mark is set.
    assert sets(outcome) == {"state": "at-sea", "leg": 3, "sailed_in": NOW}
    assert not [effect for effect in outcome.effects if isinstance(effect, Create)]


def found_at_sea(**options: Any) -> Sailing:
    """7 SPs that the exploitation step finds at sea in the first of two zones."""
    item = {"state": "at-sea", "sailed_in": NOW}
    return a_sailing(phase="exploitation", begins_at_sea=True, legs=2, item=item, **options)


@pytest.mark.rule("E33.A.2")
def test_beginning_the_exploitation_step_at_sea_is_a_check_in_that_zone_if_it_interferes() -> None:
    outcome = play(check_for_contact, found_at_sea(), NONE)
    assert outcome.result.contact is False
    # It is where it was: at sea, with the second leg before it. Only the check has been made.
    assert sets(outcome) == {"sailed_in": "1941-03-1/axis/exploitation"}
    # 3 + 4 is a contact in column 9. Lots of 3, 3 and 1: R brings 3 back, 1 RE takes one, NE is not in the column.
    hit = play(check_for_contact, found_at_sea(), "3 4, 1 2 2")
    assert (str(hit.result.res_returned), str(hit.result.res_lost), str(hit.result.res_afloat)) == ("3", "2", "2")
    assert "leg" not in sets(hit)
    assert "leg" not in sets(play(check_for_contact, found_at_sea(), "3 4, 6 6 6")), "all is lost where it is"
    outcome = play(check_for_contact, found_at_sea(zone="tyrrhenian"))
    assert (outcome.result.contact, outcome.result.rule) == (None, "33.B.4.a")
    assert sets(outcome) == {"sailed_in": "1941-03-1/axis/exploitation"}


@pytest.mark.rule("E33.A.2", "E33.B.4.a", "E33.PROC")
def test_what_stops_in_its_last_zone_is_at_sea_and_a_zone_that_is_not_subject_asks_for_no_dice() -> None:
    outcome = play(check_for_contact, a_sailing(leg={"stops": True}), NONE)
    assert sets(outcome) == {"state": "at-sea", "leg": 2, "sailed_in": NOW}
    outcome = play(check_for_contact, a_sailing(zone="tyrrhenian", legs=2))
    assert (outcome.result.contact, outcome.result.rule) == (None, "33.B.4.a")
    assert sets(outcome) == {"state": "at-sea", "leg": 2, "sailed_in": NOW}


@pytest.mark.rule("E36.A.1.d", "E36.A.1")
@pytest.mark.parametrize("what", ["7 sp", "4 unit", "4 empty", "2 rp"])
def test_protected_waters_spare_cargo_groups_the_check(what: str) -> None:
    result = result_of(check_for_contact, a_sailing(what, leg={"protected": True}))
    assert result.answers == ()
    outcome = result.value
    assert (outcome.result.contact, outcome.result.rule) == (None, "36.A.1.d")
    assert sets(outcome) == {"state": "arrived"}


@pytest.mark.rule("E36.A.1")
@pytest.mark.parametrize("what", ["1 warship", "1 task-force", "1 carrier"])
def test_task_forces_and_carrier_groups_have_no_use_of_protected_waters(what: str) -> None:
    sailing = a_sailing(what, leg={"protected": True})
    assert refusal(check_for_contact, sailing).startswith("36.A.1: ")
    # The tick is ignored where the rule is run all the same: the check is made.
    assert play(check_for_contact, sailing, NONE).result.contact is False


# What is forbidden


@pytest.mark.rule("E33.PROC", "E33.A.1", "E33.E.R")
def test_an_ordinary_sailing_is_allowed_in_its_own_player_turn_unless_it_was_turned_back_in_it() -> None:
    assert not refusal(check_for_contact, a_sailing())
    assert not refusal(sail, a_voyage("7 sp", "tyrrhenian central-med"))
    found = refusal(check_for_contact, a_sailing(player_turn="allied"))
    assert found == "33.A: Axis shipping sails in the Axis player turn."
    assert refusal(sail, a_voyage("7 sp", "central-med", player_turn="allied")) == found
    back = {"finished_in": "1941-03-1/axis"}
    assert refusal(check_for_contact, a_sailing(item=back)).startswith("33.E: ")
    assert not refusal(check_for_contact, a_sailing(item=back, turn="1941-03-2"))


@pytest.mark.rule("E33.A.1")
@pytest.mark.parametrize("phase", ["initial", "air"])
def test_shipping_sails_in_naval_steps_only(phase: str) -> None:
    found = refusal(check_for_contact, a_sailing(phase=phase))
    assert found == "33.A: Shipping sails in the naval movement and naval exploitation steps."


@pytest.mark.rule("E33.PROC")
@pytest.mark.parametrize(
    "item",
    [{"state": "arrived"}, {"res": "0"}, {"kind": "empty", "transport_count": 0}],
)
def test_what_is_not_afloat_does_not_sail(item: dict[str, object]) -> None:
    assert refusal(check_for_contact, a_sailing(item=item)).startswith("33.A: ")


@pytest.mark.rule("E33.B.2.a", "E33.B.9.a", "E33.PROC")
@pytest.mark.parametrize(("zone", "rule"), [("eastern-med", "33.B.2.a"), ("indian-ocean", "33.B.9.a")])
@pytest.mark.parametrize("what", ["7 sp", "4 unit", "4 empty"])
def test_a_barred_zone_refuses_cargo_and_transports(zone: str, rule: str, what: str) -> None:
    sailing = a_sailing(what, zone=zone)
    found = refusal(check_for_contact, sailing)
    assert found.startswith(f"{rule}: ")
    assert refusal(sail, a_voyage(what, f"central-med {zone}")) == found
    # Run all the same, nothing happens and nothing is changed.
    outcome = play(check_for_contact, sailing)
    assert (outcome.result.state, outcome.result.rule, outcome.effects) == (ShipmentState.PLANNED, rule, ())


@pytest.mark.rule("E33.B.2.a")
def test_warships_are_no_shipping_and_are_checked_at_the_status() -> None:
    sailing = a_sailing("1 warship", zone="eastern-med")
    assert not refusal(check_for_contact, sailing)
    # Crete is Allied: column 15, where a total of 4 is a contact and 2 is none.
    assert play(check_for_contact, sailing, "2 2, 1").result.column == 15
    assert play(check_for_contact, sailing, "1 1").result.contact is False


@pytest.mark.rule("E33.B.7.e1", "E33.B.2.a")
def test_nobody_sails_in_a_zone_that_is_not_declared_and_a_voyage_into_a_barred_one_ends_before_it_begins() -> None:
    assert refusal(check_for_contact, a_sailing(zone="south-aegean")).startswith("33.B.7: ")
    assert play(check_for_contact, a_sailing(zone="south-aegean")).result.contact is None
    odds = odds_for(sail, a_voyage("7 sp", "central-med eastern-med"))
    assert odds.chance(lambda fate: fate.all_arrive) == 0
    assert odds.expect(lambda fate: int(fate.res_lost)) == 0


@pytest.mark.rule("E33.A.4", "E36.A.1.d")
def test_a_voyage_checks_each_zone_once_in_a_phase_and_no_protected_leg() -> None:
    # There and back through the Central Med: one check, 21 in 36.
    twice = odds_for(sail, a_voyage("7 sp", "central-med tyrrhenian central-med"))
    assert twice == odds_for(sail, a_voyage("7 sp", "central-med"))
    checked = odds_for(sail, a_voyage("7 sp", "central-med", checked=("central-med",)))
    assert checked.chance(lambda fate: fate.all_arrive) == 1
    legs = (a_leg("central-med", protected=True),)
    assert odds_for(sail, a_voyage("7 sp", "", legs=legs)).chance(lambda fate: fate.all_arrive) == 1
