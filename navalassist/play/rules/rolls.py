"""What came of rolls beside the odds that were shown before them: entries keep both, and no rule runs again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from sys import intern
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.engine import REGISTER, Figure, Procedure
from navalassist.engine.rule import came_of
from navalassist.play.dice.server import TYPED
from navalassist.play.rules.chances import headline

CHANCE = "chance"


@dataclass(frozen=True, slots=True)
class Told:
    """A number of the odds and what came of it: of a chance 1 or 0, of an expectation the number itself in `unit`."""

    key: str
    label: str
    unit: str
    expected: Fraction
    came: Fraction


@dataclass(frozen=True, slots=True)
class Rolled:
    """A roll with odds. seat: whose dice; figures: its headlines, and what it came to."""

    seat: str
    procedure: str
    typed: bool
    figures: tuple[Told, ...]


def rolled(entry: Entry, body: Mapping[str, Any]) -> Rolled | None:
    """What an entry says of its roll; None for one without odds, without outcome, or of a shape that is no more."""
    procedure = REGISTER.get(str(body.get("procedure", "")))
    if procedure is None or not (entry.dice and body.get("odds") and isinstance(body.get("outcome"), Mapping)):
        return None
    try:
        came = came_of(procedure, body["outcome"])
    except ValueError:
        return None
    shown = [
        Figure(intern(key), intern(label), Fraction(value), intern(unit)) for key, label, value, unit in body["odds"]
    ]
    figures = (*_headlines(procedure, shown, came), *_amounts(shown, came))
    typed = body["dice"]["source"] == TYPED
    return Rolled(entry.seat, procedure.slug, typed, figures) if figures else None


def _headlines(procedure: Procedure, shown: Iterable[Figure], came: Mapping[str, Figure]) -> Iterator[Told]:
    """The chances by which luck is told: those that the rule names, else the first. `No hit` is told as `Hit`."""
    chances = [figure for figure in shown if figure.unit == CHANCE]
    named = [figure for figure in chances if figure.key in procedure.headline] if procedure.headline else chances[:1]
    for figure in named:
        told, found = headline((figure,)), headline((_found(figure, came),))
        if told and found:
            yield Told(told.key, told.label, CHANCE, told.value, found.value)


def _amounts(shown: Iterable[Figure], came: Mapping[str, Figure]) -> Iterator[Told]:
    for figure in shown:
        if figure.unit != CHANCE:
            yield Told(figure.key, figure.label, figure.unit, figure.value, _found(figure, came).value)


def _found(figure: Figure, came: Mapping[str, Figure]) -> Figure:
    """What came of a figure. Rules leave out what is nothing."""
    return replace(figure, value=came[figure.key].value if figure.key in came else Fraction(0))
