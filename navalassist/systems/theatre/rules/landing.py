"""PG.6.5.2: an invasion that has come through lands, or is dropped.

The battle on land is fought in the other program: here its side says who came ashore, who went down with the transports
and who turned back, and the warships go home.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from navalassist.engine import Effect, Outcome, Play, Refusal
from navalassist.engine.duties import Duty, Kind, Now, Passed, by_rule
from navalassist.engine.english import counted, does, listed
from navalassist.engine.forms import Ask, Facts, FormErrors, Options, every
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.rule import Shown
from navalassist.engine.shapes import Form, Frozen, Words
from navalassist.systems.theatre.acting import Said
from navalassist.systems.theatre.book import rule
from navalassist.systems.theatre.coast_rulings import ORDERED, R268
from navalassist.systems.theatre.landings import Lander
from navalassist.systems.theatre.missions import Member, members, place_name
from navalassist.systems.theatre.rules.ending import moored
from navalassist.systems.theatre.rules.invasion import invasion_of
from navalassist.systems.theatre.state.ashore import Beach
from navalassist.systems.theatre.state.battles import Battle, Interception
from navalassist.systems.theatre.state.fleets import Group
from navalassist.systems.theatre.state.orders import Landing, Order, Troop
from navalassist.systems.theatre.state.sea import Port
from navalassist.systems.theatre.state.words import SUNK, Mission, Progress, Side, Stage
from navalassist.systems.theatre.turn import BATTLE, BREAKTHROUGH, now_turn

SLUG, LANDS = "pg-land", "PG.6.5.2"
NOT_GIVEN = "Its attack order was not given in Operations: it is dropped as the turn ends"


def to_land(view: View) -> list[Order]:
    """The invasions of this turn that are under way."""
    found = view.rows(Order, turn=now_turn(view), mission=Mission.INVASION)
    return [one for one in found if one.progress is Progress.UNDER_WAY]


def invasions(view: View) -> Options:
    """Those orders, by number and square."""
    return [(one.key, f"Order {one.number}: {place_name(view, one.target)}") for one in to_land(view)]


def aboard(view: View, typed: Facts) -> Any:
    """The ground units of the invasion that is chosen."""
    order = str(typed.get("order") or next((key for key, _ in invasions(view)), ""))
    found = view.rows(Troop, [one.troop for one in view.rows(Landing, order=order)])
    return [(one.key, one.name) for one in found]


class LandForm(Form):
    """Which invasion, and what became of its units: those that are not ticked come ashore."""

    order: str = Ask("Invasion", invasions)
    dropped: bool = Ask("It is dropped: nobody attacks", default=False)
    lost: tuple[str, ...] = Ask("Went down with their transports", every(Troop), many=True, default=(), after=aboard,
                                help="Units that are ticked in neither list come ashore.")  # fmt: skip
    back: tuple[str, ...] = Ask("Turned back, or were thrown back on land", every(Troop), many=True, default=(),
                                after=aboard)  # fmt: skip


class Landed(Frozen):
    """An invasion before its beach. ashore, lost, back: its ground units; left: transports that came through.

    first: what of it is still to be fought at sea; crossing: it needs no transports.
    """

    side: Side = Says("Side")
    order: Order = Says("Order", told=False)
    group: Group = Says("Group")
    units: tuple[Member, ...] = Says("Warships")
    beach: Words = Says("Lands on")
    there: Words = Says("The square, or the port in it", told=False)
    home: Words = Says("Goes home to")
    dropped: bool = Says("It is dropped", False, only_if=True)
    ashore: tuple[Lander, ...] = Says("Ashore", ())
    lost: tuple[Lander, ...] = Says("Went down", (), only_if=True)
    back: tuple[Lander, ...] = Says("Turned back", (), only_if=True)
    left: int = Says("Transports that came through")
    crossing: bool = Says("Across a crossing arrow", False, only_if=True)
    first: Words = Says("What is fought first", "", told=False)
    announced: bool = Says("Its attack order was given", told=False)
    ordered: bool = Says("Without an attack order none lands (R-268)", told=False)
    step: Words = Says("Phase", told=False)

    @property
    def needs(self) -> int:
        """The transports of those that come ashore."""
        return 0 if self.crossing else sum(one.total for one in self.ashore)


def landing(read: Reader, form: LandForm) -> Landed:
    order = read.row(Order, form.order)
    if twice := sorted({*form.lost} & {*form.back}):
        raise FormErrors({"back": f"{read.row(Troop, twice[0]).name} went down: it can't turn back too"})
    landers, gone = invasion_of(read, order).landers, {*form.lost, *form.back}
    return Landed(
        side=order.side, order=order, group=read.row(Group, order.group), units=members(read, order),
        beach=place_name(read.view, order.target), there=land_of(read.view, order),
        home=place_name(read.view, order.returns), dropped=form.dropped,
        ashore=() if form.dropped else tuple(one for one in landers if one.troop.key not in gone),
        lost=tuple(one for one in landers if one.troop.key in form.lost),
        back=tuple(one for one in landers if one.troop.key in form.back),
        left=order.transports, crossing=not order.pool, first=fought_first(read.view, order),
        announced=bool(read.rows(Beach, order=order.key)), ordered=read.ruling(R268) == ORDERED,
        step=read["campaign:clock.step"],
    )  # fmt: skip


def land_of(view: View, order: Order) -> str:
    """Where units are once ashore: the port that lies in the square, else the square."""
    start = view.named(Port, order.start)
    ports = view.rows(Port, map=start.map, square=order.target) if start else ()
    return ports[0].row if ports else order.target


def why_not(given: Landed) -> Iterator[Refusal]:
    """Once its battles at sea are over, with as many transports as came through, and once."""
    if f"*/{given.step}" not in (BATTLE, BREAKTHROUGH) or given.order.progress is not Progress.UNDER_WAY:
        yield Refusal("An invasion that is under way lands in the Battle or Breakthrough phase.", LANDS, final=True)
    if given.first:
        yield Refusal(f"It is intercepted: {given.first} comes first.", LANDS, final=True)
    if not given.announced and given.ordered:
        yield Refusal(f"{NOT_GIVEN} (R-268).", LANDS, final=True)
    if not given.announced and given.dropped:
        yield Refusal("Nobody was told of it: as the turn ends it is dropped by itself.", LANDS)
    if given.needs > given.left:
        words = f"{counted(given.left, 'transport')} came through, and those that come ashore need {given.needs}"
        yield Refusal(f"{words}: tick who went down or turned back.", "PG.6.3.6.1", stands=True)


def duties(now: Now) -> Iterator[Duty]:
    """A line for each to its own side, due once nothing is left to be fought at sea."""
    for order in () if now.ahead else to_land(now.view):
        words = f"Order {order.number} lands on {place_name(now.view, order.target)}"
        passes = (Passed(f"{SLUG}/{order.key}", f"{words}: else it is dropped", "invasion"),)
        first = fought_first(now.view, order)
        silent = now.view.ruling(R268) == ORDERED and not now.view.rows(Beach, order=order.key)
        off = f"after {first}" if first else "no attack order was given: it is dropped as the turn ends" * silent
        yield by_rule(SLUG, words, {"order": order.key}, small="or is dropped", seat=order.side.value, done="", off=off,
                      kind=Kind.MAY if off else Kind.DUE, passes=() if off else passes)  # fmt: skip


def fought_first(view: View, order: Order) -> str:
    """What of its interceptions is still to be fought: `battle 2`; '' for nothing."""
    battles = view.rows(Battle, turn=order.turn, order=order.key)
    queued = {one.interception for one in battles}
    waits = next((f"battle {one.number}" for one in battles if one.stage is not Stage.ENDED), "")
    announced = view.rows(Interception, turn=order.turn, order=order.key)
    return waits or ("the queue of battles" if any(one.key not in queued for one in announced) else "")


def over(order: Order, group: Group, units: tuple[Member, ...], progress: Progress) -> Iterator[Effect]:
    """It is over: its warships are where they return to."""
    yield from order.becomes(progress=progress)
    yield from moored(group, units, order.returns)


def all_dropped(view: View) -> Iterator[Effect]:
    """Invasions with which nobody has attacked as the turn ends, of both sides."""
    for order in to_land(view):
        group = view.find(Group, order.group)
        if group is not None:
            yield from over(order, group, members(view, order), Progress.DROPPED)


def seen(facts: Mapping[str, Any], given: Landed, run: Any) -> Shown:
    """What everybody learns: who is ashore where and who went down. Who turned back, and where to, is its side's."""
    return Shown({"side": given.side.value, "words": seen_words(given)})


def seen_words(given: Landed) -> str:
    """`The Axis side lands on E5 Luzon: 2nd Formosa; 48th went down.`"""
    who, lost = f"The {given.side.label} side", f"; {_names(given.lost)} went down" if given.lost else ""
    if given.dropped:
        return f"{who} does not land on {given.beach}: nobody attacks."
    if not given.ashore:
        return f"{who} does not come ashore on {given.beach}{lost}."
    return f"{who} lands on {given.beach}: {_names(given.ashore)}{lost}."


@rule(
    SLUG, LANDS, "Land an invasion", form=LandForm, situation=landing, why_not=why_not, may=(BATTLE, BREAKTHROUGH),
    duties=duties, shows=seen,
)  # fmt: skip
def land(given: Landed) -> Play[Outcome[Said]]:
    """Units ashore are in the square where they land, those that went down are lost, others are where they began."""
    yield from R268.look()
    effects = list(over(given.order, given.group, given.units, progress_of(given)))
    for lander in given.ashore:
        effects += lander.troop.becomes(place=given.there)
    for lander in given.lost:
        effects += lander.troop.becomes(place=SUNK, strength=0)
    return Outcome(Said(words_of(given)), tuple(effects))


def progress_of(given: Landed) -> Progress:
    """Completed where anybody came ashore."""
    return Progress.DROPPED if given.dropped else Progress.COMPLETED if given.ashore else Progress.TURNED_BACK


def words_of(given: Landed) -> str:
    """`Order 1: 2nd Formosa lands on E5 Luzon; 48th went down; its warships go home to Taipei (E1).`"""
    if given.dropped:
        return f"Order {given.order.number} is dropped: nobody attacks {given.beach}."
    parts = [f"{does(_names(given.ashore), 'land')} on {given.beach}" if given.ashore else "nobody comes ashore"]
    parts += [f"{_names(given.lost)} went down"] if given.lost else []
    parts += [f"{_names(given.back)} turned back"] if given.back else []
    return f"Order {given.order.number}: {'; '.join(parts)}; its warships go home to {given.home}."


def _names(landers: tuple[Lander, ...]) -> str:
    return listed([one.troop.name for one in landers])
