"""What of the board rules ask for before anything sails. Read from the facts alone; nothing here writes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from navalassist.engine.duties import Now
from navalassist.rules.europa.words import ShipmentState, Side, Zone


def planned_through(now: Now, side: Side, zone: Zone) -> int:
    """How many shipments of a side are planned for this turn, or at sea, with a way through the zone."""
    rows = [row for row in now.state.rows("shipment") if now.facts.get(f"{row}.side") == side]
    return sum(_sails_through(now.facts, row, now.moment.turn, zone) for row in rows)


def _sails_through(facts: Mapping[str, Any], row: str, turn: str, zone: Zone) -> bool:
    state, planned_for = facts[f"{row}.state"], facts[f"{row}.turn"]
    sails = planned_for == turn if state == ShipmentState.PLANNED else state == ShipmentState.AT_SEA
    return sails and any(leg["zone"] == zone for leg in facts[f"{row}.route"][facts[f"{row}.leg"] - 1 :])
