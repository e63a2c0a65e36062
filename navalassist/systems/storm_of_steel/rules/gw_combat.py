"""GW.COMBAT: gunfire. One die in the column of the total combat strength that fires takes off protection factors."""

from __future__ import annotations

from dataclasses import dataclass
from operator import add

from pydantic import Field

from navalassist.engine import (
    Each,
    Effect,
    Figure,
    Odds,
    Outcome,
    Play,
    Refusal,
    Roller,
    TableKey,
    call,
    procedure,
)
from navalassist.engine.shapes import Frozen
from navalassist.systems.storm_of_steel.actions import NavalAction, after_fire
from navalassist.systems.storm_of_steel.book import EDITION, SYSTEM
from navalassist.systems.storm_of_steel.owed import Cause, fitting, owed_by, taken_of
from navalassist.systems.storm_of_steel.rules.missions import at_stage
from navalassist.systems.storm_of_steel.rulings import R53, R75
from navalassist.systems.storm_of_steel.state import BOTH, Side, Stage, Unit, Whose, combat_strength

RULE = "GW.COMBAT"
COMBAT: TableKey[int] = TableKey("storm_of_steel/naval-combat", int)


class Combat(Frozen):
    """The fleet that fires, or both at once."""

    side: Whose = Field(description="The side that fires and rolls; empty where both fire at once.")
    action: NavalAction = Field(description="The naval action.")

    @property
    def firing(self) -> tuple[Side, ...]:
        """The sides whose turn to fire it is."""
        return tuple(Side) if self.action.order == BOTH else tuple(side for side in Side if side == self.side)


@dataclass(frozen=True, slots=True)
class Salvo:
    """What one fleet's gunfire takes off the other.

    rolled: protection factors by the table; factors: as many as the target has; left_over: those that are lost at
    once, where no unit of the target is so small.
    """

    side: Side
    strength: int
    rolled: int
    factors: int
    left_over: int = 0


@dataclass(frozen=True, slots=True)
class Fought:
    """The salvos, in the order Central Powers, Allied."""

    salvos: tuple[Salvo, ...]


def why_not(combat: Combat) -> Refusal | None:
    """When a side is to fire, or both; each has units left."""
    action = combat.action
    if wrong := at_stage(action, RULE, Stage.FIRE):
        return wrong
    absent = next((side for side in Side if not action.of(side)), None)
    if absent is not None:
        return Refusal(f"The {absent.label} side has no unit in action {action.number}.", RULE)
    if action.order == BOTH:
        return None
    if not action.fires_next:
        return Refusal(f"Both sides have fired in action {action.number}.", RULE)
    if action.fires_next != combat.side:
        return Refusal(f"The {Side(action.fires_next).label} side fires now in action {action.number}.", RULE)
    return None


def salvo(strength: int, targets: tuple[Unit, ...], side: Side) -> Play[tuple[Salvo, ...]]:
    """One die by the strength that fires; never more than the target has (but R-53)."""
    rolled = yield from COMBAT.roll("factors", column=strength, label=f"the {side.label} fleet fires")
    factors = taken_of(rolled, targets)
    left_over = 0 if fitting(targets, factors) else factors
    return (Salvo(side, strength, rolled, factors, left_over),)


def figures(odds: Odds[Fought]) -> tuple[Figure, ...]:
    """Of each target: the chance of every number of factors, and how many to expect."""
    found: list[Figure] = []
    for place in range(max(len(fought.salvos) for fought in odds.weights)):
        found += _of_target(odds.map(lambda fought, place=place: fought.salvos[place]))  # type: ignore[misc]
    return tuple(found)


def _of_target(odds: Odds[Salvo]) -> list[Figure]:
    target = next(iter(odds.weights)).side.enemy
    label = target.label
    chances = sorted(odds.map(lambda fired: fired.factors))
    told = [Figure(f"{target}-{factors}", f"{label} loses {factors or 'none'}", chance) for factors, chance in chances]
    expected = odds.expect(lambda fired: fired.factors)
    return [*told, Figure(f"{target}-expected", f"{label}: factors to expect", expected, "factors")]


@procedure(
    "gw-combat",
    system=SYSTEM,
    rule=RULE,
    title="Fire on the enemy fleet",
    roller=Roller.OWNER,
    edition=EDITION,
    dice="1d6 a fleet that fires",
    why_not=why_not,
    figures=figures,
)
def fight(combat: Combat) -> Play[Outcome[Fought]]:
    """Both fleets at once, or one before the other. A fleet without combat strength throws no die."""
    yield from R53.look()
    yield from R75.look()
    action = combat.action
    strengths = {side: combat_strength(action.of(side)) for side in combat.firing}
    parts = {
        side.value: call(salvo, strength, action.of(side.enemy), side)
        for side, strength in strengths.items()
        if strength
    }
    salvos: tuple[Salvo, ...] = yield from Each(parts, add, ())
    return Outcome(Fought(salvos), _effects(combat, salvos))


def _effects(combat: Combat, salvos: tuple[Salvo, ...]) -> tuple[Effect, ...]:
    """Who has fired, what is owed by whom, and what comes next."""
    action = combat.action
    fired = (*action.fired, *combat.firing)
    owed = []
    for shot in salvos:
        target = shot.side.enemy
        if fitting(action.of(target), shot.factors):
            owed.append(owed_by(f"{action.key}-{target.value}", target, action.of(target), Cause.GUNFIRE,
                                action=action.key, factors=shot.factors))  # fmt: skip
    told = action.set(fired=[side.value for side in fired])
    if owed:
        return (*told, *action.set(stage=Stage.LOSSES.value), *owed)
    return (*told, *after_fire(action.model_copy(update={"fired": fired})))
