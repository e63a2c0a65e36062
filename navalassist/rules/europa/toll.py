"""Hits on the naval units of a group: each unit by itself, and what they change together (36.C.1, 36.D.3, 36.F.3)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated

from pydantic import Field

from navalassist.engine import Call, Each, Effect, Figure, Odds, Part
from navalassist.engine.shapes import Key
from navalassist.rules.europa.gone import row_gone
from navalassist.rules.europa.naval_units import NavalUnit, damage

MOST_UNITS = 40
Units = Annotated[tuple[NavalUnit, ...], Field(max_length=MOST_UNITS)]
Spared = Annotated[
    tuple[Key, ...],
    Field(max_length=MOST_UNITS, description="Keys of its units that were checked here before they joined the others."),
]


def rolling(units: Units, spared: Collection[str]) -> Units:
    """Those of them that are rolled for. spared: keys of those that were checked before they came together."""
    return tuple(unit for unit in units if unit.key not in spared)


@dataclass(frozen=True, slots=True)
class Struck:
    """One unit: the hits that it took, and the strength that is left of it."""

    name: str
    key: str
    hits: int
    left: int


@dataclass(frozen=True, slots=True)
class Toll:
    """All hits, and how many units they sank.

    units: what each of them took. It isn't compared: for the odds it doesn't matter which of them was hit, and ways
    that differ in nothing else are counted as one.
    """

    hits: int = 0
    sunk: int = 0
    units: tuple[Struck, ...] = field(default=(), compare=False)


def suffer(units: tuple[NavalUnit, ...], dice: Callable[[NavalUnit], Call[int]]) -> Part[Toll]:
    """The hits of each unit, by the dice that it is rolled with."""
    parts = {unit.key: dice(unit) for unit in units}
    return Each(parts, partial(_and_the_next, units), Toll())


def _and_the_next(units: tuple[NavalUnit, ...], so_far: Toll, hits: int) -> Toll:
    before = units[len(so_far.units)]
    after = before.damaged(hits)
    struck = Struck(before.name, before.key, hits, after.current)
    return Toll(so_far.hits + hits, so_far.sunk + (after.sunk and not before.sunk), (*so_far.units, struck))


def toll_effects(units: tuple[NavalUnit, ...], toll: Toll) -> tuple[Effect, ...]:
    """What the hits change of each unit."""
    return tuple(effect for unit, struck in zip(units, toll.units, strict=True) for effect in damage(unit, struck.hits))


def is_gone(units: tuple[NavalUnit, ...], toll: Toll) -> bool:
    """True where nothing is left of the group that these units are: its row goes, and no mark is made for it."""
    return bool(units) and not any(struck.left for struck in toll.units)


def without_the_lost(group: str, marks: Iterable[str], units: tuple[NavalUnit, ...], toll: Toll) -> tuple[Effect, ...]:
    """The group's row goes with its last unit, and the marks on it. group: its key."""
    return row_gone(f"group:{group}", marks) if is_gone(units, toll) else ()


def toll_figures(odds: Odds[Toll]) -> tuple[Figure, ...]:
    """No hit at all, a unit lost, and the hits that are to be expected."""
    return (
        Figure("no-hit", "No hit", odds.chance(lambda toll: not toll.hits)),
        Figure("sunk", "A unit is sunk", odds.chance(lambda toll: toll.sunk > 0)),
        Figure("hits", "Expected hits", odds.expect(lambda toll: toll.hits), "hits"),
    )
