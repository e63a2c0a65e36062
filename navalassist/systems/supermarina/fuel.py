"""SM.8.A, SM.10.A: fuel of ports and of the Italian pool, and what a segment does to ships at sea and in port."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from navalassist.engine import Create, Effect
from navalassist.engine.duties import Moment
from navalassist.engine.reader import View
from navalassist.engine.rows import Roster, Row, Says
from navalassist.systems.supermarina.state import ALWAYS_FULL, POOLED, Force, MaybeTurn, Name, Place, Port, Ship, Side
from navalassist.systems.supermarina.turn import segment

# Fuel points of an RE of fuel (SM.10.A.3); the key of the Italian pool.
POINTS_OF_AN_RE, POOL, POOL_NAME = 20, "italy", "Italian fuel pool"
OPENING_POOL, MOST_POINTS = 600, 99999


class Fuel(
    Row, kind="sm-fuel", noun="fuel store", several="Fuel", roster=Roster(("place", "side", "points"), own=("place",))
):
    """Fuel points in a port, or in the Italian pool: their side's secret, one of a side in a place.

    place: the row of its port, '' for the pool; name: that of its place; given, when: points that the port has given to
    ships in a segment, as `1941-11-1/axis/nas-4`, those of the pool too; arrived: the turn in which the pool was
    filled last.
    """

    side: Side = Says("Side")
    name: Name = Says("Name", "", short="name")
    place: Place = Says("Where it is", "", places=True, words={"": POOL_NAME})
    points: int = Says("Fuel points", 0, ge=0, le=MOST_POINTS, log="Fuel of {}")
    given: int = Says("Given in the segment", 0, ge=0, le=9999, told=False)
    when: Name = Says("Segment", "", told=False)
    arrived: MaybeTurn = Says("Arrived in", "", told=False)


def is_pooled(port: Port) -> bool:
    """True for Axis ports of the mainland and Sicily, whose fuel is the Italian pool (SM.10.A.1)."""
    return port.owner is Side.AXIS and port.region in POOLED


def store_at(read: View, side: Side, place: str) -> Fuel | None:
    """The fuel of a side in a port; that of the pool where no place is named."""
    return next(iter(read.own(Fuel, side, place=place)), None)


def new_store(port: Port, side: Side, points: int = 0, **told: Any) -> Create:
    """The first fuel of a side in a port. Both sides may have some there, and neither learns of the other's."""
    name = port.name
    return Fuel.new(f"{port.key}-{side}", side=side, name=name, place=port.row, points=points, **told)


def is_always_full(port: Port) -> bool:
    """True for Gibraltar and ports of Egypt in Allied hands (SM.10.A.2)."""
    return port.owner is Side.ALLIED and port.region in ALWAYS_FULL


def opening() -> Fuel:
    """The Italian pool as a campaign begins: a stand-in (R-119)."""
    return Fuel(key=POOL, side=Side.AXIS, name=POOL_NAME, points=OPENING_POOL)


def burnt(view: View) -> Iterator[Effect]:
    """Fuel of a side in a port that it has lost, as the step ends (R-141)."""
    ports = {port.row: port for port in view.rows(Port)}
    for store in view.rows(Fuel):
        if store.points and store.place in ports and ports[store.place].owner is not store.side:
            yield from store.set(points=0)


def segment_over(view: View, ending: Moment) -> Iterator[Effect]:
    """A box of each ship at sea (SM.8.A.1); ammunition and torpedoes of those that were in port all of it (8.A.3)."""
    now = segment(f"{ending.turn}/{ending.player_turn}/{ending.step}")
    for ship in view.rows(Ship):
        in_port = ship.place.startswith(f"{Port.KIND}:") and segment(ship.came) != now
        if ship.place.startswith(f"{Force.KIND}:") and ship.fuel_used < ship.fuel:
            yield from ship.set(fuel_used=ship.fuel_used + 1)
        elif in_port and (ship.torpedoes_used or not ship.ammunition):
            yield from ship.set(torpedoes_used=0, ammunition=True)
