"""The register of procedures: one function is one rule of the book."""

from __future__ import annotations

import typing
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from navalassist.engine.asks import Play
from navalassist.engine.effects import Effect
from navalassist.engine.learnt import Learnt

R = TypeVar("R")
F = TypeVar("F", bound=Callable[..., Any])


class Roller(StrEnum):
    """Whose dice they are, as seen from the side that the situation is about."""

    ENEMY = "enemy"
    OWNER = "owner"
    MODERATOR = "moderator"
    NOBODY = "nobody"
    EITHER = "either"


@dataclass(frozen=True, slots=True)
class Refusal:
    """The book forbids it: the reason in one sentence, and the paragraph.

    final: no reason that a player types passes over it; stands: it is said before anything is ticked too.
    """

    reason: str
    rule: str
    final: bool = False
    stands: bool = False


@dataclass(frozen=True, slots=True)
class Outcome(Generic[R]):
    """What a procedure returns: a hashable result, the effects on the campaign's facts, and what sides learn by it."""

    result: R
    effects: tuple[Effect, ...] = ()
    learnt: tuple[Learnt, ...] = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """One number of the odds that players look at: a chance, or an expectation in `unit`."""

    key: str
    label: str
    value: Fraction
    unit: str = "chance"


@dataclass(frozen=True)
class Procedure:
    """A registered rule. `dice` says in words what is thrown; `figures` picks the numbers worth showing.

    earlier: the editions that were shipped before `edition`, the oldest first. A log names no others. odds: the same
    procedure with a result that tells only what `figures` counts, where the whole one has too many results to count.
    headline: keys of the chances by which luck is told, where that is not the first one.
    """

    slug: str
    system: str
    rule: str
    title: str
    roller: Roller
    edition: str
    dice: str
    function: Callable[[Any], Play[Outcome[Any]]]
    situation: type[BaseModel]
    why_not: Callable[[Any], Refusal | None] | None = field(default=None)
    figures: Callable[[Any], tuple[Figure, ...]] | None = field(default=None)
    earlier: tuple[str, ...] = ()
    odds: Callable[[Any], Play[Outcome[Any]]] | None = field(default=None)
    headline: tuple[str, ...] = ()

    @property
    def throws(self) -> bool:
        """True where dice are thrown."""
        return not self.dice.startswith("none")

    @property
    def decimal(self) -> bool:
        """True where D10 are thrown, by themselves or as a d100."""
        return "d10" in self.dice.lower()

    def age(self, edition: str) -> int:
        """The number of an edition in the order of shipping. ValueError for one that never was."""
        return (*self.earlier, self.edition).index(edition)

    def refusal(self, situation: BaseModel) -> Refusal | None:
        """Why the book forbids it here; None when it may be done."""
        return self.why_not(situation) if self.why_not else None


REGISTER: dict[str, Procedure] = {}


def _place(function: Callable[..., Any]) -> tuple[str, str]:
    return function.__module__, function.__qualname__


def procedure(
    slug: str,
    *,
    system: str,
    rule: str,
    title: str,
    roller: Roller,
    edition: str,
    dice: str = "none",
    why_not: Callable[[Any], Refusal | None] | None = None,
    figures: Callable[[Any], tuple[Figure, ...]] | None = None,
    earlier: tuple[str, ...] = (),
    odds: Callable[[Any], Play[Outcome[Any]]] | None = None,
    headline: tuple[str, ...] = (),
) -> Callable[[F], F]:
    """Register a generator function as the procedure `slug`. Its first parameter's type is its situation."""

    def register(function: F) -> F:
        known = REGISTER.get(slug)
        if known is not None and _place(known.function) != _place(function):
            raise ValueError(f"the procedure {slug!r} is registered twice")
        hints = typing.get_type_hints(function)
        situation = next((hints[name] for name in hints if name != "return"), None)
        if situation is None:
            raise TypeError(f"the procedure {slug!r} takes no situation, or does not say of which type")
        told = (why_not, figures, earlier, odds, headline)
        REGISTER[slug] = Procedure(slug, system, rule, title, roller, edition, dice, function, situation, *told)
        return function

    return register
