"""SM.6.C: both sides order what becomes of the range, sealed and shown together; where they differ dice decide."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from navalassist.engine import Choose, Dice, Effect, Figure, Odds, Outcome, Play, Refusal, Roll, Roller, Together
from navalassist.engine.outlook import Outlook, Prospect, Way
from navalassist.engine.reader import Reader
from navalassist.engine.rule import Result, Summary
from navalassist.engine.shapes import Form
from navalassist.systems.supermarina.battle import BATTLES, ORDERS, RANGE
from navalassist.systems.supermarina.book import rule
from navalassist.systems.supermarina.combat import Battle, Order, Range, Stage
from navalassist.systems.supermarina.fights import FARTHEST, LADDER, Fight, bearing, fight_of, launches
from navalassist.systems.supermarina.rulings import ALLOWED, R111, R114, R116
from navalassist.systems.supermarina.state import Side
from navalassist.systems.supermarina.turn import COMBAT_STEPS

ORDERING, CHANCE, OFF = "SM.6.C.ord", "SM.6.C.chn", "SM.6.C.off"
STEPS = {Order.CLOSE: -1, Order.MAINTAIN: 0, Order.OPEN: 1}
EVEN, SURE = 50, 100
BROKEN_OFF = "broken-off"


def after(battle: Battle, order: Order) -> Range | None:
    """The range once an order is carried out; None where that breaks off the battle (SM.6.C.min, SM.6.C.off)."""
    at = max(0, LADDER.index(battle.range) + STEPS[order])
    return None if at > LADDER.index(FARTHEST[battle.light]) else LADDER[at]


def chances(fight: Fight) -> dict[Side, int]:
    """Each side's chance in per cent that its order succeeds: 50 and the difference of the slowest speeds."""
    own, enemy = fight.speed(Side.AXIS), fight.speed(Side.ALLIED)
    faster = max(0, min(SURE, EVEN + own - enemy))
    return {Side.AXIS: faster, Side.ALLIED: SURE - faster}


def orders_of(battle: Battle) -> dict[Side, Order]:
    """What both sides have ordered."""
    parts = (line.partition("=") for line in battle.orders)
    return {Side(side): Order(order) for side, _, order in parts}


def at_range(fight: Fight, at: Range, italian_torpedoes: bool) -> dict[str, object]:
    """What a battle keeps of a range: whether guns bear, and whether torpedoes can be launched (SM.6.C.lad)."""
    afloat = [one for side in Side for one in fight.of(side)]
    light = fight.battle.light
    return {
        "range": at,
        "can_fire": any(True for one in afloat for _ in bearing(one, at)),
        "can_launch": at is Range.SECONDARY and any(launches(one, light, italian_torpedoes) for one in afloat),
        "plan": (),
        "launching": (),
        "running": (),
        "fired": (),
    }


def carried_out(fight: Fight, order: Order, by: Side, italian_torpedoes: bool) -> tuple[Effect, ...]:
    """The effects of an order that succeeds; by: whose it is, who leaves where it breaks off the battle."""
    at = after(fight.battle, order)
    if at is None:
        return BATTLES.goes_to(fight.battle, Stage.PARTING, leaver=by.value)
    return BATTLES.goes_to(fight.battle, Stage.TORPEDO_PLAN, **at_range(fight, at, italian_torpedoes))


# --- orders


class OrdersForm(Form):
    """The battle in which orders are given."""

    battle: str = BATTLES.asked(ORDERS)


@dataclass(frozen=True, slots=True)
class Ordered(Result):
    """Both orders, and what the range is: '' where dice decide, `broken-off`."""

    axis: Order
    allied: Order
    range: str

    def summary(self, given: Fight) -> Summary:
        """`Axis: open the range. Allied: close the range. Dice decide.`"""
        orders = f"Axis: {self.axis.label}. Allied: {self.allied.label}."
        then = {"": "Dice decide.", BROKEN_OFF: "The battle is broken off."}
        return Summary(f"{orders} {then.get(self.range) or f'They are at {Range(self.range).label}.'}")


def ordering(read: Reader, form: OrdersForm) -> Fight:
    return fight_of(read, form.battle)


def why_not_order(fight: Fight) -> Iterator[Refusal]:
    yield from BATTLES.not_now(fight.battle, ORDERS, ORDERING)


def leads(battle: Battle, order: Order) -> str:
    """Where an order leads that is carried: `the battle is broken off`, `still secondary range`."""
    at = after(battle, order)
    stays = at is battle.range
    return "the battle is broken off" if at is None else f"{'still ' if stays else ''}{at.label}"


def choice_of(fight: Fight, side: Side) -> Choose:
    """What a side may order: the range that each order makes stands beside it."""
    options = {order.value: f"{order.label}: {leads(fight.battle, order)}" for order in Order}
    return Choose(side.value, options, side.value, f"What does the {side.label} side order?")


# What a side does that orders so.
DOES = {Order.OPEN: "opens", Order.MAINTAIN: "maintains", Order.CLOSE: "closes"}


def orders_outlook(fight: Fight, seat: str) -> Outlook:
    """What each order leads to, and what may come of it against each order of the enemy."""
    side = Side(seat)
    slowest = {one: fight.speed(one) for one in Side}
    yours, theirs = chances(fight)[side], chances(fight)[side.enemy]
    says = (
        f"If the orders differ, both roll 2D10: yours carries on {yours} or less, theirs on {theirs} or less.",
        f"50 ± the difference of the slowest: yours {slowest[side]} MPs, theirs {slowest[side.enemy]}.",
    )
    ways = {
        order.value: Way(
            title=order.value.capitalize(),
            small=f"{leads(fight.battle, order)}{_who_fires(fight, side, after(fight.battle, order))}",
            head=f"You {order.value}, the enemy…",
            cases=tuple(_case(fight, {side: order, side.enemy: other}, DOES[other]) for other in Order),
        )
        for order in Order
    }
    return Outlook(says=says, ways=ways)


def _case(fight: Fight, orders: Mapping[Side, Order], title: str) -> Prospect:
    return Prospect(title, lambda: decided(fight, orders), every_range)


def _who_fires(fight: Fight, side: Side, at: Range | None) -> str:
    """`: no gun bears`; nothing of a battle that is broken off."""
    if at is None:
        return ""
    own, theirs = (any(True for one in fight.of(who) for _ in bearing(one, at)) for who in (side, side.enemy))
    guns = {(True, True): "guns of both bear", (True, False): "yours alone bear", (False, True): "theirs alone bear"}
    torpedoes = at is Range.SECONDARY and any(one.torpedoes for who in Side for one in fight.of(who))
    return f": {guns.get((own, theirs), 'no gun bears')}{', torpedoes may go' if torpedoes else ''}"


@rule(
    ORDERS,
    ORDERING,
    "Give manoeuvre orders",
    form=OrdersForm,
    situation=ordering,
    why_not=why_not_order,
    due=COMBAT_STEPS,
    duties=BATTLES.lines(ORDERS),
    outlook=orders_outlook,
    roller=Roller.EITHER,
    dice="none",
)
def give_orders(fight: Fight) -> Play[Outcome[Ordered]]:
    """Both orders are sealed and shown together. Equal ones succeed; so do two that make the same range."""
    yield from R111.look()
    yield from R116.look()
    italian = (yield from R114.look()) == ALLOWED
    chosen = yield from Together("orders", tuple(choice_of(fight, side) for side in Side), "manoeuvre orders")
    axis, allied = (Order(one) for one in chosen)
    ranges = {after(fight.battle, axis), after(fight.battle, allied)}
    if len(ranges) > 1:
        told = tuple(f"{side}={order}" for side, order in zip(Side, (axis, allied), strict=True))
        effects = BATTLES.goes_to(fight.battle, Stage.RANGE, orders=told)
        return Outcome(Ordered(axis, allied, ""), effects)
    at = next(iter(ranges))
    # Where both break off, the side that was engaged leaves.
    effects = carried_out(fight, axis, fight.battle.side.enemy, italian)
    return Outcome(Ordered(axis, allied, at.value if at else BROKEN_OFF), effects)


# --- the dice on the range


class RangeForm(Form):
    """The battle in which dice decide the range."""

    battle: str = BATTLES.asked(RANGE)


@dataclass(frozen=True, slots=True)
class Ranged(Result):
    """Whose order succeeded ('' for nobody's), and the range: `broken-off` where the battle is."""

    carried: str
    range: str

    def summary(self, given: Fight) -> Summary:
        """`The Allied order is carried: secondary range.`"""
        at = "the battle is broken off" if self.range == BROKEN_OFF else Range(self.range).label
        if not self.carried:
            return Summary(f"Neither side has its way alone: {at} as before.", "UNCHANGED")
        order = orders_of(given.battle)[Side(self.carried)]
        word = {Order.CLOSE: "CLOSED", Order.OPEN: "OPENED", Order.MAINTAIN: "MAINTAINED"}[order]
        return Summary(f"The {Side(self.carried).label} order is carried: {at}.", word)


def ranging(read: Reader, form: RangeForm) -> Fight:
    return fight_of(read, form.battle)


def why_not_range(fight: Fight) -> Iterator[Refusal]:
    yield from BATTLES.not_now(fight.battle, RANGE, CHANCE)


def _is_at(at: str) -> Callable[[Ranged], bool]:
    return lambda found: found.range == at


def range_figures(odds: Odds[Ranged]) -> tuple[Figure, ...]:
    """The chance of each range, and that the battle is broken off."""
    return tuple(figure for figure in every_range(odds) if figure.value)


def every_range(odds: Odds[Ranged]) -> tuple[Figure, ...]:
    """The same with those that do not come about."""
    labels: Mapping[str, str] = {one.value: one.label.capitalize() for one in Range} | {BROKEN_OFF: "Broken off"}
    return tuple(Figure(at, words, odds.chance(_is_at(at))) for at, words in labels.items())


def carrier(fight: Fight) -> Play[Side | None]:
    """Whose order is carried, where they differ: that of a side which succeeds alone; None for nobody's."""
    success: dict[Side, bool] = {}
    for side, chance in chances(fight).items():
        label = f"{side.label}: {chance} or less"
        success[side] = yield from Roll(side.value, Dice(1, 100), _or_less(chance), label)
    return next((side for side in Side if success[side] and not success[side.enemy]), None)


def decided(fight: Fight, orders: Mapping[Side, Order]) -> Play[Ranged]:
    """What two orders make of the range: those that lead to the same range need no dice."""
    at = {after(fight.battle, order) for order in orders.values()}
    by = (yield from carrier(fight)) if len(at) > 1 else Side.AXIS
    found = after(fight.battle, orders[by] if by else Order.MAINTAIN)
    return Ranged(by.value if by and len(at) > 1 else "", found.value if found else BROKEN_OFF)


def _or_less(chance: int) -> Callable[[tuple[int, ...]], bool]:
    return lambda faces: faces[0] <= chance


@rule(
    RANGE,
    CHANCE,
    "Roll for the range",
    form=RangeForm,
    situation=ranging,
    why_not=why_not_range,
    figures=range_figures,
    due=COMBAT_STEPS,
    duties=BATTLES.lines(RANGE),
    roller=Roller.EITHER,
    dice="d100 for each side",
)
def roll_for_range(fight: Fight) -> Play[Outcome[Ranged]]:
    """Each side's chance or less on tens and ones. One that succeeds alone sets the range; else it stays."""
    yield from R111.look()
    italian = (yield from R114.look()) == ALLOWED
    orders = orders_of(fight.battle)
    found = yield from decided(fight, orders)
    by = Side(found.carried) if found.carried else None
    order = orders[by] if by else Order.MAINTAIN
    return Outcome(found, carried_out(fight, order, by or fight.side, italian))
