"""Danger zones of a campaign: the hex, the ports near it and what else decides whose zone it is (36.D.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any

from navalassist.engine import Book, Effect, Set
from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.play.turns.parts import part_now
from navalassist.rules.europa.baltic import BALTIC_SHEET
from navalassist.rules.europa.danger_zones import (
    BORDER,
    CANCELLED,
    CANCELLED_AFTER,
    FURTHEST,
    ITALIAN_OWNERS,
    NATIONAL,
    Border,
    DangerPort,
    Exerts,
    Found,
    Waters,
    whose,
)
from navalassist.rules.europa.r36_danger_ports import BLOCKADED, CAPTURED, COLLATERAL, border_after
from navalassist.rules.europa.reach import LONGEST, MARGIN, NOT_KNOWN, Span, Spot, span
from navalassist.rules.europa.rulings_36 import R63
from navalassist.rules.europa.strips import is_at_night, night_left
from navalassist.rules.europa.words import Owner, PortKind, Side
from navalassist.rules.europa.words import Zone as Sea
from navalassist.rules.europa.world import ITALIAN_PORTS
from navalassist.systems.europa import fleet
from navalassist.systems.europa.newly_taken import newly_taken
from navalassist.systems.europa.places import Port, places
from navalassist.systems.europa.soviet import is_soviet, note_of

Facts = Mapping[str, Any]
References = tuple[str | None, ...]
GERMAN = frozenset({"germany", "denmark"})
KRONSHTADT, HANGO = "kronshtadt", "hango"
# Mediterranean ports that lie on or north of row 2000 of maps 26 and 27, where their hex is not entered.
NORTHERN = frozenset(
    {
        "marseille",
        "toulon",
        "ajaccio",
        "bastia",
        "genoa",
        "la-spezia",
        "leghorn",
        "ancona",
        "venice",
        "trieste",
        "split",
        "olbia",
        "cagliari",
        "barcelona",
    }
)
# Places that are no ports, whose hexes play reports and the rules name: they bound distances on their sheets.
LANDMARKS = tuple(
    Spot(Hex.of(name), east, north)
    for name, east, north in (
        ("18A:4019", 2227, 3216),  # Mechili
        ("18A:3523", 2103, 3160),  # Msus
        ("18A:4518", 2335, 3214),  # Gazala
        ("19A:2120", 2895, 3083),  # El Alamein
        ("26:3929", 1406, 3749),  # Caltanissetta
        ("26:3310", 1850, 4015),  # Otranto
        ("10B:4311", 1003, 5905),  # Larvik
        ("10B:4309", 1094, 5921),  # Fredrikstad
        ("17:4417", 305, 4302),  # La Nouvelle
    )
)
# Where a sheet without any such place lies, to so many hexes: enough to say that London is nowhere near it. The line of
# 36.D.1.a runs from Hango over the mouth of the gulf to 1B:0715, off Estonia.
ROUGH, ROUGHLY = (Spot(Hex.of("1B:0715"), 2280, 5920),), 8
# Row 1B:1900 runs north of this latitude, in degrees; kilometres of a degree.
NORTH_OF, DEGREE = 56.0, 111.0
ROW_SHEETS, NORTHERN_ROW = ("26", "27"), 20
# Zones that are no neighbours by water, but so near overland that a port of one may reach into the other.
OVERLAND = (
    {"adriatic", "tyrrhenian"},
    {"western-med", "french-atlantic"},
    {"eastern-med", "red-sea"},
    {"baltic", "norwegian-sea"},
)


def map_hex(text: object) -> Hex | None:
    """The hex of a map reference; None for none, or for words that name none."""
    try:
        return Hex.of(str(text or ""))
    except ValueError:
        return None


def spot_of(values: Facts, port: Port) -> Spot:
    """Where a port lies: its hex as the campaign has it, and its position."""
    return _spot(values.get(f"port:{port.key}.map_reference", port.map_ref), port)


def _spot(reference: str | None, port: Port) -> Spot:
    return Spot(map_hex(reference), round(port.lon * 100), round(port.lat * 100))


def references(values: Facts) -> References:
    """The map references of all ports as the campaign has them: all that the way from a hex to a port depends on."""
    return tuple(map(values.get, *_port_facts()))


@cache
def _port_facts() -> tuple[tuple[str, ...], References]:
    """The facts that hold the ports' map references, and these as the files have them."""
    ports = places().ports.items()
    return tuple(f"port:{key}.map_reference" for key, _ in ports), tuple(port.map_ref for _, port in ports)


@lru_cache(maxsize=64)
def spots(known: References) -> Mapping[str, Spot]:
    """Where each port lies, by its key, with these map references."""
    ports = zip(known, places().ports.items(), strict=True)
    return MappingProxyType({key: _spot(reference, port) for reference, (key, port) in ports})


def anchors(values: Facts) -> tuple[Spot, ...]:
    """All places whose hex and position are known."""
    return _anchors(references(values))


@lru_cache(maxsize=64)
def _anchors(known: References) -> tuple[Spot, ...]:
    return tuple(spot for spot in (*spots(known).values(), *LANDMARKS) if spot.hex is not None)


@lru_cache(maxsize=1024)
def _counted(known: References, here: Hex) -> Mapping[str, Span]:
    """Hexes from here to every port; kept, since pages ask again for the same hexes, whatever else has changed."""
    on_its_sheet = _on_sheet(_anchors(known), here)
    anchored = (on_its_sheet, MARGIN) if on_its_sheet else (_on_sheet(ROUGH, here), ROUGHLY)
    return MappingProxyType({key: span(here, spot, *anchored) for key, spot in spots(known).items()})


def _on_sheet(placed: tuple[Spot, ...], here: Hex) -> tuple[Spot, ...]:
    return tuple(spot for spot in placed if spot.hex is not None and spot.hex.grid[0] == here.grid[0])


@lru_cache(maxsize=1024)
def _spans(known: References, here: Hex, zone: str) -> Mapping[str, Span]:
    found, near = _counted(known, here), near_zones(zone)
    if not near:
        return found
    far = Span(FURTHEST + 1, None)
    return MappingProxyType({key: far if it == NOT_KNOWN and not near & _on(key) else it for key, it in found.items()})


def spans(values: Facts, here: Hex, zone: str = "") -> Mapping[str, Span]:
    """Hexes from here to every port that the files know.

    Where nothing bounds a distance, a port on a sea zone that is neither that of the hex nor near it is out of reach.
    """
    return _spans(references(values), here, zone)


def _on(port: str) -> frozenset[str]:
    return frozenset(places().ports[port].zones)


def near_zones(zone: str) -> frozenset[str]:
    """A sea zone and those whose ports may be near it; none for one that isn't known."""
    if zone not in places().zones:
        return frozenset()
    overland = (pair for pair in OVERLAND if zone in pair)
    return frozenset({zone, *places().zones[zone].neighbours}).union(*overland)


def silence(values: Facts, port: str) -> str:
    """Why a port exerts no danger zone in this player turn (36.D); '' where it does."""
    if f"mark:{COLLATERAL}/{port}.kind" in values:
        return "collateral damage"
    if f"mark:{BLOCKADED}/{port}.kind" in values:
        return "blockaded in the initial phase"
    before, _, when = str(values.get(f"mark:{CAPTURED}/{port}.note", "")).partition("|")
    owner = values[f"port:{port}.owner"]
    if not when or before == owner:
        return ""
    recent = newly_taken(values["campaign:clock.turn"], values["campaign:clock.player_turn"], before, when)
    return f"it was {before.capitalize()}-owned until lately" if recent else ""


def is_northern(port: Port, place: Hex | None) -> bool:
    """On or north of row 2000 of maps 26 and 27 (R-64)."""
    if place is not None and place.sheet in ROW_SHEETS:
        return place.line <= NORTHERN_ROW
    return port.key in NORTHERN


def danger_ports(
    values: Facts, here: Hex, zone: str = "", read: Callable[[str], Any] | None = None
) -> Iterator[DangerPort]:
    """The ports of either side that may be near enough to decide. read: notes what is read of them."""
    fell = values.get("condition:italy-surrendered.value", False)
    most = {Owner.AXIS.value: NATIONAL, Owner.ALLIED.value: CANCELLED_AFTER if fell else CANCELLED}
    for key, away in spans(values, here, zone).items():
        owner = values.get(f"port:{key}.owner")
        if owner not in most or away.low > most[owner]:
            continue
        port = places().ports[key]
        place = map_hex(values.get(f"port:{key}.map_reference"))
        if read:
            _note_port(values, read, key)
        yield DangerPort(
            key=key,
            name=values[f"port:{key}.name"],
            owner=Owner(owner),
            soviet=is_soviet(values, key),
            german=port.country in GERMAN,
            northern=is_northern(port, place),
            kind=PortKind(values[f"port:{key}.kind"]),
            low=away.low,
            high=away.high,
            silent=silence(values, key),
        )


def _note_port(values: Facts, read: Callable[[str], Any], key: str) -> None:
    for name in ("owner", "kind", "map_reference"):
        read(f"port:{key}.{name}")
    if note_of(key) in values:
        read(note_of(key))


def is_italy_neutral(values: Facts) -> bool:
    """True before Italy is at war: every port of it is neutral (36.D.1.a.4)."""
    return all(values.get(f"port:{port}.owner", Owner.NEUTRAL) == Owner.NEUTRAL for port in ITALIAN_PORTS)


def waters_at(
    values: Facts, here: Hex, zone: str = "", typed: str = "", read: Callable[[str], Any] | None = None
) -> Waters:
    """All that decides whose danger zone a hex is in. typed: what the players read off the map, else ''."""
    away = spans(values, here, zone)
    known = away[KRONSHTADT]
    if read:
        _note(values, read, zone or (Sea.BALTIC.value if here.sheet == BALTIC_SHEET else ""))
    return Waters(
        hex=here,
        zone=Sea(zone) if zone in places().zones else None,
        ports=() if typed else tuple(danger_ports(values, here, zone, read)),
        italy_surrendered=bool(values.get("condition:italy-surrendered.value", False)),
        italy_neutral=is_italy_neutral(values),
        border=Border(values.get("condition:baltic-border.value", Border.STANDS)),
        grown_east=bool(values.get("condition:safe-zone-east.value", False)),
        grown_north=bool(values.get("condition:safe-zone-north.value", False)),
        kronshtadt=(known.low, known.high),
        hango=spot_of(values, places().ports[HANGO]).hex,
        typed=Exerts(typed) if typed else None,
        south=any(_far_south(key, it) for key, it in away.items()),
        far_from_baltic=zone not in places().zones and any(_far_from_baltic(key, it) for key, it in away.items()),
    )


def _far_south(port: str, away: Span) -> bool:
    """Whether a hex so near to a port can't lie as far north as row 1B:1900."""
    return away.high is not None and places().ports[port].lat + away.high * LONGEST / DEGREE < NORTH_OF


def _far_from_baltic(port: str, away: Span) -> bool:
    """Whether a port is so near to a hex, and lies on such a sea zone, that the hex isn't in the Baltic."""
    near = away.high is not None and away.high <= FURTHEST
    return near and not near_zones(Sea.BALTIC.value) & _on(port)


def _note(values: Facts, read: Callable[[str], Any], zone: str) -> None:
    keys = ["condition:italy-surrendered.value"]
    if zone == Sea.BALTIC.value:
        keys += [f"condition:{key}.value" for key in ("baltic-border", "safe-zone-east", "safe-zone-north")]
    if is_italy_neutral(values):
        keys += ITALIAN_OWNERS
    for key in keys:
        if key in values:
            read(key)


def border_moves(values: Facts) -> tuple[Effect, ...]:
    """What a turn that ends changes in the Baltic: a border that fell in it becomes the safe zone (R-26)."""
    before = str(values.get(BORDER, Border.STANDS))
    after = border_after(before)
    return () if after == before else (Set(BORDER, after),)


@dataclass(frozen=True, slots=True)
class Afloat:
    """A naval group at sea, the hex it is in, and whose danger zone that is. enemy: to its own side."""

    key: str
    side: Side
    hex: Hex
    found: Found

    @property
    def enemy(self) -> bool | None:
        """Whether the zone is an enemy's; None where it isn't known."""
        return self.found.exerts.against(self.side)


def zone_of(values: Facts, book: Book, here: Hex, zone: str = "") -> Found:
    """Whose danger zone a hex is in, as the campaign counts naval bases (R-63)."""
    return whose(waters_at(values, here, zone), book.ruling(R63))


def afloat(values: Facts, book: Book, group: str) -> Afloat | None:
    """A group at sea in a hex; None for one in port, in the canal, or whose hex nobody knows."""
    row = f"{fleet.GROUP}:{group}"
    place = str(values[f"{row}.place"])
    here = fleet.hex_of(values, place) if place.startswith("hex:") else None
    if here is None:
        return None
    return Afloat(group, Side(values[f"{row}.side"]), here, zone_of(values, book, here, str(values[f"{row}.zone"])))


def way_of(values: Facts, group: str, since: int | None = None) -> list[Hex]:
    """The hexes that a group came to in this naval step, after so many of its moves, as far as they were typed.

    since None: all of its way, from the hex where it began the naval step, if that was at sea.
    """
    began, place = fleet.began_at(values, group), str(values[f"{fleet.GROUP}:{group}.place"])
    found = [fleet.hex_of(values, began)] if since is None and began.startswith("hex:") else []
    found += [map_hex(move.to) for move in fleet.moved_now(values, group)[since or 0 :]]
    found += [fleet.hex_of(values, place)] if place.startswith("hex:") else []
    hexes = [here for here in found if here is not None]
    return [here for number, here in enumerate(hexes) if number == 0 or here != hexes[number - 1]]


@dataclass(frozen=True, slots=True)
class OnTheWay:
    """What the moves of the naval step tell of a group in a hex, for its roll in a danger zone (36.D.2).

    stays, night: whether its modifiers apply, as far as that is known; left: it can't have stayed; known_night: it is
    certain that it is by night, or not; None: it isn't.
    """

    stays: bool
    left: bool
    night: bool
    known_night: bool | None


def on_the_way(values: Facts, group: str, here: Hex, rolled: bool) -> OnTheWay:
    """What the strip and the place of a group say of this hex. rolled: it has rolled in this naval step before.

    Until it moves, a group in the hex where it began has not left it, and may begin by night (36.D.2) where its strip
    leaves it MPs for that.
    """
    moved = fleet.moved_now(values, group)
    began = fleet.hex_of(values, fleet.began_at(values, group))
    way = [map_hex(move.to) for move in moved]
    known = {began, fleet.hex_of(values, str(values[f"{fleet.GROUP}:{group}.place"])), *way} - {None}
    left = began is not None and known != {here}
    stays = began == here and not left and None not in way
    entered = [move.night for move, to, before in zip(moved, way, (began, *way), strict=False) if to == here != before]
    if began == here and not rolled:
        entered = [move.night for move in moved[:1]]
    if entered:
        return OnTheWay(stays, left, entered[-1], entered[-1])
    no_night = not moved and not night_left(fleet.strip_now(values, group), part_now(values)).start
    return OnTheWay(stays, left, is_at_night(moved), False if no_night else None)


def meets(values: Facts, book: Book, group: str, since: int | None = None) -> Afloat | None:
    """Where a group meets an enemy danger zone for which it has not rolled: it began there, is there, or came through.

    R-59: one roll where the naval step begins in the zone or the group enters it, and another when it comes back.

    since: its moves by the time of its last roll, after which it has to leave the zone first; None: it has not rolled.
    A hex of which it isn't known is given where it is the only one that may be such.
    """
    row = f"{fleet.GROUP}:{group}"
    side, zone, outside, doubtful = Side(values[f"{row}.side"]), str(values[f"{row}.zone"]), since is None, None
    for here in way_of(values, group, since):
        at = Afloat(group, side, here, zone_of(values, book, here, zone))
        if at.enemy is False:
            outside = True
        elif outside and at.enemy:
            return at
        elif outside:
            doubtful = at
    return doubtful
