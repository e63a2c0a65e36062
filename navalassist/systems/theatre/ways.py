"""How far it is over the maps and sea zones, in squares and in ranges, and the charts on which ways are drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from navalassist.engine import maps
from navalassist.engine.maps import Barred, Look, Squares, Toll, Way, WayChart, Zones, cheapest
from navalassist.engine.reader import View
from navalassist.systems.theatre.state.sea import Map, Port, Square, Zone
from navalassist.systems.theatre.state.words import Ground, Side

ROUTES = "PG.6.4.1"


def ranges_of(squares: int, per: int) -> int:
    """So many squares in ranges; a part counts whole (PG.6.3.1, R-204)."""
    return -(-squares // per)


def grid(view: View, key: str) -> Squares:
    """The squares of a map."""
    found = view.row(Map, key)
    return Squares(found.across, found.down)


def friendly(view: View, map_: str, side: Side) -> dict[str, str]:
    """Square -> row of each port of a side on a map."""
    return {port.square: port.row for port in view.rows(Port, map=map_, owner=side) if port.square}


def grounds(view: View, map_: str) -> dict[str, Square]:
    """The squares of a map that are not open sea, by name."""
    return {square.name: square for square in view.rows(Square, map=map_)}


def judge(view: View, map_: str, side: Side) -> maps.Judge:
    """A leg of a route: sea squares, small islands, own ports; n diagonals of a way count n + 1 (PG.6.4.1, R-205)."""
    on, land, ports = grid(view, map_), grounds(view, map_), friendly(view, map_, side)

    def leg(start: str, to: str, before: Sequence[str]) -> Toll | Barred:
        square = land.get(to)
        if square and square.ground is Ground.LAND and to not in ports:
            beside = (each for each in on.neighbours(start) if each in on.neighbours(to))
            instead = next((each for each in beside if each not in land), "")
            way_out = f" Go by {instead}, next to it." if instead else ""
            return Barred(
                f"{to} is land. A route keeps to sea squares, small islands and ports.{way_out}", ROUTES, instead
            )
        first = on.is_diagonal(start, to) and not any(on.is_diagonal(*pair) for pair in pairwise(before))
        return Toll(2 if first else 1, "the first diagonal counts 2" if first else "")

    return leg


def chart(view: View, map_: str, side: Side) -> WayChart:
    """A map as a side draws ways on it."""
    per = view.row(Map, map_).range
    owners = {port.square: port.owner.value for port in view.rows(Port, map=map_)}
    grounds_of = {Ground.LAND: maps.Ground.LAND, Ground.ISLAND: maps.Ground.ISLAND, Ground.SEA: maps.Ground.SEA}
    looks = {
        name: Look(grounds_of[square.ground], square.called, owners.get(name, "").replace("neutral", ""))
        for name, square in grounds(view, map_).items()
    }
    return WayChart(
        grid(view, map_), judge(view, map_, side), looks,
        says=lambda way: f"range {ranges_of(way.total, per)}" if way.legs else "", example="E1 D1 D2",
    )  # fmt: skip


def zone_chart(view: View) -> WayChart:
    """The sea zones; each counts the ranges that it is wide."""
    zones = {zone.key: zone for zone in view.rows(Zone)}
    beside = [(zone.key, other) for zone in zones.values() for other in zone.beside if other in zones]
    on = Zones({key: zone.name for key, zone in zones.items()}, beside)
    looks = {key: Look(name=zone.name) for key, zone in zones.items()}
    return WayChart(on, lambda start, to, before: Toll(zones[to].size), looks, unit="range", example="Central Pacific")


def squares_in(on: Squares, text: str) -> Iterator[str]:
    """The squares of rectangles, `A1:D12 E7`."""
    for part in text.split():
        first, _, last = part.partition(":")
        (left, top), (right, bottom) = on.at(first), on.at(last or first)
        yield from (on.name(x, y) for x in range(left, right + 1) for y in range(top, bottom + 1))


def squares_between(view: View, map_: str, side: Side, one: str, other: str) -> int | None:
    """Squares of the shortest way that a side's ships may go; None where there is none."""
    on, may = grid(view, map_), judge(view, map_, side)

    def plain(start: str, to: str, before: Sequence[str]) -> Toll | Barred:
        judged = may(start, to, before)
        return judged if isinstance(judged, Barred) else Toll(1)

    def straight(start: str, to: str, before: Sequence[str]) -> Toll | Barred:
        return Barred("", "") if on.is_diagonal(start, to) else plain(start, to, before)

    # However many diagonals a way has, they count one square more than they are.
    ways: list[tuple[Way | None, int]] = [(cheapest(on, one, other, plain), 1), (cheapest(on, one, other, straight), 0)]
    return min((way.total + more for way, more in ways if way), default=None)
