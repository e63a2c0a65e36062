"""GW.INT: a fleet on its way to shell a coast, raid commerce or re-base may be intercepted. Two dice, 3 or less."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from navalassist.engine import Dice, Figure, Odds, Outcome, Play, Refusal, Roll, Tally, Term
from navalassist.engine.english import does, listed
from navalassist.engine.forms import Ask, FormErrors, Options
from navalassist.engine.overruled import Because, Overrulable
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.rule import Result, Summary
from navalassist.engine.shapes import Form, Words
from navalassist.systems.storm_of_steel import actions, forces, movers, ways
from navalassist.systems.storm_of_steel.actions import ACTIONS, NavalAction
from navalassist.systems.storm_of_steel.book import rule
from navalassist.systems.storm_of_steel.clock import Step
from navalassist.systems.storm_of_steel.movers import Movers
from navalassist.systems.storm_of_steel.rulings import INTERCEPTING, R32, R52, R73, R84, R88
from navalassist.systems.storm_of_steel.state import (
    AirLevel,
    Side,
    SquadronKind,
    Squadrons,
    Stage,
    air_level,
    lowest_contact,
)

SLUG, INT = "gw-interception", "GW.INT"
# The highest sum that intercepts.
NEEDED = 3
# The Air Levels that help the intercepting side, and the one that hides a fleet.
HELPS, HIDES = 4, 5


def who_can_come(view: View) -> Options:
    """The fleets that are ready, and come by water to a mission of the enemy that may still be intercepted."""
    missions = ACTIONS.all(view, Stage.MISSION)
    coming = {
        fleet.key
        for fleet in movers.ready(view)
        if any(ways.can_come(view, fleet.place, action.area, action.side.enemy) for action in missions)
    }
    return [one for one in movers.hunters(view) if one[0] in coming]


class InterceptionForm(Form):
    """What is typed when a side tries to intercept."""

    action: str = Ask("Naval action", ACTIONS.choices(SLUG))
    fleets: tuple[str, ...] = Ask(
        "Fleets that intercept", movers.hunters, many=True, shown=who_can_come, help="Of the other side."
    )
    because: Because = ""


class Interception(Overrulable):
    """A side tries to intercept a mission of its enemy in a sea area."""

    side: Side = Says("Who intercepts")
    action: NavalAction = Says("Enemy mission")
    hunters: Squadrons = Says("Squadrons that try to intercept")
    sailing: Movers = Says("Their fleets", (), help="They put to sea if they succeed.")
    air: AirLevel = Says("Air Level of the side that intercepts")
    enemy_air: AirLevel = Says("Air Level of the side that is intercepted")
    step: Step | None = Says("Step", None, told=False)
    no_way: Words = Says("No way by water", "", only_if=True)

    @property
    def quarry(self) -> Squadrons:
        """The squadrons that may be intercepted."""
        return self.action.of(self.side.enemy)


class Sighting(StrEnum):
    """What the dice say."""

    INTERCEPTED = "intercepted"
    MISSED = "not intercepted"


@dataclass(frozen=True, slots=True)
class Intercepted(Result):
    """Whether the mission was intercepted, what the two dice had to show, and why."""

    result: Sighting
    needed: str
    modifiers: Tally

    def summary(self, given: Interception) -> Summary:
        """`Mediterranean Fleet intercepts the Central Powers fleet in the Ionian Sea.`"""
        who = listed(one.name for one in given.sailing or given.hunters)
        whom = f"the {given.action.side.label} fleet in the {given.action.sea}"
        came = self.result is Sighting.INTERCEPTED
        sentence = f"{does(who, 'intercept')} {whom}." if came else f"{does(who, 'do')} not find {whom}."
        return Summary(sentence, self.result.upper(), came, notes=(f"Needed: {self.needed}",))


def situation(read: Reader, form: InterceptionForm) -> Interception:
    """The mission, the fleets that hunt it, and both Air Levels."""
    action = actions.action_of(read, form.action)
    side = action.side.enemy
    fleets = movers.fleets_of(read, form.fleets, side, "fleets")
    units = forces.squadrons_in(read, [fleet.row for fleet in fleets])
    if busy := actions.busy_with(read.view, units):
        raise FormErrors({"fleets": f"{busy.removesuffix('.')}: choose another fleet"})
    return Interception(
        side=side,
        action=action,
        hunters=units,
        sailing=fleets,
        air=movers.air_of(read, side),
        enemy_air=movers.air_of(read, side.enemy),
        **read.fields("campaign:clock", "step"),
        no_way=ways.no_way(read, fleets, action.area, side),
    )


def why_not(hunt: Interception) -> Iterator[Refusal]:
    """A mission of the enemy that can be intercepted (R-52), and was neither intercepted nor missed yet."""
    action = hunt.action
    if action.side is hunt.side:
        yield Refusal(f"It is a mission of the {hunt.side.label} side itself.", INT, final=True)
    if not action.mission.may_be_intercepted:
        words = f"A {action.mission.label} is not rolled for: the two fleets go to the contact table at once (R-52)."
        yield Refusal(words, INT, final=True)
    yield from ACTIONS.not_now(action, SLUG, INT, final=True)
    if not hunt.hunters:
        yield Refusal(f"No unit of the {hunt.side.label} side is named to intercept.", INT, final=True)
    if not hunt.quarry:
        yield Refusal("Nothing is left of the fleet that would be intercepted.", INT, final=True)
    yield from actions.out_of_step(hunt.step, INT)
    if hunt.no_way:
        yield Refusal(hunt.no_way, INT)


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


@rule(
    SLUG,
    INT,
    "Roll to intercept a mission",
    form=InterceptionForm,
    situation=situation,
    basis=modifiers,
    why_not=why_not,
    figures=figures,
    due="*/naval-operations",
    listed="Try to intercept a bombardment, a raid or a re-basing",
    duties=ACTIONS.lines(SLUG, "Intercept, or let it pass"),
    dice="2d6",
    before={"fleets": "sailing"},
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
        return Outcome(told, hunt.action.set(stage=Stage.UNOPPOSED))
    attacker = hunt.side if (yield from R73.look()) == INTERCEPTING else hunt.action.side
    met = {hunt.side.value: actions.keys(hunt.hunters), "attacker": attacker, "stage": Stage.CONTACT}
    return Outcome(told, (*hunt.action.set(**met), *movers.put_to_sea(hunt.sailing, hunt.action.area)))
