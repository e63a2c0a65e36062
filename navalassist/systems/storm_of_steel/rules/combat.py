"""GW.COMBAT: gunfire. One die in the column of the total combat strength that fires takes off protection factors."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from operator import add

from navalassist.engine import Each, Effect, Figure, Odds, Outcome, Play, Refusal, TableKey, call
from navalassist.engine.duties import Duty, Now
from navalassist.engine.english import capital, counted, does, side_of
from navalassist.engine.forms import Ask
from navalassist.engine.reader import Reader
from navalassist.engine.rows import Says
from navalassist.engine.rule import Result, Summary
from navalassist.engine.shapes import Form, Frozen
from navalassist.systems.storm_of_steel.actions import ACTIONS, NavalAction, action_of, after_fire
from navalassist.systems.storm_of_steel.book import rule
from navalassist.systems.storm_of_steel.pending_losses import FACTOR, Cause, fitting, owed_by, taken_of
from navalassist.systems.storm_of_steel.rulings import R53, R75
from navalassist.systems.storm_of_steel.state import BOTH, Side, Stage, Unit, Whose, combat_strength

COMBAT = "GW.COMBAT"
SLUG = "gw-combat"
GUNFIRE: TableKey[int] = TableKey("storm_of_steel/naval-combat", int)


class CombatForm(Form):
    """What is typed when fleets fire."""

    action: str = Ask("Naval action", ACTIONS.choices(SLUG))


class Combat(Frozen):
    """The fleet that fires, or both at once."""

    side: Whose = Says("Side that fires", help="None where both fire at once.")
    action: NavalAction = Says("Naval action")

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

    @property
    def taken(self) -> int:
        """What is taken off, which a roll that fits no unit is not."""
        return 0 if self.left_over else self.factors

    def told(self, *, first: bool) -> str:
        """`the Allies take 4 protection factors off the Central Powers fleet`; the noun in the first of two alone."""
        much = "nothing" if not self.taken else counted(self.taken, FACTOR) if first else self.taken
        return f"{does(side_of(self.side), 'take')} {much} off the {self.side.enemy.label} fleet"

    @property
    def note(self) -> str:
        """`The Allied fleet, strength 21: 12 by the table; the enemy has no more`"""
        told = f"The {self.side.label} fleet, strength {self.strength}"
        if self.left_over:
            return f"{told}: {self.rolled} by the table, lost at once, as no unit is so small"
        return f"{told}: {self.rolled} by the table; the enemy has no more" if self.rolled > self.factors else told


@dataclass(frozen=True, slots=True)
class Fought(Result):
    """The salvos, in the order Central Powers, Allied."""

    salvos: tuple[Salvo, ...]

    def summary(self, given: Combat) -> Summary:
        """`The Central Powers take 2 protection factors off the Allied fleet; the Allies take 4 off the …`"""
        if not self.salvos:
            return Summary(f"No fleet has the strength to fire in the {given.action.sea}.")
        told = "; ".join(shot.told(first=shot is self.salvos[0]) for shot in self.salvos)
        word, *words = (counted(shot.taken, "factor").upper() for shot in self.salvos)
        return Summary(f"{capital(told)}.", word, True, tuple(shot.note for shot in self.salvos), tuple(words))


def situation(read: Reader, form: CombatForm) -> Combat:
    """The action with both fleets as they are now; who fires follows from it."""
    action = action_of(read, form.action)
    return Combat(side=action.fires_next, action=action)


def why_not(combat: Combat) -> Iterator[Refusal]:
    """When a side is to fire, or both; each has units left."""
    action = combat.action
    yield from ACTIONS.not_now(action, SLUG, COMBAT)
    for side in Side:
        if not action.of(side):
            yield Refusal(f"The {side.label} side has no unit in action {action.number}.", COMBAT)
    if action.order == BOTH:
        return
    if not action.fires_next:
        yield Refusal(f"Both sides have fired in action {action.number}.", COMBAT)
    elif action.fires_next != combat.side:
        yield Refusal(f"The {action.fires_next.label} side fires now in action {action.number}.", COMBAT)


def salvo(strength: int, targets: tuple[Unit, ...], side: Side) -> Play[tuple[Salvo, ...]]:
    """One die by the strength that fires; never more than the target has (but R-53)."""
    rolled = yield from GUNFIRE.roll("factors", column=strength, label=f"the {side.label} fleet fires")
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


def duties(now: Now) -> Iterator[Duty]:
    """A line for each action in which somebody fires next; where both do, it is either side's tap."""
    for action in ACTIONS.waiting(now, SLUG):
        first = action.fires_next
        words = f"The {Side(first).label} fleet fires" if first else "Both fleets fire at once"
        yield ACTIONS.line(now, SLUG, action, words)


@rule(
    SLUG,
    COMBAT,
    "Fire on the enemy fleet",
    form=CombatForm,
    situation=situation,
    why_not=why_not,
    figures=figures,
    headline=tuple(f"{side}-0" for side in Side),
    due=("*/naval-operations", "*/transport"),
    listed="Fleets in contact fire",
    duties=duties,
    dice="1d6 a fleet that fires",
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
    fired = action.model_copy(update={"fired": (*action.fired, *combat.firing)})
    owed = tuple(_owed(action, shot) for shot in salvos if fitting(action.of(shot.side.enemy), shot.factors))
    then = (*action.set(stage=Stage.LOSSES), *owed) if owed else after_fire(fired)
    return Outcome(Fought(salvos), (*action.set(fired=fired.fired), *then))


def _owed(action: NavalAction, shot: Salvo) -> Effect:
    side = shot.side.enemy
    key, among = f"{action.key}-{side}", action.of(side)
    return owed_by(key, side, among, Cause.GUNFIRE, action=action.key, factors=shot.factors)
