"""X: what every rule leans on: weather, ledgers, dice, log, charts, rulings.

Raiders of strength 2 meet no convoy: column 2, 4 is 1 and 6 is 2.
"""

import re

import pytest

from tests.evenings.at_war import ended, raided
from tests.evenings.evening import Evening
from tests.evenings.ships import done, not_done, rolled, sail, until

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
        f"{SEA} 36.D.2 stormy in this turn"
    )
    assert "stands for this turn: stormy" in not_done(mediterranean, SEA, typed="calm")
    sail(until(mediterranean, "Allied naval movement"), BOATS, "25 18A:1021", zone="central-med")
    rolled(mediterranean, ROLLS, "6").reads("= 4 NO CONTACT", re.compile("The sea is stormy (entry \\d+ )*yes − 2"))
    until(mediterranean, "Axis initial").reads(f"{SEA} 36.D.2 calm where nobody says otherwise")


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
