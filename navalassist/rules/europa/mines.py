"""Mine belts: the mine points of one side in one hex (36.C), and what laying and sweeping take of a group's MPs."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from navalassist.engine import Effect, Refusal, Remove, Set, create
from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.engine.shapes import Count, Frozen, Key, Words
from navalassist.rules.europa.sailing import Turn
from navalassist.rules.europa.strips import (
    NavalStep,
    Spent,
    Strip,
    phase_of,
    refusal_of_allowance,
    refusal_of_strip,
    spent_on,
)
from navalassist.rules.europa.turn import TURN
from navalassist.rules.europa.words import Side, Step

SYSTEM = "europa"
EDITION = "36 of 11.03.06"
# What is carried out otherwise since 0.6.0; see CHANGELOG.md.
EDITION_2 = "36 of 11.03.06 (2)"
MOST_POINTS = 99
MINED, SWEPT, SWEEP, EASIER = "mined", "swept", "sweep", "easier-sweep"
# The note of the mark of a side for which only mines have gone by themselves.
BY_THEMSELVES = "by themselves"
LAY_MPS, SWEEP_MPS = 5, 20
Points = Annotated[int, Field(ge=1, le=MOST_POINTS, strict=True)]


def hex_key(where: Hex) -> str:
    """A hex as a part of a row's key: `18A-0407`."""
    return str(where).replace(":", "-")


def belt_row(side: Side, where: Hex) -> str:
    """`mines:axis/18A-0407`"""
    return f"mines:{side.value}/{hex_key(where)}"


def mined_mark(group: str, where: Hex) -> str:
    """The mark of a group that was checked in a hex in this naval step (R-58)."""
    return f"mark:{MINED}/{group}/{hex_key(where)}"


def swept_mark(side: Side) -> str:
    """The mark of a side that has swept mines in its player turn."""
    return f"mark:{SWEPT}/{side.value}"


def noted_as_swept(side: Side, swept: bool, alone: bool = False) -> tuple[Effect, ...]:
    """That a side has swept, once a player turn. alone: so far only mines that went by themselves are noted (R-72)."""
    if alone:
        return (Set(f"{swept_mark(side)}.note", ""),)
    return () if swept else (mark(swept_mark(side), f"ledger:{side.value}"),)


def sweep_mark(unit: str, where: Hex) -> str:
    """The mark that counts, as its note, the mine points that a task force has swept in a hex in this phase."""
    return f"mark:{SWEEP}/{unit}/{hex_key(where)}"


class Belt(Frozen):
    """The mines of one side in one hex. A belt of no points has no row."""

    side: Side = Field(description="Who laid them.")
    hex: Hex = Field(description="Where they lie, such as 18A:2010.")
    points: Count = Field(
        default=0, description="Mine points; each is a level of port interdiction against both sides."
    )
    zone: Words = Field(default="", description="Key of the sea zone that the hex lies in, where it is known.")

    @property
    def row(self) -> str:
        """Its row in the campaign."""
        return belt_row(self.side, self.hex)

    def with_points(self, points: int) -> tuple[Effect, ...]:
        """What changes when so many points lie here: the row comes with the first and goes with the last."""
        if points == self.points:
            return ()
        if not points:
            return (Remove(self.row),)
        if not self.points:
            return (create(self.row, side=self.side.value, hex=str(self.hex), zone=self.zone, points=points),)
        return (Set(f"{self.row}.points", points),)


class AtSea(Frozen):
    """A naval group that spends MPs in a hex, and the step in which it does."""

    key: Key = Field(description="Key of the group; its facts are group:<key>.…")
    name: Words = Field(default="", description="Its name.")
    place: Words = Field(description="Where it is, such as hex:18A:2010 or port:naples.")
    began: Words = Field(default="", description="Where it was as the naval step began.")
    strip: Strip = Field(default=(), description="Its moves of this phase so far.")
    turn: Turn = Field(description="The turn.")
    player_turn: Side = Field(description="Whose player turn it is.")
    phase: Step = Field(description="The step.")
    naval_step: NavalStep = 1
    allowance: int | None = Field(default=None, ge=1, le=999, description="MPs a naval step; left out: nobody says.")

    @property
    def hex(self) -> Hex | None:
        """The hex in which it is at sea; None where it is in port or in a canal."""
        kind, _, name = self.place.partition(":")
        return Hex.of(name) if kind == "hex" else None

    @property
    def spent_here(self) -> int:
        """The MPs that it may have spent in its hex in this phase, by day or night: those that led nowhere else.

        A move without a hex may have been one of them, and so may the first one after a naval step of which nothing
        is known.
        """
        here = self.place.partition(":")[2]
        first = self.strip[0].naval_step if self.strip else 0
        before, found = self.began.partition(":")[2] if first == self.naval_step else here, 0
        for move in self.strip:
            to = move.to or before
            found += move.mps if to == before == here else 0
            before = to
        return found

    def spends(self, mps: int, *, night: bool = False) -> tuple[Effect, ...]:
        """MPs that it spends where it is, by day or by night."""
        phase = phase_of(self.turn, self.player_turn, self.phase)
        return spent_on(self.key, self.strip, self._here(mps, night), phase, self.began, self.naval_step)

    def refusal_of_mps(self, mps: int) -> Refusal | None:
        """Why it may not spend so many MPs more in this naval step."""
        return refusal_of_allowance(self.strip, mps, self.naval_step, self.allowance)

    def refusal_of_night(self, mps: int) -> Refusal | None:
        """Why it may not spend so many MPs by night now (36.A.2)."""
        return refusal_of_strip(self.strip, self._here(mps, night=True), self.naval_step)

    def _here(self, mps: int, night: bool) -> Strip:
        return (Spent(mps=mps, night=night, to=self.place.partition(":")[2]),)


def not_phasing(side: Side, group: AtSea, rule: str) -> Refusal | None:
    """Mines are laid and swept in the naval steps of one's own player turn."""
    if group.player_turn is side and group.phase.is_naval:
        return None
    return Refusal(f"{side.label} groups do this in naval steps of the {side.label} player turn.", rule)


def mark(row: str, subject: str, place: str = "", note: str = "") -> Effect:
    """A new mark; its kind, and with it how long it lasts, is told by its key."""
    kind = row.partition(":")[2].partition("/")[0]
    return create(row, kind=kind, subject=subject, place=place, ends=TURN.life_of(kind), until="", note=note)
