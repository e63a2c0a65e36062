"""The turn sequence of Supermarina II, read from turn.toml. A file that does not fit stops the start."""

from __future__ import annotations

from pathlib import Path

from navalassist.engine.reader import Reader, View
from navalassist.systems.supermarina.state import Side
from tables.turn import load_turn

TURN = load_turn(Path(__file__).with_suffix(".toml"))

# The steps of a segment, in the half of either side, as rules name them.
RECON_STEPS = ("*/own-recon", "*/enemy-recon")
MOVEMENT_STEPS = ("*/own-movement", "*/enemy-movement")
COMBAT_STEPS = ("*/own-combat", "*/enemy-combat")


def acting(read: View | Reader) -> Side:
    """The side whose half of a segment it is, or whose player turn outside of segments."""
    return Side(TURN.acting(read["campaign:clock.player_turn"], read["campaign:clock.step"]))


def segment(moment: str) -> str:
    """The segment of a step as `stamp` has it: `1941-11-1/axis/nas-4`."""
    return moment.rpartition("/")[0]


def stamp(read: View | Reader) -> str:
    """The step that it is, by which it is told again: `1941-11-1/axis/nas-4/own-movement`."""
    return "/".join(str(read[f"campaign:clock.{name}"]) for name in ("turn", "player_turn", "step"))
