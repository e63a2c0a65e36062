"""What an entry went on from: what was asked of a seat, and the words of the options among which it chose."""

from __future__ import annotations

from collections.abc import Iterator

from navalassist.auditlog.course import choices_of
from navalassist.auditlog.models import Entry
from navalassist.desk.logbook.record import Body, plain_text
from navalassist.engine import REGISTER, EngineError, Pending, run
from navalassist.engine.asks import plan_lines
from navalassist.play.dice.server import NotThrown, SameDice
from navalassist.play.state import State
from navalassist.play.storage.bodies import faces_at_hand, find, whole_body

# The same seat may be asked several times before a rule is done; no rule asks more often.
MOST_ASKED = 50


def _before(body: Body, state: State) -> Iterator[tuple[Entry, Body]]:
    """The entries that it goes on from or corrects, the latest first."""
    for _ in range(MOST_ASKED):
        reference = str(body.get("continues") or body.get("corrects") or "")
        if not reference:
            return
        try:
            entry = find(state.campaign, reference, frozenset({reference.partition("/")[0]}))
        except Entry.DoesNotExist:
            return
        body = whole_body(entry)
        yield entry, body


def choices_made(body: Body, state: State) -> list[tuple[str, str]]:
    """What seats were asked and what they chose, in the words in which it was asked; else as the entry has it."""
    made = [answer for answer in body.get("answers", ()) if "choice" in answer]
    words: dict[str, dict[str, str]] = {}
    for _, before in _before(body, state) if made else ():
        asked = before.get("waits_for") or {}
        words.setdefault(str(asked.get("key", "")), dict(asked.get("options", ())))
    if any(one["kind"] == "sealed" for one in made):
        words |= plans_in_words(body, state)
    return [
        (str(one.get("label") or one["key"]), words.get(one["key"], {}).get(one["choice"]) or plain_text(one["choice"]))
        for one in made
    ]


def plans_in_words(body: Body, state: State) -> dict[str, dict[str, str]]:
    """Key of each sealed plan -> what it chose, in the words in which it was asked; none where it can't be asked."""
    procedure = REGISTER.get(str(body.get("procedure", "")))
    if procedure is None or "situation" not in body:
        return {}
    try:
        # Without any choice it waits for all of them, and says what it asks.
        situation = procedure.situation.model_validate(body["situation"])
        asked = run(procedure, situation, state.book, SameDice(faces_at_hand(body), NotThrown({}))).plans
    except (LookupError, ValueError, EngineError):
        return {}
    chosen = choices_of(body)
    return {plan.key: {chosen[plan.key]: plan_words(plan, chosen[plan.key])} for plan in asked if plan.key in chosen}


def plan_words(asked: Pending, sealed: str) -> str:
    """A sealed answer as its form calls it."""
    if not asked.lines:
        return dict(asked.options).get(sealed, sealed)
    chosen = plan_lines(sealed)
    return "; ".join(f"{title}: {dict(options).get(chosen.get(name, ''), '')}" for name, title, options in asked.lines)


def is_answer(body: Body, state: State) -> bool:
    """True for an entry with which a seat answered what was asked of it, and for what corrects that."""
    if body.get("corrects"):
        return any(is_answer(before, state) for _, before in list(_before(body, state))[:1])
    waited = next(_before(body, state), None) if body.get("continues") else None
    if waited is None or waited[1].get("operation") != body.get("operation"):
        return False
    return bool((waited[1].get("waits_for") or {}).get("seat"))


def corrected(body: Body, state: State) -> str:
    """The entry that it corrects; of an answer, the one that was corrected by what waited for it. '' for none."""
    own = str(body.get("corrects", ""))
    if own or not body.get("continues"):
        return own
    waited = next(_before(body, state), None)
    same = waited is not None and waited[1].get("operation") == body.get("operation")
    return corrected(waited[1], state) if waited and same else ""
