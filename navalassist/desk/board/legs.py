"""A leg of a row, as its editor draws it; a row that is only typed; and what the way of one meets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from navalassist.play.state import State
from navalassist.rules.europa.words import Side
from navalassist.systems.europa.aboard import unit_of
from navalassist.systems.europa.board.drafts import LegForm
from navalassist.systems.europa.board.perils import danger_on_way, mines_on_way
from navalassist.systems.europa.board.rows import SAILS_ON, UNIT, legs_behind
from navalassist.systems.europa.mines import points_words
from navalassist.systems.europa.setup import Draft, shipment_fields


@dataclass(frozen=True)
class LegDrawn:
    """A leg of the editor: its form, and what its zone asks. fixed: its zone is settled; behind: all of it is."""

    number: int
    form: LegForm
    asks: frozenset[str]
    fixed: bool
    behind: bool = False


def planned(draft: Draft | None, turn: str) -> dict[str, Any]:
    """The row that a draft would be in a turn; empty for none."""
    return {**shipment_fields(draft, 0, turn, ""), UNIT: draft.unit} if draft else {}


def saved(state: State, key: str, row: Mapping[str, Any]) -> dict[str, Any]:
    """A row of the board, with the unit of the fleet that carries it."""
    return {**row, UNIT: unit_of(state.values, key)}


def perils(state: State, key: str, row: Mapping[str, Any]) -> list[tuple[str, str]]:
    """(address, words) of the rolls that mines and danger zones in its zones may ask of a row on unnamed transports."""
    sails = row["state"] in SAILS_ON and row["side"] == state.clock[1] and row["transports_afloat"]
    if not sails or unit_of(state.values, key):
        return []
    side, zones = Side(row["side"]), [leg["zone"] for leg in row["route"][legs_behind(row) :]]
    do, values = f"/c/{state.campaign.slug}/do", state.values
    found = []
    for belt in mines_on_way(values, side, zones):
        words = f"{points_words(belt.points)} of {belt.side.label} mines in {belt.hex}"
        found.append((f"{do}/row-mines/?row={key}&hex={belt.hex}", words))
    told = danger_on_way(values, side, zones)
    return [*found, (f"{do}/row-danger/?row={key}", told)] if told else found
