"""What would be passed over if steps ended now: what their due duties name.

In:  the duties of the state as the viewer may see it, and the step to go on to (empty: only this one ends).
Out: a `Skip` for each step that would pass over something, in order. Nothing here writes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from navalassist.desk.access import SEATS
from navalassist.desk.logbook.naming import several_kinds
from navalassist.desk.logbook.waits import marked_words, open_marks
from navalassist.desk.moments import LIMIT
from navalassist.engine.duties import Kind, Moment, Passed
from navalassist.engine.english import small
from navalassist.play.agenda import Agenda
from navalassist.play.state import State
from navalassist.play.systems import System
from navalassist.play.turns.parts import part_words


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
    while until and len(found) < LIMIT:
        after = system.next_moment(found[-1])
        if after.place == until:
            break
        found.append(after)
    return found


def skips_of(agenda: Agenda, until: str = "") -> list[Skip]:
    """What each step that would end passes over; a step that passes over nothing is left out.

    A procedure that waits since an earlier step is named first: the game would go on without its answer. One of this
    step keeps the step from ending (`turns.steps.check_answered`).
    """
    state, system = agenda.state, agenda.system
    found = _waits(state, agenda.facts)
    # What two steps pass over is named where it comes first.
    named: set[str] = set()
    for moment in steps_ending(Moment(*state.clock), until, system):
        due = [thing for duty in agenda.at(moment) if duty.kind is Kind.DUE for thing in duty.passes]
        passed = tuple(thing for thing in (*due, *_unknown(agenda, moment)) if thing.key not in named)
        named.update(thing.key for thing in passed)
        if passed:
            found.append(Skip(_title(moment, system), passed))
    return found


def skips_of_part(agenda: Agenda) -> list[Skip]:
    """What is passed over as the next part of the step begins: what only this part asked for, and open decisions."""
    state, system = agenda.state, agenda.system
    now = Moment(*state.clock)
    due = [duty for duty in agenda.at(now) if duty.kind is Kind.DUE]
    passed = (*(thing for duty in due for thing in duty.passes if thing.part), *_unknown(agenda, now))
    found = _waits(state, agenda.facts)
    return [*found, Skip(f"{_title(now, system)}, {part_words(state.values, system)}", passed)] if passed else found


def _waits(state: State, facts: Mapping[str, Any]) -> list[Skip]:
    waits = tuple(Passed(mark, marked_words(facts, mark), "open decision") for mark in open_marks(state, facts))
    return [Skip("Waits for a decision", waits)] if waits else []


def _unknown(agenda: Agenda, moment: Moment) -> list[Passed]:
    """Lines of a step that can't be worked out: something may be due of them."""
    why = "can't be worked out, so something may be due of it"
    return [Passed(f"failed/{name}", f"{name}: {why}", "failed line") for name in agenda.failed(moment)]


def _title(moment: Moment, system: System) -> str:
    step = system.step_title(moment.player_turn, moment.step)
    return f"{SEATS[moment.player_turn][0]} {small(step)}, {system.names.turn(moment.turn)}"


def passed_over(skips: Iterable[Skip]) -> str:
    """`2 shipments`, `1 open decision`, `1 open decision and 1 shipment`; nothing when nothing is passed over."""
    return several_kinds({thing.key: thing.noun for skip in skips for thing in skip.passed}.values())


def digest_of(skips: Iterable[Skip]) -> str:
    """A short mark of exactly these things, so that a confirmation holds for what it was asked about."""
    keys = sorted({key for skip in skips for key in skip.keys})
    return hashlib.sha256("\n".join(keys).encode()).hexdigest()[:12]
