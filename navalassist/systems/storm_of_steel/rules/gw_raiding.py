"""GW.RAID: Central raiders against Allied merchant shipping and its convoys."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from navalassist.engine import (
    Add,
    Column,
    Effect,
    Figure,
    Odds,
    Outcome,
    Play,
    Refusal,
    Roller,
    TableKey,
    Term,
    procedure,
)
from navalassist.engine.overruled import Overrulable, passed_over, unless_overruled
from navalassist.engine.shapes import Key, Words
from navalassist.systems.storm_of_steel.actions import NavalAction, ended
from navalassist.systems.storm_of_steel.book import EDITION, EDITION_2, SYSTEM
from navalassist.systems.storm_of_steel.cells import Points, points_of
from navalassist.systems.storm_of_steel.clock import Step
from navalassist.systems.storm_of_steel.marks import mark, raided_mark
from navalassist.systems.storm_of_steel.owed import Cause, owed_by
from navalassist.systems.storm_of_steel.rules.missions import mission_refused, out_of_step
from navalassist.systems.storm_of_steel.rules.rows import area_row
from navalassist.systems.storm_of_steel.rulings import IN_THE_AREA, R35, R37, R82, R90
from navalassist.systems.storm_of_steel.state import (
    MERCHANT_LEVEL,
    Level,
    Mission,
    Side,
    SquadronKind,
    Squadrons,
    Unit,
    combat_strength,
)

RULE = "GW.RAID"
# What a cell asks for beside its number.
RAIDER, CONVOY = "D", "A"
RAIDS: TableKey[Points] = TableKey("storm_of_steel/commerce-raiding", points_of)
Keys = Annotated[tuple[Key, ...], Field(max_length=60)]


class Raid(Overrulable):
    """Raiders and convoys in an area where commerce is raided."""

    side: Literal[Side.CENTRAL] = Field(default=Side.CENTRAL, description="Who raids.")
    area: Key = Field(description="Key of the sea area.")
    name: Words = Field(default="", description="Name of the sea area.")
    raided: bool = Field(description="Commerce is raided in this area.")
    raided_before: bool = Field(default=False, description="Commerce was raided there in this player turn (R-82).")
    raiders: Squadrons = Field(description="Central naval units that raid, with all that sails with them.")
    convoys: Squadrons = Field(default=(), description="Allied naval units that convoy there.")
    flotillas: Squadrons = Field(default=(), description="Central transport flotillas in the area.")
    engaged: Keys = Field(
        default=(), description="Units of all these in an action that is not over: no loss outside it falls on them."
    )
    step: Step | None = Field(default=None, description="The step that it is; left out: not asked.")
    fleets: Keys = Field(default=(), description="Raiding fleets as they were typed; none: all raiders there.")
    idle: Words = Field(default="", description="Allied fleets there that are not on convoy duty; empty for none.")
    escorts: Keys = Field(default=(), description="Convoying fleets as they were typed; none: all convoys there.")
    misplaced: Words = Field(default="", description="What of the typed fleets does not fit, as a sentence.")
    level: Level | None = Field(default=None, description="Allied merchant shipping level, where it is kept.")
    usw: bool = Field(default=False, description="Unrestricted submarine warfare is in effect.")
    tactic: bool = Field(default=False, description="The Convoy Tactic is in use.")
    action: NavalAction | None = Field(default=None, description="The naval action whose mission this is.")
    along: Annotated[tuple[NavalAction, ...], Field(max_length=20)] = Field(
        default=(), description="Other raiding missions there that nobody stops: they end with this one (R-82)."
    )
    loss: Key = Field(default="loss", description="How the keys of losses begin that are left to be taken off.")

    @property
    def guarded(self) -> bool:
        """True where +D costs a raider: under the Convoy Tactic, with any convoy unit in the area."""
        return self.tactic and bool(self.convoys)

    @property
    def attackers(self) -> tuple[Unit, ...]:
        """The raiders that attack. Transport flotillas sail with them; what befalls those has a line of its own."""
        return tuple(unit for unit in self.raiders if unit.kind is not SquadronKind.TRN)

    def at_risk(self, units: Iterable[Unit]) -> tuple[Unit, ...]:
        """Of these, the ones on which a loss of the raid may fall: who is in another action is not lost outside it."""
        return tuple(unit for unit in units if unit.key not in self.engaged)


@dataclass(frozen=True, slots=True)
class Raided:
    """Points as they were eliminated, doubled ones too, and whether a unit of either side is lost."""

    points: int
    merchant_level_before: int | None = None
    merchant_level_after: int | None = None
    raider_lost: bool = False
    flotilla_lost: bool = False
    convoy_unit_lost: bool = False
    overruled: str = ""


def column(situation: Raid) -> Column:
    """Combat strength of the raiders less contact ratings of the convoys; what else counts adds nothing to it."""
    convoys = sum(unit.contact for unit in situation.convoys)
    return Column(
        (
            Term(RULE, "combat strength of the raiders", combat_strength(situation.raiders), bool(situation.raiders)),
            Term(RULE, "contact ratings of the convoy units", -convoys, bool(situation.convoys)),
            *((Term(RULE, f"not on convoy duty: {situation.idle}", 0, applies=False),) if situation.idle else ()),
            Term(f"{RULE}.usw", "unrestricted submarine warfare: points are doubled", 0, situation.usw),
            Term(f"{RULE}.D", "Convoy Tactic and a convoy unit: +D costs a raider", 0, situation.guarded),
            Term(f"{RULE}.D2", "a transport flotilla that +D may cost", 0, bool(situation.flotillas), R35.number),
            Term(f"{RULE}.A", "a convoy unit that +A costs", 0, bool(situation.convoys)),
        )
    )


def why_not(situation: Raid) -> Refusal | None:
    """Somebody raids, where commerce is raided, as the mission of an action that was not stopped; once (R-82)."""
    return unless_overruled(situation, _forbidden(situation))


def _forbidden(situation: Raid) -> Refusal | None:
    where = situation.name or situation.area
    if not situation.raided:
        return Refusal(f"Commerce is not raided in {where}.", RULE)
    if not situation.attackers:
        return Refusal(f"No Central unit raids in {where}.", RULE)
    action = situation.action
    refused = out_of_step(situation.step, RULE) or mission_refused(action, Mission.RAIDING, RULE)
    if refused is not None or action is None:
        return refused
    if action.area != situation.area:
        return Refusal(f"Action {action.number} raids in {action.area_name or action.area}, not in {where}.", RULE)
    if situation.raided_before:
        return Refusal(f"Commerce was raided in {where} already: once in a player turn (R-82).", RULE)
    return Refusal(situation.misplaced, RULE) if situation.misplaced else None


def figures(odds: Odds[Raided]) -> tuple[Figure, ...]:
    """The points to be expected, and the units that may be lost."""
    return (
        Figure("points", "Expected points eliminated", odds.expect(lambda found: found.points), "points"),
        Figure("raider-lost", "A raider is lost", odds.chance(lambda found: found.raider_lost)),
        Figure("flotilla-lost", "A Central transport flotilla is lost", odds.chance(lambda found: found.flotilla_lost)),
        Figure("convoy-unit-lost", "A convoy unit is lost", odds.chance(lambda found: found.convoy_unit_lost)),
    )


@procedure(
    "gw-raid",
    system=SYSTEM,
    rule=RULE,
    title="Raid commerce",
    roller=Roller.OWNER,
    edition=EDITION_2,
    earlier=(EDITION,),
    dice="1d6",
    why_not=why_not,
    figures=figures,
)
def raid(situation: Raid) -> Play[Outcome[Raided]]:
    """One die in the column of raiders less convoys: points off the merchant level, and perhaps units of both sides."""
    alone = (yield from R35.look()) == IN_THE_AREA
    yield from R37.look()
    yield from R82.look()
    yield from R90.look()
    label = situation.name or situation.area
    cell = yield from RAIDS.roll("raid", column=column(situation), label=label)
    found = _found(situation, cell, alone)
    return Outcome(found, effects_of(situation, found))


def _found(situation: Raid, cell: Points, alone: bool) -> Raided:
    """alone: the flotilla of +D is lost wherever one is in the area (R-35)."""
    points = cell.number * (2 if situation.usw else 1)
    level = situation.level
    hit = cell.also == RAIDER
    return Raided(
        points=points,
        merchant_level_before=level,
        merchant_level_after=None if level is None else max(0, level - points),
        raider_lost=hit and situation.guarded and bool(situation.at_risk(situation.attackers)),
        flotilla_lost=hit and bool(situation.at_risk(situation.flotillas)) and (alone or situation.guarded),
        convoy_unit_lost=cell.also == CONVOY and bool(situation.at_risk(situation.convoys)),
        overruled=passed_over(situation, _forbidden(situation)),
    )


def effects_of(situation: Raid, found: Raided) -> tuple[Effect, ...]:
    """The level falls, never below 0 (R-37); units that are lost are left to be named; what has raided is over."""
    effects: list[Effect] = []
    if situation.level is not None and (lost := min(found.points, situation.level)):
        effects.append(Add(MERCHANT_LEVEL, -lost))
    effects += _losses(situation, found)
    if not situation.raided_before:
        effects.append(mark(raided_mark(situation.area), area_row(situation.area)))
    where = situation.name or situation.area
    lost = found.points if situation.level is None else min(found.points, situation.level)
    points = "1 merchant shipping point" if lost == 1 else f"{lost} merchant shipping points"
    words = f"commerce was raided in {where}: {points}"
    for action in filter(None, (situation.action, *situation.along)):
        effects += ended(action, words)
    return tuple(effects)


def _losses(situation: Raid, found: Raided) -> Iterable[Effect]:
    """Each unit that is lost, by the line of the results that costs it."""
    losses: tuple[tuple[bool, str, Side, tuple[Unit, ...], Cause], ...] = (
        (found.raider_lost, "raider", Side.CENTRAL, situation.attackers, Cause.RAIDER),
        (found.flotilla_lost, "flotilla", Side.CENTRAL, situation.flotillas, Cause.FLOTILLA),
        (found.convoy_unit_lost, "convoy", Side.ALLIED, situation.convoys, Cause.CONVOY),
    )
    for is_lost, key, side, among, cause in losses:
        if is_lost:
            yield owed_by(f"{situation.loss}-{key}", side, situation.at_risk(among), cause, units=1)
