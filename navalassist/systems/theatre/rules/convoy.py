"""PG.6.3.4: a convoy brings what it carries from port to port, refuels once, and unloads in one port."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from navalassist.engine import Outcome, Play
from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.english import counted, listed
from navalassist.engine.forms import Ask, AskWay, Facts, Options, every
from navalassist.engine.overruled import Because
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.rule import Condition
from navalassist.engine.shapes import Form, Words
from navalassist.systems.theatre.acting import Said
from navalassist.systems.theatre.charts import of_groups
from navalassist.systems.theatre.coast_rulings import R267
from navalassist.systems.theatre.groups import MOST_MERCHANTS, WITH_TRANSPORTS
from navalassist.systems.theatre.landings import lines_of
from navalassist.systems.theatre.missions import AskPort, all_ready, one_order, orders, without_order, written
from navalassist.systems.theatre.pools import ENDURANCE, Draw, draw_of, why_not_draw
from navalassist.systems.theatre.rules.invasion import ticked
from navalassist.systems.theatre.rulings import R215, R271, R272
from navalassist.systems.theatre.state.fleets import Group
from navalassist.systems.theatre.state.orders import Landing, Order, Troop
from navalassist.systems.theatre.state.sea import Port
from navalassist.systems.theatre.state.words import DUE, GroupKind, LandingOption, Mission
from navalassist.systems.theatre.trade import Route, in_its_turn, route_of, routes, routes_there
from navalassist.systems.theatre.voyages import (
    FAR,
    AskStage,
    Stretch,
    Voyage,
    by_stage,
    ends_in,
    gatherings,
    joining,
    leads_there,
    on_passage,
    port_at_end,
    reached,
    sailing,
    voyage_of,
)

SLUG, CONVOYS, EMBARKS, UNLOADS, REFUELS = "pg-convoy", "PG.6.3.4", "PG.6.3.4.1", "PG.6.3.4.2", "PG.6.3.4.3"
CARGO, MERCHANTS, ESCORTS = "PG.6.3.4.4", "PG.6.3.4.5", "PG.6.3.5"


def convoys(view: View) -> Options:
    """Groups with transports in port, as far as the view has them."""
    found = (one for one in view.rows(Group) if one.kind in WITH_TRANSPORTS)
    return [(one.key, f"{one.title} at {view.name(one.place)}") for one in found]


def gathering(view: View) -> Options:
    """Convoys that others may join."""
    return gatherings(view, Mission.CONVOY)


def cargo_there(view: View, typed: Facts) -> Any:
    """Ground units at the port of the chosen convoy, or the first that is listed, and those in reserve."""
    group = view.find(Group, str(typed.get("group") or next((key for key, _ in convoys(view)), "")))
    places = {group.place, DUE} if group else set()
    return [(one.key, one.name) for one in view.rows(Troop) if one.place in places]


CHARTS = of_groups(convoys)


class ConvoyForm(Form):
    """Which convoy, what it carries, by which way and to which port."""

    group: str = Ask("Convoy", convoys)
    returns: str = AskPort("Unloads at", none="the port where its way ends")
    staging: str = AskStage("Refuels at", none="nowhere", help="Once, on its way; convoys join one another there.")
    joins: str = Ask("Joins there", gathering, none="sails by itself", help="Then draw the way as far as that.")
    route: str = AskWay("Route", CHARTS.squares, help="From its port to the one where it unloads.")
    zones: str = AskWay("Sea zones", CHARTS.zones, help="Only where it leaves the map, or comes from off it.")
    troops: tuple[str, ...] = Ask("Ground units", every(Troop), many=True, default=(), after=cargo_there)
    motorized: tuple[str, ...] = Ask("Of these, with their own ground transport", every(Troop), many=True, default=(),
                                     after=lambda view, typed: ticked(view, typed, cargo_there))  # fmt: skip
    supplies: int = Ask("Supplies and units of the reserve", default=0, ge=0, le=99)
    loose: int = Ask("Ground transports by themselves", default=0, ge=0, le=99)
    oil: bool = Ask("Tankers, with oil", default=False)
    trade: str = Ask("Merchant route", routes, none="none", after=routes_there)
    stays: bool = Ask("It stays there, and does not come back", default=False)
    because: Because = ""


class Convoy(Voyage):
    """A convoy with its cargo. busy: ground units that another order ships; away: those that it can't embark."""

    transports: int = Says("Transports")
    merchant: bool = Says("Merchant convoy", False)
    draw: Draw = Says("Its pool", told=False)
    cargo: tuple[Landing, ...] = Says("Ground units", ())
    away: tuple[Words, ...] = Says("Not there", (), told=False)
    busy: tuple[Words, ...] = Says("Shipped by another order", (), told=False)
    names: tuple[Words, ...] = Says("Their names", (), told=False)
    ends: bool = Says("Its way leads there", told=False)
    trade: Route | None = Says("Merchant route", None, only_if=True)

    @property
    def need(self) -> int:
        """Transports that its cargo fills: a ground transport rides free with a unit that has none, else two in one."""
        alone = sum(one.option is LandingOption.CARGO for one in self.cargo)
        over = max(0, self.order.loose - alone - self.order.supplies)
        return len(self.cargo) + self.order.supplies + -(-over // 2)


def drafted(read: Reader, form: ConvoyForm) -> Order:
    """The order of what was typed."""
    group, told = read.row(Group, form.group), sailing(read, form, CHARTS)
    told |= joining(read, form, told) if form.joins else {}
    told |= {"returns": form.returns or port_at_end(read.view, told, read.named(Port, group.place))}
    told |= {"target": "", "pool": group.pool, "transports": group.transports}
    more = {name: getattr(form, name) for name in ("stays", "supplies", "loose", "oil", "trade")}
    return written(read, group.side, Mission.CONVOY, **told, **more)


def convoy_of(read: View, order: Order, cargo: tuple[Landing, ...] | None = None) -> Convoy:
    """The convoy of an order as it stands. cargo: its lines, of an order that is not written yet."""
    if cargo is None:
        cargo = read.own(Landing, order.side, order=order.key)
    port, group = read.named(Port, order.start), read.row(Group, order.group)
    assert port is not None
    others = [one for one in read.own(Landing, order.side, turn=order.turn) if one.order != order.key]
    shipped = {one.troop for one in others}
    troops = [one for one in read.own(Troop, order.side) if one.key in {line.troop for line in cargo}]
    return Convoy(
        **voyage_of(read, order), transports=group.transports, merchant=group.kind is GroupKind.MERCHANT,
        draw=draw_of(read, order.side, port, group.pool, order.key), cargo=cargo,
        names=tuple(one.name for one in troops),
        away=tuple(one.name for one in troops if one.place not in (order.start, DUE)),
        busy=tuple(one.name for one in troops if one.key in shipped), ends=ends_in(read, order),
        trade=route_of(read, order, group),
    )  # fmt: skip


def shipping(read: Reader, form: ConvoyForm) -> Convoy:
    order, of = drafted(read, form), dict.fromkeys(form.troops, LandingOption.CARGO)
    of |= {key: LandingOption.MOTORIZED for key in form.motorized if key in of}
    return convoy_of(read, order, lines_of(order, of))


def conditions(given: Convoy) -> Iterator[Condition]:
    """Friendly ports, a way within the endurance of transports, and room for what it carries."""
    yield one_order(given)
    yield all_ready(given.units)
    for refusal in why_not_draw(given.draw, 0):
        yield Condition("Where it embarks", False, refusal.reason.rstrip("."), EMBARKS)
    yield from by_stage(given, "Where it refuels", "refuels at", REFUELS)
    if given.order.joins:
        fits = given.joined and given.order.staging.startswith(f"{Port.KIND}:")
        why = (
            "it goes on as that one does" if fits else "that order has changed, or gathers in no port: strike this out"
        )
        yield Condition("Joins another convoy", fits, why, EMBARKS)
    if given.there:
        yield from within(given, given.there, "As far as where it refuels")
    yield from within(given, given.out, FAR)
    why = f"{given.home}" if given.is_home_own else f"{given.home} is no port of your side: choose one that is"
    yield Condition("Where it unloads", given.is_home_own, why, UNLOADS)
    yield leads_there(given.ends, given.home, UNLOADS)
    if given.merchant or given.order.oil:
        few = given.transports <= MOST_MERCHANTS
        why = f"{given.transports}, of {MOST_MERCHANTS} at most" + ("" if few else ": leave the others in their pool")
        yield Condition("Merchant ships, or tankers", few, why, MERCHANTS)
    if given.trade:
        yield from in_its_turn(given.trade)
    yield from loaded(given)


def within(given: Convoy, way: Stretch, text: str) -> Iterator[Condition]:
    """Ten ranges at most, and no more than the endurance of warships that sail in it."""
    fits = not way.wrong and way.ranges <= ENDURANCE
    why = f"{way.start} to {way.to} is range {way.ranges}, of {ENDURANCE} at most"
    yield Condition(text, fits, way.wrong or why + ("" if fits else ": refuel on the way"), EMBARKS)
    if given.units and not way.wrong:
        yield reached(given.units, way, f"{text}, its warships", on_passage, ESCORTS, "refuel on the way")


def loaded(given: Convoy) -> Iterator[Condition]:
    """Ground units of the port or the reserve, no more than there is room for."""
    if given.cargo:
        why = f"not {listed(given.away)}: leave them out" if given.away else listed(given.names)
        yield Condition("Ground units are there, or in reserve", not given.away, why, EMBARKS)
        why = f"not {listed(given.busy)}: leave them out here, or there" if given.busy else "none does"
        yield Condition("No other order ships them", not given.busy, why, EMBARKS)
    fits = given.need <= given.transports
    why = f"it fills {given.need} of {given.transports}" + ("" if fits else ": leave something behind")
    yield Condition("Room for what it carries", fits, why, CARGO)


def duties(now: Now) -> Iterator[Duty]:
    """A line for each convoy in port without an order."""
    for group in without_order(now.view, freight=True):
        words, small = f"{group.title} sails", f"at {now.view.name(group.place)}, without an order"
        yield by_rule(SLUG, words, {"group": group.key}, small=small, seat=group.side.value, done="", again=True)


def sentence(given: Convoy) -> str:
    """`Order 1: Axis transport convoy 4 sails from Mako (D2) to Palau (L10), range 2, with 47th Infantry.`"""
    cargo = cargo_words(given.order, given.names)
    with_ = f", with {cargo}" if cargo else ""
    return f"Order {given.number}: {given.group} sails {given.passage}{with_}."


def cargo_words(order: Order, names: Iterable[str]) -> str:
    """`47th Infantry, 2 from the reserve and 3 units of oil`. names: of its ground units; '' for nothing."""
    told = [*names, f"{order.supplies} from the reserve" if order.supplies else ""]
    told += [counted(order.loose, "ground transport") if order.loose else ""]
    told += [f"{counted(order.transports, 'unit')} of oil" if order.oil else ""]
    carries = list(filter(None, told))
    return listed(carries) if carries else ""


@orders(
    Mission.CONVOY, SLUG, CONVOYS, "Order a convoy", "Convoy",
    form=ConvoyForm, drafts=drafted, given=convoy_of, meets=conditions, duties=duties, situation=shipping,
)  # fmt: skip
def convoy(given: Convoy) -> Play[Outcome[Said]]:
    """What it carries is there as the mission ends."""
    for ruling in (R215, R267, R271, R272):
        yield from ruling.look()
    return Outcome(Said(sentence(given)), (given.order.made(), *(one.made() for one in given.cargo)))
