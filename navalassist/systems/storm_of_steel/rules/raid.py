"""GW.RAID: Central raiders against Allied merchant shipping and its convoys."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from navalassist.engine import Add, Column, Effect, Figure, Odds, Outcome, Play, Refusal, TableKey, Term
from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.english import capital, counted, does, listed
from navalassist.engine.forms import Ask, FormErrors, Listed, Options
from navalassist.engine.overruled import Because, Overrulable
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.rule import Result, Summary, weighed
from navalassist.engine.shapes import Form, Key, Words
from navalassist.systems.storm_of_steel import actions, forces
from navalassist.systems.storm_of_steel.actions import ACTIONS, NavalAction, keys, taking_part, unopposed_actions
from navalassist.systems.storm_of_steel.book import EDITION, EDITION_2, rule
from navalassist.systems.storm_of_steel.cells import Points, points_of
from navalassist.systems.storm_of_steel.clock import Step
from navalassist.systems.storm_of_steel.marks import mark, raided_mark
from navalassist.systems.storm_of_steel.pending_losses import Cause, owed_by
from navalassist.systems.storm_of_steel.rules import mission
from navalassist.systems.storm_of_steel.rulings import IN_THE_AREA, R35, R37, R82, R90
from navalassist.systems.storm_of_steel.state import (
    CONVOY_TACTIC,
    MERCHANT_LEVEL,
    USW,
    Area,
    Fleet,
    Keys,
    Level,
    Mission,
    Side,
    SquadronKind,
    Squadrons,
    Unit,
    combat_strength,
)
from navalassist.systems.storm_of_steel.state import Duty as AtSea

RAID = "GW.RAID"
SLUG = "gw-raid"
# What a cell asks for beside its number.
RAIDER, CONVOY = "D", "A"
RAIDS: TableKey[Points] = TableKey("storm_of_steel/commerce-raiding", points_of)


def hunting_grounds(view: View) -> Options:
    """The areas in which commerce is raided, then all others."""
    return sorted(forces.areas(view), key=lambda area: not view.row(Area, area[0]).raiding)


def fleets_of(side: Side) -> Listed:
    """The fleets of a side."""
    return lambda view: [one for one in forces.fleets(view) if view.row(Fleet, one[0]).side is side]


class RaidForm(Form):
    """What is typed when commerce is raided."""

    action: str = Ask("Naval action", actions.unopposed(Mission.RAIDING), none="none")
    area: str = Ask("Sea area", hunting_grounds, none="the area of the naval action")
    raiders: tuple[str, ...] = Ask(
        "Raiding fleets",
        fleets_of(Side.CENTRAL),
        (),
        many=True,
        help="None ticked: all raiders there that no other action holds. Others need a reason.",
    )
    convoys: tuple[str, ...] = Ask(
        "Convoying fleets",
        fleets_of(Side.ALLIED),
        (),
        many=True,
        help="None ticked: all fleets there that are on convoy duty. Others need a reason.",
    )
    because: Because = ""


class Raid(Overrulable):
    """Raiders and convoys in an area where commerce is raided."""

    side: Literal[Side.CENTRAL] = Says("Who raids", Side.CENTRAL)
    area: Key = Says("Sea area", of="area")
    name: Words = Says("Its name", "", told=False)
    raided: bool = Says("Commerce is raided there")
    raided_before: bool = Says("Raided already in this player turn (R-82)", False)
    raiders: Squadrons = Says("Central raiders, with all that sails with them")
    convoys: Squadrons = Says("Allied convoy units there", ())
    flotillas: Squadrons = Says("Central transport flotillas there", ())
    engaged: Keys = Says("In another action, so that no loss falls on them", (), of="squadron", only_if=True)
    step: Step | None = Says("Step", None, told=False)
    fleets: Keys = Says("Raiding fleets that were ticked", (), of="fleet", only_if=True)
    idle: Annotated[str, Field(max_length=10_000)] = Says("Allied fleets there without convoy duty", "", only_if=True)
    escorts: Keys = Says("Convoying fleets that were ticked", (), of="fleet", only_if=True)
    misplaced: Words = Says("What does not fit of the fleets that were ticked", "", only_if=True)
    level: Level | None = Says("Allied merchant shipping level", None)
    usw: bool = Says("Unrestricted submarine warfare", False)
    tactic: bool = Says("Convoy Tactic", False)
    action: NavalAction | None = Says("Naval action", None)
    along: Annotated[tuple[NavalAction, ...], Field(max_length=20)] = Says(
        "Other raiding missions there, which end with it (R-82)", (), only_if=True
    )
    loss: Key = Says("How keys of losses begin", "loss", told=False)

    @property
    def where(self) -> str:
        """Its sea area, by name where that is told."""
        return self.name or self.area

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
class Raided(Result):
    """Points as they were eliminated, doubled ones too, and whether a unit of either side is lost."""

    points: int
    merchant_level_before: int | None = None
    merchant_level_after: int | None = None
    raider_lost: bool = False
    flotilla_lost: bool = False
    convoy_unit_lost: bool = False
    overruled: str = ""

    @property
    def gone(self) -> int:
        """By how much the level fell: it has no more points than it had; all where nobody keeps it."""
        before = self.merchant_level_before
        return self.points if before is None else min(self.points, before)

    def summary(self, given: Raid) -> Summary:
        """`II U-boat Flotilla raids commerce in the Western Approaches: 1 point lost; the merchant level …`"""
        raiders = capital(listed(unit.name for unit in given.raiders) or f"the {given.side.label} fleet")
        points, after = f"{counted(self.gone, 'point')} lost", self.merchant_level_after
        stays = "stays at" if after == self.merchant_level_before else "falls to"
        level = "" if after is None else f"; the merchant level {stays} {after}"
        said = (
            (self.raider_lost, "; a raider is lost"),
            (self.flotilla_lost, "; a transport flotilla is lost"),
            (self.convoy_unit_lost, "; a convoy unit is lost"),
        )
        units = "".join(words for is_lost, words in said if is_lost)
        told = f"{does(raiders, 'raid')} commerce in the {given.where}: {points}{level}{units}."
        return Summary(told, points.upper(), bad=bool(units))


def situation(read: Reader, form: RaidForm) -> Raid:
    """The area with its raiders and convoys, and what the campaign keeps of the war on commerce."""
    action = actions.action_of(read, form.action) if form.action else None
    area = form.area or (action.area if action else "")
    if not area:
        raise FormErrors({"area": "choose the area where commerce is raided, or a naval action"})
    row = read.fields(Area.row_of(area), "name", "raiding")
    along = _along(read, area, form.action)
    ending = tuple(filter(None, (action, *along)))
    raiders, strange = _ticked_or(read, form.raiders, _raiding(read, area, ending), f"raid in {row['name']}")
    escorts = on_duty(read.view, area, AtSea.CONVOY)
    convoys, astray = _ticked_or(read, form.convoys, _of_fleets(read, keys(escorts)), f"convoy in {row['name']}")
    others = (fleet for fleet in forces.fleets_at(read.view, Area.row_of(area), Side.ALLIED) if fleet not in escorts)
    central = forces.squadrons_in_area(read.view, area, Side.CENTRAL)
    busy = taking_part(read.view, keys(ending))
    return Raid(
        area=area,
        name=row["name"],
        raided=row["raiding"],
        raided_before=read.get(f"{raided_mark(area)}.kind") is not None,
        raiders=raiders,
        convoys=convoys,
        flotillas=read.rows(Unit, [one.key for one in central if read[one.fact("kind")] == SquadronKind.TRN]),
        engaged=tuple(key for key in dict.fromkeys(keys((*raiders, *convoys, *central))) if key in busy),
        fleets=tuple(dict.fromkeys(form.raiders)),
        escorts=tuple(dict.fromkeys(form.convoys)),
        idle=", ".join(fleet.name or fleet.key for fleet in others),
        misplaced=strange or astray,
        level=read.get(MERCHANT_LEVEL),
        usw=bool(read.get(USW)),
        tactic=bool(read.get(CONVOY_TACTIC)),
        action=action,
        along=along,
        **read.fields("campaign:clock", "step"),
        loss=actions.free_loss(read.view, "raid"),
    )


def _along(read: Reader, area: str, but: str) -> tuple[NavalAction, ...]:
    """The other raiding missions in the area that nobody stops any more."""
    others = sorted(key for key in keys(unopposed_actions(read.view, Mission.RAIDING)) if key != but)
    return tuple(one for one in (actions.action_of(read, key) for key in others) if one.area == area)


def _raiding(read: Reader, area: str, ending: tuple[NavalAction, ...]) -> tuple[Unit, ...]:
    """All raiders in the area that no other action holds."""
    busy = taking_part(read.view)
    standing = _of_fleets(read, keys(on_duty(read.view, area, AtSea.RAIDING)))
    free = (unit for unit in standing if unit.key not in busy)
    return tuple(dict.fromkeys((*(unit for one in ending for unit in one.central), *free)))


def _ticked_or(
    read: Reader, ticked: tuple[str, ...], there: tuple[Unit, ...], does: str
) -> tuple[tuple[Unit, ...], str]:
    """The units of the ticked fleets, or where none is those that are there; a sentence where the two differ."""
    if not ticked:
        return there, ""
    named = _of_fleets(read, dict.fromkeys(ticked))
    if strange := next((unit for unit in named if unit not in there), None):
        return named, f"{strange.name} does not {does}."
    missing = next((unit for unit in there if unit not in named), None)
    return named, f"All units that {does} count, {missing.name} too." if missing else ""


def _of_fleets(read: Reader, fleets: Iterable[str]) -> tuple[Unit, ...]:
    """The squadrons of fleets, with what says that these count."""
    rows = [Fleet.row_of(key) for key in fleets]
    for row in rows:
        read.fields(row, "side", "place", "duty")
    return read.rows(Unit, [unit.key for row in rows for unit in forces.squadrons_at(read.view, row)])


def on_duty(view: View, area: str, duty: AtSea) -> list[Fleet]:
    """The fleets of a duty in an area, as far as they have squadrons: raiders are Central, convoys Allied."""
    side = Side.CENTRAL if duty is AtSea.RAIDING else Side.ALLIED
    there = forces.fleets_at(view, Area.row_of(area), side)
    return [fleet for fleet in there if fleet.duty is duty and forces.squadrons_at(view, fleet.row)]


def column(given: Raid) -> Column:
    """Combat strength of the raiders less contact ratings of the convoys; what else counts adds nothing to it."""
    convoys = sum(unit.contact for unit in given.convoys)
    return Column(
        (
            Term(RAID, "combat strength of the raiders", combat_strength(given.raiders), bool(given.raiders)),
            Term(RAID, "contact ratings of the convoy units", -convoys, bool(given.convoys)),
            *((Term(RAID, f"not on convoy duty: {given.idle}", 0, applies=False),) if given.idle else ()),
            Term(f"{RAID}.usw", "unrestricted submarine warfare: points are doubled", 0, given.usw),
            Term(f"{RAID}.D", "Convoy Tactic and a convoy unit: +D costs a raider", 0, given.guarded),
            Term(f"{RAID}.D2", "a transport flotilla that +D may cost", 0, bool(given.flotillas), R35.number),
            Term(f"{RAID}.A", "a convoy unit that +A costs", 0, bool(given.convoys)),
        )
    )


def why_not(given: Raid) -> Iterator[Refusal]:
    """Somebody raids, where commerce is raided, as the mission of an action that was not stopped; once (R-82)."""
    action, where = given.action, given.where
    if not given.raided:
        yield Refusal(f"Commerce is not raided in {where}.", RAID)
    if not given.attackers:
        yield Refusal(f"No Central unit raids in {where}.", RAID)
    yield from actions.out_of_step(given.step, RAID)
    yield from actions.mission_refused(action, Mission.RAIDING, RAID)
    if action is not None and action.area != given.area:
        yield Refusal(f"Action {action.number} raids in {action.area_name or action.area}, not in {where}.", RAID)
    if given.raided_before:
        yield Refusal(f"Commerce was raided in {where} already: once in a player turn (R-82).", RAID)
    if given.misplaced:
        yield Refusal(given.misplaced, RAID)


def figures(odds: Odds[Raided]) -> tuple[Figure, ...]:
    """The points to be expected, and the units that may be lost."""
    return (
        Figure("points", "Expected points eliminated", odds.expect(lambda found: found.points), "points"),
        Figure("raider-lost", "A raider is lost", odds.chance(lambda found: found.raider_lost)),
        Figure("flotilla-lost", "A Central transport flotilla is lost", odds.chance(lambda found: found.flotilla_lost)),
        Figure("convoy-unit-lost", "A convoy unit is lost", odds.chance(lambda found: found.convoy_unit_lost)),
    )


def duties(now: Now) -> Iterator[Duty]:
    """A line for each raid that nobody stops any more; raiders at sea begin as a mission, which may be stopped."""
    for action in unopposed_actions(now.view, Mission.RAIDING):
        area = now.view.name(Area.row_of(action.area))
        yield ACTIONS.line(now, SLUG, action, f"Raid commerce in {area}")
    if now.ahead or now.moment.player_turn != Side.CENTRAL:
        return
    busy = taking_part(now.view)
    for area, name in forces.areas(now.view):
        may_raid = now.view.row(Area, area).raiding and f"{raided_mark(area)}.kind" not in now.facts
        raiders = on_duty(now.view, area, AtSea.RAIDING) if may_raid else []
        fleets = [one for one in raiders if busy.isdisjoint(keys(forces.squadrons_at(now.view, one.row)))]
        if fleets:
            begins = {"mission": Mission.RAIDING.value, "area": area, "fleets": keys(fleets)}
            small = ", ".join(fleet.name or fleet.key for fleet in fleets)
            yield by_rule(mission.SLUG, f"Raid commerce in {name}", begins, rule=RAID, small=small, done="", again=True)


@rule(
    SLUG,
    RAID,
    "Raid commerce",
    form=RaidForm,
    situation=situation,
    basis=weighed(column),
    why_not=why_not,
    figures=figures,
    headline=("raider-lost", "flotilla-lost", "convoy-unit-lost"),
    due="*/naval-operations",
    duties=duties,
    dice="1d6",
    edition=EDITION_2,
    earlier=(EDITION,),
    before={"raiders": "fleets", "convoys": "escorts"},
)
def raid(given: Raid) -> Play[Outcome[Raided]]:
    """One die in the column of raiders less convoys: points off the merchant level, and perhaps units of both sides."""
    # A flotilla is lost by +D wherever one is in the area.
    alone = (yield from R35.look()) == IN_THE_AREA
    yield from R37.look()
    yield from R82.look()
    yield from R90.look()
    cell = yield from RAIDS.roll("raid", column=column(given), label=given.where)
    points, level, hit = cell.number * (2 if given.usw else 1), given.level, cell.also == RAIDER
    found = Raided(
        points=points,
        merchant_level_before=level,
        merchant_level_after=None if level is None else max(0, level - points),
        raider_lost=hit and given.guarded and bool(given.at_risk(given.attackers)),
        flotilla_lost=hit and (alone or given.guarded) and bool(given.at_risk(given.flotillas)),
        convoy_unit_lost=cell.also == CONVOY and bool(given.at_risk(given.convoys)),
    )
    return Outcome(found, tuple(_effects(given, found)))


def _effects(given: Raid, found: Raided) -> Iterator[Effect]:
    """The level falls, never below 0 (R-37); units that are lost are left to be named; what has raided is over."""
    if given.level is not None and found.gone:
        yield Add(MERCHANT_LEVEL, -found.gone)
    losses = (
        (found.raider_lost, "raider", Side.CENTRAL, given.attackers, Cause.RAIDER),
        (found.flotilla_lost, "flotilla", Side.CENTRAL, given.flotillas, Cause.FLOTILLA),
        (found.convoy_unit_lost, "convoy", Side.ALLIED, given.convoys, Cause.CONVOY),
    )
    for is_lost, key, side, among, cause in losses:
        if is_lost:
            yield owed_by(f"{given.loss}-{key}", side, given.at_risk(among), cause, units=1)
    if not given.raided_before:
        yield mark(raided_mark(given.area), Area.row_of(given.area))
    points = f"{found.gone} merchant shipping point{'' if found.gone == 1 else 's'}"
    for action in filter(None, (given.action, *given.along)):
        yield from actions.ended(action, f"commerce was raided in {given.where}: {points}")
