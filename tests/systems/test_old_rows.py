"""Shipments whose voyage is over leave the board after a turn."""

from __future__ import annotations

import pytest

from navalassist.systems.europa.old_rows import old_shipments


@pytest.mark.parametrize("state", ["arrived", "returned", "lost", "struck"])
def test_a_voyage_that_is_over_leaves_the_board_after_a_turn(state: str) -> None:
    values = {"shipment:a.turn": "1941-02-2", "shipment:a.state": state}
    assert old_shipments(values, "1941-03-1") == ["shipment:a"]
    assert old_shipments(values, "1941-02-2") == []


@pytest.mark.parametrize("state", ["planned", "at-sea"])
def test_what_has_still_to_sail_stays(state: str) -> None:
    assert old_shipments({"shipment:a.turn": "1941-01-1", "shipment:a.state": state}, "1941-03-1") == []
