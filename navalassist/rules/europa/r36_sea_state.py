"""How a sea is in a turn, which rolls of rule 36 read: by a stand-in table, or as it is typed (R-65)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from pydantic import Field

from navalassist.engine import Figure, Odds, Outcome, Play, Refusal, Roller, Set, TableKey, procedure
from navalassist.engine.overruled import Overrulable, passed_over, unless_overruled
from navalassist.rules.europa.clock import parts_of
from navalassist.rules.europa.mines import EDITION, SYSTEM, mark
from navalassist.rules.europa.rulings_36 import R65
from navalassist.rules.europa.sailing import Turn
from navalassist.rules.europa.sea_state import SeaState

SEA = "sea"
SEA_TABLE: TableKey[SeaState] = TableKey("europa/36-sea-state", SeaState)
# From April to September.
SUMMER = range(4, 10)


class Waters(StrEnum):
    """Seas that have one state between them."""

    MEDITERRANEAN = "mediterranean"
    RED_SEA = "red-sea"
    BLACK_SEA = "black-sea"
    BALTIC = "baltic"
    ATLANTIC = "atlantic"

    @property
    def label(self) -> str:
        """As players call them."""
        return WATERS_TITLES[self]

    @property
    def is_inner(self) -> bool:
        """True for the Mediterranean and its arms, the Red Sea and the Indian Ocean: they know no storms here."""
        return self in (Waters.MEDITERRANEAN, Waters.RED_SEA)


WATERS_TITLES = {
    Waters.MEDITERRANEAN: "the Mediterranean",
    Waters.RED_SEA: "the Red Sea and the Indian Ocean",
    Waters.BLACK_SEA: "the Black Sea",
    Waters.BALTIC: "the Baltic",
    Waters.ATLANTIC: "the Atlantic and the northern seas",
}


def sea_row(waters: Waters) -> str:
    """The mark that keeps the state of a sea until the turn ends."""
    return f"mark:{SEA}/{waters.value}"


class Sea(Overrulable):
    """A sea whose state is found for the turn."""

    waters: Waters = Field(description="Which waters.")
    turn: Turn = Field(description="The turn.")
    typed: SeaState | None = Field(default=None, description="The state by the players' own table; else it is rolled.")
    kept: SeaState | Literal[""] = Field(default="", description="The state that is kept already in this turn.")

    @property
    def column(self) -> str:
        """Its column of the table."""
        if parts_of(self.turn)[1] in SUMMER:
            return "summer"
        return "winter-inner" if self.waters.is_inner else "winter-outer"


@dataclass(frozen=True, slots=True)
class Found:
    """The state of the sea in this turn."""

    waters: str
    state: SeaState


@dataclass(frozen=True, slots=True)
class FoundAgain(Found):
    """A state that takes the place of one that was kept, and why."""

    overruled: str


def why_not(sea: Sea) -> Refusal | None:
    """Once in a turn, by a throw or typed."""
    return unless_overruled(sea, _forbidden(sea))


def _forbidden(sea: Sea) -> Refusal | None:
    if not sea.kept:
        return None
    state = sea.kept.label
    return Refusal(f"The state of {sea.waters.label} stands for this turn: {state}.", "36.D.2")


def figures(odds: Odds[Found]) -> tuple[Figure, ...]:
    """How likely each state is."""
    return tuple(
        Figure(state.value, state.label.capitalize(), odds.chance(lambda found, state=state: found.state is state))  # type: ignore[misc]
        for state in SeaState
    )


@procedure(
    "sea-state",
    system=SYSTEM,
    rule="36.D.2",
    title="Find the state of a sea",
    roller=Roller.NOBODY,
    edition=EDITION,
    dice="1d6, unless the state is typed",
    why_not=why_not,
    figures=figures,
)
def find_state(sea: Sea) -> Play[Outcome[Found]]:
    """One die by season and waters, or what is typed; it holds until the turn ends, unless a reason overrules it."""
    yield from R65.look()
    state = sea.typed or (yield from SEA_TABLE.roll("sea", column=sea.column, label=sea.waters.label))
    row = sea_row(sea.waters)
    if not sea.kept:
        found = Found(sea.waters.value, state)
        return Outcome(found, (mark(row, f"sea:{sea.waters.value}", note=state.value),))
    again = FoundAgain(sea.waters.value, state, passed_over(sea, _forbidden(sea)))
    return Outcome(again, (Set(f"{row}.note", state.value),) if sea.kept != state else ())
