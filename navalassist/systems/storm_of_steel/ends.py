"""What naval actions come to when the step ends in which they are open (R-90)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from navalassist.engine import Effect, Remove
from navalassist.engine.duties import Moment
from navalassist.engine.reader import View
from navalassist.systems.storm_of_steel.actions import (
    ACTIONS,
    ended,
    has_no_guns,
    no_guns_words,
    sides_left,
    staying,
)
from navalassist.systems.storm_of_steel.marks import stays_mark
from navalassist.systems.storm_of_steel.state import Action, Stage


def step_over(values: Mapping[str, Any], ending: Moment) -> tuple[Effect, ...]:
    """What was not carried out is given up; but losses are due in every step, and their action waits for them."""
    view = View(values)
    waiting = (action for action in ACTIONS.going_on(view) if action.stage is not Stage.LOSSES)
    return tuple(effect for action in waiting for effect in _over(view, action))


def _over(view: View, action: Action) -> Iterator[Effect]:
    yield from ended(action, how_it_ends(view, action))
    for side in staying(view, action.key):
        yield Remove(stays_mark(action.key, side))


def how_it_ends(view: View, action: Action) -> str:
    """`the mission was given up: nobody is left to shell Scarborough`"""
    if has_no_guns(view, action):
        return f"the mission was given up: {no_guns_words(view, action)}"
    if not sides_left(view, action):
        return "nobody is left on either side"
    if action.stage in (Stage.MISSION, Stage.UNOPPOSED):
        return "the mission was given up as the step ended"
    return "it was broken off as the step ended"
