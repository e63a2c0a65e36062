"""A leg of a row, as its editor draws it; and a row that is only typed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from navalassist.systems.europa.board.drafts import LegForm
from navalassist.systems.europa.board.rows import UNIT
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
