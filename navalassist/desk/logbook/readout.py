"""The read-out: what an entry says aloud to the table. Dice, verdict, what was lost, where the rest is.

`readout(entry, body, state)` works from the record alone: no rule runs, so it reads entries of rules long changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.desk.logbook import shipping
from navalassist.desk.logbook.naming import title
from navalassist.desk.logbook.record import (
    Body,
    Box,
    Part,
    Plain,
    Readout,
    column_of,
    common,
    dice_of,
    plain_text,
    procedure_title,
    reading_text,
    thrown,
    total_of,
)
from navalassist.play.state import State


def readout(entry: Entry, body: Body, state: State) -> Readout:
    """The read-out of a rule entry, a correction, or a procedure that waits."""
    words = common(entry, body, state)
    if shipping.is_check(body):
        return shipping.readout(words, body, state)
    return plain(words, body, state)


def plain(words: dict[str, Any], body: Body, state: State) -> Readout:
    """Any other procedure: its first throw large, the others below, and the outcome's fields as boxes."""
    first, *others = thrown(body) or [{}]
    outcome = body.get("outcome")
    word = reading_text(state, first) if first else ""
    if not isinstance(outcome, Mapping) and outcome is not None:
        word = plain_text(outcome)
    return Readout(
        head=procedure_title(body),
        column=column_of(first),
        dice=dice_of(first, body),
        total=total_of(first),
        word=word or ("Waits" if body.get("waits_for") else "Done"),
        rule=str(body.get("rule", "")),
        parts=tuple(_parts(others, body, state)),
        boxes=tuple(_boxes(outcome)),
        **words,
    )


def _parts(others: Iterable[Plain], body: Body, state: State) -> list[Part]:
    parts = [
        Part(reading_text(state, answer), str(answer.get("label") or answer["key"]), dice_of(answer, body))
        for answer in others
    ]
    chosen = [answer for answer in body.get("answers", ()) if "choice" in answer]
    return parts + [Part(plain_text(a["choice"]), str(a.get("label") or a["key"])) for a in chosen]


def _boxes(outcome: Any) -> list[Box]:
    if not isinstance(outcome, Mapping):
        return []
    return [
        Box(title(name), plain_text(value))
        for name, value in outcome.items()
        if value not in (None, "", [], {}) and not isinstance(value, Mapping)
    ]
