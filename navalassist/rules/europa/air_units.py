"""Air units over a sea zone and what they count for: 33.C and table 4. The naval status reads them; no dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from math import prod
from typing import Annotated

from pydantic import Field, StringConstraints, ValidationError

from navalassist.engine import Facts, FactValue, MissingFact, Play, Sub, TableKey, call
from navalassist.engine.reader import rows_where
from navalassist.engine.shapes import Frozen, Words
from navalassist.rules.europa.rulings_status import R14
from navalassist.rules.europa.words import Side, Zone

AIR_STATUS: TableKey[Fraction] = TableKey("europa/33-air-status", Fraction)
SHORT, LONG = 15, 30
MOST_UNITS, MOST_TBF, MOST_HEXES = 60, 99, 200
KIND = "air-unit"
# The facts of an air unit, `air-unit:<key>.tbf` and so on. One whose place is empty stands at its base.
FACT_NAMES = ("side", "name", "nature", "fighter", "tbf", "range", "zone", "place", "hexes_to_base")


class Nature(StrEnum):
    """What kind of air unit it is; the letters are the types of naval air units."""

    NON_NAVAL = "non-naval"
    S = "s"
    V = "v"
    M = "m"

    @property
    def label(self) -> str:
        """`type V`, `not naval`."""
        return "not naval" if self is Nature.NON_NAVAL else f"type {self.value.upper()}"


class Place(StrEnum):
    """Where it flies: in the Anti-Shipping Box of the zone, or on a naval mission outside it."""

    BOX = "box"
    PATROL = "naval-patrol"
    STRIKE = "naval-strike"

    @property
    def label(self) -> str:
        """As the page calls it."""
        return PLACE_TITLES[self]


PLACE_TITLES = {
    Place.BOX: "Anti-Shipping Box",
    Place.PATROL: "naval patrol",
    Place.STRIKE: "naval strike",
}


class AirUnit(Frozen):
    """One air unit against or for the shipping of a zone."""

    key: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]*$", max_length=80)] = Field(
        default="", description="Key of the unit; its facts are air-unit:<key>.… Empty for one that is only typed."
    )
    name: Words = Field(description="What the counter is called.")
    side: Side = Field(description="Whose air unit it is.")
    fighter: bool = Field(default=False, description="It is a fighter: in the box it shortens an enemy bomber's range.")
    nature: Nature = Field(default=Nature.NON_NAVAL, description="non-naval, or the type of a naval air unit: s, v, m.")
    tbf: Annotated[Decimal, Field(ge=0, le=MOST_TBF, multiple_of=Decimal("0.5"), allow_inf_nan=False)] = Field(
        description="Tactical bombing factor as printed."
    )
    range: Annotated[int, Field(ge=0, le=MOST_HEXES, strict=True)] = Field(description="Range as printed, in hexes.")
    place: Place = Field(default=Place.BOX, description="In the Anti-Shipping Box, or on a naval patrol or strike.")
    hexes_to_base: Annotated[int, Field(ge=0, le=MOST_HEXES, strict=True)] = Field(
        default=0,
        description="For a fighter without an operational airbase in the zone: hexes from the nearest one to the zone.",
    )

    @property
    def reach(self) -> int:
        """Its range, a fighter's less the way from its airbase to the zone, never below 0 (33.C)."""
        return max(0, self.range - self.hexes_to_base) if self.fighter else self.range


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


@dataclass(frozen=True, slots=True)
class Pair:
    """A fighter and the bomber whose range it shortens, by their numbers among the units; what is left of the range."""

    fighter: int
    bomber: int
    left: int


def units_in(facts: Facts, zone: Zone) -> tuple[AirUnit, ...]:
    """The air units that fly in a zone, in order; those at their bases are left out."""
    rows = rows_where(facts, KIND, "zone", zone)
    return in_order(unit_of(facts, row) for row in rows if facts[f"{row}.place"])


def in_order(units: Iterable[AirUnit]) -> tuple[AirUnit, ...]:
    """By their names: of several with the same range the first in this order is matched first."""
    return tuple(sorted(units, key=lambda unit: (unit.name, unit.key)))


def unit_of(facts: Mapping[str, FactValue], row: str) -> AirUnit:
    """An air unit from its facts. ValueError, in words, for facts that are none of an air unit."""
    try:
        values = tuple(facts[f"{row}.{name}"] for name in FACT_NAMES if name != "zone")
        return _unit(row.partition(":")[2], values)
    except MissingFact as lacks:
        raise ValueError(str(lacks.args[0])) from None
    except ValidationError as fault:
        first = fault.errors()[0]
        raise ValueError(f"{row}.{first['loc'][0]}: {first['msg']}") from None


# A page asks for the same units for every row and zone.
@lru_cache(maxsize=1024, typed=True)
def _unit(key: str, values: tuple[FactValue, ...]) -> AirUnit:
    names = (name for name in FACT_NAMES if name != "zone")
    return AirUnit.model_validate({**dict(zip(names, values, strict=True)), "key": key})


def count_air(side: Side, units: tuple[AirUnit, ...]) -> Play[AirCount]:
    """The modified TBF of both sides over the shipping of `side`: what goes against it and what helps it."""
    left = shortened(units)
    counts: list[UnitCount] = []
    for number, unit in enumerate(units):
        part = call(count_of_unit, unit, left.get(number), side)
        counts.append((yield from Sub(f"unit-{number + 1}", part)))
    against = sum((count.tbf for count in counts if count.side is not side), Fraction(0))
    helping = sum((count.tbf for count in counts if count.side is side), Fraction(0))
    return AirCount(int(against), int(helping), tuple(counts))


def shortened(units: tuple[AirUnit, ...]) -> Mapping[int, int]:
    """Number of a unit -> what fighters left of its range; a fighter that was used has nothing left (R-13, R-14)."""
    left: dict[int, int] = {}
    for pair in pairs(units):
        left |= {pair.bomber: pair.left, pair.fighter: 0}
    return left


def pairs(units: tuple[AirUnit, ...]) -> tuple[Pair, ...]:
    """In the box each fighter takes its reach off one enemy bomber, longest with longest (33.C)."""
    box = [(number, unit) for number, unit in enumerate(units) if unit.place is Place.BOX]
    found: list[Pair] = []
    for side in Side:
        fighters = _longest((n, unit) for n, unit in box if unit.fighter and unit.side is side and unit.reach)
        bombers = _longest((n, unit) for n, unit in box if not unit.fighter and unit.side is side.enemy)
        for (fighter, spent), (bomber, target) in zip(fighters, bombers, strict=False):
            found.append(Pair(fighter, bomber, target.reach - spent.reach))
    return tuple(found)


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


def workings(units: tuple[AirUnit, ...], count: AirCount, side: Side) -> str:
    """How the modified TBF of one side came about: `Ju 88 4 × 2 × ½ = 4; Stuka 3 × ½ = 1½`; '' where none adds."""
    told = [
        working(unit, part) for unit, part in zip(units, count.units, strict=True) if part.side is side and part.tbf
    ]
    total = sum((part.tbf for part in count.units if part.side is side), Fraction(0))
    dropped = " (the fraction is dropped, R-15)" if total.denominator > 1 else ""
    return "; ".join(told) + dropped if told else ""


def working(unit: AirUnit, part: UnitCount) -> str:
    """`Ju 88 4 × 2 × ½ = 4`; factors of 1 are left out."""
    factors = [f" × {in_words(factor)}" for _, factor in part.factors if factor != 1]
    tbf = f"{unit.name} {in_words(Fraction(unit.tbf))}{''.join(factors)}"
    return tbf + (f" = {in_words(part.tbf)}" if factors else "")


def in_words(number: Fraction) -> str:
    """`4`, `2½`, `3/8`: as it is written at the table."""
    whole, rest = divmod(number, 1)
    part = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}.get(rest, f" {rest}" if rest else "")
    return f"{whole or ''}{part}".strip() or "0"
