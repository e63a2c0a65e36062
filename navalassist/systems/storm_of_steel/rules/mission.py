"""GW.INT: a fleet puts to sea on a mission, and a naval action begins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from navalassist.engine import Outcome, Play, Refusal
from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.english import does, listed
from navalassist.engine.forms import Ask, Facts, FormErrors, Grouped, Options
from navalassist.engine.overruled import Because, Overrulable
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.rule import Result, Summary
from navalassist.engine.shapes import Form, Frozen, Key, Words
from navalassist.systems.storm_of_steel import actions, forces, movers, ways
from navalassist.systems.storm_of_steel.actions import ACTIONS
from navalassist.systems.storm_of_steel.book import rule
from navalassist.systems.storm_of_steel.clock import Step
from navalassist.systems.storm_of_steel.movers import Movers, ready_of_turn
from navalassist.systems.storm_of_steel.rulings import R52, R73, R83, R84
from navalassist.systems.storm_of_steel.state import Action, Area, Base, Fleet, Harbour, Mission, Side, Squadrons, Stage

SLUG = "gw-mission"
SAIL, MEET = ready_of_turn(sailing=True), ready_of_turn(sailing=False)
INT, CONTACT, BOMBARD, RAID, RE_BASE = "GW.INT", "GW.CONTACT", "GW.BOMBARD", "GW.RAID", "GW.REFUSE.2"
NO_BASE, ITS_SEA = "none", "that of the base or port"
# What a fleet puts to sea for.
ERRANDS = {
    Mission.RAIDING: "to raid commerce in the {area}",
    Mission.BOMBARDMENT: "to shell {target}",
    Mission.REBASING: "for {target}, by the {area}",
    Mission.GENERAL_ENGAGEMENT: "to seek a general engagement in the {area}",
}


def seas_after(view: View, typed: Facts) -> Grouped:
    """Once a base or port is chosen, its seas first."""
    seas, base = forces.areas(view), view.find(Base, str(typed.get("target") or ""))
    if base is None or not base.areas:
        return [("", ITS_SEA), *seas]
    first = ITS_SEA if len(base.areas) == 1 else "choose"
    lies_on = [one for one in seas if one[0] in base.areas]
    return [("", first), *lies_on, ("another…", [one for one in seas if one not in lies_on])]


def fleets_after(view: View, typed: Facts) -> Options:
    """Of a bombardment with how many squadrons of each have the guns for it."""
    if typed.get("mission") != Mission.BOMBARDMENT:
        return SAIL(view)
    return [(key, f"{words} · {_guns(view, key)} can shell a coast") for key, words in SAIL(view)]


def _guns(view: View, fleet: str) -> str:
    fire = sum(unit.kind.is_battle_line for unit in forces.squadrons_at(view, Fleet.row_of(fleet)))
    return f"{fire} that" if fire else "nobody in it"


def targets_after(view: View, typed: Facts) -> Options:
    """Of a bombardment the coasts of others, each with what shells can hurt there (GW.BOMBARD)."""
    coasts = forces.coasts(view)
    if typed.get("mission") == Mission.BOMBARDMENT:
        turn = view.get("campaign:clock.player_turn")
        bases = ((view.row(Base, key), words) for key, words in coasts)
        coasts = [(base.key, f"{words} · {_hurt(base)}") for base, words in bases if base.owner != turn]
    return [("", NO_BASE), *coasts]


def _hurt(base: Base) -> str:
    found = (("fortress", base.fortress), ("city", base.city))
    return " and ".join(name for name, there in found if there) or "neither fortress nor city: shells win nothing there"


def enemies_after(view: View, typed: Facts) -> Options:
    """No mission but a General Engagement names its enemy."""
    return MEET(view) if typed.get("mission") in (None, "", Mission.GENERAL_ENGAGEMENT) else []


class MissionForm(Form):
    """What is typed when a fleet is sent on a mission."""

    mission: Mission = Ask("Mission")
    area: str = Ask("Sea area", forces.areas, none=ITS_SEA, after=seas_after)
    fleets: tuple[str, ...] = Ask(
        "Fleets that sail", forces.fleets, many=True, shown=SAIL, after=fleets_after, help="Of one side."
    )
    target: str = Ask(
        "Base or port",
        forces.coasts,
        none=NO_BASE,
        after=targets_after,
        help="What is shelled, or re-based to; no other mission has one.",
    )
    against: tuple[str, ...] = Ask(
        "Enemy fleets that it meets",
        forces.fleets,
        (),
        many=True,
        shown=MEET,
        after=enemies_after,
        help="Of a General Engagement only: in the area, or in a base on it.",
    )
    because: Because = ""


class Sought(Frozen):
    """An enemy fleet that a general engagement is to be fought with.

    areas: where it is; of a fleet in a base, those on which the base lies.
    """

    row: Words
    name: Words = ""
    areas: Annotated[tuple[Key, ...], Field(max_length=40)]


class MissionOrder(Overrulable):
    """A side sends fleets to sea on a mission."""

    side: Side = Says("Whose mission it is")
    number: int = Says("Number of the action", ge=1, le=99999, told=False, numbers=Action.KIND)
    mission: Mission = Says("Mission")
    area: Key = Says("Sea area", of="area")
    area_name: Words = Says("Name of the sea area", "", told=False)
    sailing: Movers = Says("Fleets that sail", ())
    squadrons: Squadrons = Says("Squadrons that sail", ())
    target: Harbour | None = Says("Base that is shelled, or re-based to", None)
    sought: Annotated[tuple[Sought, ...], Field(max_length=60)] = Says("Enemy fleets", (), told=False)
    enemy: Squadrons = Says("Enemy squadrons that it meets", ())
    busy: Words = Says("In another action", "", only_if=True)
    no_way: Words = Says("No way by water", "", only_if=True)
    raided: bool = Says("Commerce is raided in the area", True)
    player_turn: Side | None = Says("Player turn", None, told=False)
    step: Step | None = Says("Step", None, told=False)

    @property
    def sea(self) -> str:
        """The name of the area, or its key where it has none."""
        return self.area_name or self.area


@dataclass(frozen=True, slots=True)
class Declared(Result):
    """The mission, the number of its action, and what comes next."""

    mission: str
    action: int
    next: str
    overruled: str = ""

    def summary(self, given: MissionOrder) -> Summary:
        """`Scouting Forces put to sea to shell Scarborough.`"""
        fleets = listed(one.name for one in given.sailing or given.squadrons)
        target = given.target.name or given.target.key if given.target else ""
        errand = ERRANDS[given.mission].format(area=given.sea, target=target)
        return Summary(f"{does(fleets, 'put')} to sea {errand}.", notes=(f"Action {self.action} {self.next}",))


def situation(read: Reader, form: MissionForm) -> MissionOrder:
    """The fleets with their squadrons, the area, what is aimed at, and whom they meet."""
    side, mission = Side(read[Fleet.fact_of(form.fleets[0], "side")]), form.mission
    sailing = movers.fleets_of(read, form.fleets, side, "fleets")
    against = movers.fleets_of(read, form.against, side.enemy, "against")
    if against and mission is not Mission.GENERAL_ENGAGEMENT:
        raise FormErrors({"against": f"a {mission.label} names no enemy, who may intercept it: leave this empty"})
    if form.target and mission not in (Mission.BOMBARDMENT, Mission.REBASING):
        raise FormErrors({"target": f"a {mission.label} has no base as its aim: leave this empty"})
    own, enemy = (forces.squadrons_in(read, [fleet.row for fleet in fleets]) for fleets in (sailing, against))
    target = movers.harbour_of(read, form.target) if form.target else None
    area = form.area or _sea_of(read, target)
    return MissionOrder(
        side=side,
        number=ACTIONS.next_number(read.view),
        mission=mission,
        area=area,
        area_name=read[Area.fact_of(area, "name")],
        sailing=sailing,
        squadrons=own,
        target=target,
        sought=[Sought(row=one.row, name=one.name, areas=forces.areas_of(read, one.place)) for one in against],
        enemy=enemy,
        busy=actions.busy_with(read.view, (*own, *enemy)),
        no_way=ways.no_way(read, sailing, area, side),
        raided=read[Area.fact_of(area, "raiding")],
        **read.fields("campaign:clock", "player_turn", "step"),
    )


def _sea_of(read: Reader, base: Harbour | None) -> str:
    """The one sea area on which a base lies. FormErrors where it lies on several, or none is named."""
    if base is None or not base.areas:
        raise FormErrors({"area": "choose the sea area"})
    if len(base.areas) > 1:
        names = listed(str(read[Area.fact_of(area, "name")]) for area in base.areas)
        raise FormErrors({"area": f"{base.name} lies on {names}: choose one"})
    return base.areas[0]


def why_not(order: MissionOrder) -> Iterator[Refusal]:
    """Units that are free to sail, with something to do for them, where the tables have a place for it."""
    if not order.squadrons:
        yield Refusal(f"No unit of the {order.side.label} side is named for the mission.", INT, final=True)
    if order.busy:
        yield Refusal(order.busy, INT, final=True)
    yield from _incomplete(order)
    if order.step is not None and (order.player_turn, order.step) != (order.side, Step.NAVAL_OPERATIONS):
        when = f"the {order.side.label} {Step.NAVAL_OPERATIONS.label.lower()} step"
        yield Refusal(f"Fleets of the {order.side.label} side put to sea in {when} (R-74).", INT)
    if order.no_way:
        yield Refusal(order.no_way, INT)
    if order.mission is Mission.RAIDING and not order.raided:
        yield Refusal(f"Commerce is not raided in {order.sea}.", RAID)
    if order.mission is Mission.RAIDING and order.side is not Side.CENTRAL:
        yield Refusal("The Commerce Raiding Table knows only Central raiders.", RAID)
    for fleet in order.sought:
        if order.area not in fleet.areas:
            yield Refusal(f"{fleet.name} is neither in {order.sea} nor in a base on it (R-83).", CONTACT)
    if order.target is not None:
        yield from _wrong_base(order, order.target)


def _incomplete(order: MissionOrder) -> Iterator[Refusal]:
    """What a mission can't be carried out without."""
    if order.mission is Mission.GENERAL_ENGAGEMENT and not order.enemy:
        yield Refusal("A General Engagement needs an enemy: name the fleets that it meets.", CONTACT, final=True)
    if order.mission is Mission.BOMBARDMENT and order.target is None:
        yield Refusal("A Coastal Bombardment needs a coast: choose what is shelled.", BOMBARD, final=True)
    if order.mission is Mission.REBASING and order.target is None:
        yield Refusal("Say which base the fleet re-bases to.", RE_BASE, final=True)


def _wrong_base(order: MissionOrder, base: Harbour) -> Iterator[Refusal]:
    """A fleet re-bases to a base of its own, and shells one of the enemy's on its area."""
    if order.mission is Mission.REBASING:
        yield from movers.not_own(base, order.side, RE_BASE)
    if order.mission is Mission.BOMBARDMENT and base.owner.value == order.side.value:
        yield Refusal(f"{base.name} is not held by the enemy.", BOMBARD)
    if order.mission is Mission.BOMBARDMENT and order.area not in base.areas:
        yield Refusal(f"{base.name} does not lie on {order.sea}.", BOMBARD)


def duties(now: Now) -> Iterator[Duty]:
    """Fleets of the side whose step it is may put to sea."""
    if not now.ahead:
        yield by_rule(SLUG, small="bombardment, raid, re-basing or general engagement", again=True)


@rule(
    SLUG,
    INT,
    "Send a fleet on a mission",
    form=MissionForm,
    situation=situation,
    why_not=why_not,
    may="*/naval-operations",
    duties=duties,
    dice="none: the mission is declared",
    before={"fleets": "sailing", "against": "sought"},
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
    sides = {order.side: order.squadrons, order.side.enemy: order.enemy if meets else ()}
    action = Action.new(
        str(order.number),
        number=order.number,
        side=order.side,
        mission=order.mission,
        area=order.area,
        target=order.target.key if order.target else "",
        attacker=order.side if meets else "",
        stage=stage,
        **{side.value: actions.keys(squadrons) for side, squadrons in sides.items()},
    )
    told = Declared(order.mission.label, order.number, stage.label)
    return Outcome(told, (action, *movers.put_to_sea(order.sailing, order.area, order.mission)))
