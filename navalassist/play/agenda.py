"""Duties: what a step asks for, what it allows, and what ends with it. Rules register theirs; a page only lists them.

A maker is a function from `Now` to its duties, of which there may be none. It is registered for steps by their names,
`allied/initial`, where a star stands for any: `axis/*`. It reads the state and never writes.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from fnmatch import fnmatchcase
from functools import partial
from itertools import takewhile
from typing import Any, TypeVar

from django.db import DatabaseError

from navalassist.engine.duties import Duty, Kind, Maker, Moment, Now
from navalassist.engine.reader import BadRow
from navalassist.engine.rule import RULES
from navalassist.play.rules.chances import chance_of
from navalassist.play.state import State
from navalassist.play.systems import System
from navalassist.play.turns.passing import said_quiet

T = TypeVar("T")
U = TypeVar("U")
log = logging.getLogger(__name__)


def duties_at(now: Now) -> list[Duty]:
    """Every duty of the step, in the order of registering, with chances as pages of rules tell them."""
    now = _with_chances(now)
    return [duty for make in _makers_at(now) for duty in _made(make, now)]


def _with_chances(now: Now) -> Now:
    return replace(now, chances=partial(chance_of, now.state, now.system))


def _makers_at(now: Now) -> list[Maker]:
    return [make for steps, make in now.system.duties if any(fnmatchcase(now.place, step) for step in steps)]


def _made(make: Maker, now: Now) -> list[Duty]:
    return list(make(now))


def _name_of(make: Maker) -> str:
    """The title of the rule whose duties these are, or what their function is called."""
    titles = (rule.procedure.title for rule in RULES.values() if rule.duties is make)
    return next(titles, "") or getattr(make, "__name__", "A line of this step").replace("_", " ").capitalize()


def quiet_after(state: State, system: System) -> tuple[Moment, ...]:
    """The steps after the one that is on which the side that acts in it may pass over now."""

    def asks_nothing(moment: Moment, facts: Mapping[str, Any]) -> bool:
        return all(duty.kind is not Kind.DUE for duty in duties_at(Now(state, facts, moment, system)))

    quiet = said_quiet(Moment(*state.clock), state.values, state.audiences, system)
    return tuple(moment for moment, _ in takewhile(lambda found: asks_nothing(*found), quiet))


class Agenda:
    """The duties of the steps of one state, as one viewer sees them: those of each step are worked out once.

    For a page that asks several times. facts: those that the viewer may see.
    """

    def __init__(self, state: State, facts: Mapping[str, Any], system: System) -> None:
        """Nothing is worked out yet."""
        self.state, self.facts, self.system = state, facts, system
        self._found: dict[Moment, list[Duty]] = {}
        self._failed: dict[Moment, list[str]] = {}
        # What could not be worked out, as sentences for the head of every page, each once.
        self.faults: dict[str, None] = {}

    def at(self, moment: Moment) -> list[Duty]:
        """Every duty of the step that can be worked out."""
        if moment not in self._found:
            now = _with_chances(Now(self.state, self.facts, moment, self.system))
            found = {make: self.tried(_name_of(make), partial(_made, make, now), None) for make in _makers_at(now)}
            self._found[moment] = [duty for duties in found.values() for duty in duties or ()]
            self._failed[moment] = [_name_of(make) for make, duties in found.items() if duties is None]
        return self._found[moment]

    def failed(self, moment: Moment) -> list[str]:
        """The lines of the step that can't be worked out, by their names: what is due of them is not known."""
        self.at(moment)
        return self._failed[moment]

    def tried(self, what: str, make: Callable[[], T], instead: U) -> T | U:
        """What is made; where that fails it is logged and noted among the faults, and the page goes on without it."""
        try:
            return make()
        except DatabaseError:
            raise
        except Exception as error:
            log.exception("%s could not be worked out", what)
            why = f": {error}" if isinstance(error, BadRow) else "; the server's log says why"
            self.faults[f"{what} can't be worked out{why}."] = None
            return instead


def agenda_of(state: State, system: System) -> Agenda:
    """The agenda of whoever sees all of this state, worked out once for all pages. Only for a state that is read."""
    if state.agenda is None:
        state.agenda = Agenda(state, state.values, system)
    agenda: Agenda = state.agenda
    return agenda
