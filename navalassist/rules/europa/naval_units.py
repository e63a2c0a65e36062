"""Naval units and the groups in which they sail: printed strength, hits, the half-strength side (36.F.3, 36.I)."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated, Self

from pydantic import Field, model_validator

from navalassist.engine import Effect, Set
from navalassist.engine.shapes import Count, Frozen, Words
from navalassist.rules.europa.words import Side

# Where a unit is that is in no port, canal, hex or group.
OFF, WITHDRAWN, SUNK = "off", "withdrawn", "sunk"
STRENGTH_OF_A_TRANSPORT = 2
Strength = Annotated[int, Field(ge=1, le=99, strict=True)]


class UnitKind(StrEnum):
    """What a naval unit is."""

    TASK_FORCE = "task-force"
    WARSHIP = "warship"
    CARRIER = "carrier"
    SUBMARINE = "submarine"
    FLOTILLA = "flotilla"
    NT = "nt"
    LC = "lc"
    LB = "lb"

    @property
    def label(self) -> str:
        """What players call it."""
        return UNIT_TITLES[self]

    @property
    def is_combat(self) -> bool:
        """True for task forces, warships and carrier groups."""
        return self in (UnitKind.TASK_FORCE, UnitKind.WARSHIP, UnitKind.CARRIER)

    @property
    def is_transport(self) -> bool:
        """True for counters that carry cargo, which count as naval transports of strength 2 (36.I)."""
        return self in (UnitKind.NT, UnitKind.LC, UnitKind.LB)


UNIT_TITLES = {
    UnitKind.TASK_FORCE: "task force",
    UnitKind.WARSHIP: "warship",
    UnitKind.CARRIER: "carrier group",
    UnitKind.SUBMARINE: "submarine group",
    UnitKind.FLOTILLA: "river flotilla",
    UnitKind.NT: "naval transport",
    UnitKind.LC: "landing craft",
    UnitKind.LB: "landing barge",
}


class GroupKind(StrEnum):
    """What a naval group is, by the units in it."""

    COMBAT = "combat"
    CARGO = "cargo"
    SUBMARINE = "submarine"
    FLOTILLA = "flotilla"
    MIXED = "mixed"

    @property
    def label(self) -> str:
        """What players call it."""
        return GROUP_TITLES[self]


GROUP_TITLES = {
    GroupKind.COMBAT: "combat group",
    GroupKind.CARGO: "cargo group",
    GroupKind.SUBMARINE: "submarine group",
    GroupKind.FLOTILLA: "river flotilla",
    GroupKind.MIXED: "mixed group",
}


def kind_of_group(kinds: Iterable[UnitKind]) -> GroupKind:
    """What units of these kinds are together. ValueError for none."""
    found = set(kinds)
    if not found:
        raise ValueError("a naval group has at least one naval unit")
    if all(kind.is_combat for kind in found):
        return GroupKind.COMBAT
    if found == {UnitKind.SUBMARINE}:
        return GroupKind.SUBMARINE
    if found == {UnitKind.FLOTILLA}:
        return GroupKind.FLOTILLA
    # Without a ship that fights it has no combat zone, and may hug the shore as each of its units may.
    return GroupKind.MIXED if any(kind.is_combat for kind in found) else GroupKind.CARGO


class NavalUnit(Frozen):
    """A counter: what is printed on it, and how it stands."""

    key: Words = Field(description="Its key in the campaign, such as force-h.")
    name: Words = Field(description="Its name.")
    side: Side = Field(description="Whose it is.")
    kind: UnitKind = Field(default=UnitKind.TASK_FORCE, description="What it is.")
    strength: Strength = Field(description="Printed strength points of its full-strength side.")
    reverse: Count = Field(
        default=0, description="Printed strength points of its half-strength side; 0 for a unit that has none."
    )
    flipped: bool = Field(default=False, description="A task force's half-strength side is up, for good (36.F.3).")
    hits: Count = Field(default=0, description="Hits on the side that is up.")
    sunk: bool = Field(default=False, description="It is sunk.")

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.reverse >= self.strength:
            raise ValueError(
                "the half-strength side is weaker than the full one: give less in reverse than in strength"
            )
        if self.flipped and not self.reverse:
            raise ValueError("a unit without a half-strength side can't be flipped")
        return self

    @property
    def side_up(self) -> int:
        """Printed strength of the side that is up: never more again than this (36.F.3)."""
        return self.reverse if self.flipped else self.strength

    @property
    def current(self) -> int:
        """Strength points that are left."""
        return 0 if self.sunk else max(0, self.side_up - self.hits)

    @property
    def shows_reverse(self) -> bool:
        """The half-strength side is up: for good, or for as long as a transport counter has no more left (36.I)."""
        return self.flipped or (self.kind.is_transport and 0 < self.current <= self.reverse)

    def damaged(self, hits: int) -> Self:
        """The unit after so many further hits: all its strength sinks it, half of it flips a task force (R-28).

        A task force that sinks in one blow is flipped too, for it is not replaced above that side either.
        """
        total = min(self.hits + hits, self.side_up)
        left = self.side_up - total
        update = {"hits": total, "sunk": left == 0}
        if self._is_flipped_by(total):
            update = {"hits": max(0, self.reverse - left), "sunk": left == 0, "flipped": True}
        return self.model_copy(update=update)

    def _is_flipped_by(self, hits: int) -> bool:
        """Only a task force has losses for good (36.F.3)."""
        whole = self.kind is UnitKind.TASK_FORCE and not self.flipped and self.reverse > 0
        return whole and 2 * hits >= self.strength


def half_of(strength: int, kind: UnitKind = UnitKind.TASK_FORCE) -> int:
    """What its half-strength side prints, where nobody has read it from the counter: half, rounded down (R-28).

    Task forces and transport counters have such a side (36.F.3, 36.I); what other units print is typed.
    """
    return strength // 2 if kind is UnitKind.TASK_FORCE or kind.is_transport else 0


def damage(before: NavalUnit, hits: int) -> tuple[Effect, ...]:
    """What so many hits change of a unit: only the fields that do change."""
    after = before.damaged(hits)
    row = f"task-force:{before.key}"
    found: list[Effect] = [
        Set(f"{row}.{name}", getattr(after, name))
        for name in ("flipped", "hits")
        if getattr(after, name) != getattr(before, name)
    ]
    if after.sunk and not before.sunk:
        found.append(Set(f"{row}.place", SUNK))
    return tuple(found)
