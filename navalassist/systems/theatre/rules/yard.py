"""PG.6.5.1.4: a heavily damaged ship goes to the nearest friendly yard, where its base can't repair it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from navalassist.engine import Outcome, Play, Refusal
from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.english import counted, does
from navalassist.engine.forms import Ask, Options
from navalassist.engine.overruled import Because, Overrulable
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says, key_of
from navalassist.engine.rule import Result, Summary, told_to_all
from navalassist.engine.shapes import Form
from navalassist.systems.theatre import ways
from navalassist.systems.theatre.berths import BASING, based, overfull, types_of
from navalassist.systems.theatre.book import rule
from navalassist.systems.theatre.fought import MOST_DAMAGE, Past, past_of
from navalassist.systems.theatre.rulings import R254
from navalassist.systems.theatre.state.fleets import Group, Unit
from navalassist.systems.theatre.state.orders import Order
from navalassist.systems.theatre.state.sea import Port
from navalassist.systems.theatre.state.words import PLACE_WORDS, GroupKind, Mission, Progress, Side, Status
from navalassist.systems.theatre.turn import BREAKTHROUGH, now_turn

SLUG, DAMAGED = "pg-yard", "PG.6.5.1.4"


def damaged(view: View) -> Options:
    """Damaged units that the view has."""
    found = (one for one in view.rows(Unit, status=Status.DAMAGED) if one.place not in PLACE_WORDS)
    return [(one.key, f"{one.type.label} {one.name}, strength {one.strength}") for one in found]


def yards(view: View) -> Options:
    """Ports with a yard that works."""
    return [(one.key, one.name) for one in view.rows(Port) if works(one)]


def works(port: Port | None) -> bool:
    """True for a port whose yard can repair."""
    return bool(port and port.yard and not port.yard_damage)


class YardForm(Form):
    """Which ship goes where."""

    unit: str = Ask("Damaged unit", damaged)
    port: str = Ask("Yard", yards)
    because: Because = ""


class ToYard(Overrulable):
    """A damaged unit, its base, the yard, and the nearest one on the map of its base, '' where none is measured."""

    side: Side = Says("Side")
    unit: Unit = Says("Damaged unit")
    base: Port = Says("Its base")
    port: Port = Says("Yard")
    squares: int = Says("Squares to it", -1, told=False)
    nearest: str = Says("Nearest yard", "", only_if=True)
    nearest_squares: int = Says("Squares to that", -1, told=False)
    full: str = Says("Why it has no room", "", told=False)
    past: tuple[Past, ...] = Says("Battles of this turn", (), told=False)
    order: Order = Says("Its way", told=False)
    group: Group = Says("It sails as", told=False)
    step: str = Says("Phase", told=False)


@dataclass(frozen=True, slots=True)
class Sent(Result):
    """Where it goes."""

    port: str
    overruled: str = ""

    def summary(self, given: ToYard) -> Summary:
        """`CL Kuma goes to the yard of Kure, and may be intercepted on the way.`"""
        who = does(f"{given.unit.type.label} {given.unit.name}", "go")
        return Summary(f"{who} to the yard of {self.port}, and may be intercepted on the way.")


def situation(read: Reader, form: YardForm) -> ToYard:
    """The unit, and how far each friendly yard on the map of its base is."""
    unit = read.row(Unit, form.unit)
    base, port = read.row(Port, key_of(unit.place)), read.row(Port, form.port)
    friendly = [one for one in read.rows(Port) if works(one) and one.owner.value == unit.side.value]
    far = {one.key: found for one in friendly if (found := way_between(ways.public(read), unit.side, base, one)) >= 0}
    nearest = min(far, key=far.__getitem__, default="")
    return ToYard(
        side=unit.side, unit=unit, base=base, port=port, squares=far.get(port.key, -1),
        nearest=read.name(Port.row_of(nearest)) if nearest else "", nearest_squares=far.get(nearest, -1),
        full=overfull(port, based(read, port, unit.side), (unit,), types_of(read)),
        past=past_of(read, now_turn(read), (unit.row,)), step=read["campaign:clock.step"],
        **alone(read, unit, base, port),
    )  # fmt: skip


def alone(read: Reader, unit: Unit, base: Port, port: Port) -> dict[str, Any]:
    """Its order and its group. Both hear who sails, so their keys may say it."""
    kind = GroupKind.FLOTILLA if unit.type.is_boat else GroupKind.TASK_FORCE
    group = Group(
        key=f"yard-{now_turn(read)}-{unit.key}", side=unit.side, number=1, kind=kind, nation=unit.nation, place=base.row
    )
    return sails_late(read, Mission.YARD, group, base, port)


def sails_late(read: Reader, mission: Mission, group: Group, base: Port, port: Port) -> dict[str, Any]:
    """The order of a group that sails in Breakthrough, by the most direct way, and the group with its number."""
    turn, side = now_turn(read), group.side
    for row in (Order.row_of(group.key), group.row):
        read.looked_for(row, side=side)
    there = base.map and base.square and port.square and port.map == base.map
    way = ways.shortest(ways.public(read), base.map, side, base.square, port.square) if there else None
    order = Order(
        key=group.key, side=side, turn=turn, mission=mission, group=group.key, start=base.row, returns=port.row,
        number=1 + max((one.number for one in read.own(Order, side, turn=turn)), default=0),
        route=" ".join(way[1].places) if way else "", target=port.square if way else "", progress=Progress.UNDER_WAY,
        transports=group.transports, pool=group.pool,
    )  # fmt: skip
    number = 1 + max((one.number for one in read.own(Group, side)), default=0)
    return {"order": order, "group": group.model_copy(update={"number": number})}


def way_between(view: View, side: Side, one: Port, other: Port) -> int:
    """Squares of the shortest way between two ports of one map; -1 where there is none."""
    if not (one.map and one.square and other.square) or other.map != one.map:
        return -1
    far = ways.squares_between(view, one.map, side, one.square, other.square)
    return -1 if far is None else far


def why_not(given: ToYard) -> Iterator[Refusal]:
    """A unit with more than 2 damage of this turn, from a base that can't repair it, to the nearest friendly yard."""
    if given.step != "breakthrough":
        yield Refusal("Damaged ships go to a yard in the breakthrough phase.", DAMAGED)
    if given.unit.group:
        yield Refusal(f"{given.unit.name} is in a group: it leaves that first, or is on its way.", DAMAGED, final=True)
    if given.unit.status is not Status.DAMAGED:
        yield Refusal(f"{given.unit.name} is not damaged.", DAMAGED, final=True)
    if max((one.damage for one in given.past), default=0) <= MOST_DAMAGE:
        words = f"{given.unit.name} took no more than {MOST_DAMAGE} damage in a battle of this turn (R-254)."
        yield Refusal(words, DAMAGED)
    if works(given.base):
        yield Refusal(f"{given.base.name}, its base, has a yard that repairs it.", DAMAGED)
    if given.port.owner.value != given.side.value or not works(given.port):
        yield Refusal(f"{given.port.name} is no friendly port with a yard that works.", DAMAGED)
    elif 0 <= given.nearest_squares < given.squares:
        far = counted(given.nearest_squares, "square")
        words = f"{given.nearest} is nearer: {far}, and {given.port.name} {given.squares}."
        yield Refusal(words, DAMAGED)
    if given.full:
        yield Refusal(f"{given.full}.", BASING)


def duties(now: Now) -> Iterator[Duty]:
    """A line for each unit whose base can't repair what this turn's battles did to it."""
    owners = {port.owner.value for port in now.view.rows(Port) if works(port)}
    for unit in now.view.rows(Unit, status=Status.DAMAGED, group=""):
        past = past_of(now.view, now.moment.turn, (unit.row,))
        base = now.view.find(Port, key_of(unit.place))
        if base and not works(base) and max((one.damage for one in past), default=0) > MOST_DAMAGE:
            off = "" if unit.side.value in owners else "no port of its side has a yard that works"
            words = f"{unit.name} to a yard"
            yield by_rule(SLUG, words, {"unit": unit.key}, seat=unit.side.value, done="", again=True, off=off)


# It is announced, for it may be intercepted.
@rule(
    SLUG, DAMAGED, "Send a damaged ship to a yard", form=YardForm, situation=situation, why_not=why_not,
    shows=told_to_all, may=BREAKTHROUGH, duties=duties,
)  # fmt: skip
def send(given: ToYard) -> Play[Outcome[Sent]]:
    """It is searched for and met on its way, in this phase, as any mission in Operations; then the yard is its base."""
    yield from R254.look()
    sails = given.unit.set(group=given.group.key)
    return Outcome(Sent(given.port.name), (given.group.made(), given.order.made(), *sails))
