"""PG.6.3.7: a change of base as an order of its own: operational within patrol range, or strategic within endurance."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from navalassist.engine import Outcome, Play, Refusal
from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.forms import Ask, AskWay
from navalassist.engine.overruled import Because
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.rule import Condition
from navalassist.engine.shapes import Form, Words
from navalassist.systems.theatre.book import rule
from navalassist.systems.theatre.missions import (
    CHECKS,
    WRITES,
    Conditions,
    Member,
    Ordered,
    beside,
    beyond,
    fleets,
    no_berths,
    own_ports,
    port_of,
    refusals,
    room_in_port,
    written,
)
from navalassist.systems.theatre.rules.yard import works
from navalassist.systems.theatre.rulings import EACH_LEG, R224, R225, REFUELS
from navalassist.systems.theatre.state.fleets import Group
from navalassist.systems.theatre.state.orders import Order
from navalassist.systems.theatre.state.words import Mission
from navalassist.systems.theatre.turn import ORDERS
from navalassist.systems.theatre.voyages import (
    Voyage,
    ends_in,
    fleet_zones,
    leads_there,
    on_passage,
    on_patrol,
    port_at_end,
    sailing,
    sails,
    stages,
    voyage_of,
    way_chart,
)

OPERATIONAL, SHORT = "pg-operational", "PG.6.3.7.1"
STRATEGIC, LONG = "pg-strategic", "PG.6.3.7.2"
ALONE = "PG.6.3.7"


class BaseChangeForm(Form):
    """Which group goes to which port, by which way."""

    group: str = Ask("Group", fleets)
    returns: str = Ask("New base", own_ports, none="the port where its way ends")
    staging: str = Ask("By way of", stages, none="no other port", help="A friendly port on its way.")
    route: str = AskWay("Route", way_chart, help="From its port to the new one, by that on its way.")
    zones: str = AskWay("Sea zones", fleet_zones, help="Only where it leaves the map, or comes from off it.")
    because: Because = ""


class BaseChange(Voyage):
    """A group that changes its base. ends: its way leads to that port; whole: the legs count as one (R-224, R-225).

    yard: that port has a yard that works, so that damaged units may go there too (PG.6.5.1.4).
    """

    ends: bool = Says("Its way leads there", told=False)
    whole: bool = Says("Both legs count together", False, told=False)
    moves: bool = Says("It is another port", told=False)
    full: Words = Says("Why there is no room", "", told=False)
    yard: bool = Says("It has a yard that works", False, told=False)


class Operational(BaseChange):
    """One that keeps its ships ready."""


class Strategic(BaseChange):
    """One that does not."""


def change_of(read: View, order: Order) -> dict[str, Any]:
    """The fields of a base change, from its order as it stands."""
    port, fields = port_of(read, order.returns), voyage_of(read, order)
    return fields | {
        "ends": ends_in(read, order),
        "moves": order.returns != order.start,
        "full": no_berths(read, order),
        "yard": works(port),
    }


def operational_of(read: View, order: Order) -> Operational:
    choice = read.get(f"ruling:{R224.number}.choice", R224.default)
    return Operational(**change_of(read, order), whole=choice != EACH_LEG)


def strategic_of(read: View, order: Order) -> Strategic:
    choice = read.get(f"ruling:{R225.number}.choice", R225.default)
    return Strategic(**change_of(read, order), whole=choice != REFUELS)


def drafted(read: Reader, form: BaseChangeForm, mission: Mission) -> Order:
    """The order of what was typed."""
    group, told = read.row(Group, form.group), sailing(read, form)
    told |= {"returns": form.returns or port_at_end(read.view, told, port_of(read, group.place)), "target": ""}
    return written(read, group.side, mission, **told)


def conditions(given: BaseChange, rating: Callable[[Member], int], paragraph: str) -> Iterator[Condition]:
    """A friendly port at the end of its way, every leg within the range of every unit."""
    yield from sails(given, rating, paragraph, given.yard)
    if given.whole and given.there:
        far = given.there.ranges + given.out.ranges
        short = beyond(given.units, rating, far)
        why = f"both legs are range {far}, {short or 'and all reach that far'}"
        number = R225.number if paragraph == LONG else R224.number
        yield Condition("Both legs together", not short, why, paragraph, number)
    fits = given.is_home_own and given.moves
    why = given.home if fits else f"{given.home} is no other port of your side: choose one that is"
    yield Condition("New base", fits, why, ALONE)
    yield room_in_port(given.full)
    yield leads_there(given.ends, given.home, ALONE)


def short_range(given: Operational) -> Conditions:
    """As of a patrol: patrol range."""
    return conditions(given, on_patrol, SHORT)


def long_range(given: Strategic) -> Conditions:
    """As of an escort: endurance."""
    return conditions(given, on_passage, LONG)


def sentence(given: BaseChange, more: str) -> str:
    """`Order 3: Task force 2, Cover changes base from Mako (D2) to Takao (E2), range 1; its ships stay ready.`"""
    start = given.there.start if given.there else given.out.start
    by = f" by {given.staging}" if given.staging else ""
    total = (given.there.ranges if given.there else 0) + given.out.ranges
    return f"Order {given.number}: {given.group} changes base from {start} to {given.home}{by}, range {total}; {more}."


def to_shift(read: Reader, form: BaseChangeForm) -> Operational:
    return operational_of(read, drafted(read, form, Mission.OPERATIONAL))


def to_move(read: Reader, form: BaseChangeForm) -> Strategic:
    return strategic_of(read, drafted(read, form, Mission.STRATEGIC))


def why_not_shift(given: Operational) -> Iterator[Refusal]:
    yield from refusals(given, short_range(given))


def why_not_move(given: Strategic) -> Iterator[Refusal]:
    yield from refusals(given, long_range(given))


def shift_duties(now: Now) -> Iterator[Duty]:
    yield from _line(now, OPERATIONAL)


def move_duties(now: Now) -> Iterator[Duty]:
    yield from _line(now, STRATEGIC)


def _line(now: Now, slug: str) -> Iterator[Duty]:
    """One line for whoever sees a group."""
    for side in dict.fromkeys(group.side for group in now.view.rows(Group)):
        yield by_rule(slug, seat=side.value, done="", again=True)


@rule(
    OPERATIONAL,
    SHORT,
    "Order an operational base change",
    form=BaseChangeForm,
    situation=to_shift,
    why_not=why_not_shift,
    basis=beside(short_range),
    may=ORDERS,
    duties=shift_duties,
    dice="none",
    unseen=True,
)
def shift(given: Operational) -> Play[Outcome[Ordered]]:
    """They intercept, defend and fly from the new base in the same turn."""
    yield from (R224.look() if given.there else ())
    return Outcome(Ordered(sentence(given, "its ships stay ready there")), (given.order.made(),))


@rule(
    STRATEGIC,
    LONG,
    "Order a strategic base change",
    form=BaseChangeForm,
    situation=to_move,
    why_not=why_not_move,
    basis=beside(long_range),
    may=ORDERS,
    duties=move_duties,
    dice="none",
    unseen=True,
)
def move(given: Strategic) -> Play[Outcome[Ordered]]:
    """They do not fight in this turn, and are no target."""
    yield from (R225.look() if given.there else ())
    return Outcome(Ordered(sentence(given, "its ships do not fight in this turn")), (given.order.made(),))


CHECKS[Mission.OPERATIONAL] = lambda read, order: short_range(operational_of(read, order))
CHECKS[Mission.STRATEGIC] = lambda read, order: long_range(strategic_of(read, order))
WRITES.update({OPERATIONAL: "Operational base change", STRATEGIC: "Strategic base change"})
