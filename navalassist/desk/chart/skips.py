"""What would be passed over if steps ended now: what their due duties name.

In:  the state, the facts that the viewer may see, and the step to go on to (empty: only this one ends).
Out: a `Skip` for each step that would pass over something, in order. Nothing here writes.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from navalassist.desk.access import SEATS
from navalassist.desk.logbook.naming import several
from navalassist.desk.logbook.waits import marked_words, open_marks
from navalassist.play.duties import Kind, Now, Passed, duties_at
from navalassist.play.state import State
from navalassist.play.systems import Moment, System

# No turn of any system has more steps than this; a walk that finds no end stops here.
MOST_STEPS = 40


@dataclass(frozen=True, slots=True)
class Skip:
    """A step and what its end passes over."""

    title: str
    passed: tuple[Passed, ...]

    @property
    def keys(self) -> tuple[str, ...]:
        """The key of each thing."""
        return tuple(thing.key for thing in self.passed)

    @property
    def lines(self) -> tuple[str, ...]:
        """A line for each thing."""
        return tuple(thing.line for thing in self.passed)


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
    waits = [Passed(mark, marked_words(facts, mark), "open decision") for mark in open_marks(state, facts)]
    found = [Skip("Waits for a decision", tuple(waits))] if waits else []
    for moment in steps_ending(Moment(*state.clock), until, system):
        duties = duties_at(Now(state, facts, moment, system))
        passed = tuple(thing for duty in duties if duty.kind is Kind.DUE for thing in duty.passes)
        if passed:
            step = system.names.step(moment.step)
            title = f"{SEATS[moment.player_turn][0]} {step[:1].lower()}{step[1:]}, {system.names.turn(moment.turn)}"
            found.append(Skip(title, passed))
    return found


def passed_over(skips: Iterable[Skip]) -> str:
    """`2 shipments`, `1 open decision`, `1 open decision and 1 shipment`; nothing when nothing is passed over."""
    nouns = {thing.key: thing.noun for skip in skips for thing in skip.passed}
    return " and ".join(several(count, noun) for noun, count in Counter(nouns.values()).items())


def mark_of(skips: Iterable[Skip]) -> str:
    """A short mark of exactly these things, so that a confirmation holds for what it was asked about."""
    keys = sorted({key for skip in skips for key in skip.keys})
    return hashlib.sha256("\n".join(keys).encode()).hexdigest()[:12]
