"""36.G: a landing craft or landing barge that stays where it is makes one water hexside a major river for its side."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from pydantic import Field

from navalassist.engine import Effect, Outcome, Play, Refusal, Roller, Set, procedure
from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.engine.overruled import Overrulable, passed_over, unless_overruled
from navalassist.engine.shapes import Words
from navalassist.rules.europa.mines import EDITION, SYSTEM, mark
from navalassist.rules.europa.naval_units import NavalUnit, UnitKind
from navalassist.rules.europa.words import Side, Step

FERRY = "ferry"
CRAFT = (UnitKind.LC, UnitKind.LB)


class Water(StrEnum):
    """What lies between the two hexes."""

    SEA = "sea"
    GREAT_RIVER = "great river"

    @property
    def label(self) -> str:
        """As a form calls it."""
        return f"a {self.value} hexside"


def ferry_row(unit: str) -> str:
    """The mark of a craft that serves as a ferry in this player turn."""
    return f"mark:{FERRY}/{unit}"


class Ferry(Overrulable):
    """A landing craft or barge that is to serve as a ferry in this player turn."""

    side: Side = Field(description="Whose it is.")
    unit: NavalUnit = Field(description="The craft, as it stands.")
    at: Hex = Field(description="The hex in which it lies.")
    across: Hex = Field(description="The hex on the other side of the hexside.")
    water: Water = Field(description="What the hexside is.")
    phase: Step = Field(description="The step.")
    moved: bool = Field(default=False, description="It has moved in this turn.")
    place: Words = Field(default="", description="Where it lies: port:valletta or hex:18A:0407.")
    serves: Words = Field(default="", description="The hexside across which it serves already; '' for none.")
    served_at: Words = Field(default="", description="Where it lay as it was named for that; '' once it has moved.")

    @property
    def hexside(self) -> str:
        """`18A:0407 and 18A:0408, sea`"""
        return f"{self.at} and {self.across}, {self.water.value}"


@dataclass(frozen=True, slots=True)
class Ferried:
    """The hexside that its side uses as a major river."""

    hexside: str
    counts_as: str = "a major river hexside"
    overruled: str = ""


def why_not(ferry: Ferry) -> Refusal | None:
    """An undamaged craft beside the hexside in the initial phase, that stays there."""
    return unless_overruled(ferry, _forbidden(ferry))


def _forbidden(ferry: Ferry) -> Refusal | None:
    name = ferry.unit.name
    if ferry.unit.kind not in CRAFT:
        return Refusal(f"{name} is neither landing craft nor landing barge.", "36.G")
    if ferry.unit.sunk or ferry.unit.current < ferry.unit.strength:
        return Refusal(f"{name} is damaged: only an undamaged craft serves as a ferry.", "36.G")
    if ferry.across not in ferry.at.neighbours():
        return Refusal(f"{ferry.across} does not lie beside {ferry.at}, where {name} is.", "36.G")
    if ferry.phase is not Step.INITIAL:
        return Refusal("A ferry is named in the initial phase.", "36.G")
    if ferry.moved:
        return Refusal(f"{name} has moved in this turn.", "36.G")
    return None


@procedure(
    "ferry-set",
    system=SYSTEM,
    rule="36.G",
    title="Let a landing craft serve as a ferry",
    roller=Roller.NOBODY,
    edition=EDITION,
    dice="none",
    why_not=why_not,
)
def serve(ferry: Ferry) -> Play[Outcome[Ferried]]:
    """The hexside is a major river for its side until the player turn ends, or the craft moves, is hit or lost."""
    yield from ()
    told = Ferried(ferry.hexside, overruled=passed_over(ferry, _forbidden(ferry)))
    row = ferry_row(ferry.unit.key)
    if not ferry.serves:
        return Outcome(told, (mark(row, f"task-force:{ferry.unit.key}", ferry.place, ferry.hexside),))
    kept = {"note": (ferry.serves, ferry.hexside), "place": (ferry.served_at, ferry.place)}
    return Outcome(told, tuple(Set(f"{row}.{name}", now) for name, (was, now) in kept.items() if now != was))


def moved_on(units: Iterable[str]) -> tuple[Effect, ...]:
    """Crafts that serve and move do so no more in this player turn, even if they come back."""
    return tuple(Set(f"{ferry_row(unit)}.place", "") for unit in units)


def why_ended(unit: NavalUnit, moved: bool) -> str:
    """Why a craft that was named serves no longer; '' while it does."""
    if unit.sunk:
        return "the craft is lost"
    if unit.current < unit.strength:
        return "the craft is damaged"
    return "the craft has moved" if moved else ""
