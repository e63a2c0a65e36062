"""How long a port that was taken from the enemy exerts no danger zone (36.D)."""

from __future__ import annotations

from navalassist.rules.europa.clock import turn_number
from navalassist.rules.europa.words import Side


def number_of(turn: str, player_turn: str) -> int:
    """Player turns since Jan I 00, to compare two of them."""
    return turn_number(turn) * 2 + (player_turn == Side.ALLIED)


def newly_taken(turn: str, player_turn: str, before: str, when: str) -> bool:
    """In the player turn itself and the next; taken in an enemy player turn, in the next enemy player turn too.

    before: whose it was; when: turn and player turn in which it was taken.
    """
    taken_turn, _, whose = when.partition("/")
    ago = number_of(turn, player_turn) - number_of(taken_turn, whose)
    return 0 <= ago <= (2 if whose == before else 1)
