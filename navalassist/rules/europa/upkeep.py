"""What the calendar itself changes at sea when a step ends: interdiction, bombing hits, Italian interference."""

from __future__ import annotations

from navalassist.engine import Effect, Set
from navalassist.rules.europa.clock import Moment
from navalassist.rules.europa.words import Declared, Interference, Side, Step
from navalassist.rules.europa.world import (
    EASTERN_MED_INTERFERENCE,
    RED_SEA_INTERFERENCE,
    SOUTH_AEGEAN_DECLARED,
    SOUTH_AEGEAN_HITS,
)


def upkeep(before: Moment, after: Moment) -> tuple[Effect, ...]:
    """The facts that go back to their plain state between two moments.

    33.B.7  the South Aegean zone ends at the start of the next Allied initial phase; its hits at the end of the turn
    33.B.2.b  the Italian fleet's success ends with the Allied player turn (R-38)
    """
    done: list[Effect] = []
    if after.player_turn is Side.ALLIED and after.step is Step.INITIAL:
        done.append(Set(SOUTH_AEGEAN_DECLARED, Declared.NOT.value))
    if before.turn != after.turn:
        done.append(Set(SOUTH_AEGEAN_HITS, 0))
    if before.player_turn is Side.ALLIED and after.player_turn is not Side.ALLIED:
        fleets = (EASTERN_MED_INTERFERENCE, RED_SEA_INTERFERENCE)
        done += [Set(fact, Interference.MINOR.value) for fact in fleets]
    return tuple(done)
