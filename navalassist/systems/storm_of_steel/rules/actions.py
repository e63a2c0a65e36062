"""A naval action, from the mission that is declared to its end: what its steps read, and how one leads to the next."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from navalassist.engine import Effect, Refusal, Set
from navalassist.engine.shapes import Frozen, Key, Words
from navalassist.systems.storm_of_steel.rules.rows import action_row, area_row
from navalassist.systems.storm_of_steel.rules.squadrons import Squadron, Squadrons, combat_strength
from navalassist.systems.storm_of_steel.rules.words import Mission, Side

# A key, or nothing.
MaybeKey = Annotated[str, StringConstraints(pattern=r"^([A-Za-z0-9][A-Za-z0-9_-]*)?$", max_length=80)]
Whose = Side | Literal[""]
# Both sides fire at once.
BOTH: Literal["both"] = "both"


class Stage(StrEnum):
    """What comes next in a naval action."""

    MISSION = "mission"
    CONTACT = "contact"
    DECIDE = "decide"
    FIRE = "fire"
    LOSSES = "losses"
    AFTER = "after"
    WITHDRAW = "withdraw"
    UNOPPOSED = "unopposed"
    RETURN = "return"
    ENDED = "ended"

    @property
    def label(self) -> str:
        """As a sentence about the action says it: `it waits for …`."""
        return STAGE_WORDS[self]


STAGE_WORDS = {
    Stage.MISSION: "may still be intercepted",
    Stage.CONTACT: "waits for the roll on the contact table",
    Stage.DECIDE: "waits for the side with the advantage, which refuses combat or fires first",
    Stage.FIRE: "waits for gunfire",
    Stage.LOSSES: "waits for the losses to be taken off",
    Stage.AFTER: "is fought: a side may withdraw, or both stay",
    Stage.WITHDRAW: "waits for the side that refused combat to withdraw",
    Stage.UNOPPOSED: "waits for the mission to be carried out",
    Stage.RETURN: "waits for the side that remains to go home",
    Stage.ENDED: "is over",
}


class NavalAction(Frozen):
    """A mission of a side in a sea area, with the squadrons that take part and what was settled so far."""

    key: Key = Field(description="Key of the action; its facts are action:<key>.…")
    number: int = Field(ge=1, le=99999, description="Its number, by which players call it.")
    side: Side = Field(description="Whose mission it is.")
    mission: Mission = Field(description="What the fleet put to sea for.")
    area: Key = Field(description="Key of the sea area.")
    area_name: Words = Field(default="", description="Name of the sea area.")
    target: MaybeKey = Field(default="", description="Key of the base that is shelled or sailed to; empty for none.")
    central: Squadrons = Field(default=(), description="Central squadrons that take part.")
    allied: Squadrons = Field(default=(), description="Allied squadrons that take part.")
    attacker: Whose = Field(default="", description="The attacker on the contact table; empty before interception.")
    advantage: Whose = Field(default="", description="The side that may refuse combat or fire first; empty for none.")
    order: Whose | Literal["both"] = Field(
        default="", description="Who fires first; both: at once; empty: not settled."
    )
    fired: tuple[Side, ...] = Field(default=(), max_length=2, description="Sides that have fired.")
    stage: Stage = Field(default=Stage.MISSION, description="What comes next.")

    def of(self, side: Side) -> tuple[Squadron, ...]:
        """The squadrons of a side."""
        return self.central if side is Side.CENTRAL else self.allied

    @property
    def remaining(self) -> tuple[Side, ...]:
        """The sides that have units in it."""
        return tuple(side for side in Side if self.of(side))

    @property
    def is_deserted(self) -> bool:
        """True where what comes next asks for a side that has nobody left in it (R-89)."""
        return is_deserted(self.stage, self.side, self.remaining)

    @property
    def fires_next(self) -> Whose:
        """Who fires now where one side fires first; empty where both fire at once, or nobody is left to fire."""
        if self.order in ("", BOTH):
            return ""
        first = Side(self.order)
        return next((side for side in (first, first.enemy) if side not in self.fired), "")

    def set(self, **fields: object) -> tuple[Effect, ...]:
        """Effects on facts of the action."""
        return tuple(Set(f"{action_row(self.key)}.{name}", value) for name, value in fields.items())


def is_deserted(stage: Stage, side: Side, remaining: Collection[Side]) -> bool:
    """True where a stage asks for a side with nobody left. side: whose mission it is; remaining: who has units left."""
    match stage:
        case Stage.ENDED | Stage.LOSSES:
            return False
        case Stage.MISSION | Stage.UNOPPOSED:
            return side not in remaining
        case Stage.RETURN:
            return not remaining
    return len(remaining) < len(Side)


def tap_of(action: NavalAction) -> Whose:
    """The side whose part an action waits for, which may give it up; empty where it is not one side's alone."""
    match action.stage:
        case Stage.MISSION | Stage.UNOPPOSED:
            return action.side
        case Stage.CONTACT:
            return action.attacker
        case Stage.DECIDE | Stage.WITHDRAW:
            return action.advantage
        case Stage.FIRE:
            return action.fires_next
        case Stage.RETURN:
            return action.remaining[0] if action.remaining else ""
    return ""


def at_stage(action: NavalAction, rule: str, *stages: Stage) -> Refusal | None:
    """Why this step is not what comes next; None where it is."""
    if action.stage in stages:
        return None
    return Refusal(f"Action {action.number} {action.stage.label}.", rule)


def keys(squadrons: Iterable[Squadron]) -> list[str]:
    """Their keys, as a fact of the action holds them."""
    return [unit.key for unit in squadrons]


def ended(action: NavalAction, words: str) -> tuple[Effect, ...]:
    """The action is over."""
    return action.set(stage=Stage.ENDED.value, ends=words)


def goes_on(action: NavalAction, words: str) -> tuple[Effect, ...]:
    """Nobody was driven off: the mission is carried out, and a general engagement is over (R-79, R-87)."""
    if action.mission.may_be_intercepted:
        return action.set(stage=Stage.UNOPPOSED.value)
    return ended(action, words)


def left_alone(action: NavalAction) -> tuple[Effect, ...]:
    """What follows where a side or both have nobody left: the other remains, as after a withdrawal (R-89)."""
    if not action.remaining:
        return ended(action, "nobody is left on either side")
    return alone(action, action.remaining[0])


def after_fire(action: NavalAction) -> tuple[Effect, ...]:
    """What follows a salvo and its losses: the other side fires with what it has left, or the shooting is over (R-75).

    action: as it stands after the losses. A side that has nothing left leaves the water to the other (GW.REFUSE.3).
    """
    if len(action.remaining) < len(Side):
        return left_alone(action)
    second = action.fires_next
    fires = second != "" and combat_strength(action.of(second)) > 0
    return action.set(stage=(Stage.FIRE if fires else Stage.AFTER).value)


def alone(action: NavalAction, side: Side) -> tuple[Effect, ...]:
    """One side remains: its mission goes on, or it goes home; the area of a general engagement is its own (R-33)."""
    if side is action.side and action.mission.may_be_intercepted:
        return action.set(stage=Stage.UNOPPOSED.value)
    return (*action.set(stage=Stage.RETURN.value), *domination(action, side))


def domination(action: NavalAction, side: Side) -> tuple[Effect, ...]:
    """After a general engagement the area is dominated by the side that remains."""
    if action.mission is not Mission.GENERAL_ENGAGEMENT:
        return ()
    return (Set(f"{area_row(action.area)}.dominated", side.value),)
