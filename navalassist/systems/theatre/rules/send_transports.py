"""PG.6.2.6: transports are sent from one pool to another without cargo, to stay there."""

from __future__ import annotations

from collections.abc import Iterator

from navalassist.engine import Outcome, Play
from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.english import counted
from navalassist.engine.forms import Ask, AskWay, FormErrors
from navalassist.engine.overruled import Because
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.rule import Condition
from navalassist.engine.shapes import Form, Words
from navalassist.systems.theatre.acting import Said
from navalassist.systems.theatre.charts import of_ports
from navalassist.systems.theatre.coming_home import waters_of_end
from navalassist.systems.theatre.missions import AskPort, Given, given_of, orders, own_ports, place_name, written
from navalassist.systems.theatre.pools import (
    ENDURANCE,
    Draw,
    draw_of,
    every_pool,
    may_draw,
    other_water,
    pool_of,
    pools_there,
)
from navalassist.systems.theatre.rulings import R215, R235
from navalassist.systems.theatre.state.fleets import Pool
from navalassist.systems.theatre.state.orders import Order
from navalassist.systems.theatre.state.sea import Port, Water
from navalassist.systems.theatre.state.words import Mission
from navalassist.systems.theatre.voyages import Stretch, ends_in, leads_there, stretch

SLUG, BETWEEN, SAILS = "pg-send-transports", "PG.6.2.6", "PG.6.3.4.1"


CHARTS = of_ports(own_ports)


class SendForm(Form):
    """How many transports sail from where to where."""

    start: str = AskPort("From")
    returns: str = AskPort("To")
    pool: str = Ask("Pool of transports", every_pool, after=pools_there)
    transports: int = Ask("Transports", ge=1, le=99)
    route: str = AskWay("Route", CHARTS.squares, help="Over the squares of the map.")
    zones: str = AskWay("Sea zones", CHARTS.zones, help="Only where it leaves the map, or comes from off it.")
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
    squares, zones = CHARTS.drawn(read.view, dict(form))
    side = read.row(Pool, form.pool).side
    return written(
        read, side, Mission.CONVOY, start=form.start, returns=form.returns, route=" ".join(squares),
        zones=" ".join(zones), transports=form.transports, pool=form.pool, stays=True, because=form.because,
    )  # fmt: skip


def sending_of(read: View, order: Order) -> Sending:
    """The order as it stands."""
    start, end = read.named(Port, order.start), read.named(Port, order.returns)
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


def conditions(given: Sending) -> Iterator[Condition]:
    """Free transports of a pool of the port, a way to a friendly port, and another pool there."""
    yield from may_draw(given.draw, given.order.transports)
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


def duties(now: Now) -> Iterator[Duty]:
    """A line for each side whose pools the viewer sees."""
    for side in dict.fromkeys(pool.side for pool in now.view.rows(Pool)):
        yield by_rule(SLUG, f"{side.label}: send transports to another pool", seat=side.value, done="", again=True)


@orders(
    Mission.CONVOY, SLUG, BETWEEN, "Send transports to another pool", "Transports to another pool",
    form=SendForm, drafts=drafted, given=sending_of, meets=conditions, duties=duties, alone=True,
)  # fmt: skip
def send(given: Sending) -> Play[Outcome[Said]]:
    """They are of the other pool with the next turn."""
    yield from R215.look()
    yield from R235.look()
    many = counted(given.order.transports, "transport")
    goes = "sails" if given.order.transports == 1 else "sail"
    way = f"from {given.way.start} to {given.end}"
    words = f"Order {given.number}: {many} {goes} {way}; then they belong to the pool of the {given.to}."
    return Outcome(Said(words), (given.order.made(),))
