"""Where everybody is in Operations, and what passes where: forces that look out, missions under way (PG.6.4.2).

Both are read of the orders of the turn, whose books are open or not there; a view has them as far as it may.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import shorten

from navalassist.engine.english import counted
from navalassist.engine.reader import View
from navalassist.systems.theatre.charts import map_of
from navalassist.systems.theatre.rulings import HUNTS_ALONE, R207, R208, TWICE
from navalassist.systems.theatre.spotting import Flyer, Force, Quarry, Ship
from navalassist.systems.theatre.state.fleets import AirUnit, Group, Type, Unit
from navalassist.systems.theatre.state.orders import Order
from navalassist.systems.theatre.state.sea import Map, Port, Square
from navalassist.systems.theatre.state.words import Ground, Mission, Progress, Side, Status, UnitType
from navalassist.systems.theatre.turn import is_late, now_turn

# Orders that are carried out no more.
OVER = (Progress.TURNED_BACK, Progress.DROPPED)
FLOWN = (Mission.AIR_PATROL,)
# Characters of what everybody hears of a force.
MOST_TOLD = 80


def twice(view: View) -> bool:
    """True where ASW search is 2 less (R-208)."""
    return view.ruling(R208) == TWICE


def orders_of(view: View, side: Side) -> tuple[Order, ...]:
    """A side's orders of the turn that are carried out."""
    return tuple(one for one in view.own(Order, side, turn=now_turn(view)) if one.progress not in OVER)


# --- what passes


def met_in(view: View, on: str, squares: Iterable[str]) -> tuple[str, ...]:
    """The squares in which a mission may be met: sea and small islands, no port on land (PG.6.4.3.4)."""
    land = {square.name for square in view.rows(Square, map=on) if square.ground is Ground.LAND}
    land |= {port.square for port in view.rows(Port, map=on) if not view.rows(Square, map=on, name=port.square)}
    return tuple(dict.fromkeys(square for square in squares if square not in land))


def quarry_of(view: View, order: Order, group: Group) -> Quarry:
    """An order as it is looked for, with all of its way."""
    on = map_of(view, order) if order.route else ""
    known = view.find(Map, on)
    there, way = order.route_there.split(), order.route.split()
    # Who joins others, or guards a convoy, is met with those from there on; an escort fetches one by its own way.
    alone, fetches = not (order.joins or order.escorts), bool(order.escorts and way and there == way[::-1])
    return Quarry(
        order=order.key, side=order.side, kind=group.kind, mission=order.mission, map=on,
        harder=known is not None and known.harder, squares=met_in(view, on, [*there, *(way if alone else ())]),
        zones=tuple(order.zones.split()) if alone or fetches else (),
    )  # fmt: skip


def quarries(view: View, side: Side) -> Iterator[Quarry]:
    """The naval missions of a side that are looked for now, air patrols left out."""
    groups, late = {group.key: group for group in view.own(Group, side)}, is_late(view)
    for order in orders_of(view, side):
        if order.mission not in FLOWN and order.group in groups and order.mission.is_late == late:
            yield quarry_of(view, order, groups[order.group])


# --- who looks out


def ship_of(view: View, unit: Unit) -> Ship:
    """A naval unit, with what its type may do."""
    can = view.find(Type, unit.type.value) or Type(key=unit.type.value, name=unit.type.label)
    hunts_alone = unit.type is UnitType.CLD and view.ruling(R207) == HUNTS_ALONE
    return Ship(
        key=unit.key, name=unit.name, type=unit.type, search=unit.search, intercept=unit.intercept,
        spots=can.spots_boats and not hunts_alone, hunts=can.hunts, patrols=can.patrols,
    )  # fmt: skip


def flyer_of(one: AirUnit) -> Flyer:
    """An air unit."""
    return Flyer(key=one.key, name=one.name, type=one.type, asw=one.asw, search=one.search, range=one.range)


class Standing:
    """Where the units of a side are, by its orders."""

    def __init__(self, view: View, side: Side) -> None:
        self.view, self.side = view, side
        self.orders = orders_of(view, side)
        self.units = tuple(unit for unit in view.own(Unit, side) if unit.status is Status.READY)
        self.groups = {group.key: group for group in view.own(Group, side)}
        # Of each patrol the orders that are one force there: its own, and those that join it on the way.
        self.patrols = {one.key: {one.group} for one in self.orders if one.mission is Mission.PATROL}
        for one in self.orders:
            if (joined := one.joins) in self.patrols:
                self.patrols[joined].add(one.group)
                self.patrols.pop(one.key, None)

    def of_groups(self, groups: Iterable[str]) -> tuple[Unit, ...]:
        """The ready units of groups."""
        return tuple(unit for unit in self.units if unit.group and unit.group in groups)

    def in_port(self) -> Iterator[tuple[Port, tuple[Unit, ...]]]:
        """Ports with the ready units that lie there, those of an operational base change in their new one (R-242)."""
        sent = {one.group: one for one in self.orders if one.group}
        there: dict[str, list[Unit]] = {}
        for unit in self.units:
            order = sent.get(unit.group) if unit.group else None
            moved = order is not None and order.mission is Mission.OPERATIONAL
            place = unit.place if order is None else order.returns if moved else ""
            there.setdefault(place, []).append(unit)
        for place, units in there.items():
            if port := self.view.named(Port, place):
                yield port, tuple(units)

    def patrol(self, order: Order) -> Force:
        """A patrol in its square, or in the last zone of its way, which from off the maps may lead on to a square."""
        zones, way = [] if order.target else order.zones.split(), order.route.split()
        group = self.groups.get(order.group)
        return Force(
            side=self.side, row=order.row, name=group.plain if group else "Patrol",
            map="" if zones else map_of(self.view, order),
            square="" if zones else order.target or (way[-1] if way else ""), zone=zones[-1] if zones else "",
            patrols=True, ships=tuple(ship_of(self.view, unit) for unit in self.of_groups(self.patrols[order.key])),
        )  # fmt: skip

    def forces(self) -> Iterator[Force]:
        """Patrols, ports with ships, air units."""
        afloat = list(self.afloat())
        yield from afloat
        yield from self.aloft({ship.key: force for force in afloat for ship in force.ships})

    def aloft(self, where: Mapping[str, Force]) -> Iterator[Force]:
        """Air units: on patrol where they were sent, else at their base. where: naval unit -> where it is."""
        sent = {one.air: one for one in self.orders if one.mission in FLOWN and one.air}
        for unit in self.view.own(AirUnit, self.side, ready=True):
            told = {"side": self.side, "row": unit.row, "name": unit.name, "air": flyer_of(unit)}
            base = self.base_of(unit, where)
            if order := sent.get(unit.key):
                # Where no square is named it watches the zone that its carrier is in.
                zone = next(reversed(order.zones.split()), base.zone if base and not order.target else "")
                on = "" if zone else (base.map if base else "") or map_of(self.view, order)
                square = "" if zone else order.target
                yield Force(map=on, square=square, zone=zone, patrols=True, **told)
            elif base:
                yield Force(map=base.map, square=base.square, **told)

    def afloat(self) -> Iterator[Force]:
        """Patrols, and ports with ready ships."""
        yield from (self.patrol(order) for order in self.orders if order.key in self.patrols)
        for port, units in self.in_port():
            ships = tuple(ship_of(self.view, unit) for unit in units)
            yield Force(side=self.side, row=port.row, name=port.name, map=port.map, square=port.square, ships=ships)

    def base_of(self, unit: AirUnit, afloat: Mapping[str, Force]) -> Force | None:
        """Where an air unit is based: in a port, or on a carrier that is in one or on patrol."""
        if port := self.view.named(Port, unit.base):
            return Force(side=self.side, row=port.row, name=port.name, map=port.map, square=port.square)
        return afloat.get(unit.base.partition(":")[2])


def forces_of(view: View, side: Side) -> tuple[Force, ...]:
    """All forces of a side that look out, as far as the view has them."""
    return tuple(Standing(view, side).forces())


def of_types(ships: Sequence[Ship], flyers: Sequence[Flyer] = ()) -> str:
    """`CA, 2 DD, 1 air unit`: what everybody hears of a force (R-247)."""
    told = [f"{number} {kind}" for kind, number in Counter(ship.type.label for ship in ships).items()]
    told += [counted(len(flyers), "air unit")] if flyers else []
    return shorten(", ".join(told), MOST_TOLD, placeholder=" …")
