"""The turns and steps of a Europa campaign, as far as they matter at sea.

A turn is half a month: `1941-03-1` is Mar I 41. In each turn the Axis player turn comes first.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from navalassist.rules.europa.words import Side, Step

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
# Table 3 says "winter months" and names none; these three are winter on the half-month record of these games.
WINTER_MONTHS = ("Dec", "Jan", "Feb")
PLAYER_TURNS = (Side.AXIS, Side.ALLIED)
STEPS = tuple(Step)
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
    return f"{MONTHS[month - 1]} {'I' * half} {year % 100:02}"


def month_of(turn: str) -> str:
    """`Mar` of `1941-03-1`."""
    return MONTHS[parts_of(turn)[1] - 1]


def is_winter(turn: str) -> bool:
    """True in December, January and February."""
    return month_of(turn) in WINTER_MONTHS


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
    side, here = Side(player_turn), Step(step)
    if here is not STEPS[-1]:
        return Moment(turn, side, STEPS[STEPS.index(here) + 1])
    if side is PLAYER_TURNS[0]:
        return Moment(turn, PLAYER_TURNS[1], STEPS[0])
    return Moment(next_turn(turn), PLAYER_TURNS[0], STEPS[0])
