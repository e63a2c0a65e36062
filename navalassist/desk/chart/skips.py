"""What would be passed over if steps ended now: the shipments that a step is for and that have not sailed in it.

In:  the state, the facts that the viewer may see, and the step to go on to (empty: only this one ends).
Out: a `Skip` for each step that would pass over something, in order. Nothing here writes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from navalassist.desk.access import SEATS
from navalassist.desk.logbook.facts import Words
from navalassist.desk.logbook.waits import marked_words, open_marks
from navalassist.play.left_over import WAITING
from navalassist.play.state import State
from navalassist.play.systems import Moment, System
from navalassist.rules.europa.words import ShipmentState, Step
from navalassist.systems.europa.board.rows import stays

# No turn of any system has more steps than this; a walk that finds no end stops here.
MOST_STEPS = 40
NAVAL = tuple(step.value for step in Step if step.is_naval)
AT_SEA = ShipmentState.AT_SEA.value
UNDER_WAY = (ShipmentState.PLANNED.value, AT_SEA)


@dataclass(frozen=True, slots=True)
class Skip:
    """A step and what its end passes over: keys of shipments, and a line for each."""

    title: str
    keys: tuple[str, ...]
    lines: tuple[str, ...]


def still_to_sail(facts: Mapping[str, Any], moment: Moment) -> list[str]:
    """Keys of the shipments that a step is for: those planned for its turn, and those at sea that do not stay there."""
    rows = [key[: -len(".state")] for key, value in facts.items() if value in UNDER_WAY and _is_state(key)]
    return [row.removeprefix("shipment:") for row in rows if _is_for(facts, row, moment)]


def _clock(moment: Moment) -> tuple[str, str, str]:
    return moment.turn, moment.player_turn, moment.step


def _is_state(key: str) -> bool:
    return key.startswith("shipment:") and key.endswith(".state")


def _is_for(facts: Mapping[str, Any], row: str, moment: Moment) -> bool:
    if facts[f"{row}.side"] != moment.player_turn:
        return False
    if facts[f"{row}.state"] == AT_SEA:
        told = {name: facts[f"{row}.{name}"] for name in ("state", "route", "leg", "sailed_in")}
        return bool(facts[f"{row}.turn"] <= moment.turn) and not stays(told, _clock(moment))
    return bool(facts[f"{row}.turn"] == moment.turn)


def steps_ending(now: Moment, until: str, system: System) -> list[Moment]:
    """The steps that end, from `now` to the one before `until` (`allied/naval-movement`); without it only `now`."""
    found = [now]
    while until and len(found) < MOST_STEPS:
        after = system.next_moment(found[-1])
        if f"{after.player_turn}/{after.step}" == until:
            break
        found.append(after)
    return found


def skips_of(state: State, facts: Mapping[str, Any], system: System, until: str = "") -> list[Skip]:
    """What each step that would end passes over; a step that passes over nothing is left out.

    A procedure that waits is named first: its answer does not end with a step, but the game would go on without it.
    """
    marks, words = open_marks(facts), Words(state, {})
    found = [Skip("Waits for a decision", tuple(marks), tuple(marked_words(facts, m) for m in marks))] if marks else []
    for moment in steps_ending(Moment(*state.clock), until, system):
        keys = still_to_sail(facts, moment) if moment.step in NAVAL else []
        if keys:
            step = system.names.step(moment.step)
            title = f"{SEATS[moment.player_turn][0]} {step[:1].lower()}{step[1:]}, {system.names.turn(moment.turn)}"
            found.append(Skip(title, tuple(keys), tuple(_line(key, facts, words, moment) for key in keys)))
    return found


def passed_over(skips: Iterable[Skip]) -> str:
    """`2 shipments`, `1 open decision`, `1 open decision and 1 shipment`; nothing when nothing is passed over."""
    keys = {key for skip in skips for key in skip.keys}
    waits = sum(key.startswith(WAITING) for key in keys)
    found = [f"{waits} open decision{'' if waits == 1 else 's'}"] if waits else []
    return " and ".join([*found, shipments(len(keys) - waits)] if len(keys) > waits else found)


def shipments(count: int) -> str:
    """`1 shipment`, `3 shipments`"""
    return "1 shipment" if count == 1 else f"{count} shipments"


def mark_of(skips: Iterable[Skip]) -> str:
    """A short mark of exactly these shipments, so that a confirmation holds for what it was asked about."""
    keys = sorted({key for skip in skips for key in skip.keys})
    return hashlib.sha256("\n".join(keys).encode()).hexdigest()[:12]


def _line(key: str, facts: Mapping[str, Any], words: Words, moment: Moment) -> str:
    row = f"shipment:{key}"
    amount = str(facts.get(f"{row}.points", "") or "")
    amount = "" if amount == "0" or facts.get(f"{row}.label") else amount
    what = " ".join(filter(None, (amount, words.shipment(key))))
    state = "at sea, has not arrived" if facts[f"{row}.state"] == AT_SEA else "has not sailed"
    if facts[f"{row}.state"] == AT_SEA and facts[f"{row}.sailed_in"] != "/".join(_clock(moment)):
        state = "at sea, not checked in this step"
    return f"Row {facts[f'{row}.row']}: {what} {state}"
