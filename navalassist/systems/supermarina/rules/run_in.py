"""SM.6.C.run: ships that run in to torpedo range suffer a special attack by the enemy's secondary guns first."""

from __future__ import annotations

from collections.abc import Iterator

from navalassist.engine import Outcome, Play, Refusal, Roller, Together
from navalassist.engine.asks import Plan, plan_lines
from navalassist.engine.forms import Ask
from navalassist.engine.outlook import Outlook
from navalassist.engine.reader import Reader
from navalassist.engine.shapes import Form
from navalassist.systems.supermarina.battle import BATTLES, SPECIAL_FIRE, SPECIAL_PLAN
from navalassist.systems.supermarina.book import rule
from navalassist.systems.supermarina.combat import Stage
from navalassist.systems.supermarina.fights import Fight, Said, fight_of
from navalassist.systems.supermarina.rules.gunfire import gunfire_odds, guns_outlook, shots_of, sides
from navalassist.systems.supermarina.rulings import R115
from navalassist.systems.supermarina.state import Guns, Side
from navalassist.systems.supermarina.turn import COMBAT_STEPS
from navalassist.systems.supermarina.volleys import (
    HOLDS,
    Hit,
    Volley,
    done,
    figures,
    onward,
    sides_without,
    volley,
    volley_of,
)

RUN_IN = "SM.6.C.run"


class SpecialPlanForm(Form):
    """The battle in which ships run in."""

    battle: str = BATTLES.asked(SPECIAL_PLAN)


def planning(read: Reader, form: SpecialPlanForm) -> Fight:
    return fight_of(read, form.battle)


def why_not_plan(fight: Fight) -> Iterator[Refusal]:
    yield from BATTLES.not_now(fight.battle, SPECIAL_PLAN, RUN_IN)


def plan_for(fight: Fight, side: Side) -> Plan:
    """The secondary guns of a side, each at one of the enemy's ships that run in, or at nothing (R-115)."""
    running = {one.key: one.name for one in fight.of(side.enemy) if one.key in fight.battle.running}
    targets = running | {HOLDS: "holds fire"}
    lines = {
        f"{one.key}/{Guns.SECONDARY}": (f"{one.name}, secondary guns {factor} at", targets)
        for one in fight.of(side)
        if running and (factor := one.factor(Guns.SECONDARY))
    }
    return Plan(side.value, lines, side.value, "Which secondary guns fire at the ships that run in?")


def special_outlook(fight: Fight, seat: str) -> Outlook:
    """The chance and the expected hits of secondary guns at each ship that runs in."""
    side = Side(seat)
    lines = plan_for(fight, side).lines
    running = [one.key for one in fight.of(side.enemy) if one.key in fight.battle.running]
    return guns_outlook(fight, side, lines, running)


@rule(
    SPECIAL_PLAN,
    RUN_IN,
    "Declare fire at ships that run in",
    form=SpecialPlanForm,
    situation=planning,
    why_not=why_not_plan,
    due=COMBAT_STEPS,
    duties=BATTLES.lines(SPECIAL_PLAN),
    outlook=special_outlook,
    roller=Roller.EITHER,
    dice="none",
)
def declare_special(fight: Fight) -> Play[Outcome[Said]]:
    """Secondary guns at ships that run in, and at no others."""
    yield from R115.look()
    plans = [plan for side in Side if (plan := plan_for(fight, side)).lines]
    chosen = (yield from Together("plans", tuple(plans), "fire at ships that run in")) if plans else ()
    lines = [f"{name}={at}" for plan in chosen for name, at in plan_lines(plan).items() if at != HOLDS]
    if not lines:
        return Outcome(Said("Nobody fires at the ships that run in."), onward(fight, fight.fleet, Stage.TARGETS))
    idle = sides_without(lines, fight.fleet)
    told = Said(f"{len(lines)} lines of secondary guns fire at the ships that run in.")
    return Outcome(told, BATTLES.goes_on(fight.battle, plan=tuple(lines), fired=idle))


class SpecialFireForm(Form):
    """Who fires at ships that run in."""

    battle: str = BATTLES.asked(SPECIAL_FIRE)
    side: Side = Ask("Who fires", sides)


def firing(read: Reader, form: SpecialFireForm) -> Volley:
    return volley_of(read, form.battle, form.side)


def why_not_fire(given: Volley) -> Iterator[Refusal]:
    yield from BATTLES.not_now(given.battle, SPECIAL_FIRE, RUN_IN)
    if given.side in given.battle.fired:
        yield Refusal(f"The {given.side.label} side has fired, or fires nothing.", RUN_IN)


@rule(
    SPECIAL_FIRE,
    RUN_IN,
    "Fire at ships that run in",
    form=SpecialFireForm,
    situation=firing,
    why_not=why_not_fire,
    figures=figures,
    odds=gunfire_odds,
    due=COMBAT_STEPS,
    duties=BATTLES.lines(SPECIAL_FIRE, begins="side"),
    dice="1d10 for each line, and for each hit",
)
def special_fire(given: Volley) -> Play[Outcome[Hit]]:
    """What it hits counts before the launch (R-115)."""
    yield from R115.look()
    found = yield from volley(shots_of(given))
    why = f"{given.side.label} fire at the run-in"
    return Outcome(found, done(given, found, why, counts=True, then=Stage.TARGETS))
