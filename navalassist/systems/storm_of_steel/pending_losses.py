"""Losses that a table has given and an owner takes off: which units fit, and what is left over (R-53)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import Self

from navalassist.engine import Effect
from navalassist.engine.english import counted
from navalassist.engine.rows import Says
from navalassist.engine.shapes import Frozen, Key, Words
from navalassist.systems.storm_of_steel.state import OwedLoss, Side, Squadrons, Unit

# What players call what gunfire takes off.
FACTOR = "protection factor"


class Cause(StrEnum):
    """What has given a loss, in words, and the rule by which it does."""

    rule: str

    GUNFIRE = "Naval Combat Table", "GW.COMBAT"
    STAR = "Bombardment Table, -*: one attacking naval unit", "GW.BOMBARD.star"
    RAIDER = "Commerce Raiding Table, +D: one attacking naval unit", "GW.RAID.D"
    FLOTILLA = "Commerce Raiding Table, +D: one transport flotilla", "GW.RAID.D2"
    CONVOY = "Commerce Raiding Table, +A: one convoying naval unit", "GW.RAID.A"

    def __new__(cls, words: str, rule: str) -> Self:
        """The words are what the row of a loss keeps."""
        made = str.__new__(cls, words)
        made._value_, made.rule = words, rule
        return made


class PendingLosses(Frozen):
    """A loss that a side owes: protection factors, or whole units."""

    key: Key = Says("Key", told=False)
    side: Side = Says("Whose loss it is")
    factors: int = Says("Protection factors to take off", 0, ge=0, le=9999)
    units: int = Says("Whole units to take off", 0, ge=0, le=99, help="Then no factors are counted.")
    cause: Words = Says("Cause", "")
    among: Squadrons = Says("Squadrons that may be named", ())

    @property
    def title(self) -> str:
        """`8 protection factors, Naval Combat Table`"""
        return f"{amount(self)}, {self.cause}"

    @property
    def rule(self) -> str:
        """The rule that has given it; of a cause that is none of the tables', that of gunfire."""
        return next((cause.rule for cause in Cause if cause == self.cause), Cause.GUNFIRE.rule)


def amount(loss: PendingLosses | OwedLoss) -> str:
    """`8 protection factors`, `1 unit`"""
    return counted(loss.units, "unit") if loss.units else counted(loss.factors, FACTOR)


@dataclass(frozen=True, slots=True)
class Left:
    """What is left of a loss once some units are named, and the units that still fit. number: below 0 is too much."""

    number: int
    fits: tuple[Unit, ...]


def left_of(owed: PendingLosses, named: Collection[str]) -> Left:
    """What naming these units leaves of a loss, and which of the others still fit."""
    taken = [unit for unit in owed.among if unit.key in named]
    others = [unit for unit in owed.among if unit.key not in named]
    if owed.units:
        number = owed.units - len(taken)
        return Left(number, tuple(others) if number > 0 else ())
    number = owed.factors - sum(unit.protection for unit in taken)
    return Left(number, fitting(others, number))


def fitting(squadrons: Iterable[Unit], factors: int) -> tuple[Unit, ...]:
    """The units that so many factors eliminate. One without a protection factor fits in any number (R-53)."""
    return tuple(unit for unit in squadrons if unit.protection <= factors) if factors > 0 else ()


def most_taken(squadrons: Iterable[Unit], factors: int) -> int:
    """The most of so many factors that any choice of the units takes off."""
    sums = {0}
    for unit in squadrons:
        sums |= {found + unit.protection for found in sums if found + unit.protection <= factors}
    return max(sums)


def choices_of(owed: PendingLosses, *, as_much: bool) -> Iterator[tuple[Unit, ...]]:
    """Every choice of units that pays a loss, the fewest units first. as_much: that of R-53 by which none is wasted.

    They double with each unit: nobody asks for those of a great fleet.
    """
    most = most_taken(owed.among, owed.factors) if as_much and not owed.units else 0
    for number in range(1, len(owed.among) + 1):
        for named in combinations(owed.among, number):
            left = left_of(owed, [unit.key for unit in named])
            if left.number >= 0 and not left.fits and (owed.units or owed.factors - left.number >= most):
                yield named


def taken_of(rolled: int, targets: Collection[Unit]) -> int:
    """The factors of a roll that count: no more than the target has, unless a unit of it has none (R-53)."""
    if any(not unit.protection for unit in targets):
        return rolled
    return min(rolled, sum(unit.protection for unit in targets))


def owed_by(
    key: str, side: Side, among: Collection[Unit], cause: str, *, action: str = "", factors: int = 0, units: int = 0
) -> Effect:
    """The effect that makes a loss owed: its owner names the units."""
    keys = tuple(unit.key for unit in among)
    return OwedLoss.new(key, side=side, action=action, factors=factors, units=units, among=keys, cause=str(cause))
