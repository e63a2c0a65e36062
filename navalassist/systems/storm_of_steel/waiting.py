"""What naval actions wait for, as lines of the page of a step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from navalassist.play.duties import Duty, Kind, Now, Passed, by_rule
from navalassist.systems.storm_of_steel.acting import has_nobody_left, sides_left
from navalassist.systems.storm_of_steel.afloat import action_choices
from navalassist.systems.storm_of_steel.rules.rows import action_row
from navalassist.systems.storm_of_steel.state import Side, Stage


def waiting(now: Now, *stages: Stage) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Key, words and facts of each action in these stages, the earliest first; none for a step still to come.

    Left out is one of which a side has nobody left (R-89): that goes on by `deserted`.
    """
    for key, words in _actions(now, *stages):
        if not has_nobody_left(now.facts, action_row(key)):
            prefix = f"{action_row(key)}."
            fields = {name.removeprefix(prefix): value for name, value in now.facts.items() if name.startswith(prefix)}
            yield key, words, fields


def deserted(now: Now) -> Iterator[tuple[str, str, Side]]:
    """Key and words of each action whose next step asks for a side with nobody left, and a side that can go on."""
    for key, words in _actions(now):
        row = action_row(key)
        if has_nobody_left(now.facts, row):
            left = sides_left(now.facts, row)
            yield key, words, left[0] if left else Side(now.facts[f"{row}.side"])


def _actions(now: Now, *stages: Stage) -> list[tuple[str, str]]:
    return [] if now.ahead else action_choices(now.facts, *(stage.value for stage in stages))[::-1]


def due(slug: str, key: str, words: str, seat: str, text: str = "", more: str = "", *, optional: bool = False) -> Duty:
    """The line of an action that waits for this rule. more: fields that its form begins with, beside the action."""
    query = f"action={key}" + (f"&{more}" if more else "")
    passes = () if optional else (Passed(f"action:{key}", f"{words}: it is given up", "naval action"),)
    kind = Kind.MAY if optional else Kind.DUE
    return by_rule(slug, text, query, small=words, kind=kind, seat=seat, strong=not optional, done="", passes=passes)


def by_itself(duty: Duty) -> Duty:
    """The same of an action that nobody can go on with: its step ends it, and passes over nothing."""
    return replace(duty, small=f"{duty.small}; the end of the step does the same", passes=())


def enemy(side: str) -> str:
    """The other side, as a seat."""
    return Side(side).enemy.value
