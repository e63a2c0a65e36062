"""PG.6.2.6: transports are sent from one pool to another without cargo, to stay there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from navalassist.engine import Outcome, Play, Refusal
from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.english import counted
from navalassist.engine.forms import Ask, AskWay, Facts, FormErrors
from navalassist.engine.maps import WayChart
from navalassist.engine.overruled import Because
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.rule import Condition, weighed
from navalassist.engine.shapes import Form, Words
from navalassist.systems.theatre import ways
from navalassist.systems.theatre.acting import side_of
from navalassist.systems.theatre.book import rule
from navalassist.systems.theatre.coming_home import waters_of_end
from navalassist.systems.theatre.missions import (
    WRITES,
    Conditions,
    Given,
    Ordered,
    given_of,
    own_ports,
    place_name,
    port_of,
    refusals,
    written,
)
from navalassist.systems.theatre.pools import (
    ENDURANCE,
    Draw,
    draw_of,
    every_pool,
    other_water,
    pool_of,
    pools_there,
    why_not_draw,
)
from navalassist.systems.theatre.rules.invasion import way_chart
from navalassist.systems.theatre.rulings import R215, R235
from navalassist.systems.theatre.state.fleets import Pool
from navalassist.systems.theatre.state.orders import Order
from navalassist.systems.theatre.state.sea import Water
from navalassist.systems.theatre.state.words import Mission
from navalassist.systems.theatre.turn import ORDERS
from navalassist.systems.theatre.voyages import Stretch, ends_in, leads_there, places_read, stretch

SLUG, BETWEEN, SAILS = "pg-send-transports", "PG.6.2.6", "PG.6.3.4.1"


def chart(view: View, typed: Facts) -> WayChart:
    """The map of the port from which they sail, or of the one in which they end."""
    port = port_of(view, str(typed.get("start") or ""))
    if port and port.map and port.square:
        return way_chart(view, typed)
    return replace(way_chart(view, {"start": typed.get("returns")}), begins=None)


def zones_chart(view: View, typed: Facts) -> WayChart:
    """The sea zones, from where the squares or the port lead into them."""
    port = port_of(view, str(typed.get("start") or ""))
    if port is None:
        return ways.zone_chart(view)
    squares = str(typed.get("route") or "").split()
    begins = ways.zones_at(view, port, (squares or [port.square])[-1])
    return ways.zone_chart(view, side_of(port), "", True, begins)


class SendForm(Form):
    """How many transports sail from where to where."""

    start: str = Ask("From", own_ports)
    returns: str = Ask("To", own_ports)
    pool: str = Ask("Pool of transports", every_pool, after=pools_there)
    transports: int = Ask("Transports", ge=1, le=99)
    route: str = AskWay("Route", chart, help="Over the squares of the map.")
    zones: str = AskWay("Sea zones", zones_chart, help="Only where it leaves the map, or comes from off it.")
    because: Because = ""


class Sending(Given):
    """Transports that change their pool. to: the water whose pool they are of then, '' where it is their own."""

    draw: Draw = Says("Transports")
    way: Stretch = Says("Way")
    ends: bool = Says("It leads there", told=False)
    end: Words = Says("Port in which they end")
    friendly: bool = Says("That port is friendly", told=False)
    to: Words = Says("The water to which they go", "")


def drafted(read: Reader, form: SendForm) -> Order:
    """The order of what was typed: a convoy without a group, whose transports stay."""
    squares = places_read(chart(read.view, dict(form)), "route", form.route)
    zones = places_read(zones_chart(read.view, dict(form)), "zones", form.zones)
    if len(squares) < 2 and not zones:
        raise FormErrors({"route": "tap the squares one after the other, from the port on"})
    side = read.row(Pool, form.pool).side
    return written(
        read, side, Mission.CONVOY, start=form.start, returns=form.returns, route=" ".join(squares),
        zones=" ".join(zones), transports=form.transports, pool=form.pool, stays=True, because=form.because,
    )  # fmt: skip


def sending_of(read: View, order: Order) -> Sending:
    """The order as it stands."""
    start, end = port_of(read, order.start), port_of(read, order.returns)
    if start is None or end is None:
        raise FormErrors({"returns": "choose a port"})
    pool = pool_of(read, order.side, order.pool, order.key)
    water = pool and other_water(read, order.side, pool, waters_of_end(read, order))
    return Sending(
        **given_of(read, order),
        draw=draw_of(read, order.side, start, order.pool, order.key),
        way=stretch(read, order, order.start, order.route, order.zones),
        ends=ends_in(read, order),
        end=place_name(read, order.returns),
        friendly=end.owner.value == order.side.value,
        to=read.row(Water, water).name if water else "",
    )


def sending(read: Reader, form: SendForm) -> Sending:
    return sending_of(read, drafted(read, form))


def conditions(given: Sending) -> Iterator[Condition]:
    """Free transports of a pool of the port, a way to a friendly port, and another pool there."""
    for refusal in why_not_draw(given.draw, given.order.transports):
        yield Condition("Transports", False, refusal.reason.rstrip("."), refusal.rule)
    if not given.draw.fits or given.draw.access:
        yield in_reach(given.way)
    yield leads_there(given.ends, given.end, BETWEEN)
    why = given.end if given.friendly else f"{given.end} is no port of your side: choose one that is"
    yield Condition("Port in which they end", given.friendly, why, BETWEEN)
    why = f"{given.end} draws on {given.draw.pool} too: they stay in their pool without an order"
    yield Condition("They come to another pool", bool(given.to), given.to or why, BETWEEN, R235.number)


def in_reach(way: Stretch) -> Condition:
    """Transports sail ten ranges; those that refuel on their way are a convoy."""
    if way.wrong or way.ranges <= ENDURANCE:
        return Condition("Way", not way.wrong, way.wrong or f"range {way.ranges}", BETWEEN)
    why = f"it is range {way.ranges}, of {ENDURANCE} at most: order a convoy that stays there, which may refuel"
    return Condition("Way", False, why, SAILS)


def why_not(given: Sending) -> Iterator[Refusal]:
    yield from refusals(given, conditions(given))


def duties(now: Now) -> Iterator[Duty]:
    """A line for each side whose pools the viewer sees."""
    for side in dict.fromkeys(pool.side for pool in now.view.rows(Pool)):
        yield by_rule(SLUG, f"{side.label}: send transports to another pool", seat=side.value, done="", again=True)


@rule(
    SLUG,
    BETWEEN,
    "Send transports to another pool",
    form=SendForm,
    situation=sending,
    why_not=why_not,
    basis=weighed(lambda given: tuple(conditions(given))),
    may=ORDERS,
    duties=duties,
    dice="none",
    unseen=True,
)
def send(given: Sending) -> Play[Outcome[Ordered]]:
    """They are of the other pool with the next turn."""
    yield from R215.look()
    yield from R235.look()
    many = counted(given.order.transports, "transport")
    goes = "sails" if given.order.transports == 1 else "sail"
    words = (
        f"Order {given.number}: {many} {goes} from {given.way.start} to {given.end}: then they are of the {given.to}."
    )
    return Outcome(Ordered(words), (given.order.made(),))


def checked(read: View, order: Order) -> Conditions:
    return conditions(sending_of(read, order))


WRITES[SLUG] = "Transports to another pool"
