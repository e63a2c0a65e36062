"""What a question to the moderator holds: one row, or one rule, until it is answered. The rest of the game goes on."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from navalassist.campaigns.facts import kinds_that
from navalassist.engine import Refusal
from navalassist.engine.forms import ticked_table
from navalassist.engine.rule import TICKS, not_played
from navalassist.play.state import State
from navalassist.play.systems import system_of
from navalassist.play.write.set_up import WAITS, is_open
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
    if is_open(state.values):
        return Refusal(WAITS, "")
    if held_by(state, slug, target):
        return Refusal(HELD, "")
    return not_played(slug, state.book) or _not_listed(state, slug, target)


def _not_listed(state: State, slug: str, target: Mapping[str, Any]) -> Refusal | None:
    """Why the ticks do not fit: between a page and what is sent from it a list may have become another."""
    if not target.get(TICKS):
        return None
    table = ticked_table(system_of(state.campaign.system).forms[slug])
    known = {line.key for line in state.book.listed(table) if line.is_ticked} if table else set()
    if all(key in known for key in target[TICKS]):
        return None
    return Refusal("What was ticked stands in the list no more: look which boxes hold, and tick them again.", "")
