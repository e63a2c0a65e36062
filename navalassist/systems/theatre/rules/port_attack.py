"""PG.6.5.4: an attack on a port is announced: by air, and at neutral Oran by British ships too (PG.6.5.4.7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from navalassist.engine import Outcome, Play, Refusal
from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.english import counted, listed
from navalassist.engine.forms import Ask, Facts, Options
from navalassist.engine.overruled import Because, Overrulable
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says, key_of
from navalassist.engine.rule import told_to_all
from navalassist.engine.shapes import Form, Words
from navalassist.systems.theatre import harbor, spotting
from navalassist.systems.theatre.acting import Said, not_ready
from navalassist.systems.theatre.battle import BATTLES, queue, sides
from navalassist.systems.theatre.book import rule
from navalassist.systems.theatre.harbor_rulings import OF_TARGETS, R291, R292, R297
from navalassist.systems.theatre.hunters import sent_of
from navalassist.systems.theatre.lookouts import forces_of
from navalassist.systems.theatre.missions import under_headings
from navalassist.systems.theatre.rules.queue import FEW_TURNS, in_order
from navalassist.systems.theatre.rules.sheet import aircraft, units
from navalassist.systems.theatre.spotting import Force
from navalassist.systems.theatre.state.ashore import Defence
from navalassist.systems.theatre.state.battles import UNREAD, Battle, Hunters
from navalassist.systems.theatre.state.fleets import AirUnit, Unit
from navalassist.systems.theatre.state.orders import Order
from navalassist.systems.theatre.state.sea import Port
from navalassist.systems.theatre.state.words import BattleKind, Nation, Owner, Side, TurnKey
from navalassist.systems.theatre.turn import OPERATIONS, now_turn

SLUG, RANGE, BUSY = "pg-attack-port", "PG.6.5.4", "PG.6.4.3.2"
ORAN, HAWAII = "oran", "pearl-harbor"
VICHY = ("It is no declaration of war", "+1 on diplomacy with Vichy from now on (PG.6.5.4.7)")


def ports(view: View) -> Options:
    """All ports, neutral ones last."""
    found = sorted(view.rows(Port), key=lambda one: one.owner is Owner.NEUTRAL)
    return [(one.key, f"{one.name} ({one.owner.label})") for one in found]


def free(view: View, side: Side) -> list[Force]:
    """Air units of a side that are ready, and sent nowhere in this turn."""
    busy = sent_of(view, side)
    return [one for one in forces_of(view, side) if one.air and one.air.key not in busy]


def too_far(force: Force, port: Port) -> int:
    """Squares to a port that are beyond the range of an air unit; 0 within it, and off the maps (R-291)."""
    measured = port.square and force.square and force.map == port.map
    far = spotting.distance(force.square, port.square) if measured else 0
    return far if force.air and far > force.air.range else 0


def is_target(port: Port, side: Side) -> bool:
    """True for a port of the enemy, and for neutral Oran where the Allies attack it."""
    return port.owner.value == side.enemy.value or is_oran(port, side)


def is_oran(port: Port, side: Side) -> bool:
    """True for Vichy's fleet, while Vichy is neutral, and Britain's side."""
    return port.key == ORAN and port.owner is Owner.NEUTRAL and side is Side.ALLIED


def british(view: View, side: Side) -> list[Unit]:
    """British ships of a side that are sent nowhere."""
    busy = sent_of(view, side)
    return [one for one in view.own(Unit, side, nation=Nation.BRITAIN) if one.key not in busy]


def in_reach(view: View, side: Side) -> list[Port]:
    """The ports that a side may attack with what is free, those on its maps first."""
    flying, ships = free(view, side), british(view, side)
    found = (port for port in view.rows(Port) if is_target(port, side))
    found = (port for port in found if any(not too_far(one, port) for one in flying) or (is_oran(port, side) and ships))
    return sorted(found, key=lambda port: not port.square)


def side_of_form(typed: Facts) -> Side | None:
    """The side that is chosen."""
    return next((side for side in Side if side.value == typed.get("side")), None)


def ports_there(view: View, typed: Facts) -> Any:
    """Those in reach of the chosen side."""
    side = side_of_form(typed)
    found = in_reach(view, side) if side else view.rows(Port)
    return [(heading, [(key_of(row), words) for row, words in ports]) for heading, ports in under_headings(view, found)]


def port_of_form(view: View, typed: Facts) -> Port | None:
    """The port that is chosen: until one is the first that is listed."""
    side = side_of_form(typed)
    return view.find(Port, str(typed.get("port") or "")) or next(iter(in_reach(view, side) if side else ()), None)


def flyers_there(view: View, typed: Facts) -> Any:
    """Air units of the chosen side that are free, and reach the chosen port."""
    side, port = side_of_form(typed), port_of_form(view, typed)
    flying = free(view, side) if side else []
    return [(one.air.key, one.name) for one in flying if one.air and not (port and too_far(one, port))]


def ships_there(view: View, typed: Facts) -> Any:
    """British ships, where the chosen port is Oran."""
    side, port = side_of_form(typed), port_of_form(view, typed)
    at_oran = side and port and is_oran(port, side)
    return [(one.key, f"{one.type.label} {one.name}") for one in british(view, side)] if side and at_oran else []


class AttackForm(Form):
    """Who attacks which port, and with what."""

    side: Side = Ask("Who attacks", sides)
    port: str = Ask("Port", ports, after=ports_there)
    aircraft: tuple[str, ...] = Ask("Air units", aircraft, many=True, default=(), after=flyers_there)
    units: tuple[str, ...] = Ask("British ships", units, many=True, default=(), after=ships_there,
                                 help="At neutral Oran alone.")  # fmt: skip
    because: Because = ""


class Attack(Overrulable):
    """A port, and what is sent. flies: the air units that are ready, where they are; busy: those sent elsewhere."""

    side: Side = Says("Who attacks")
    port: Port = Says("Port")
    aircraft: tuple[AirUnit, ...] = Says("Air units", ())
    units: tuple[Unit, ...] = Says("Ships", (), only_if=True)
    flies: tuple[Force, ...] = Says("Where they are", (), told=False)
    busy: tuple[Words, ...] = Says("Sent elsewhere", (), told=False)
    waiting: tuple[Battle, ...] = Says("Battles that wait", (), told=False)
    over: int = Says("Places that are fought", 0, told=False)
    number: int = Says("Number of the battle", ge=1, le=999, numbers=Battle.KIND, told=False)
    built: tuple[Defence, ...] = Says("Fixed defences of its square", (), told=False)
    first: bool = Says("Nobody has attacked Pearl Harbor", False, told=False)
    each: bool = Says("A radar for each target (R-292)", False, told=False)
    turn: TurnKey = Says("Turn", told=False)
    step: Words = Says("Phase", told=False)

    @property
    def at_oran(self) -> bool:
        """True for an attack on Vichy's fleet, while Vichy is neutral."""
        return is_oran(self.port, self.side)


def situation(read: Reader, form: AttackForm) -> Attack:
    turn, side = now_turn(read), form.side
    flying, ships = read.rows(AirUnit, form.aircraft), read.rows(Unit, form.units)
    taken = {key for one in read.own(Hunters, side, turn=turn) for key in (*one.units, *one.aircraft)}
    sent: tuple[AirUnit | Unit, ...] = (*flying, *ships)
    ordered = {one.group for one in read.own(Order, side, turn=turn) if one.group}
    there = [one for one in queue(read, turn) if not one.late]
    port = read.row(Port, form.port)
    return Attack(
        side=side, port=port, built=read.rows(Defence, map=port.map, square=port.square) if port.square else (),
        aircraft=flying, units=ships,
        flies=tuple(one for one in forces_of(read, side) if one.air and one.air.key in form.aircraft),
        busy=(*(one.name for one in sent if one.key in taken),
              *(one.name for one in ships if one.group in ordered)),
        waiting=tuple(one for one in there if not BATTLES.is_over(one)),
        over=max((one.place for one in there if BATTLES.is_over(one)), default=0),
        number=BATTLES.next_number(read.view), first=not any(one.surprise for one in read.rows(Battle)),
        each=read.ruling(R292) == OF_TARGETS, turn=turn, step=read["campaign:clock.step"],
    )  # fmt: skip


def why_not(given: Attack) -> Iterator[Refusal]:
    """In Operations, on a port of the enemy, by at most 4 fighters and 4 bombers in range."""
    if f"*/{given.step}" != OPERATIONS:
        yield Refusal("Attacks on ports are announced in the Operations phase.", harbor.PORT)
    if not given.aircraft and not given.units:
        yield Refusal("Tick the air units that attack.", harbor.PORT, final=True)
    sent: tuple[AirUnit | Unit, ...] = (*given.aircraft, *given.units)
    if strange := next((one for one in sent if one.side is not given.side), None):
        yield Refusal(f"{strange.name} is not of the {given.side.label} side.", harbor.PORT, final=True)
    if given.port.owner.value != given.side.enemy.value and not given.at_oran:
        words = f"{given.port.name} is no port of the enemy; of neutral ones Britain alone attacks Oran."
        yield Refusal(words, harbor.PORT)
    yield from harbor.too_many(given.aircraft)
    yield from harbor.not_at_oran(given.at_oran, given.units)
    yield from not_ready(given.units)
    if given.busy:
        yield Refusal(f"{listed(given.busy)}: sent elsewhere in this turn.", BUSY)
    yield from out_of_reach(given)


def out_of_reach(given: Attack) -> Iterator[Refusal]:
    """Air units fly as far as their range; of a port off the maps nothing is measured (R-291)."""
    where = {one.air.key: one for one in given.flies if one.air}
    for one in given.aircraft:
        if one.key not in where:
            yield Refusal(f"{one.name} is not ready to attack.", RANGE)
            continue
        if far := too_far(where[one.key], given.port):
            yield Refusal(
                f"{given.port.name} is {counted(far, 'square')} away, and {one.name} reaches {one.range}.", RANGE
            )


def battle_of(given: Attack) -> Battle:
    """12 turns, as an attack from the air (PG.6.5.4)."""
    chart = given.port.key == HAWAII and given.side is Side.AXIS and given.first
    return Battle(
        key=str(given.number), number=given.number, name=given.port.name, turn=given.turn, kind=BattleKind.PORT,
        attacker=given.side, map=given.port.map, turns=FEW_TURNS, port=given.port.key, neutral=given.at_oran,
        surprise=UNREAD if chart else "",
    )  # fmt: skip


def duties(now: Now) -> Iterator[Duty]:
    """A line for each side that has something to attack with, and a port in reach of it."""
    for side in Side if not now.ahead else ():
        if in_reach(now.view, side):
            yield by_rule(SLUG, "Attack a port", {"side": side.value}, seat=side.value, done="", again=True)


# It is announced, as all that happens in Operations.
@rule(
    SLUG, harbor.PORT, "Attack a port", form=AttackForm, situation=situation, why_not=why_not, shows=told_to_all,
    may=OPERATIONS, duties=duties,
)  # fmt: skip
def attack(given: Attack) -> Play[Outcome[Said]]:
    """It is fought after the battles that wait; what stands in the port on land is on its sheet at once."""
    for ruling in (R291, R292, R297):
        yield from ruling.look()
    battle = battle_of(given)
    sent = Hunters(
        key=harbor.sent_by(battle), side=given.side, turn=given.turn, units=tuple(one.key for one in given.units),
        aircraft=tuple(one.key for one in given.aircraft),
    )  # fmt: skip
    there = tuple(harbor.targets(battle, given.port, given.built, given.each))
    with_ = [
        counted(len(found), noun) for found, noun in ((given.aircraft, "air unit"), (given.units, "ship")) if found
    ]
    words = f"The {given.side.label} side attacks {given.port.name} with {listed(with_)}: battle {battle.number}."
    effects = (*in_order(given.over, given.waiting, (), [battle]), sent.made(), *(one.made() for one in there))
    return Outcome(Said(words, VICHY if given.at_oran else ()), effects)
