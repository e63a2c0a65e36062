"""The turns and steps of a Europa campaign, as far as they matter at sea: what turn.toml says, as the rules ask for it.

A turn is half a month: `1941-03-1` is Mar I 41.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from navalassist.engine import Effect, Set
from navalassist.rules.europa.turn import TURN
from navalassist.rules.europa.words import Side, Step
from tables.data_file import TurnError
from tables.turn import TurnSequence

MONTHS = TURN.months
HALVES, FILE = 2, "turn.toml"
TURN_PATTERN = r"19[0-9][0-9]-(0[1-9]|1[0-2])-[12]"


class Moment(NamedTuple):
    """A place in the turn sequence."""

    turn: str
    player_turn: Side
    step: Step

    @property
    def title(self) -> str:
        """`Mar I 41, Axis player turn, Naval movement`."""
        return f"{turn_title(self.turn)}, {self.player_turn.label} player turn, {self.step.label}"


def parts_of(turn: str) -> tuple[int, int, int]:
    """(1941, 3, 1) of `1941-03-1`. ValueError for anything that is no turn key."""
    if not re.fullmatch(TURN_PATTERN, turn):
        raise ValueError(f"{turn!r} is no turn: write the year, the month and 1 or 2, as in 1941-03-1")
    year, month, half = turn.split("-")
    return int(year), int(month), int(half)


def turn_title(turn: str) -> str:
    """`Mar I 41` of `1941-03-1`."""
    year, month, half = parts_of(turn)
    return f"{MONTHS[month - 1]} {TURN.halves[half - 1]} {year % 100:02}"


def month_of(turn: str) -> str:
    """`Mar` of `1941-03-1`."""
    return MONTHS[parts_of(turn)[1] - 1]


def is_winter(turn: str) -> bool:
    """True in the months that turn.toml calls winter: December, January and February."""
    return month_of(turn) in TURN.winter


def turn_number(turn: str) -> int:
    """Half-months since Jan I 00: two turns can be compared, and their distance is the difference."""
    year, month, half = parts_of(turn)
    return ((year - 1900) * 12 + month - 1) * 2 + half - 1


def turn_of(number: int) -> str:
    """The key of a turn number."""
    months, half = divmod(number, 2)
    year, month = divmod(months, 12)
    return f"{year + 1900}-{month + 1:02}-{half + 1}"


def next_turn(turn: str) -> str:
    """The turn after this one."""
    return turn_of(turn_number(turn) + 1)


def next_step(turn: str, player_turn: str, step: str) -> Moment:
    """What comes after a step: the next step, else the other player turn, else the next turn."""
    side, here, new = TURN.after(player_turn, step)
    return Moment(next_turn(turn) if new else turn, Side(side), Step(here))


def set_back(before: Moment, after: Moment) -> tuple[Effect, ...]:
    """The facts that go back to their plain state between two moments."""
    return tuple(Set(fact, line.plain) for line in TURN.ended(before, after) for fact in line.facts)


def check(found: TurnSequence) -> None:
    """TurnError when a turn file has other sides or steps than the rules ask for by name, or other parts of a month."""
    for table, keys, words in (("player_turn", found.player_turns, Side), ("step", found.steps, Step)):
        wanted = [word.value for word in words]
        if sorted(keys) != sorted(wanted):
            raise TurnError(f"[[{table}]]: the rules know {', '.join(wanted)}; here stand {', '.join(keys)}", FILE)
    if len(found.halves) != HALVES:
        raise TurnError(f'"halves": a month has {HALVES} turns, here are {len(found.halves)}', FILE)


check(TURN)
