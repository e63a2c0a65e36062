"""What the choices of a sealed plan may bring, as the page shows it on which a seat makes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

from navalassist.engine import REGISTER, Figure
from navalassist.engine.odds import NoOdds
from navalassist.engine.outlook import Outlook, Prospect
from navalassist.engine.rule import RULES
from navalassist.play.state import State

# How the fields of a plan's lines begin.
FIELD = "line-"
# Shares are told in words of so many where they are no more than that.
MOST_SHARES = 10_000


@dataclass(frozen=True, slots=True)
class Told:
    """A prospect with its figures. first: the one that counts, None where there are no odds; why: why not."""

    title: str
    small: str
    first: Figure | None
    others: tuple[Figure, ...] = ()
    note: str = ""
    why: str = ""

    @property
    def figures(self) -> tuple[Figure, ...]:
        """All of them."""
        return (self.first, *self.others) if self.first else ()


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a bar. nth: its column, which says how it is drawn; both in hundredths of the bar."""

    nth: int
    start: float
    width: float


@dataclass(frozen=True, slots=True)
class Case:
    """A line of a table. chances: by column; shares: the same of so many; parts: as a bar."""

    title: str
    chances: tuple[Fraction, ...]
    shares: str
    parts: tuple[Part, ...]
    why: str = ""


@dataclass(frozen=True, slots=True)
class WayTold:
    """An option of a choice as a card, and the table of what may come of it.

    columns: how each is drawn and called; of: how many shares there are, '' where those are not told.
    """

    value: str
    title: str
    small: str
    head: str
    columns: tuple[tuple[int, str], ...]
    of: str
    cases: tuple[Case, ...]
    chosen: bool


@dataclass(frozen=True, slots=True)
class LineTold:
    """A line of a plan: its options with their first figures, and all of the one that is chosen. asks: for ears."""

    name: str
    title: str
    small: str
    asks: str
    options: tuple[tuple[str, str, Fraction | None], ...]
    value: str
    told: Told | None


@dataclass(frozen=True, slots=True)
class OutlookTold:
    """All of it. sums: by what lines are aimed at; columns: what their figures are called."""

    outlook: Outlook
    ways: tuple[WayTold, ...]
    lines: tuple[LineTold, ...]
    sums: tuple[Told, ...]

    @property
    def columns(self) -> tuple[Figure, ...]:
        """Figures of the sums: how the columns are called."""
        return next((told.figures for told in self.sums if told.first), ())


# What is asked: name of a line, what it is called, its options, and which of them is chosen.
Asked = Sequence[tuple[str, str, Sequence[tuple[str, str]], str]]


def outlook_of(slug: str, situation: Any, seat: str) -> Outlook | None:
    """What a seat's choices may bring, of a recorded situation of a rule; None where the rule says nothing."""
    rule = RULES.get(slug)
    if rule is None or rule.outlook is None:
        return None
    return rule.outlook(REGISTER[slug].situation.model_validate(situation), seat)


def best_of(state: State, outlook: Outlook, name: str, options: Sequence[tuple[str, str]]) -> str:
    """The option of a line whose figures are best, the first before the others; what acts on nothing where none can.

    Of equal ones it is the first.
    """
    found = outlook.lines[name].options if name in outlook.lines else {}
    ranks = {key: [figure.value for figure in _told(state, one).figures] for key, one in found.items()}
    able = [key for key, rank in ranks.items() if rank and rank[0]]
    idle = next((key for key, _ in options if key not in found), "")
    return max(able, key=ranks.__getitem__, default=idle)


def told(state: State, outlook: Outlook, choice: str, lines: Asked) -> OutlookTold:
    """The outlook with its odds. choice: the option that is chosen, lines: those of the plan, as far as they are."""
    values = {name.removeprefix(FIELD): value for name, _, _, value in lines if value}
    sums = tuple(_told(state, one) for one in outlook.together(values))
    shown = tuple(_line(state, outlook, *line) for line in lines)
    return OutlookTold(outlook, tuple(_ways(state, outlook, choice)), shown, sums)


def _told(state: State, one: Prospect) -> Told:
    try:
        odds = state.worked.enumerator.odds(one.play)
    except NoOdds as reason:
        return Told(one.title, one.small, None, why=str(reason))
    first, *others = one.figures(odds)
    return Told(one.title, one.small, first, tuple(others), one.note(odds))


def _line(
    state: State, outlook: Outlook, name: str, title: str, options: Sequence[tuple[str, str]], value: str
) -> LineTold:
    line = outlook.lines.get(name.removeprefix(FIELD))
    if line is None:
        return LineTold(name, title, "", title, tuple((key, words, None) for key, words in options), value, None)
    found = {key: _told(state, one) for key, one in line.options.items()}
    chances = {key: one.first.value for key, one in found.items() if one.first}
    shown = tuple((key, words, chances.get(key)) for key, words in options)
    return LineTold(name, line.title, line.small, title, shown, value, found.get(value))


def _ways(state: State, outlook: Outlook, choice: str) -> Iterator[WayTold]:
    """Each option with its table. A column in which nothing comes about in any of them is left out."""
    found = {value: [_told(state, one) for one in way.cases] for value, way in outlook.ways.items()}
    figures = [figure for cases in found.values() for one in cases for figure in one.figures]
    come = {figure.key for figure in figures if figure.value}
    columns = {figure.key: figure.label for figure in figures if figure.key in come}
    of = lcm(*(figure.value.denominator for figure in figures))
    of = of if 1 < of <= MOST_SHARES else 0
    for value, way in outlook.ways.items():
        cases = tuple(_case(one, tuple(columns), of) for one in found[value])
        shown, shares = tuple(enumerate(columns.values())), f"{of:,}" if of else ""
        yield WayTold(value, way.title, way.small, way.head, shown, shares, cases, value == choice)


def _case(one: Told, columns: Sequence[str], of: int) -> Case:
    found = {figure.key: figure.value for figure in one.figures}
    chances = tuple(found.get(key, Fraction(0)) for key in columns)
    shares = ", ".join(f"{int(chance * of):,}" for chance in chances if chance) if of else ""
    parts, start = [], Fraction(0)
    for nth, chance in enumerate(chances):
        parts += [Part(nth, float(start * 100), float(chance * 100))] if chance else []
        start += chance
    return Case(one.title, chances, shares, tuple(parts), one.why)
