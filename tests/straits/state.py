"""What the straits keep: forces with a public marker and secret ships, forts with boxes, and sailing orders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

from pydantic import StringConstraints

from navalassist.engine.english import counted
from navalassist.engine.knowledge import Known, Span
from navalassist.engine.orders import Fault, OrderBooks
from navalassist.engine.pending import Boxed
from navalassist.engine.reader import View
from navalassist.engine.rows import Row, Says
from navalassist.engine.shapes import Boxes, Worded

Name = Annotated[str, StringConstraints(max_length=60)]
TurnKey = Annotated[str, StringConstraints(max_length=20)]


class Side(Worded):
    """Whose it is."""

    NORTH = "north", "North"
    SOUTH = "south", "South"

    @property
    def enemy(self) -> Side:
        """The other side."""
        return Side.SOUTH if self is Side.NORTH else Side.NORTH


class ShipKind(Worded):
    """What a ship is."""

    CRUISER = "cruiser"
    DESTROYER = "destroyer"
    TRANSPORT = "transport"


class Water(Worded):
    """A part of the straits."""

    WEST = "west", "the west"
    NARROWS = "narrows", "the narrows"
    EAST = "east", "the east"


class Force(Row, kind="straits-force", noun="force"):
    """A marker: everybody sees its number, its side and where it is."""

    side: Side = Says("Side")
    number: int = Says("Number", ge=1, le=99)
    water: Water = Says("Where it is", log="Where {} is")


class Ship(Row, kind="straits-ship", noun="ship"):
    """A ship of a force: its side's secret. cargo: what a transport carries, which no search tells."""

    side: Side = Says("Side")
    name: Name = Says("Name")
    kind: ShipKind = Says("What it is")
    force: Name = Says("Its force", of="straits-force")
    cargo: Name = Says("Cargo", "")


class Fort(Row, kind="straits-fort", noun="fort"):
    """A fort, with its guns as boxes that fall hit by hit. aim: the fort at which it is to fire."""

    side: Side = Says("Side")
    name: Name = Says("Name")
    guns: Boxes = Says("Guns")
    hits: int = Says("Hits", 0, ge=0, le=20, log="Hits on {}")
    aim: Name = Says("It aims at", "", log="Aim of {}", of="straits-fort")

    @property
    def strength(self) -> int:
        """The box that is in force."""
        return self.guns[self.hits]


class Sailing(Row, kind="straits-sailing", noun="sailing order"):
    """An order of a turn: a force sails to a water. Secret until the books of both sides are opened."""

    side: Side = Says("Side")
    turn: TurnKey = Says("Turn")
    force: Name = Says("Which force", of="straits-force")
    water: Water = Says("Where to")


def ships_of(view: View, force: Force) -> tuple[Ship, ...]:
    return view.rows(Ship, force=force.key)


def in_general(force: Force, ships: Sequence[Ship]) -> str:
    """`2 warships, transports`: how many warships, and whether anything is escorted."""
    warships = sum(ship.kind is not ShipKind.TRANSPORT for ship in ships)
    parts = [counted(warships, "warship")] if warships else []
    parts += ["transports"] if warships < len(ships) else []
    return ", ".join(parts) or "nothing"


def in_full(force: Force, ships: Sequence[Ship]) -> str:
    """Each ship by name and kind, and never its cargo."""
    return ", ".join(f"{ship.name} ({ship.kind.label})" for ship in ships) or "nothing"


FORCES = Known(
    Force,
    contents=ships_of,
    general=in_general,
    full=in_full,
    where=lambda view, force: force.water.label,
    ends=Span.SEGMENT,
)
GUNS = Boxed(Fort, boxes="guns", hits="hits")


def faults(view: View, side: str, orders: Sequence[Sailing]) -> Iterator[Fault]:
    """No force sails twice, and none to where it is."""
    sailing: set[str] = set()
    for order in orders:
        force = view.row(Force, order.force)
        if force.key in sailing:
            yield Fault(f"Force {force.number} has two orders: take one away.", order.row, "SR.4")
        if force.water is order.water:
            yield Fault(f"Force {force.number} is in {order.water.label} already.", order.row, "SR.4")
        sailing.add(force.key)


BOOKS = OrderBooks((Sailing,), check=faults)
