"""X: what every rule leans on: weather, ledgers, dice, log, charts, rulings.

Raiders of strength 2 meet no convoy: column 2, 4 is 1 and 6 is 2.
"""

import re

import pytest

from tests.evenings.at_war import at_map, ended, raided
from tests.evenings.evening import Evening
from tests.evenings.shipping import roll
from tests.evenings.ships import card, done, not_done, rolled, sail, until

BOATS = "Malta submarines"
ROLLS, SEA = f"{BOATS} rolls in an Axis danger zone", "How is the Mediterranean?"
GIBRALTAR = "Atlantic off Gibraltar"


@pytest.mark.played("X.5")
def test_dice_are_typed_or_thrown_by_the_server_and_each_throw_is_kept_and_explained(great_war: Evening) -> None:
    """U-boats of 4 against a contact of 4 are column 1 or less: a 5 is 1 point."""
    raided(great_war, "Western Approaches", "5").reads("Dice typed", "Thrown at the table and typed for the Central")
    great_war.reads("Row 5, column 1(-): 1 , 1 point; a printed cell", "Expected points eliminated 1/3")
    great_war.tap("Map").tap(f"Raid commerce in {GIBRALTAR}").tap("Carry it out")
    great_war.tap("Let it pass").go(dice="server").receipt()
    great_war.reads("Dice server", "Their seed was bound before any of them could be known", "Cells read 1, printed")
    ended(great_war, 6).tap("Dice").reads("Opened Aug 1914", "its SHA-256 is the one that entry 2 bound")
    great_war.tap("Log").reads("Western Approaches GW.RAID 5 typed 1 POINT LOST")
    great_war.tap(re.compile("^8$")).reads("Dice server")


@pytest.mark.played("X.6")
def test_the_log_names_rule_and_states_and_a_correction_erases_nothing(great_war: Evening) -> None:
    """A 6 was typed as a 4."""
    raided(great_war, GIBRALTAR, "4").reads("Procedure Raid commerce, GW.RAID", "Allied merchant shipping level 100 99")
    great_war.reads("Aug 1914, Central Powers player turn, Naval operations")
    great_war.tap("Correct…").tap("Correct it", reason="mistyped-die", strip="6", note="a 6 was read as a 4")
    great_war.reads("Correction of entry 5 : mistyped die", "the merchant level falls to 98")
    great_war.tap("Map").reads("merchant shipping level: 98 ").tap("Log")
    great_war.reads("Correction of 5: Raid commerce", "corrected by 6 4 typed 1 POINT LOST:")
    great_war.tap(re.compile("^5$")).reads("Row 4, column 2: 1 , 1 point")


CELLS = ["D", "D", "F*", "F", "F", "S"]


@pytest.mark.played("X.8")
def test_a_lost_chart_is_typed_from_the_box_and_its_marks_and_its_banner_change(mediterranean: Evening) -> None:
    """Six rows of 1d6; the printed chart says D D F* F F S."""
    mediterranean.tap("Charts").reads("72 % of the cells are printed", "Success Table 0 of 6 – 6")
    mediterranean.tap("Success Table").reads("Not yet as printed: 6 stand-ins", "Each result of 1d6 has one row")
    typed = {"cell-0": [*CELLS[:5], ""], "source": "My copy", "all": "on"}
    mediterranean.tap("Save version 2", **typed).reads("Not yet as printed: 1 unknown cell")
    refused = mediterranean.refused("Save version 3", **{"cell-0": [*CELLS[:5], "T"]})
    assert re.search("One thing can.{1,6}t be kept", refused)
    mediterranean.tap("Save version 3", **{"cell-0": CELLS}).never_reads("Not yet as printed")
    mediterranean.tap("Charts").reads("Success Table 6 of 6")
    mediterranean.tap("Chart pack").reads("1 chart with dice: 6 cells")


@pytest.mark.played("X.7")
def test_a_doubtful_rule_is_read_as_the_group_chooses_and_receipts_say_so(great_war: Evening) -> None:
    """R-35 is read for every raid: its receipt names the reading."""
    great_war.tap("Set-up").tap("Rulings").reads("Why the default", "R-35", "Who defends, and who is absent", "default")
    great_war.tap(re.compile("^The flotilla too is lost only"), note="agreed at the table")
    great_war.reads("agreed at the table").tap("Log").reads("R-35")
    raided(great_war, GIBRALTAR, "4").reads("R-35 The transport flotilla of +D")


@pytest.mark.played("X.2")
def test_the_weather_of_a_sea_is_kept_for_the_turn_and_read_by_the_rolls_there(mediterranean: Evening) -> None:
    """Off Misurata, an Axis base, the boats roll for contact: 6 - 2 for the storm. In the next turn it is over."""
    done(until(mediterranean, "Axis initial"), SEA, typed="stormy").tap("Map").reads(
        f"{SEA} 36.D.2 stormy in this turn", "The sea the Mediterranean stormy"
    )
    assert "stands for this turn: stormy" in not_done(mediterranean, SEA, typed="calm")
    sail(until(mediterranean, "Allied naval movement"), BOATS, "25 18A:1021", zone="central-med")
    rolled(mediterranean, ROLLS, "6").reads("= 4 NO CONTACT", re.compile("The sea is stormy (entry \\d+ )*yes − 2"))
    until(mediterranean, "Axis initial").reads(f"{SEA} 36.D.2 calm where nobody says otherwise")
    mediterranean.never_reads("Mediterranean stormy")


@pytest.mark.played("X.3")
def test_victory_points_come_by_rule_and_by_hand_each_with_its_turn_and_reason(mediterranean: Evening) -> None:
    """A die of 1 is a Disaster of the Italian fleet: 6 VPs to the Allies. The group's own prize is 3 more, less 1."""
    until(mediterranean, "Allied initial").tap("Italian fleet: Eastern Med, Aegean").reads("Victory points")
    mediterranean.tap("Carry it out", dice="typed", strip="1")
    for tap, points, why in (("Receive", "3", "a prize at Bardia"), ("Spend", "1", "counted twice")):
        mediterranean.tap("Fleets").tap("Ledgers").tap(f"{tap} Victory points", near="● Allied Victory points")
        mediterranean.tap("Carry it out", points=points, reason=why).receipt()
    mediterranean.tap("Fleets").tap("Ledgers").reads(
        "Victory points 8",
        "Mar I 41 ● Allied −1 8 Spend points: counted twice",
        "Mar I 41 ● Allied +3 9 Receive points: a prize at Bardia",
        "Mar I 41 ● Allied +6 6 Italian naval interference",
    )
    mediterranean.tap("Map").reads("Axis 0 · Allied 8")


@pytest.mark.played("X.3")
def test_points_are_posted_by_hand_and_struck_out_with_a_reason_beside_what_rules_post(great_war: Evening) -> None:
    """Morale begins at 100. 5 are won by hand, 3 in their place: the line stays, struck out, and 103 are left."""
    ledgers = at_map(great_war).tap("Ledgers").reads("Morale Central Powers 100", "Morale 100")
    wrong = ledgers.refused("Post by hand Morale", near="● Allied Morale", points="many", note="a parade")
    assert "type how many points come or go, such as 3 or -2" in wrong
    great_war.tap("Post by hand Morale", near="● Allied Morale", points="5", note="a parade in London")
    great_war.reads("Aug 1914 ■ Central Powers +5 105 a parade in London by hand")
    great_war.tap(re.compile("^Strike out entry"), points="3", note="it rained")
    great_war.reads("−2 103 it rained by hand, for entry", "+5 105 a parade in London by hand struck out by entry")
    assert not great_war.offers("Strike out entry 3")
    great_war.tap("Map").reads("Allied 103")


@pytest.mark.played("X.1")
def test_what_falls_due_is_offered_by_itself_stays_due_when_forgotten_and_is_put_right(mediterranean: Evening) -> None:
    """Formidable arrives in Mar II 41. Nobody taps it in that turn; in Apr I it is due still, until it is put off."""

    def next_allied_turn() -> Evening:
        return until(until(mediterranean, "Axis initial"), "Allied initial")

    arrives = "Formidable arrives 36.F.2 by the order of battle in Mar II 41"
    until(mediterranean, "Allied initial").never_reads("Formidable arrives")
    next_allied_turn().reads("Mar II 41", arrives)
    next_allied_turn().reads("Apr I 41", arrives)
    card(mediterranean, "Formidable").tap("Save the change", arrives="1941-05-1")
    mediterranean.tap("Map").never_reads("Formidable arrives")
    next_allied_turn().reads("Apr II 41").never_reads("Formidable arrives")
    next_allied_turn().reads("May I 41", "Formidable arrives 36.F.2 by the order of battle in May I 41")


@pytest.mark.played("X.6")
def test_a_step_that_was_ended_by_mistake_is_back_in_one_tap(mediterranean: Evening) -> None:
    """One row is not rolled. It is said what was passed over, and nothing of it is lost."""
    until(mediterranean, "Axis naval movement").refused(re.compile("^End step"))
    mediterranean.tap("End it all the same")
    mediterranean.reads("Naval movement ended, and nothing was carried out since").tap("Log")
    mediterranean.reads("passed over: 1 shipment").tap("Map").tap("Back to Axis naval movement")
    mediterranean.reads("Row 1: 7 SP, Naples–Tripoli 33.A.1").tap("Log").reads("Back to naval movement")
    roll(mediterranean, 1, "11").tap("Map").never_reads("Back to Axis")


@pytest.mark.played("X.6", "X.7")
def test_a_correction_goes_by_the_rulings_of_then_unless_one_is_read_as_now(mediterranean: Evening) -> None:
    """Malta stands at 10: column 10 by R-04 as it is at first, 15 - 10 = 5 as it is read later."""
    roll(until(mediterranean, "Axis naval movement"), 1, "61 1 1 1")
    mediterranean.tap("Receipt", near="in the Central Mediterranean").reads("column 10 = 7 CONTACT")
    mediterranean.tap("Set-up").tap(re.compile("^Rulings$"), near="Malta Sea zones").tap("It raises it")
    mediterranean.tap("Log").tap(re.compile("^4$")).tap("Correct…")
    mediterranean.reads("Rulings that have changed since", "As it was read then holds, unless you tick it")
    mediterranean.tap("Correct it", reason="mistyped-die", strip="62 1 1 1").reads("column 10 = 8 CONTACT")
    mediterranean.tap("Correct…").tap("Correct it", reason="reading", today="R-04").reads("column 5 = 8")


@pytest.mark.played("X.7")
def test_a_ruling_shows_what_it_changes_before_it_counts_and_later_wants_a_reason(mediterranean: Evening) -> None:
    """Malta stands at 10. Read as 15 - 10 = 5 the row that is due is contacted on 10 rolls of 36 instead of 23."""
    rulings = (
        until(mediterranean, "Axis naval movement").tap("Set-up").tap(re.compile("^Rulings$"), near="Malta Sea zones")
    )
    rulings.refused("It raises it", rewrite=[])
    rulings.reads("Row 1: 7 SP, Naples–Tripoli", "64 %", "28 %").tap("Leave it as it is").reads("It lowers it now")
    until(mediterranean, "Allied initial")
    until(mediterranean, "Axis initial").tap("Set-up").tap(re.compile("^Rulings$"), near="Malta Sea zones")
    mediterranean.refused("It raises it", rewrite=[])
    assert "say why it is read otherwise" in mediterranean.refused("Read it so from now on")
    mediterranean.tap("Read it so from now on", note="as our record sheet has it").reads("It raises it now")
    mediterranean.tap("Log").reads("as our record sheet has it")


@pytest.mark.played("X.11")
def test_the_year_s_book_tells_what_shipping_came_to_and_how_lucky_the_dice_were(mediterranean: Evening) -> None:
    """7 SP meet contact on 23 of 36 throws. 6 1 is contact, 4 2 1 lose 4 REs and send 1 back; then 1 1 in its place."""
    evening = roll(mediterranean, 1, "61 4 2 1").reads("column 10 = 7 CONTACT").tap("Map").tap("Turn report")
    evening.tap("Year's book").reads("The year's book 1941 (so far)", "Mar 7 2 4 1 0 7 4 1 1 0")
    evening.reads("Check an item for anti-shipping contact: Contact typed 1 0.6 1 0 to 1")
    evening.tap("Log").tap(re.compile("^4$")).tap("Correct…")
    evening.tap("Correct it", reason="mistyped-die", strip="11", note="two ones").tap("Year's book")
    evening.reads(
        "Mar 7 7 0 0 0 7 0 0 1 0", "Contact typed 1 0.6 0 0 to 1 so few or fewer: once in 3 campaigns; chance"
    )


@pytest.mark.played("X.1")
def test_the_calendar_says_what_arrives_in_the_next_turns(mediterranean: Evening) -> None:
    mediterranean.tap("Calendar").reads("Mar I 41 this turn", "Row 1: 7 SP, Naples–Tripoli", "Mar II 41", "Formidable")


@pytest.mark.played("X.1")
def test_the_calendar_says_when_a_quarter_ends(great_war: Evening) -> None:
    great_war.tap("Calendar").reads("Sep 1914", "Merchant shipping outcome of the quarter")
