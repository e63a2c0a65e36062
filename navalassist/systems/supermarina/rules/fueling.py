"""SM.8.A.1, SM.1.D.2, SM.10.A: ships refuel in port, and fuel arrives in the Italian pool."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from navalassist.engine import Effect, Outcome, Play, Refusal, TableKey
from navalassist.engine.duties import Duty, Kind, Now, by_rule
from navalassist.engine.english import counted, listed
from navalassist.engine.forms import Ask, Facts, Options
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.rule import Result, Summary
from navalassist.engine.shapes import Form, Frozen, Words
from navalassist.systems.supermarina.book import rule
from navalassist.systems.supermarina.fights import Said
from navalassist.systems.supermarina.fuel import MOST_POINTS, Fuel, is_always_full, is_pooled, new_store, store_at
from navalassist.systems.supermarina.halves import OwnHalf, not_its_half, not_seen, nothing_told, off, own_half
from navalassist.systems.supermarina.rulings import R119
from navalassist.systems.supermarina.state import MaybeTurn, Port, Ship, Side
from navalassist.systems.supermarina.support_rulings import R141
from navalassist.systems.supermarina.turn import COMBAT_STEPS, acting, segment

REFUEL, ARRIVES = "sm-refuel", "sm-fuel-arrives"
FILLING, DISPENSING, ITALIAN = "SM.8.A.1.fill", "SM.1.D.2", "SM.10.A.1"
NOTES: TableKey[int] = TableKey("supermarina/8a-fuel", int)
PRODUCTION: TableKey[int] = TableKey("supermarina/10a-italian-fuel", int)
HALVES = {"1": "I", "2": "II"}
# The last year of the chart.
LAST_YEAR = 1943


def own_ports(view: View) -> Options:
    """Ports of the side that acts."""
    return [(one.key, one.name) for one in view.rows(Port, owner=acting(view))]


def thirsty(view: View, typed: Facts) -> Options:
    """Ships in the chosen port with empty fuel boxes, as far as the view has them."""
    ships = view.rows(Ship, place=Port.row_of(str(typed.get("port", ""))))
    return [(one.key, f"{one.name}: {one.fuel_used} boxes") for one in ships if one.fuel_used]


def all_thirsty(view: View) -> Options:
    """All ships with empty fuel boxes that the view has."""
    return [(one.key, one.name) for one in view.rows(Ship) if one.fuel_used]


class RefuelForm(Form):
    """Which ships refuel where."""

    port: str = Ask("Port", own_ports)
    ships: tuple[str, ...] = Ask("Ships, in this order", all_thirsty, many=True, default=(), after=thirsty)


class Refueling(OwnHalf):
    """Ships in a port, and the fuel that it has. store: of the port itself; pool: where it gives of that."""

    port: Port = Says("Port")
    ships: tuple[Ship, ...] = Says("Ships", ())
    store: Fuel | None = Says("Fuel store", None)
    pool: Fuel | None = Says("Italian pool", None, only_if=True)
    full: bool = Says("Always full", False, only_if=True)

    @property
    def given(self) -> int:
        """Points that the port has given in this segment, whether of its own or of the pool (SM.1.D.2)."""
        return self.store.given if self.store and self.store.when == segment(self.now) else 0

    @property
    def source(self) -> Fuel | None:
        """Where its fuel comes from."""
        return self.pool if is_pooled(self.port) else self.store

    @property
    def on_hand(self) -> int | None:
        """Points that may still be given in this segment; None for no limit that is known."""
        limits = [self.port.fuel - self.given] if self.port.fuel else []
        limits += [] if self.full else [self.source.points if self.source else 0]
        return max(0, min(limits)) if limits else None


def situation(read: Reader, form: RefuelForm) -> Refueling:
    port = read.row(Port, form.port)
    ships = read.own(Ship, port.owner, place=port.row)
    return Refueling(
        **own_half(read, port.owner),
        port=port,
        ships=tuple(one for one in ships if one.key in form.ships),
        store=store_at(read, port.owner, port.row),
        pool=store_at(read, port.owner, "") if is_pooled(port) else None,
        full=is_always_full(port),
    )


def why_not(given: Refueling) -> Iterator[Refusal]:
    """Ships that spend the segment in an own port with fuel."""
    yield from not_its_half(given, FILLING)
    yield from not_seen(given.side, given.ships, FILLING)
    if late := [one.name for one in given.ships if segment(one.came) == segment(given.now)]:
        yield Refusal(f"{late[0]} came into port in this segment: it spends one there before it is refuelled.", FILLING)
    if given.on_hand == 0 and given.given:
        yield Refusal(f"{given.port.name} has given all {given.given} points of this segment.", DISPENSING)
    elif given.on_hand == 0:
        yield Refusal(f"{given.port.name} has no fuel; it is shipped there, or typed in the list of fuel.", FILLING)


@dataclass(frozen=True, slots=True)
class Filled(Result):
    """Boxes that were filled, by the names of their ships, and the points that it took."""

    boxes: dict[str, int]
    points: int

    def summary(self, given: Refueling) -> Summary:
        """`Malta gives 6 fuel points: Aurora 2 boxes, Lance 2 boxes.`"""
        told = listed([f"{name} {counted(boxes, 'box')}" for name, boxes in self.boxes.items()])
        return Summary(f"{given.port.name} gives {counted(self.points, 'fuel point')}: {told or 'nothing'}.")


def duties(now: Now) -> Iterator[Duty]:
    """A line for each own port with a ship that has empty fuel boxes, all of them ticked."""
    side = now.system.acting(now.moment.player_turn, now.moment.step)
    for port in now.view.rows(Port, owner=side):
        if keys := [one.key for one in now.view.rows(Ship, side=side, place=port.row) if one.fuel_used]:
            begins = {"port": port.key, "ships": keys}
            why = off(now, situation, RefuelForm(**begins), why_not)
            yield by_rule(REFUEL, f"Refuel at {port.name}", begins, seat=side, done="", again=True, off=why)


@rule(
    REFUEL,
    FILLING,
    "Refuel ships in port",
    form=RefuelForm,
    situation=situation,
    why_not=why_not,
    shows=nothing_told,
    may=COMBAT_STEPS,
    duties=duties,
    dice="none",
)
def refuel(given: Refueling) -> Play[Outcome[Filled]]:
    """Box by box at the rate of the ship's type, as long as the port may give and has fuel."""
    for ruling in (R119, R141):
        yield from ruling.look()
    boxes: dict[str, int] = {}
    effects: list[Effect] = []
    left, spent = given.on_hand, 0
    for ship in given.ships:
        rate = yield from NOTES.look(row="points", column=ship.type.label)
        room = ship.fuel_used if left is None or not rate else (left - spent) // rate
        if filled := min(ship.fuel_used, room):
            boxes[ship.name] = filled
            spent += filled * rate
            effects += ship.set(fuel_used=ship.fuel_used - filled)
    return Outcome(Filled(boxes, spent), (*effects, *drawn(given, spent)))


def drawn(given: Refueling, spent: int) -> tuple[Effect, ...]:
    """What is left where it came from, and that the port gave so much in this segment."""
    told: dict[str, Any] = {"given": given.given + spent, "when": segment(given.now)}
    gave = given.store.set(**told) if given.store else (new_store(given.port, given.side, **told),)
    left = given.source.set(points=given.source.points - spent) if given.source and not given.full else ()
    return (*gave, *left)


# --- the Italian pool


class ArrivesForm(Form):
    """Nothing is chosen."""


class Arriving(Frozen):
    """The pool, and the turn of its chart."""

    side: Side = Says("Side")
    pool: Fuel | None = Says("Pool", None)
    turn: MaybeTurn = Says("Turn", told=False)
    half: Words = Says("Turn of the month", told=False)


def arriving(read: Reader, form: ArrivesForm) -> Arriving:
    turn = read["campaign:clock.turn"]
    return Arriving(side=Side.AXIS, pool=store_at(read, Side.AXIS, ""), turn=turn, half=HALVES[turn[-1]])


def why_not_arrive(given: Arriving) -> Iterator[Refusal]:
    if given.pool is None:
        yield Refusal(
            "No Italian fuel pool is seen here: the Axis side has it in its list of fuel.", ITALIAN, final=True
        )
    elif int(given.turn[:4]) > LAST_YEAR:
        yield Refusal(f"The chart of Italian fuel ends with {LAST_YEAR}: none arrives.", ITALIAN, final=True)
    elif given.pool.arrived == given.turn:
        yield Refusal("The fuel of this turn has arrived.", ITALIAN)


def arrive_duties(now: Now) -> Iterator[Duty]:
    """Due in each Axis initial phase."""
    pool = store_at(now.view, Side.AXIS, "")
    over = int(now.moment.turn[:4]) > LAST_YEAR
    if pool and not over and now.moment.player_turn == Side.AXIS and pool.arrived != now.moment.turn:
        yield by_rule(ARRIVES, "Italian fuel arrives", kind=Kind.DUE, seat=Side.AXIS.value, done="")


@rule(
    ARRIVES,
    ITALIAN,
    "Italian fuel arrives",
    form=ArrivesForm,
    situation=arriving,
    why_not=why_not_arrive,
    shows=nothing_told,
    due=("axis/initial",),
    duties=arrive_duties,
    dice="none",
)
def arrive(given: Arriving) -> Play[Outcome[Said]]:
    """As many points as the chart has for the turn."""
    yield from R119.look()
    points = yield from PRODUCTION.look(row=int(given.turn[:4]), column=given.half)
    assert given.pool is not None
    total = min(MOST_POINTS, given.pool.points + points)
    arrive = "arrives" if points < 2 else "arrive"
    words = f"{counted(points, 'fuel point')} {arrive}: the Italian pool has {total}."
    return Outcome(Said(words), given.pool.set(points=total, arrived=given.turn))
