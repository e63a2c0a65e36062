"""Air units: where they are based, and whether they fly with the navy. Their side's secret, as its ships are."""

from __future__ import annotations

from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Roster, Row, Says
from navalassist.engine.shapes import Worded
from navalassist.systems.supermarina.state import Force, Name, Place, Port, SearchSite, Ship, Side


class AirSize(Worded):
    """How large an air unit is: six flights are a group (SM.5.A)."""

    GROUP = "group"
    FLIGHT = "flight"


class AirMission(Worded):
    """What an air unit may be sent to do: missions that this text names (SM.3, SM.4.A, SM.5.C, SM.24.A).

    The land game has the whole list. Escort of other aircraft is a stand-in from there.
    """

    BOMBING = "bombing", "tactical bombing of ships"
    SEARCH = "search", "sea search"
    INTERCEPTION = "interception"
    ESCORT = "escort", "escort of other aircraft"
    TRANSFER = "transfer"
    STAGING = "staging"
    AIR_DROP = "air-drop", "air drop"


# Flights of a group (SM.5.A).
FLIGHTS = 6
AIR_PHASE = "air"
# Where a carrier is that aircraft fly from.
IN_PLAY = (f"{Port.KIND}:", f"{Force.KIND}:")
# Carrier aircraft fly anything but these (SM.4.A).
NOT_FROM_CARRIERS = (AirMission.STAGING, AirMission.AIR_DROP)


class AirUnit(
    Row,
    kind="sm-air-unit",
    noun="air unit",
    tagged=True,
    roster=Roster(("name", "side", "size", "bombs", "base", "lost"), own=("name", "base", "lost")),
):
    """An air unit. base: the row of a port, an airbase or a carrier; '' where it is not in play.

    lost: flights that it has lost; with the last one it is lost whole (SM.5.A.2, R-140).

    cooperates: on the naval cooperation mission until its owner's next initial phase; one that is aboard a carrier is
    for good (SM.2.B).
    """

    side: Side = Says("Side")
    name: Name = Says("Name", short="name")
    size: AirSize = Says("Size", AirSize.GROUP)
    bombs: int = Says("Tactical bombing factors", 0, ge=0, le=99)
    base: Place = Says("Base", "", log="Base of {}", places=True, words={"": "not in play"})
    cooperates: bool = Says("On naval cooperation", False, log="{} on naval cooperation")
    lost: int = Says("Flights lost", 0, ge=0, le=FLIGHTS, only_if=True, log="Flights lost by {}")

    @property
    def flights(self) -> int:
        """The flights that it has left (SM.5.A)."""
        return max(1, FLIGHTS - self.lost) if self.size is AirSize.GROUP else 1

    @property
    def factors(self) -> int:
        """Its bombing factors in proportion to its flights, halves up (R-140)."""
        return half_up(self.bombs, self.flights, FLIGHTS) if self.size is AirSize.GROUP else self.bombs

    @property
    def is_aboard(self) -> bool:
        """True for one that is based on a carrier."""
        return self.base.startswith(f"{Ship.KIND}:")

    @property
    def is_ashore(self) -> bool:
        """True for one in play that is not aboard."""
        return bool(self.base) and not self.is_aboard


def half_up(number: int, part: int, whole: int) -> int:
    """A share of a number, halves rounded up (SM.24.B, R-137)."""
    return (2 * number * part + whole) // (2 * whole)


def aboard(view: View, ship: Ship) -> tuple[AirUnit, ...]:
    """The air units that a carrier holds, as far as the view has them."""
    return view.rows(AirUnit, base=ship.row)


def base_name(view: View, base: str) -> str:
    """`Malta`, `Ark Royal`; '' for a base that the view does not have."""
    return str(view.get(f"{base}.name", ""))


def base_hex(view: View, base: str) -> str:
    """The hex from which aircraft of a base fly; that of a carrier is where its task force or port is (SM.2.B)."""
    place = str(view.get(f"{base}.place", "")) or base
    return str(view.get(f"{place}.hex", ""))


def bases(read: View, side: Side) -> list[tuple[str, str]]:
    """Ports, airbases and carriers of a side, as far as the view has them."""
    # Who owns which port is no news; of what is secret a rule meets its own side's alone.
    counted = read.view if isinstance(read, Reader) else read
    carriers = (one for one in read.own(Ship, side) if one.aircraft and one.place.startswith(IN_PLAY))
    ports = counted.rows(Port, owner=side)
    found: list[Port | SearchSite | Ship] = [*ports, *read.own(SearchSite, side), *carriers]
    return [(one.row, one.name) for one in found]
