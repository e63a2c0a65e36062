"""What a drawn row asks of the sea: legs of its editor, its unit of the fleet, mines, danger zones, the canal."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from navalassist.play.state import State
from navalassist.rules.europa.words import Side, Zone
from navalassist.systems.europa.aboard import unit_of
from navalassist.systems.europa.board import routes
from navalassist.systems.europa.board.drafts import LegForm, RowForm
from navalassist.systems.europa.board.perils import danger_on_way, mines_on_way
from navalassist.systems.europa.board.rows import SAILS_ON, UNIT, legs_behind
from navalassist.systems.europa.board.words import Unreadable
from navalassist.systems.europa.mines import points_words
from navalassist.systems.europa.pages.board import chips
from navalassist.systems.europa.setup import Draft, shipment_fields

# A way through one of them may lead through the Kiel canal.
NEAR_THE_CANAL = {*routes.CANAL_BETWEEN, Zone.DENMARK_SEA.value}


@dataclass(frozen=True)
class LegDrawn:
    """A leg of the editor: its form, and what its zone asks. fixed: its zone is settled; behind: all of it is."""

    number: int
    form: LegForm
    asks: frozenset[str]
    fixed: bool
    behind: bool = False


@dataclass(frozen=True)
class AtSea:
    """A row, as far as its way is concerned. row: None while it is only typed."""

    state: State
    form: RowForm
    key: str
    row: Mapping[str, Any] | None

    @property
    def ships(self) -> list[tuple[str, str]]:
        """The act that names a unit of the fleet, and its words."""
        return chips.ships(self.state.values, self.form.side, self.form.origin)

    @cached_property
    def card(self) -> str:
        """Where the unit of the fleet moves that it is, or that carries it; '' for ships without a name."""
        return chips.card_of(self.state.values, self.state.campaign.slug, self.key)

    @cached_property
    def canal(self) -> bool:
        """True where it could sail through the Kiel canal, and does not."""
        zones = [leg.zone for leg in self.form.legs]
        if not NEAR_THE_CANAL & {*zones} or self.form.origin == self.form.destination:
            return False
        with suppress(Unreadable, KeyError):
            ends = self.form.side, self.form.origin, self.form.destination
            way = [leg["zone"] for leg in routes.by_canal(self.state, *ends)]
            return bool(way) and way != zones
        return False

    @cached_property
    def perils(self) -> list[tuple[str, str]]:
        """(address, words) of the rolls that mines and danger zones may ask of a row on unnamed transports."""
        row, values = self.row, self.state.values
        if row is None or row["state"] not in SAILS_ON or row["side"] != self.state.clock[1]:
            return []
        if not row["transports_afloat"] or unit_of(values, self.key):
            return []
        side, zones = Side(row["side"]), [leg["zone"] for leg in row["route"][legs_behind(row) :]]
        do, found = f"/c/{self.state.campaign.slug}/do", list[tuple[str, str]]()
        for belt in mines_on_way(values, side, zones):
            words = f"{points_words(belt.points)} of {belt.side.label} mines in {belt.hex}"
            found.append((f"{do}/row-mines/?row={self.key}&hex={belt.hex}", words))
        told = danger_on_way(values, side, zones)
        return [*found, (f"{do}/row-danger/?row={self.key}", told)] if told else found


def planned(draft: Draft | None, turn: str) -> dict[str, Any]:
    """The row that a draft would be in a turn; empty for none."""
    return {**shipment_fields(draft, 0, turn, ""), UNIT: draft.unit} if draft else {}


def saved(state: State, key: str, row: Mapping[str, Any]) -> dict[str, Any]:
    """A row of the board, with the unit of the fleet that carries it."""
    return {**row, UNIT: unit_of(state.values, key)}
