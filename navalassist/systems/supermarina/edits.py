"""Ships, transports and ports entered by hand, one line each. Nothing here writes; `EditError` names the field."""

from __future__ import annotations

from navalassist.engine.forms import Options
from navalassist.engine.reader import View
from navalassist.play.write.edits import EditError
from navalassist.play.write.row_edits import ByHand
from navalassist.play.write.set_up import FACT, OPEN
from navalassist.systems.supermarina.aircraft import AirSize, AirUnit, aboard, bases
from navalassist.systems.supermarina.combat import Combatant
from navalassist.systems.supermarina.forces import force_title
from navalassist.systems.supermarina.fuel import POOL_NAME, Fuel
from navalassist.systems.supermarina.state import (
    DUE,
    PLACE_WORDS,
    Commando,
    Force,
    Minefield,
    Port,
    SearchSite,
    Ship,
    Side,
    Transport,
)

CHOOSE = [("", "choose")]
# What nobody types in a line: what happened to a ship stands on its sheet.
HAPPENED = ("gun_hits", "flotation_hits")


def berths(view: View) -> Options:
    """Where a ship or transport may be: in a task force, in a port, not in play, sunk."""
    forces = [(force.row, force_title(force)) for force in view.rows(Force)]
    ports = [(port.row, port.name) for port in view.rows(Port)]
    return [*CHOOSE, *forces, *ports, *PLACE_WORDS.items()]


def check_berth(view: View, place: str, side: str) -> None:
    """A place of the list, in a task force or port of its side. EditError names the field."""
    if place not in dict(berths(view)) or not place:
        raise EditError("place", "Where it is: choose of the list.")
    whose = view.get(f"{place}.side", view.get(f"{place}.owner", side))
    if whose != side:
        raise EditError("place", "Where it is: that is the other side's; choose a task force or port of its own side.")


def check_out_of_battle(view: View, row: str) -> None:
    """What fights is changed after its battle. EditError names the field."""
    if any(one.of == row for one in view.rows(Combatant)):
        raise EditError("name", "It is in a battle: change it once that is over.")


def air_bases(view: View) -> Options:
    """Where an air unit may be: not in play, or at a base of either side."""
    return [("", "not in play"), *(base for side in Side for base in bases(view, side))]


def stores(view: View) -> Options:
    """Where fuel may be: in the Italian pool or in a port."""
    return [("", POOL_NAME), *((port.row, port.name) for port in view.rows(Port))]


class Ships(ByHand[Ship]):
    """Ships entered by hand."""

    kind = Ship
    choices = {"place": berths}
    first = ("side", "name", "nation", "type", "place")
    unasked = (*HAPPENED, "torpedoes_used", "fuel_used", "ammunition", "came")
    begins = {"place": DUE}

    def check(self, view: View, now: Ship, before: Ship | None) -> Ship:
        """It lies in a place of its side, floats, and fights in no battle."""
        check_berth(view, now.place, now.side)
        if not now.flotation:
            raise EditError("flotation", "Flotation: type its boxes with the speed in MPs, as in 36 24 12.")
        if before is not None:
            check_out_of_battle(view, before.row)
        return now


class Transports(ByHand[Transport]):
    """Transports entered by hand."""

    kind = Transport
    choices = {"place": berths}
    first = ("side", "name", "number", "place")
    unasked = (*HAPPENED, "cargo", "came")
    begins = {"place": DUE}

    def check(self, view: View, now: Transport, before: Transport | None) -> Transport:
        """It lies in a place of its side, and no other of its side has its number."""
        check_berth(view, now.place, now.side)
        others = (one for one in view.rows(Transport, side=now.side) if one.key != now.key)
        if same := next((one for one in others if one.number == now.number), None):
            raise EditError("number", f"Number: {same.name} has {now.number} already; no two transports share one.")
        if before is not None:
            check_out_of_battle(view, before.row)
        return now


class Ports(ByHand[Port]):
    """Ports, as their list has them."""

    kind = Port
    first = ("name", "owner")

    def check(self, view: View, now: Port, before: Port | None) -> Port:
        """One that changes hands was captured, for good (SM.1.D.6.r), but for one that is set up so."""
        is_taken = before is not None and before.owner is not now.owner and view.get(FACT) != OPEN
        return now.model_copy(update={"captured": True}) if is_taken else now


class Minefields(ByHand[Minefield]):
    """Mined hexes, as the scenario has them."""

    kind = Minefield
    first = ("name", "hex", "owner")

    def check(self, view: View, now: Minefield, before: Minefield | None) -> Minefield:
        """In a hex that no other has."""
        if not now.hex or any(one.key != now.key for one in view.rows(Minefield, hex=now.hex)):
            raise EditError("hex", "Hex: type where it lies, as in 18A:0407, one line a hex.")
        return now


class Commandos(ByHand[Commando]):
    """Units of the 10 MAS, a free record that their side alone sees."""

    kind = Commando
    first = ("side", "name")


class Sites(ByHand[SearchSite]):
    """Airbases that search the sea, which their side alone sees."""

    kind = SearchSite
    first = ("side", "name", "hex")

    def check(self, view: View, now: SearchSite, before: SearchSite | None) -> SearchSite:
        """It lies in a hex."""
        if not now.hex:
            raise EditError("hex", "Hex: type where it lies, as in 18A:0407.")
        return now


class Stores(ByHand[Fuel]):
    """Fuel of ports and of the Italian pool, which their side alone sees."""

    kind = Fuel
    choices = {"place": stores}
    first = ("place", "side", "points")
    unasked = ("name", "given", "when", "arrived")

    def check(self, view: View, now: Fuel, before: Fuel | None) -> Fuel:
        """The only one of its side in its place, which it does not leave; it has the name of its place."""
        place = dict(stores(view)).get(now.place)
        if place is None:
            raise EditError("place", "Where it is: choose of the list.")
        if before is not None and (before.place, before.side) != (now.place, now.side):
            raise EditError("place", "Where it is: fuel is moved by ships; add another line for another place.")
        if not now.place and now.side is not Side.AXIS:
            raise EditError("side", f"Side: the {POOL_NAME} is the Axis side's.")
        if any(one.key != now.key for one in view.rows(Fuel, side=now.side, place=now.place)):
            raise EditError("place", f"Where it is: {place} has a line already.")
        return now.model_copy(update={"name": place})


class AirUnits(ByHand[AirUnit]):
    """Air units, which their side alone sees."""

    kind = AirUnit
    choices = {"base": air_bases}
    first = ("side", "name", "size", "base")
    unasked = ("cooperates",)

    def check(self, view: View, now: AirUnit, before: AirUnit | None) -> AirUnit:
        """Its base is its side's, and a carrier has room for it; aboard it is on naval cooperation."""
        if now.base and now.base not in dict(bases(view, now.side)):
            raise EditError("base", f"Base: choose a port, an airbase or a carrier of the {now.side.label} side.")
        carrier = view.find(Ship, now.base.partition(":")[2]) if now.is_aboard else None
        if carrier and len([one for one in aboard(view, carrier) if one.key != now.key]) >= carrier.aircraft:
            raise EditError("base", f"Base: {carrier.name} holds {carrier.aircraft} air units and is full.")
        if carrier and now.size is not AirSize.FLIGHT:
            raise EditError("size", f"Size: aircraft of a carrier work in flights; choose {AirSize.FLIGHT.label}.")
        return now.model_copy(update={"cooperates": True}) if now.is_aboard else now


SHIPS, TRANSPORTS, PORTS, SITES, AIR_UNITS, STORES = Ships(), Transports(), Ports(), Sites(), AirUnits(), Stores()
MINEFIELDS, COMMANDOS = Minefields(), Commandos()
