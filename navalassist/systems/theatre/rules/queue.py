"""PG.6.5: the queue of battles, made of what was announced: the last one is fought first; and a battle by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from navalassist.engine import Effect, Outcome, Play, Refusal
from navalassist.engine.duties import EITHER, Duty, Kind, Now, Passed, by_rule
from navalassist.engine.english import counted
from navalassist.engine.forms import Ask, Options, every
from navalassist.engine.orders import Book, BookState
from navalassist.engine.overruled import Because, Overrulable
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.shapes import Form
from navalassist.systems.theatre import chain
from navalassist.systems.theatre.acting import Said
from navalassist.systems.theatre.battle import BATTLES, BOOK, ENTER, LATE, QUEUE, STEPS, queue, sides
from navalassist.systems.theatre.book import rule
from navalassist.systems.theatre.state.battles import Battle, Interception
from navalassist.systems.theatre.state.orders import Order
from navalassist.systems.theatre.state.sea import Map, Zone
from navalassist.systems.theatre.state.words import BattleKind, MaybeKey, Name, Side, TurnKey
from navalassist.systems.theatre.turn import OPERATIONS, now_turn

LENGTH = "PG.6.5.1"
# Turns that a battle lasts (PG.6.5.1, 6.5.3.3, 6.5.4).
TURNS, FEW_TURNS = 22, 12
SHORT = (BattleKind.ISLAND, BattleKind.PORT)


def turns_of(kind: BattleKind) -> int:
    """How many turns a battle of a kind lasts."""
    return FEW_TURNS if kind in SHORT else TURNS


class QueueForm(Form):
    """Nothing has to be typed."""

    because: Because = ""


class Queued(Overrulable):
    """What was announced and has no battle yet."""

    turn: TurnKey = Says("Turn", told=False)
    number: int = Says("Number of the first battle", ge=1, le=900, numbers=Battle.KIND, told=False)
    late: bool = Says("Breakthrough", told=False)
    interceptions: tuple[Interception, ...] = Says("Interceptions", ())
    waiting: tuple[Battle, ...] = Says("Battles that wait", ())
    over: int = Says("Places that are fought", 0, ge=0, le=900, told=False)


def queueing(read: Reader, form: QueueForm) -> Queued:
    """Interceptions of this turn, and the battles that wait already."""
    turn, late = now_turn(read), read["campaign:clock.step"] == LATE
    fought = {one.interception for one in queue(read, turn)}
    return Queued(
        turn=turn,
        number=BATTLES.next_number(read.view),
        late=late,
        interceptions=tuple(one for one in read.rows(Interception, turn=turn) if one.key not in fought),
        **waits_in(read, turn, late),
    )


def waits_in(read: View, turn: str, late: bool) -> dict[str, Any]:
    """The battles that wait in a phase of a turn, and how many places of its queue are fought."""
    there = [one for one in queue(read, turn) if one.late == late]
    over = max((one.place for one in there if BATTLES.is_over(one)), default=0)
    return {"waiting": tuple(one for one in there if not BATTLES.is_over(one)), "over": over}


def why_not_queue(given: Queued) -> Iterator[Refusal]:
    """There must be something that was announced."""
    if not given.interceptions:
        yield Refusal("Every interception of this turn has its battle.", BOOK, final=True)


def of_interception(given: Queued, one: Interception, number: int) -> Battle:
    """The battle of an interception: by ships, by air alone, or in a sea zone (PG.6.5.1.2)."""
    kind = BattleKind.ZONE if one.zone else BattleKind.INTERCEPTION if one.ships else BattleKind.AIR
    return Battle(
        key=str(number), number=number, turn=given.turn, kind=kind, attacker=one.side, interception=one.key,
        order=one.order, late=given.late, map=one.map, zone=one.zone,
        distance=one.distance, name=one.square, turns=TURNS,
    )  # fmt: skip


def in_order(over: int, waiting: Iterable[Battle], first: Iterable[Battle], last: Iterable[Battle]) -> Iterator[Effect]:
    """The effects by which new battles join those that wait, some before and some after them."""
    known = list(waiting)
    for place, battle in enumerate([*first, *known, *last], start=over + 1):
        if battle not in known:
            yield battle.model_copy(update={"place": place}).made()
        else:
            yield from battle.becomes(place=place)


def queue_duties(now: Now) -> Iterator[Duty]:
    """A line while something was announced that has no battle, once no more is: where battles are fought."""
    turn = now.moment.turn
    fought = {one.interception for one in now.view.rows(Battle, turn=turn)}
    if f"*/{now.moment.step}" not in STEPS:
        return
    if open_ones := [one for one in now.view.rows(Interception, turn=turn) if one.key not in fought]:
        words = f"{counted(len(open_ones), 'interception')} without a battle"
        passes = tuple(Passed(one.row, f"Interception {one.number}, not fought", one.NOUN) for one in open_ones)
        line = by_rule(QUEUE, small=words, seat=EITHER, kind=Kind.DUE, done="", again=True, passes=passes)
        yield replace(line, url="pg-battles/")


@rule(
    QUEUE, BOOK, "Make the queue of battles", form=QueueForm, situation=queueing, why_not=why_not_queue,
    may=(OPERATIONS, *STEPS), duties=queue_duties,
)  # fmt: skip
def make_queue(given: Queued) -> Play[Outcome[Said]]:
    """Those announced last are fought first; ordered attacks come after all interceptions (PG.6.4.5, 6.5)."""
    yield from ()
    latest_first = chain.in_order(given.interceptions)
    met = [of_interception(given, one, number) for number, one in enumerate(latest_first, start=given.number)]
    first = next((f"battle {one.number}" for one in (*met, *given.waiting)), "nothing")
    joins = f"{counted(len(met), 'battle')} {'joins' if len(met) == 1 else 'join'} the queue"
    return Outcome(Said(f"{joins}; {first} is fought first."), tuple(in_order(given.over, given.waiting, met, ())))


# --- a battle by hand


def missions(view: View) -> Options:
    """Missions whose order book is open: everybody sees them."""
    opened = {(book.side, book.turn) for book in view.rows(Book, state=BookState.OPENED)}
    return [
        (one.key, f"{one.side.label} order {one.number}")
        for one in (view.rows(Order) if opened else ())
        if (one.side.value, one.turn) in opened
    ]


class EnterForm(Form):
    """What a battle is about that was announced at the table."""

    kind: BattleKind = Ask("Kind", default=BattleKind.INTERCEPTION)
    attacker: Side = Ask("Who attacks", sides)
    name: Name = Ask("Where it is", default="", help="A square or what it is called. Both sides read it.")
    map: MaybeKey = Ask("Map", every(Map), none="off the maps")
    distance: int = Ask("Distance of the interception in squares", default=0, ge=0, le=60)
    zone: MaybeKey = Ask("Sea zone", every(Zone), none="none")
    order: MaybeKey = Ask("Mission that is attacked", missions, none="none that is entered")
    late: bool = Ask("It is fought in the breakthrough phase", default=False)
    last: bool = Ask("It is fought after those that wait", default=False, help="Else first: it was announced last.")


class Entering(Queued):
    """A battle by hand. zone_size: of its sea zone."""

    battle: Battle = Says("Battle")
    last: bool = Says("It is fought after those that wait", False)


def entering(read: Reader, form: EnterForm) -> Entering:
    """The battle as it was typed, and those that wait in its phase."""
    turn, number = now_turn(read), BATTLES.next_number(read.view)
    battle = Battle(
        key=str(number), number=number, turn=turn, kind=form.kind, attacker=form.attacker, name=form.name.strip(),
        order=form.order, map=form.map, distance=form.distance, zone=form.zone, late=form.late,
        turns=turns_of(form.kind),
    )  # fmt: skip
    return Entering(
        turn=turn, number=number, late=form.late, battle=battle, last=form.last, **waits_in(read, turn, form.late)
    )


def why_not_enter(given: Entering) -> Iterator[Refusal]:
    """An interception in a sea zone names the zone."""
    if (given.battle.kind is BattleKind.ZONE) != bool(given.battle.zone):
        words = "Choose the sea zone for an interception in one, and for nothing else."
        yield Refusal(words, "PG.6.5.1.2", final=True)
    if given.battle.kind is BattleKind.PORT:
        words = "Announce it as an attack on a port: so what lies there is on its sheet."
        yield Refusal(words, "PG.6.5.4", final=True)


@rule(
    ENTER, LENGTH, "Enter a battle", form=EnterForm, situation=entering, why_not=why_not_enter, may=(OPERATIONS, *STEPS)
)
def enter(given: Entering) -> Play[Outcome[Said]]:
    """22 turns; 12 over an island or a port. What is announced last is fought first."""
    yield from ()
    new = [given.battle.model_copy(update={"key": str(given.number), "number": given.number})]
    effects = tuple(in_order(given.over, given.waiting, () if given.last else new, new if given.last else ()))
    one, place = given.battle, given.over + 1 + (len(given.waiting) if given.last else 0)
    where = f", {one.name}," if one.name else ""
    words = f"Battle {one.number}{where} joins the queue: the {one.attacker.label} side attacks, {one.turns} turns."
    return Outcome(Said(words, (f"Place {place} in the queue of its phase",)), effects)
