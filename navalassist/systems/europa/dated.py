"""What history says from a day on: the owner of a port, a condition of the war, Malta's number.

In:  entries of the data files, each with its day. Out: the one in force as a turn begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from pydantic import Field

from navalassist.desk.chart.drawing import DrawnData
from navalassist.rules.europa.clock import parts_of, turn_number, turn_of

# The days on which the two turns of a month begin.
FIRST_DAYS = (1, 16)


class Since(DrawnData):
    """What stands from a day on, and why; without a day: as it stood before the war came."""

    day: date | None = None
    value: bool | int | str
    source: str = Field(min_length=1)
    # A judgement, because no source at hand prints it.
    stand_in: bool = False

    @property
    def turn(self) -> str:
        """The first turn that begins with it; '' for what stood before the war."""
        if self.day is None:
            return ""
        here = f"{self.day.year}-{self.day.month:02}-{1 if self.day.day < FIRST_DAYS[1] else 2}"
        return turn_of(turn_number(here) + (self.day >= first_day(here)))


History = tuple[Since, ...]


def first_day(turn: str) -> date:
    """1 or 16 March 1941 of `1941-03-1` and `1941-03-2`."""
    year, month, half = parts_of(turn)
    return date(year, month, FIRST_DAYS[half - 1])


def so_far(history: History, turn: str) -> History:
    """What had come by the day before a turn begins; the last is in force. What happens in the turn is played in it."""
    begins = first_day(turn)
    return tuple(since for since in history if since.day is None or since.day < begins)


def check_order(history: Sequence[Since]) -> None:
    """ValueError where the first has a day, a later one none, or a day does not come after that before."""
    days = [since.day for since in history]
    known = [day for day in days if day]
    if not days or days[0] is not None or len(known) != len(days) - 1:
        raise ValueError("what stood before the war comes first, without a day, and all others have one")
    if known != sorted(set(known)):
        raise ValueError("its days do not follow one another")
