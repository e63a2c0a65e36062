"""After the gunfire each side may say that it stays; once both have, the mission goes on (R-87)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from navalassist.engine import Effect, Outcome, Play, Refusal, Roller, procedure
from navalassist.engine.overruled import Overrulable, passed_over, unless_overruled
from navalassist.systems.storm_of_steel.actions import NavalAction, ended, goes_on, left_alone, tap_of
from navalassist.systems.storm_of_steel.book import EDITION, SYSTEM
from navalassist.systems.storm_of_steel.marks import mark, stays_mark, unsaid
from navalassist.systems.storm_of_steel.rules.missions import at_stage
from navalassist.systems.storm_of_steel.rules.rows import action_row
from navalassist.systems.storm_of_steel.rulings import R33, R75, R87, R89, R90
from navalassist.systems.storm_of_steel.state import Side, Stage

RULE = "GW.REFUSE.3"
# Signs in which an action says how it ended.
LONGEST = 200
BOTH_STAY = "both fleets stay"


class Staying(Overrulable):
    """A side that does not withdraw from a naval action, or gives up its part in it."""

    side: Side = Field(description="The side that says so.")
    action: NavalAction = Field(description="The naval action.")
    stays: Annotated[tuple[Side, ...], Field(max_length=2)] = Field(
        default=(), description="Sides that have said already that they stay."
    )


@dataclass(frozen=True, slots=True)
class Stayed:
    """The side that has said so, and what comes next."""

    stays: str
    next: str
    overruled: str = ""


def why_not(staying: Staying) -> Refusal | None:
    """After the gunfire, once a side. A side whose part comes next may give it up with a reason, and no other."""
    action, side = staying.action, staying.side
    if action.is_deserted:
        return None
    if action.stage is Stage.AFTER:
        said = f"The {side.label} side has said already that it stays in action {action.number}."
        return Refusal(said, RULE) if side in staying.stays else None
    if action.stage is Stage.ENDED or tap_of(action) != side:
        return at_stage(action, RULE)
    return unless_overruled(staying, at_stage(action, RULE))


@procedure(
    "gw-fleets-stay",
    system=SYSTEM,
    rule=RULE,
    title="Stay in the area",
    roller=Roller.OWNER,
    edition=EDITION,
    dice="none: a side does not withdraw",
    why_not=why_not,
)
def stay(staying: Staying) -> Play[Outcome[Stayed]]:
    """Once both sides have said so the mission goes on (R-87); another exchange is another action (R-75)."""
    action = staying.action
    if action.is_deserted:
        yield from R89.look()
        yield from R33.look()
        return Outcome(Stayed(staying.side.label, "the side that is left goes on"), _with_nobody_left(staying))
    yield from R75.look()
    yield from R87.look()
    yield from R90.look()
    if action.stage is not Stage.AFTER:
        overruled = passed_over(staying, at_stage(action, RULE))
        return Outcome(Stayed(staying.side.label, "the side gives up its part", overruled), _given_up(staying))
    if staying.side.enemy not in staying.stays:
        said = mark(stays_mark(action.key, staying.side), action_row(action.key))
        return Outcome(Stayed(staying.side.label, f"waits for the {staying.side.enemy.label} side"), (said,))
    nobody_leaves = (*unsaid(action, staying.stays), *goes_on(action, BOTH_STAY))
    return Outcome(Stayed(staying.side.label, BOTH_STAY), nobody_leaves)


def _with_nobody_left(staying: Staying) -> tuple[Effect, ...]:
    return (*unsaid(staying.action, staying.stays), *left_alone(staying.action))


def _given_up(staying: Staying) -> tuple[Effect, ...]:
    """The side whose mission it is ends the action; its enemy ends no more than his own part in it."""
    words = f"ended: {staying.because.strip()}"[:LONGEST]
    action = staying.action
    return ended(action, words) if staying.side is action.side else goes_on(action, words)
