"""A way that is being typed, beside the campaign: its sea zones, hexes that it needs, and what may come next (36.A).

Nothing here forbids a way; the rule of the move does. What is typed of it becomes the inputs of that rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.rules.europa.r36_gibraltar import ocean_at
from navalassist.rules.europa.r36_way import Stretch
from navalassist.rules.europa.strips import Spent, Strip
from navalassist.rules.europa.way_typed import Leg, Way, read, split, words_of
from navalassist.rules.europa.words import Owner, Side, Zone
from navalassist.systems.europa import fleet
from navalassist.systems.europa.danger import anchors, map_hex, spans
from navalassist.systems.europa.fleet import GROUP
from navalassist.systems.europa.places import Port, places
from navalassist.systems.europa.sea_way import NEAR, zones_beside, zones_of_port
from navalassist.systems.europa.stretches import stretches_of
from navalassist.systems.europa.theatres import ports_shown, zones_shown

Facts = Mapping[str, Any]
# Where nothing tells how far it is, a hex costs an MP at least.
NEXT_DOOR = 1


def read_way(values: Facts, text: str) -> Way:
    """The way that somebody typed. ValueError says what would be right."""
    return read(text, [zone.key for zone in zones_shown(values)], [port.key for port in ports_shown(values)])


def zones_along(values: Facts, group: str, way: Way) -> tuple[str, ...]:
    """The sea zone where a way begins, and that of each place to which it comes; '' where nobody has said it."""
    found = [_zone_of_start(values, group, way)]
    for leg in way.legs:
        found.append(_zone_after(values, leg, found[-1]))
    return tuple(found)


def _zone_of_start(values: Facts, group: str, way: Way) -> str:
    """Of a port on several zones the one that is said first, or the only one in play on the ocean of the first hex."""
    row = f"{GROUP}:{group}"
    place, known = str(values[f"{row}.place"]), str(values[f"{row}.zone"])
    if not place.startswith("port:"):
        return known
    zones = zones_of_port(values, place.removeprefix("port:"))
    said = way.zones[0] if way.legs and way.legs[0].zones else known
    if said in zones:
        return said
    first = next((map_hex(leg.to.removeprefix("hex:")) for leg in way.legs if leg.to.startswith("hex:")), None)
    ocean = ocean_at(first)
    shown = {zone.key for zone in zones_shown(values)}
    likely = [zone for zone in zones if zone in shown and (ocean is None or Zone(zone) in ocean)]
    return likely[0] if len(likely) == 1 else ""


def _zone_after(values: Facts, leg: Leg, before: str) -> str:
    """The zone that is said; else that of the port there or beside it; else the one before, where no port denies it."""
    kind, _, name = leg.to.partition(":")
    if leg.zones and kind != "port":
        return leg.zones[-1]
    around = zones_of_port(values, name) if kind == "port" else _zones_near(values, Hex.of(name)) if name else ()
    zone = leg.zones[-1] if leg.zones else before
    if zone in around or not around:
        return zone
    return around[0] if len(around) == 1 and (kind == "port" or not before) else ""


def _zones_near(values: Facts, here: Hex) -> tuple[str, ...]:
    """The sea zones of the ports beside a hex, in one of which it lies; else of those near it, which touch its own."""
    near = [key for key, away in spans(values, here).items() if away.exact is not None and away.exact <= NEAR]
    zones = dict.fromkeys(zone for key in near for zone in zones_of_port(values, key))
    return zones_beside(values, here) or tuple(zones)


def zones_of_end(values: Facts, group: str, way: Way) -> list[tuple[str, str]]:
    """The sea zones in which the hex where it ends may lie, with the way that says so; none where that is known."""
    along, shown = zones_along(values, group, way), {zone.key: zone.short for zone in zones_shown(values)}
    last = way.legs[-1].to if way.legs else ""
    if along[-1] or not last.startswith("hex:"):
        return []
    likely = [*_zones_near(values, Hex.of(last.removeprefix("hex:"))), *filter(None, along)]
    touching = [zone for one in likely for zone in places().zones[one].neighbours]
    found = [key for key in dict.fromkeys((*likely, *touching)) if key in shown]
    return [(shown[key], " ".join((*way.words[:-1], key, way.words[-1]))) for key in found or shown]


def stretches(values: Facts, group: str, way: Way) -> tuple[Stretch, ...]:
    """Each leg that leads to a place: its MPs, and how far it is."""
    place, found = str(values[f"{GROUP}:{group}.place"]), []
    for leg in way.legs:
        if leg.to:
            found.append(_stretch(values, place, leg.to, leg.mps))
            place = leg.to
    return tuple(found)


def _stretch(values: Facts, place: str, to: str, mps: int) -> Stretch:
    end = to.removeprefix("hex:") if to.startswith("hex:") else ""
    return stretches_of(values, place, (Spent(mps=mps, to=end),), to)[0]


def last_place(values: Facts, group: str, way: Way) -> str:
    """The last place that it comes to; where the group is, for a way that comes to none."""
    return next((leg.to for leg in reversed(way.legs) if leg.to), str(values[f"{GROUP}:{group}.place"]))


def with_place(values: Facts, group: str, way: Way, to: str, strip: Strip, naval_step: int, *, by_day: bool) -> str:
    """The way on to a place with the least MPs that it needs, as it is typed; strip: the moves of the phase before."""
    least = _stretch(values, last_place(values, group, way), to, 0).least
    lacks = max(least, NEXT_DOOR) - way.pending.mps
    more = split((*strip, *way.moves), lacks, naval_step, by_day=by_day)
    return way.and_then(*words_of(more), to.partition(":")[2])


def inputs(values: Facts, group: str, way: Way) -> dict[str, Any]:
    """A way as the rule of a move takes it."""
    zones = zones_along(values, group, way)
    at_port = f"port:{way.port}" if way.port else ""
    said = not at_port or len(zones_of_port(values, way.port)) > 1
    chosen = dict.fromkeys(zone for zone in (zones[0], *way.zones, zones[-1]) if zone) if way.zones else ()
    moves = " ".join(word for word in way.words if word not in places().zones and word != way.port)
    return {"group": group, "moves": moves, "ends": way.port, "zone": zones[-1] if said else "", "way": list(chosen)}


def zones_next(values: Facts, group: str, way: Way) -> list[tuple[str, str]]:
    """The sea zones into which it may go on, by key and name: those that touch the last one, or those of its port."""
    last, shown = zones_along(values, group, way)[-1], {zone.key: zone.short for zone in zones_shown(values)}
    place = last_place(values, group, way)
    beside = places().zones[last].neighbours if last else zones_of_port(values, place.removeprefix("port:"))
    return [(key, shown[key]) for key in (beside or shown) if key in shown]


def ports_next(values: Facts, group: str, way: Way) -> list[tuple[Port, Stretch]]:
    """The ports in which it may end, its side's own and the nearest first: none of the enemy's (36.A)."""
    place, side = last_place(values, group, way), Side(values[f"{GROUP}:{group}.side"])
    zone = zones_along(values, group, way)[-1]
    owners = {port.key: values[f"port:{port.key}.owner"] for port in ports_shown(values)}
    open_to = [key for key, owner in owners.items() if owner != Owner(side.enemy.value) and place != f"port:{key}"]
    found = [(places().ports[key], _stretch(values, place, f"port:{key}", 0)) for key in open_to]

    def order(one: tuple[Port, Stretch]) -> tuple[bool, bool, int, str]:
        port, stretch = one
        return owners[port.key] != side, zone not in zones_of_port(values, port.key), stretch.least, port.name

    return sorted(found, key=order)


def sheets(values: Facts, group: str, way: Way) -> list[str]:
    """The sheets of the maps that the campaign knows, the likeliest for the next hex first: where it is, then near."""
    named = [str(found) for found in (map_hex(word) for word in reversed(way.words)) if found]
    named_places = (last_place(values, group, way), str(values[f"{GROUP}:{group}.place"]))
    here = next((found for place in named_places if (found := fleet.hex_of(values, place))), None)
    around = [str(here)] if here else list(_near(values, group))
    known = sorted(str(spot.hex) for spot in anchors(values))
    return list(dict.fromkeys(name.partition(":")[0] for name in (*named, *around, *known)))


def _near(values: Facts, group: str) -> Iterator[str]:
    """The hexes of the ports that lie nearest to the port of a group, as far as they are known."""
    port = places().ports.get(str(values[f"{GROUP}:{group}.place"]).removeprefix("port:"))
    for other in sorted(ports_shown(values), key=lambda one: _apart(port, one)) if port else ():
        if found := map_hex(values[f"port:{other.key}.map_reference"]):
            yield str(found)


def _apart(one: Port, other: Port) -> float:
    return (one.lon - other.lon) ** 2 + (one.lat - other.lat) ** 2
