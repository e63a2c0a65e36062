"""Rows of the convoy board whose voyage is over: they leave it with the turn after theirs."""

from __future__ import annotations

from collections.abc import Mapping

from navalassist.engine.reader import rows_in

STILL_TO_SAIL = ("planned", "at-sea")


def old_shipments(values: Mapping[str, object], turn: str) -> list[str]:
    """Shipments of turns before the one that ends now whose voyage is over; the log keeps them."""
    rows = rows_in(values, "shipment")
    return [row for row in rows if str(values[f"{row}.turn"]) < turn and values[f"{row}.state"] not in STILL_TO_SAIL]
