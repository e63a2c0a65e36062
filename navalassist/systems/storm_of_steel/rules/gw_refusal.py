"""GW.REFUSE: a force withdraws to a base; the side that remains completes its mission, or goes home and dominates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from navalassist.engine import Outcome, Play, Refusal, Roller, procedure
from navalassist.engine.overruled import Overrulable, passed_over, unless_overruled
from navalassist.engine.shapes import Key
from navalassist.systems.storm_of_steel.actions import NavalAction, alone, ended
from navalassist.systems.storm_of_steel.book import EDITION, SYSTEM
from navalassist.systems.storm_of_steel.marks import unsaid
from navalassist.systems.storm_of_steel.rules.missions import at_stage
from navalassist.systems.storm_of_steel.rules.sailing import Harbour, Movers, places_before, put_into
from navalassist.systems.storm_of_steel.rulings import R33, R80, R81
from navalassist.systems.storm_of_steel.state import Mission, Side, Stage

WITHDRAWS, RETURNS = "GW.REFUSE.2", "GW.REFUSE.3"


class Homecoming(Overrulable):
    """A force of a naval action that goes to a base."""

    side: Side = Field(description="Whose force it is.")
    action: NavalAction = Field(description="The naval action.")
    movers: Movers = Field(description="Its fleets, and squadrons whose fleet stays.")
    base: Harbour = Field(description="Where it goes.")
    anywhere: bool = Field(
        default=False, description="Its side has no base where the book sends it: any of its own serves (R-81)."
    )
    nearby: Annotated[tuple[Key, ...], Field(max_length=40)] = Field(
        default=(), description="Neighbouring areas, where its side has no naval base on the area itself (R-81)."
    )


class Withdrawal(Homecoming):
    """A force that refused combat, or breaks off after the gunfire."""

    stays: Annotated[tuple[Side, ...], Field(max_length=2)] = Field(
        default=(), description="Sides that have said that they stay."
    )

    @property
    def areas_before(self) -> tuple[str, ...]:
        """Of a re-basing force, the areas from which it came (R-80); none for any other, or where none is known."""
        re_bases = self.action.mission is Mission.REBASING and self.side is self.action.side
        return places_before(self.movers) if re_bases else ()


class Return(Homecoming):
    """The force that remains when the other is gone, and has no mission to complete."""


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """Where the force went, and the side that remains."""

    to: str
    remains: str
    overruled: str = ""


@dataclass(frozen=True, slots=True)
class Returned:
    """Where the force went."""

    to: str
    overruled: str = ""


def why_not_withdraw(away: Withdrawal) -> Refusal | None:
    """The side that refused, or after the gunfire either one; to a base that the book allows."""
    action = away.action
    if wrong := at_stage(action, WITHDRAWS, Stage.WITHDRAW, Stage.AFTER):
        return wrong
    if action.stage is Stage.WITHDRAW and action.advantage != away.side:
        other = away.side.enemy.label
        return Refusal(f"It is the {other} side that refused combat in action {action.number}.", WITHDRAWS)
    if not away.movers:
        return Refusal(f"The {away.side.label} side has no unit in action {action.number}.", WITHDRAWS)
    return unless_overruled(away, _forbidden_base(away))


def _forbidden_base(away: Withdrawal) -> Refusal | None:
    before = away.areas_before
    if away.anywhere or not before:
        return _not_home(away, WITHDRAWS, "a force that withdraws", "where the force withdraws from")
    base = away.base
    if base.owner != away.side:
        return _not_theirs(away, WITHDRAWS)
    if not set(before) & set(base.areas):
        came = " or ".join(before)
        return Refusal(f"{base.name} does not lie on {came}, the area from which the re-basing force came.", WITHDRAWS)
    return None


def _not_home(going: Homecoming, rule: str, who: str, where: str) -> Refusal | None:
    """Only a friendly naval base on the area of the action; where there is none, on another by R-81."""
    base, action = going.base, going.action
    if base.owner != going.side:
        return _not_theirs(going, rule)
    if going.anywhere:
        return None
    if base.kind != "naval-base":
        return Refusal(f"{base.name} is a port: {who} goes to a naval base on the sea area.", rule)
    if not {action.area, *going.nearby} & set(base.areas):
        beside = " or beside" if going.nearby else ""
        return Refusal(f"{base.name} does not lie on{beside} {action.area_name or action.area}, {where}.", rule)
    return None


def _not_theirs(going: Homecoming, rule: str) -> Refusal:
    return Refusal(f"{going.base.name} is not a base of the {going.side.label} side.", rule)


@procedure(
    "gw-withdrawal",
    system=SYSTEM,
    rule=WITHDRAWS,
    title="Withdraw to a base",
    roller=Roller.OWNER,
    edition=EDITION,
    dice="none: the owner names the base",
    why_not=why_not_withdraw,
)
def withdraw(away: Withdrawal) -> Play[Outcome[Withdrawn]]:
    """The force is in a base; the other side goes on with its mission, or goes home (GW.REFUSE.3)."""
    yield from R33.look()
    yield from R80.look()
    yield from R81.look()
    stays = away.side.enemy
    told = Withdrawn(away.base.name, stays.label, passed_over(away, _forbidden_base(away)))
    gone = away.action.set(**{away.side.value: []})
    said = unsaid(away.action, away.stays)
    return Outcome(told, (*put_into(away.movers, away.base), *gone, *said, *alone(away.action, stays)))


def why_not_return(going: Return) -> Refusal | None:
    """The side that remains, once the other is gone."""
    action = going.action
    if wrong := at_stage(action, RETURNS, Stage.RETURN):
        return wrong
    if not action.of(going.side):
        return Refusal(f"It is the {going.side.enemy.label} side that remains in action {action.number}.", RETURNS)
    return unless_overruled(going, _forbidden_return(going))


def _forbidden_return(going: Return) -> Refusal | None:
    return _not_home(going, RETURNS, "a fleet that returns", "where the fleet returns from")


@procedure(
    "gw-return",
    system=SYSTEM,
    rule=RETURNS,
    title="Return to a base",
    roller=Roller.OWNER,
    edition=EDITION,
    dice="none: the owner names the base",
    why_not=why_not_return,
)
def go_home(going: Return) -> Play[Outcome[Returned]]:
    """After a general engagement or an interception the side that remains goes to a base, and the action is over."""
    yield from R33.look()
    yield from R81.look()
    told = Returned(going.base.name, passed_over(going, _forbidden_return(going)))
    words = f"the {going.side.label} fleet returns to {going.base.name}"
    return Outcome(told, (*put_into(going.movers, going.base), *ended(going.action, words)))
