"""X.6 of what is long past: a roll of an ended turn is put right, and report, roster, ledger and points follow.

Malta's number is 10 in the demo. 6 and 6 are a contact in column 10; an effect of 1 turns 3 REs back, a 5 sinks them.
The Italian fleet's die: 1 is a Disaster, 6 VPs to the Allies; 2 a Complete failure, 3 VPs.
"""

import re

import pytest

from tests.evenings.evening import Evening
from tests.evenings.shipping import add, roll
from tests.evenings.ships import done, until

FLEET = "Italian fleet: Eastern Med, Aegean"
STOCK = {"port-1": "naples", "what-1": "nt", "count-1": "10", "port-2": "naples", "what-2": "sp", "count-2": "20"}


def two_turns_on(evening: Evening) -> Evening:
    """From Mar I 41 to Apr I: the convoy of Mar I has left the board."""
    for _ in range(2):
        until(until(evening, "Allied initial"), "Axis initial")
    return evening


def entry(evening: Evening, number: str) -> Evening:
    return evening.tap("Log").tap(re.compile(f"^{number}$"))


def stands(evening: Evening, sp: str) -> None:
    """So many SPs are counted in Naples."""
    evening.tap("Fleets").tap("Ledgers").reads(f"Naples SP {sp} ")


@pytest.mark.played("X.6")
def test_a_mistyped_die_of_a_convoy_that_left_the_board_is_put_right(mediterranean: Evening) -> None:
    mediterranean.tap("Fleets").tap("Ledgers").tap("roster").tap("Save", **STOCK)
    two_turns_on(roll(mediterranean, 1, "66 1 1 1"))
    stands(mediterranean, "20")
    entry(mediterranean, "5").tap("Correct…")
    mediterranean.tap("Show what it would be", reason="mistyped-die", strip="66 5 1 1").reads(
        "Eliminated lot 1, 3 SP: all 3 lost", "NT kept in Naples, count without what sails now 10 → 7"
    )
    mediterranean.tap("Correct it", reason="mistyped-die", strip="66 5 1 1").reads(
        "Correction of entry 5", "SP Naples–Tripoli, lost 0 3", "NT kept in Naples, count without what sails now 10 7"
    )
    stands(mediterranean, "17")
    mediterranean.tap("Turn report").tap("The turn before").tap("The turn before").reads(
        "Axis sent 7 REs, 7 NTs: 3 REs, 3 NTs lost; 4 REs, 4 NTs back", "6 6, then 5 1 1, contact (corrected, 28)"
    )
    # A correction of long ago is corrected once more.
    entry(mediterranean, "28").tap("Correct…").tap("Correct it", reason="mistyped-die", strip="66 1 1 5")
    stands(mediterranean, "19")
    mediterranean.tap("Log").reads("What came since stands again, 1 row cleared from the board again")


@pytest.mark.played("X.6")
def test_a_number_that_was_set_since_gets_the_difference(mediterranean: Evening) -> None:
    """2 hits take Malta from 10 to 8; in Mar II the group sets 12 by its scenario. It was 1 hit: 13."""
    done(mediterranean, "Bomb Malta", hits="2").reads("its number goes from 10 to 8")
    until(until(mediterranean, "Allied initial"), "Axis initial")
    mediterranean.tap("Map").tap("Change the number").tap("Set the number", value="12").reads("Malta stands at 12")
    entry(mediterranean, "3").tap("Correct…")
    mediterranean.tap("Show what it would be", reason="typo", typed_hits="1").reads(
        "its number goes from 10 to 9", "What is counted since would follow: Malta's number 12 → 13"
    )
    mediterranean.tap("Correct it", reason="typo", typed_hits="1").reads("Malta's number 12 13")
    mediterranean.tap("Turn report").reads("9 · 1 hit 13 · entered as 12", "Mar II 41: 13, entered as 12, corrected")
    mediterranean.tap("The turn before").reads("From 10 to 9. - Mar I 41: 9, 1 hit [entry 15]")


def points_of(evening: Evening, number: str) -> None:
    evening.tap("Fleets").tap("Ledgers").reads(f"● Allied Victory points {number} ")


@pytest.mark.played("X.6")
def test_points_of_an_ended_turn_are_put_right_with_what_was_posted_since(mediterranean: Evening) -> None:
    """6 points of a Disaster, which was a Complete failure of 3; 2 more were posted in Mar II: made again, 5."""
    until(mediterranean, "Allied initial").tap(FLEET).tap("Carry it out", dice="typed", strip="1")
    until(until(mediterranean, "Axis initial"), "Allied initial")
    mediterranean.tap("Fleets").tap("Ledgers").tap("Receive Victory points", near="● Allied Victory points")
    mediterranean.tap("Carry it out", points="2", reason="a prize").receipt()
    points_of(mediterranean, "8")
    entry(mediterranean, "6").tap("Correct…")
    mediterranean.tap("Show what it would be", reason="mistyped-die", strip="2").reads(
        "2 entries would be made again, in this order", "The Allies receive 2 VPs (a prize) and have 5."
    )
    mediterranean.tap("Correct it", reason="mistyped-die", strip="2")
    points_of(mediterranean, "5")
    mediterranean.tap("Turn report").reads("Allied 5 (+2)").tap("The turn before").reads("Allied 3 (+3)")


@pytest.mark.played("X.6")
def test_all_rolls_that_read_a_bombing_of_two_turns_ago_are_made_again_with_their_dice_in_one_tap(
    mediterranean: Evening,
) -> None:
    """1 hit, 10 to 9, was 3. A throw of 6 and 1 is a contact in column 9 and none in column 7."""
    done(mediterranean, "Bomb Malta", hits="1")
    for sails in ("2 SP", "3 SP"):
        add(mediterranean, sails, "naples", "tripoli")
    for row, lots in ((1, "111"), (3, "1"), (4, "1")):
        roll(mediterranean, row, f"61 {lots}").reads("CONTACT")
    two_turns_on(mediterranean)
    entry(mediterranean, "3").tap("Correct…")
    mediterranean.tap("Show what it would be", reason="typo", typed_hits="3").reads(
        "Something else would come of 3 later entries", "Carry it out again, same dice: NO CONTACT"
    )
    mediterranean.tap("All: same dice").reads("4 entries would be made again", "follows from a correction same dice")
    mediterranean.tap("Correct it")
    mediterranean.tap("Map").reads("Central Med 42 % status 7")
    mediterranean.tap("Turn report").tap("The turn before").tap("The turn before")
    mediterranean.reads("Axis sent 12 REs, 12 NTs: 12 REs, 12 NTs arrived")


@pytest.mark.played("X.6")
def test_a_raid_that_was_never_flown_is_struck_out_with_the_roll_that_had_read_it(mediterranean: Evening) -> None:
    """3 hits took Malta from 10 to 7, where 6 and 1 are no contact; in column 10 they are, and 1s turn back."""
    never = {"reason": "not-happened", "note": "no raid was flown"}
    done(mediterranean, "Bomb Malta", hits="3").reads("its number goes from 10 to 7")
    roll(mediterranean, 1, "61").reads("NO CONTACT")
    two_turns_on(mediterranean)
    entry(mediterranean, "3").tap("Correct…").never_reads("wrong owner", "captured meanwhile")
    mediterranean.tap("Show what it would be", **never).reads(
        "Entry 3 would be struck out: it did not happen", "What goes back Malta's number: 7 → 10", "with further dice"
    )
    again = {**never, "way-public-5": "same"}
    mediterranean.tap("Show what it would be", **again).reads("column 10 = 7 CONTACT", "Further dice are needed")
    mediterranean.tap("Correct it", **again, **{"dice-public-5": "1 1 1"}).reads(
        "Struck out entry 3", "It strikes out entry 3", "Malta's number 7 10", "Entry 5 carried out again"
    )
    mediterranean.tap("Log").reads("struck out by 28", "Bomb Malta: it did not happen").tap(re.compile("^3$"))
    mediterranean.reads("Struck out by entry 28 , this no longer counts")
    mediterranean.tap("Turn report").tap("The turn before").tap("The turn before").reads(
        "Malta 10, unchanged", "7 REs, 7 NTs back", "contact (corrected, 29)"
    )
    mediterranean.never_reads("3 hits").tap("Year's book").reads("Number at the end Mar 0 0 0 10")


@pytest.mark.played("X.6")
def test_a_raid_that_was_struck_out_in_its_own_step_may_be_flown_rightly(mediterranean: Evening) -> None:
    done(mediterranean, "Bomb Malta", hits="2")
    entry(mediterranean, "3").tap("Correct…").tap("Correct it", reason="not-happened").reads("Malta's number 8 10")
    done(mediterranean, "Bomb Malta", hits="1").reads("its number goes from 10 to 9")
    mediterranean.tap("Turn report").reads("From 10 to 9. - Mar I 41: 9, 1 hit [entry 5]").never_reads("2 hits")


@pytest.mark.played("X.6")
def test_maltas_number_is_put_right_as_of_a_turn_and_what_bombed_it_since_bombed_it_by_as_much(
    mediterranean: Evening,
) -> None:
    """By the scenario it was 8, not 10, as Mar I began. 1 hit left 9, and rightly 7, where 6 and 1 are no contact. In
    Mar II another takes it to 8, and rightly to 6, where 6 and 2 are none; 5 and 4 are one in both columns."""
    done(mediterranean, "Bomb Malta", hits="1")
    roll(mediterranean, 1, "61 1 1 1").reads("CONTACT")
    until(until(mediterranean, "Allied initial"), "Axis initial")
    until(mediterranean, "Axis naval movement")
    done(mediterranean, "Bomb Malta", hits="1").reads("its number goes from 9 to 8")
    for row, thrown in ((3, "62 1"), (4, "54 1")):
        add(mediterranean, "3 SP", "naples", "tripoli")
        roll(mediterranean, row, thrown).reads("CONTACT")
    until(until(mediterranean, "Allied initial"), "Axis initial")
    mediterranean.tap("Set-up").tap(re.compile("^Malta$")).tap("It was another since an earlier turn")
    was = {"to": "8", "when": "1941-03-1/axis", "why": "the scenario says 8"}
    mediterranean.tap("Show what it would be", **was).reads(
        "Something else would come of 2 later entries", "1 that read it too and comes out the same"
    )
    mediterranean.tap("All: same dice").tap("Put it right").reads(
        "Malta's number: 8 since Mar I 41, Axis player turn", "Malta's number 8 6"
    )
    mediterranean.tap("Turn report").tap("The turn before").reads(
        "From 7 to 6. - Mar II 41: 6, 1 hit", "3 REs, 3 NTs arrived", "3 REs, 3 NTs back"
    )
    mediterranean.tap("The turn before").reads("Mar I 41: 7, 1 hit", "7 REs, 7 NTs arrived")


@pytest.mark.played("X.6")
def test_what_an_entry_changed_itself_is_no_fact_that_has_changed_since(mediterranean: Evening) -> None:
    """A 6, a Great success, brings the fleet out: what it made of the level is not told as if another had."""
    until(mediterranean, "Allied initial").tap(FLEET).tap("Carry it out", dice="typed", strip="6").receipt()
    mediterranean.reads("MAJOR INTERFERENCE").tap("Correct…").never_reads("that have changed since")


@pytest.mark.played("X.6")
def test_an_owner_is_put_right_as_of_a_turn_with_all_five_rolls_that_had_read_another(mediterranean: Evening) -> None:
    """The Aegean is 12 for Axis shipping with Athens and Thessalonika Allied, 1 with one of them (33.B.6.a).

    7 and 9 are contacts in column 12, and none in column 1; 11 is one in both. The row of Mar I was rolled rightly.
    """
    for turn, dice in enumerate((("61 1",), ("61 1", "54 1"), ("61 1", "65 1", "63 1"))):
        for row, thrown in enumerate(dice, start=3):
            add(mediterranean, "3 SP", "leros", "rhodes", side="Axis")
            roll(mediterranean, row, thrown).reads("CONTACT")
        until(until(mediterranean, "Allied initial"), "Axis naval movement" if turn < 2 else "Axis initial")
    mediterranean.tap("Set-up").tap("Ports").tap("Thessalonika").tap("It was another since an earlier turn")
    fell = {"to": "axis", "when": "1941-03-2/axis", "why": "it fell in the week of the coup"}
    mediterranean.tap("Show what it would be", **fell).reads(
        "Something else would come of 4 later entries", "1 that read it too and comes out the same"
    )
    mediterranean.tap("All: same dice").reads("4 entries would be made again", "column 1 = 9 NO CONTACT")
    mediterranean.tap("Put it right").reads(
        "Owner of Thessalonika: Axis since Mar II 41, Axis player turn", "it fell in the week of the coup"
    )
    mediterranean.tap("Turn report").tap("The turn before").reads("Axis sent 9 REs, 9 NTs: 6 REs, 6 NTs arrived; 3 REs")
    mediterranean.tap("The turn before").reads("Axis sent 6 REs, 6 NTs: 6 REs, 6 NTs arrived")
    mediterranean.tap("The turn before").reads("Axis sent 3 REs, 3 NTs: 3 REs, 3 NTs back")


@pytest.mark.played("X.6")
def test_what_the_italian_fleet_reached_long_ago_is_put_right_for_its_player_turn_alone(mediterranean: Evening) -> None:
    """With minor interference Allied shipping in the Eastern Med has status 0, with partial 6: 6 and 3 are a contact
    in column 6 alone. The success ended with the Allied player turn of Mar I."""
    until(mediterranean, "Allied naval movement")
    add(mediterranean, "3 SP", "alexandria", "haifa")
    roll(mediterranean, 3, "63").reads("NO CONTACT")
    until(mediterranean, "Axis initial")
    mediterranean.tap("Set-up").tap("Sea zones").tap(
        "It was another since an earlier turn", near="Eastern Med and Aegean"
    )
    was = {"to": "partial", "when": "1941-03-1/allied", "why": "a Success that nobody typed"}
    mediterranean.tap("Show what it would be", **was).reads("Carry it out again, same dice: with further dice")
    again = {**was, f"way-public-{number_of(mediterranean)}": "same"}
    mediterranean.tap("Show what it would be", **again).reads("column 6 = 9 CONTACT")
    mediterranean.tap("Put it right", **again, **{f"dice-public-{number_of(mediterranean)}": "1"}).reads(
        "Italian interference, Eastern Med: partial since Mar I 41, Allied player turn"
    )
    mediterranean.tap("Turn report").tap("The turn before").reads("Allied sent 3 REs, 3 NTs: 3 REs, 3 NTs back")


def number_of(evening: Evening) -> str:
    """The entry that is asked about."""
    found = re.search(r"choose what becomes of it Entry (\d+)", evening.page.read)
    assert found, evening.page.read
    return found[1]
