"""The rulings that an entry read, as its receipt tells them: those that decided something, and those only looked at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from navalassist.desk.logbook import cells
from navalassist.desk.logbook.record import Body
from navalassist.desk.logbook.wording import RuleWords, wording_of, words_for
from navalassist.play.state import State


@dataclass(frozen=True)
class RulingUsed:
    """A ruling that the entry read: its number and title, and how this campaign read it then.

    applied: False where it bears on terms only that did not apply, or on what did not come to pass.
    """

    number: str
    title: str
    choice: str
    applied: bool = True


def rulings_of(body: Body, state: State) -> list[RulingUsed]:
    """The rulings that the entry read or that decided one of its terms, in the order of their numbers."""
    words, read, rules = words_for(state, body), dict(body.get("rulings", {})), wording_of(state).rules
    numbers = {*read, *(term["ruling"] for term in cells.all_terms(body) if term.get("ruling"))}
    if rules.bounds_ruling and any(answer.get("bounds") for answer in body.get("answers", ())):
        numbers.add(rules.bounds_ruling)
    if rules.restored_ruling and cells.restored(body):
        numbers.add(rules.restored_ruling)
    known, idle = words.rulings, idle_rulings(body, rules)
    return [
        RulingUsed(
            n, known[n].title if n in known else "", words.choice(n, read[n]) if n in read else "", n not in idle
        )
        for n in sorted(numbers, key=lambda n: (len(n), n))
    ]


def idle_rulings(body: Body, rules: RuleWords) -> set[str]:
    """The rulings that decided nothing: their terms did not apply, no sum left its bounds, nothing was halved."""
    terms = cells.all_terms(body)
    applied = {term.get("ruling") for term in terms if term["applies"]}
    idle = {str(term["ruling"]) for term in terms if term.get("ruling")} - applied
    if not any(_held(answer) for answer in body.get("answers", ())):
        idle.add(rules.bounds_ruling)
    return idle | rules.idle(body)


def _held(answer: Mapping[str, Any]) -> bool:
    """True if the sum that the dice were read by was brought back into its bounds."""
    low, high = answer.get("bounds") or (None, None)
    total = sum(term["value"] for term in answer.get("terms", ()) if term["applies"])
    return (low is not None and total < low) or (high is not None and total > high)
