"""What the calendar itself changes at sea when a step ends: interdiction, bombing hits, Italian interference."""

from __future__ import annotations

from navalassist.engine import Effect
from navalassist.rules.europa.clock import Moment, set_back


def upkeep(before: Moment, after: Moment) -> tuple[Effect, ...]:
    """The facts that go back to their plain state between two moments, as turn.toml has them.

    33.B.7  the South Aegean zone ends at the start of the next Allied initial phase; its hits at the end of the turn
    33.B.2.b  the Italian fleet's success ends with the Allied player turn (R-38)
    """
    return set_back(before, after)
