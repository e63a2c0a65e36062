"""GW.ATTR: units that are out of supply may be eliminated; who is spared, and why."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
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
    Roller,
    Set,
    TableKey,
    call,
    procedure,
)
from navalassist.engine.overruled import Overrulable, passed_over, unless_overruled
from navalassist.engine.shapes import Frozen, Key, Words
from navalassist.systems.storm_of_steel.book import EDITION, EDITION_2, SYSTEM
from navalassist.systems.storm_of_steel.clock import TURN_PATTERN, Moment, Step, is_winter, turn_title
from navalassist.systems.storm_of_steel.marks import attrition_mark, mark
from navalassist.systems.storm_of_steel.rules.rows import land_unit_row, squadron_row
from navalassist.systems.storm_of_steel.rulings import R42, R76
from navalassist.systems.storm_of_steel.state import LOST, Nation, Side, once_each

LAND, NAVAL = "GW.ATTR.land", "GW.ATTR.naval"
ELIMINATED, HOLDS_OUT = "eliminated", "holds out"
# The off-map areas in which Japanese units are always in supply, and words that a name may have beside theirs.
JAPANESE_AREAS = frozenset({"japan", "china", "siberia", "pacific"})
BESIDE = frozenset({"the", "ocean", "off", "map", "zone", "area", "box"})
# A cell names the rolls that eliminate: 1, or 1-3. The last of them is what counts.
ROLLS: TableKey[int] = TableKey("storm_of_steel/supply-attrition", lambda cell: int(cell.rpartition("-")[2]))


class LandKind(StrEnum):
    """What a land unit is, as far as attrition asks."""

    UNIT = "unit"
    NEUTRAL = "neutral"
    GUERRILLA = "guerrilla"
    FORTIFICATION = "fortification"
    HEADQUARTERS = "headquarters"
    UPRISING = "uprising"


class Terrain(StrEnum):
    """What a land unit stands on."""

    DESERT = "desert"
    MOUNTAIN = "mountain"
    OTHER = "other"


class Shelter(StrEnum):
    """What a unit stands or lies in, of the places that the exemptions name."""

    NONE = ""
    NAVAL_BASE = "naval-base"
    INDUSTRIAL_CITY = "industrial-city"
    FORTIFIED_ZONE = "fortified-zone"
    PORT = "port"
    CITY = "city"
    OFF_MAP = "off-map"

    @property
    def words(self) -> str:
        """`industrial city`."""
        return self.value.replace("-", " ")

    @property
    def supplies(self) -> bool:
        """True for the places that spare whoever is in them (GW.ATTR.x3)."""
        return self not in (Shelter.NONE, Shelter.OFF_MAP)


class Unit(Frozen):
    """A unit that may have to check."""

    key: Key = Field(description="Key of the unit.")
    name: Words = Field(default="", description="Its name.")
    nation: Nation = Field(description="Whose it is.")
    place: Shelter = Field(default=Shelter.NONE, description="What it is in; empty for none of these.")
    checked: bool = Field(default=False, description="It has made its check in this turn.")


class LandUnit(Unit):
    """A land unit. Off the map it is in an area, which has a name."""

    kind: LandKind = Field(default=LandKind.UNIT, description="What it is.")
    terrain: Terrain = Field(default=Terrain.OTHER, description="What it stands on.")
    area_name: Words = Field(default="", description="Name of the off-map area, where it is in one.")
    symbol: bool = Field(default=False, description="That area has a mobilization symbol.")
    own: bool = Field(default=False, description="That area is a colony of its nation, or its home.")
    afloat: bool = Field(default=False, description="Naval transport carries it.")
    loc: bool = Field(default=False, description="It traces a line of communication.")

    @property
    def row(self) -> str:
        """Its row in the campaign."""
        return land_unit_row(self.key)

    @property
    def table_row(self) -> str:
        """Its row of the table."""
        return "other" if self.terrain is Terrain.OTHER else "desert-or-mountain"

    @property
    def off_map(self) -> bool:
        """True in an off-map area."""
        return self.place is Shelter.OFF_MAP


class NavalUnit(Unit):
    """A naval unit."""

    at: Words = Field(default="", description="Name of its sea area or off-map area.")

    @property
    def row(self) -> str:
        """Its row in the campaign."""
        return squadron_row(self.key)

    @property
    def table_row(self) -> str:
        """Its row of the table."""
        return "naval"


class Attrition(Overrulable):
    """The units of a side that may suffer attrition in this phase."""

    side: Side = Field(description="Whose units they are.")
    turn: Annotated[str, StringConstraints(pattern=f"^{TURN_PATTERN}$")] = Field(
        description="The turn, such as 1916-12, which tells the season."
    )
    player_turn: Side = Field(description="Whose player turn it is.")
    step: Step = Field(description="The step of it.")
    winter: bool | None = Field(default=None, description="Winter or not by the players; left out: by the calendar.")
    land: Annotated[tuple[LandUnit, ...], AfterValidator(once_each)] = Field(
        default=(), max_length=200, description="Land units."
    )
    naval: Annotated[tuple[NavalUnit, ...], AfterValidator(once_each)] = Field(
        default=(), max_length=200, description="Naval units."
    )
    busy: Words = Field(
        default="", description="Which of these is in an action that is not over, as a sentence; empty: none."
    )

    @property
    def is_winter(self) -> bool:
        """Winter as it is played."""
        return is_winter(self.turn) if self.winter is None else self.winter

    @property
    def season(self) -> str:
        """The column of the table."""
        return "winter" if self.is_winter else "other-seasons"

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
class Losses:
    """How many units were eliminated, by kind, and what became of each, which is not compared."""

    lost: int
    land_lost: int
    naval_lost: int
    season: str
    units: tuple[Fate, ...] = field(default=(), compare=False)
    overruled: str = ""


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


def check_unit(table_row: str, column: str, name: str) -> Play[tuple[bool, bool]]:
    """Whether it is a naval unit, and whether one die eliminates it."""
    last = yield from ROLLS.look(row=table_row, column=column)
    fate = yield from Roll("die", Dice(1, 6), lambda faces: ELIMINATED if faces[0] <= last else HOLDS_OUT, name)
    return table_row == "naval", fate == ELIMINATED


def why_not(phase: Attrition) -> Refusal | None:
    """Units are named that no action holds; each checks in its own step, once a turn; the calendar tells the season."""
    if not phase.units:
        return Refusal("No unit is named that may suffer attrition.", LAND)
    if phase.busy:
        return Refusal(phase.busy, NAVAL)
    return unless_overruled(phase, _forbidden(phase))


def _forbidden(phase: Attrition) -> Refusal | None:
    if (phase.player_turn, phase.step) != (phase.side, Step.ATTRITION):
        now = Moment(phase.turn, phase.player_turn, phase.step).title
        own = f"{phase.side.label} player turn, {Step.ATTRITION.label}"
        return Refusal(f"Its units check in their own step: {own} (R-74). Now it is {now}.", LAND)
    again = next((unit for unit in phase.units if unit.checked and spared(unit) is None), None)
    if again is not None:
        rule = LAND if isinstance(again, LandUnit) else NAVAL
        return Refusal(f"{again.name or again.key} has made its check in this turn.", rule)
    if phase.is_winter is is_winter(phase.turn):
        return None
    is_or_not = "is" if is_winter(phase.turn) else "is not"
    return Refusal(f"{turn_title(phase.turn)} {is_or_not} winter: December, January and February are (R-76).", LAND)


def figures(odds: Odds[Losses]) -> tuple[Figure, ...]:
    """How many units may be lost."""
    return (
        Figure("none", "No unit is eliminated", odds.chance(lambda found: not found.lost)),
        Figure("land-lost", "Expected land units eliminated", odds.expect(lambda found: found.land_lost), "units"),
        Figure("naval-lost", "Expected naval units eliminated", odds.expect(lambda found: found.naval_lost), "units"),
    )


@procedure(
    "gw-attrition",
    system=SYSTEM,
    rule=LAND,
    title="Supply attrition",
    roller=Roller.OWNER,
    edition=EDITION_2,
    earlier=(EDITION,),
    dice="1d6 a unit that is not spared",
    why_not=why_not,
    figures=figures,
)
def check_supply(phase: Attrition) -> Play[Outcome[Losses]]:
    """One die for each unit that nothing spares, against the rolls of its terrain and season."""
    yield from R42.look()
    yield from R76.look()
    toll = yield from Each(_checks(phase), Toll.plus, Toll())
    rolled = iter(toll.each)
    fates = tuple(_fate(unit, rolled) for unit in phase.units)
    told = Losses(
        lost=toll.land + toll.naval,
        land_lost=toll.land,
        naval_lost=toll.naval,
        season=phase.season,
        units=fates,
        overruled=passed_over(phase, _forbidden(phase)),
    )
    return Outcome(told, effects_of(phase, told))


def _checks(phase: Attrition) -> dict[str, Call[tuple[bool, bool]]]:
    return {
        unit.row.replace(":", "-"): call(check_unit, unit.table_row, phase.season, unit.name or unit.key)
        for unit in phase.units
        if spared(unit) is None
    }


def _fate(unit: LandUnit | NavalUnit, rolled: Iterator[bool]) -> Fate:
    """rolled: what the dice gave, of those units that check, in their order."""
    why = spared(unit)
    if why is not None:
        return Fate(unit.name, unit.row, lost=False, why=f"no die: {why.reason}", rule=why.rule)
    return Fate(unit.name, unit.row, lost=next(rolled))


def effects_of(phase: Attrition, told: Losses) -> tuple[Effect, ...]:
    """Units that are eliminated; and a mark on each that has checked, until the turn is over."""
    effects: list[Effect] = []
    for unit, fate in zip(phase.units, told.units, strict=True):
        if fate.lost:
            of_land = isinstance(unit, LandUnit)
            effects.append(Set(f"{unit.row}.lost", True) if of_land else Set(f"{unit.row}.place", LOST))
    checked = (unit for unit in phase.units if not unit.checked and spared(unit) is None)
    effects += [mark(attrition_mark(unit.row), unit.row) for unit in checked]
    return tuple(effects)
