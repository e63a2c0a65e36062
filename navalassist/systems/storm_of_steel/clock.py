"""The turns and steps of a Great War campaign: what turn.toml says, as the rules ask for it.

A turn is a month, `1914-08`; three are a quarter, `1914-Q3`. The source has no turn sequence: it is a stand-in (R-74).
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import NamedTuple

from navalassist.systems.storm_of_steel.state import Side
from navalassist.systems.storm_of_steel.turn import TURN
from tables.data_file import TurnError
from tables.turn import TurnSequence

FILE = "turn.toml"
TURN_PATTERN = r"19[0-9][0-9]-(0[1-9]|1[0-2])"
QUARTER_PATTERN = r"19[0-9][0-9]-Q[1-4]"
QUARTERS = ("1st", "2nd", "3rd", "4th")


class Step(StrEnum):
    """A step of a player turn."""

    NAVAL_OPERATIONS = "naval-operations"
    TRANSPORT = "transport"
    ATTRITION = "attrition"

    @property
    def label(self) -> str:
        """`Naval operations`."""
        return TURN.line_of(self.value).title


class Moment(NamedTuple):
    """A place in the turn sequence."""

    turn: str
    player_turn: Side
    step: Step

    @property
    def title(self) -> str:
        """`Aug 1914, Allied player turn, Naval operations`."""
        return f"{turn_title(self.turn)}, {self.player_turn.label} player turn, {self.step.label}"


def parts_of(turn: str) -> tuple[int, int]:
    """(1914, 8) of `1914-08`. ValueError for anything that is no turn key."""
    if not re.fullmatch(TURN_PATTERN, turn):
        raise ValueError(f"{turn!r} is no turn: write the year and the month, as in 1914-08")
    year, month = turn.split("-")
    return int(year), int(month)


def turn_title(turn: str) -> str:
    """`Aug 1914` of `1914-08`."""
    year, month = parts_of(turn)
    return f"{TURN.months[month - 1]} {year}"


def turn_number(turn: str) -> int:
    """Months since January 1900: two turns can be compared, and their distance is the difference."""
    year, month = parts_of(turn)
    return (year - 1900) * 12 + month - 1


def turn_of(number: int) -> str:
    """The key of a turn number."""
    year, month = divmod(number, 12)
    return f"{year + 1900}-{month + 1:02}"


def next_turn(turn: str) -> str:
    """The turn after this one."""
    return turn_of(turn_number(turn) + 1)


def is_winter(turn: str) -> bool:
    """True in the months that turn.toml calls winter: December, January and February (R-76)."""
    return TURN.months[parts_of(turn)[1] - 1] in TURN.winter


def quarter_of(turn: str) -> str:
    """`1914-Q3` of `1914-08`: a quarter of the calendar year."""
    year, month = parts_of(turn)
    return f"{year}-Q{(month + 2) // 3}"


def quarter_title(quarter: str) -> str:
    """`3rd quarter of 1914` of `1914-Q3`. ValueError for anything that is no quarter key."""
    if not re.fullmatch(QUARTER_PATTERN, quarter):
        raise ValueError(f"{quarter!r} is no quarter: write the year and Q1 to Q4, as in 1914-Q3")
    year, _, number = quarter.partition("-Q")
    return f"{QUARTERS[int(number) - 1]} quarter of {year}"


def closes_quarter(turn: str) -> bool:
    """True in the last month of a quarter: March, June, September and December."""
    return quarter_of(turn) != quarter_of(next_turn(turn))


def merchant_is_due(turn: str, player_turn: str, step: str) -> bool:
    """True where the merchant shipping outcome is rolled: as the Allied player turn closes a quarter (R-78)."""
    return closes_quarter(turn) and (player_turn, step) == (Side.ALLIED, Step.ATTRITION)


def next_step(turn: str, player_turn: str, step: str) -> Moment:
    """What comes after a step: the next step, else the other player turn, else the next turn."""
    side, here, new = TURN.after(player_turn, step)
    return Moment(next_turn(turn) if new else turn, Side(side), Step(here))


def check(found: TurnSequence) -> None:
    """TurnError when a turn file has other sides or steps than the rules ask for by name, or parts of a month."""
    for table, keys, words in (("player_turn", found.player_turns, Side), ("step", found.steps, Step)):
        wanted = [word.value for word in words]
        if sorted(keys) != sorted(wanted):
            raise TurnError(f"[[{table}]]: the rules know {', '.join(wanted)}; here stand {', '.join(keys)}", FILE)
    if found.halves:
        raise TurnError(f'"halves": a turn is a whole month, here are {len(found.halves)} parts of one', FILE)


check(TURN)
