"""Merchant shipping: what losses cost (PG.6.5.1.6), and in which order a nation fills its routes (PG.6.4.1.1)."""

from __future__ import annotations

from collections.abc import Iterator

from navalassist.engine.english import counted
from navalassist.engine.forms import Facts, Options
from navalassist.engine.ledgers import Ledger
from navalassist.engine.reader import View
from navalassist.engine.rows import Says
from navalassist.engine.rule import Condition
from navalassist.engine.shapes import Frozen
from navalassist.systems.theatre import ways
from navalassist.systems.theatre.coast_rulings import EACH_SAILS, R267
from navalassist.systems.theatre.state.ashore import Shipping, Trade
from navalassist.systems.theatre.state.battles import Result
from navalassist.systems.theatre.state.fleets import Group
from navalassist.systems.theatre.state.orders import Order
from navalassist.systems.theatre.state.words import GroupKind, Mission

LOSSES, ROUTES = "PG.6.5.1.6", "PG.6.4.1.1"
# Production points that a merchant ship costs which is turned back or sunk, and each point of damage of any.
A_SHIP, A_POINT = 100, 10
ACCOUNT = Shipping.fact_of("{side}", "cost")
LEDGER = Ledger("shipping", "Production points lost with shipping", ACCOUNT, high=99999, rule=LOSSES)


def is_trade(order: Order | None, group: Group | None) -> bool:
    """True for a convoy of merchant ships, or of tankers."""
    return bool(order and group) and (order.oil or group.kind is GroupKind.MERCHANT)  # type: ignore[union-attr]


def cost_of(one: Result, turned_back: bool, tanker: bool) -> int:
    """What became of a ship of trade, in production points (R-265): a sunk one adds no damage."""
    lost = 0 if tanker or not (one.sunk or turned_back) else A_SHIP
    return lost + (0 if one.sunk else A_POINT * one.damage)


class Filled(Frozen):
    """A merchant route, and how far it is filled by the convoys of a turn: their transports, and how many sail."""

    route: Trade = Says("Route")
    transports: int = Says("Transports on it", 0)
    convoys: int = Says("Convoys on it", 0)

    def is_enough(self, each_sails: bool) -> bool:
        """Whether the next one may be used (R-267)."""
        return bool(self.convoys) if each_sails else self.transports >= self.route.transports


class Route(Frozen):
    """The route of a merchant convoy, and those of its nation that come before it."""

    route: Trade = Says("Route")
    nation: bool = Says("It is one of the nation's", told=False)
    before: tuple[Filled, ...] = Says("Before it", (), told=False)
    each_sails: bool = Says("One convoy on each before it (R-267)", False, told=False)


def routes(view: View) -> Options:
    """All merchant routes, by nation and in their order."""
    found = sorted(view.rows(Trade), key=lambda one: (one.nation.label, one.rank))
    return [(one.key, f"{one.nation.label} {one.rank}: {one.name}, {one.transports}") for one in found]


def routes_there(view: View, typed: Facts) -> Options:
    """Those of the nation of the chosen convoy; all where none is chosen."""
    group = view.find(Group, str(typed.get("group") or ""))
    keys = {one.key for one in view.rows(Trade) if group is None or one.nation is group.nation}
    return [("", "none"), *((key, words) for key, words in routes(view) if key in keys)]


def route_of(read: View, order: Order, group: Group) -> Route | None:
    """The route of an order; None for a convoy that is on none of the list."""
    route = ways.public(read).find(Trade, order.trade)
    if route is None:
        return None
    sail = [one for one in read.own(Order, order.side, turn=order.turn, mission=Mission.CONVOY) if one.trade]
    of_nation = [one for one in ways.public(read).rows(Trade) if one.nation is route.nation and one.rank < route.rank]

    def filled(one: Trade) -> Filled:
        there = [each.transports for each in sail if each.trade == one.key and each.key != order.key]
        return Filled(route=one, transports=sum(there), convoys=len(there))

    return Route(
        route=route, nation=route.nation is group.nation, before=tuple(map(filled, of_nation)),
        each_sails=read.ruling(R267) == EACH_SAILS,
    )  # fmt: skip


def in_its_turn(given: Route) -> Iterator[Condition]:
    """A route of the convoy's nation, those of more importance before it."""
    route = given.route
    why = route.name if given.nation else f"{route.name} is one of {route.nation.label}: choose one of its own nation"
    yield Condition("Merchant route", given.nation, why, ROUTES)
    short = [one for one in given.before if not one.is_enough(given.each_sails)]
    first = min(short, key=lambda one: one.route.rank, default=None)
    why = "those before it are filled"
    if first:
        many = counted(first.route.transports, "transport")
        why = f"{first.route.name} comes before it, and has {first.transports} of {many}: fill that first"
    yield Condition("Its turn among the routes", not short, why, ROUTES, R267.number)
