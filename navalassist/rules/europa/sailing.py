"""Situations of shipping: one leg that is about to be checked, and a whole voyage."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, StringConstraints, model_validator

from navalassist.engine import Facts
from navalassist.engine.shapes import Frozen, Words
from navalassist.rules.europa.clock import TURN_PATTERN
from navalassist.rules.europa.items import Item, Leg, Ship
from navalassist.rules.europa.r33_naval_status import check_zone_facts
from navalassist.rules.europa.r36_gibraltar import OWNER, any_through
from navalassist.rules.europa.words import Owner, Side, Step, Zone

Turn = Annotated[str, StringConstraints(pattern=rf"^{TURN_PATTERN}$")]
FACTS = (
    "Facts of the campaign that the zones' statuses read, by key. What a zone needs is said when it is missing; for "
    "the Axis in central-med: malta:status.number and port:valletta.owner."
)
EXAMPLE = {"malta:status.number": 9, "port:valletta.owner": "allied"}


def check_passage(facts: Facts, way: tuple[Zone | None, ...]) -> None:
    """ValueError, in words, where a way passes Gibraltar and the facts do not tell whose it is (36.A.3)."""
    if any_through(way) and OWNER not in facts:
        raise ValueError(f"facts lack what the passage of Gibraltar depends on: {OWNER} ({' | '.join(Owner)})")


class _Sails(Frozen):
    """What a check and a voyage have in common."""

    side: Side = Field(description="The side whose shipping this is.")
    item: Item = Field(description="What sails.")
    turn: Turn = Field(description="The turn, such as 1941-03-1 for Mar I 41.")
    player_turn: Side = Field(description="Whose player turn it is.")
    phase: Step = Field(description="The step; shipping is checked in naval-movement and exploitation.")
    facts: Facts = Field(description=FACTS, examples=[EXAMPLE])


class Sailing(_Sails):
    """An item that enters a sea zone, puts to sea in it, or begins a step at sea in it (33.A)."""

    leg: Leg = Field(description="The zone, and what the players see at the map.")
    leg_number: Annotated[int, Field(ge=1, le=99, strict=True)] = Field(
        default=1, description="Which leg of the voyage this is, the first is 1."
    )
    legs: Annotated[int, Field(ge=1, le=99, strict=True)] = Field(
        default=1, description="How many legs the voyage has."
    )
    already_checked: Words = Field(
        default="", description="The entry that checked this item in this zone in this phase; empty if none did."
    )
    ship: Ship | None = Field(
        default=None, description="The naval unit of the fleet that it is, or that carries it; left out for no one's."
    )

    begins_at_sea: bool = Field(
        default=False,
        description="The step began with the item at sea in this zone: it is checked here before it sails on (33.A.2).",
    )
    comes_from: Zone | None = Field(
        default=None, description="The zone from which it sails into this one; left out for a port (36.A.3)."
    )

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.leg_number > self.legs:
            raise ValueError(f"leg_number is {self.leg_number}, but the voyage has only {self.legs} legs")
        check_zone_facts(self.side, self.leg.zone, self.facts)
        check_passage(self.facts, (self.comes_from, self.leg.zone))
        return self

    @property
    def is_last_leg(self) -> bool:
        """True if the voyage ends in this zone."""
        return self.leg_number == self.legs


class Voyage(_Sails):
    """An item and all the zones of its way, in order."""

    legs: tuple[Leg, ...] = Field(min_length=1, max_length=20, description="The zones in order.")
    checked: tuple[Zone, ...] = Field(
        default=(), description="Zones in which this item was already checked in this phase."
    )
    comes_from: Zone | None = Field(
        default=None, description="The zone from which it sails into the first; left out for a port (36.A.3)."
    )

    @model_validator(mode="after")
    def _facts_fit(self) -> Self:
        for leg in self.legs:
            check_zone_facts(self.side, leg.zone, self.facts)
        check_passage(self.facts, self.way)
        return self

    @property
    def way(self) -> tuple[Zone | None, ...]:
        """Its zones in order, the one before the first too; None stands for a port."""
        return (self.comes_from, *(leg.zone for leg in self.legs))
