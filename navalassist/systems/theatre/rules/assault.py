"""PG.6.5.2: the attack order of an invasion is given in Operations: its landing battle joins the queue."""

from __future__ import annotations

from collections.abc import Iterator

from navalassist.engine import Outcome, Play, Refusal
from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.english import counted
from navalassist.engine.forms import Ask
from navalassist.engine.overruled import Because, Overrulable
from navalassist.engine.reader import Reader
from navalassist.engine.rows import Says
from navalassist.engine.rule import told_to_all
from navalassist.engine.shapes import Form, Words
from navalassist.systems.theatre.acting import Said
from navalassist.systems.theatre.announcing import asked_of
from navalassist.systems.theatre.battle import BATTLES, queue
from navalassist.systems.theatre.book import rule
from navalassist.systems.theatre.coast_rulings import R262
from navalassist.systems.theatre.missions import place_name
from navalassist.systems.theatre.rules.landing import invasions, to_land
from navalassist.systems.theatre.rules.queue import in_order, turns_of
from navalassist.systems.theatre.state.ashore import Beach
from navalassist.systems.theatre.state.battles import Battle
from navalassist.systems.theatre.state.fleets import Group
from navalassist.systems.theatre.state.orders import Landing, Order
from navalassist.systems.theatre.state.sea import Port, Square
from navalassist.systems.theatre.state.words import BattleKind, Ground, LandingOption, Progress, Side
from navalassist.systems.theatre.turn import OPERATIONS

SLUG, ATTACKS = "pg-assault", "PG.6.5.2"


class AssaultForm(Form):
    """Which invasion attacks, and what attacks the same square by land."""

    order: str = Ask("Invasion", invasions)
    by_land: int = Ask("Other ground units that attack the same square", default=0, ge=0, le=99,
                       help="Over land or from the air, at the same time.")  # fmt: skip
    because: Because = ""


class Assault(Overrulable):
    """An invasion whose attack order is given, and the queue that its battle joins."""

    side: Side = Says("Side")
    order: Order = Says("Invasion", told=False)
    beach: Beach = Says("Landing")
    place: Words = Says("Lands on", told=False)
    number: int = Says("Number of the battle", ge=1, le=900, numbers=Battle.KIND, told=False)
    waiting: tuple[Battle, ...] = Says("Battles that wait", (), told=False)
    over: int = Says("Places that are fought", 0, ge=0, le=900, told=False)
    island: bool = Says("It is a small island", False, told=False)
    before: bool = Says("The order is given", False, told=False)
    step: Words = Says("Phase", told=False)


def attacking(read: Reader, form: AssaultForm) -> Assault:
    order, number = read.row(Order, form.order), BATTLES.next_number(read.view)
    start, group = read.named(Port, order.start), read.row(Group, order.group)
    landed = read.own(Landing, order.side, order=order.key)
    there = [one for one in queue(read, order.turn) if not one.late]
    beach = Beach(
        key=str(number), side=order.side, turn=order.turn, order=order.key, group=group.kind,
        map=start.map if start else "", square=order.target, sea=order.route.split()[-1],
        by_sea=sum(one.option is not LandingOption.LATER for one in landed), by_land=form.by_land,
    )  # fmt: skip
    return Assault(
        side=order.side, order=order, beach=beach, place=place_name(read, order.target), number=number,
        waiting=tuple(one for one in there if not BATTLES.is_over(one)),
        over=max((one.place for one in there if BATTLES.is_over(one)), default=0),
        island=any(one.ground is Ground.ISLAND for one in read.rows(Square, map=beach.map, name=beach.square)),
        before=bool(read.rows(Beach, order=order.key)), step=read["campaign:clock.step"],
    )  # fmt: skip


def why_not(given: Assault) -> Iterator[Refusal]:
    """In Operations, once, of an invasion that is under way."""
    if given.before:
        yield Refusal("The attack order of this invasion is given.", ATTACKS, final=True)
    if given.order.progress is not Progress.UNDER_WAY:
        yield Refusal(f"It is {given.order.progress.label}: an invasion that is under way attacks.", ATTACKS)
    if f"*/{given.step}" != OPERATIONS:
        yield Refusal("The attack order is given in Operations; without it nobody fights for the beach.", ATTACKS)


def duties(now: Now) -> Iterator[Duty]:
    """A line for each invasion that has not attacked."""
    given = {one.order for one in now.view.rows(Beach)}
    for order in () if now.ahead else to_land(now.view):
        if order.key not in given:
            words = f"Order {order.number} attacks {place_name(now.view, order.target)}"
            kind = asked_of(now.view, order.side)
            yield by_rule(SLUG, words, {"order": order.key}, seat=order.side.value, kind=kind, done="")


# It is announced, as interceptions are (PG.6.4).
@rule(
    SLUG, ATTACKS, "Give the attack order of an invasion", form=AssaultForm, situation=attacking, why_not=why_not,
    shows=told_to_all, may=OPERATIONS, duties=duties,
)  # fmt: skip
def attack(given: Assault) -> Play[Outcome[Said]]:
    """Everybody hears where, and how many ground units land; its battle comes after all interceptions."""
    yield from R262.look()
    one = given.beach.model_copy(update={"key": str(given.number)})
    kind = BattleKind.ISLAND if given.island else BattleKind.INVASION
    battle = Battle(
        key=one.key, number=given.number, turn=one.turn, kind=kind, attacker=one.side, order=one.order,
        map=one.map, name=one.square, turns=turns_of(kind),
    )  # fmt: skip
    words = f"The {given.side.label} side attacks {given.place} from {one.sea}: {counted(one.by_sea, 'ground unit')}"
    by_land = f", and {one.by_land} by land" if one.by_land else ""
    return Outcome(Said(f"{words} by sea{by_land}."), (*in_order(given.over, given.waiting, (), (battle,)), one.made()))
