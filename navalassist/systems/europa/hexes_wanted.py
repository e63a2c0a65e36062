"""Which hexes of ports decide most: those of ports that rule 36.D.1 names, and of ports near an enemy one.

A danger zone ends where an enemy port is near (36.D.1.a), so that there a port whose hex nobody knows leaves most open.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from navalassist.rules.europa.reach import LONGEST, kilometres
from navalassist.rules.europa.words import Owner, Side
from navalassist.systems.europa.danger import HANGO, KRONSHTADT, spot_of
from navalassist.systems.europa.places import Port
from navalassist.systems.europa.theatres import ports_shown

NAMED, MOST = (HANGO, KRONSHTADT), 12
Facts = Mapping[str, Any]


def deciding(values: Facts) -> list[tuple[Port, str]]:
    """The dozen ports whose hexes are wanted first, with the reason."""
    shown = ports_shown(values)
    without = [port for port in shown if not values[f"port:{port.key}.map_reference"]]
    named = [(port, "36.D.1 counts from it") for port in without if port.key in NAMED]
    near = sorted((found for port in without if (found := _nearest(values, port, shown))), key=lambda found: found[0])
    rest = [(port, f"some {hexes} hexes from {enemy}") for hexes, _, port, enemy in near if port.key not in NAMED]
    return [*named, *rest][:MOST]


def _nearest(values: Facts, port: Port, shown: list[Port]) -> tuple[int, str, Port, str] | None:
    """The hexes to the nearest enemy port, and its name; None for a port that neither side owns."""
    owner = values[f"port:{port.key}.owner"]
    if owner not in tuple(Side):
        return None
    enemies = [other for other in shown if values[f"port:{other.key}.owner"] == Owner(Side(owner).enemy.value)]
    spot = spot_of(values, port)
    found = (
        (round(kilometres(spot, spot_of(values, other)) / LONGEST), port.key, port, other.name) for other in enemies
    )
    return min(found, key=lambda one: one[0], default=None)
