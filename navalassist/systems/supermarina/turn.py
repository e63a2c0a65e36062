"""The turn sequence of Supermarina II, read from turn.toml. A file that does not fit stops the start."""

from __future__ import annotations

from pathlib import Path

from tables.turn import load_turn

TURN = load_turn(Path(__file__).with_suffix(".toml"))

# The steps of a segment, in the half of either side, as rules name them.
RECON_STEPS = ("*/own-recon", "*/enemy-recon")
MOVEMENT_STEPS = ("*/own-movement", "*/enemy-movement")
COMBAT_STEPS = ("*/own-combat", "*/enemy-combat")
