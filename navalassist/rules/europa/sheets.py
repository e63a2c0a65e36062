"""How a sheet lies on the globe: turned and scaled by the places on it whose hex and position are known.

Sheets lie at a slant of their own; all of them come out at some 25 km a hex.
Left out of the sum, a known place is found again within two hexes, and three where it lies some 20 from the others.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from navalassist.engine.maps.sheet_hexes import Hex

LINE = math.sqrt(3) / 2
# Kilometres of a hundredth of a degree.
DEGREE = 1.112
# Anchors that lie less far apart tell no slant; in hexes.
BASELINE = 12
# How far off a place may be found: so many hexes, and so much of its way from the nearest anchor.
ERROR, GROWS = 3.0, 0.08
Anchor = tuple[complex, complex]


class Lie(NamedTuple):
    """Turn, scale and shift from a sheet's grid to kilometres round a place on the globe; its anchors on the grid."""

    turned: complex
    shift: complex
    east: float
    north: float
    anchors: tuple[complex, ...]


def on_grid(here: Hex) -> complex:
    """A hex on the plane of its sheets, in hexes."""
    _, line = here.grid
    return complex(line * LINE, here.place + (0.5 if line % 2 == 0 else 0.0))


def fitted(anchors: Sequence[Anchor], apart: float) -> tuple[complex, complex] | None:
    """Turn, scale and shift that bring the one onto the other, by least squares; None for anchors that lie close."""
    if not any(abs(one[0] - other[0]) >= apart for one, other in combinations(anchors, 2)):
        return None
    middle = sum(one for one, _ in anchors) / len(anchors)
    target = sum(two for _, two in anchors) / len(anchors)
    both = sum((one - middle).conjugate() * (two - target) for one, two in anchors)
    turned = both / sum(abs(one - middle) ** 2 for one, _ in anchors)
    return turned, target - turned * middle


@lru_cache(maxsize=64)
def lie_of(known: tuple[tuple[Hex, int, int], ...]) -> Lie | None:
    """How the sheet of these places lies: each a hex, and hundredths of a degree east and north."""
    if not known:
        return None
    east = sum(lon for _, lon, _ in known) / len(known)
    north = sum(lat for _, _, lat in known) / len(known)
    anchors = [(on_grid(here), _plane(lon, lat, east, north)) for here, lon, lat in known]
    fit = fitted(anchors, BASELINE)
    return None if fit is None else Lie(*fit, east, north, tuple(at for at, _ in anchors))


def _plane(east: float, north: float, middle_east: float, middle_north: float) -> complex:
    along = (east - middle_east) * math.cos(math.radians(middle_north / 100))
    return complex(along * DEGREE, -(north - middle_north) * DEGREE)


def bounds(lie: Lie, here: Hex, east: int, north: int) -> tuple[int, int]:
    """Hexes from a hex of the sheet to a position on the globe: at least, and at most."""
    one = on_grid(here)
    other = (_plane(east, north, lie.east, lie.north) - lie.shift) / lie.turned
    off = max(min(abs(at - anchor) for anchor in lie.anchors) for at in (one, other))
    error, away = ERROR + GROWS * off, counted(other - one)
    return max(0, math.floor(away - error)), math.ceil(away + error)


def counted(way: complex) -> float:
    """Hexes along a way on the plane: its lines, and what is left to go along them."""
    lines = abs(way.real) / LINE
    return lines + max(0.0, abs(way.imag) - lines / 2)
