"""A fleet puts to sea on a mission; the enemy may let it pass; a re-basing fleet arrives, or sails on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Self

from pydantic import Field, model_validator

from navalassist.engine import Effect, Outcome, Play, Refusal, Roller, create, procedure
from navalassist.engine.overruled import Overrulable, passed_over, unless_overruled
from navalassist.engine.shapes import Frozen, Key, Words
from navalassist.systems.storm_of_steel.actions import NavalAction, ended, keys
from navalassist.systems.storm_of_steel.book import EDITION, SYSTEM
from navalassist.systems.storm_of_steel.clock import Step
from navalassist.systems.storm_of_steel.rules.missions import at_stage, out_of_step
from navalassist.systems.storm_of_steel.rules.rows import action_row
from navalassist.systems.storm_of_steel.rules.sailing import Harbour, Movers, put_into, put_to_sea
from navalassist.systems.storm_of_steel.rulings import R52, R73, R83, R84, R90
from navalassist.systems.storm_of_steel.state import MaybeKey, Mission, Side, Squadrons, Stage

RULE, ARRIVES = "GW.INT", "GW.REFUSE.3"


class Sought(Frozen):
    """An enemy fleet that a general engagement is to be fought with."""

    row: Words = Field(description="Its row: fleet:….")
    name: Words = Field(default="", description="Its name.")
    areas: Annotated[tuple[Key, ...], Field(max_length=40)] = Field(
        description="The sea area where it is; of a fleet in a base, those on which the base lies."
    )


class MissionOrder(Overrulable):
    """A side sends fleets to sea on a mission."""

    side: Side = Field(description="Whose mission it is.")
    number: int = Field(ge=1, le=99999, description="The number of the action that begins with it.")
    mission: Mission = Field(description="What for.")
    area: Key = Field(description="Key of the sea area.")
    area_name: Words = Field(default="", description="Its name.")
    sailing: Movers = Field(default=(), description="The fleets that sail.")
    squadrons: Squadrons = Field(default=(), description="Their squadrons.")
    target: Harbour | None = Field(default=None, description="The base that is shelled, or re-based to.")
    sought: Annotated[tuple[Sought, ...], Field(max_length=60)] = Field(
        default=(), description="The enemy fleets of a general engagement (R-83)."
    )
    enemy: Squadrons = Field(default=(), description="Their squadrons.")
    busy: Words = Field(default="", description="Which of all these is in an action that is not over; empty for none.")
    no_way: Words = Field(default="", description="Which fleet can't come there by water, as a sentence; empty: none.")
    raided: bool = Field(default=True, description="Commerce is raided in the area.")
    player_turn: Side | None = Field(default=None, description="Whose player turn it is; left out: not asked.")
    step: Step | None = Field(default=None, description="The step of it; left out: not asked.")


@dataclass(frozen=True, slots=True)
class Declared:
    """The mission, the number of its action, and what comes next."""

    mission: str
    action: int
    next: str
    overruled: str = ""


def why_not(order: MissionOrder) -> Refusal | None:
    """Units that are free to sail, with something to do for them."""
    if not order.squadrons:
        return Refusal(f"No unit of the {order.side.label} side is named for the mission.", RULE)
    if order.busy:
        return Refusal(order.busy, RULE)
    return _incomplete(order) or unless_overruled(order, _forbidden(order))


def _incomplete(order: MissionOrder) -> Refusal | None:
    """What a mission can't be carried out without."""
    if order.mission is Mission.GENERAL_ENGAGEMENT and not order.enemy:
        return Refusal("A General Engagement needs an enemy: name the fleets that it meets.", "GW.CONTACT")
    if order.mission is Mission.BOMBARDMENT and order.target is None:
        return Refusal("A Coastal Bombardment needs a coast: choose what is shelled.", "GW.BOMBARD")
    if order.mission is Mission.REBASING and order.target is None:
        return Refusal("Say which base the fleet re-bases to.", "GW.REFUSE.2")
    return None


def _forbidden(order: MissionOrder) -> Refusal | None:
    """What the tables have no place for."""
    if order.step is not None and (order.player_turn, order.step) != (order.side, Step.NAVAL_OPERATIONS):
        when = f"the {order.side.label} {Step.NAVAL_OPERATIONS.label.lower()} step"
        return Refusal(f"Fleets of the {order.side.label} side put to sea in {when} (R-74).", RULE)
    if order.no_way:
        return Refusal(order.no_way, RULE)
    if order.mission is Mission.RAIDING and not order.raided:
        return Refusal(f"Commerce is not raided in {order.area_name or order.area}.", "GW.RAID")
    if order.mission is Mission.RAIDING and order.side is not Side.CENTRAL:
        return Refusal("The Commerce Raiding Table knows only Central raiders.", "GW.RAID")
    away = next((fleet for fleet in order.sought if order.area not in fleet.areas), None)
    if away is not None:
        words = f"{away.name} is neither in {order.area_name or order.area} nor in a base on it (R-83)."
        return Refusal(words, "GW.CONTACT")
    base = order.target
    if base is not None and order.mission is Mission.REBASING:
        return not_own(base, order.side, "GW.REFUSE.2")
    if base is not None and order.mission is Mission.BOMBARDMENT:
        if base.owner == order.side:
            return Refusal(f"{base.name} is not held by the enemy.", "GW.BOMBARD")
        if order.area not in base.areas:
            return Refusal(f"{base.name} does not lie on {order.area_name}.", "GW.BOMBARD")
    return None


def not_own(base: Harbour, side: Side, rule: str) -> Refusal | None:
    """A base where a side does not lie."""
    if base.owner == side:
        return None
    return Refusal(f"{base.name} is not a base or port of the {side.label} side.", rule)


@procedure(
    "gw-mission",
    system=SYSTEM,
    rule=RULE,
    title="Send a fleet on a mission",
    roller=Roller.OWNER,
    edition=EDITION,
    dice="none: the mission is declared",
    why_not=why_not,
)
def declare(order: MissionOrder) -> Play[Outcome[Declared]]:
    """The fleets are at sea, and their action begins: to be intercepted, or with an enemy at once (R-52)."""
    yield from R52.look()
    yield from R84.look()
    meets = not order.mission.may_be_intercepted
    if meets:
        # By either reading it is the side whose mission it is.
        yield from R73.look()
        yield from R83.look()
    stage = Stage.CONTACT if meets else Stage.MISSION
    number = str(order.number)
    sides = {order.side: order.squadrons, order.side.enemy: order.enemy if meets else ()}
    row = create(
        action_row(number),
        number=order.number,
        side=order.side.value,
        mission=order.mission.value,
        area=order.area,
        target=order.target.key if order.target else "",
        central=keys(sides[Side.CENTRAL]),
        allied=keys(sides[Side.ALLIED]),
        attacker=order.side.value if meets else "",
        advantage="",
        order="",
        fired=[],
        stage=stage.value,
        ends="",
    )
    told = Declared(order.mission.label, order.number, stage.label, passed_over(order, _forbidden(order)))
    return Outcome(told, (row, *put_to_sea(order.sailing, order.area, order.mission)))


class LetPass(Frozen):
    """A side does not try to intercept a mission of its enemy."""

    side: Side = Field(description="The side that lets it pass.")
    action: NavalAction = Field(description="The enemy mission.")


@dataclass(frozen=True, slots=True)
class Passed:
    """What comes next."""

    next: str


def why_not_pass(passing: LetPass) -> Refusal | None:
    """A mission of the enemy that may still be intercepted."""
    if passing.action.side is passing.side:
        return Refusal(f"It is a mission of the {passing.side.label} side itself.", RULE)
    return at_stage(passing.action, RULE, Stage.MISSION)


@procedure(
    "gw-let-pass",
    system=SYSTEM,
    rule=RULE,
    title="Let a mission pass",
    roller=Roller.OWNER,
    edition=EDITION,
    dice="none: nobody intercepts",
    why_not=why_not_pass,
)
def let_pass(passing: LetPass) -> Play[Outcome[Passed]]:
    """Nobody intercepts: the mission is carried out."""
    yield from R52.look()
    return Outcome(Passed(Stage.UNOPPOSED.label), passing.action.set(stage=Stage.UNOPPOSED.value))


class GiveUp(Frozen):
    """A side gives up its own mission."""

    side: Side = Field(description="Whose mission it is.")
    action: NavalAction = Field(description="The mission.")


@dataclass(frozen=True, slots=True)
class GivenUp:
    """What becomes of the fleet."""

    fleet: str


def why_not_give_up(giving: GiveUp) -> Refusal | None:
    """While it may still be intercepted, or waits to be carried out."""
    if giving.action.side is not giving.side:
        return Refusal(f"It is no mission of the {giving.side.label} side.", RULE)
    return at_stage(giving.action, RULE, Stage.MISSION, Stage.UNOPPOSED)


@procedure(
    "gw-give-up",
    system=SYSTEM,
    rule=ARRIVES,
    title="Give a mission up",
    roller=Roller.OWNER,
    edition=EDITION,
    dice="none: nothing is carried out",
    why_not=why_not_give_up,
)
def give_up(giving: GiveUp) -> Play[Outcome[GivenUp]]:
    """It may be completed, and need not be: the fleet stays at sea, as one whose mission is done (R-90)."""
    yield from R90.look()
    there = giving.action.area_name or giving.action.area
    return Outcome(GivenUp(f"at sea in {there}"), ended(giving.action, "the mission was given up"))


class Rebasing(Overrulable):
    """A re-basing fleet that nobody has stopped: it puts into a base, or sails on to the next sea area."""

    side: Side = Field(description="Whose fleet it is.")
    action: NavalAction = Field(description="The naval action.")
    movers: Movers = Field(description="What re-bases.")
    base: Harbour | None = Field(default=None, description="The base; left out where it sails on.")
    to_area: MaybeKey = Field(default="", description="Key of the next sea area; empty where it puts into a base.")
    to_area_name: Words = Field(default="", description="Its name.")
    neighbours: Annotated[tuple[Key, ...], Field(max_length=40)] = Field(
        default=(), description="The sea areas that border on the one where it is."
    )
    step: Step | None = Field(default=None, description="The step that it is; left out: not asked.")

    @model_validator(mode="after")
    def _goes_somewhere(self) -> Self:
        if (self.base is None) is not bool(self.to_area):
            raise ValueError("it goes either to a base or to a sea area")
        return self

    @property
    def goes_to(self) -> str:
        """The name of where it goes."""
        return self.base.name if self.base else self.to_area_name


@dataclass(frozen=True, slots=True)
class Rebased:
    """Where the fleet is now."""

    to: str
    overruled: str = ""


def why_not_re_base(order: Rebasing) -> Refusal | None:
    """A re-basing fleet that was not intercepted, or has the sea to itself again."""
    action = order.action
    if action.mission is not Mission.REBASING:
        words = f"The mission of action {action.number} is {action.mission.label}, not re-basing."
        return Refusal(words, ARRIVES)
    return at_stage(action, ARRIVES, Stage.UNOPPOSED) or unless_overruled(order, _forbidden_way(order))


def _forbidden_way(order: Rebasing) -> Refusal | None:
    if wrong := out_of_step(order.step, ARRIVES):
        return wrong
    here = order.action.area_name or order.action.area
    if order.base is None:
        borders = order.to_area in order.neighbours
        return None if borders else Refusal(f"{order.to_area_name} does not border on {here}.", ARRIVES)
    if order.action.area not in order.base.areas:
        words = f"{order.base.name} does not lie on {here}: the fleet sails on to the next sea area first."
        return Refusal(words, ARRIVES)
    return not_own(order.base, order.side, ARRIVES)


@procedure(
    "gw-rebasing",
    system=SYSTEM,
    rule=ARRIVES,
    title="Complete a re-basing",
    roller=Roller.OWNER,
    edition=EDITION,
    dice="none: the fleet arrives, or sails on",
    why_not=why_not_re_base,
)
def re_base(order: Rebasing) -> Play[Outcome[Rebased]]:
    """It lies in its base, and the action is over; or it is in the next area, where it may be intercepted again."""
    yield from ()
    return Outcome(Rebased(order.goes_to, passed_over(order, _forbidden_way(order))), _arrives(order))


def _arrives(order: Rebasing) -> tuple[Effect, ...]:
    action = order.action
    if order.base is not None:
        return (*put_into(order.movers, order.base), *ended(action, f"re-based to {order.base.name}"))
    again = {"area": order.to_area, order.side.enemy.value: [], "attacker": "", "advantage": "", "order": ""}
    return (
        *put_to_sea(order.movers, order.to_area, Mission.REBASING),
        *action.set(**again, fired=[], stage=Stage.MISSION.value),
    )
