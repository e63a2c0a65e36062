"""The enemy's mines and danger zones in the sea zones of a row's way: what it may meet there (36.C.1, 36.D.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.rules.europa.mines import Belt
from navalassist.rules.europa.words import Owner, Side
from navalassist.systems.europa.danger import silence
from navalassist.systems.europa.mines import belts
from navalassist.systems.europa.places import places
from navalassist.systems.europa.sea_way import zones_beside

Facts = Mapping[str, Any]
# So many ports are named.
NAMED = 3
ALLIED_ZONES = "every hex that no Axis danger zone covers is in an Allied one"


def mines_on_way(values: Facts, side: Side, zones: Iterable[str]) -> list[Belt]:
    """The enemy's belts in these zones, and those of which nobody knows the zone."""
    wanted = {*zones, ""}
    return [belt for belt in belts(values) if belt.side is side.enemy and belt.zone in wanted]


def danger_on_way(values: Facts, side: Side, zones: Sequence[str]) -> str:
    """Where the enemy's danger zones lie in these zones, in words; '' for none that are known (36.D.1)."""
    if side is Side.AXIS:
        return ALLIED_ZONES
    near = [port for port in places().ports.values() if not {*port.zones}.isdisjoint(zones)]
    names = [
        port.name
        for port in near
        if values.get(f"port:{port.key}.owner") == Owner.AXIS and not silence(values, port.key)
    ]
    more = f" and {len(names) - NAMED} more ports" if len(names) > NAMED else ""
    return f"Axis danger zones round {', '.join(names[:NAMED])}{more}" if names else ""


def zone_at(values: Facts, zones: Sequence[str], here: Hex) -> str:
    """The sea zone of a hex of a way: that of a port beside it, else the only one of the way; '' if neither tells."""
    found = [zone for zone in zones_beside(values, here) if zone in zones] or list(dict.fromkeys(zones))
    return found[0] if len(found) == 1 else ""
