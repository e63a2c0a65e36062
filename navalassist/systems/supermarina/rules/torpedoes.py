"""SM.6.E.1: torpedo attacks are declared before the guns fire, aimed after them, and launched."""

from __future__ import annotations

from collections.abc import Iterator

from navalassist.engine import Effect, Outcome, Play, Refusal, Roller, Together
from navalassist.engine.asks import Plan, plan_lines
from navalassist.engine.forms import Ask
from navalassist.engine.outlook import Outlook
from navalassist.engine.reader import Reader
from navalassist.engine.rows import Says
from navalassist.engine.shapes import Form
from navalassist.systems.supermarina.battle import BATTLES, TARGETS, TORPEDO_PLAN, TORPEDOES
from navalassist.systems.supermarina.book import rule
from navalassist.systems.supermarina.combat import Combatant, Stage
from navalassist.systems.supermarina.fights import Fight, Said, fight_of, launches
from navalassist.systems.supermarina.outlooks import aims
from navalassist.systems.supermarina.rules.gunfire import sides
from navalassist.systems.supermarina.rulings import ALLOWED, R114, R119
from navalassist.systems.supermarina.shots import FAR, Shot, dry_modifier
from navalassist.systems.supermarina.state import Side
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
    told,
    volley,
    volley_of,
)

DECLARATION, ATTACK = "SM.6.B", "SM.6.E.1"
LAUNCHES, RUNS_IN = "launches", "runs-in"
WAYS = {HOLDS: "holds its torpedoes", LAUNCHES: "launches at secondary range", RUNS_IN: "runs in to torpedo range"}


# --- who attacks


class TorpedoPlanForm(Form):
    """The battle in which torpedo attacks are declared."""

    battle: str = BATTLES.asked(TORPEDO_PLAN)


class Declaration(Fight):
    """A battle at secondary range, and whether Italians launch at night."""

    italian_torpedoes: bool = Says("Italian ships launch torpedoes at night", False)


def declaring(read: Reader, form: TorpedoPlanForm) -> Declaration:
    allowed = read.ruling(R114) == ALLOWED
    return Declaration(**dict(fight_of(read, form.battle)), italian_torpedoes=allowed)


def why_not_declare(given: Declaration) -> Iterator[Refusal]:
    yield from BATTLES.not_now(given.battle, TORPEDO_PLAN, DECLARATION)


def declaration_of(given: Declaration, side: Side) -> Plan:
    """What each ship of a side with torpedoes does with them."""
    able = (one for one in given.of(side) if launches(one, given.battle.light, given.italian_torpedoes))
    lines = {one.key: (one.name, WAYS) for one in able}
    return Plan(side.value, lines, side.value, "Which ships attack with torpedoes?")


@rule(
    TORPEDO_PLAN,
    DECLARATION,
    "Declare torpedo attacks",
    form=TorpedoPlanForm,
    situation=declaring,
    why_not=why_not_declare,
    due=COMBAT_STEPS,
    duties=BATTLES.lines(TORPEDO_PLAN),
    roller=Roller.EITHER,
    dice="none",
)
def declare_torpedoes(given: Declaration) -> Play[Outcome[Said]]:
    """Each ship holds its torpedoes, launches at secondary range, or runs in."""
    yield from R114.look()
    plans = tuple(plan for side in Side if (plan := declaration_of(given, side)).lines)
    chosen = yield from Together("plans", plans, "torpedo attacks")
    ways = {name: way for plan in chosen for name, way in plan_lines(plan).items() if way != HOLDS}
    running = tuple(name for name, way in ways.items() if way == RUNS_IN)
    names = {one.key: one.name for one in given.fleet}
    parts = [f"{names[key]} {WAYS[way]}" for key, way in ways.items()]
    battle = given.battle
    effects = BATTLES.goes_on(battle, launching=tuple(ways), running=running, can_launch=bool(ways))
    return Outcome(Said(f"Torpedo attacks: {told(parts)}."), effects)


# --- at whom


class TargetsForm(Form):
    """The battle in which torpedoes are aimed."""

    battle: str = BATTLES.asked(TARGETS)


def aiming(read: Reader, form: TargetsForm) -> Fight:
    return fight_of(read, form.battle)


def why_not_aim(fight: Fight) -> Iterator[Refusal]:
    yield from BATTLES.not_now(fight.battle, TARGETS, ATTACK)


def aims_of(fight: Fight, side: Side) -> Plan:
    """One target for each ship that attacks (SM.6.E.1)."""
    targets = targets_of(fight.of(side.enemy)) | {HOLDS: "holds its torpedoes"}
    lines = {one.key: (f"{one.name} at", targets) for one in fight.of(side) if one.key in fight.battle.launching}
    return Plan(side.value, lines, side.value, "Torpedoes at what?")


def aims_outlook(fight: Fight, seat: str) -> Outlook:
    """The chance and the expected flotation hits of each attack at each target."""
    side = Side(seat)
    given = fight.model_copy(update={"side": side})
    enemy, own = fight.of(side.enemy), {one.key: one for one in fight.of(side)}
    running = fight.battle.running
    lines = {
        key: (one.name, f"{'from torpedo range' if key in running else 'from secondary range'}, {boxes(one)}")
        for key, one in own.items()
        if key in fight.battle.launching
    }
    targets = [one for one in targets_of(enemy) if one != HOLDS]
    notes = ("From secondary range the number is 1 higher. Night does not touch torpedoes.",)
    return aims(
        lines, targets, enemy, lambda name, target: attack_of(given, own[name], target), head="Attack", notes=notes
    )


def boxes(one: Combatant) -> str:
    """`uses 1 of its 2 boxes`"""
    return "uses its last box" if one.torpedoes == 1 else f"uses 1 of its {one.torpedoes} boxes"


@rule(
    TARGETS,
    ATTACK,
    "Aim torpedoes",
    form=TargetsForm,
    situation=aiming,
    why_not=why_not_aim,
    due=COMBAT_STEPS,
    duties=BATTLES.lines(TARGETS),
    outlook=aims_outlook,
    roller=Roller.EITHER,
    dice="none",
)
def aim(fight: Fight) -> Play[Outcome[Said]]:
    """All targets are declared before any torpedo is launched."""
    plans = tuple(plan for side in Side if (plan := aims_of(fight, side)).lines)
    chosen = yield from Together("plans", plans, "targets of torpedoes")
    lines = [f"{name}={at}" for plan in chosen for name, at in plan_lines(plan).items() if at != HOLDS]
    words = Said(f"{len(lines) or 'No'} torpedo attack{'' if len(lines) == 1 else 's'}.")
    if not lines:
        return Outcome(words, onward(fight, fight.fleet, Stage.ORDERS, launching=(), can_launch=False))
    idle = sides_without(lines, fight.fleet)
    return Outcome(words, BATTLES.goes_on(fight.battle, plan=tuple(lines), fired=idle))


# --- the attack


class TorpedoesForm(Form):
    """Who launches."""

    battle: str = BATTLES.asked(TORPEDOES)
    side: Side = Ask("Who launches", sides)


def launching(read: Reader, form: TorpedoesForm) -> Volley:
    return volley_of(read, form.battle, form.side)


def why_not_launch(given: Volley) -> Iterator[Refusal]:
    yield from BATTLES.not_now(given.battle, TORPEDOES, ATTACK)
    if given.side in given.battle.fired:
        yield Refusal(f"The {given.side.label} side has launched, or launches nothing.", ATTACK)


def attack_of(given: Fight, one: Combatant, target: str) -> Shot:
    """A torpedo attack: the number is 1 higher at secondary range, and as it stands after a run-in."""
    enemy = given.of(given.side.enemy)
    aimed = next((other for other in enemy if other.key == target), None) if target != DRAWN else None
    far = 0 if one.key in given.battle.running else FAR
    return Shot(one.name, None, 0, modifier=dry_modifier(aimed), far=far, **shot_at(enemy, target))


def attacks_of(given: Fight) -> dict[str, Shot]:
    """The declared attacks of a side, by the ship that launches."""
    own = {one.key: one for one in given.of(given.side)}
    aims = dict(line.split("=", 1) for line in given.battle.plan)
    return {key: attack_of(given, own[key], target) for key, target in aims.items() if key in own}


def attack_odds(given: Volley) -> Play[Outcome[Hit]]:
    """What the attacks do in sum."""
    return in_sum(attacks_of(given))


def used(own: dict[str, Combatant], keys: Iterator[str]) -> Iterator[Effect]:
    """A torpedo box of each that attacks is gone."""
    for key in keys:
        yield from own[key].set(torpedoes=own[key].torpedoes - 1)


@rule(
    TORPEDOES,
    ATTACK,
    "Launch torpedoes",
    form=TorpedoesForm,
    situation=launching,
    why_not=why_not_launch,
    figures=figures,
    odds=attack_odds,
    due=COMBAT_STEPS,
    duties=BATTLES.lines(TORPEDOES, begins="side"),
    dice="1d10 for each attack, and for each hit",
)
def launch(given: Volley) -> Play[Outcome[Hit]]:
    """1D10 for each ship, no modifier at night; a hit rolls its damage, all of it flotation hits."""
    yield from R119.look()
    own = {one.key: one for one in given.of(given.side)}
    attacks = attacks_of(given)
    found = yield from volley(attacks)
    effects = done(given, found, f"{given.side.label} torpedoes", counts=True, then=Stage.ORDERS)
    return Outcome(found, (*effects, *used(own, iter(attacks))))
