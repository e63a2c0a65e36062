"""Duties: what a step asks for, what it allows, and what ends with it. Rules declare theirs; a page only lists them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, NamedTuple
from urllib.parse import urlencode

from navalassist.engine.reader import View
from navalassist.engine.register import REGISTER, Figure

# Whose tap it is where either side may do it.
EITHER = "either"


class Kind(StrEnum):
    """What a duty is to the step: something that it asks for, or something that it allows."""

    DUE = "due"
    MAY = "may"


@dataclass(frozen=True)
class Moment:
    """A place in the turn sequence."""

    turn: str
    player_turn: str
    step: str

    @property
    def place(self) -> str:
        """`allied/initial`"""
        return f"{self.player_turn}/{self.step}"


def no_figures(slug: str, typed: Mapping[str, Any]) -> tuple[Figure, ...]:
    """Where no odds are worked out."""
    return ()


@dataclass(frozen=True)
class Now:
    """The step whose duties are asked for. facts: those that the viewer may see; system: whose turn sequence it is.

    chances: the chance by which a rule is named, begun with what is given, as its page tells it before the dice.
    """

    state: Any
    facts: Mapping[str, Any]
    moment: Moment
    system: Any = None
    chances: Callable[[str, Mapping[str, Any]], tuple[Figure, ...]] = no_figures

    @property
    def place(self) -> str:
        """`allied/initial`"""
        return self.moment.place

    @property
    def clock(self) -> tuple[str, str, str]:
        """The step as the state writes its own clock."""
        return self.moment.turn, self.moment.player_turn, self.moment.step

    @property
    def ahead(self) -> bool:
        """True for a step that is still to come: only what it would pass over is asked, the rest may be left out."""
        return bool(self.clock != self.state.clock)

    @cached_property
    def view(self) -> View:
        """The facts as rows."""
        return View(self.facts)


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
    ends without it; about: what topics call it, where that is neither its rule nor the first part of its address;
    offered: the head names it where nothing is due.
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
    offered: bool = False

    @property
    def key(self) -> str:
        """What topics call it: `malta-bombed`, or `board` for a page of the board."""
        return self.procedure or self.about or self.url.partition("/")[0]


class Ending(NamedTuple):
    """What the end of a step changes, in words. text: from the value that ends, or from the new one where none did."""

    text: Callable[[Any], str]
    rule: str


Maker = Callable[[Now], Iterable[Duty]]
# Steps (`allied/initial`, where a star stands for any) -> what is due or may be done in them.
Duties = list[tuple[tuple[str, ...], Maker]]


def by_rule(slug: str, text: str = "", query: str | Mapping[str, Any] = "", **more: Any) -> Duty:
    """The duty that a rule's own page does: its title, its paragraph, its address. query: what its form begins with."""
    rule = REGISTER[slug]
    begins = query if isinstance(query, str) else urlencode(query, doseq=True, safe=":")
    url = f"do/{slug}/" + (f"?{begins}" if begins else "")
    return Duty(text or rule.title, more.pop("rule", rule.rule), url=url, procedure=slug, **more)
