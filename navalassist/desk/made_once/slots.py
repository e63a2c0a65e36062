"""What a page that is made once holds for one answer alone: the token of its forms, their one-time keys, a name.

While such a page is made, stand-ins of no meaning take their places; `split` finds them again.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from django.http import HttpRequest
from django.utils.html import escape

from navalassist.desk.made_once.packed import Hole, filled, packed
from navalassist.play.write.submissions import new_submission

TOKEN_LENGTH = 64


@dataclass(frozen=True)
class StandIns:
    """What stands in for the token and the name of whoever asks. Never sent to anybody."""

    token: str = field(default_factory=lambda: secrets.token_hex(TOKEN_LENGTH // 2))
    name: str = field(default_factory=lambda: secrets.token_hex(TOKEN_LENGTH // 2))


def token_of_nobody(request: HttpRequest) -> dict[str, str]:
    """A context processor: in a page that is made once, forms hold the stand-in of a token."""
    stand_ins = getattr(request, "stand_ins", None)
    return {"csrf_token": stand_ins.token} if stand_ins else {}


@dataclass(frozen=True, slots=True)
class Filling:
    """What is one answer's own: the token of its forms and the name of who gets it."""

    token: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Made:
    """A page without what is one answer's own: the parts between its holes, the same packed, and what fills each hole.

    holds: a number from 0 for a one-time key, or the name of the field of a `Filling`.
    """

    parts: tuple[bytes, ...]
    packed: tuple[bytes, ...]
    holds: tuple[int | str, ...]

    @property
    def size(self) -> int:
        """Its bytes in memory, roughly."""
        return sum(map(len, (*self.parts, *self.packed)))

    def given_to(self, one: Filling, *, gzip: bool) -> bytes:
        """The page for one answer, each form with a key of its own; packed by gzip if wished."""
        keys: dict[int, bytes] = {}
        fillings = [
            keys.setdefault(what, new_submission().encode()) if isinstance(what, int) else _words(one, what)
            for what in self.holds
        ]
        whole = b"".join(_woven(self.parts, fillings))
        return filled(self.packed, fillings, whole) if gzip else whole


def _words(one: Filling, what: str) -> bytes:
    return escape(getattr(one, what)).encode()


def _woven(parts: Sequence[bytes], fillings: Sequence[bytes]) -> list[bytes]:
    return [*(piece for pair in zip(parts, fillings, strict=False) for piece in pair), parts[-1]]


def _places(content: bytes, one: bytes) -> Iterator[int]:
    """Where something stands in the content."""
    at = content.find(one)
    while at >= 0:
        yield at
        at = content.find(one, at + len(one))


def split(content: bytes, stand_ins: StandIns, keys: Sequence[str]) -> Made:
    """The page without its stand-ins. keys: the one-time keys that were given out while it was made."""
    holds: dict[bytes, int | str] = {key.encode(): number for number, key in enumerate(keys)}
    holds |= {stand_ins.token.encode(): "token", stand_ins.name.encode(): "name"}
    # Each by itself: a search for whatever looks like one takes longer than to draw a fifth of the page.
    places = sorted((at, one) for one in holds for at in _places(content, one))
    parts, found, since = list[bytes](), list[bytes](), 0
    for at, one in places:
        parts.append(content[since:at])
        found.append(one)
        since = at + len(one)
    parts.append(content[since:])
    holes = [Hole(0 if holds[one] == "name" else len(one)) for one in found]
    return Made(tuple(parts), packed(parts, holes), tuple(holds[one] for one in found))
