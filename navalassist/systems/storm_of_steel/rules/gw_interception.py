"""GW.INT: a fleet on its way to shell a coast, raid commerce or re-base may be intercepted. Two dice, 3 or less."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from pydantic import Field

from navalassist.engine import Dice, Figure, Odds, Outcome, Play, Refusal, Roll, Roller, Tally, Term, procedure
from navalassist.engine.overruled import Overrulable, unless_overruled
from navalassist.engine.shapes import Words
from navalassist.systems.storm_of_steel.actions import NavalAction, keys
from navalassist.systems.storm_of_steel.book import EDITION, SYSTEM
from navalassist.systems.storm_of_steel.clock import Step
from navalassist.systems.storm_of_steel.rules.missions import at_stage, out_of_step
from navalassist.systems.storm_of_steel.rules.sailing import Movers, put_to_sea
from navalassist.systems.storm_of_steel.rulings import INTERCEPTING, R32, R52, R73, R84, R88
from navalassist.systems.storm_of_steel.state import Side, SquadronKind, Squadrons, Stage, air_level, lowest_contact

RULE = "GW.INT"
# The highest sum that intercepts.
NEEDED = 3
# The Air Levels that help the intercepting side, and the one that hides a fleet.
HELPS, HIDES = 4, 5
AirLevel = Annotated[int, Field(ge=1, le=5, strict=True)]


class Interception(Overrulable):
    """A side tries to intercept a mission of its enemy in a sea area."""

    side: Side = Field(description="The intercepting side, which rolls.")
    action: NavalAction = Field(description="The enemy mission.")
    hunters: Squadrons = Field(description="The squadrons that try to intercept.")
    sailing: Movers = Field(default=(), description="Their fleets, which put to sea if they succeed.")
    air: AirLevel = Field(description="Air Level of the intercepting side.")
    enemy_air: AirLevel = Field(description="Air Level of the side that is intercepted.")
    step: Step | None = Field(default=None, description="The step that it is; left out: not asked.")
    no_way: Words = Field(default="", description="Which fleet can't come there by water, as a sentence; empty: none.")

    @property
    def quarry(self) -> Squadrons:
        """The squadrons that may be intercepted."""
        return self.action.of(self.side.enemy)


class Sighting(StrEnum):
    """What the dice say."""

    INTERCEPTED = "intercepted"
    MISSED = "not intercepted"


@dataclass(frozen=True, slots=True)
class Intercepted:
    """Whether the mission was intercepted, what the two dice had to show, and why."""

    result: Sighting
    needed: str
    modifiers: Tally


def why_not(hunt: Interception) -> Refusal | None:
    """A mission of the enemy that can be intercepted (R-52), and was neither intercepted nor missed yet."""
    action = hunt.action
    if action.side is hunt.side:
        return Refusal(f"It is a mission of the {hunt.side.label} side itself.", RULE)
    if not action.mission.may_be_intercepted:
        words = f"A {action.mission.label} is not rolled for: the two fleets go to the contact table at once (R-52)."
        return Refusal(words, RULE)
    if wrong := at_stage(action, RULE, Stage.MISSION):
        return wrong
    if not hunt.hunters:
        return Refusal(f"No unit of the {hunt.side.label} side is named to intercept.", RULE)
    if not hunt.quarry:
        return Refusal("Nothing is left of the fleet that would be intercepted.", RULE)
    return unless_overruled(hunt, _forbidden(hunt))


def _forbidden(hunt: Interception) -> Refusal | None:
    """The wrong step, or a strait that another holds; None where nothing is against it."""
    return out_of_step(hunt.step, RULE) or (Refusal(hunt.no_way, RULE) if hunt.no_way else None)


def modifiers(hunt: Interception) -> Play[Tally]:
    """What is added to the two dice."""
    yield from R32.look()
    hunters, quarry = lowest_contact(hunt.hunters), lowest_contact(hunt.quarry)
    own, enemy = (air_level(hunt.side),), (air_level(hunt.side.enemy),)
    all_submarines = all(unit.kind is SquadronKind.SS for unit in hunt.quarry)
    return Tally(
        (
            Term("GW.INT.m1", "The intercepting side is at Air Level 4 or 5", -1, hunt.air >= HELPS, "R-32", own),
            Term("GW.INT.m2", "Every interceptor's contact rating is above the lowest it hunts", -1, hunters > quarry),
            Term("GW.INT.p1", "The side that is hunted is at Air Level 5", 1, hunt.enemy_air == HIDES, "R-32", enemy),
            Term("GW.INT.p2", "Every hunted unit's contact rating is above the lowest interceptor's", 1,
                 quarry > hunters),
            Term("GW.INT.p3", "The hunted fleet is submarines only", 1, all_submarines),
        )
    )  # fmt: skip


def figures(odds: Odds[Intercepted]) -> tuple[Figure, ...]:
    """The chance of an interception."""
    chance = odds.chance(lambda found: found.result is Sighting.INTERCEPTED)
    return (Figure(Sighting.INTERCEPTED.value, "Intercepted", chance),)


@procedure(
    "gw-interception",
    system=SYSTEM,
    rule=RULE,
    title="Roll to intercept a mission",
    roller=Roller.OWNER,
    edition=EDITION,
    dice="2d6",
    why_not=why_not,
    figures=figures,
)
def intercept(hunt: Interception) -> Play[Outcome[Intercepted]]:
    """Two dice and the modifiers, 3 or less; then the fleets meet, else the mission goes on."""
    yield from R52.look()
    yield from R84.look()
    yield from R88.look()
    tally = yield from modifiers(hunt)
    added = tally.total

    def read(faces: tuple[int, ...]) -> Sighting:
        return Sighting.INTERCEPTED if sum(faces) + added <= NEEDED else Sighting.MISSED

    result = yield from Roll("interception", Dice(2), read, f"interception by the {hunt.side.label} side")
    told = Intercepted(result, f"{NEEDED - added} or less", tally)
    if result is Sighting.MISSED:
        return Outcome(told, hunt.action.set(stage=Stage.UNOPPOSED.value))
    attacker = hunt.side if (yield from R73.look()) == INTERCEPTING else hunt.action.side
    met = {hunt.side.value: keys(hunt.hunters), "attacker": attacker.value, "stage": Stage.CONTACT.value}
    return Outcome(told, (*hunt.action.set(**met), *put_to_sea(hunt.sailing, hunt.action.area)))
