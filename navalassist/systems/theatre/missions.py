"""What an order must meet, by its mission: asked while it is written, and again of every order as its book is sealed.

A mission is a rule of its own, which makes an `Order` of what is typed. It names its checks in `CHECKS`, as conditions
of the order as it stands in a view: so the page of the rule, its refusals and the seal of the book say the same.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from navalassist.engine import Play, Refusal
from navalassist.engine.english import listed
from navalassist.engine.forms import Options
from navalassist.engine.orders import Book, Fault, key_of
from navalassist.engine.overruled import Overrulable
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Row, Says
from navalassist.engine.rule import Basis, Condition, Result, Summary
from navalassist.engine.shapes import Words
from navalassist.systems.theatre.berths import BASING, based, overfull, types_of
from navalassist.systems.theatre.groups import WITH_TRANSPORTS, group_title
from navalassist.systems.theatre.state.fleets import MILES_OF_A_PATROL, MILES_OF_ENDURANCE, Group, Unit
from navalassist.systems.theatre.state.orders import Order
from navalassist.systems.theatre.state.sea import Port, Square
from navalassist.systems.theatre.state.words import Mission, Name, Side, Status, UnitType
from navalassist.systems.theatre.turn import LOGISTICS, ORDERS, now_turn

WRITING, READY = "PG.6.3", "PG.6.5.1.4"
Conditions = Iterable[Condition]


class Member(Row, part="pg-unit"):
    """A unit that has its group's order."""

    name: Name = Says("Name")
    type: UnitType = Says("Type", inline=1)
    miles: int = Says("Endurance in miles", inline=2)
    status: Status = Says("How it stands")

    @property
    def patrol_range(self) -> int:
        """One for each whole 1,800 miles (PG.6.3.1)."""
        return self.miles // MILES_OF_A_PATROL

    @property
    def endurance(self) -> int:
        """One for each whole 600 miles (PG.6.3.2)."""
        return self.miles // MILES_OF_ENDURANCE


class Given(Overrulable):
    """An order as it is checked. step: the step it is written in; before: the number of another that its group has."""

    side: Side = Says("Side")
    order: Order = Says("Order", told=False)
    number: int = Says("Number of the order")
    step: Words = Says("Step", told=False)
    sealed: bool = Says("The book is sealed", False, told=False)
    before: int = Says("Number of the order that it has", 0, only_if=True)

    @property
    def at_fault(self) -> str:
        """Why it is no time for orders; '' while it is."""
        if self.sealed:
            return "The book of this turn is sealed: its orders stand as they are."
        return "" if f"*/{self.step}" == ORDERS else "Orders are written in the Orders phase."


@dataclass(frozen=True, slots=True)
class Ordered(Result):
    """What is ordered, in a sentence."""

    words: str
    overruled: str = ""

    def summary(self, given: Any) -> Summary:
        """The sentence."""
        return Summary(self.words)


# What an order of a mission must meet, as it stands in a view. A rule fills in its own mission.
CHECKS: dict[Mission, Callable[[View, Order], Conditions]] = {}

# The rules by which orders are written, and what their buttons say.
WRITES: dict[str, str] = {}


def written(read: Reader, side: Side, mission: Mission, **fields: Any) -> Order:
    """The order that a rule makes, under the next free number of its side's book.

    Its key is known to the enemy once it is spotted or intercepts, so it tells nothing, nor how many orders there are.
    """
    turn = now_turn(read)
    number = 1 + max((one.number for one in read.own(Order, side, turn=turn)), default=0)
    order = Order(key=uuid.uuid4().hex, side=side, turn=turn, number=number, mission=mission, **fields)
    read.looked_for(order.row, side=side)
    return order


def given_of(read: View, order: Order) -> dict[str, Any]:
    """The fields of `Given`."""
    mine = [one for one in read.own(Order, order.side, turn=order.turn) if one.key != order.key]
    before = [one for one in mine if (one.group and one.group == order.group) or (one.air and one.air == order.air)]
    return {
        "side": order.side,
        "order": order,
        "number": order.number,
        "step": read["campaign:clock.step"],
        "sealed": read.find(Book, key_of(order.turn, order.side)) is not None,
        "before": before[0].number if before else 0,
        "because": order.because,
    }


def one_order(given: Given) -> Condition:
    """A group, and an air unit, has one order a turn (R-221)."""
    why = f"it has order {given.before}: strike that one out first" if given.before else "it has no other"
    return Condition("One order in a turn", not given.before, why, WRITING, "R-221")


def all_ready(units: Iterable[Member], yard: bool | None = None) -> Condition:
    """Damaged units have no missions until they are whole, but a change of base to a port whose yard repairs them.

    yard: whether the new base has one; None: it is another mission.
    """
    may = (Status.READY, Status.DAMAGED) if yard else (Status.READY,)
    out = [f"{unit.name} ({unit.status.label})" for unit in units if unit.status not in may]
    way_out = "leave them out of the group" + (", or choose a port with a yard that works" if yard is False else "")
    why = f"not {listed(out)}: {way_out}" if out else "all are, or are repaired there" if yard else "all are"
    return Condition("Its units are ready", not out, why, READY)


def refusals(given: Given, conditions: Conditions) -> Iterator[Refusal]:
    """What forbids an order: the time, which no reason passes over, then whatever condition is not met."""
    if given.at_fault:
        yield Refusal(given.at_fault, WRITING, final=True)
    for one in conditions:
        if one.met is False:
            yield Refusal(f"{one.text}: {one.why}.", one.rule)


def beside(conditions: Callable[[Any], Conditions]) -> Basis:
    """The basis of a rule: its conditions, which its page shows while the order is written."""

    def basis(given: Any) -> Play[Any]:
        yield from ()
        return tuple(conditions(given))

    return basis


def beyond(units: Iterable[Member], rating: Callable[[Member], int], ranges: int) -> str:
    """`beyond Shiokaze (2)`: the units that do not reach so far; '' where all do."""
    short = [f"{unit.name} ({rating(unit)})" for unit in units if rating(unit) < ranges]
    return f"beyond {', '.join(short)}" if short else ""


def faults(view: View, side: str, orders: Iterable[Row]) -> Iterator[Fault]:
    """What keeps a book from being sealed: orders that are right no more. One with a reason of its own stands."""
    if f"*/{view['campaign:clock.step']}" == LOGISTICS:
        yield Fault("Orders are written and sealed from the Orders phase on.", "", WRITING)
    for order in orders:
        if not isinstance(order, Order) or order.because or order.mission not in CHECKS:
            continue
        if gone := [key for key in (order.group, order.escorts) if key and not view.has(Group, key)]:
            which = "the convoy that it guards" if gone == [order.escorts] else "its group"
            text = f"Order {order.number} ({order.mission.label}): {which} is no more. Strike this one out."
            yield Fault(text, order.row, WRITING)
            continue
        for one in CHECKS[order.mission](view, order):
            if one.met is False:
                text = f"Order {order.number} ({order.mission.label}). {one.text}: {one.why}."
                yield Fault(text, order.row, one.rule)


# --- words and choices


def title(group: Group) -> str:
    """`Axis task force 2, Cover`"""
    return group_title(group) + (f", {group.name}" if group.name else "")


def fleets(view: View) -> Options:
    """Groups of warships in port, as far as the view has them: those without an order first."""
    ordered = {one.group for one in view.rows(Order, turn=now_turn(view))}
    found = [one for one in view.rows(Group) if one.kind not in WITH_TRANSPORTS]
    found.sort(key=lambda one: one.key in ordered)
    return [(one.key, f"{title(one)} at {view.name(one.place)}") for one in found]


def own_ports(view: View) -> Options:
    """Ports of both sides, the own ones first: whose it must be, the order's checks say."""
    return [(port.row, port.name) for port in own_first(view, view.rows(Port))]


def own_first(view: View, ports: Iterable[Port]) -> list[Port]:
    """Ports in their order, but those first of the side whose groups the view has."""
    sides = {group.side.value for group in view.rows(Group)}
    return sorted(ports, key=lambda port: port.owner.value not in sides)


def place_name(view: View, place: str) -> str:
    """`Mako (D2)` of a port's row, `E3 Batan` of an island's square."""
    if not place.startswith(f"{Port.KIND}:"):
        square = next((one for one in view.rows(Square, name=place) if one.called), None)
        return f"{place} {square.called}" if square else place
    port = view.find(Port, place.partition(":")[2])
    return f"{port.name} ({port.square})" if port and port.square else view.name(place)


def port_of(view: View, row: str) -> Port | None:
    """The port of a row, `pg-port:mako`; None for what is none."""
    kind, _, key = row.partition(":")
    return view.find(Port, key) if kind == Port.KIND else None


def no_berths(read: View, order: Order) -> str:
    """Why the other port in which an order ends has no room for its ships; '' where it has.

    Those of the turn's other orders that come there from elsewhere are counted with them (PG.6.1.2).
    """
    port = port_of(read, order.returns)
    if port is None or order.returns == order.start:
        return ""
    mine = [one for one in read.own(Order, order.side, turn=order.turn) if one.key != order.key and one.group]
    others = [one for one in mine if one.returns == order.returns != one.start]
    keys = {one.group for one in (order, *others)}
    coming = [unit for unit in read.own(Unit, order.side) if unit.group in keys]
    return overfull(port, based(read, port, order.side), coming, types_of(read))


def room_in_port(full: str) -> Condition:
    """The same as a condition."""
    return Condition("Room in the port", not full, full or "it bases them too", BASING)


def members(read: View, order: Order) -> tuple[Member, ...]:
    """The units of its group."""
    return read.own(Member, order.side, group=order.group)
