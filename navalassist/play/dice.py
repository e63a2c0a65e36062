"""The server's dice: bound by a commitment before they can be known, and open to anyone's check afterwards.

At the start of a turn a 32-byte seed comes from the operating system; its SHA-256 is an entry. A face is read from
HMAC-SHA256(seed, "campaign|chain|sequence|procedure|ask key|index|try"): its first eight bytes as a number, thrown
away where it would favour a face (rejection sampling), else number mod sides + 1. The seed opens with the turn's end.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import replace

from navalassist.engine import Choose, Dice
from navalassist.engine.dealers import Dealer
from navalassist.play import statements
from navalassist.play.state import State

SEED_BYTES = 32
# The formula by which faces come from a seed; an entry that binds dice names it, so that another may come one day.
DICE_SCHEME = 1
_SPACE = 2**64


def new_seed() -> bytes:
    """A seed from the operating system's generator."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(seed: bytes) -> str:
    """What the log says of a seed before it is opened."""
    return hashlib.sha256(seed).hexdigest()


def face(seed: bytes, campaign: str, entry: str, procedure: str, key: str, index: int, sides: int) -> int:
    """One face, 1 to `sides`. entry: `public/144`; key: of the ask; index: of the die within it, from 0."""
    chain, _, sequence = entry.partition("/")
    fair = _SPACE - _SPACE % sides
    attempt = 0
    while True:
        text = f"{campaign}|{chain}|{sequence}|{procedure}|{key}|{index}|{attempt}"
        number = int.from_bytes(hmac.digest(seed, text.encode(), "sha256")[:8], "big")
        if number < fair:
            return number % sides + 1
        attempt += 1


class ServerDice:
    """A dealer that throws the server's dice for one entry; choices come by key."""

    def __init__(
        self, seed: bytes, campaign: str, entry: str, procedure: str, choices: Mapping[str, str] | None = None
    ) -> None:
        self._seed = seed
        self._campaign = campaign
        self._entry = entry
        self._procedure = procedure
        self._choices = choices or {}

    def faces(self, key: str, dice: Dice, label: str) -> tuple[int, ...] | None:
        bound = (self._seed, self._campaign, self._entry, self._procedure, key)
        return tuple(face(*bound, index, dice.sides) for index in range(dice.count))

    def choice(self, key: str, ask: Choose) -> str | None:
        return self._choices.get(key)


class SameDice:
    """A dealer that gives recorded faces again, as many as are asked for, and those of another dealer for the others.

    choices: decisions that stand as well, where they are still among the options.
    """

    def __init__(
        self, recorded: Mapping[str, tuple[int, ...]], then: Dealer, choices: Mapping[str, str] | None = None
    ) -> None:
        self._recorded = recorded
        self._then = then
        self._choices = choices or {}

    def faces(self, key: str, dice: Dice, label: str) -> tuple[int, ...] | None:
        old = self._recorded.get(key, ())[: dice.count]
        more = dice.count - len(old)
        further = self._then.faces(key, replace(dice, count=more), label) if more else ()
        return None if further is None else old + further

    def choice(self, key: str, ask: Choose) -> str | None:
        old = self._choices.get(key)
        return old if old in ask.options else self._then.choice(key, ask)


class NotThrown:
    """A dealer without dice, whose choices come by key: what was not thrown before stays unknown."""

    def __init__(self, choices: Mapping[str, str]) -> None:
        self._choices = choices

    def faces(self, key: str, dice: Dice, label: str) -> tuple[int, ...] | None:
        return None

    def choice(self, key: str, ask: Choose) -> str | None:
        return self._choices.get(key)


def seed_of(state: State, audience: str) -> bytes:
    """The seed of this turn and an audience. Seed.DoesNotExist when none was bound."""
    turn = state.clock[0]
    known = state.seeds.get((turn, audience))
    if known is None:
        known = state.seeds[turn, audience] = statements.seed_bound(state.campaign, turn, audience)
    return known
