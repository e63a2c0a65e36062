"""PG.6.5.1.3, 6.5.1.4: what a battle did goes to a side's own units, and its mission goes on or is given up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from navalassist.engine import Add, Effect, Outcome, Play, Refusal
from navalassist.engine.english import does, listed
from navalassist.engine.forms import Ask
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.rule import Result, Summary, told_to_all
from navalassist.engine.shapes import Form, Frozen
from navalassist.systems.theatre import harbor, islands
from navalassist.systems.theatre.battle import BATTLES, MARK, STEPS, lines, sides
from navalassist.systems.theatre.book import rule
from navalassist.systems.theatre.coast_rulings import R265
from navalassist.systems.theatre.fought import MOST_DAMAGE, most_damage
from navalassist.systems.theatre.harbor_rulings import ALL_LOST, R298
from navalassist.systems.theatre.rules.result import names_of
from navalassist.systems.theatre.rules.sheet import AT_SEA
from navalassist.systems.theatre.rulings import R216, R253
from navalassist.systems.theatre.state.battles import Battle, Interception
from navalassist.systems.theatre.state.battles import Result as OnSheet
from navalassist.systems.theatre.state.fleets import AirUnit, Group, Pool, Unit
from navalassist.systems.theatre.state.orders import Order, Troop
from navalassist.systems.theatre.state.words import SUNK, Mission, Progress, Side, Stage, Status
from navalassist.systems.theatre.trade import LEDGER, cost_of, is_trade

MISSION, DAMAGED = "PG.6.5.1.3", "PG.6.5.1.4"
MOST_EXPERIENCE = 999
U = TypeVar("U", Unit, AirUnit)


class MarkForm(Form):
    """Whose units are marked, and whether its mission goes on."""

    battle: str = BATTLES.asked(MARK)
    side: Side = Ask("Side", sides)
    goes_on: bool = Ask("The mission goes on", default=True, help="With what reached its destination; else it is over.")


class Marking(Frozen):
    """A side's own units, orders and transports, and the sheet of the battle.

    troops: ground units at an island, whole: a ship of which half is destroyed there is sunk (R-298); most: the damage
    with which a unit goes on (R-253); needs: battles that fall away where the mission is over.
    """

    side: Side = Says("Side")
    battle: Battle = Says("Battle")
    goes_on: bool = Says("The mission goes on")
    sheet: tuple[OnSheet, ...] = Says("Its lines of the sheet", ())
    units: tuple[Unit, ...] = Says("Naval units", ())
    aircraft: tuple[AirUnit, ...] = Says("Air units", ())
    troops: tuple[Troop, ...] = Says("Ground units at an island", (), only_if=True)
    whole: bool = Says("Half is all of a ship (R-298)", False, told=False)
    order: Order | None = Says("Mission that was attacked", None)
    group: Group | None = Says("Its convoy", None)
    pool: Pool | None = Says("Pool of its transports", None)
    needs: tuple[Battle, ...] = Says("Battles that need the mission", (), told=False)
    most: int = Says("Damage with which a unit goes on", MOST_DAMAGE, told=False)

    @property
    def defends(self) -> bool:
        """True for the side whose mission was attacked; ships that lie in port, or bombard, are on none."""
        return self.battle.kind in AT_SEA and self.side is not self.battle.attacker

    @property
    def at_island(self) -> bool:
        """True for a battle in halves (PG.6.5.3)."""
        return islands.is_island(self.battle)

    @property
    def ours(self) -> tuple[Unit | AirUnit | Troop, ...]:
        """All that is its own on the sheet."""
        lines = {one.of for one in self.sheet}
        own: tuple[Unit | AirUnit | Troop, ...] = (*self.units, *self.aircraft, *self.troops)
        return tuple(one for one in own if one.row in lines)

    @property
    def gone(self) -> tuple[OnSheet, ...]:
        """The lines of what is lost."""
        if self.at_island:
            return islands.gone(self.sheet, self.ours, self.whole)
        return tuple(one for one in self.sheet if one.sunk)

    def arrives(self, one: OnSheet) -> bool:
        """True for one that may carry the mission on."""
        return one.inside and not one.sunk and one.damage <= self.most

    @property
    def is_done(self) -> bool:
        """True where something reached the destination, and the owner goes on with it."""
        return self.goes_on and any(self.arrives(one) for one in self.sheet)

    def home(self, one: OnSheet) -> bool:
        """True for one that returns to its port: damaged too much, or left behind by the mission."""
        if harbor.in_harbor(self.battle, self.side) or (self.at_island and not one.of.startswith(Unit.KIND)):
            return False
        left = self.defends and not (self.is_done and self.arrives(one))
        return not one.sunk and (one.damage > MOST_DAMAGE or left)

    @property
    def cost(self) -> int:
        """Production points that merchant shipping costs here (PG.6.5.1.6)."""
        tanker = bool(self.order and self.order.oil)
        ships = [one for one in self.sheet if not one.of] if is_trade(self.order, self.group) else ()
        return sum(cost_of(one, self.home(one), tanker) for one in ships)


@dataclass(frozen=True, slots=True)
class Marked(Result):
    """What was sunk, what goes home, what goes on; which battles fall away; what it costs in production points."""

    sunk: tuple[str, ...]
    home: tuple[str, ...]
    on: tuple[str, ...]
    falls: tuple[int, ...]
    cost: int = 0

    def summary(self, given: Marking) -> Summary:
        """`The Axis side marks battle 1: DD Asagumo sunk; CL Naka goes home; the mission goes on with CL Kuma.`"""
        parts = [f"{', '.join(self.sunk) or 'nothing'} {'lost' if given.at_island else 'sunk'}"]
        parts += [f"{does(listed(self.home), 'go')} home"] if self.home else []
        if given.defends:
            parts.append(f"the mission goes on with {', '.join(self.on)}" if self.on else "the mission is over")
        parts += [f"battle {number} falls away" for number in self.falls]
        parts += [f"shipping costs {self.cost} production points"] if self.cost else []
        words = f"The {given.side.label} side marks battle {given.battle.number}: {'; '.join(parts)}."
        return Summary(words, bad=bool(self.sunk))


def own_of(read: View, battle: Battle, side: Side) -> dict[str, Any]:
    """What of a battle is a side's own, as far as the view has it."""
    sheet = tuple(one for one in read.rows(OnSheet, battle=battle.key) if one.side is side)
    rows = [of.partition(":") for of in dict.fromkeys(one.of for one in sheet if one.of)]
    units = (read.find(Unit, key) for kind, _, key in rows if kind == Unit.KIND)
    aircraft = (read.find(AirUnit, key) for kind, _, key in rows if kind == AirUnit.KIND)
    defends = battle.kind in AT_SEA and side is not battle.attacker
    order = read.find(Order, battle.order) if defends else None
    freight = order and any(not one.of for one in sheet)
    return {
        "sheet": sheet,
        "units": tuple(filter(None, units)),
        "aircraft": tuple(filter(None, aircraft)),
        "troops": tuple(filter(None, (read.find(Troop, key) for kind, _, key in rows if kind == Troop.KIND))),
        "whole": read.ruling(R298) == ALL_LOST,
        "order": order,
        "group": read.find(Group, order.group) if order and freight else None,
        "pool": read.find(Pool, order.pool) if order and freight else None,
        "needs": tuple(needing(read, battle)) if order else (),
    }


def needing(read: View, battle: Battle) -> Iterator[Battle]:
    """Battles still to be fought in which the mission that was attacked here attacks, or is attacked (PG.6.4.5)."""
    for one in read.rows(Battle, turn=battle.turn):
        made_by = read.find(Interception, one.interception)
        # Of a joint patrol the others still attack.
        movers = made_by.movers if made_by else (one.order,) if one.attacker is not battle.attacker else ()
        meets = battle.order == one.order or movers == (battle.order,)
        if one.key != battle.key and meets and one.stage in (Stage.SHEET, Stage.RESULT):
            yield one


def marking(read: Reader, form: MarkForm) -> Marking:
    """The side's own, and nothing of the other's."""
    battle = read.row(Battle, form.battle)
    own = own_of(read, battle, form.side)
    return Marking(side=form.side, battle=battle, goes_on=form.goes_on, most=most_damage(read), **own)


def why_not_mark(given: Marking) -> Iterator[Refusal]:
    """Each side once, when the result is confirmed."""
    yield from BATTLES.not_now(given.battle, MARK, DAMAGED, final=True)
    if given.side in given.battle.marked:
        yield Refusal(f"The {given.side.label} side has marked its units.", DAMAGED, final=True)


def of_units(given: Marking) -> Iterator[Effect]:
    """Strength, experience, how they stand; who goes home leaves the group, who is sunk leaves the map."""
    if given.at_island:
        yield from islands.of_units(given.sheet, given.ours, given.whole)
        return
    for unit, line in with_lines(given.units, given.sheet):
        left = 0 if line.sunk else max(0, unit.strength - line.damage)
        now: dict[str, Any] = {"strength": left, "experience": min(MOST_EXPERIENCE, unit.experience + line.gained)}
        now |= {"place": SUNK} if line.sunk else {"status": Status.DAMAGED} if line.damage else {}
        now |= {"group": ""} if line.sunk or given.home(line) else {}
        now |= harbor.after(given.battle, unit, line) if harbor.in_harbor(given.battle, given.side) else {}
        yield from unit.becomes(**now)
    for flying, line in with_lines(given.aircraft, given.sheet):
        left = 0 if line.sunk else max(0, flying.strength - line.damage * harbor.weight(given.battle, given.side))
        now = {"strength": left, "experience": min(MOST_EXPERIENCE, flying.experience + line.gained)}
        yield from flying.becomes(**now | ({"base": SUNK} if line.sunk else {}))


def with_lines(units: Iterable[U], sheet: Iterable[OnSheet]) -> Iterator[tuple[U, OnSheet]]:
    """Units, each with its line of the sheet."""
    lines_of = {one.of: one for one in sheet if one.of}
    return ((unit, lines_of[unit.row]) for unit in units if unit.row in lines_of)


def of_mission(given: Marking) -> Iterator[Effect]:
    """The order of the mission. Sunk transports are gone from all; those that go home leave it, and its convoy."""
    freight = [one for one in given.sheet if not one.of]
    sunk, left = sum(one.sunk for one in freight), sum(given.is_done and given.home(one) for one in freight)
    for one, lost in ((given.order, sunk + left), (given.group, sunk + left), (given.pool, sunk)):
        if one is not None and lost:
            yield from one.becomes(transports=max(0, one.transports - lost))
    if given.order:
        # An invasion that comes through has still to land, a convoy to unload, and its escort to come home.
        lands = given.order.mission in (Mission.INVASION, Mission.CONVOY, Mission.ESCORT)
        through = given.order.progress if lands else Progress.COMPLETED
        progress = through if given.is_done else Progress.TURNED_BACK
        yield from given.order.becomes(attacked=True, progress=progress)


def marked(given: Marking) -> tuple[Marked, tuple[Effect, ...]]:
    """What a side's lists keep of a battle."""
    falls = given.needs if not given.is_done else ()
    found = Marked(
        names_of(given.gone),
        names_of(one for one in given.sheet if given.home(one)),
        names_of(one for one in given.sheet if given.is_done and given.arrives(one)),
        tuple(one.number for one in falls),
        given.cost,
    )
    lost = (Add(LEDGER.of(given.side), given.cost),) if given.cost else ()
    away = (effect for one in falls for effect in one.set(stage=Stage.ENDED))
    return found, (*of_units(given), *of_mission(given), *away, *lost)


# Everybody saw the sheet, and hears whether the mission goes on.
@rule(
    MARK, DAMAGED, "Mark what a battle did", form=MarkForm, situation=marking, why_not=why_not_mark, shows=told_to_all,
    due=STEPS, duties=lines(MARK, by_itself=True),
)  # fmt: skip
def mark(given: Marking) -> Play[Outcome[Marked]]:
    """More than 2 damage sends a unit home, exactly 2 goes on; what did not reach its destination does not."""
    yield from R216.look()
    yield from R253.look()
    yield from R265.look()
    yield from R298.look()
    found, effects = marked(given)
    return Outcome(found, (*effects, *BATTLES.done_by(given.battle, "marked", given.side, Side)))
