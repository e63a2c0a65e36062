"""SM.6.A: the side that is engaged stands and fights, scatters, or tries to avoid combat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from navalassist.engine import Dice, Effect, Figure, Odds, Outcome, Play, Refusal, Roll
from navalassist.engine.english import counted, listed
from navalassist.engine.forms import Ask
from navalassist.engine.reader import Reader
from navalassist.engine.rows import Says
from navalassist.engine.rule import Result, Summary, told_to_all
from navalassist.engine.shapes import Form, Words
from navalassist.systems.supermarina.battle import AVOID, BATTLES, SCATTER, STAND
from navalassist.systems.supermarina.book import rule
from navalassist.systems.supermarina.combat import Stage
from navalassist.systems.supermarina.drawing_lots import draw_several
from navalassist.systems.supermarina.fighting import combatants, slowest
from navalassist.systems.supermarina.fights import Fight, Said, fight_of
from navalassist.systems.supermarina.forces import force_title, ships_of, transports_of
from navalassist.systems.supermarina.halves import everybody_reads, without_cargo
from navalassist.systems.supermarina.losses import lost_cargo, sunk_transport
from navalassist.systems.supermarina.marks import avoided_mark, mark
from navalassist.systems.supermarina.rulings import DOWN, FIFTY, PLAYER_TURN, R102, R106, R108, R109, R110, UP
from navalassist.systems.supermarina.state import SUNK, Force, Lot, Mission, Ship, Transport
from navalassist.systems.supermarina.turn import COMBAT_STEPS, stamp

SCATTERING, AVOIDING = "SM.6.A.1", "SM.6.A.3"
# Per cent of its transports that a force loses as it scatters, alone and while its escort fights.
ALL_SCATTER, ESCORT_FIGHTS = 20, 10
SURE = 100


class Answer(Fight):
    """The engaged side's part: its force with all that sails in it, which only this side sees."""

    force: Force = Says("Its task force")
    ships: tuple[Ship, ...] = Says("Its ships", ())
    transports: tuple[Transport, ...] = Says("Its transports", ())
    phasing: bool = Says("It is phasing, as this campaign reads the word", False)


def answering(read: Reader, key: str) -> dict[str, Any]:
    """What an answer is read from: the battle, and the force that is engaged."""
    fight = fight_of(read, key)
    force = read.row(Force, fight.battle.against)
    side = fight.battle.side.enemy
    by_turn = read.ruling(R102) == PLAYER_TURN
    return {
        **dict(fight),
        "side": side,
        "force": force,
        "ships": ships_of(read, force),
        "transports": transports_of(read, force),
        "phasing": by_turn and read["campaign:clock.player_turn"] == side,
    }


def not_seen(given: Answer) -> Iterator[Refusal]:
    """What a force holds, its owner alone sees."""
    if not (given.ships or given.transports):
        yield Refusal(f"Only the {given.side.label} side sees what sails there: take its seat.", "SM.1.B")


def stands(given: Answer) -> tuple[Effect, ...]:
    """Its force is seen, and the first round begins."""
    fighting = combatants(given.battle.key, (*given.ships, *given.transports))
    return (*(one.made() for one in fighting), *BATTLES.goes_to(given.battle, Stage.ORDERS))


def called_off(given: Answer, *, stage: Stage = Stage.ENDED) -> tuple[Effect, ...]:
    """Nobody fights: the force that engaged is seen no more."""
    return (*(one.gone() for one in given.fleet), *BATTLES.goes_to(given.battle, stage))


# --- it stands


class StandForm(Form):
    """The battle that is accepted."""

    battle: str = BATTLES.asked(STAND)


def standing(read: Reader, form: StandForm) -> Answer:
    return Answer(**answering(read, form.battle))


def why_not_stand(given: Answer) -> Iterator[Refusal]:
    yield from BATTLES.not_now(given.battle, STAND, "SM.6")
    yield from not_seen(given)


@rule(
    STAND,
    "SM.6",
    "Stand and fight",
    form=StandForm,
    situation=standing,
    why_not=why_not_stand,
    shows=told_to_all,
    due=COMBAT_STEPS,
    duties=BATTLES.lines(STAND),
    dice="none",
)
def stand(given: Answer) -> Play[Outcome[Said]]:
    """The force that is engaged is shown, and fights (R-106)."""
    yield from R106.look()
    return Outcome(Said(f"{force_title(given.force)} stands and fights.", "FIGHTS"), stands(given))


# --- it scatters


class Escort(StrEnum):
    """What an escort does whose transports scatter (SM.6.A.1.a, b)."""

    SCATTERS = "scatters"
    FIGHTS = "fights"


class ScatterForm(Form):
    """The battle from which a force scatters, and what its escort does."""

    battle: str = BATTLES.asked(SCATTER)
    escort: Escort = Ask("Its escort")


class Scatter(Answer):
    """A force with transports that scatters."""

    escort: Escort = Says("Its escort")
    number: int = Says("Number of the task force of an escort that fights", numbers="force")
    where: Words = Says("When it scatters", told=False)
    lots: tuple[Lot, ...] = Says("Its cargo", ())

    @property
    def fighters(self) -> tuple[Ship, ...]:
        """The warships that fight: all on an escort mission."""
        return tuple(ship for ship in self.ships if ship.mission is Mission.ESCORT)

    @property
    def per_cent(self) -> int:
        """The part of its transports that is lost."""
        return ESCORT_FIGHTS if self.escort is Escort.FIGHTS else ALL_SCATTER


@dataclass(frozen=True, slots=True)
class Scattered(Result):
    """Transports that were lost, with their cargo in words."""

    lost: tuple[str, ...]
    cargo: tuple[str, ...] = ()

    def summary(self, given: Scatter) -> Summary:
        """`Axis task force 1 scatters and loses Arta with tanks; its escort fights.`"""
        lost = f" and loses {listed(self.lost)}" if self.lost else " and loses no transport"
        cargo = f", with {listed(self.cargo)}" if self.cargo else ""
        then = "; its escort fights" if given.escort is Escort.FIGHTS else ""
        words = f"{force_title(given.force)} scatters{lost}{cargo}{then}."
        part = in_sum(len(given.transports), given.per_cent, len(self.lost))
        return Summary(words, "SCATTERS", bool(self.lost), (part,))


def scattering(read: Reader, form: ScatterForm) -> Scatter:
    about = answering(read, form.battle)
    numbers = [force.number for force in read.view.rows(Force, side=about["side"])]
    lots = dict.fromkeys(one.cargo for one in about["transports"] if one.cargo)
    return Scatter(
        **about,
        escort=form.escort,
        number=max(numbers, default=0) + 1,
        where=stamp(read),
        lots=tuple(read.row(Lot, key) for key in lots),
    )


def why_not_scatter(given: Scatter) -> Iterator[Refusal]:
    yield from BATTLES.not_now(given.battle, SCATTER, SCATTERING)
    yield from not_seen(given)
    if given.phasing:
        yield Refusal(f"{given.side.label} is phasing: the other side scatters or avoids combat.", "SM.6.A")
    if not given.transports:
        yield Refusal("No transport sails in this task force: it stands, or avoids combat.", SCATTERING)
    if given.escort is Escort.FIGHTS and not given.fighters:
        yield Refusal("No warship of it is on an escort mission: all of it scatters.", "SM.6.A.1.b")


def share(number: int, per_cent: int, rounding: str) -> int:
    """So many per cent of a number of transports, rounded as R-108 says."""
    whole, rest = divmod(number * per_cent, SURE)
    return whole + {DOWN: 0, UP: rest > 0}.get(rounding, rest * 2 >= SURE)


def in_sum(number: int, per_cent: int, lost: int) -> str:
    """`10 % of 5 transports is 0.5: 1 lost`, for both shares of a small convoy may come to the same (R-108)."""
    tenths = number * per_cent // 10
    exact = f"{tenths // 10}.{tenths % 10}".removesuffix(".0")
    return f"{per_cent} % of {counted(number, 'transport')} is {exact}: {lost} lost"


def chance_of_cargo(odds: Odds[Scattered]) -> tuple[Figure, ...]:
    """How many transports it loses."""
    return (Figure("lost", "Transports lost", odds.expect(lambda found: len(found.lost)), "transports"),)


@rule(
    SCATTER,
    SCATTERING,
    "Scatter",
    form=ScatterForm,
    situation=scattering,
    why_not=why_not_scatter,
    figures=chance_of_cargo,
    shows=everybody_reads(without_cargo),
    may=COMBAT_STEPS,
    duties=BATTLES.lines(SCATTER, may=True),
    dice="1d10 until it shows a transport",
)
def scatter(given: Scatter) -> Play[Outcome[Scattered]]:
    """20 per cent of the transports are lost at random, 10 while the escort fights; the rest reforms (6.A.2)."""
    rounding = yield from R108.look()
    yield from R109.look()
    numbers = {one.number: one for one in given.transports}
    count = share(len(numbers), given.per_cent, rounding)
    drawn = (yield from draw_several("lost", tuple(numbers), count)) if count else ()
    lost = [numbers[number] for number in drawn]
    gone = lost_cargo(given.lots, lost)
    effects = [effect for one in lost for effect in sunk_transport(one)]
    effects += [effect for lot in gone for effect in lot.set(place=SUNK)]
    effects += given.force.set(began=given.force.hex, hex="", scattered=given.where)
    fights = given.escort is Escort.FIGHTS
    effects += escort_stands(given) if fights else called_off(given)
    return Outcome(Scattered(tuple(one.name for one in lost), tuple(lot.name for lot in gone)), tuple(effects))


def escort_stands(given: Scatter) -> Iterator[Effect]:
    """The escort fights as a task force of its own in the hex, in which its survivors stay (SM.6.A.1.b)."""
    own = Force(key=f"{given.side}-{given.number}", side=given.side, number=given.number, hex=given.force.hex)
    yield own.made()
    for ship in given.fighters:
        yield from ship.set(place=own.row)
    yield from (one.made() for one in combatants(given.battle.key, given.fighters))
    yield from BATTLES.goes_to(given.battle, Stage.ORDERS, against=own.key)


# --- it avoids combat


class AvoidForm(Form):
    """The battle that a force tries to avoid."""

    battle: str = BATTLES.asked(AVOID)


@dataclass(frozen=True, slots=True)
class Avoided(Result):
    """Whether it got away, and the chance, in per cent."""

    away: bool
    chance: int

    def summary(self, given: Answer) -> Summary:
        """`Axis task force 1 avoids combat (41 per cent).`"""
        does = "avoids combat" if self.away else "is brought to battle"
        return Summary(f"{force_title(given.force)} {does}.", "AVOIDED" if self.away else "FIGHTS", bad=not self.away)


def avoiding(read: Reader, form: AvoidForm) -> Answer:
    return Answer(**answering(read, form.battle))


def why_not_avoid(given: Answer) -> Iterator[Refusal]:
    yield from BATTLES.not_now(given.battle, AVOID, AVOIDING)
    yield from not_seen(given)
    if given.phasing:
        yield Refusal(f"{given.side.label} is phasing: the other side scatters or avoids combat.", "SM.6.A")


def chance_to_avoid(own: int, enemy: int, reading: str) -> int:
    """The chance in per cent, from the slowest speeds of both: 50 and the own one, less the enemy's (R-110)."""
    return max(0, min(SURE, (50 + own if reading == FIFTY else 2 * own) - enemy))


def avoid_figures(odds: Odds[Avoided]) -> tuple[Figure, ...]:
    return (Figure("away", "Combat avoided", odds.chance(lambda found: found.away)),)


@rule(
    AVOID,
    AVOIDING,
    "Avoid combat",
    form=AvoidForm,
    situation=avoiding,
    why_not=why_not_avoid,
    figures=avoid_figures,
    shows=told_to_all,
    may=COMBAT_STEPS,
    duties=BATTLES.lines(AVOID, may=True),
    dice="d100",
)
def avoid(given: Answer) -> Play[Outcome[Avoided]]:
    """The chance or less on tens and ones: nobody fights. Else it is brought to battle."""
    reading = yield from R110.look()
    chance = chance_to_avoid(slowest((*given.ships, *given.transports)), given.speed(given.side.enemy), reading)
    away = yield from Roll("avoid", Dice(1, 100), lambda faces: faces[0] <= chance, f"{chance} or less avoids combat")
    if not away:
        return Outcome(Avoided(False, chance), stands(given))
    met = mark(avoided_mark(given.battle.force, given.battle.against), given.force, given.step)
    return Outcome(Avoided(True, chance), (*called_off(given), met))
