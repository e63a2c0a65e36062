"""How often the loops of the tests go round: seldom in the gate, often in `python3 start.py test --all`.

Everything that the gate does less of stands on this page: how long its loops are, and which tests it leaves out.
"""

import itertools
import os
import time
from collections.abc import Sequence
from typing import Generic, TypeVar

Count = TypeVar("Count", int, float)
Case = TypeVar("Case")

VARIABLE = "NAVALASSIST_ALL"
ALL = os.environ.get(VARIABLE) == "1"


def many(gate: Count, all: Count) -> Count:
    """So many in the gate, so many with --all."""
    return all if ALL else gate


class InTurn(Generic[Case]):
    """Cases to be tried on each of many things: in the gate the next one or few in turn, with --all every one."""

    def __init__(self, cases: Sequence[Case]) -> None:
        self._cases = cases
        self.first = cases[0]
        self._turns = itertools.cycle(cases)

    def take(self, number: int = 1) -> list[Case]:
        """Those for the next thing."""
        return list(self._cases) if ALL else [next(self._turns) for _ in range(number)]


# P4 P14 P25 P33 P34: of pages that differ only in what they are about so many are read, from the seat that sees most.
PAGES_OF_A_KIND = many(gate=5, all=4_000)
# P33: the same of the campaign that is full of hostile text, whose lists of many names multiply their filters.
PAGES_OF_A_HOSTILE_KIND = many(gate=5, all=30)
# From the other seats, and at a club; and where a page was looked at from another seat or in another campaign already.
PAGES_OF_OTHER_SEATS = many(gate=3, all=10)
PAGES_BESIDE = many(gate=2, all=10)
# P24: of a closed campaign by each person at a club, and from each seat at one table.
PAGES_OF_A_CLOSED_CAMPAIGN = many(gate=3, all=4_000)
PAGES_AT_ITS_TABLE = many(gate=1, all=4_000)
# P4: of pages that were recorded so many of a kind are asked for again.
PAGES_AGAIN = many(gate=3, all=10)
# P36: of an imported campaign.
PAGES_OF_AN_IMPORT = many(gate=1, all=3)
# P1: how often the server is killed in the middle of rolls.
KILLS = many(gate=6, all=40)
# P3: rolls that are sent twice and more at once.
DOUBLE_ROLLS = many(gate=60, all=200)
# P25: after so many secret changes does an observer look again; the other side looks after each.
CHANGES_UNSEEN = many(gate=12, all=1)
# P31: of one route so many addresses of a foreign campaign are asked for, and of forms with a field of one name and
# address so many are sent a foreign key.
ADDRESSES_OF_A_ROUTE = many(gate=1, all=4_000)
FORMS_OF_A_FIELD = many(gate=1, all=4_000)
# P31 P46: so many ways, foreign keys, and keys that are none, in turn (with --all every one).
TRIES = 2
# P39: so often are the times of a known name and of an unknown one compared.
GUESSES_TIMED = many(gate=3, all=7)
# P6: so often, and for so many seconds, does each of sixteen tablets write; 0 counts what it wrote, and not the time.
STORM_WRITES = many(gate=12, all=25)
STORM_SECONDS = many(gate=0.0, all=60.0)
# P13: rolls that are bound before they are thrown.
BOUND_ROLLS = many(gate=1_000, all=10_000)
# P18: every field of every kind is forged; of its further wrong values so many are tried by the tool and the product.
ONE_FORGERY_IN_TOOL = many(gate=12, all=1)
ONE_FORGERY_IN_PRODUCT = many(gate=40, all=1)
PAIRS_OF_FORGERIES = many(gate=40, all=2_000)
# So many pages that differ only in what they are about are compared between SQLite and PostgreSQL.
PAGES_ON_BOTH = many(gate=2, all=4_000)
# P38: random requests to one table and to a club.
REQUESTS = many(gate=1_500, all=20_000)
REQUESTS_TO_A_CLUB = many(gate=500, all=6_000)
# They are the same in every run of the gate; with --all other ones each time, unless NAVALASSIST_SEED names them.
SEED_OF_REQUESTS = int(os.environ.get("NAVALASSIST_SEED", "0")) or many(gate=39, all=int(time.time()))
# Random situations and words that Hypothesis tries of each kind.
EXAMPLES = many(gate=20, all=100)
# P42: for so many seconds does a tablet sleep, and so often does it hear that its stream is there.
SECONDS_ASLEEP = many(gate=1.5, all=6.0)
BEATS_HEARD = many(gate=1, all=3)
# In so many widths of a page does axe look at it: on a tablet, on a laptop, on a phone.
WIDTHS_FOR_AXE = many(gate=1, all=3)
# Of two evenings at a club, that of the closed campaign alone.
EVENINGS = many(gate=1, all=2)
# P44: innocent tablets beside a hostile one.
INNOCENT = many(gate=100, all=2_000)

# Tests that the gate leaves out, each with what proves the same there, or why it may wait.
LEFT_OUT: dict[str, str] = {
    "tests/campaigns/test_recorded.py::test_the_script_that_recorded_it_still_plays_it": (
        "every rule of the recordings is carried out again by the tests beside it"
    ),
    "tests/test_start.py::test_no_network_is_said_and_the_next_start_begins_anew": (
        "both are shown of start.py as a module: what is said without a network, and that what broke off is begun again"
    ),
    "tests/test_start.py::test_the_last_line_of_a_test_run_is_pytests_own": "the gate's own last line shows it",
    "tests/test_start_serves.py::test_from_a_bare_checkout_to_a_page_and_again_without_a_network": (
        "the gate itself begins with a bare checkout that installs; a start with the packages at hand is beside it"
    ),
}
