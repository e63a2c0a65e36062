"""SM.6.D: both sides declare which guns fire at what, sealed and shown together; each side fires, and all of it counts
at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from navalassist.engine import Effect, Outcome, Play, Refusal, Roller, Together
from navalassist.engine.asks import Plan, plan_lines
from navalassist.engine.duties import Duty, Now
from navalassist.engine.forms import Ask
from navalassist.engine.outlook import Outlook
from navalassist.engine.reader import Reader, View
from navalassist.engine.shapes import Form
from navalassist.systems.supermarina.battle import BATTLES, FIRE_PLAN, GUNFIRE
from navalassist.systems.supermarina.book import rule
from navalassist.systems.supermarina.combat import Combatant, Light, Stage
from navalassist.systems.supermarina.fights import Fight, Said, bearing, fight_of
from navalassist.systems.supermarina.outlooks import aims
from navalassist.systems.supermarina.rulings import AT_ONCE, END_OF_STEP, R112, R118, R119
from navalassist.systems.supermarina.shots import Shot, gun_modifier
from navalassist.systems.supermarina.state import Guns, Side
from navalassist.systems.supermarina.turn import COMBAT_STEPS
from navalassist.systems.supermarina.volleys import (
    DRAWN,
    HOLDS,
    Hit,
    Volley,
    done,
    figures,
    in_sum,
    onward,
    shot_at,
    sides_without,
    targets_of,
    volley,
    volley_of,
)

DECLARING, TO_HIT = "SM.6.D.dec", "SM.6.D.hit"
SIDES = [(side.value, side.label) for side in Side]


def sides(view: View) -> list[tuple[str, str]]:
    """Both sides."""
    return SIDES


def gun_lines(fight: Fight, side: Side) -> dict[str, str]:
    """Name -> title of each line of a side's fire plan: a class of guns of a ship that bears at this range."""
    return {
        f"{one.key}/{guns}": f"{one.name}, {guns.label} guns {factor}"
        for one in fight.of(side)
        for guns, factor in bearing(one, fight.battle.range)
    }


def plan_for(fight: Fight, side: Side) -> Plan:
    """What a side may declare: each class of guns at one target, never split (SM.6.D.dec)."""
    targets = targets_of(fight.of(side.enemy))
    lines = {name: (f"{title} at", targets) for name, title in gun_lines(fight, side).items()}
    return Plan(side.value, lines, side.value, "Which guns fire at what?")


def guns_outlook(fight: Fight, side: Side, lines: Iterable[str], targets: Iterable[str]) -> Outlook:
    """What lines of a fire plan may do to each target. lines: by name, a class of guns of a ship each."""
    own, enemy = {one.key: one for one in fight.of(side)}, fight.of(side.enemy)

    def shot(name: str, target: str) -> Shot:
        key, _, guns = name.partition("/")
        return gun_shot(fight, own[key], Guns(guns), target, enemy)

    named = {}
    for name in lines:
        key, _, guns = name.partition("/")
        named[name] = (own[key].name, f"{Guns(guns).label} guns, {own[key].factor(Guns(guns))}")
    light = "the roll less 1 at night, 2 for Italians" if fight.battle.light is Light.NIGHT else "no modifier by day"
    notes = (f"The number is that of the gunnery table; {light}. Expected hits count misses too.",)
    return aims(named, [one for one in targets if one != HOLDS], enemy, shot, head="Ship and guns", notes=notes)


def fire_outlook(fight: Fight, seat: str) -> Outlook:
    """The chance and the expected hits of each class of guns at each target."""
    side = Side(seat)
    return guns_outlook(fight, side, gun_lines(fight, side), targets_of(fight.of(side.enemy)))


class FirePlanForm(Form):
    """The battle in which fire is declared."""

    battle: str = BATTLES.asked(FIRE_PLAN)


def planning(read: Reader, form: FirePlanForm) -> Fight:
    return fight_of(read, form.battle)


def why_not_plan(fight: Fight) -> Iterator[Refusal]:
    yield from BATTLES.not_now(fight.battle, FIRE_PLAN, DECLARING)


@rule(
    FIRE_PLAN,
    DECLARING,
    "Declare fire",
    form=FirePlanForm,
    situation=planning,
    why_not=why_not_plan,
    due=COMBAT_STEPS,
    duties=BATTLES.lines(FIRE_PLAN),
    outlook=fire_outlook,
    roller=Roller.EITHER,
    dice="none",
)
def declare_fire(fight: Fight) -> Play[Outcome[Said]]:
    """Both fire plans are sealed, and shown together; nobody fires who holds fire."""
    plans = [plan for side in Side if (plan := plan_for(fight, side)).lines]
    chosen = yield from Together("plans", tuple(plans), "fire plans")
    lines = [f"{name}={at}" for plan in chosen for name, at in plan_lines(plan).items() if at != HOLDS]
    words = Said(f"The fire plans are shown: {len(lines) or 'no'} line{'' if len(lines) == 1 else 's'}.")
    if not lines:
        return Outcome(words, onward(fight, fight.fleet, Stage.SPECIAL_PLAN))
    idle = sides_without(lines, fight.fleet)
    return Outcome(words, BATTLES.goes_on(fight.battle, plan=tuple(lines), fired=idle))


# --- gunfire


class GunfireForm(Form):
    """Who fires."""

    battle: str = BATTLES.asked(GUNFIRE)
    side: Side = Ask("Who fires", sides)


def firing(read: Reader, form: GunfireForm) -> Volley:
    return volley_of(read, form.battle, form.side)


def why_not_fire(given: Volley) -> Iterator[Refusal]:
    yield from BATTLES.not_now(given.battle, GUNFIRE, TO_HIT)
    if given.side in given.battle.fired:
        yield Refusal(f"The {given.side.label} side has fired, or fires nothing.", TO_HIT)


def shots_of(given: Fight) -> dict[str, Shot]:
    """The declared shots of a side, by the name of their line."""
    own, enemy = {one.key: one for one in given.of(given.side)}, given.of(given.side.enemy)
    found = {}
    for line in given.battle.plan:
        name, _, target = line.partition("=")
        key, _, guns = name.partition("/")
        if key in own:
            found[name] = gun_shot(given, own[key], Guns(guns), target, enemy)
    return found


def gun_shot(given: Fight, one: Combatant, guns: Guns, target: str, enemy: tuple[Combatant, ...]) -> Shot:
    """A class of guns of a ship at a target."""
    aimed = next((other for other in enemy if other.key == target), None) if target != DRAWN else None
    modifier = gun_modifier(one, aimed, given.battle.light)
    return Shot(one.name, guns, one.factor(guns), modifier=modifier, **shot_at(enemy, target))


def spent(given: Volley, shots: Mapping[str, Any]) -> Iterator[Effect]:
    """Ammunition of those that fired their primary or intermediate guns, where it is spent at once (R-118)."""
    keys = {name.partition("/")[0] for name in shots if not name.endswith(f"/{Guns.SECONDARY}")}
    for one in given.of(given.side):
        if one.key in keys:
            yield from one.set(ammunition=False)


def gunfire_odds(given: Volley) -> Play[Outcome[Hit]]:
    """What the volley does in sum."""
    return in_sum(shots_of(given))


def duties(now: Now) -> Iterator[Duty]:
    """A line for each side that has not fired."""
    yield from BATTLES.lines(GUNFIRE, begins="side")(now)


@rule(
    GUNFIRE,
    TO_HIT,
    "Fire the guns",
    form=GunfireForm,
    situation=firing,
    why_not=why_not_fire,
    figures=figures,
    odds=gunfire_odds,
    due=COMBAT_STEPS,
    duties=duties,
    dice="1d10 for each line, and for each hit",
)
def gunfire(given: Volley) -> Play[Outcome[Hit]]:
    """Each line by itself: 1D10 to hit, another for what it does. It counts as the stage ends (R-112)."""
    yield from R119.look()
    counts = (yield from R112.look()) == END_OF_STEP
    at_once = (yield from R118.look()) == AT_ONCE
    shots = shots_of(given)
    found = yield from volley(shots)
    # Without torpedoes the round ends with its gunfire.
    counts = counts or not given.battle.launching
    effects = done(given, found, f"{given.side.label} gunfire", counts=counts, then=Stage.SPECIAL_PLAN)
    return Outcome(found, (*effects, *(spent(given, shots) if at_once else ())))
