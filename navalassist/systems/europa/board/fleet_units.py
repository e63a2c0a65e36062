"""Naval units of the fleet in the words of a row: `1st Squadron` sails, `7 SP` on `Transport 1`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from navalassist.engine.reader import rows_where
from navalassist.rules.europa.naval_units import UnitKind
from navalassist.rules.europa.words import CargoKind, TransportKind
from navalassist.systems.europa.aboard import rows_of, unit_of
from navalassist.systems.europa.board.words import (
    NUMBER,
    Carried,
    Rates,
    Sails,
    Unreadable,
    amount_of,
    needed,
)
from navalassist.systems.europa.fleet import GROUP, OFF, SUNK, UNIT, WITHDRAWN, phase_began_at, place_words

# What sails as a row; submarines and river flotillas carry none and are checked on their cards.
SHIP_WORDS = {
    UnitKind.TASK_FORCE: CargoKind.TASK_FORCE,
    UnitKind.WARSHIP: CargoKind.WARSHIP,
    UnitKind.CARRIER: CargoKind.CARRIER,
}
EACH = re.compile(rf"(.+?)[\s,;]+({NUMBER})\s*res?\s+each", re.IGNORECASE)
Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Counter:
    """A naval unit of a side that is in play."""

    key: str
    name: str
    kind: UnitKind
    strength: int
    place: str
    code_c_fighter: bool

    @property
    def words(self) -> str:
        """How it is written as what sails: `task force 1st Squadron`; of a transport its name, for "On"."""
        if self.kind not in SHIP_WORDS:
            return self.name
        word = "carrier" if self.kind is UnitKind.CARRIER else self.kind.label
        return f"{word} {self.name}{' +C' if self.code_c_fighter else ''}"


def counters(values: Facts, side: str) -> Iterator[Counter]:
    """The units of a side that may sail as rows, as far as the viewer sees them."""
    for row in rows_where(values, UNIT, "side", side):
        about = {name: values[f"{row}.{name}"] for name in ("name", "kind", "place", "code_c_fighter")}
        kind, place = UnitKind(about["kind"]), str(about["place"])
        if place in (OFF, WITHDRAWN, SUNK) or not (kind in SHIP_WORDS or kind.is_transport):
            continue
        up = int(values[f"{row}.reverse" if values[f"{row}.flipped"] else f"{row}.strength"])
        left = max(0, up - int(values[f"{row}.hits"]))
        yield Counter(row.partition(":")[2], str(about["name"]), kind, left, place, bool(about["code_c_fighter"]))


def called(values: Facts, side: str, name: str, origin: str) -> Counter | None:
    """The unit of this name; of several the one that lies where the row begins."""
    word = " ".join(name.split()).casefold()
    found = [unit for unit in counters(values, side) if unit.name.casefold() == word] if word else []
    return min(found, key=lambda unit: lies_at(values, unit) != origin, default=None)


def lies_at(values: Facts, unit: Counter) -> str:
    """The port where a unit lies, by itself or in its group; '' at sea."""
    place = str(values[f"{unit.place}.place"]) if unit.place.startswith(f"{GROUP}:") else unit.place
    return place.partition(":")[2] if place.startswith("port:") else ""


def ship_named(values: Facts, side: str, sails: Sails, origin: str) -> Counter | None:
    """The unit of the fleet that a row is. Unreadable where its counter is of another kind."""
    found = None if sails.kind.is_shipping else called(values, side, sails.label, origin)
    if found is None or SHIP_WORDS.get(found.kind) is sails.kind:
        return found
    raise Unreadable("sails", f"{found.name} is a {found.kind.label}: write “{found.words}”, or another name.")


def carrier_named(values: Facts, side: str, text: str, origin: str) -> tuple[Counter, str] | None:
    """The unit of the fleet that "On" names, and the REs each that are typed with it; None for anything else."""
    each = EACH.fullmatch(text)
    name, res = (each[1], each[2]) if each else (text, "")
    found = called(values, side, name, origin)
    return (found, res) if found else None


def carried_by(unit: Counter, res: str, sails: Sails, rates: Rates) -> Carried:
    """What the unit carries: a counter of transports by its strength (36.I). Unreadable where that is too little."""
    if not unit.kind.is_transport:
        if sails.kind is CargoKind.EMPTY:
            raise Unreadable("on", "Empty transports are NTs, LCs or LBs; a warship is a row of its own.")
        return Carried(TransportKind.WARSHIP, 1, rates.nt)
    carries = amount_of(res, "on") if res else rates.nt
    if unit.strength * carries < sails.res:
        want = needed(sails.res, carries)
        raise Unreadable("on", f"{unit.name} carries {unit.strength * carries} REs, and these need {want} transports.")
    return Carried(TransportKind(unit.kind.value), unit.strength, carries)


def sails_once(values: Facts, unit: Counter, row: str, about: str) -> None:
    """One ship sails once: Unreadable for a unit that another row under way names. row: the key of this one."""
    for other in rows_of(values, unit.key):
        if other != row:
            number = values.get(f"shipment:{other}.row", "")
            raise Unreadable(about, f"{unit.name} sails as row {number} already: one ship sails once.")


def begins_there(values: Facts, unit: Counter, row: str, origin: str) -> None:
    """A row begins where its ship lies, or put to sea in this phase: Unreadable for another port.

    row: the key of this one; a ship that has sailed as this row may lie anywhere.
    """
    port, group = lies_at(values, unit), unit.place.partition(":")[2]
    began = phase_began_at(values, group) if unit.place.startswith(f"{GROUP}:") else ""
    if not origin or port in ("", origin) or began == f"port:{origin}":
        return
    if unit_of(values, row) != unit.key or values[f"shipment:{row}.origin"] != origin:
        name = place_words(values, f"port:{port}")
        raise Unreadable("origin", f"From: {unit.name} lies in {name}. Begin the row there, or bring it here first.")


def as_its_unit(sails: Sails, unit: Counter) -> Sails:
    """What sails, by the name and the fighter of its counter."""
    fighter = unit.kind is UnitKind.CARRIER and (sails.code_c_fighter or unit.code_c_fighter)
    return replace(sails, label=unit.name, code_c_fighter=fighter)
