"""What naval actions wait for, as lines of the page of a step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from navalassist.engine.duties import Duty, Kind, Now, Passed, by_rule
from navalassist.systems.storm_of_steel.actions import action_words, actions, has_nobody_left, sides_left
from navalassist.systems.storm_of_steel.state import Action, Side, Stage


def waiting(now: Now, *stages: Stage) -> Iterator[Action]:
    """Each action in these stages, the earliest first; none for a step still to come.

    Left out is one of which a side has nobody left (R-89): that goes on by `deserted`.
    """
    for action in _actions(now, *stages):
        if not has_nobody_left(now.view, action):
            yield action


def deserted(now: Now) -> Iterator[tuple[Action, Side]]:
    """Each action whose next step asks for a side with nobody left, and a side that can go on."""
    for action in _actions(now):
        if has_nobody_left(now.view, action):
            left = sides_left(now.view, action)
            yield action, left[0] if left else action.side


def _actions(now: Now, *stages: Stage) -> list[Action]:
    return [] if now.ahead else actions(now.view, *stages)[::-1]


def due(
    now: Now, slug: str, action: Action, seat: str, text: str = "", *, note: str = "", may: bool = False, **begins: str
) -> Duty:
    """The line of an action that waits for this rule. begins: what its form begins with, where it is not empty."""
    words = "; ".join(filter(None, (action_words(now.view, action), note)))
    passes = () if may else (Passed(action.row, f"{words}: it is given up", "naval action"),)
    kind = Kind.MAY if may else Kind.DUE
    query = {name: value for name, value in {"action": action.key, **begins}.items() if value}
    return by_rule(slug, text, query, small=words, kind=kind, seat=seat, strong=not may, done="", passes=passes)


def by_itself(duty: Duty) -> Duty:
    """The same of an action that nobody can go on with: its step ends it, and passes over nothing."""
    return replace(duty, small=f"{duty.small}; the end of the step does the same", passes=())
