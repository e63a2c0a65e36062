"""What an order must meet, by its mission: asked while it is written, and again of every order as its book is sealed.

A mission is a rule of its own, which makes an `Order` of what is typed (`orders`). It says what an order must meet as
it stands in a view: so the page of the rule, its refusals and the seal of the book say the same.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from pydantic import BaseModel

from navalassist.engine import Refusal
from navalassist.engine.duties import Maker
from navalassist.engine.english import listed
from navalassist.engine.forms import Ask, Grouped, Options
from navalassist.engine.orders import Fault
from navalassist.engine.overruled import Overrulable
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Row, Says
from navalassist.engine.rule import Basis, Condition, weighed
from navalassist.engine.shapes import Words
from navalassist.systems.theatre.acting import is_sealed, unsealed
from navalassist.systems.theatre.berths import BASING, based, overfull, types_of
from navalassist.systems.theatre.book import rule
from navalassist.systems.theatre.groups import WITH_TRANSPORTS
from navalassist.systems.theatre.state.fleets import Group, Pool, Reaching, Unit
from navalassist.systems.theatre.state.orders import Order
from navalassist.systems.theatre.state.sea import Map, Port, Square, Zone
from navalassist.systems.theatre.state.words import MaybeKey, Mission, Name, Side, Status, UnitType
from navalassist.systems.theatre.turn import LOGISTICS, ORDERS, now_turn

WRITING, READY = "PG.6.3", "PG.6.5.1.4"
Conditions = Iterable[Condition]
F = TypeVar("F", bound=Callable[..., Any])


class Member(Reaching, Row, part="pg-unit"):
    """A unit that has its group's order."""

    name: Name = Says("Name")
    type: UnitType = Says("Type", inline=1)
    miles: int = Says("Endurance in miles", inline=2)
    status: Status = Says("How it stands")
    group: MaybeKey = Says("Group", "", of="pg-group", told=False)


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


# What an order of a mission must meet, as it stands in a view; transports may sail without a group.
CHECKS: dict[tuple[Mission, bool], Callable[[View, Order], Conditions]] = {}

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
        "sealed": is_sealed(read, order.turn, order.side),
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
    out = [unit for unit in units if unit.status not in may]
    way_out = "leave them out of the group" + (", or choose a port with a yard that works" if yard is False else "")
    why = way_out if out else "all are, or are repaired there" if yard else "all are"
    return Condition(unready(out) or "Its units are ready", not out, why, READY)


def unready(units: Iterable[Member]) -> str:
    """`Naka and Natori are damaged`; '' for none. A unit of two ships is several too."""
    found: dict[str, list[str]] = {}
    for unit in units:
        found.setdefault(unit.status.label, []).append(unit.name)
    parts = (f"{listed(names)} {'are' if ' and ' in listed(names) else 'is'} {how}" for how, names in found.items())
    return ", ".join(parts)


def refusals(given: Given, conditions: Conditions) -> Iterator[Refusal]:
    """What forbids an order: the time, which no reason passes over, then whatever condition is not met."""
    if given.at_fault:
        yield Refusal(given.at_fault, WRITING, final=True)
    for one in conditions:
        if one.met is False:
            yield Refusal(f"{one.text}: {one.why.removesuffix('.')}.", one.rule, stands=one.rule == READY)


def orders(
    of: Mission,
    slug: str,
    paragraph: str,
    title: str,
    button: str,
    *,
    form: type[BaseModel],
    drafts: Callable[[Reader, Any], Order],
    given: Callable[[View, Order], Given],
    meets: Callable[[Any], Conditions],
    duties: Maker,
    alone: bool = False,
    basis: Basis | None = None,
    summed: str = "",
    situation: Callable[[Reader, Any], Given] | None = None,
) -> Callable[[F], F]:
    """Register a rule by which orders of a mission are written. button: what begins one on the page of order books.

    drafts: the order of what was typed; given: the situation of an order as it stands in a view; meets: the conditions
    of that; alone: transports without a group; basis, summed: what the page of the rule shows, where that is not these;
    situation: of what was typed, where an order does not hold all of that.
    """

    def drafted(read: Reader, typed: Any) -> Given:
        return given(read, drafts(read, typed))

    def why_not(found: Given) -> Iterator[Refusal]:
        yield from refusals(found, meets(found))

    CHECKS[of, alone] = lambda view, order: meets(given(view, order))
    WRITES[slug] = button
    return rule(
        slug, paragraph, title, form=form, situation=situation or drafted, why_not=why_not, duties=unsealed(duties),
        may=ORDERS, basis=basis or weighed(lambda found: tuple(meets(found))), summed=summed, unseen=True,
    )  # fmt: skip


def must_meet(view: View, order: Order) -> Conditions:
    """What an order must meet, as it stands in a view."""
    check = CHECKS.get((order.mission, not (order.group or order.air)))
    return check(view, order) if check else ()


def beyond(units: Iterable[Member], rating: Callable[[Member], int], ranges: int) -> str:
    """`beyond Shiokaze (2)`: the units that do not reach so far; '' where all do."""
    short = [f"{unit.name} ({rating(unit)})" for unit in units if rating(unit) < ranges]
    return f"beyond {', '.join(short)}" if short else ""


def faults(view: View, side: str, orders: Iterable[Row]) -> Iterator[Fault]:
    """What keeps a book from being sealed: orders that are right no more. One with a reason of its own stands."""
    if f"*/{view['campaign:clock.step']}" == LOGISTICS:
        yield Fault("Orders are written and sealed from the Orders phase on.", "", WRITING)
    for order in orders:
        if not isinstance(order, Order) or order.because:
            continue
        if gone := [key for key in (order.group, order.escorts) if key and not view.has(Group, key)]:
            which = "the convoy that it guards" if gone == [order.escorts] else "its group"
            text = f"Order {order.number} ({order.mission.label}): {which} is no more. Strike this one out."
            yield Fault(text, order.row, WRITING)
            continue
        for one in must_meet(view, order):
            if one.met is False:
                text = f"Order {order.number} ({order.mission.label}). {one.text}: {one.why}."
                yield Fault(text, order.row, one.rule)


# --- words and choices


def ordered(view: View) -> set[str]:
    """The groups that have an order in this turn, as far as the view sees them."""
    return {one.group for one in view.rows(Order, turn=now_turn(view))}


def without_order(view: View, freight: bool) -> Iterator[Group]:
    """Groups in port without one. freight: convoys, else warships."""
    busy = ordered(view)
    found = (one for one in view.rows(Group) if (one.kind in WITH_TRANSPORTS) == freight)
    return (one for one in found if one.key not in busy and view.named(Port, one.place))


def fleets(view: View) -> Options:
    """Groups of warships in port, as far as the view has them: those without an order first."""
    busy = ordered(view)
    found = [one for one in view.rows(Group) if one.kind not in WITH_TRANSPORTS]
    found.sort(key=lambda one: one.key in busy)
    return [(one.key, f"{one.title} at {view.name(one.place)}") for one in found]


def own_ports(view: View) -> Options:
    """Ports of both sides, the own ones first: whose it must be, the order's checks say."""
    return [(port.row, port.name) for port in own_first(view, view.rows(Port))]


def own_first(view: View, ports: Iterable[Port]) -> list[Port]:
    """Ports in their order, but those first of the side whose forces the view has, on maps before those off them."""
    sides = sides_of(view)
    return sorted(ports, key=lambda port: (port.owner.value not in sides, not port.square))


def sides_of(view: View) -> set[str]:
    """The sides whose forces the view has."""
    return {one.side.value for one in view.rows(Group)} | {one.side.value for one in view.rows(Pool)}


def friendly(view: View, ports: Iterable[Port]) -> list[Port]:
    """Those of them that are of these sides; all where the view has no forces."""
    sides = sides_of(view)
    return [port for port in own_first(view, ports) if not sides or port.owner.value in sides]


def under_headings(view: View, ports: Iterable[Port]) -> Grouped:
    """Ports by owner and map, `Axis, Far East`; each with its square, or its sea zone: `Kure (North Pacific)`."""
    found: dict[str, Options] = {}
    for port in ports:
        on = view.find(Map, port.map) if port.square else None
        where = port.square or (view.name(Zone.row_of(port.zone)) if port.zone else "")
        heading = f"{port.owner.label}, {on.name if on else 'off the maps'}"
        words = f"{port.name} ({where})" if where else port.name
        found.setdefault(heading[:1].upper() + heading[1:], []).append((port.row, words))
    return list(found.items())


def AskPort(title: str, **more: Any) -> Any:
    """A field that asks for a port: it lists friendly ones, by map and sea zone; the rule judges any other."""
    return Ask(title, own_ports, shown=lambda view: under_headings(view, friendly(view, view.rows(Port))), **more)


def place_name(view: View, place: str) -> str:
    """`Mako (D2)` of a port's row, `E3 Batan` of an island's square."""
    if not place.startswith(f"{Port.KIND}:"):
        square = next((one for one in view.rows(Square, name=place) if one.called), None)
        return f"{place} {square.called}" if square else place
    port = view.named(Port, place)
    return f"{port.name} ({port.square})" if port and port.square else view.name(place)


def no_berths(read: View, order: Order) -> str:
    """Why the other port in which an order ends has no room for its ships; '' where it has.

    Those of the turn's other orders that come there from elsewhere are counted with them (PG.6.1.2).
    """
    port = read.named(Port, order.returns)
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
