"""What naval actions come to when the step ends in which they are open (R-90)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from navalassist.engine import Effect, Remove, Set
from navalassist.engine.rows import key_of
from navalassist.play.systems import Moment
from navalassist.systems.storm_of_steel.acting import has_no_guns, sides_left, staying
from navalassist.systems.storm_of_steel.afloat import Values, name_of, rows_of
from navalassist.systems.storm_of_steel.marks import stays_mark
from navalassist.systems.storm_of_steel.rules.rows import ACTION, base_row
from navalassist.systems.storm_of_steel.state import Stage


def step_over(values: Mapping[str, Any], ending: Moment) -> tuple[Effect, ...]:
    """What was not carried out is given up; but losses are due in every step, and their action waits for them."""
    waiting = (row for row in open_actions(values) if values[f"{row}.stage"] != Stage.LOSSES)
    return tuple(effect for row in waiting for effect in _over(values, row))


def open_actions(values: Values) -> list[str]:
    """The rows of the naval actions that are not over."""
    return [row for row in rows_of(values, ACTION) if values[f"{row}.stage"] != Stage.ENDED]


def _over(values: Values, row: str) -> Iterator[Effect]:
    key = key_of(row)
    yield Set(f"{row}.stage", Stage.ENDED.value)
    yield Set(f"{row}.ends", how_it_ends(values, row))
    for side in staying(values, key):
        yield Remove(stays_mark(key, side))


def how_it_ends(values: Values, row: str) -> str:
    """`the mission was given up: nobody is left to shell Scarborough`"""
    if has_no_guns(values, row):
        return f"the mission was given up: {no_guns_words(values, row)}"
    if not sides_left(values, row):
        return "nobody is left on either side"
    if values[f"{row}.stage"] in (Stage.MISSION, Stage.UNOPPOSED):
        return "the mission was given up as the step ended"
    return "it was broken off as the step ended"


def no_guns_words(values: Values, row: str) -> str:
    """`nobody is left to shell Scarborough`"""
    return f"nobody is left to shell {name_of(values, base_row(str(values[f'{row}.target'])))}"
