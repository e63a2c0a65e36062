"""PG.6.3.7: a change of base as an order of its own: operational within patrol range, or strategic within endurance."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from navalassist.engine import Outcome, Play
from navalassist.engine.duties import Duty, Maker, Now, by_rule
from navalassist.engine.forms import Ask, AskWay
from navalassist.engine.overruled import Because
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.rule import Condition
from navalassist.engine.shapes import Form, Words
from navalassist.systems.theatre.acting import Said
from navalassist.systems.theatre.missions import (
    AskPort,
    Conditions,
    beyond,
    fleets,
    no_berths,
    orders,
    room_in_port,
    written,
)
from navalassist.systems.theatre.rules.yard import works
from navalassist.systems.theatre.rulings import EACH_LEG, R224, R225, REFUELS
from navalassist.systems.theatre.state.fleets import Group
from navalassist.systems.theatre.state.orders import Order
from navalassist.systems.theatre.state.sea import Port
from navalassist.systems.theatre.state.words import Mission
from navalassist.systems.theatre.voyages import (
    FLEETS,
    AskStage,
    Rating,
    Voyage,
    ends_in,
    leads_there,
    on_passage,
    on_patrol,
    port_at_end,
    sailing,
    sails,
    voyage_of,
)

OPERATIONAL, SHORT = "pg-operational", "PG.6.3.7.1"
STRATEGIC, LONG = "pg-strategic", "PG.6.3.7.2"
ALONE = "PG.6.3.7"


class BaseChangeForm(Form):
    """Which group goes to which port, by which way."""

    group: str = Ask("Group", fleets)
    returns: str = AskPort("New base", none="the port where its way ends")
    staging: str = AskStage("By way of", none="no other port", help="A friendly port on its way.")
    route: str = AskWay("Route", FLEETS.squares, help="From its port to the new one, by that on its way.")
    zones: str = AskWay("Sea zones", FLEETS.zones, help="Only where it leaves the map, or comes from off it.")
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


def change_of(read: View, order: Order) -> dict[str, Any]:
    """The fields of a base change, from its order as it stands."""
    port, fields = read.named(Port, order.returns), voyage_of(read, order)
    return fields | {
        "ends": ends_in(read, order), "moves": order.returns != order.start, "full": no_berths(read, order),
        "yard": works(port),
    }  # fmt: skip


def operational_of(read: View, order: Order) -> BaseChange:
    return BaseChange(**change_of(read, order), whole=read.ruling(R224) != EACH_LEG)


def strategic_of(read: View, order: Order) -> BaseChange:
    return BaseChange(**change_of(read, order), whole=read.ruling(R225) != REFUELS)


def drafted(read: Reader, form: BaseChangeForm, mission: Mission) -> Order:
    """The order of what was typed."""
    group, told = read.row(Group, form.group), sailing(read, form)
    told |= {"returns": form.returns or port_at_end(read.view, told, read.named(Port, group.place)), "target": ""}
    return written(read, group.side, mission, **told)


def conditions(given: BaseChange, rating: Rating, paragraph: str) -> Iterator[Condition]:
    """A friendly port at the end of its way, every leg within the range of every unit."""
    yield from sails(given, rating, paragraph, given.yard)
    if given.whole and given.there:
        short = beyond(given.units, rating, given.ranges)
        why = f"both legs are range {given.ranges}, {short or 'and all reach that far'}"
        number = R225.number if paragraph == LONG else R224.number
        yield Condition("Both legs together", not short, why, paragraph, number)
    fits = given.is_home_own and given.moves
    why = given.home if fits else f"{given.home} is no other port of your side: choose one that is"
    yield Condition("New base", fits, why, ALONE)
    yield room_in_port(given.full)
    yield leads_there(given.ends, given.home, ALONE)


def short_range(given: BaseChange) -> Conditions:
    """As of a patrol: patrol range."""
    return conditions(given, on_patrol, SHORT)


def long_range(given: BaseChange) -> Conditions:
    """As of an escort: endurance."""
    return conditions(given, on_passage, LONG)


def sentence(given: BaseChange, more: str) -> str:
    """`Order 3: Axis task force 2 (Cover) changes base from Mako (D2) to Takao (E2), range 1; its ships stay ready.`"""
    return f"Order {given.number}: {given.group} changes base {given.passage}; {more}."


def lines(slug: str) -> Maker:
    """One line for whoever sees a group."""

    def made(now: Now) -> Iterator[Duty]:
        for side in dict.fromkeys(group.side for group in now.view.rows(Group)):
            yield by_rule(slug, seat=side.value, done="", again=True)

    return made


@orders(
    Mission.OPERATIONAL, OPERATIONAL, SHORT, "Order an operational base change", "Operational base change",
    form=BaseChangeForm, drafts=partial(drafted, mission=Mission.OPERATIONAL), given=operational_of, meets=short_range,
    duties=lines(OPERATIONAL),
)  # fmt: skip
def shift(given: BaseChange) -> Play[Outcome[Said]]:
    """They intercept, defend and fly from the new base in the same turn."""
    yield from (R224.look() if given.there else ())
    return Outcome(Said(sentence(given, "its ships stay ready there")), (given.order.made(),))


@orders(
    Mission.STRATEGIC, STRATEGIC, LONG, "Order a strategic base change", "Strategic base change",
    form=BaseChangeForm, drafts=partial(drafted, mission=Mission.STRATEGIC), given=strategic_of, meets=long_range,
    duties=lines(STRATEGIC),
)  # fmt: skip
def move(given: BaseChange) -> Play[Outcome[Said]]:
    """They do not fight in this turn, and are no target."""
    yield from (R225.look() if given.there else ())
    return Outcome(Said(sentence(given, "its ships do not fight in this turn")), (given.order.made(),))
