"""GW.CONTESTED: mobilization points that cross a contested sea zone, and the general engagement that may come of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from pydantic import Field, model_validator

from navalassist.engine import (
    Add,
    Column,
    Create,
    Effect,
    Figure,
    Odds,
    Outcome,
    Play,
    Refusal,
    Roller,
    TableKey,
    Term,
    create,
    procedure,
)
from navalassist.engine.overruled import Overrulable, passed_over, unless_overruled
from navalassist.engine.shapes import NOTE, Key, Words
from navalassist.systems.storm_of_steel.actions import keys
from navalassist.systems.storm_of_steel.book import EDITION, EDITION_2, SYSTEM
from navalassist.systems.storm_of_steel.cells import Points, points_of
from navalassist.systems.storm_of_steel.clock import Step
from navalassist.systems.storm_of_steel.rules.rows import action_row
from navalassist.systems.storm_of_steel.rulings import ANY_UNIT, R36, R73, R86, R91
from navalassist.systems.storm_of_steel.state import (
    Level,
    Mission,
    Side,
    Squadrons,
    Stage,
    Unit,
    combat_strength,
    mobilization,
)

RULE = "GW.CONTESTED"
ENGAGEMENT = "GE"
MOST_ENGAGED = 10
# Within this difference neither side has the upper hand.
EVEN = 3
LOSSES: TableKey[Points] = TableKey("storm_of_steel/contested-sea-zone", points_of)


class ContestedZone(Overrulable):
    """A sea zone that a side's transport crosses while the enemy contests it."""

    side: Side = Field(description="Whose line of communication it is; it transports, and defends (R-36).")
    area: Key = Field(description="Key of the sea area.")
    name: Words = Field(default="", description="Name of the sea area.")
    defenders: Squadrons = Field(default=(), description="Naval units there of the side that holds the line.")
    attackers: Squadrons = Field(default=(), description="Naval units there of its enemy.")
    units: tuple[Key, ...] = Field(
        default=(), max_length=60, description="Units of the holder as they were typed; none: all that he has there."
    )
    engaging: tuple[Key, ...] = Field(
        default=(), max_length=60, description="Units that the holder names for a general engagement; none: all."
    )
    busy: Words = Field(
        default="", description="Which of those typed is in an action that is not over, as a sentence; empty: none."
    )
    held: tuple[Key, ...] = Field(
        default=(),
        max_length=99,
        description="Units in an action that is not over: they count, and fight no second engagement.",
    )
    elsewhere: Words = Field(default="", description="Which of the holder's is not in the area, as a sentence.")
    points: Level | None = Field(default=None, description="Its mobilization points, where they are kept.")
    carried: Level | None = Field(default=None, description="Points that sail, where that is said: no more are lost.")
    number: int = Field(ge=1, le=99999, description="The number that a naval action would get.")
    player_turn: Side | None = Field(default=None, description="Whose player turn it is; left out: not asked.")
    step: Step | None = Field(default=None, description="The step of it; left out: not asked.")

    @model_validator(mode="after")
    def _fits(self) -> Self:
        strangers = set(self.engaging) - {unit.key for unit in self.of(self.side)}
        if strangers:
            words = "no cruiser, escort or submarine of the holder in this zone"
            raise ValueError(f"engaging: {min(strangers)} is {words}")
        return self

    def of(self, side: Side) -> tuple[Unit, ...]:
        """The units of a side that count here: cruisers, escorts and submarines."""
        return counting(self.defenders if side is self.side else self.attackers)

    def engaged(self, side: Side) -> tuple[Unit, ...]:
        """The units of a side that a general engagement is fought with: of the enemy its strongest (R-86)."""
        units = tuple(unit for unit in self.of(side) if unit.key not in self.held)
        if side is not self.side:
            return strongest(units)
        return tuple(unit for unit in units if unit.key in self.engaging) or units


@dataclass(frozen=True, slots=True)
class Crossing:
    """Points by the table, and the number of the naval action that opens; None where none does."""

    points: int
    difference: Column
    mobilization_before: int | None = None
    mobilization_after: int | None = None
    general_engagement: bool = False
    action: int | None = None
    overruled: str = ""


def counting(units: Iterable[Unit]) -> tuple[Unit, ...]:
    """Cruisers, escorts and submarines."""
    return tuple(unit for unit in units if unit.kind.fights_for_a_line)


def strongest(units: Iterable[Unit]) -> tuple[Unit, ...]:
    """The ten with the most combat strength; of equals those that come first by name (R-86)."""
    return tuple(sorted(units, key=lambda unit: (-unit.combat, unit.name or unit.key))[:MOST_ENGAGED])


def difference(zone: ContestedZone) -> Column:
    """The combat strength of the holder's cruisers, escorts and submarines less that of the enemy's."""
    mine, theirs = zone.of(zone.side), zone.of(zone.side.enemy)
    others = len(zone.defenders) + len(zone.attackers) - len(mine) - len(theirs)
    return Column(
        (
            Term(RULE, f"{zone.side.label} combat strength", combat_strength(mine), bool(mine), R36.number),
            Term(RULE, f"{zone.side.enemy.label} combat strength", -combat_strength(theirs), bool(theirs)),
            Term(RULE, "units of other kinds: they don't count", others, applies=False),
        )
    )


def column(zone: ContestedZone, choice: str = NOTE) -> str:
    """The column: who is absent comes first, the enemy before the holder. choice: of R-36."""
    if not (zone.attackers if choice == ANY_UNIT else zone.of(zone.side.enemy)):
        return "no-attackers"
    if not zone.of(zone.side):
        return "no-defenders"
    total = difference(zone).total
    if total < -EVEN:
        return "below-minus-3"
    return "above-plus-3" if total > EVEN else "minus-3-to-plus-3"


def why_not(zone: ContestedZone) -> Refusal | None:
    """Units that are there and free; who of the holder's would fight, if they are many, is chosen before the roll."""
    if zone.busy:
        return Refusal(zone.busy, RULE)
    return unless_overruled(zone, _forbidden(zone))


def _forbidden(zone: ContestedZone) -> Refusal | None:
    if zone.step is not None and (zone.player_turn, zone.step) != (zone.side, Step.TRANSPORT):
        when = f"the {zone.side.label} {Step.TRANSPORT.label.lower()} step"
        return Refusal(f"Points of the {zone.side.label} side are carried in {when} (R-74).", RULE)
    if zone.elsewhere:
        return Refusal(zone.elsewhere, RULE)
    number = len(zone.engaged(zone.side))
    if number <= MOST_ENGAGED or not zone.of(zone.side.enemy):
        return None
    words = f"At most {MOST_ENGAGED} units a side fight: choose {MOST_ENGAGED} of the {number} {zone.side.label}"
    return Refusal(f"{words} cruisers, escorts and submarines.", "GW.CONTESTED.GE")


def figures(odds: Odds[Crossing]) -> tuple[Figure, ...]:
    """The points to be expected, and whether it comes to a fight."""
    return (
        Figure("points", "Expected points lost", odds.expect(lambda found: found.points), "points"),
        Figure("none", "No points lost", odds.chance(lambda found: not found.points)),
        Figure("general-engagement", "A general engagement", odds.chance(lambda found: found.general_engagement)),
    )


@procedure(
    "gw-contested",
    system=SYSTEM,
    rule=RULE,
    title="Carry points over a contested sea zone",
    roller=Roller.OWNER,
    edition=EDITION_2,
    earlier=(EDITION,),
    dice="1d6",
    why_not=why_not,
    figures=figures,
)
def carry_over(zone: ContestedZone) -> Play[Outcome[Crossing]]:
    """One die in the column of the difference: points lost, and perhaps a general engagement of the small ships."""
    choice = yield from R36.look()
    yield from R91.look()
    cell = yield from LOSSES.roll("crossing", column=column(zone, choice), label=zone.name or zone.area)
    opens = cell.also == ENGAGEMENT and all(zone.engaged(side) for side in Side)
    if opens:
        yield from R73.look()
        yield from R86.look()
    lost = cell.number if zone.carried is None else min(cell.number, zone.carried)
    told = Crossing(
        points=lost,
        difference=difference(zone),
        mobilization_before=zone.points,
        mobilization_after=None if zone.points is None else max(0, zone.points - lost),
        general_engagement=opens,
        action=zone.number if opens else None,
        overruled=passed_over(zone, _forbidden(zone)),
    )
    return Outcome(told, effects_of(zone, told))


def effects_of(zone: ContestedZone, told: Crossing) -> tuple[Effect, ...]:
    """The points go, as many as there are (R-91); a general engagement begins."""
    effects: list[Effect] = []
    if zone.points is not None and (lost := min(told.points, zone.points)):
        effects.append(Add(mobilization(zone.side), -lost))
    if told.general_engagement:
        effects.append(engagement(zone))
    return tuple(effects)


def engagement(zone: ContestedZone) -> Create:
    """The naval action that waits for the contact table. The holder defends, so its enemy attacks (R-36, R-73)."""
    attacker = zone.side.enemy
    return create(
        action_row(str(zone.number)),
        number=zone.number,
        side=attacker.value,
        mission=Mission.GENERAL_ENGAGEMENT.value,
        area=zone.area,
        target="",
        central=keys(zone.engaged(Side.CENTRAL)),
        allied=keys(zone.engaged(Side.ALLIED)),
        attacker=attacker.value,
        advantage="",
        order="",
        fired=[],
        stage=Stage.CONTACT.value,
        ends="",
    )
