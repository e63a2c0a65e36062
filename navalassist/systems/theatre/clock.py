"""The turns of the theatre campaign: a month each (R-202), `1941-12` is Dec 41."""

from __future__ import annotations

import re

from navalassist.engine.duties import Moment
from navalassist.systems.theatre.turn import TURN, season_of

TURN_PATTERN = r"19[0-9][0-9]-(0[1-9]|1[0-2])"


def turn_title(turn: str) -> str:
    """`Dec 41, winter` of `1941-12`. ValueError for anything that is no turn key."""
    if not re.fullmatch(TURN_PATTERN, turn):
        raise ValueError(f"{turn!r} is no turn: write the year and the month, as in 1941-12")
    year, month = map(int, turn.split("-"))
    return f"{TURN.months[month - 1]} {year % 100:02}, {season_of(turn).label}"


def next_moment(now: Moment) -> Moment:
    """What comes after a phase."""
    return Moment(*TURN.follows(now.turn, now.player_turn, now.step))


def tap(player_turn: str, step: str) -> str:
    """Both sides are in each phase together: `Operations phase of both sides`."""
    return f"{TURN.title_of(step)} phase of both sides"
