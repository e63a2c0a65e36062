"""33.B.7: the Allies declare the South Aegean interdiction zone, if its four conditions are met; the Axis bombs it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from navalassist.engine import Facts, Outcome, Play, Refusal, Roller, Set, Sub, Tally, Term, call, procedure
from navalassist.engine.shapes import Frozen
from navalassist.rules.europa.items import Leg
from navalassist.rules.europa.r33_anti_shipping import EARLIER, EDITION, SYSTEM
from navalassist.rules.europa.r33_naval_status import facts_needed
from navalassist.rules.europa.r33_status import AXIS_ZONES, HIGH, LOW, Subject, first_that_holds, subject
from navalassist.rules.europa.r33_status_axis import (
    CRETE,
    EASTERN_COUNT,
    SUEZ,
    aegean_base,
    eastern_base,
    eastern_lines,
    south_aegean,
)
from navalassist.rules.europa.rulings_status import R05, R07, R47
from navalassist.rules.europa.words import EXTENT_WORDS, Declared, Side, Step, Zone
from navalassist.rules.europa.world import (
    CRETE_PORTS,
    SOUTH_AEGEAN_DECLARED,
    SOUTH_AEGEAN_HITS,
    WHOLE_NUMBERS,
    World,
    check_facts,
    owners_of,
)

AEGEAN_LEAST = 1
EASTERN_LEAST = 7
# Light AA of each hex of the zone, at aircraft that bomb it and at no others.
AA = 5
MOST_HITS = WHOLE_NUMBERS[SOUTH_AEGEAN_HITS]
NEEDED = tuple(dict.fromkeys((*facts_needed(Side.AXIS, Zone.AEGEAN), *CRETE, *owners_of(EASTERN_COUNT))))


class Declaration(Frozen):
    """The Allies name the zone, tight or loose, in their initial phase."""

    side: Literal[Side.ALLIED] = Field(default=Side.ALLIED, description="Who declares it.")
    extent: Literal[Declared.TIGHT, Declared.LOOSE] = Field(
        description="; ".join(f"{extent.value}: {words}" for extent, words in EXTENT_WORDS.items())
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


def conditions_of(facts: Facts) -> Play[tuple[Condition, ...]]:
    """All four, in order."""
    return (*plain_conditions(World(facts)), *(yield from status_conditions(facts)))


def deciding(condition: Condition, world: World) -> tuple[str, str, str | None, tuple[str, ...]]:
    """What decides a condition: how it stands in words, its paragraph, the ruling on it, and the facts."""
    match condition.letter:
        case "a":
            owned = world.count_allied(CRETE_PORTS)
            return f"{owned} of its {len(CRETE_PORTS)} ports", "33.B.7", None, owners_of(CRETE_PORTS)
        case "b":
            return "closed" if world.suez_closed else "open", "33.B.7", None, (SUEZ,)
        case "c":
            return f"it is {condition.number}", "33.B.6.a", R07.number, facts_needed(Side.AXIS, Zone.AEGEAN)
    return f"it is {condition.number}", "33.B.2.a", R05.number, (SUEZ, *CRETE, *owners_of(EASTERN_COUNT))


@procedure(
    "south-aegean-zone",
    system=SYSTEM,
    rule="33.B.7",
    title="Declare the South Aegean interdiction zone",
    roller=Roller.NOBODY,
    edition=EDITION,
    earlier=EARLIER,
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


class ZoneBombing(Frozen):
    """Axis aircraft have bombed the zone (33.B.7)."""

    side: Literal[Side.AXIS] = Field(default=Side.AXIS, description="Who bombs.")
    declared: Declared = Field(description="The zone that is in force; empty for none.")
    hits_before: Annotated[int, Field(ge=0, le=MOST_HITS, strict=True)] = Field(
        description="Hits on the zone earlier in this turn."
    )
    hits: Annotated[int, Field(ge=0, le=MOST_HITS, strict=True)] = Field(
        description=f"Hits scored now, after each target hex has fired its AA of {AA}."
    )
    player_turn: Side = Field(description="Whose player turn it is.")
    phase: Step = Field(description="The step; the zone is bombed in an Axis air step.")


@dataclass(frozen=True, slots=True)
class ZoneBombed:
    """The zone's naval status before and after, all hits of this turn, the AA of each target hex, and the sum."""

    before: int
    after: int
    hits_this_turn: int
    antiaircraft_of_each_hex: int
    sum: Tally


def why_not_bombed(bombing: ZoneBombing) -> Refusal | None:
    """Only a zone in force, in an Axis air step."""
    if bombing.declared is Declared.NOT:
        return Refusal("The interdiction zone is not declared, so there is nothing to bomb.", "33.B.7")
    if bombing.player_turn is not Side.AXIS or bombing.phase is not Step.AIR:
        return Refusal("The zone is bombed in the Axis air step.", "33.B.7")
    if bombing.hits_before + bombing.hits > MOST_HITS:
        return Refusal(f"More than {MOST_HITS} hits in a turn can't be recorded.", "33.B.7")
    return None


@procedure(
    "south-aegean-bombed",
    system=SYSTEM,
    rule="33.B.7",
    title="Bomb the South Aegean zone",
    roller=Roller.NOBODY,
    edition=EDITION,
    dice="none: the hits that air units scored are typed",
    why_not=why_not_bombed,
)
def bomb_zone(bombing: ZoneBombing) -> Play[Outcome[ZoneBombed]]:
    """Each hit takes 1 off the status of the whole zone until the turn ends (R-09, R-47)."""
    status = yield from Sub("zone", call(_status_with, bombing.declared, bombing.hits_before))
    each = yield from AXIS_ZONES.look(row="aegean/bombing-hit", column="result")
    hits = bombing.hits_before + bombing.hits
    counts = bombing.hits > 0 and bool(status.terms)
    now = Term("33.B.7", f"Hits scored now: {bombing.hits}", each * bombing.hits, counts, R47.number)
    total = status.plus(now)
    change = ZoneBombed(status.total, total.total, hits, AA, total)
    return Outcome(change, (Set(SOUTH_AEGEAN_HITS, hits),) if counts else ())


def _status_with(declared: Declared, hits: int) -> Play[Tally]:
    """The zone's status as it stood: 12, less the hits so far."""
    facts = Facts({SOUTH_AEGEAN_DECLARED: declared.value, SOUTH_AEGEAN_HITS: hits})
    status = yield from south_aegean(World(facts), Leg(zone=Zone.SOUTH_AEGEAN))
    return status.tally if isinstance(status, Subject) else Tally((), LOW, HIGH)
