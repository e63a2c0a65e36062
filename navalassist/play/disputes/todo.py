"""What waits for a seat beside the game: consent, a ruling, an answer, an acknowledgement. Read from facts alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from navalassist.campaigns.viewer import MODERATOR, OBSERVER
from navalassist.play.state import State
from navalassist.review.models import ANSWERED, OPEN, REJECTED, UPHELD


@dataclass(frozen=True, slots=True)
class Matter:
    """One thing to do. kind: `proposal`, `question`, `answer`, `dispute`.

    reference: the entry that it is about, '' for none.
    """

    kind: str
    key: str
    text: str
    reference: str = ""


def matters_for(state: State, seat: str, sides: tuple[str, ...]) -> list[Matter]:
    """What waits for this seat, of what it may see. state: as the seat sees it."""
    return [*_proposals(state, seat), *_questions(state, seat), *_disputes(state, seat, sides)]


def _proposals(state: State, seat: str) -> Iterator[Matter]:
    for row in state.rows("proposal"):
        fields = state.row(row)
        if fields["state"] == OPEN and seat in (fields["to"], MODERATOR):
            yield Matter("proposal", row.partition(":")[2], "a correction wants your consent", fields["entry"])


def _questions(state: State, seat: str) -> Iterator[Matter]:
    for row in state.rows("question"):
        if seat == MODERATOR and state.values[f"{row}.state"] == OPEN:
            yield Matter("question", row.partition(":")[2], "a question to you, and something is held until you answer")
        elif seat not in (MODERATOR, OBSERVER) and _unread(state.row(row), seat):
            yield Matter("answer", row.partition(":")[2], "the moderator has answered your question")


def _unread(question: Mapping[str, Any], seat: str) -> bool:
    return bool(question["state"] == ANSWERED and question["by"] == seat)


def _disputes(state: State, seat: str, sides: tuple[str, ...]) -> Iterator[Matter]:
    spoke = {(state.values[f"{row}.dispute"], state.values[f"{row}.seat"]) for row in state.rows("argument")}
    for row in state.rows("dispute"):
        key, fields = row.partition(":")[2], state.row(row)
        if fields["state"] == OPEN and seat == MODERATOR:
            yield Matter("dispute", key, "a dispute wants your ruling", fields["entry"])
        elif fields["state"] == OPEN and seat in sides and (key, seat) not in spoke:
            yield Matter("dispute", key, "a dispute: what do you say?", fields["entry"])
        elif fields["state"] in (UPHELD, REJECTED) and seat in sides and seat not in fields["acknowledged"]:
            yield Matter("dispute", key, "a ruling to acknowledge", fields["entry"])
