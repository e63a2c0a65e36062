"""Units, ports, maps and zones entered by hand, one line each. Nothing here writes; `EditError` names the field."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from navalassist.engine.forms import Facts, Options
from navalassist.engine.maps import Squares
from navalassist.engine.reader import View
from navalassist.engine.rows import Row
from navalassist.play.write.edits import Edit, EditError
from navalassist.play.write.row_edits import ByHand
from navalassist.systems.theatre import ways
from navalassist.systems.theatre.berths import based, overfull, types_of
from navalassist.systems.theatre.state.ashore import Defence, Trade
from navalassist.systems.theatre.state.battles import Deployment, MapSquare
from navalassist.systems.theatre.state.fleets import AirUnit, Pool, Type, Unit
from navalassist.systems.theatre.state.orders import Troop
from navalassist.systems.theatre.state.sea import Canal, Map, Port, Square, Strait, Water, Zone
from navalassist.systems.theatre.state.words import DUE, PLACE_WORDS, SUNK, Ground, Nation, Owner, UnitType

R = TypeVar("R", bound=Row)


def ports(view: View) -> Options:
    """Where a unit may be: not in play, sunk, or in a port."""
    return [*PLACE_WORDS.items(), *((port.row, port.name) for port in view.rows(Port))]


def bases(view: View) -> Options:
    """Where an air unit may be: the same, or on a carrier."""
    return [*ports(view), *((unit.row, unit.name) for unit in view.rows(Unit) if unit.air)]


class OnMap(ByHand[R]):
    """Rows that lie on a map. squares: their fields that hold squares of it."""

    squares: tuple[str, ...] = ("squares",)

    def check(self, view: View, now: R, before: R | None) -> R:
        """Its squares are on its map."""
        for name in (name for name in self.squares if now[name]):
            if not now["map"]:
                raise EditError("map", "Map: choose the map that its squares are on.")
            try:
                list(ways.squares_in(ways.grid(view, now["map"]), now[name]))
            except ValueError as error:
                raise EditError(name, f"{error}.") from None
        return now


class Units(ByHand[Unit]):
    """Naval units entered by hand."""

    kind = Unit
    choices = {"place": ports}
    unasked = ("group",)
    begins = {"place": DUE, "strength": 10}

    def check(self, view: View, now: Unit, before: Unit | None) -> Unit:
        """It lies in a port of its side with room for it; a new crew has its nation's training (PG.6.1.1, 6.1.2)."""
        if now.leader and now.type is not UnitType.CAA:
            raise EditError("leader", "Leader: only anti-aircraft cruisers gain leaders.", "PG.6.1.1")
        port = view.named(Port, now.place)
        # Vichy's ships are in the list of a side, in a port of theirs that is neutral.
        at_oran = port and port.owner is Owner.NEUTRAL and now.nation is Nation.FRANCE
        if port and not at_oran and port.owner.value != now.side.value:
            raise EditError("place", f"Where it is: {port.name} is not {now.side.label}; choose a port of its side.")
        comes = before is None or (before.place, before.type) != (now.place, now.type)
        if port and comes and (why := overfull(port, based(view, port, now.side), (now,), types_of(view))):
            raise EditError("place", f"Where it is: {why}.", "PG.6.1.2")
        new = before is None and not now.experience
        return now.model_copy(update={"experience": now.nation.training}) if new else now


class AirUnits(ByHand[AirUnit]):
    """Air units entered by hand."""

    kind = AirUnit
    choices = {"base": bases}
    begins = {"base": DUE, "strength": 10}

    def check(self, view: View, now: AirUnit, before: AirUnit | None) -> AirUnit:
        """A carrier holds as many as its sheet says: one to three, an escort carrier one (PG.6.1.7.3, 6.1.8.1)."""
        if carrier := view.named(Unit, now.base):
            aboard = [one for one in view.rows(AirUnit, base=now.base) if one.key != now.key]
            if carrier.side is not now.side or len(aboard) >= carrier.air:
                full = f"{carrier.name} holds {carrier.air} air units and is full"
                raise EditError("base", f"Base: {full if carrier.side is now.side else 'choose one of its side'}.")
        return now


def stations(view: View) -> Options:
    """Where a ground unit may be: in reserve, in the territory of a port, on a square of land, or lost."""
    land = ((one.name, f"{one.name} {one.called}".strip()) for one in view.rows(Square) if one.ground is not Ground.SEA)
    ports = ((port.row, port.name) for port in view.rows(Port))
    return [(DUE, "in reserve"), *ports, *dict(land).items(), (SUNK, "lost")]


class Troops(ByHand[Troop]):
    """Ground units that may be shipped."""

    kind = Troop
    choices = {"place": stations}
    begins = {"place": DUE, "strength": 10}


class Ports(OnMap[Port]):
    """Ports, as their list has them."""

    kind = Port
    squares = ("square", "sides", "beaches")


def named_on(view: View, map_: str) -> Iterator[tuple[str, str]]:
    """What the lists have on a map: the name of a line, and squares of it."""
    yield from ((one.name, one.name) for one in view.rows(Square, map=map_))
    yield from ((one.name, f"{one.square} {one.sides} {one.beaches}") for one in view.rows(Port, map=map_))
    yield from ((one.name, f"{one.one} {one.other} {one.shores}") for one in view.rows(Strait, map=map_))
    yield from ((one.name, one.squares) for one in view.rows(Water, map=map_))
    yield from ((one.name, one.edges) for one in view.rows(Zone, map=map_))


class Maps(ByHand[Map]):
    """The maps of squares."""

    kind = Map

    def check(self, view: View, now: Map, before: Map | None) -> Map:
        """All that the lists have on it stays on it."""
        on = Squares(now.across, now.down)
        for name, text in named_on(view, now.key):
            try:
                list(ways.squares_in(on, text))
            except ValueError as error:
                raise EditError("across", f"Squares across, and down: {error}, and {name} is there.") from None
        return now

    def remove(self, values: Facts, key: str) -> Edit:
        """One with nothing on it."""
        if found := next(named_on(View(values), key), None):
            raise EditError("name", f"{found[0]} is on this map: take that away first.")
        return super().remove(values, key)


class SquaresByHand(OnMap[Square]):
    """Squares that are not open sea."""

    kind = Square
    squares = ("name",)

    def check(self, view: View, now: Square, before: Square | None) -> Square:
        """It is on its map, and has no other line."""
        if any(one.key != now.key for one in view.rows(Square, map=now.map, name=now.name)):
            raise EditError("name", f"{now.name} has a line already: change that one.")
        return super().check(view, now, before)


class Straits(OnMap[Strait]):
    """Straits between two squares."""

    kind = Strait
    squares = ("one", "other", "shores")

    def check(self, view: View, now: Strait, before: Strait | None) -> Strait:
        """Its two squares touch, and its shores are on the map."""
        super().check(view, now, before)
        if now.other not in ways.grid(view, now.map).neighbours(now.one):
            raise EditError("other", f"To: {now.other or 'nothing'} does not touch {now.one}.")
        return now


class Zones(OnMap[Zone]):
    """Sea zones off the maps."""

    kind = Zone
    squares = ("edges",)

    def check(self, view: View, now: Zone, before: Zone | None) -> Zone:
        """Its edges are on its map, and its name is one of its own, without a comma: ways are written by it."""
        if "," in now.name or any(one.key != now.key for one in view.rows(Zone, name=now.name)):
            raise EditError("name", "Sea zone: type a name that no other zone has, without a comma.")
        return super().check(view, now, before)


class Defences(OnMap[Defence]):
    """What is built on squares of land."""

    kind = Defence
    squares = ("square",)


LISTS = (
    Units(), AirUnits(), Troops(), ByHand(Pool), Ports(), ByHand(Type), Maps(), SquaresByHand(), Straits(),
    OnMap(Water), Zones(), ByHand(Canal), ByHand(Deployment), ByHand(MapSquare),
    Defences(), ByHand(Trade),
)  # fmt: skip
