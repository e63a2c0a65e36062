"""Who sees what of a route, and who reaches it: ranges with what lowers them, squares and zones (PG.6.4.2 to 6.4.4).

Pure: forces and missions are handed over as they are in Operations (`lookouts` finds them).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated

from pydantic import StringConstraints

from navalassist.engine.maps import Squares as Grid
from navalassist.engine.rows import Says
from navalassist.engine.shapes import Frozen, Key
from navalassist.systems.theatre.state.words import (
    AirType,
    GroupKind,
    MaybeKey,
    Mission,
    Name,
    Side,
    SquareName,
    UnitType,
)

RowKey = Annotated[str, StringConstraints(pattern=r"^[a-z-]+:[A-Za-z0-9][A-Za-z0-9_-]*$", max_length=100)]
# However large a map is, distances on it are counted alike.
EVERYWHERE = Grid(702, 999)


class Ship(Frozen):
    """A naval unit as searches and interceptions go by it. spots, hunts: submarines; patrols: its type may."""

    key: Key
    name: Name
    type: UnitType
    search: int
    intercept: int
    spots: bool = False
    hunts: bool = False
    patrols: bool = True


class Flyer(Frozen):
    """An air unit."""

    key: Key
    name: Name
    type: AirType
    asw: bool = False
    search: int = 0
    range: int = 0


class Force(Frozen):
    """Ships of one patrol or port, or an air unit, where they stand in Operations.

    row: their order, their port, or the air unit; map and square, or zone: where; patrols: they are on patrol there.
    """

    side: Side
    row: RowKey
    name: Name
    map: MaybeKey = ""
    square: SquareName = ""
    zone: MaybeKey = ""
    patrols: bool = False
    ships: tuple[Ship, ...] = ()
    air: Flyer | None = None


class Quarry(Frozen):
    """A mission that is looked for. squares: those of its route where it may be met; harder: its map lowers ranges."""

    order: Key
    side: Side = Says("Side")
    kind: GroupKind = Says("Kind of group")
    mission: Mission = Says("Mission")
    map: MaybeKey = Says("Map", "")
    harder: bool = Says("The map lowers ranges", False)
    squares: tuple[SquareName, ...] = Says("Squares", ())
    zones: tuple[str, ...] = Says("Sea zones", ())

    @property
    def title(self) -> str:
        """`Axis patrol, task force: D2 C3 C4 C5`"""
        way = " ".join((*self.squares, *self.zones))
        return f"{self.side.label} {self.mission.label}, {self.kind.label}: {way}"

    @property
    def boats(self) -> bool:
        """True for a submarine flotilla."""
        return self.kind is GroupKind.FLOTILLA


class Spotted(Frozen):
    """What of a mission was spotted."""

    squares: tuple[SquareName, ...] = ()
    zones: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.squares or self.zones)


def distance(one: str, other: str) -> int:
    """Squares between two; so many diagonals count one more than they are, land between is not asked (R-205, R-246)."""
    return EVERYWHERE.distance(one, other)


def less_by(quarry: Quarry, twice: bool = False) -> int:
    """What lowers a range: 1 on the Pacific map, 1 against a flotilla, 1 against raiders. twice: ASW is 2 (R-208)."""
    asw = (2 if twice else 1) if quarry.boats else 0
    return quarry.harder + asw + (quarry.kind is GroupKind.RAIDERS)


def lowered(value: int, less: int) -> int:
    """A range with what lowers it, never below 0: the square itself (PG.6.4.2)."""
    return max(0, value - less)


def search_of(force: Force, quarry: Quarry) -> int | None:
    """The best search of a force against a mission, before it is lowered; None where it can't spot it at all.

    Flotillas are seen by some types of ships and by every air unit (PG.6.4.2.1).
    """
    if force.air:
        return force.air.search
    return max((ship.search for ship in force.ships if ship.spots or not quarry.boats), default=None)


def squares_seen(force: Force, quarry: Quarry, twice: bool = False) -> tuple[str, ...]:
    """The squares of a mission within the search range of one force."""
    best = search_of(force, quarry)
    if best is None or not force.square or force.map != quarry.map:
        return ()
    far = lowered(best, less_by(quarry, twice))
    return tuple(square for square in quarry.squares if distance(force.square, square) <= far)


def zones_seen(force: Force, quarry: Quarry) -> tuple[str, ...]:
    """The sea zones of its way in which a force is on patrol: there no range is asked (PG.6.4.4, R-244)."""
    there = force.patrols and bool(force.zone) and search_of(force, quarry) is not None
    return tuple(zone for zone in quarry.zones if there and zone == force.zone)


def spotted(forces: Iterable[Force], quarry: Quarry, twice: bool = False) -> Spotted:
    """What the forces of the other side see of a mission, in the order of its route."""
    others = [force for force in forces if force.side is not quarry.side]
    squares = {square for force in others for square in squares_seen(force, quarry, twice)}
    zones = {zone for force in others for zone in zones_seen(force, quarry)}
    return Spotted(
        squares=tuple(square for square in quarry.squares if square in squares),
        zones=tuple(zone for zone in quarry.zones if zone in zones),
    )


def may_fight(ship: Ship, quarry: Quarry) -> bool:
    """May a ship be sent? CVE and CC escort alone; DE intercepts flotillas alone (PG.6.1.8, R-209, R-249)."""
    return ship.patrols or (quarry.boats and ship.type is UnitType.DE)


def may_fly(flyer: Flyer, quarry: Quarry) -> bool:
    """May an air unit take part? Against a flotilla fighters, and bombers that can attack submarines (PG.6.4.2.1)."""
    return not quarry.boats or flyer.type is AirType.FIGHTER or (flyer.type is AirType.BOMBER and flyer.asw)


def attacks_boats(ships: Sequence[Ship], flyers: Sequence[Flyer]) -> bool:
    """Can any of these attack submarines? Fighters can't (PG.6.1.7.6, 6.4.2.1)."""
    return any(ship.hunts for ship in ships) or any(one.type is AirType.BOMBER and one.asw for one in flyers)


def reach_of(ships: Sequence[Ship], quarry: Quarry) -> int:
    """How far these ships intercept together: as far as the slowest of them (PG.6.4.3.1)."""
    return lowered(min((ship.intercept for ship in ships), default=0), less_by(quarry))


def flies_to(flyer: Flyer, quarry: Quarry, plain: bool = False) -> int:
    """How far an air unit attacks. plain: nothing lowers its range (R-245)."""
    return lowered(flyer.range, 0 if plain else less_by(quarry))


def reaching(force: Force, quarry: Quarry, square: str = "", zone: str = "") -> tuple[Ship, ...]:
    """Ships of a force that reach the place, and may be sent: the faster ones alone where the others do not."""
    can = tuple(ship for ship in force.ships if may_fight(ship, quarry))
    if zone:
        return can if force.patrols and force.zone == zone else ()
    if not force.square or force.map != quarry.map:
        return ()
    far = distance(force.square, square)
    return tuple(ship for ship in can if far <= reach_of((ship,), quarry))


def flies(force: Force, quarry: Quarry, square: str = "", zone: str = "", plain: bool = False) -> bool:
    """May the air unit of this force attack there? In a sea zone only one that patrols it (PG.6.4.4.1)."""
    if force.air is None or not may_fly(force.air, quarry):
        return False
    if zone:
        return force.patrols and force.zone == zone
    there = bool(force.square) and force.map == quarry.map
    return there and distance(force.square, square) <= flies_to(force.air, quarry, plain)


def nearest(force: Force, squares: Iterable[str]) -> int | None:
    """Squares from a force to the nearest of these; None where it is on no square, or there is none."""
    return min((distance(force.square, square) for square in squares), default=None) if force.square else None
