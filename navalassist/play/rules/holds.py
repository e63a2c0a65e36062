"""What a question to the moderator holds: one row, or one rule, until it is answered. The rest of the game goes on."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from navalassist.campaigns.facts import kinds_that
from navalassist.engine import Refusal
from navalassist.engine.rule import not_played
from navalassist.play.state import State
from navalassist.review.models import OPEN

HELD = "A question to the moderator is open about this: it waits for the answer; the rest of the game does not."


@cache
def asked_kinds() -> tuple[str, ...]:
    """Kinds of rows that a question may be about."""
    return kinds_that(lambda model: model.FACT_ASKED)


def held_by(state: State, slug: str, target: Mapping[str, Any]) -> str:
    """The open question that holds what a procedure is about to do; '' where there is none."""
    questions = state.rows("question")
    if not questions:
        return ""
    things = {slug} | {
        f"{kind}:{value}" for kind in asked_kinds() for value in target.values() if isinstance(value, str)
    }
    return next((row for row in questions if _holds(state, row) and state.values[f"{row}.about"] in things), "")


def _holds(state: State, row: str) -> bool:
    return bool(state.values[f"{row}.state"] == OPEN)


def refusal_of(state: State, slug: str, target: Mapping[str, Any]) -> Refusal | None:
    """Why a procedure may not be carried out on this now: it was asked about, or is no rule of this campaign."""
    return Refusal(HELD, "") if held_by(state, slug, target) else not_played(slug, state.book)
