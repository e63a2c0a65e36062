"""What the page of danger zones shows: whose zone a hex is in, how far ports are, and what is silent for now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from navalassist.engine import Book
from navalassist.engine.maps.sheet_hexes import Hex, distance
from navalassist.rules.europa.danger_zones import BORDER, Border, Exerts, Found, hexes_text
from navalassist.rules.europa.r36_danger_contact import safe_mark
from navalassist.systems.europa import fleet
from navalassist.systems.europa.danger import afloat, map_hex, silence, spans, zone_of
from navalassist.systems.europa.places import places
from navalassist.systems.europa.theatres import ports_shown, zones_shown

Facts = Mapping[str, Any]
# So many ports are listed by their distance.
NEAREST = 8
SIGNS = {True: "✓ holds", False: "✗ doesn't", None: "? not known"}
SEATS_OF = {Exerts.AXIS: "axis", Exerts.ALLIED: "allied", Exerts.SOVIET: "allied"}


@dataclass(frozen=True, slots=True)
class Sailing:
    """A group at sea, and whose danger zone it is in. safe: it has nothing to fear of them in this naval step."""

    key: str
    name: str
    side: str
    where: str
    told: str
    enemy: bool | None
    hex: str
    zone: str
    safe: bool


@dataclass(frozen=True, slots=True)
class Near:
    """A port by its distance."""

    key: str
    name: str
    owner: str
    away: str
    silent: str


@dataclass(frozen=True, slots=True)
class Answer:
    """A hex, whose danger zone it is in, why, and the nearest ports."""

    hex: str
    zone: str
    found: Found
    side: str
    ports: list[Near]

    @property
    def lines(self) -> list[tuple[Any, str]]:
        """Each reason with a sign."""
        return [(line, SIGNS[line.holds]) for line in self.found.lines]

    @property
    def facts(self) -> list[str]:
        """What the reasons read."""
        return [fact for line in self.found.lines for fact in line.facts]


def answer(values: Facts, book: Book, here: Hex, zone: str) -> Answer:
    """Whose danger zone a hex is in."""
    found = zone_of(values, book, here, zone)
    name = places().zones[zone].short if zone in places().zones else ""
    return Answer(str(here), name, found, SEATS_OF.get(found.exerts, "neutral"), list(nearest(values, here, zone)))


def nearest(values: Facts, here: Hex, zone: str) -> Iterator[Near]:
    """The ports of the campaign that lie nearest, as far as that is known."""
    known = spans(values, here, zone)
    told = [port for port in ports_shown(values) if known[port.key].high is not None]
    told.sort(key=lambda port: (known[port.key].low, known[port.key].high or 999, port.name))
    for port in told[:NEAREST]:
        row = f"port:{port.key}"
        yield Near(port.key, port.name, values[f"{row}.owner"], hexes_text(known[port.key]), silence(values, port.key))


def apart(one: Hex, text: str) -> str:
    """How far a second hex is, in words; '' where none is asked for."""
    other = map_hex(text)
    if other is None:
        return ""
    hexes = distance(one, other)
    if hexes is None:
        return f"How sheets {one.sheet} and {other.sheet} join is not known: count on the map from {one} to {other}."
    return f"{one} to {other}: {hexes} hex{'' if hexes == 1 else 'es'}."


def sailing(values: Facts, book: Book, rows: list[str]) -> list[Sailing]:
    """The groups at sea, each with whose zone it is in."""
    found = []
    for row in rows:
        key = row.partition(":")[2]
        at = afloat(values, book, key)
        if at is None:
            continue
        zone = str(values[f"{row}.zone"])
        where = f"{at.hex}, {places().zones[zone].short}" if zone in places().zones else str(at.hex)
        name, side = str(values[f"{row}.name"]), str(values[f"{row}.side"])
        safe = f"{safe_mark(key)}.kind" in values
        found.append(Sailing(key, name, side, where, at.found.exerts.label, at.enemy, str(at.hex), zone, safe))
    return sorted(found, key=lambda group: (group.side, group.name))


def quiet(values: Facts) -> list[Near]:
    """The ports that exert no danger zone in this player turn, and why."""
    silent = [(port, silence(values, port.key)) for port in ports_shown(values)]
    return [Near(port.key, port.name, values[f"port:{port.key}.owner"], "", why) for port, why in silent if why]


def baltic(values: Facts) -> str:
    """The border in the Baltic in words; '' where those waters are not played."""
    if "baltic" not in {zone.key for zone in zones_shown(values)}:
        return ""
    border = str(values.get(BORDER, Border.STANDS))
    grown = [way for way, key in (("east", "safe-zone-east"), ("north", "safe-zone-north")) if _on(values, key)]
    words = places().conditions["baltic-border"].choices[border]
    return f"{words}; grown to the {' and '.join(grown)}" if grown else words


def _on(values: Facts, key: str) -> bool:
    return bool(values.get(f"condition:{key}.value", False))


def place_of(values: Facts, group: str) -> tuple[str, str]:
    """The hex and the sea zone of a group, as far as they are known."""
    row = f"{fleet.GROUP}:{group}"
    if f"{row}.place" not in values:
        return "", ""
    here = fleet.hex_of(values, str(values[f"{row}.place"]))
    return str(here or ""), str(values[f"{row}.zone"])
