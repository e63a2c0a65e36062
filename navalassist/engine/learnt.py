"""What a rule teaches a side of a force: see `knowledge`."""

from __future__ import annotations

from dataclasses import dataclass

from navalassist.engine.shapes import Worded


class Level(Worded):
    """How much a side knows of a force."""

    NOTHING = "nothing", "nothing"
    GENERAL = "general", "in general"
    FULL = "full", "in full"

    @property
    def rank(self) -> int:
        """0 for nothing."""
        return list(Level).index(self)


@dataclass(frozen=True, slots=True)
class Learnt:
    """What a rule teaches: a side learns of a row, to a level. NOTHING takes back what holds, as a correction may."""

    side: str
    about: str
    level: Level
