"""GW.CONTACT.D and .A: the side with the advantage refuses combat or fires first. GW.REFUSE.1: refusing ends it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pydantic import Field

from navalassist.engine import Outcome, Play, Refusal, Roller, procedure
from navalassist.engine.overruled import Overrulable, passed_over, unless_overruled
from navalassist.systems.storm_of_steel.actions import NavalAction
from navalassist.systems.storm_of_steel.book import EDITION, SYSTEM
from navalassist.systems.storm_of_steel.rules.missions import at_stage
from navalassist.systems.storm_of_steel.state import Side, Stage, combat_strength

RULE = "GW.CONTACT"


class Choice(StrEnum):
    """What the side with the advantage does."""

    FIRE_FIRST = "fire-first"
    REFUSE = "refuse"

    @property
    def label(self) -> str:
        """As a form calls it."""
        return "fire first" if self is Choice.FIRE_FIRST else "refuse combat and withdraw"


DONE = {Choice.FIRE_FIRST: "fires first", Choice.REFUSE: "refuses combat"}


class Decision(Overrulable):
    """A side with the advantage, and what it chooses."""

    side: Side = Field(description="The side with the advantage, whose decision it is.")
    action: NavalAction = Field(description="The naval action.")
    choice: Choice = Field(description="Refuse combat, or fire first.")


@dataclass(frozen=True, slots=True)
class Decided:
    """What was decided, in words."""

    choice: str
    overruled: str = ""


def why_not(decision: Decision) -> Refusal | None:
    """The side with the advantage, once; to fire it needs combat strength."""
    action = decision.action
    if wrong := at_stage(action, RULE, Stage.DECIDE):
        return wrong
    if action.advantage != decision.side:
        return Refusal(f"The {decision.side.label} side does not have the advantage in action {action.number}.", RULE)
    return unless_overruled(decision, _forbidden(decision))


def _forbidden(decision: Decision) -> Refusal | None:
    if decision.choice is Choice.FIRE_FIRST and not combat_strength(decision.action.of(decision.side)):
        return Refusal(f"The {decision.side.label} fleet has no combat strength to fire with.", "GW.COMBAT")
    return None


@procedure(
    "gw-decision",
    system=SYSTEM,
    rule=RULE,
    title="Refuse combat or fire first",
    roller=Roller.OWNER,
    edition=EDITION,
    dice="none: the side with the advantage decides",
    why_not=why_not,
)
def decide(decision: Decision) -> Play[Outcome[Decided]]:
    """Refusing means that nobody fires and that the side must withdraw; else it fires first."""
    yield from ()
    told = Decided(DONE[decision.choice], passed_over(decision, _forbidden(decision)))
    if decision.choice is Choice.REFUSE:
        return Outcome(told, decision.action.set(stage=Stage.WITHDRAW.value))
    return Outcome(told, decision.action.set(order=decision.side.value, stage=Stage.FIRE.value))
