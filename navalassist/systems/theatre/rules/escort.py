"""PG.6.3.5: warships guard one convoy, all of its way or a part of it, from its own end or from the far one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from navalassist.engine import Outcome, Play
from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.forms import Ask, AskWay, Facts, FormErrors, Options
from navalassist.engine.overruled import Because
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.rule import Condition
from navalassist.engine.shapes import Form, Words
from navalassist.systems.theatre import ways
from navalassist.systems.theatre.acting import Said
from navalassist.systems.theatre.charts import places_read, square_of
from navalassist.systems.theatre.missions import (
    AskPort,
    Given,
    Member,
    fleets,
    given_of,
    members,
    no_berths,
    orders,
    place_name,
    room_in_port,
    written,
)
from navalassist.systems.theatre.rulings import R273, R274
from navalassist.systems.theatre.state.fleets import Group, Reaching
from navalassist.systems.theatre.state.orders import Order
from navalassist.systems.theatre.state.sea import Port, Zone
from navalassist.systems.theatre.state.words import Mission, Owner
from navalassist.systems.theatre.voyages import (
    FAR,
    FLEETS,
    Stretch,
    by_number,
    in_hand,
    on_passage,
    reached,
    stretch,
    way_of,
    zones_by_stage,
)

SLUG, ESCORTS, FETCHES, PARTLY = "pg-escort", "PG.6.3.5", "PG.6.3.5.1", "PG.6.3.5.2"
WHOLE = "the whole way"


def convoys(view: View) -> Options:
    """Convoys of this turn that have their order."""
    return [(one.key, words) for one, words in by_number(view, Mission.CONVOY)]


def parts(view: View) -> Options:
    """Squares and sea zones of all convoys' ways."""
    orders = (one for one, _ in by_number(view, Mission.CONVOY))
    return list(dict.fromkeys(part for one in orders for part in _parts_of(view, one)))


def _parts_of(view: View, order: Order) -> Options:
    zones = [(zone, view.name(Zone.row_of(zone))) for zone in order.zones.split()]
    return [*((square, square) for square in way_of(order)[1:]), *zones]


def parts_there(view: View, typed: Facts) -> Any:
    """Those of the chosen convoy's, or of the first that is listed."""
    order = view.find(Order, str(typed.get("convoy") or next((key for key, _ in convoys(view)), "")))
    return [("", WHOLE), *(_parts_of(view, order) if order else ())]


class EscortForm(Form):
    """Which group guards which convoy, how far, and where it goes then."""

    group: str = Ask("Group", fleets)
    convoy: str = Ask("Convoy", convoys)
    route: str = AskWay("Route to where it embarks", FLEETS.squares, help="Only from another port. From the port "
                        "where the convoy unloads it goes the convoy's way, and comes back with it.")  # fmt: skip
    until: str = Ask("As far as", parts, none=WHOLE, after=parts_there)
    returns: str = AskPort("Goes then to", none="the port from which it sails")
    because: Because = ""


class Escort(Given):
    """Warships with a convoy. there: their way to it; legs: those with it, parted where it refuels.

    whole: the whole way; at_port: they stop at a friendly port of it; stands: the convoy's order is as it was; home,
    may_return: the port where they end, and whether they may.
    """

    group: Words = Says("Group")
    convoy: Words = Says("Convoy")
    units: tuple[Member, ...] = Says("Units")
    there: Stretch | None = Says("Way to where it embarks", None, only_if=True)
    meets: bool = Says("They lead there", told=False)
    embarks: Words = Says("It embarks at", told=False)
    legs: tuple[Stretch, ...] = Says("With it", ())
    whole: bool = Says("All of its way")
    to: Words = Says("As far as")
    at_port: bool = Says("They stop at a friendly port", False, only_if=True)
    stands: bool = Says("The convoy's order stands", told=False)
    home: Words = Says("Goes then to")
    may_return: bool = Says("It is a friendly port of that way", told=False)
    full: Words = Says("Why that port has no room", "", told=False)


def drafted(read: Reader, form: EscortForm) -> Order:
    """The order of what was typed: the convoy's way as far as it goes with it."""
    group, convoy = read.row(Group, form.group), read.row(Order, form.convoy)
    fetches, begins = group.place == convoy.returns, read.named(Port, convoy.start)
    if fetches and form.until:
        raise FormErrors({"until": "from the far end they come back with it all the way"})
    zones_first = begins is not None and not begins.square
    with_it, zones = cut(convoy, form.until, zones_first)
    there = places_read(FLEETS.squares(read.view, {"group": form.group}), "route", form.route)
    if fetches:
        there = tuple(reversed(way_of(convoy)))
    elif group.place == convoy.start:
        there = ()
    return written(
        read, group.side, Mission.ESCORT, group=group.key, escorts=convoy.group, start=group.place,
        staging="" if group.place == convoy.start else convoy.start, route_there=" ".join(there),
        route=" ".join(with_it), zones=" ".join(zones),
        target="" if zones and not zones_first else (with_it or [""])[-1],
        returns=form.returns or group.place, because=form.because,
    )  # fmt: skip


def cut(convoy: Order, until: str, zones_first: bool) -> tuple[list[str], list[str]]:
    """A convoy's way as far as a square or a zone of it. zones_first: it comes from off the maps."""
    squares, zones = way_of(convoy), convoy.zones.split()
    if until in zones:
        return [] if zones_first else squares, zones[: zones.index(until) + 1]
    if until in squares:
        return squares[: squares.index(until) + 1], zones if zones_first else []
    if until:
        raise FormErrors({"until": "choose a place of the convoy's way"})
    return squares, zones


def escort_of(read: View, order: Order) -> Escort:
    """The escort of an order as it stands."""
    group, guarded = read.row(Group, order.group), read.row(Group, order.escorts)
    convoy = next((one for one in read.own(Order, order.side, turn=order.turn) if one.group == order.escorts), order)
    squares, zones = order.route.split(), order.zones.split()
    fetches = order.start == convoy.returns
    there = stretch(read, order, order.start, order.route_there, "") if order.staging and not fetches else None
    passed = {*order.route_there.split(), *squares}
    home, whole = read.named(Port, order.returns), (squares, zones) == (way_of(convoy), convoy.zones.split())
    legs = legs_of(read, order, convoy)
    friendly = home is not None and home.owner == Owner(order.side.value)
    known = order.returns == order.start or (whole and order.returns == convoy.returns)
    return Escort(
        **given_of(read, order), group=group.title, convoy=guarded.title, units=members(read, order), there=there,
        meets=not there or order.route_there.split()[-1:] == [square_of(read, convoy.start)],
        embarks=place_name(read, convoy.start), legs=legs, whole=whole,
        to=place_name(read, convoy.returns) if whole else legs[-1].to, at_port=at_port(read, order, convoy),
        stands=convoy is not order and stands(order, convoy), home=place_name(read, order.returns),
        may_return=friendly and (known or bool(home and home.square in passed)),
        full=no_berths(read, order),
    )  # fmt: skip


def stands(order: Order, convoy: Order) -> bool:
    """True while the convoy goes the way on which it is guarded, from the same port."""
    squares, zones = order.route.split(), order.zones.split()
    same = way_of(convoy)[: len(squares)] == squares and convoy.zones.split()[: len(zones)] == zones
    return same and convoy.start == (order.staging or order.start)


def legs_of(read: View, order: Order, convoy: Order) -> tuple[Stretch, ...]:
    """The way with the convoy, parted where that one refuels."""
    squares, at = order.route.split(), square_of(read, convoy.staging)
    cut_at = squares.index(at) if at in squares else 0
    on = " ".join(squares[cut_at:])
    if not cut_at:
        return (stretch(read, convoy, convoy.start, on, order.zones),)
    before, after = zones_by_stage(read, convoy.model_copy(update={"zones": order.zones}))
    first = stretch(read, convoy, convoy.start, " ".join(squares[: cut_at + 1]), before)
    return first, stretch(read, convoy, convoy.staging, on, after)


def at_port(read: View, order: Order, convoy: Order) -> bool:
    """True where it stops at a friendly port of the convoy's way."""
    start, squares = read.named(Port, convoy.start), order.route.split()
    if start is None or not squares or (order.zones and start.square):
        return False
    return bool(start.map) and squares[-1] in ways.friendly(read, start.map, order.side)


# --- what it must meet


def half(unit: Reaching) -> int:
    """Half the endurance of a unit, rounded down."""
    return unit.endurance // 2


def conditions(given: Escort) -> Iterator[Condition]:
    """To the convoy and with it, each leg within the endurance of every unit."""
    yield from in_hand(given, given.units, ESCORTS)
    why = "its order stands" if given.stands else "its order has changed: strike this one out, and order it anew"
    yield Condition("Its convoy", given.stands, why, ESCORTS)
    if given.there:
        why = given.embarks if given.meets else f"it embarks at {given.embarks}: draw the way there"
        yield Condition("Where it joins the convoy", given.meets, why, ESCORTS)
        yield reached(given.units, given.there, "As far as the convoy", on_passage, ESCORTS, "start nearer")
    *first, last = given.legs
    for way in first:
        yield reached(given.units, way, "As far as it refuels", on_passage, ESCORTS, "go a part of the way")
    if given.whole or given.at_port:
        paragraph = ESCORTS if given.whole else PARTLY
        yield reached(given.units, last, FAR, on_passage, paragraph, "go a part of the way")
    else:
        out = "turn back at half the endurance, or stop at a port"
        yield reached(given.units, last, FAR, half, PARTLY, out)
    why = given.home if given.may_return else f"{given.home} is no friendly port of its way, and not its own"
    yield Condition("Where it goes then", given.may_return, why, ESCORTS)
    if given.full:
        yield room_in_port(given.full)


def duties(now: Now) -> Iterator[Duty]:
    """A line for each convoy that has its order."""
    for one, words in by_number(now.view, Mission.CONVOY):
        yield by_rule(SLUG, f"Escort for {words}", {"convoy": one.key}, seat=one.side.value, done="", again=True)


def sentence(given: Escort) -> str:
    """`Order 2: Axis task force 4 guards Axis transport convoy 5 all the way to Palau (L10); it goes then to Mako.`"""
    far = f"{'all the way to' if given.whole else 'as far as'} {given.to}"
    then = ", and stays there" if given.home == given.to else f"; then it goes to {given.home}"
    return f"Order {given.number}: {given.group} guards {given.convoy} {far}{then}."


@orders(
    Mission.ESCORT, SLUG, ESCORTS, "Order an escort", "Escort",
    form=EscortForm, drafts=drafted, given=escort_of, meets=conditions, duties=duties,
)  # fmt: skip
def escort(given: Escort) -> Play[Outcome[Said]]:
    """It is met with its convoy, whoever intercepts that; on its way there it is met alone."""
    for ruling in (R273, R274):
        yield from ruling.look()
    return Outcome(Said(sentence(given)), (given.order.made(),))
