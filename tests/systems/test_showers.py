"""What everybody may read of rules on a side's secrets (docs/adr/0010): every rule that throws dice has decided it."""

from __future__ import annotations

from navalassist.engine import REGISTER
from navalassist.systems.europa import EUROPA

# These read nothing of a side's own but levels, seas and what is typed; of a whole voyage only the odds are asked.
NOTHING_SECRET = {"italian-interference", "naval-gunfire", "sea-state", "voyage"}


def test_every_rule_with_dice_says_what_everybody_learns_of_it() -> None:
    """Without `shows` what it changes in the open would stand in its secret part alone, and come from a side's seed."""
    without = set(EUROPA.situations) - set(EUROPA.showers)
    assert {slug for slug in without if not REGISTER[slug].dice.startswith("none")} == NOTHING_SECRET
