"""What the choices of a sealed plan may bring: told to the seat that makes it, before it is sealed.

A rule that asks several seats at once has no odds of its own: the dice come in rules of their own afterwards. As its
outlook it declares which dice would follow from a choice. It is given the situation alone, which holds no secrets.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from navalassist.engine.asks import Play
from navalassist.engine.odds import Odds
from navalassist.engine.register import Figure


def no_note(odds: Odds[Any]) -> str:
    """Odds of which the figures say all."""
    return ""


@dataclass(frozen=True, slots=True)
class Prospect:
    """What may come of a choice. title: of its line; play: the dice that would fall; figures: what is shown of them.

    The first figure is the one that counts; note: in words beside it, as the faces that it takes; small: how many
    shots, or what else belongs to the title.
    """

    title: str
    play: Callable[[], Play[Any]]
    figures: Callable[[Odds[Any]], tuple[Figure, ...]]
    note: Callable[[Odds[Any]], str] = no_note
    small: str = ""


@dataclass(frozen=True, slots=True)
class Way:
    """One option of a choice. small: where it leads; head: above its cases, one for each choice of the other side."""

    title: str
    small: str
    head: str
    cases: tuple[Prospect, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a plan. small: beside its title; options: what each may bring; one that brings nothing is left out."""

    title: str
    small: str
    options: Mapping[str, Prospect]


def nothing_together(chosen: Mapping[str, str]) -> tuple[Prospect, ...]:
    """A plan whose lines have no sums."""
    return ()


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a seat is told of its choices. says: above them; ways: option -> way, of a choice; lines: of a plan.

    heads: what the columns of lines are called: what acts, its choice, the first figure, the others; together: of the
    lines as far as they are chosen, the sums by what they are aimed at; sums_head: above those; notes: below.
    """

    says: tuple[str, ...] = ()
    ways: Mapping[str, Way] = field(default_factory=dict)
    lines: Mapping[str, Line] = field(default_factory=dict)
    heads: tuple[str, str, str, str] = ("", "", "", "")
    together: Callable[[Mapping[str, str]], tuple[Prospect, ...]] = nothing_together
    sums_head: str = ""
    notes: tuple[str, ...] = ()


# From a situation and a seat that is asked for a sealed plan to what its choices may bring.
OutlookOf = Callable[[Any, str], Outlook]
