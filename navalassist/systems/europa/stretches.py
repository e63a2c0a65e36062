"""How far it is from each place of a naval move to the next, as far as the campaign can tell (docs/hexes.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import floor
from typing import Any

from navalassist.engine.maps.sheet_hexes import distance
from navalassist.rules.europa.r36_way import Stretch
from navalassist.rules.europa.reach import LONGEST, MARGIN, Spot, kilometres, least_apart
from navalassist.rules.europa.strips import Strip
from navalassist.systems.europa import fleet
from navalassist.systems.europa.danger import anchors, spans, spot_of
from navalassist.systems.europa.places import places

Facts = Mapping[str, Any]
SOMEWHERE = "where it was"


def stretches_of(values: Facts, place: str, moves: Strip, to: str) -> tuple[Stretch, ...]:
    """The way of a move, from where the group is to where it ends, cut where a place is named."""
    stops, mps = [(place, 0)], 0
    for spent in moves:
        mps += spent.mps
        if spent.to:
            stops.append((f"hex:{spent.to}", mps))
    if stops[-1][0] != to or mps > stops[-1][1]:
        stops.append((to, mps))
    return tuple(_stretch(values, one, other, after - before) for (one, before), (other, after) in pairwise(stops))


def way_of_hexes(values: Facts, start: str, moves: Strip, to: str) -> tuple[tuple[Stretch, ...], tuple[Stretch, ...]]:
    """The way of moves of which hexes were named afterwards: from place to place, and whether each move reaches.

    start: where it begins, '' where nobody knows; moves: with the hexes, which have no MPs of their own.
    """
    stretches: list[Stretch] = []
    moved: list[Stretch] = []
    here, way, mps = start, [], 0
    for number, spent in enumerate(moves, start=1):
        mps += spent.mps
        there = f"hex:{spent.to}" if spent.to else to if number == len(moves) else ""
        if not there:
            continue
        way.append(_stretch(values, here, there, mps))
        here = there
        if spent.mps:
            moved.append(_whole(way, mps))
            stretches, way, mps = [*stretches, *way], [], 0
    return (*stretches, *way), tuple(moved)


def _whole(way: Sequence[Stretch], mps: int) -> Stretch:
    """Several stretches as one."""
    least, exact = sum(one.least for one in way), all(one.exact for one in way)
    return Stretch(start=way[0].start, end=way[-1].end, mps=mps, least=least, exact=exact)


def _stretch(values: Facts, one: str, other: str, mps: int) -> Stretch:
    least, exact = _apart(values, one, other)
    named = (fleet.place_words(values, place).removeprefix("hex ") or SOMEWHERE for place in (one, other))
    return Stretch(start=next(named), end=next(named), mps=mps, least=least, exact=exact)


def _apart(values: Facts, one: str, other: str) -> tuple[int, bool]:
    """Hexes from a place to another at least, and whether that is the distance."""
    here, there = fleet.hex_of(values, one), fleet.hex_of(values, other)
    if here is not None and there is not None:
        counted = distance(here, there)
        return (counted, True) if counted is not None else (least_apart(here, there, anchors(values)), False)
    if here is None and there is None:
        spots = [_spot(values, place) for place in (one, other)]
        return _globe(*spots), False
    at, port = (here, other) if here is not None else (there, one)
    found = spans(values, at).get(port.removeprefix("port:")) if at is not None else None
    return (found.low, found.exact is not None) if found else (0, False)


def _spot(values: Facts, place: str) -> Spot | None:
    port = places().ports.get(place.removeprefix("port:"))
    return spot_of(values, port) if port else None


def _globe(one: Spot | None, other: Spot | None) -> int:
    """Hexes between two ports at least, by where they lie on the globe (R-64)."""
    if one is None or other is None:
        return 0
    return max(0, floor(kilometres(one, other) / LONGEST) - 2 * MARGIN)
