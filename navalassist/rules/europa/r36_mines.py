"""36.C.1: a naval group in an enemy minefield. One throw for each strength point, in the column of the mine points."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pydantic import Field

from navalassist.engine import Effect, Figure, Odds, Outcome, Part, Play, Refusal, Roller, call, procedure
from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.engine.overruled import Overrulable, passed_over, unless_overruled
from navalassist.engine.shapes import Count, Key, Words
from navalassist.rules.europa.gone import Marks
from navalassist.rules.europa.gunnery import fire
from navalassist.rules.europa.mines import EDITION, SYSTEM, mark, mined_mark
from navalassist.rules.europa.rulings_36 import R58
from navalassist.rules.europa.toll import (
    Spared,
    Toll,
    Units,
    is_gone,
    rolling,
    suffer,
    toll_effects,
    toll_figures,
    without_the_lost,
)
from navalassist.rules.europa.words import Side, Step


class Occasion(StrEnum):
    """What makes a check due."""

    ENTERED = "entered"
    PUT_TO_SEA = "put-to-sea"
    BEGAN = "began"

    @property
    def label(self) -> str:
        """What the group did."""
        return OCCASIONS[self]


OCCASIONS = {
    Occasion.ENTERED: "it entered the hex",
    Occasion.PUT_TO_SEA: "it put to sea there",
    Occasion.BEGAN: "it began the naval step at sea there",
}


class MineCheck(Overrulable):
    """A naval group in a hex with enemy mines."""

    side: Side = Field(description="Whose group it is.")
    group: Key = Field(description="Key of the group; its facts are group:<key>.…")
    name: Words = Field(default="", description="Name of the group.")
    hex: Hex = Field(description="The hex with the mines.")
    mines: Count = Field(description="Enemy mine points in the hex.")
    units: Units = Field(description="The naval units of the group that are afloat.")
    occasion: Occasion = Field(default=Occasion.ENTERED, description="What makes the check due.")
    in_port: bool = Field(default=False, description="It lies in port, and has not moved in this naval step.")
    player_turn: Side = Field(description="Whose player turn it is.")
    phase: Step = Field(description="The step.")
    checked: Words = Field(
        default="", description="The entry that checked this group in this hex in this naval step; empty for none."
    )
    spared: Spared = ()
    marks: Marks = Field(default=(), description="The marks on the group, which go with it.")

    @property
    def rolling(self) -> Units:
        """Its units for which it is rolled."""
        return rolling(self.units, self.spared)


@dataclass(frozen=True, slots=True)
class Mined:
    """What the mines of a hex did to a group."""

    toll: Toll
    overruled: str = ""


def why_not(check: MineCheck) -> Refusal | None:
    """Only in naval steps, in enemy mines, once for each hex and naval step (R-58)."""
    return unless_overruled(check, _forbidden(check))


def _forbidden(check: MineCheck) -> Refusal | None:
    if not check.units:
        return Refusal("No naval unit is afloat in this group.", "36.C.1")
    if not check.mines:
        return Refusal(f"No enemy mines lie in {check.hex}.", "36.C.1")
    if not check.phase.is_naval:
        return Refusal("Groups are checked for mines in naval steps.", "36.C.1")
    if check.in_port and check.occasion is not Occasion.PUT_TO_SEA:
        return Refusal("A group in port is checked as it puts to sea.", "36.C.1.a")
    if check.occasion is Occasion.BEGAN and check.player_turn is not check.side:
        return Refusal("What lies at sea is checked as a friendly naval step begins, not an enemy one.", "36.C.1.b")
    if check.checked:
        return Refusal(f"It was checked in {check.hex} in this naval step: {check.checked}.", "36.C.1.a")
    if not check.rolling:
        return Refusal(f"Each of its units was checked in {check.hex} before they came together.", "36.C.1.a")
    return None


def mine_hits(mines: int, strength: int, name: str, seat: str) -> Play[int]:
    """Hits on one unit: as many throws as it has strength points, each in the column of the mine points."""
    return fire(mines, strength, 0, name, seat)


def struck_by_mines(units: Units, mines: int, seat: Side) -> Part[Toll]:
    """Every unit is rolled for by itself."""
    return suffer(units, lambda unit: call(mine_hits, mines, unit.current, unit.name, seat.value))


def figures(odds: Odds[Mined]) -> tuple[Figure, ...]:
    """What may be expected of the mines."""
    return toll_figures(odds.map(lambda mined: mined.toll))


@procedure(
    "mine-damage",
    system=SYSTEM,
    rule="36.C.1",
    title="Damage by mines",
    roller=Roller.OWNER,
    edition=EDITION,
    dice="1d6 a strength point, unit by unit",
    why_not=why_not,
    figures=figures,
)
def check_for_mines(check: MineCheck) -> Play[Outcome[Mined]]:
    """Each hit is a hit on the unit that was rolled for."""
    yield from R58.look()
    toll = yield from struck_by_mines(check.rolling, check.mines, check.side)
    mined = Mined(toll, passed_over(check, _forbidden(check)))
    return Outcome(mined, (*toll_effects(check.rolling, toll), *_after(check, toll)))


def _after(check: MineCheck, toll: Toll) -> tuple[Effect, ...]:
    """The group is marked as checked, or it is no more."""
    if is_gone(check.units, toll) and not check.spared:
        return without_the_lost(check.group, check.marks, check.units, toll)
    return (
        () if check.checked else (mark(mined_mark(check.group, check.hex), f"group:{check.group}", f"hex:{check.hex}"),)
    )
