"""Duties: what a step asks for, what it allows, and what ends with it. Rules register theirs; a page only lists them.

A maker is a function from `Now` to its duties, of which there may be none. It is registered for steps by their names,
`allied/initial`, where a star stands for any: `axis/*`. It reads the state and never writes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any, NamedTuple

from navalassist.engine import REGISTER, Figure
from navalassist.play.state import State

if TYPE_CHECKING:
    from navalassist.play.systems import Moment, System


# Whose tap it is where either side may do it.
EITHER = "either"


class Kind(StrEnum):
    """What a duty is to the step: something that it asks for, or something that it allows."""

    DUE = "due"
    MAY = "may"


@dataclass(frozen=True)
class Now:
    """The step whose duties are asked for. facts: those that the viewer may see."""

    state: State
    facts: Mapping[str, Any]
    moment: Moment
    system: System

    @property
    def place(self) -> str:
        """`allied/initial`"""
        return f"{self.moment.player_turn}/{self.moment.step}"

    @property
    def clock(self) -> tuple[str, str, str]:
        """The step as the state writes its own clock."""
        return self.moment.turn, self.moment.player_turn, self.moment.step

    @property
    def ahead(self) -> bool:
        """True for a step that is still to come: only what it would pass over is asked, the rest may be left out."""
        return self.clock != self.state.clock


@dataclass(frozen=True, slots=True)
class Passed:
    """One thing that the end of the step passes over. noun: what such things are counted as, `shipment`.

    part: as the next part of the step begins it is passed over already.
    """

    key: str
    line: str
    noun: str
    part: bool = False


@dataclass(frozen=True, slots=True)
class Duty:
    """One line of the list.

    small, figures: small print, and numbers that stand in it; url: where one tap leads, below the campaign's address;
    seat: whose tap it is, where the step does not say, or EITHER; off: why it is not to be had now; procedure: the rule
    that does it; done: the entry that did it, '' for none, where the duty itself knows (None: an entry of this step
    that carried out its procedure counts); again: it may be done once more; passes: what is passed over if the step
    ends without it; about: what topics call it, where that is neither its rule nor the first part of its address.
    """

    text: str
    rule: str = ""
    small: str = ""
    kind: Kind = Kind.MAY
    url: str = ""
    seat: str = ""
    figures: tuple[Figure, ...] = ()
    strong: bool = False
    off: str = ""
    procedure: str = ""
    done: str | None = None
    again: bool = False
    passes: tuple[Passed, ...] = ()
    about: str = ""

    @property
    def key(self) -> str:
        """What topics call it: `malta-bombed`, or `board` for a page of the board."""
        return self.procedure or self.about or self.url.partition("/")[0]


class Ending(NamedTuple):
    """What the end of a step changes, in words. text: from the value that ends, or from the new one where none did."""

    text: Callable[[Any], str]
    rule: str


Maker = Callable[[Now], Iterable[Duty]]
Duties = list[tuple[tuple[str, ...], Maker]]


def by_rule(slug: str, text: str = "", query: str = "", **more: Any) -> Duty:
    """The duty that a rule's own page does: its title, its paragraph, its address. query: what its form begins with."""
    rule = REGISTER[slug]
    url = f"do/{slug}/" + (f"?{query}" if query else "")
    return Duty(text or rule.title, more.pop("rule", rule.rule), url=url, procedure=slug, **more)


def duties_at(now: Now) -> list[Duty]:
    """Every duty of the step, in the order in which they were registered."""
    return [
        duty
        for steps, make in now.system.duties
        if any(fnmatchcase(now.place, step) for step in steps)
        for duty in make(now)
    ]


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
