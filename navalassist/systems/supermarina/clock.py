"""The turns of Supermarina II: half a month each, `1941-04-1` is Apr I 41."""

from __future__ import annotations

import re

from navalassist.engine.duties import Moment
from navalassist.systems.supermarina.turn import TURN

TURN_PATTERN = r"19[0-9][0-9]-(0[1-9]|1[0-2])-[12]"


def turn_title(turn: str) -> str:
    """`Apr I 41` of `1941-04-1`. ValueError for anything that is no turn key."""
    if not re.fullmatch(TURN_PATTERN, turn):
        raise ValueError(f"{turn!r} is no turn: write the year, the month and 1 or 2, as in 1941-04-1")
    year, month, half = map(int, turn.split("-"))
    return f"{TURN.months[month - 1]} {TURN.halves[half - 1]} {year % 100:02}"


def next_moment(now: Moment) -> Moment:
    """What comes after a step."""
    return Moment(*TURN.follows(now.turn, now.player_turn, now.step))
