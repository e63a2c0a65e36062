"""How the sea is: calm, rough or stormy. It changes rolls of rule 36."""

from __future__ import annotations

from enum import StrEnum

from navalassist.engine import Refusal

# What forms call it.
SEA = "The sea is"


class SeaState(StrEnum):
    """The state of a sea in a turn."""

    CALM = "calm"
    ROUGH = "rough"
    STORMY = "stormy"

    @property
    def label(self) -> str:
        """`rough`"""
        return self.value


def refusal_of_sea(sea: SeaState, kept: SeaState | None, rule: str) -> Refusal | None:
    """A state that was typed against the one that is kept of this sea (R-65); None where none is kept."""
    return Refusal(f"“{SEA}”: it is {kept.label} in this turn.", rule) if kept and sea is not kept else None
