"""How far a port is from a hex: counted where the sheets join, else between two bounds that follow from positions.

A hex is 16 miles across. Where no join of two sheets is known, the hexes to a third port that lies on the sheet of the
first, and the miles from there to the other, give the least and the most that the distance can be.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from navalassist.engine.maps.sheet_hexes import Hex, distance
from navalassist.rules.europa.sheets import LINE, bounds, lie_of

EARTH = 6371.0
# Kilometres of a hex: 16 miles are 25.75, and the printed sheets come out up to 5 in 100 smaller.
SHORTEST, LONGEST = 24.4, 26.0
# How far a printed place may lie from where it is on the globe, in hexes.
MARGIN = 2
# The way in hexes is longer than the straight line, by this much at most.
DETOUR = 2 / math.sqrt(3)


class Spot(NamedTuple):
    """A place: its hex, where it is known, and its position in hundredths of a degree east and north."""

    hex: Hex | None
    east: int
    north: int


class Span(NamedTuple):
    """Hexes from one place to another: at least `low`, and at most `high`, None where nothing bounds it."""

    low: int
    high: int | None

    @property
    def exact(self) -> int | None:
        """The distance, where it is known."""
        return self.low if self.low == self.high else None

    def within(self, hexes: int) -> bool | None:
        """Whether it is so many hexes or less; None where that can't be known."""
        if self.low > hexes:
            return False
        return True if self.high is not None and self.high <= hexes else None


NOT_KNOWN = Span(0, None)


def kilometres(one: Spot, other: Spot) -> float:
    """Along the great circle."""
    north, other_north = math.radians(one.north / 100), math.radians(other.north / 100)
    apart = math.radians((one.east - other.east) / 100)
    half = math.sin((north - other_north) / 2) ** 2
    half += math.cos(north) * math.cos(other_north) * math.sin(apart / 2) ** 2
    return 2 * EARTH * math.asin(math.sqrt(half))


def straight(one: Hex, other: Hex) -> float:
    """The straight line between two hexes of one grid, in hexes."""
    (_, line), (_, other_line) = one.grid, other.grid
    along = one.place - other.place + ((line % 2 == 0) - (other_line % 2 == 0)) / 2
    return math.hypot(LINE * (line - other_line), along)


def least_apart(one: Hex, other: Hex, anchors: Iterable[Spot]) -> int:
    """Hexes between two hexes at least, where no join of their sheets is known: by anchors on the sheet of each."""
    known = [(anchor.hex, anchor) for anchor in anchors if anchor.hex is not None]
    near = [(straight(one, here), spot) for here, spot in known if here.grid[0] == one.grid[0]]
    far = [(straight(other, here), spot) for here, spot in known if here.grid[0] == other.grid[0]]
    least = (kilometres(a, b) / LONGEST - off - away for off, a in near for away, b in far)
    return max(0, math.floor(max(least, default=0.0)) - 2 * MARGIN)


def span(here: Hex, port: Spot, anchors: Iterable[Spot], margin: int = MARGIN) -> Span:
    """Hexes from a hex to a port. anchors: places whose hex and position are both known, within so many hexes."""
    if port.hex is not None and (counted := distance(here, port.hex)) is not None:
        return Span(counted, counted)
    low, high = 0, None
    on_sheet = [anchor for anchor in anchors if anchor.hex is not None and anchor.hex.grid[0] == here.grid[0]]
    for anchor in on_sheet:
        assert anchor.hex is not None
        off, away = straight(here, anchor.hex), kilometres(anchor, port)
        least = max(away / LONGEST - off, off - away / SHORTEST, 0.0)
        most = math.ceil((away / SHORTEST + off) * DETOUR) + margin
        low = max(low, math.floor(least) - margin)
        high = most if high is None else min(high, most)
    lie = lie_of(tuple((anchor.hex, anchor.east, anchor.north) for anchor in on_sheet if anchor.hex is not None))
    if lie is not None and margin == MARGIN:
        least_by_lie, most_by_lie = bounds(lie, here, port.east, port.north)
        both = Span(max(low, least_by_lie), most_by_lie if high is None else min(high, most_by_lie))
        if both.high is None or both.low <= both.high:
            return both
    return Span(low, high)
