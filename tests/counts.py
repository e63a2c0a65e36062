"""How often the loops of the tests go round: seldom in the gate, often in `python3 start.py test --all`.

Everything that the gate does less of stands on this page: how long its loops are, and which tests it leaves out.
"""

from __future__ import annotations

import os
from typing import TypeVar

Count = TypeVar("Count", int, float)

VARIABLE = "NAVALASSIST_ALL"
ALL = os.environ.get(VARIABLE) == "1"


def many(gate: Count, all: Count) -> Count:
    """So many in the gate, so many with --all."""
    return all if ALL else gate


# P1: how often the server is killed in the middle of rolls.
KILLS = many(gate=6, all=40)
# P3: rolls that are sent twice and more at once.
DOUBLE_ROLLS = many(gate=60, all=200)
# P6: for so many seconds do sixteen tablets write; 0 counts what they wrote, and not the time.
STORM_SECONDS = many(gate=0.0, all=60.0)
# P13: rolls that are bound before they are thrown.
BOUND_ROLLS = many(gate=1_000, all=10_000)
# P18: of the forgeries of one field every so manieth is tried, by the tool and by the product.
ONE_FORGERY_IN_TOOL = many(gate=3, all=1)
ONE_FORGERY_IN_PRODUCT = many(gate=12, all=1)
PAIRS_OF_FORGERIES = many(gate=40, all=2_000)
# P38: random requests to one table and to a club.
REQUESTS = many(gate=1_500, all=20_000)
REQUESTS_TO_A_CLUB = many(gate=500, all=6_000)
# P42: for so many seconds does a tablet sleep, and so often does it hear that its stream is there.
SECONDS_ASLEEP = many(gate=1.5, all=6.0)
BEATS_HEARD = many(gate=1, all=3)
# In so many widths of a page does axe look at it: on a tablet, on a laptop, on a phone.
WIDTHS_FOR_AXE = many(gate=1, all=2)
# Of two evenings at a club, that of the closed campaign alone; and of its log all four look at every so manieth entry,
# for P24 looks at every one from every seat.
EVENINGS = many(gate=1, all=2)
ONE_ENTRY_IN = many(gate=5, all=1)
# P44: innocent tablets beside a hostile one.
INNOCENT = many(gate=200, all=2_000)

# Tests that the gate leaves out, each with what proves the same there, or why it may wait.
LEFT_OUT: dict[str, str] = {}
