"""33.C: what the air units in and around the Anti-Shipping Box add to a sea zone's status, side by side. No dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from math import prod
from typing import Annotated

from pydantic import Field

from navalassist.engine import Outcome, Play, Roller, Sub, TableKey, call, procedure
from navalassist.rules.europa.items import Frozen, Words
from navalassist.rules.europa.r33_anti_shipping import EDITION, SYSTEM
from navalassist.rules.europa.rulings_status import R14
from navalassist.rules.europa.words import Side

AIR_STATUS: TableKey[Fraction] = TableKey("europa/33-air-status", Fraction)
SHORT, LONG = 15, 30


class Nature(StrEnum):
    """What kind of air unit it is; the letters are the types of naval air units."""

    NON_NAVAL = "non-naval"
    S = "s"
    V = "v"
    M = "m"


class Place(StrEnum):
    """Where it flies: in the Anti-Shipping Box of the zone, or on a naval mission outside it."""

    BOX = "box"
    PATROL = "naval-patrol"
    STRIKE = "naval-strike"


class AirUnit(Frozen):
    """One air unit against or for the shipping of a zone."""

    name: Words = Field(description="What the counter is called.")
    side: Side = Field(description="Whose air unit it is.")
    fighter: bool = Field(default=False, description="It is a fighter: in the box it shortens an enemy bomber's range.")
    nature: Nature = Field(default=Nature.NON_NAVAL, description="non-naval, or the type of a naval air unit: s, v, m.")
    tbf: Annotated[Decimal, Field(ge=0, le=99, multiple_of=Decimal("0.5"), allow_inf_nan=False)] = Field(
        description="Tactical bombing factor as printed."
    )
    range: Annotated[int, Field(ge=0, le=200, strict=True)] = Field(description="Range as printed, in hexes.")
    place: Place = Field(default=Place.BOX, description="In the Anti-Shipping Box, or on a naval patrol or strike.")
    hexes_to_base: Annotated[int, Field(ge=0, le=200, strict=True)] = Field(
        default=0,
        description="For a fighter without an operational airbase in the zone: hexes from the nearest one to the zone.",
    )

    @property
    def reach(self) -> int:
        """Its range, a fighter's less the way from its airbase to the zone, never below 0 (33.C)."""
        return max(0, self.range - self.hexes_to_base) if self.fighter else self.range


class AirSituation(Frozen):
    """The air units of both sides over one sea zone."""

    side: Side = Field(description="The side whose shipping is to sail there.")
    units: tuple[AirUnit, ...] = Field(max_length=60, description="Air units of both sides.")


@dataclass(frozen=True, slots=True)
class UnitCount:
    """One air unit's modified TBF: its range after enemy fighters, the factors used, and why it adds nothing, if so."""

    name: str
    side: Side
    range: int
    factors: tuple[tuple[str, Fraction], ...]
    tbf: Fraction
    why: str = ""


@dataclass(frozen=True, slots=True)
class AirCount:
    """Modified TBF against the shipping and for it, the fraction of each total dropped once (R-15)."""

    against: int
    helping: int
    units: tuple[UnitCount, ...]


@procedure(
    "anti-shipping-air",
    system=SYSTEM,
    rule="33.C",
    title="Count the air units against shipping",
    roller=Roller.NOBODY,
    edition=EDITION,
)
def count_air_units(situation: AirSituation) -> Play[Outcome[AirCount]]:
    """The modified TBF of both sides: what they add to the zone's status and what they take off it."""
    units = situation.units
    lost = shortened(units)
    counts: list[UnitCount] = []
    for number, unit in enumerate(units):
        part = call(count_of_unit, unit, lost.get(number), situation.side)
        counts.append((yield from Sub(f"unit-{number + 1}", part)))
    against = sum((count.tbf for count in counts if count.side is not situation.side), Fraction(0))
    helping = sum((count.tbf for count in counts if count.side is situation.side), Fraction(0))
    return Outcome(AirCount(int(against), int(helping), tuple(counts)))


def shortened(units: tuple[AirUnit, ...]) -> Mapping[int, int]:
    """Ranges in the box after the fighters: each takes its reach off one enemy bomber, the longest ones first (33.C).

    Number of the unit -> what is left of its range; a fighter that was used has nothing left (R-13, R-14).
    """
    left: dict[int, int] = {}
    box = [(number, unit) for number, unit in enumerate(units) if unit.place is Place.BOX]
    for side in Side:
        fighters = _longest((n, unit) for n, unit in box if unit.fighter and unit.side is side and unit.reach)
        bombers = _longest((n, unit) for n, unit in box if not unit.fighter and unit.side is side.enemy)
        for (fighter, spent), (bomber, target) in zip(fighters, bombers, strict=False):
            left[bomber] = target.reach - spent.reach
            left[fighter] = 0
    return left


def _longest(units: Iterable[tuple[int, AirUnit]]) -> list[tuple[int, AirUnit]]:
    return sorted(units, key=lambda numbered: -numbered[1].reach)


def count_of_unit(unit: AirUnit, left: int | None, shipping: Side) -> Play[UnitCount]:
    """Its TBF times all factors of table 4 that apply; or nothing, and why (R-13, R-14)."""
    reach = unit.reach if left is None else left
    if unit.place is not Place.BOX and unit.side is shipping:
        why = "Naval patrol and strike missions count only against shipping (R-13)."
        return UnitCount(unit.name, unit.side, reach, (), Fraction(0), why)
    if unit.fighter and left is not None:
        return UnitCount(unit.name, unit.side, reach, (), Fraction(0), "Used against an enemy bomber's range (R-13).")
    if reach <= 0 and (yield from R14.look()) == "nothing":
        return UnitCount(unit.name, unit.side, reach, (), Fraction(0), "No range is left to it (R-14).")
    factors: list[tuple[str, Fraction]] = []
    for row in rows_of(unit, reach):
        factors.append((row, (yield from AIR_STATUS.look(row=row, column="result"))))
    tbf = Fraction(unit.tbf) * prod(factor for _, factor in factors)
    return UnitCount(unit.name, unit.side, reach, tuple(factors), tbf)


def rows_of(unit: AirUnit, reach: int) -> tuple[str, ...]:
    """The rows of table 4 that apply: kind, range, place and mission, all cumulative."""
    kinds = {Nature.NON_NAVAL: "non-naval", Nature.S: "type-s", Nature.V: "type-v-or-m", Nature.M: "type-v-or-m"}
    rows = [kinds[unit.nature]]
    if reach < SHORT:
        rows.append("range-under-15")
    if reach > LONG:
        rows.append("range-over-30")
    if unit.place is not Place.BOX:
        rows += ["outside-box", unit.place.value]
    return tuple(rows)
