"""GW.ATTR: units that are out of supply may be eliminated; who is spared, and why."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints

from navalassist.engine import (
    Call,
    Dice,
    Each,
    Effect,
    Figure,
    Odds,
    Outcome,
    Play,
    Refusal,
    Roll,
    TableKey,
    call,
)
from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.english import counted, does, listed, the_side
from navalassist.engine.forms import Ask, FormErrors
from navalassist.engine.overruled import Because, Overrulable
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Row, Says
from navalassist.engine.rule import Result, Summary
from navalassist.engine.shapes import Form, Words
from navalassist.systems.storm_of_steel import forces
from navalassist.systems.storm_of_steel.actions import busy_with, keys
from navalassist.systems.storm_of_steel.book import EDITION, EDITION_2, rule
from navalassist.systems.storm_of_steel.clock import TURN_PATTERN, Moment, Step, is_winter, turn_title
from navalassist.systems.storm_of_steel.marks import attrition_mark, mark
from navalassist.systems.storm_of_steel.rulings import R42, R76
from navalassist.systems.storm_of_steel.state import (
    LOST,
    Area,
    Base,
    Fleet,
    LandKind,
    LandUnitNow,
    Name,
    Nation,
    Shelter,
    Side,
    Terrain,
    Unit,
    once_each,
)

LAND, NAVAL = "GW.ATTR.land", "GW.ATTR.naval"
SLUG = "gw-attrition"
ELIMINATED, HOLDS_OUT = "eliminated", "holds out"
WINTER, OTHER = "winter", "other"
# The off-map areas in which Japanese units are always in supply, and words that a name may have beside theirs.
JAPANESE_AREAS = frozenset({"japan", "china", "siberia", "pacific"})
BESIDE = frozenset({"the", "ocean", "off", "map", "zone", "area", "box"})
# A cell names the rolls that eliminate: 1, or 1-3. The last of them is what counts.
ROLLS: TableKey[int] = TableKey("storm_of_steel/supply-attrition", lambda cell: int(cell.rpartition("-")[2]))


class AttritionForm(Form):
    """Who is subject to attrition: the tables do not say when a naval unit is, so that players tick those."""

    side: str = Ask("Whose units", forces.sides, none=forces.OF_TURN)
    land: tuple[str, ...] = Ask(
        "Land units",
        forces.land_units,
        (),
        many=True,
        help="None ticked: all of the side. Who is spared makes no check, and the receipt says why.",
    )
    ships_only: bool = Ask("No land unit checks now", default=False)
    ships: tuple[str, ...] = Ask(
        "Naval units that are subject to attrition",
        forces.in_play,
        (),
        many=True,
        help="Your rules say which; the tables at hand don't. In a naval base or port they are spared.",
    )
    season: str = Ask(
        "Season",
        lambda _: [(WINTER, "winter"), (OTHER, "another season")],
        none="by the calendar",
        help="One against the calendar needs a reason.",
    )
    because: Because = ""


class LandUnit(LandUnitNow, part="land-unit"):
    """A land unit. Off the map it is in an area, which has a name."""

    checked: bool = Says("It has made its check in this turn", False)

    @property
    def table_row(self) -> str:
        """Its row of the table."""
        return "other" if self.terrain is Terrain.OTHER else "desert-or-mountain"

    @property
    def off_map(self) -> bool:
        """True in an off-map area."""
        return self.place is Shelter.OFF_MAP


class NavalUnit(Row, part="squadron", noun="naval unit"):
    """A naval unit, and what its fleet or itself lies in."""

    name: Name = Says("Name on the counter", "")
    nation: Nation = Says("Nation")
    place: Shelter = Says("What it is in", Shelter.NONE)
    at: Words = Says("Name of its sea area or off-map area", "")
    checked: bool = Says("It has made its check in this turn", False)

    @property
    def table_row(self) -> str:
        """Its row of the table."""
        return "naval"


class Attrition(Overrulable):
    """The units of a side that may suffer attrition in this phase."""

    side: Side = Says("Whose units")
    turn: Annotated[str, StringConstraints(pattern=f"^{TURN_PATTERN}$")] = Says("Turn, which tells the season")
    player_turn: Side = Says("Whose player turn it is", told=False)
    step: Step = Says("Step", told=False)
    winter: bool | None = Says("Winter, as the players say", None, help="None: by the calendar.")
    land: Annotated[tuple[LandUnit, ...], Field(max_length=200), AfterValidator(once_each)] = Says("Land units", ())
    naval: Annotated[tuple[NavalUnit, ...], Field(max_length=200), AfterValidator(once_each)] = Says("Naval units", ())
    busy: Words = Says("In a naval action", "", only_if=True)

    @property
    def is_winter(self) -> bool:
        """Winter as it is played."""
        return is_winter(self.turn) if self.winter is None else self.winter

    @property
    def season(self) -> str:
        """The column of the table."""
        return WINTER if self.is_winter else "other-seasons"

    @property
    def units(self) -> tuple[LandUnit | NavalUnit, ...]:
        """All of them."""
        return (*self.land, *self.naval)


def spared(unit: LandUnit | NavalUnit) -> Refusal | None:
    """Why a unit makes no check, and the line of the rules; None for one that does."""
    return spared_land(unit) if isinstance(unit, LandUnit) else spared_naval(unit)


def spared_land(unit: LandUnit) -> Refusal | None:
    """The first exemption that holds for a land unit, in the order of the list (R-42)."""
    return next((Refusal(reason, f"GW.ATTR.{line}") for line, holds, reason in _exemptions(unit) if holds), None)


def _exemptions(unit: LandUnit) -> Iterator[tuple[str, bool, str]]:
    never = (LandKind.NEUTRAL, LandKind.GUERRILLA, LandKind.FORTIFICATION, LandKind.HEADQUARTERS)
    yield "x1", unit.loc, "it traces a line of communication"
    yield "x2", unit.kind in never, f"{unit.kind.value} units never check"
    yield "x3", unit.place.supplies, f"it is in a place that spares it: {unit.place.words}"
    own = unit.off_map and unit.own and unit.symbol
    yield "x4", own, "its area off the map is its nation's own and has a mobilization symbol"
    yield "x5", unit.off_map and unit.afloat, "naval transport carries it in an off-map area"
    yield "x6", unit.off_map and unit.kind is LandKind.UPRISING, "it is an Uprising marker in an off-map area"
    yield "x7", unit.off_map and _is_japanese_in(unit.nation, unit.area_name), f"it is Japanese, in {unit.area_name}"


def spared_naval(unit: NavalUnit) -> Refusal | None:
    """The exemption that holds for a naval unit: those of the list that are not for land units alone (R-42)."""
    if unit.place.supplies:
        return Refusal(f"it is in a place that spares it: {unit.place.words}", "GW.ATTR.x3")
    if _is_japanese_in(unit.nation, unit.at):
        return Refusal(f"it is Japanese, in {unit.at}", "GW.ATTR.x7")
    return None


def _is_japanese_in(nation: Nation, area: str) -> bool:
    """True in these off-map areas alone: `Northern China` may lie on the map of somebody's game."""
    words = {*re.findall(r"\w+", area.casefold())} - BESIDE
    return nation is Nation.JAPANESE and len(words) == 1 and words <= JAPANESE_AREAS


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of one unit. why and rule: what spared it from the roll, if anything did."""

    name: str
    key: str
    lost: bool
    why: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Losses(Result):
    """How many units were eliminated, by kind, and what became of each, which is not compared."""

    lost: int
    land_lost: int
    naval_lost: int
    season: str
    units: tuple[Fate, ...] = field(default=(), compare=False)
    overruled: str = ""

    def summary(self, given: Attrition) -> Summary:
        """`South-West African Protective Force is lost to attrition.`"""
        units = [unit.name for unit in self.units if unit.lost]
        subject = does(listed(units), "are") if units else f"{the_side(given.side, 'lose')} no unit"
        lost = "lost to attrition" if units else "to attrition"
        spared = tuple(f"{unit.name}: {unit.why} ({unit.rule})" for unit in self.units if unit.why)
        return Summary(f"{subject} {lost}.", f"{counted(len(units), 'unit')} lost".upper(), bool(units), spared)


@dataclass(frozen=True, slots=True)
class Toll:
    """Land and naval units eliminated so far; which of them, in the order of the dice, is not compared."""

    land: int = 0
    naval: int = 0
    each: tuple[bool, ...] = field(default=(), compare=False)

    def plus(self, check: tuple[bool, bool]) -> Toll:
        """With one more unit. check: whether it is a naval unit, and whether it is eliminated."""
        naval, lost = check
        land = self.land + (lost and not naval)
        return Toll(land, self.naval + (lost and naval), (*self.each, lost))


def situation(read: Reader, form: AttritionForm) -> Attrition:
    """The land units of the side, or those that are ticked; the naval units that are ticked; the season."""
    side = Side(form.side or read["campaign:clock.player_turn"])
    land = () if form.ships_only else dict.fromkeys(form.land or keys(forces.living(read.view, side)))
    ships = dict.fromkeys(form.ships)
    _check_owner(read, "land", map(LandUnit.row_of, land), side)
    _check_owner(read, "ships", map(NavalUnit.row_of, ships), side)
    return Attrition(
        side=side,
        **read.fields("campaign:clock", "turn", "player_turn", "step"),
        winter=form.season == WINTER if form.season else None,
        land=tuple(land_unit_of(read, key) for key in land),
        naval=tuple(naval_unit_of(read, key) for key in ships),
        busy=busy_with(read.view, read.rows(Unit, ships)),
    )


def _check_owner(read: Reader, about: str, rows: Iterable[str], side: Side) -> None:
    for row in rows:
        if read[f"{row}.side"] != side:
            raise FormErrors({about: f"{read[f'{row}.name']} is no unit of the {side.label} side"})


def land_unit_of(read: View, key: str) -> LandUnit:
    """A land unit as it stands."""
    return read.row(LandUnit, key, checked=_is_checked(read, LandUnit.row_of(key)))


def naval_unit_of(read: Reader, key: str) -> NavalUnit:
    """A naval unit: where it lies, or the sea area in which its fleet is."""
    row = NavalUnit.row_of(key)
    found = read.fields(row, "name", "nation")
    place, at = _lies_in(read, str(read[f"{row}.place"]))
    return NavalUnit(key=key, place=place, at=at, checked=_is_checked(read, row), **found)


def _lies_in(read: Reader, place: str) -> tuple[Shelter, str]:
    """What a naval unit lies in, and the name of its base or sea area; its fleet's place is its own."""
    if place.startswith(Fleet.row_of("")):
        place = str(read[f"{place}.place"])
    if place.startswith(Base.row_of("")):
        return Shelter(read[f"{place}.kind"]), str(read[f"{place}.name"])
    at_sea = place.startswith(Area.row_of(""))
    return Shelter.NONE, str(read[f"{place}.name"]) if at_sea else ""


def _is_checked(read: View, row: str) -> bool:
    return read.get(f"{attrition_mark(row)}.kind") is not None


def why_not(phase: Attrition) -> Iterator[Refusal]:
    """Units are named that no action holds; each checks in its own step, once a turn; the calendar tells the season."""
    if not phase.units:
        yield Refusal("No unit is named that may suffer attrition.", LAND, final=True)
    if phase.busy:
        yield Refusal(phase.busy, NAVAL, final=True)
    if (phase.player_turn, phase.step) != (phase.side, Step.ATTRITION):
        now = Moment(phase.turn, phase.player_turn, phase.step).title
        own = f"{phase.side.label} player turn, {Step.ATTRITION.label}"
        yield Refusal(f"Its units check in their own step: {own} (R-74). Now it is {now}.", LAND)
    for unit in phase.units:
        if unit.checked and spared(unit) is None:
            line = LAND if isinstance(unit, LandUnit) else NAVAL
            yield Refusal(f"{unit.name or unit.key} has made its check in this turn.", line)
    if phase.is_winter is not is_winter(phase.turn):
        is_or_not = "is" if is_winter(phase.turn) else "is not"
        yield Refusal(f"{turn_title(phase.turn)} {is_or_not} winter: December, January and February are (R-76).", LAND)


def figures(odds: Odds[Losses]) -> tuple[Figure, ...]:
    """How many units may be lost."""
    return (
        Figure("none", "No unit is eliminated", odds.chance(lambda found: not found.lost)),
        Figure("land-lost", "Expected land units eliminated", odds.expect(lambda found: found.land_lost), "units"),
        Figure("naval-lost", "Expected naval units eliminated", odds.expect(lambda found: found.naval_lost), "units"),
    )


def duties(now: Now) -> Iterator[Duty]:
    """One line for the side whose step it is, with how many of its land units would check."""
    if now.ahead:
        return
    units = [land_unit_of(now.view, key) for key in keys(forces.living(now.view, Side(now.moment.player_turn)))]
    names = [unit.name or unit.key for unit in units if not unit.checked and spared_land(unit) is None]
    ships = "tick naval units that are out of supply"
    small = f"{', '.join(names)}; {ships}" if names else f"no land unit has to check; {ships}"
    yield by_rule(SLUG, small=small, again=True)


@rule(
    SLUG,
    LAND,
    "Supply attrition",
    form=AttritionForm,
    situation=situation,
    why_not=why_not,
    figures=figures,
    may="*/attrition",
    listed="Units out of supply suffer attrition",
    duties=duties,
    dice="1d6 a unit that is not spared",
    edition=EDITION_2,
    earlier=(EDITION,),
    before={
        "ships": "naval",
        "ships_only": lambda phase: not phase["land"],
        "season": lambda phase: {True: WINTER, False: OTHER}.get(phase["winter"], ""),
    },
)
def check_supply(phase: Attrition) -> Play[Outcome[Losses]]:
    """One die for each unit that nothing spares, against the rolls of its terrain and season."""
    yield from R42.look()
    yield from R76.look()
    toll = yield from Each(_checks(phase), Toll.plus, Toll())
    rolled = iter(toll.each)
    fates = tuple(_fate(unit, rolled) for unit in phase.units)
    told = Losses(toll.land + toll.naval, toll.land, toll.naval, phase.season, fates)
    return Outcome(told, tuple(_effects(phase, told)))


def _checks(phase: Attrition) -> dict[str, Call[tuple[bool, bool]]]:
    return {
        unit.row.replace(":", "-"): call(check_unit, unit.table_row, phase.season, unit.name or unit.key)
        for unit in phase.units
        if spared(unit) is None
    }


def check_unit(table_row: str, column: str, name: str) -> Play[tuple[bool, bool]]:
    """Whether it is a naval unit, and whether one die eliminates it."""
    last = yield from ROLLS.look(row=table_row, column=column)
    fate = yield from Roll("die", Dice(1, 6), lambda faces: ELIMINATED if faces[0] <= last else HOLDS_OUT, name)
    return table_row == "naval", fate == ELIMINATED


def _fate(unit: LandUnit | NavalUnit, rolled: Iterator[bool]) -> Fate:
    """rolled: what the dice gave, of those units that check, in their order."""
    if why := spared(unit):
        return Fate(unit.name, unit.row, lost=False, why=f"no die: {why.reason}", rule=why.rule)
    return Fate(unit.name, unit.row, lost=next(rolled))


def _effects(phase: Attrition, told: Losses) -> Iterator[Effect]:
    """Units that are eliminated; and a mark on each that has checked, until the turn is over."""
    for unit, fate in zip(phase.units, told.units, strict=True):
        if fate.lost:
            yield from unit.set(lost=True) if isinstance(unit, LandUnit) else unit.set(place=LOST)
    for unit in phase.units:
        if not unit.checked and spared(unit) is None:
            yield mark(attrition_mark(unit.row), unit.row)
