"""X.6 of what is long past: a roll of an ended turn is put right, and report, roster, ledger and points follow.

Malta's number is 10 in the demo. 6 and 6 are a contact in column 10; an effect of 1 turns 3 REs back, a 5 sinks them. The
Italian fleet's die: 1 is a Disaster, 6 VPs to the Allies; 2 a Complete failure, 3 VPs.
"""

import re

import pytest

from tests.evenings.evening import Evening
from tests.evenings.shipping import roll
from tests.evenings.ships import until

FLEET = "Italian fleet: Eastern Med, Aegean"
STOCK = {"port-1": "naples", "what-1": "nt", "count-1": "10", "port-2": "naples", "what-2": "sp", "count-2": "20"}


def two_turns_on(evening: Evening) -> Evening:
    """From Mar I 41 to Apr I: the convoy of Mar I has left the board."""
    for _ in range(2):
        until(until(evening, "Allied initial"), "Axis initial")
    return evening


def entry(evening: Evening, number: str) -> Evening:
    return evening.tap("Log").tap(re.compile(f"^{number}$"))


def stock(evening: Evening) -> Evening:
    return evening.tap("Fleets").tap("Ledgers").tap("roster")


@pytest.mark.played("X.6")
def test_a_mistyped_die_of_a_convoy_that_left_the_board_is_put_right(mediterranean: Evening) -> None:
    stock(mediterranean).tap("Save", **STOCK)
    two_turns_on(roll(mediterranean, 1, "66 1 1 1"))
    stock(mediterranean).reads("Naples NTs 10", "Naples SP 20 ")
    entry(mediterranean, "5").tap("Correct…")
    mediterranean.tap("Show what it would be", reason="mistyped-die", strip="66 5 1 1").reads(
        "Eliminated lot 1, 3 SP: all 3 lost", "What is counted since would follow", "in Naples 10 → 7"
    )
    mediterranean.tap("Correct it", reason="mistyped-die", strip="66 5 1 1").reads(
        "Correction of entry 5", "lost 0 3", "10 7"
    )
    stock(mediterranean).reads("Naples NTs 7", "Naples SP 17 ")
    mediterranean.tap("Turn report").tap(re.compile("Mar I 41"))
    mediterranean.reads("lost")
    # A correction of long ago is corrected once more.
    entry(mediterranean, "29").tap("Correct…").tap("Correct it", reason="mistyped-die", strip="66 1 1 5")
    stock(mediterranean).reads("Naples NTs 9", "Naples SP 19 ")
