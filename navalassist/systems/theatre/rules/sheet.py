"""PG.6.5.1.1: each side puts its own units on the sheet of a battle, and both see them there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from navalassist.engine import Outcome, Play, Refusal
from navalassist.engine.english import counted, listed
from navalassist.engine.forms import Ask, Options
from navalassist.engine.overruled import Because, Overrulable
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.rule import Result, Summary, told_to_all
from navalassist.engine.shapes import Form, Words
from navalassist.systems.theatre import harbor, islands
from navalassist.systems.theatre.battle import BATTLES, SHEET, STEPS, ahead_of, lines, not_yet, sides
from navalassist.systems.theatre.beaches import Shore, may_bombard, shore_of, who_bombards
from navalassist.systems.theatre.book import rule
from navalassist.systems.theatre.fought import MOST_DAMAGE, Past, may_not, most_damage, past_of
from navalassist.systems.theatre.harbor_rulings import R293
from navalassist.systems.theatre.rulings import ONCE, R251, R253, R255
from navalassist.systems.theatre.state.battles import Battle, Hunters, Interception
from navalassist.systems.theatre.state.battles import Result as OnSheet
from navalassist.systems.theatre.state.fleets import AirUnit, Unit
from navalassist.systems.theatre.state.orders import Order, Troop
from navalassist.systems.theatre.state.words import PLACE_WORDS, BattleKind, Side, Stage, Status

DEPLOYMENT, KINDS, AGAIN, DAMAGED = "PG.6.5.1.1", "PG.6.5.1.2", "PG.6.5.1.3", "PG.6.5.1.4"
SENT = "PG.6.4.3.2"
# Battles on the way of a mission: all others find ships where they lie.
AT_SEA = (BattleKind.INTERCEPTION, BattleKind.AIR, BattleKind.ZONE)
# Stages of one whose result stands, unless it was never fought.
FOUGHT = (Stage.MARK, Stage.ENDED)
MOST_TRANSPORTS = 99


def units(view: View) -> Options:
    """Naval units that the view has, afloat."""
    return [(one.key, f"{one.type.label} {one.name}") for one in view.rows(Unit) if one.place not in PLACE_WORDS]


def aircraft(view: View) -> Options:
    """Air units that the view has."""
    return [(one.key, one.name) for one in view.rows(AirUnit) if one.base not in PLACE_WORDS]


def proposed(view: View, battle: Battle, side: Side) -> tuple[Collection[str], Collection[str], int]:
    """Units, air units and transports that were announced or ordered, as far as the side sees them."""
    if battle.port:
        return harbor.proposed(view, battle, side)
    if battle.kind in (BattleKind.INVASION, BattleKind.ISLAND):
        return who_bombards(view, battle, side)
    if side is battle.attacker:
        sent = view.find(Hunters, battle.interception)
        return (sent.units, sent.aircraft, 0) if sent else ((), (), 0)
    order = view.find(Order, battle.order)
    if order is None:
        return (), (), 0
    met = view.find(Interception, battle.interception)
    where = {met.square or met.zone} if met else set()
    groups = {order.group} | {
        one.group
        for one in view.own(Order, side, turn=battle.turn)
        if one.joins == order.key or (order.group and one.escorts == order.group and where <= passed(one))
    } - {""}
    units = [one.key for one in view.own(Unit, side) if one.group in groups]
    return units, [order.air] if order.air else [], order.transports


def passed(escort: Order) -> set[str]:
    """Squares and zones in which an escort is with its convoy."""
    return {*escort.route.split(), *escort.zones.split()}


class SheetForm(Form):
    """What a side has in a battle."""

    battle: str = BATTLES.asked(SHEET)
    side: Side = Ask("Side", sides)
    units: tuple[str, ...] = Ask("Naval units", units, default=(), many=True)
    aircraft: tuple[str, ...] = Ask("Air units", aircraft, default=(), many=True)
    transports: int = Ask("Transports", default=0, ge=0, le=MOST_TRANSPORTS)
    because: Because = ""


class Listing(Overrulable):
    """A side's units for a battle, with what this turn did to them. ahead: battles that are fought before it."""

    side: Side = Says("Side")
    battle: Battle = Says("Battle")
    units: tuple[Unit, ...] = Says("Naval units", ())
    aircraft: tuple[AirUnit, ...] = Says("Air units", ())
    transports: int = Says("Transports", 0, ge=0, le=MOST_TRANSPORTS)
    hulls: tuple[int, ...] = Says("Numbers of those that earlier battles left", (), told=False)
    left: int | None = Says("Transports that an attack left its mission", None, only_if=True)
    past: tuple[Past, ...] = Says("Battles of this turn", (), told=False)
    ahead: tuple[int, ...] = Says("Fought before it", (), only_if=True)
    most: int = Says("Damage with which a unit goes on", MOST_DAMAGE, told=False)
    once: bool = Says("Aircraft alone count as an attack (R-255)", False, told=False)
    shore: Shore | None = Says("Landing", None, told=False)
    elsewhere: tuple[Words, ...] = Says("Neither sent nor of the mission", (), told=False)
    ground: tuple[Troop, ...] = Says("Ground units at an island", (), only_if=True)
    missing: tuple[Words, ...] = Says("In the port and not ticked", (), told=False)
    in_place: bool = Says("What is missing is in place of less (R-293)", True, told=False)
    step: str = Says("Step", told=False)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The number of each transport: it keeps that of an earlier battle of its mission."""
        new = range(max(self.hulls, default=0) + 1, MOST_TRANSPORTS * 2)
        return (*self.hulls, *new)[: self.transports]


@dataclass(frozen=True, slots=True)
class Listed(Result):
    """What stands on the sheet."""

    names: tuple[str, ...]
    transports: int
    overruled: str = ""

    def summary(self, given: Listing) -> Summary:
        """`The Axis side is on the sheet of battle 1: CL Naka, DD Asagumo, 9 transports.`"""
        told = [*self.names, *([counted(self.transports, "transport")] if self.transports else [])]
        # Names of units have an "and" of their own.
        words = ", ".join(told) or "nothing"
        return Summary(f"The {given.side.label} side is on the sheet of battle {given.battle.number}: {words}.")


def listing(read: Reader, form: SheetForm) -> Listing:
    """The units that were ticked. Of the other side nothing is read but what stands on sheets."""
    battle = read.row(Battle, form.battle)
    naval, flying = read.rows(Unit, form.units), read.rows(AirUnit, form.aircraft)
    met = battle.kind in AT_SEA and form.side is not battle.attacker
    mission = read.find(Order, battle.order) if met else None
    return Listing(
        shore=shore_of(read, battle, form.side),
        side=form.side, battle=battle, units=naval, aircraft=flying, transports=form.transports,
        left=mission.transports if mission and mission.attacked else None, hulls=hulls_of(read, battle, form.side),
        past=harbor.again(
            battle, form.side, past_of(read, battle.turn, (one.row for one in (*naval, *flying)))
        ),
        ahead=ahead_of(read, battle),
        most=most_damage(read), once=read.ruling(R255) == ONCE,
        elsewhere=tuple(one.name for one in elsewhere(read, battle, form.side, (*naval, *flying))),
        ground=islands.ground(read, battle, form.side),
        missing=missing(read, battle, form.side, form.units), in_place=harbor.is_in_place(read),
        step=read["campaign:clock.step"],
    )  # fmt: skip


def hulls_of(read: View, battle: Battle, side: Side) -> tuple[int, ...]:
    """Numbers of transports that went on from the last battle of the mission that is met."""
    before = [one for one in read.rows(Battle, turn=battle.turn, order=battle.order) if one.stage in FOUGHT]
    if not battle.order or side is battle.attacker or not before:
        return ()
    last = max(before, key=lambda one: (one.late, one.place))
    there = [one for one in read.rows(OnSheet, battle=last.key) if one.side is side and one.inside and not one.of]
    return tuple(int(one.key.rpartition("-")[2]) for one in there if one.damage <= most_damage(read))


def elsewhere(read: View, battle: Battle, side: Side, ours: Iterable[Unit | AirUnit]) -> tuple[Unit | AirUnit, ...]:
    """Those that were not announced, or sail not with the mission that is met; aircraft may always defend it."""
    if not battle.port and (battle.kind not in AT_SEA or not battle.interception):
        return ()
    ships, aircraft, transports = proposed(read, battle, side)
    if not (battle.port or ships or aircraft or transports):
        return ()
    attacks = side is battle.attacker
    there = {*map(Unit.row_of, ships), *map(AirUnit.row_of, aircraft)}
    return tuple(one for one in ours if one.row not in there and (attacks or isinstance(one, Unit)))


def missing(read: Reader, battle: Battle, side: Side, ticked: Collection[str]) -> tuple[str, ...]:
    """Ships in a port that is attacked which were left out: all of them are targets (PG.6.5.4.1)."""
    there = harbor.caught(read, battle, side) if harbor.in_harbor(battle, side) else ()
    return tuple(one.name for one in there if one.key not in ticked)


def why_not(given: Listing) -> Iterator[Refusal]:
    """Own units that may be in it, when its turn has come; an attack by air alone has no ships."""
    yield from BATTLES.not_now(given.battle, SHEET, DEPLOYMENT, final=True)
    ours: tuple[Unit | AirUnit, ...] = (*given.units, *given.aircraft)
    if given.side in given.battle.committed:
        yield Refusal(f"The {given.side.label} side is on the sheet.", DEPLOYMENT, final=True)
    yield from not_yet(given.battle, given.ahead, given.step)
    # Ground units fight for a beach too, and stand on no sheet; a port may have no ships.
    alone = given.shore or islands.is_island(given.battle) or harbor.in_harbor(given.battle, given.side)
    if not (ours or given.transports or alone):
        yield Refusal("Tick the units that are in the battle.", DEPLOYMENT, final=True)
    if strange := next((one for one in ours if one.side is not given.side), None):
        yield Refusal(f"{strange.name} is not of the {given.side.label} side.", DEPLOYMENT, final=True)
    attacks = given.side is given.battle.attacker
    # A ship on her way to a yard is met there, whatever this turn did to her (PG.6.5.1.4).
    met = given.battle.late and not attacks
    if attacks and given.battle.kind is BattleKind.AIR and (given.units or given.transports):
        yield Refusal("It is an attack by air units alone.", KINDS)
    if given.shore:
        yield from may_bombard(given.shore, given.units)
    for one in given.aircraft if given.shore else ours:
        past = (each for each in given.past if each.of == one.row and not (met and each.over and not each.sunk))
        again = may_not(past, attacks, given.most, given.battle.kind is BattleKind.AIR, given.once)
        yield from (Refusal(f"{one.name} {words}.", AGAIN) for words in again)
    if given.left is not None and given.transports > given.left:
        yield Refusal(f"Earlier attacks left its mission {counted(given.left, 'transport')}: no others go on.", AGAIN)
    yield from why_not_damaged(given)
    if islands.is_island(given.battle):
        yield from islands.why_not(given.battle, given.side, given.units, given.ground)
    if given.battle.port:
        yield from harbor.why_not(given.battle, given.side, given.units, given.aircraft, given.missing)
    if names := given.elsewhere:
        there = "in the port" if given.battle.port else "of the mission"
        verb, sent = "are" if len(names) > 1 else "is", "sent" if attacks else there
        yield Refusal(f"{listed(names)} {verb} not {sent}: leave out what is elsewhere.", SENT)


def why_not_damaged(given: Listing) -> Iterator[Refusal]:
    """A unit that is not whole has no mission; one that was damaged in this turn finishes its own (R-216)."""
    fought = {past.of for past in given.past}
    for one in given.units if given.battle.kind in AT_SEA else ():
        if one.status is not Status.READY and one.row not in fought:
            yield Refusal(f"{one.name} is {one.status.label}: it has no mission until it is whole.", DAMAGED)


def on_sheet(given: Listing) -> Iterator[OnSheet]:
    """The lines of the sheet: units with strength and experience, then transports one by one."""
    if islands.is_island(given.battle):
        for key, about in islands.lines(given.units, given.aircraft, given.ground):
            yield _line(given, key, **about)
    else:
        yield from whole(given)
    for number in given.numbers:
        yield _line(given, f"{given.side.value}-transport-{number}", name=f"Transport {number}")


def whole(given: Listing) -> Iterator[OnSheet]:
    """The lines of units, each as it is there."""
    for unit in given.units:
        yield _line(given, unit.key, of=unit.row, name=unit.name, type=unit.type.label,
                    **harbor.stands(given.battle, unit, given.in_place))  # fmt: skip
    for flying in given.aircraft:
        yield _line(given, f"air-{flying.key}", of=flying.row, name=flying.name, type="air",
                    **harbor.flown(given.battle, flying))  # fmt: skip


def _line(given: Listing, key: str, **more: Any) -> OnSheet:
    return OnSheet(key=f"{given.battle.key}-{key}", battle=given.battle.key, side=given.side, **more)


# Everybody reads the sheet.
@rule(
    SHEET, DEPLOYMENT, "Put units on the battle sheet", form=SheetForm, situation=listing, why_not=why_not,
    shows=told_to_all, due=STEPS, duties=lines(SHEET),
)  # fmt: skip
def put_on_sheet(given: Listing) -> Play[Outcome[Listed]]:
    """Strength and experience stand on the sheet; all else of a unit stays its side's."""
    yield from R251.look()
    yield from R253.look()
    yield from R255.look()
    yield from R293.look()
    onward = BATTLES.done_by(given.battle, "committed", given.side, Side)
    names = tuple(f"{one.type.label} {one.name}" for one in given.units)
    names += (*(one.name for one in given.aircraft), *(one.name for one in given.ground))
    return Outcome(Listed(names, given.transports), (*(one.made() for one in on_sheet(given)), *onward))
