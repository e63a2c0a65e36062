"""33.B.7: the Allies declare the South Aegean interdiction zone, if its four conditions are met."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Self

from pydantic import Field, model_validator

from navalassist.engine import Facts, Outcome, Play, Refusal, Roller, Set, Sub, call, procedure
from navalassist.rules.europa.items import Frozen
from navalassist.rules.europa.r33_anti_shipping import EDITION, SYSTEM
from navalassist.rules.europa.r33_naval_status import facts_needed
from navalassist.rules.europa.r33_status import AXIS_ZONES, first_that_holds, subject
from navalassist.rules.europa.r33_status_axis import CRETE, EASTERN_COUNT, aegean_base, eastern_base, eastern_lines
from navalassist.rules.europa.rulings_status import R05
from navalassist.rules.europa.words import Declared, Side, Step, Zone
from navalassist.rules.europa.world import CRETE_PORTS, SOUTH_AEGEAN_DECLARED, World, check_facts, owners_of

AEGEAN_LEAST = 1
EASTERN_LEAST = 7
NEEDED = tuple(dict.fromkeys((*facts_needed(Side.AXIS, Zone.AEGEAN), *CRETE, *owners_of(EASTERN_COUNT))))


class Declaration(Frozen):
    """The Allies name the zone, tight or loose, in their initial phase."""

    extent: Literal[Declared.TIGHT, Declared.LOOSE] = Field(
        description="tight: sea and coast within two hexes of Crete; loose: the Aegean south of weather line D."
    )
    player_turn: Side = Field(description="Whose player turn it is.")
    phase: Step = Field(description="The step; the zone is declared in initial.")
    facts: Facts = Field(description="Facts of the campaign that the conditions read, by key.")

    @model_validator(mode="after")
    def _fits(self) -> Self:
        check_facts(self.facts, NEEDED)
        return self


@dataclass(frozen=True, slots=True)
class Condition:
    """One of the four conditions: its letter, its words, whether it is met, and the number that was read, if any."""

    letter: str
    text: str
    met: bool
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Declaring:
    """Whether the zone is in force now, and the conditions one by one."""

    declared: bool
    extent: Declared
    conditions: tuple[Condition, ...]


def why_not(declaration: Declaration) -> Refusal | None:
    """Only in an Allied initial phase, with an Allied port on Crete and an open canal."""
    if declaration.player_turn is not Side.ALLIED or declaration.phase is not Step.INITIAL:
        return Refusal("The zone is declared in the Allied initial phase.", "33.B.7")
    missing = [condition for condition in plain_conditions(World(declaration.facts)) if not condition.met]
    return Refusal(f"Condition {missing[0].letter} is not met: {missing[0].text}.", "33.B.7") if missing else None


def plain_conditions(world: World) -> tuple[Condition, Condition]:
    """Conditions a and b, which need no table."""
    return (
        Condition("a", "an Allied-owned port on Crete", world.count_allied(CRETE_PORTS) > 0),
        Condition("b", "an open Suez Canal", not world.suez_closed),
    )


def status_conditions(facts: Facts) -> Play[tuple[Condition, Condition]]:
    """Conditions c and d: the base statuses, without aircraft and without the zone's own -5 (R-05)."""
    world = World(facts)
    aegean = subject(*(yield from aegean_base(world))).tally.total
    if (yield from R05.look()) == "printed":
        base = yield from eastern_base(world)
    else:
        base = yield from first_that_holds(AXIS_ZONES, eastern_lines(world))
    eastern = subject(*base).tally.total
    return (
        Condition("c", f"an Axis status of {AEGEAN_LEAST} or more in the Aegean", aegean >= AEGEAN_LEAST, aegean),
        Condition(
            "d", f"an Axis status of {EASTERN_LEAST} or more in the Eastern Med", eastern >= EASTERN_LEAST, eastern
        ),
    )


@procedure(
    "south-aegean-zone",
    system=SYSTEM,
    rule="33.B.7",
    title="Declare the South Aegean interdiction zone",
    roller=Roller.NOBODY,
    edition=EDITION,
    why_not=why_not,
)
def declare_zone(declaration: Declaration) -> Play[Outcome[Declaring]]:
    """In force if all four conditions are met; it lasts to the start of the next Allied initial phase."""
    plain = plain_conditions(World(declaration.facts))
    statuses = yield from Sub("conditions", call(status_conditions, declaration.facts))
    conditions = (*plain, *statuses)
    extent = Declared(declaration.extent)
    met = all(condition.met for condition in conditions)
    effects = (Set(SOUTH_AEGEAN_DECLARED, extent.value),) if met else ()
    return Outcome(Declaring(met, extent if met else Declared.NOT, conditions), effects)
