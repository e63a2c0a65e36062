"""Units, ports, maps and zones entered by hand, one line each. Nothing here writes; `EditError` names the field."""

from __future__ import annotations

from navalassist.engine.forms import Options
from navalassist.engine.reader import View
from navalassist.play.write.row_edits import ByHand
from navalassist.systems.theatre.state.battles import Deployment, MapSquare
from navalassist.systems.theatre.state.fleets import AirUnit, Pool, Type, Unit
from navalassist.systems.theatre.state.orders import Troop
from navalassist.systems.theatre.state.sea import Canal, Map, Port, Square, Strait, Water, Zone
from navalassist.systems.theatre.state.words import DUE, PLACE_WORDS


def ports(view: View) -> Options:
    """Where a unit may be: not in play, sunk, or in a port."""
    return [*PLACE_WORDS.items(), *((port.row, port.name) for port in view.rows(Port))]


def bases(view: View) -> Options:
    """Where an air unit may be: the same, or on a carrier."""
    return [*ports(view), *((unit.row, unit.name) for unit in view.rows(Unit) if unit.air)]


class Units(ByHand[Unit]):
    """Naval units entered by hand."""

    kind = Unit
    choices = {"place": ports}
    first = ("side", "name", "nation", "type", "place")
    unasked = ("group",)
    begins = {"place": DUE, "strength": 10}


class AirUnits(ByHand[AirUnit]):
    """Air units entered by hand."""

    kind = AirUnit
    choices = {"base": bases}
    first = ("side", "name", "nation", "type", "base")
    begins = {"base": DUE, "strength": 10}


class Troops(ByHand[Troop]):
    """Ground units that may be shipped."""

    kind = Troop
    choices = {"place": ports}
    first = ("side", "name", "place")
    begins = {"place": DUE, "strength": 10}


class Pools(ByHand[Pool]):
    """Pools of transports."""

    kind = Pool
    first = ("side", "name", "nation", "water")


class Ports(ByHand[Port]):
    """Ports, as their list has them."""

    kind = Port
    first = ("name", "owner")


class Types(ByHand[Type]):
    """Types of naval units."""

    kind = Type
    first = ("name",)


class Maps(ByHand[Map]):
    """The maps of squares."""

    kind = Map
    first = ("name",)


class Waters(ByHand[Water]):
    """Waters, each with its pool of transports."""

    kind = Water
    first = ("name",)


class SquaresByHand(ByHand[Square]):
    """Squares that are not open sea."""

    kind = Square
    first = ("name", "map")


class Straits(ByHand[Strait]):
    """Straits between two squares."""

    kind = Strait
    first = ("name", "map")


class Zones(ByHand[Zone]):
    """Sea zones off the maps."""

    kind = Zone
    first = ("name",)


class Canals(ByHand[Canal]):
    """Canals and narrow ways between sea zones."""

    kind = Canal
    first = ("name",)


class Deployments(ByHand[Deployment]):
    """The deployment chart of naval battles (C28)."""

    kind = Deployment
    first = ("name", "kind")


class MapSquares(ByHand[MapSquare]):
    """The squares of the battle map, each with its hexes (C27)."""

    kind = MapSquare
    first = ("name", "number")


LISTS = (
    Units(), AirUnits(), Troops(), Pools(), Ports(), Types(), Maps(), SquaresByHand(), Straits(), Waters(), Zones(),
    Canals(), Deployments(), MapSquares(),
)  # fmt: skip
