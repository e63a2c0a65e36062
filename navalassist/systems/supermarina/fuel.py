"""SM.8.A, SM.10.A: fuel of ports and of the Italian pool, and what a segment does to ships at sea and in port."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from navalassist.engine import Effect
from navalassist.engine.duties import Moment
from navalassist.engine.reader import View
from navalassist.engine.rows import Roster, Row, Says
from navalassist.systems.supermarina.state import ALWAYS_FULL, POOLED, Force, MaybeTurn, Name, Port, Ship, Side
from navalassist.systems.supermarina.turn import segment

# Fuel points of an RE of fuel (SM.10.A.3); the key of the Italian pool.
POINTS_OF_AN_RE, POOL = 20, "italy"
OPENING_POOL = 600


class Fuel(
    Row, kind="sm-fuel", noun="fuel store", several="Fuel", roster=Roster(("name", "side", "points"), own=("name",))
):
    """Fuel points in a port, by its key, or in the Italian pool: their side's secret.

    given, when: points given to ships in a segment, as `1941-11-1/axis/nas-4`; arrived: the turn in which the pool was
    filled last.
    """

    side: Side = Says("Side")
    name: Name = Says("Name", short="name")
    points: int = Says("Fuel points", 0, ge=0, le=99999, log="Fuel of {}")
    given: int = Says("Given in the segment", 0, ge=0, le=9999, told=False)
    when: Name = Says("Segment", "", told=False)
    arrived: MaybeTurn = Says("Arrived in", "", told=False)


def store_key(port: Port) -> str:
    """Where the fuel of a port comes from: the Italian pool on the mainland and Sicily, else its own store."""
    return POOL if port.owner is Side.AXIS and port.region in POOLED else port.key


def is_always_full(port: Port) -> bool:
    """True for Gibraltar and ports of Egypt in Allied hands (SM.10.A.2)."""
    return port.owner is Side.ALLIED and port.region in ALWAYS_FULL


def opening() -> Fuel:
    """The Italian pool as a campaign begins: a stand-in (R-119)."""
    return Fuel(key=POOL, side=Side.AXIS, name="Italian fuel pool", points=OPENING_POOL)


def segment_over(values: Mapping[str, Any], ending: Moment) -> Iterator[Effect]:
    """A box of each ship at sea (SM.8.A.1); ammunition and torpedoes of those that were in port all of it (8.A.3)."""
    now = segment(f"{ending.turn}/{ending.player_turn}/{ending.step}")
    for ship in View(values).rows(Ship):
        in_port = ship.place.startswith(f"{Port.KIND}:") and segment(ship.came) != now
        if ship.place.startswith(f"{Force.KIND}:") and ship.fuel_used < ship.fuel:
            yield from ship.set(fuel_used=ship.fuel_used + 1)
        elif in_port and (ship.torpedoes_used or not ship.ammunition):
            yield from ship.set(torpedoes_used=0, ammunition=True)
