"""Ways over the maps and sea zones: what a leg costs and what bars it, ranges, and the charts that ways are drawn on.

Maps are everybody's, so nothing that is read of them here is noted for an entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise

from navalassist.engine import maps
from navalassist.engine.english import listed
from navalassist.engine.maps import Barred, Look, Squares, Toll, Way, WayChart, Zones, cheapest, places_of
from navalassist.engine.reader import Reader, View
from navalassist.systems.theatre.rulings import BOTH_SHORES, R206
from navalassist.systems.theatre.state.sea import ANY_NATION, Canal, Map, Port, Square, Strait, Water, Zone
from navalassist.systems.theatre.state.words import Ground, Season, Side
from navalassist.systems.theatre.turn import season_now

ROUTES, SIDES, FRONTS = "PG.6.4.1", "PG.6.1.2.1", "PG.6.2.3.1"
ARCTIC, POOLS = "PG.6.2.3.2", "PG.6.2.2"
# The paragraphs of canals that have one of their own.
CANALS = {"panama": "PG.6.2.2.1", "suez": "PG.6.2.2.2", "leningrad": "PG.6.2.3.3"}
# Squares that are drawn around a way.
AROUND = 5
WARM = (Season.SUMMER, Season.FALL)
GROUNDS = {Ground.LAND: maps.Ground.LAND, Ground.ISLAND: maps.Ground.ISLAND, Ground.SEA: maps.Ground.SEA}


def public(view: View) -> View:
    """What everybody sees, of which a rule notes nothing that it reads."""
    return view.view if isinstance(view, Reader) else view


def ranges_of(squares: int, per: int) -> int:
    """So many squares in ranges; a part counts whole (PG.6.3.1, R-204)."""
    return -(-squares // per)


def grid(view: View, key: str) -> Squares:
    """The squares of a map."""
    found = public(view).row(Map, key)
    return Squares(found.across, found.down)


def grounds(view: View, map_: str) -> dict[str, Square]:
    """The squares of a map that are not open sea, by name."""
    return {square.name: square for square in public(view).rows(Square, map=map_)}


def ports_on(view: View, map_: str) -> dict[str, Port]:
    """Square -> the port in it."""
    return {port.square: port for port in public(view).rows(Port, map=map_) if port.square}


def friendly(view: View, map_: str, side: Side) -> dict[str, str]:
    """Square -> row of each port of a side on a map."""
    return {square: port.row for square, port in ports_on(view, map_).items() if port.owner.value == side.value}


def squares_in(on: Squares, text: str) -> Iterator[str]:
    """The squares of rectangles, `A1:D12 E7`. ValueError for what is no square of the map."""
    for part in text.split():
        first, _, last = part.partition(":")
        (left, top), (right, bottom) = on.at(first), on.at(last or first)
        yield from (on.name(x, y) for x in range(left, right + 1) for y in range(top, bottom + 1))


def waters(view: View, map_: str) -> Mapping[str, str]:
    """Square -> key of its water, of those that the list of waters names."""
    on, found = grid(view, map_), {}
    for water in public(view).rows(Water, map=map_):
        found.update(dict.fromkeys(squares_in(on, water.squares), water.key))
    return found


@dataclass(frozen=True)
class Sea:
    """A map as a side sails it. in_water: as `waters` has it; water: of all other squares; both: R-206."""

    on: Squares
    land: Mapping[str, Square]
    ports: Mapping[str, Port]
    straits: Mapping[frozenset[str], Strait]
    in_water: Mapping[str, str]
    water: str
    names: Mapping[str, str]
    side: Side
    nation: str
    both: bool

    def is_land(self, square: str) -> bool:
        """True for land; small islands are sea as well."""
        found = self.land.get(square)
        return found is not None and found.ground is Ground.LAND

    def holds(self, square: str) -> bool:
        """True where its side holds the land of a square: by the port in it, else by the list of squares."""
        port, land = self.ports.get(square), self.land.get(square)
        owner = port.owner.value if port else land.holder.value if land else ""
        return owner == self.side.value

    def leg(self, start: str, to: str, before: Sequence[str]) -> Toll | Barred:
        """6.4.1: sea squares, small islands, own ports and straits; n diagonals of a way count n + 1 (R-205)."""
        strait = self.straits.get(frozenset((start, to)))
        barred = self._on_land(start, to) or self._at_ports(start, to)
        barred = barred or (self._in_strait(strait) if strait else self._squeezed(start, to))
        if barred:
            return barred
        first = self.on.is_diagonal(start, to) and not any(self.on.is_diagonal(*pair) for pair in pairwise(before))
        found = self.land.get(to)
        notes = [f"by {strait.name}"] if strait else []
        notes += ["small island: may be passed"] if found and found.ground is Ground.ISLAND else []
        notes += ["the first diagonal counts 2"] if first else []
        return Toll(2 if first else 1, ", ".join(notes))

    def _beside_both(self, start: str, to: str) -> str:
        """A sea square beside both, '' for none."""
        near = (each for each in self.on.neighbours(start) if each in self.on.neighbours(to) and not self.is_land(each))
        return next(near, "")

    def _on_land(self, start: str, to: str) -> Barred | None:
        instead = self._beside_both(start, to)
        way_out = f" Go by {instead}, next to it." if instead else ""
        if self.is_land(to) and to not in self.ports:
            words = "is land. A route keeps to sea squares, ports, small islands and straits."
            return Barred(f"{to} {words}{way_out}", ROUTES, instead)
        port = self.ports.get(to)
        if port and self.is_land(to) and port.owner.value != self.side.value:
            return Barred(
                f"{port.name} is not {self.side.label}: a route uses own ports alone.{way_out}", ROUTES, instead
            )
        if self.is_land(start) and self.is_land(to):
            return Barred(f"{start} and {to} are both land: the way leads over sea.{way_out}", ROUTES, instead)
        return None

    def _at_ports(self, start: str, to: str) -> Barred | None:
        """From which sea squares a port is reached, and left: those of its list, and of its front."""
        for square, sea in ((to, start), (start, to)):
            port = self.ports.get(square)
            if port is None or not self.is_land(square):
                continue
            opens = [each for each in self.on.neighbours(square) if not self.is_land(each) and self._opens(port, each)]
            if sea in opens:
                continue
            near = [each for each in opens if each in self.on.neighbours(sea)]
            instead = next(iter(near), "") if square == to else next(iter(opens), "")
            rule = SIDES if port.sides and sea not in squares_in(self.on, port.sides) else FRONTS
            water = f", in the water {self.names.get(port.front, port.front)}" if rule == FRONTS else ""
            where = listed(opens) or "no square"
            return Barred(f"{port.name} is reached from {where} alone{water}.", rule, instead)
        return None

    def _opens(self, port: Port, sea: str) -> bool:
        beside = not port.sides or sea in squares_in(self.on, port.sides)
        return beside and port.front in ("", self.in_water.get(sea, self.water))

    def _in_strait(self, strait: Strait) -> Barred | None:
        shores = list(squares_in(self.on, strait.shores))
        held = [shore for shore in shores if self.holds(shore)]
        if strait.nation and strait.nation != self.nation:
            return Barred(f"{strait.name} lets {ANY_NATION[strait.nation]} pass alone.", ROUTES)
        if len(held) < (len(shores) if strait.both or self.both else min(1, len(shores))):
            needs = "both shores" if strait.both or self.both else "one shore"
            return Barred(f"{strait.name} needs {needs} of {listed(shores)}; yours: {listed(held) or 'none'}.", ROUTES)
        return None

    def _squeezed(self, start: str, to: str) -> Barred | None:
        """No step across a corner between two squares of land (R-261)."""
        if not self.on.is_diagonal(start, to):
            return None
        (x, y), (to_x, to_y) = self.on.at(start), self.on.at(to)
        corners = [self.on.name(x, to_y), self.on.name(to_x, y)]
        if not all(map(self.is_land, corners)):
            return None
        return Barred(f"No strait of the list leads between {listed(corners)}, which are land.", ROUTES)


def sea_of(view: View, map_: str, side: Side, nation: str = "") -> Sea:
    """A map as a side sails it. nation: whose ships, where a strait asks for it."""
    view = public(view)
    straits = {frozenset((one.one, one.other)): one for one in view.rows(Strait, map=map_)}
    return Sea(
        on=grid(view, map_), land=grounds(view, map_), ports=ports_on(view, map_), straits=straits,
        in_water=waters(view, map_), water=view.row(Map, map_).water,
        names={water.key: water.name for water in view.rows(Water)}, side=side, nation=nation,
        both=view.ruling(R206) == BOTH_SHORES,
    )  # fmt: skip


def around(on: Squares, places: Iterable[str], by: int = AROUND) -> tuple[str, str] | None:
    """The corners of the part of a map with these squares and some around them; None for the whole."""
    at = [on.at(place) for place in places]
    if not at:
        return None
    (left, right), (top, bottom) = ((min(numbers), max(numbers)) for numbers in zip(*at, strict=True))
    first = on.name(max(1, left - by), max(1, top - by))
    return first, on.name(min(on.across, right + by), min(on.down, bottom + by))


def named(on: Squares, text: str) -> list[str]:
    """Those parts of a typed way that are squares of the map."""
    found = []
    for part in places_of(text):
        with suppress(ValueError):
            found.append(on.place(part))
    return found


def chart(view: View, map_: str, side: Side, nation: str = "", about: Iterable[str] = (), begins: str = "") -> WayChart:
    """A map as a side draws ways on it. about: squares that are drawn with those around them; none for the whole.

    begins: the square of the port from which it leads, '' where that is not known.
    """
    sea, per = sea_of(view, map_, side, nation), public(view).row(Map, map_).range
    owners = {square: port.owner.value for square, port in sea.ports.items()}
    looks = {
        name: Look(GROUNDS[square.ground], square.called, owners.get(name, "").replace("neutral", ""))
        for name, square in sea.land.items()
    }
    return WayChart(
        sea.on, sea.leg, looks,
        says=lambda way: f"range {ranges_of(way.total, per)}" if way.total else "", example="E1 D1 D2",
        part=around(sea.on, about), begins=(begins,) if begins else None,
    )  # fmt: skip


def squares_between(view: View, map_: str, side: Side, one: str, other: str) -> int | None:
    """Squares of the shortest way that a side's ships may go; None where there is none."""
    found = shortest(view, map_, side, one, other)
    return found[0] if found else None


def shortest(view: View, map_: str, side: Side, one: str, other: str) -> tuple[int, Way] | None:
    """The shortest way that a side's ships may go, and how many squares it counts; None where there is none."""
    on, may = grid(view, map_), sea_of(view, map_, side).leg

    def plain(start: str, to: str, before: Sequence[str]) -> Toll | Barred:
        judged = may(start, to, before)
        return judged if isinstance(judged, Barred) else Toll(1)

    def straight(start: str, to: str, before: Sequence[str]) -> Toll | Barred:
        return Barred("", "") if on.is_diagonal(start, to) else plain(start, to, before)

    # However many diagonals a way has, they count one square more than they are.
    ways: list[tuple[Way | None, int]] = [(cheapest(on, one, other, plain), 1), (cheapest(on, one, other, straight), 0)]
    return min(((way.total + more, way) for way, more in ways if way), key=lambda found: found[0], default=None)


# --- sea zones


def zones_at(view: View, port: Port, square: str = "") -> list[str]:
    """Keys of the sea zones that are entered from a square of the port's map, or from a port that lies off the maps."""
    if not (square and port.map):
        return [port.zone] if port.zone else []
    on = grid(view, port.map)
    return [zone.key for zone in public(view).rows(Zone, map=port.map) if square in squares_in(on, zone.edges)]


def zone_chart(
    view: View,
    side: Side | None = None,
    nation: str = "",
    transports: bool = False,
    begins: Sequence[str] | None = None,
) -> WayChart:
    """The sea zones, each as many ranges as it is wide; the first counts too. transports: some pass with the ships.

    begins: keys of the zones in which the way may begin, None for any.
    """
    view = public(view)
    zones = {zone.key: zone for zone in view.rows(Zone)}
    beside = [(zone.key, other) for zone in zones.values() for other in zone.beside if other in zones]
    canals = [canal for canal in view.rows(Canal) if len(canal.between) == 2 and set(canal.between) <= set(zones)]
    straits = [maps.Strait(canal.name, (canal.between[0], canal.between[1])) for canal in canals]
    on = Zones({key: zone.name for key, zone in zones.items()}, beside, straits)
    leg = zone_judge(view, zones, canals, side, nation, transports)
    looks = {key: Look(name=zone.name) for key, zone in zones.items()}
    return WayChart(
        on, leg, looks, unit="range", says=lambda way: f"and {zones[way.start].size} of the first zone", begins=begins
    )


def zone_judge(
    view: View, zones: Mapping[str, Zone], canals: Iterable[Canal], side: Side | None, nation: str, transports: bool
) -> maps.Judge:
    """The rule of a leg between zones: open water, or a canal that lets these ships pass in this season."""
    open_water = {frozenset((zone.key, other)) for zone in zones.values() for other in zone.beside}
    season = season_now(view)

    def leg(start: str, to: str, before: Sequence[str]) -> Toll | Barred:
        if zones[to].warm and season not in WARM:
            return Barred(f"{zones[to].name} is navigable in summer and fall, not in {season.label}.", ARCTIC)
        pair = frozenset((start, to))
        if pair in open_water:
            return Toll(zones[to].size)
        found = [(one, closed(view, one, side, nation, transports)) for one in canals if frozenset(one.between) == pair]
        if free := next((one for one, why in found if not why), None):
            return Toll(zones[to].size, f"by {free.name}")
        return Barred(" ".join(why for _, why in found), CANALS.get(found[0][0].key, POOLS))

    return leg


def closed(view: View, canal: Canal, side: Side | None, nation: str, transports: bool) -> str:
    """Why these ships do not pass a canal now; '' where they do."""
    ports = public(view).rows(Port, canal.gates)
    if canal.units and transports:
        return f"{canal.name} lets naval units pass alone, no transports."
    if canal.nation and nation != canal.nation:
        return f"{canal.name} lets {ANY_NATION[canal.nation]} pass alone."
    if canal.warm and (season := season_now(view)) not in WARM:
        return f"{canal.name} is open in summer and fall, not in {season.label}."
    if side and ports and not any(port.owner.value == side.value for port in ports):
        return f"{canal.name} is controlled by {listed([port.name for port in ports])}, which your side does not own."
    return ""


def zones_range(view: View, keys: Iterable[str]) -> int:
    """The ranges of sea zones that a way passes, the first and the last too (PG.6.3.3.3)."""
    return sum(public(view).row(Zone, key).size for key in keys)
