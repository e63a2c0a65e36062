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
from navalassist.play.state import State
from navalassist.play.systems import Moment, System
from navalassist.rules.europa.words import Step

# No turn of any system has more steps than this; a walk that finds no end stops here.
MOST_STEPS = 40
NAVAL = tuple(step.value for step in Step if step.is_naval)
UNDER_WAY = ("planned", "at-sea")


@dataclass(frozen=True, slots=True)
class Skip:
    """A step and what its end passes over: keys of shipments, and a line for each."""

    title: str
    keys: tuple[str, ...]
    lines: tuple[str, ...]


def still_to_sail(facts: Mapping[str, Any], side: str, turn: str) -> list[str]:
    """Keys of the side's shipments of this turn that are planned or at sea."""
    return [
        key[len("shipment:") : -len(".state")]
        for key, value in facts.items()
        if key.startswith("shipment:")
        and key.endswith(".state")
        and value in UNDER_WAY
        and facts[f"{key[: -len('state')]}side"] == side
        and facts[f"{key[: -len('state')]}turn"] == turn
    ]


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
    """What each step that would end passes over; a step that passes over nothing is left out."""
    found = []
    words = Words(state, {})
    for moment in steps_ending(Moment(*state.clock), until, system):
        keys = still_to_sail(facts, moment.player_turn, moment.turn) if moment.step in NAVAL else []
        if keys:
            step = system.names.step(moment.step)
            title = f"{SEATS[moment.player_turn][0]} {step[:1].lower()}{step[1:]}, {system.names.turn(moment.turn)}"
            found.append(Skip(title, tuple(keys), tuple(_line(key, facts, words) for key in keys)))
    return found


def count_of(skips: Iterable[Skip]) -> int:
    """How many shipments are passed over, each counted once."""
    return len({key for skip in skips for key in skip.keys})


def shipments(count: int) -> str:
    """`1 shipment`, `3 shipments`"""
    return "1 shipment" if count == 1 else f"{count} shipments"


def mark_of(skips: Iterable[Skip]) -> str:
    """A short mark of exactly these shipments, so that a confirmation holds for what it was asked about."""
    keys = sorted({key for skip in skips for key in skip.keys})
    return hashlib.sha256("\n".join(keys).encode()).hexdigest()[:12]


def _line(key: str, facts: Mapping[str, Any], words: Words) -> str:
    row = f"shipment:{key}"
    amount = str(facts.get(f"{row}.points", "") or "")
    amount = "" if amount == "0" or facts.get(f"{row}.label") else amount
    what = " ".join(filter(None, (amount, words.shipment(key))))
    state = "at sea, has not arrived" if facts[f"{row}.state"] == "at-sea" else "has not sailed"
    return f"Row {facts[f'{row}.row']}: {what} {state}"
