"""What became of a row that has ended, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from navalassist.play.state import State
from navalassist.systems.europa.board.rows import port_name
from navalassist.systems.europa.board.words import amount_text, hits_text, name_of


def fates_of(state: State, row: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What became of a row that has ended, box by box."""
    found = []
    lost = amount_text(row, row["res_lost"], row["transports_lost"])
    hits = hits_text(row)
    if lost or hits:
        found.append({"label": "Lost", "text": ", ".join(part for part in (lost, hits) if part), "lost": True})
    if row["state"] == "arrived":
        here = amount_text(row, row["res_afloat"], row["transports_afloat"]) or name_of(row)
        found.append({"label": f"Arrived at {port_name(state, row['destination'])}", "text": here})
    back = amount_text(row, row["res_returned"], row["transports_returned"])
    if row["state"] == "returned" and not back and not lost:
        back = name_of(row)
    if back:
        found.append({"label": f"Back in {port_name(state, row['origin'])}, finished", "text": back})
    if row["state"] == "lost" and row["transports"] == "warship":
        found.append({"label": "Sails on without cargo", "text": amount_text(row, "0", row["transports_afloat"])})
    return found
