"""SM.8.B, SM.1.D.4: hits are repaired in port, as many at a time as the port has repair points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from navalassist.engine import Dice, Each, Effect, Figure, Odds, Outcome, Part, Play, Refusal, Roll, call
from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.english import counted, listed
from navalassist.engine.forms import Ask, FormErrors, Options
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.rule import Result, Summary
from navalassist.engine.shapes import Form, Words
from navalassist.systems.supermarina.book import rule
from navalassist.systems.supermarina.fights import Said
from navalassist.systems.supermarina.halves import OwnHalf, not_its_half, not_seen, nothing_told, off, own_half
from navalassist.systems.supermarina.repairs import HitKind, Repair, hits_of, repairs_at
from navalassist.systems.supermarina.state import Port, Ship, Side
from navalassist.systems.supermarina.support_rulings import COUNTS, R136
from navalassist.systems.supermarina.turn import MOVEMENT_STEPS, TURN, acting, segment, stamp

REPAIR, HALT = "sm-repair", "sm-repair-halt"
PROCEDURE, LIMIT, SUSPENDING = "SM.8.B.1", "SM.1.D.4", "SM.8.B.2"
D10, ADDED = Dice(1, 10), 2


def damaged(view: View) -> Options:
    """Single ships in port, of the side that acts, with a hit that nobody works on."""
    return [(one.key, one.name) for one in to_repair(view, acting(view))]


def to_repair(view: View, side: Side) -> Iterator[Ship]:
    """Damaged ships in port of a side, as far as the view has them; squadrons are never repaired (SM.8.B)."""
    for ship in view.rows(Ship, side=side):
        at_work = len(view.rows(Repair, ship=ship.key))
        hits = ship.gun_hits + ship.flotation_hits
        if ship.place.startswith(f"{Port.KIND}:") and not ship.type.is_squadron and hits > at_work:
            yield ship


# --- beginning


class RepairForm(Form):
    """Which hits are repaired."""

    ship: str = Ask("Ship", damaged)
    guns: int = Ask("Gun hits", default=0, ge=0, le=60)
    flotation: int = Ask("Flotation hits", default=0, ge=0, le=20)


class Repairing(OwnHalf):
    """A ship in port, and what the port works on. keys: of the repairs that begin."""

    ship: Ship = Says("Ship")
    port: Port = Says("Port")
    in_use: int = Says("Repair points in use there", 0)
    guns: int = Says("Gun hits to repair", 0)
    flotation: int = Says("Flotation hits to repair", 0)
    at_work: tuple[Repair, ...] = Says("Repairs of this ship", ())
    keys: tuple[Words, ...] = Says("Repairs", (), told=False)
    own_turn: bool = Says("It is its owner's player turn", told=False)

    @property
    def hits(self) -> tuple[HitKind, ...]:
        """The hits that are taken up."""
        return (HitKind.GUN,) * self.guns + (HitKind.FLOTATION,) * self.flotation


@dataclass(frozen=True, slots=True)
class UnderRepair(Result):
    """How many player turns of its owner each hit takes."""

    turns: tuple[int, ...]

    def summary(self, given: Repairing) -> Summary:
        """`Bolzano at Messina: a flotation hit is repaired in 7 of its owner's player turns.`"""
        told = [f"a {hit.label} in {turns}" for hit, turns in zip(given.hits, self.turns, strict=True)]
        return Summary(f"{given.ship.name} is repaired at {given.port.name}: {listed(told)} own player turns.")


def situation(read: Reader, form: RepairForm) -> Repairing:
    ship = read.row(Ship, form.ship)
    kind, _, key = ship.place.partition(":")
    if kind != Port.KIND:
        raise FormErrors({"ship": f"Ship: {ship.name} is not in a port; choose one that is."})
    port = read.row(Port, key)
    every = {one.key for one in read.own(Repair, ship.side)}
    free = (f"{ship.key}-{number}" for number in count(1) if f"{ship.key}-{number}" not in every)
    return Repairing(
        **own_half(read, ship.side),
        ship=ship,
        port=port,
        in_use=len(repairs_at(read, port)) if port.owner is ship.side else 0,
        guns=form.guns,
        flotation=form.flotation,
        at_work=read.own(Repair, ship.side, ship=ship.key),
        keys=tuple(next(free) for _ in range(form.guns + form.flotation)),
        own_turn=read["campaign:clock.player_turn"] == ship.side,
    )


def why_not(given: Repairing) -> Iterator[Refusal]:
    """A single ship that began the segment in its own port, hits that it has, points that the port has."""
    yield from not_its_half(given, PROCEDURE)
    ship, port, wanted = given.ship, given.port, len(given.hits)
    if ship.type.is_squadron:
        yield Refusal(f"{ship.name} is a squadron: single ships alone are repaired.", "SM.8.B", final=True)
    if not wanted:
        yield Refusal("Say how many gun hits or flotation hits are repaired.", PROCEDURE, final=True)
    for hit in HitKind:
        left = hits_of(ship, hit) - sum(one.hit is hit for one in given.at_work)
        if given.hits.count(hit) > left:
            yield Refusal(f"{ship.name} has {counted(left, hit.label)} that nobody works on.", PROCEDURE, final=True)
    if port.owner is not ship.side:
        yield Refusal(f"{port.name} is {port.owner.label}: a ship is repaired in a port of its own side.", PROCEDURE)
    if segment(ship.came) == segment(given.now):
        yield Refusal(f"{ship.name} came into port in this segment: it is repaired from the next one on.", PROCEDURE)
    if port.captured:
        yield Refusal(f"{port.name} was captured once: it repairs nothing, for either side.", "SM.1.D.6.r")
    elif not port.repair:
        yield Refusal(f"{port.name} has no repair points: the list of ports says how many.", LIMIT)
    elif given.in_use + wanted > port.repair:
        free = max(0, port.repair - given.in_use)
        yield Refusal(f"{port.name} works on {counted(port.repair, 'hit')} at a time, {free} more now.", LIMIT)


def one_hit(hit: HitKind) -> Part[int]:
    """1D10 and 2: player turns of its owner."""
    return Roll("turns", D10, lambda faces: faces[0] + ADDED, f"{hit.label}: player turns, less {ADDED}")


def figures(odds: Odds[UnderRepair]) -> tuple[Figure, ...]:
    """How soon the first is done, and how late the last."""
    first, last = odds.expect(lambda found: min(found.turns)), odds.expect(lambda found: max(found.turns))
    if first == last:
        return (Figure("last", "until it is repaired", last, "player turns"),)
    return (
        Figure("first", "until the first is repaired", first, "player turns"),
        Figure("last", "until the last is repaired", last, "player turns"),
    )


def duties(now: Now) -> Iterator[Duty]:
    """A line for each damaged ship in an own port that has repair points."""
    side = Side(now.system.acting(now.moment.player_turn, now.moment.step))
    for ship in to_repair(now.view, side):
        port = now.view.find(Port, ship.place.partition(":")[2])
        if port and port.repair and port.owner is side:
            words = f"Repair {ship.name} at {port.name}"
            first = "guns" if ship.gun_hits > len(now.view.rows(Repair, ship=ship.key, hit="gun")) else "flotation"
            begins = {"ship": ship.key, first: 1}
            why = off(now, situation, RepairForm(**begins), why_not)
            yield by_rule(REPAIR, words, begins, seat=side.value, done="", again=True, off=why)


@rule(
    REPAIR,
    PROCEDURE,
    "Repair hits in port",
    form=RepairForm,
    situation=situation,
    why_not=why_not,
    figures=figures,
    shows=nothing_told,
    may=MOVEMENT_STEPS,
    duties=duties,
    dice="1d10 a hit",
)
def repair(given: Repairing) -> Play[Outcome[UnderRepair]]:
    """One repair point a hit, 1D10 and 2 player turns of its owner each; the lowest box comes back first."""
    # The owner's player turn that goes on counts as it ends, where R-136 says so; else one more has to end.
    counts = (yield from R136.look()) == COUNTS
    more = int(given.own_turn and not counts)
    # Everybody reads what dice are called: nothing there names the ship.
    parts = {f"hit-{number}": call(one_hit, hit) for number, hit in enumerate(given.hits, 1)}
    none: tuple[int, ...] = ()
    turns = yield from Each(parts, lambda found, one: (*found, one), none)
    effects: list[Effect] = [
        Repair.new(key, side=given.side, ship=given.ship.key, hit=hit, left=left + more)
        for key, hit, left in zip(given.keys, given.hits, turns, strict=True)
    ]
    return Outcome(UnderRepair(turns), tuple(effects))


# --- halting


def own_repairs(view: View) -> Options:
    """Repairs of the side that acts, as far as the view has them."""
    found = view.rows(Repair, side=acting(view))
    return [(one.key, f"{view.name(Ship.row_of(one.ship))}, {one.hit.label}: {one.left} left") for one in found]


class HaltForm(Form):
    """Which repairs go on."""

    under_way: tuple[str, ...] = Ask(
        "Repairs that go on", own_repairs, many=True, default=(), help="Those that are not ticked are halted."
    )


class Halting(OwnHalf):
    """The repairs of a side. over: ports that would work on more hits than they can.

    lost: the player turn of their owner that those lose at least which are halted now; waiting: those that were halted
    before, and have not lost theirs yet.
    """

    repairs: tuple[Repair, ...] = Says("Repairs", ())
    going_on: tuple[Words, ...] = Says("Go on", (), told=False)
    at_sea: tuple[Words, ...] = Says("Not in a port that repairs", (), only_if=True)
    late: tuple[Words, ...] = Says("Came into port in this segment", (), only_if=True)
    over: tuple[Words, ...] = Says("Too many at a time", (), only_if=True)
    waiting: tuple[Words, ...] = Says("Halted for longer", (), told=False)
    lost: Words = Says("Player turn", told=False)


def halting(read: Reader, form: HaltForm) -> Halting:
    side = acting(read)
    repairs = read.own(Repair, side)
    ships = {one.key: one for one in read.own(Ship, side)}
    ports = {one.row: one for one in read.view.rows(Port, owner=side)}
    going = [one for one in repairs if one.key in form.under_way and one.ship in ships]
    at = [ports.get(ships[one.ship].place) for one in going]
    over = [port.name for port in ports.values() if at.count(port) > port.works_on]
    at_sea = dict.fromkeys(ships[one.ship].name for one, port in zip(going, at, strict=True) if port is None)
    now = segment(stamp(read))
    late = dict.fromkeys(ships[one.ship].name for one in going if one.halted and segment(ships[one.ship].came) == now)
    turn, player_turn = read["campaign:clock.turn"], read["campaign:clock.player_turn"]
    return Halting(
        **own_half(read, side),
        repairs=repairs,
        going_on=form.under_way,
        at_sea=tuple(at_sea),
        late=tuple(late),
        over=tuple(over),
        waiting=tuple(one.key for one in repairs if one.halted and not TURN.is_over(one.halted, turn, player_turn)),
        lost=f"{turn}/{side}" if player_turn == side else TURN.due(turn, player_turn, side, 1),
    )


def why_not_halt(given: Halting) -> Iterator[Refusal]:
    """A halt lasts for a player turn at least; what goes on has its port and its repair point."""
    yield from not_seen(given.side, given.repairs, SUSPENDING)
    if set(given.waiting) & set(given.going_on):
        yield Refusal("A repair that is halted waits for one player turn of its owner at least.", SUSPENDING)
    for name in given.at_sea:
        yield Refusal(f"{name} is in no port of its side.", SUSPENDING)
    for name in given.late:
        yield Refusal(f"{name} came into port in this segment: its repair goes on from the next one on.", PROCEDURE)
    for name in given.over:
        yield Refusal(f"{name} has fewer repair points than that.", LIMIT)


def halt_duties(now: Now) -> Iterator[Duty]:
    """One line for a side with repairs, begun with those that go on."""
    side = now.system.acting(now.moment.player_turn, now.moment.step)
    if found := now.view.rows(Repair, side=side):
        begins = {"under_way": [one.key for one in found if not one.halted]}
        yield by_rule(HALT, "Halt or resume repairs", begins, seat=side, done="", again=True)


@rule(
    HALT,
    SUSPENDING,
    "Halt or resume repairs",
    form=HaltForm,
    situation=halting,
    why_not=why_not_halt,
    shows=nothing_told,
    may=MOVEMENT_STEPS,
    duties=halt_duties,
    dice="none",
)
def halt(given: Halting) -> Play[Outcome[Said]]:
    """What is halted is delayed for as long as that lasts, and its repair points are free."""
    yield from ()
    effects: list[Effect] = []
    for one in given.repairs:
        goes_on = one.key in given.going_on
        if goes_on is bool(one.halted):
            effects += one.set(halted="" if goes_on else given.lost)
    going = sum(one.key in given.going_on for one in given.repairs)
    goes = "go" if going > 1 else "goes"
    words = f"{counted(going, 'repair')} {goes} on, {len(given.repairs) - going} halted."
    return Outcome(Said(words), tuple(effects))
