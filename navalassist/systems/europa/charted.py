"""Where hexes lie on the drawn charts, and what is drawn there besides zones: fleets, mines, danger zones (36).

A hex is drawn at the port that lies in it; else where the ports of its sheets put it, if at least two far apart do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from navalassist.desk.chart.drawing import BESIDE, Mark, Ring
from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.engine.reader import rows_in
from navalassist.engine.rows import key_of
from navalassist.rules.europa.danger_zones import AFTER_SURRENDER, BASE, CANCELLED, CANCELLED_AFTER, NATIONAL, is_base
from navalassist.rules.europa.reach import SHORTEST, kilometres
from navalassist.rules.europa.rulings_36 import R63
from navalassist.rules.europa.sheets import fitted, on_grid
from navalassist.rules.europa.words import Owner, PortKind, Side
from navalassist.rules.europa.world import VALLETTA
from navalassist.systems.europa import fleet
from navalassist.systems.europa.danger import (
    GERMAN,
    References,
    is_northern,
    map_hex,
    references,
    silence,
    spot_of,
    spots,
)
from navalassist.systems.europa.mines import belts
from navalassist.systems.europa.places import Port, Theatre, places
from navalassist.systems.europa.soviet import is_soviet

Facts = Mapping[str, Any]
Point = tuple[int, int]
# Ships at sea stand beside the middle of their hex, each side on its own.
AT_SEA = {Side.AXIS.value: -17, Side.ALLIED.value: 17}
# What lies at Malta stands round the disc with its number; so far from its middle.
ROUND_MALTA = 54
# Two ports place the hexes of a sheet only if they lie so many hexes apart.
APART = 8


def spot_on(port: Port, theatre: Theatre) -> Point | None:
    """Where a port is drawn on a chart; those of the inset have a scale of their own."""
    if theatre == "med":
        return (port.spot.x, port.spot.y) if port.spot and port.panel == "main" else None
    return (port.north.x, port.north.y) if port.north else None


def points(values: Facts, theatre: Theatre) -> Mapping[Hex, Point]:
    """The hexes of ports, and where they are drawn."""
    return _points(references(values), theatre)


@lru_cache(maxsize=64)
def _points(known: References, theatre: Theatre) -> Mapping[Hex, Point]:
    found = {}
    for key, spot in spots(known).items():
        at = spot_on(places().ports[key], theatre)
        if spot.hex is not None and at is not None:
            found[spot.hex] = at
    return MappingProxyType(found)


def point_of(known: Mapping[Hex, Point], here: Hex) -> Point | None:
    """Where a hex is drawn; None where the ports of its sheets don't tell."""
    if here in known:
        return known[here]
    anchors = tuple((on_grid(other), complex(*at)) for other, at in known.items() if other.grid[0] == here.grid[0])
    fit = fitted(anchors, APART)
    if fit is None:
        return None
    turned, shift = fit
    at = turned * on_grid(here) + shift
    return round(at.real), round(at.imag)


def fleets(values: Facts) -> dict[str, list[tuple[str, str, str]]]:
    """place -> (side, name, address) of the groups there, and of units that lie there by themselves."""
    found: dict[str, list[tuple[str, str, str]]] = {}
    for kind, page in ((fleet.GROUP, "group"), (fleet.UNIT, "unit")):
        for row in rows_in(values, kind):
            told = (str(values[f"{row}.side"]), str(values[f"{row}.name"]), f"fleet/{page}/{key_of(row)}/")
            found.setdefault(str(values[f"{row}.place"]), []).append(told)
    return {place: sorted(told) for place, told in found.items() if place.partition(":")[0] in ("port", "hex", "canal")}


def fleet_marks(values: Facts) -> Iterator[tuple[str, Mark]]:
    """One mark a side and place, with its place."""
    for place, told in fleets(values).items():
        for side in Side:
            own = [one for one in told if one[0] == side]
            if own:
                names = ", ".join(name for _, name, _ in own)
                # The number is what the mark shows.
                names = f"{len(own)} {side.label}, {names}" if len(own) > 1 else names
                url = own[0][2] if len(own) == 1 else "fleet/"
                yield place, Mark(side.value, f"{names}: {fleet.place_words(values, place)}", url, len(own))


def mine_marks(values: Facts) -> Iterator[tuple[str, Mark]]:
    """One mark a belt."""
    for belt in belts(values):
        text = f"{belt.side.label} mines in {belt.hex}: {belt.points} point{'' if belt.points == 1 else 's'}"
        yield f"hex:{belt.hex}", Mark(belt.side.value, text, "mines/", belt.points)


def drawn(values: Facts, theatre: Theatre, marks: Iterator[tuple[str, Mark]]) -> Iterator[tuple[str, Mark]]:
    """Those marks whose place is on the chart, with their points."""
    known = points(values, theatre)
    for place, mark in marks:
        at = _point_at(values, theatre, known, place)
        if at is not None:
            dx, dy = _beside(theatre, place, mark.side)
            spot = _off_malta(theatre, at[0] + dx, at[1] + dy)
            yield place, Mark(mark.side, mark.text, mark.url, mark.count, *spot)


def _off_malta(theatre: Theatre, x: int, y: int) -> Point:
    """The same spot, moved outward and up where the disc of Malta would cover it."""
    malta = spot_on(places().ports[VALLETTA], theatre)
    if malta is None or (apart := abs(complex(x - malta[0], y - malta[1]))) >= ROUND_MALTA:
        return x, y
    away = complex(x - malta[0], -abs(y - malta[1]) or -apart or -1)
    return round(malta[0] + away.real * ROUND_MALTA / abs(away)), round(malta[1] + away.imag * ROUND_MALTA / abs(away))


def _beside(theatre: Theatre, place: str, side: str) -> Point:
    kind, _, key = place.partition(":")
    if kind != "port":
        return (AT_SEA[side], 0) if kind == "hex" else (0, 0)
    port = places().ports[key]
    spot = port.spot if theatre == "med" else port.north
    return BESIDE[spot.label] if spot else (0, 0)


def _point_at(values: Facts, theatre: Theatre, known: Mapping[Hex, Point], place: str) -> Point | None:
    kind, _, key = place.partition(":")
    if kind == "port" and key in places().ports:
        return spot_on(places().ports[key], theatre)
    here = fleet.hex_of(values, place)
    at = point_of(known, here) if here else None
    chart = places().charts[theatre]
    return at if at and 0 <= at[0] <= chart.width and 0 <= at[1] <= chart.height else None


@lru_cache(maxsize=4)
def hex_size(theatre: Theatre) -> float:
    """Grid units of a chart for one hex of 16 miles, by the two ports on it that lie furthest apart."""
    found = [(spot_of({}, port), spot_on(port, theatre)) for port in places().ports.values()]
    spots = [(spot, at) for spot, at in found if at is not None]
    east, west = max(spots, key=lambda one: one[0].east), min(spots, key=lambda one: one[0].east)
    return abs(complex(*east[1]) - complex(*west[1])) / (kilometres(east[0], west[0]) / SHORTEST)


def rings(values: Facts, theatre: Theatre) -> Iterator[Ring]:
    """Axis danger zones round ports (36.D.1.a), and the hexes round Allied ports where they end."""
    surrendered = bool(values.get("condition:italy-surrendered.value", False))
    size = hex_size(theatre)
    for port in places().ports.values():
        at, owner = spot_on(port, theatre), values.get(f"port:{port.key}.owner")
        if at is None:
            continue
        reach = _axis_reach(values, port, surrendered) if owner == Owner.AXIS else 0
        if reach and not silence(values, port.key):
            yield Ring("axis", *at, round(size * (reach + 0.5)))
        if owner == Owner.ALLIED and not is_soviet(values, port.key):
            yield Ring("allied", *at, round(size * ((CANCELLED_AFTER if surrendered else CANCELLED) + 0.5)))


def _axis_reach(values: Facts, port: Port, surrendered: bool) -> int:
    """Hexes to which an Axis port reaches; 0 for one that is no naval base and in none of the national zones."""
    if port.country in GERMAN:
        return NATIONAL
    if is_northern(port, map_hex(values.get(f"port:{port.key}.map_reference"))):
        return AFTER_SURRENDER if surrendered else NATIONAL
    bases = str(values.get(f"ruling:{R63.number}.choice", R63.default))
    return BASE if is_base(PortKind(values[f"port:{port.key}.kind"]), bases) else 0
