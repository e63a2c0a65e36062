"""Duties: what a step asks for, what it allows, and what ends with it. Rules register theirs; a page only lists them.

A maker is a function from `Now` to its duties, of which there may be none. It is registered for steps by their names,
`allied/initial`, where a star stands for any: `axis/*`. It reads the state and never writes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fnmatch import fnmatchcase
from functools import partial
from itertools import takewhile
from typing import Any

from navalassist.engine.duties import Duty, Kind, Moment, Now
from navalassist.play.rules.chances import chance_of
from navalassist.play.state import State
from navalassist.play.systems import System
from navalassist.play.turns.passing import Sight, said_quiet


def duties_at(now: Now) -> list[Duty]:
    """Every duty of the step, in the order of registering, with chances as pages of rules tell them."""
    now = replace(now, chances=partial(chance_of, now.state, now.system))
    return [
        duty
        for steps, make in now.system.duties
        if any(fnmatchcase(now.place, step) for step in steps)
        for duty in make(now)
    ]


def quiet_after(state: State, system: System) -> tuple[Moment, ...]:
    """The steps after the one that is on which the side that acts in it may pass over now."""
    sight = Sight(Moment(*state.clock), state.values, state.audiences, system)

    def asks_nothing(moment: Moment) -> bool:
        facts, _ = sight.of(moment)
        return all(duty.kind is not Kind.DUE for duty in duties_at(Now(state, facts, moment, system)))

    return tuple(takewhile(asks_nothing, said_quiet(sight, system)))


class Agenda:
    """The duties of the steps of one state, as one viewer sees them: those of each step are worked out once.

    For a page that asks several times. facts: those that the viewer may see.
    """

    def __init__(self, state: State, facts: Mapping[str, Any], system: System) -> None:
        """Nothing is worked out yet."""
        self.state, self.facts, self.system = state, facts, system
        self._found: dict[Moment, list[Duty]] = {}

    def at(self, moment: Moment) -> list[Duty]:
        """Every duty of the step."""
        if moment not in self._found:
            self._found[moment] = duties_at(Now(self.state, self.facts, moment, self.system))
        return self._found[moment]


def agenda_of(state: State, system: System) -> Agenda:
    """The agenda of whoever sees all of this state, worked out once for all pages. Only for a state that is read."""
    if state.agenda is None:
        state.agenda = Agenda(state, state.values, system)
    agenda: Agenda = state.agenda
    return agenda
