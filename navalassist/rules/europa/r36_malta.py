"""36.A.4: Malta's number, and how bombing and repair change it.

The number may be written down in two ways (R-04): as Malta's strength, or as the printed record, which counts damage.
Either way it is held in 0..15, and an Axis Valletta fixes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from navalassist.engine import Effect, Facts, Outcome, Play, Refusal, Roller, Set, Tally, Term, procedure
from navalassist.engine.shapes import Frozen
from navalassist.rules.europa.r33_status import HIGH, LOW, malta_fell, malta_strength
from navalassist.rules.europa.rulings_status import R04
from navalassist.rules.europa.words import Owner, Side, Step
from navalassist.rules.europa.world import MALTA_NUMBER, VALLETTA, World, owner_of

SYSTEM = "europa"
EDITION = "36 of 11.03.06"
STRENGTH_SCALE = "rule33"
FACTS_NEEDED = (MALTA_NUMBER, owner_of(VALLETTA))

# Malta repair points in hand, and naval repair points on Valletta: kept once some have been entered.
STOCK = "malta-stock:valletta"
STOCK_POINTS = f"{STOCK}.points"
NO_ENGINEER = Refusal("Repairs need a construction engineer in Valletta that does nothing else.", "36.A.4.b")
NO_MISSIONS = Refusal(
    "Naval strike missions are flown in the air, naval movement and naval exploitation steps; later, set Malta's "
    "number in the set-up.",
    "36.A.4.a",
)

Points = Annotated[int, Field(ge=0, le=15, strict=True)]
Held = Annotated[int, Field(ge=0, le=9999, strict=True)] | None


class MaltaBase(Frozen):
    """What every procedure that changes the number knows of the island."""

    number: Points = Field(description="Malta's number as the group writes it down, 0 to 15.")
    valletta_owner: Owner = Field(description="Who owns Valletta.")


class Mending(MaltaBase):
    """What every repair knows of it besides."""

    damage: Points | None = Field(
        default=None, description="Hits that are on Malta; left out by versions that did not ask."
    )


class Bombing(MaltaBase):
    """Axis naval strike missions on Valletta (36.A.4.a)."""

    side: Literal[Side.AXIS] = Field(default=Side.AXIS, description="Who bombs.")
    hits: Points = Field(description="Hits that the naval strike missions scored on Malta's number.")
    step: Step | None = Field(default=None, description="The step; left out by versions that did not ask.")


class Repair(Mending):
    """Malta repair points that remove hits (36.A.4.b)."""

    side: Literal[Side.ALLIED] = Field(default=Side.ALLIED, description="Who repairs.")
    points: Annotated[int, Field(ge=1, le=15, strict=True)] = Field(
        description="Malta repair points spent on hits; each removes one."
    )
    engineer: bool = Field(
        description="A construction engineer is in Valletta and does nothing else with its MPs this turn."
    )
    in_hand: Held = Field(default=None, description="Repair points in hand; left out where none are counted.")


@dataclass(frozen=True, slots=True)
class MaltaChange:
    """Malta's number before and after, the same as strength (the naval status for the Axis), and the sum behind it."""

    before: int
    after: int
    strength_before: int
    strength_after: int
    sum: Tally


@dataclass(frozen=True, slots=True)
class MaltaReading:
    """Both ways to say how strong Malta is; `fixed` while the Axis owns Valletta."""

    strength: int
    damage: int
    fixed: bool


def reading(facts: Facts) -> Play[MaltaReading]:
    """Both numbers (R-04): strength is the Axis naval status of the Central Med, damage is 15 less it."""
    world = World(facts)
    strength = yield from malta_strength(world)
    return MaltaReading(strength, HIGH - strength, malta_fell(world))


def fixed(valletta_owner: Owner) -> Refusal | None:
    """The number can't change while the Axis owns Valletta."""
    if valletta_owner is Owner.AXIS:
        return Refusal("The Axis owns Valletta: Malta's number is fixed.", "36.A.4")
    return None


def too_few(in_hand: int | None, wanted: int) -> Refusal | None:
    """More points than are in hand, where they are counted."""
    if in_hand is None or wanted <= in_hand:
        return None
    return Refusal(f"Malta repair points in hand: {in_hand}, not {wanted}.", "36.A.4.b")


def no_such_hits(damage: int | None, wanted: int) -> Refusal | None:
    """More hits than there are can't be removed: what is spent on them would be lost."""
    if damage is None or wanted <= damage:
        return None
    return Refusal(f"Malta has {damage} {'hit' if damage == 1 else 'hits'} to remove, not {wanted}.", "36.A.4.b")


def why_not_bombed(bombing: Bombing) -> Refusal | None:
    """The number can't change while the Axis owns Valletta, and missions are flown in some steps only (R-71)."""
    if bombing.step is not None and bombing.step is not Step.AIR and not bombing.step.is_naval:
        return NO_MISSIONS
    return fixed(bombing.valletta_owner)


def why_not_repaired(repair: Repair) -> Refusal | None:
    """Nor without a construction engineer that works at nothing else, nor with more points than there are or hits."""
    if not repair.engineer:
        return NO_ENGINEER
    lost = fixed(repair.valletta_owner) or too_few(repair.in_hand, repair.points)
    return lost or no_such_hits(repair.damage, repair.points)


@procedure(
    "malta-bombed",
    system=SYSTEM,
    rule="36.A.4.a",
    title="Bomb Malta",
    roller=Roller.NOBODY,
    edition=EDITION,
    dice="none: the hits of the naval strike missions are typed",
    why_not=why_not_bombed,
)
def bomb_malta(bombing: Bombing) -> Play[Outcome[MaltaChange]]:
    """Each hit makes Malta 1 weaker: the number falls, or rises on the printed record (R-04)."""
    change = yield from changed_number(bombing, "36.A.4.a", "Hits of naval strike missions", -bombing.hits)
    return Outcome(change, number_effects(change))


@procedure(
    "malta-repaired",
    system=SYSTEM,
    rule="36.A.4.b",
    title="Repair Malta",
    roller=Roller.NOBODY,
    edition=EDITION,
    dice="none: the repair points are typed",
    why_not=why_not_repaired,
)
def repair_malta(repair: Repair) -> Play[Outcome[MaltaChange]]:
    """Each repair point makes Malta 1 stronger: the number rises, or falls on the printed record (R-04)."""
    change = yield from changed_number(repair, "36.A.4.b", "Malta repair points", repair.points)
    # A point that finds no hit to remove stays in hand.
    spent = change.strength_after - change.strength_before
    if repair.in_hand is None or not spent:
        return Outcome(change, number_effects(change))
    return Outcome(change, (*number_effects(change), Set(STOCK_POINTS, repair.in_hand - spent)))


def changed_number(malta: MaltaBase, rule: str, text: str, strength: int) -> Play[MaltaChange]:
    """The number with a change of strength, held in 0..15."""
    scale = yield from R04.look()
    up = scale == STRENGTH_SCALE
    start = Term("36.A.4", "Malta's number", malta.number, facts=(MALTA_NUMBER,))
    total = Tally(
        (start, Term(rule, text, strength if up else -strength, strength != 0, R04.number)),
        LOW,
        HIGH,
    )
    before, after = malta.number, total.total
    return MaltaChange(before, after, *((before, after) if up else (HIGH - before, HIGH - after)), sum=total)


def number_effects(change: MaltaChange) -> tuple[Effect, ...]:
    """The new number, if it is another one."""
    return (Set(MALTA_NUMBER, change.after),) if change.after != change.before else ()
