"""A side adds to the server's dice of a turn: it binds a nonce by its hash, and shows it later (`dice.nonces`)."""

from __future__ import annotations

import re

from navalassist.auditlog.models import Entry
from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.viewer import MODERATOR
from navalassist.engine import Set, create
from navalassist.engine.forms import FieldError
from navalassist.play.dice.nonces import (
    BOUND,
    COMMIT,
    NONCE,
    SHOW,
    SHOWN,
    commitment_of,
    mark_of,
    nonces_of,
    why_closed,
)
from navalassist.play.state import State
from navalassist.play.write.writer import Writer

LONGEST = 200
_HASH = re.compile(r"[0-9a-f]{64}")


class NonceError(FieldError):
    """Why a nonce is not taken, in words; `about`: the field of the form."""

    def __init__(self, text: str, about: str = "") -> None:
        super().__init__(about, text)


def tidy(text: str) -> str:
    """A nonce as it counts: without spaces at its ends. NonceError when it is empty, too long, or not of one line."""
    text = text.strip()
    if not text:
        raise NonceError("type some words, or any characters that nobody else can guess", NONCE)
    if len(text) > LONGEST:
        raise NonceError(f"at most {LONGEST} characters; this has {len(text)}", NONCE)
    if not text.isprintable():
        raise NonceError("words of one line, without tabs or other characters that cannot be seen", NONCE)
    return text


def bind_nonce(writer: Writer, side: str, commitment: str) -> Entry:
    """Bind a side's nonce of this turn by its hash. NonceError when it is too late, or no hash."""
    commitment = commitment.strip().lower()
    if not _HASH.fullmatch(commitment):
        raise NonceError("the SHA-256 of your words, as 64 characters of 0-9 and a-f", "commitment")
    _check_open(writer.state)
    known = nonces_of(writer.state)
    if any(nonce.side == side for nonce in known):
        raise NonceError("this side has added its own chance for this turn already")
    if any(nonce.text for nonce in known):
        raise NonceError("another side has shown its own already, so nothing can be added to this turn any more")
    # Every seed that these dice may come from is bound before, so that none can be chosen to fit the nonces.
    writer.bind_dice(*writer.system.sides, MODERATOR)
    mark = create(mark_of(side), kind=NONCE, subject=side, place=BOUND, ends="turn", until="", note=commitment)
    turn = writer.state.clock[0]
    return writer.edit(
        COMMIT, (mark,), seat=side, kind=NONCE, chain=PUBLIC, turn_bound=turn, side=side, commitment=commitment
    )


def show_nonce(writer: Writer, side: str, text: str) -> Entry:
    """Show a nonce that was bound: from now on it counts. NonceError when it is too late, or another text."""
    text = tidy(text)
    _check_open(writer.state)
    known = next((nonce for nonce in nonces_of(writer.state) if nonce.side == side), None)
    if known is None:
        raise NonceError("this side has bound nothing in this turn that could be shown")
    if known.text:
        raise NonceError("this side has shown its own already")
    if commitment_of(text) != known.commitment:
        raise NonceError("these are not the words that were bound: each sign counts, capitals and spaces too", NONCE)
    mark = mark_of(side)
    effects = (Set(f"{mark}.place", SHOWN), Set(f"{mark}.note", text))
    turn = writer.state.clock[0]
    return writer.edit(SHOW, effects, seat=side, kind=NONCE, chain=PUBLIC, turn_bound=turn, side=side, nonce=text)


def _check_open(state: State) -> None:
    if reason := why_closed(state):
        raise NonceError(reason)
