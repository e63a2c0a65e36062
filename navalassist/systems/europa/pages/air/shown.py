"""What the pages of air units show: who stands where, which fighter meets which bomber, and what each unit adds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from navalassist.desk.access import SEATS
from navalassist.desk.at import At
from navalassist.desk.sources import entry_links
from navalassist.engine import Book, Term, compute
from navalassist.rules.europa.air_units import (
    MOST_HEXES,
    AirUnit,
    Nature,
    Place,
    UnitCount,
    count_air,
    in_order,
    in_words,
    pairs,
)
from navalassist.rules.europa.rulings_status import R13
from navalassist.rules.europa.words import Side, Zone
from navalassist.systems.europa.air import PLACES, air_rows, units_of
from navalassist.systems.europa.chart import status_of
from navalassist.systems.europa.places import places
from navalassist.systems.europa.theatres import zones_shown

Facts = Mapping[str, Any]
# What the buttons of a unit say, in the order of the buttons.
BUTTONS = {Place.BOX.value: "Box", Place.PATROL.value: "Patrol", Place.STRIKE.value: "Strike", "": "Base"}
# What the TBF is multiplied by, as the rows of its table are called.
FACTORS = {
    "non-naval": "not naval",
    "type-s": "type S",
    "type-v-or-m": "type V or M",
    "range-under-15": "range under 15",
    "range-over-30": "range over 30",
    "outside-box": "outside the box",
    "naval-patrol": "naval patrol",
    "naval-strike": "naval strike",
}
PLAIN = {
    "side": "",
    "name": "",
    "nature": Nature.NON_NAVAL.value,
    "fighter": "",
    "tbf": "",
    "range": "",
    "place": Place.BOX.value,
    "hexes_to_base": "",
}


@dataclass(frozen=True, slots=True)
class Shown:
    """One unit: what it counts for (`adds`), or why not; form: its figures as a form holds them; where: its buttons."""

    unit: AirUnit
    words: str
    adds: str
    why: str
    form: Mapping[str, Any]
    where: tuple[tuple[str, str, bool], ...]


@dataclass(frozen=True, slots=True)
class Effect:
    """What the zone's air units do to one side's shipping: its status with them, and the terms of 33.C."""

    side: str
    status: Any
    terms: tuple[Term, ...]


def zone_context(here: At, facts: Facts, zone: Zone) -> dict[str, Any]:
    """Everything that the page of one zone shows."""
    kept = units_of(facts, zone.value)
    book = here.state.book
    flying = in_order(unit for unit, place in kept if place)
    effects = [_effect(side, zone, facts, book) for side in Side]
    return {
        "zone": places().zones[zone.value],
        "units": _shown(kept, flying, book),
        "pairs": _pairs(flying),
        "effects": effects,
        "links": entry_links(here, [fact for effect in effects for term in effect.terms for fact in term.facts]),
        "chips": chips(facts),
        "choices": choices(facts, zone),
        "most_hexes": MOST_HEXES,
        "sign": R13,
        "literal": book.ruling(R13) == "literal",
    }


def chips(facts: Facts) -> list[tuple[str, str, int]]:
    """Every zone with the number of its units: those of the charts, and others that hold some."""
    counts = Counter(str(facts[f"{row}.zone"]) for row in air_rows(facts))
    return [
        (zone.key, zone.short, counts[zone.key])
        for zone in zones_shown(facts)
        if zone.panel == "map" or counts[zone.key]
    ]


def choices(facts: Facts, here: Zone) -> dict[str, Any]:
    """What a form chooses from, on the page of a zone."""
    shown = {zone.key for zone in zones_shown(facts)} | {here.value}
    return {
        "side": [(side.value, *SEATS[side.value]) for side in Side],
        "nature": [(nature.value, f"{nature.label[:1].upper()}{nature.label[1:]}") for nature in Nature],
        "place": [(place, f"{words[:1].upper()}{words[1:]}") for place, words in PLACES.items()],
        "zone": [(zone.key, zone.short) for zone in places().zones.values() if zone.key in shown],
    }


def _shown(kept: list[tuple[AirUnit, str]], flying: tuple[AirUnit, ...], book: Book) -> list[Shown]:
    """Each unit with what it adds: counted over the shipping of its enemies, for there its missions count too."""
    counts = {side: compute(count_air(side.enemy, flying), book).units for side in Side}
    parts = {unit.key: counts[unit.side][number] for number, unit in enumerate(flying)}
    found = []
    for unit, place in kept:
        part = parts.get(unit.key)
        why = "At its base it adds nothing." if part is None else part.why
        adds = named(unit, part) if part is not None and not part.why else ""
        where = tuple((value, word, value == place) for value, word in BUTTONS.items())
        found.append(Shown(unit, words_of(unit), adds, why, form_of(unit, place), where))
    return sorted(found, key=lambda shown: shown.unit.side.value, reverse=True)


def named(unit: AirUnit, part: UnitCount) -> str:
    """`4 × ½ not naval × ½ outside the box × 1 naval patrol = 1`: every factor by its name."""
    factors = "".join(f" × {in_words(factor)} {FACTORS.get(row, row)}" for row, factor in part.factors)
    return f"{in_words(Fraction(unit.tbf))}{factors} = {in_words(part.tbf)}"


def words_of(unit: AirUnit) -> str:
    """`Fighter, type V, TBF 4, range 20, 6 hexes from its airbase`"""
    parts = ["fighter"] if unit.fighter else []
    parts += [unit.nature.label, f"TBF {unit.tbf:g}", f"range {unit.range}"]
    parts += [f"{unit.hexes_to_base} hexes from its airbase"] if unit.hexes_to_base else []
    text = ", ".join(parts)
    return f"{text[:1].upper()}{text[1:]}"


def form_of(unit: AirUnit, place: str) -> dict[str, Any]:
    """The figures of a unit as a form holds them."""
    return {
        "side": unit.side.value,
        "name": unit.name,
        "nature": unit.nature.value,
        "fighter": "on" if unit.fighter else "",
        "tbf": f"{unit.tbf:g}",
        "range": str(unit.range),
        "place": place,
        "hexes_to_base": str(unit.hexes_to_base or ""),
    }


def _pairs(flying: tuple[AirUnit, ...]) -> list[dict[str, Any]]:
    """Which fighter meets which bomber: `Spitfire 24` off `Ju 88 27`, 3 left."""
    return [
        {
            "fighter": flying[pair.fighter],
            "bomber": flying[pair.bomber],
            "left": max(pair.left, 0),
        }
        for pair in pairs(flying)
    ]


def _effect(side: Side, zone: Zone, facts: Facts, book: Book) -> Effect:
    status = status_of(side, zone, facts, book)
    return Effect(side.value, status, tuple(term for term in status.terms if term.rule == "33.C"))
