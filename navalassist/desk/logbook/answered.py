"""What an entry went on from: what was asked of a seat, and the words of the options among which it chose."""

from __future__ import annotations

from collections.abc import Iterator

from navalassist.auditlog.models import Entry
from navalassist.desk.logbook.record import Body, plain_text
from navalassist.play.state import State
from navalassist.play.storage.bodies import find, whole_body

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
    return [
        (str(one.get("label") or one["key"]), words.get(one["key"], {}).get(one["choice"]) or plain_text(one["choice"]))
        for one in made
    ]


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
