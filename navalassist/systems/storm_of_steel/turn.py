"""The turn sequence of the Great War at sea, read from turn.toml. A file that does not fit stops the start."""

from __future__ import annotations

from pathlib import Path

from tables.turn import load_turn

TURN = load_turn(Path(__file__).with_suffix(".toml"))
