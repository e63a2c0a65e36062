"""PG.6.4.2.2: aircraft of a carrier on patrol are sent to watch another square, measured from that of the carrier."""

from __future__ import annotations

from collections.abc import Iterator

from navalassist.engine import Outcome, Play
from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.english import counted
from navalassist.engine.forms import Ask, FormErrors, Options
from navalassist.engine.overruled import Because
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says, key_of
from navalassist.engine.rule import Condition
from navalassist.engine.shapes import Form, Words
from navalassist.systems.theatre import ways
from navalassist.systems.theatre.acting import Said
from navalassist.systems.theatre.charts import map_of
from navalassist.systems.theatre.missions import Given, given_of, one_order, orders, written
from navalassist.systems.theatre.state.fleets import AirUnit, Unit
from navalassist.systems.theatre.state.orders import Order
from navalassist.systems.theatre.state.sea import Port, Zone
from navalassist.systems.theatre.state.words import Mission, Side, SquareName
from navalassist.systems.theatre.turn import now_turn

SLUG, AIR_PATROLS, IN_ZONES = "pg-air-patrol", "PG.6.4.2.2", "PG.6.4.4.1"
FLIES_FROM = (Mission.PATROL, Mission.OPERATIONAL)


def carrier_units(view: View) -> Options:
    """Air units on carriers, as far as the view has them."""
    return [(one.key, one.name) for one in view.rows(AirUnit) if one.base.startswith(f"{Unit.KIND}:")]


class AirPatrolForm(Form):
    """Which air unit watches what."""

    air: str = Ask("Air unit", carrier_units)
    target: SquareName = Ask("Square", default="", help="As in C5. Nothing: the sea zone of its carrier.")
    because: Because = ""


class AirPatrol(Given):
    """An air unit of a carrier. begins: the square that it flies from, '' in a zone; zone: its carrier's, by name.

    carrying: the number of its carrier's order, 0 where that has none; squares: from there to the square it watches.
    """

    air: Words = Says("Air unit")
    range: int = Says("Its range in squares")
    ready: bool = Says("It is ready")
    carrier: Words = Says("Its carrier")
    carrying: int = Says("Order of its carrier", 0)
    begins: SquareName = Says("It flies from", "", only_if=True)
    zone: Words = Says("In", "", only_if=True)
    target: SquareName = Says("Square", "", only_if=True)
    squares: int = Says("Squares", 0)


def carried_by(read: View, side: Side, carrier: Unit, turn: str) -> Order | None:
    """The patrol, or operational base change, of the group of a carrier."""
    orders = read.own(Order, side, turn=turn, group=carrier.group) if carrier.group else ()
    return next((one for one in orders if one.mission in FLIES_FROM), None)


def begins_at(read: View, order: Order) -> str:
    """The square from which the aircraft of a patrol fly: the one that is watched, or that of the new base."""
    base = read.named(Port, order.returns)
    return order.target if order.mission is Mission.PATROL else base.square if base else ""


def air_patrol_of(read: View, order: Order) -> AirPatrol:
    """The air patrol of an order as it stands."""
    air = read.row(AirUnit, order.air)
    carrier = read.row(Unit, key_of(air.base))
    over = carried_by(read, order.side, carrier, order.turn)
    begins = begins_at(read, over) if over else ""
    zones = over.zones.split() if over and not begins else []
    squares = 0
    if over and begins and order.target:
        squares = ways.grid(read, map_of(read, over)).distance(begins, order.target)
    return AirPatrol(
        **given_of(read, order), air=air.name, range=air.range, ready=air.ready, carrier=carrier.name,
        carrying=over.number if over else 0, begins=begins, zone=read.row(Zone, zones[-1]).name if zones else "",
        target=order.target, squares=squares,
    )  # fmt: skip


def drafted(read: Reader, form: AirPatrolForm) -> Order:
    """The order of what was typed."""
    air = read.row(AirUnit, form.air)
    carrier = read.named(Unit, air.base)
    if carrier is None:
        raise FormErrors({"air": f"{air.name} is on no carrier"})
    over = carried_by(read, air.side, carrier, now_turn(read))
    if over and form.target:
        on = ways.grid(read, map_of(read, over))
        try:
            on.place(form.target)
        except ValueError as error:
            raise FormErrors({"target": str(error)}) from None
    zones = over.zones if over and not begins_at(read, over) else ""
    more = {"target": form.target, "zones": zones, "start": carrier.place, "because": form.because}
    return written(read, air.side, Mission.AIR_PATROL, air=air.key, **more)


def conditions(given: AirPatrol) -> Iterator[Condition]:
    """Its carrier patrols or takes its new base, and the square is within range of it."""
    yield one_order(given)
    why = "it is" if given.ready else "it flies no mission in this turn: leave it aboard"
    yield Condition("The air unit is ready", given.ready, why, AIR_PATROLS)
    why = f"order {given.carrying}" if given.carrying else "order that first: a patrol, or an operational base change"
    yield Condition(f"{given.carrier} has its order", bool(given.carrying), why, AIR_PATROLS)
    if given.zone:
        why = (
            f"it watches {given.zone}" if not given.target else f"its carrier is in {given.zone}: leave the square out"
        )
        yield Condition("It stays in its carrier's zone", not given.target, why, IN_ZONES, "R-226")
    elif given.carrying and not given.target:
        yield Condition("Square", False, "type the square that it watches", AIR_PATROLS)
    elif given.begins:
        far = f"{given.target} is {given.squares} from {given.begins}, and it reaches {given.range}"
        fits = given.squares <= given.range
        yield Condition("Within its range", fits, far if fits else f"{far}: choose a nearer one", AIR_PATROLS, "R-226")


def duties(now: Now) -> Iterator[Duty]:
    """A line for each ready air unit on a carrier that has an order from which it may fly."""
    turn = now_turn(now.view)
    flown = {one.air for one in now.view.rows(Order, turn=turn)}
    for air in now.view.rows(AirUnit):
        carrier = now.view.named(Unit, air.base)
        if carrier and air.ready and air.key not in flown and carried_by(now.view, air.side, carrier, turn):
            words = f"Send {air.name} on patrol from {carrier.name}"
            yield by_rule(SLUG, words, {"air": air.key}, seat=air.side.value, done="", again=True)


@orders(
    Mission.AIR_PATROL, SLUG, AIR_PATROLS, "Order a carrier air patrol", "Carrier air patrol",
    form=AirPatrolForm, drafts=drafted, given=air_patrol_of, meets=conditions, duties=duties,
)  # fmt: skip
def fly(given: AirPatrol) -> Play[Outcome[Said]]:
    """They look out and intercept from the square that they watch."""
    yield from ()
    far = f"{counted(given.squares, 'square')} from {given.begins}"
    where = f"over {given.target}, {far}" if given.begins else f"in {given.zone}"
    words = f"Order {given.number}: air patrol of {given.air}, from {given.carrier}, {where}."
    return Outcome(Said(words), (given.order.made(),))
