"""The server's dice: bound by a commitment before they can be known, and open to anyone's check afterwards.

At the start of a turn a 32-byte seed comes from the operating system; its SHA-256 is an entry. A face is read from
HMAC-SHA256(seed, "campaign|chain|sequence|procedure|ask key|index|try"): its first eight bytes as a number, thrown
away where it would favour a face (rejection sampling), else number mod sides + 1. The seed opens with the turn's end.
Where sides have added nonces of their own (`play.dice.nonces`), "|" and what they make together stands behind the try.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from navalassist.campaigns.facts import PUBLIC
from navalassist.engine import Choose, Dice, DiceError, Typed, parse_dice
from navalassist.engine.dealers import Dealer, TypedSoFar
from navalassist.play.state import State
from navalassist.play.storage import statements
from navalassist.play.systems import Target

SERVER = "server"
TYPED = "typed"
SEED_BYTES = 32
# The formula by which faces come from a seed; an entry that binds dice names it, so that another may come one day.
# 1: the seed alone; 2: with the nonces of sides, where there are any, else as 1.
DICE_SCHEME = 2
_SPACE = 2**64


@dataclass
class DiceInput:
    """The server's dice, or a strip of typed faces shared by all rules of one submission; choices by ask key.

    rolled_at: when typed dice were thrown, where that was before they were entered: UTC, `2026-03-01T20:15:00Z`;
    so_far: typed dice may end before the rule does, which then waits for the others.
    """

    source: str = SERVER
    strip: str = ""
    choices: Mapping[str, str] = field(default_factory=dict)
    rolled_at: str = ""
    so_far: bool = False
    _typed: Typed | None = None
    _used: int = 0

    def __post_init__(self) -> None:
        if self.source not in (SERVER, TYPED):
            raise DiceError(f"the dice are the server's or typed; {self.source!r} is neither")

    def typed(self) -> Typed:
        """The typed faces, handed out in the order of asking. DiceError for a sign that is no face."""
        if self._typed is None:
            dealer = TypedSoFar if self.so_far else Typed
            self._typed = dealer(parse_dice(self.strip), self.choices, self._used)
        return self._typed

    def rest(self) -> DiceInput:
        """The same source, with the typed dice that are left, for the next check."""
        if self.source != TYPED:
            return replace(self, strip="", _typed=None)
        typed = self.typed()
        return replace(self, strip="".join(map(str, typed.left)), _typed=None, _used=typed.used)

    def finish(self) -> None:
        """DiceError when typed dice are left over."""
        if self.source == TYPED or self._typed is not None:
            self.typed().finish()


def new_seed() -> bytes:
    """A seed from the operating system's generator."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(seed: bytes) -> str:
    """What the log says of a seed before it is opened."""
    return hashlib.sha256(seed).hexdigest()


def face(
    seed: bytes, campaign: str, entry: str, procedure: str, key: str, index: int, sides: int, nonces: str = ""
) -> int:
    """One face, 1 to `sides`. entry: `public/144`; key: of the ask; index: of the die within it, from 0.

    nonces: what the nonces of sides make together (`play.dice.nonces.mixed`), '' where there are none.
    """
    chain, _, sequence = entry.partition("/")
    end = f"|{nonces}" if nonces else ""
    fair = _SPACE - _SPACE % sides
    attempt = 0
    while True:
        text = f"{campaign}|{chain}|{sequence}|{procedure}|{key}|{index}|{attempt}{end}"
        number = int.from_bytes(hmac.digest(seed, text.encode(), "sha256")[:8], "big")
        if number < fair:
            return number % sides + 1
        attempt += 1


@dataclass
class Thrown:
    """The server's dice for one entry. audience: whose seed; answers: what has fallen, as an entry keeps it.

    target: what the procedure was begun for, None where it goes on from an entry; readers: who may know what it read.
    """

    entry: str
    procedure: str
    audience: str
    answers: list[dict[str, Any]] = field(default_factory=list)
    target: Target | None = None
    readers: str = PUBLIC


class ServerDice:
    """A dealer that throws the server's dice for one entry; choices come by key. dealt: what has fallen, as answers."""

    def __init__(
        self,
        seed: bytes,
        campaign: str,
        entry: str,
        procedure: str,
        choices: Mapping[str, str] | None = None,
        nonces: str = "",
        dealt: list[dict[str, Any]] | None = None,
    ) -> None:
        self._seed = seed
        self._campaign = campaign
        self._entry = entry
        self._procedure = procedure
        self._choices = choices or {}
        self._nonces = nonces
        self._dealt = [] if dealt is None else dealt

    def faces(self, key: str, dice: Dice, label: str) -> tuple[int, ...] | None:
        bound = (self._seed, self._campaign, self._entry, self._procedure, key)
        faces = tuple(face(*bound, index, dice.sides, self._nonces) for index in range(dice.count))
        self._dealt.append({"key": key, "kind": "roll", "dice": str(dice), "faces": list(faces)})
        return faces

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
        return old if ask.fits(old) else self._then.choice(key, ask)


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
