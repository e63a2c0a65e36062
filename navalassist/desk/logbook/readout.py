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
    return Readout(
        head=procedure_title(body),
        column=column_of(first),
        dice=dice_of(first, body),
        total=total_of(first),
        word=word or _verdict(outcome) or ("Waits" if body.get("waits_for") else "Done"),
        rule=str(body.get("rule", "")),
        parts=tuple(_parts(others, body, state)),
        boxes=tuple(_boxes(outcome)),
        **words,
    )


def _verdict(outcome: Any) -> str:
    """An outcome without dice in a word or two: `10 → 9`, or its first plain field."""
    if not isinstance(outcome, Mapping):
        return "" if outcome is None else plain_text(outcome)
    if "before" in outcome and "after" in outcome:
        return f"{plain_text(outcome['before'])} → {plain_text(outcome['after'])}"
    name, value = next(((n, v) for n, v in outcome.items() if isinstance(v, (str, int)) and v != ""), ("", ""))
    if isinstance(value, bool):
        return title(name) if value else f"Not {title(name).lower()}"
    return plain_text(value) if name else ""


def _parts(others: Iterable[Plain], body: Body, state: State) -> list[Part]:
    parts = [
        Part(reading_text(state, answer), str(answer.get("label") or answer["key"]), dice_of(answer, body))
        for answer in others
    ]
    chosen = [answer for answer in body.get("answers", ()) if "choice" in answer]
    return parts + [Part(plain_text(a["choice"]), str(a.get("label") or a["key"])) for a in chosen]


def _boxes(outcome: Any) -> list[Box]:
    """The plain fields of an outcome; its sums stand among the terms of the receipt."""
    if not isinstance(outcome, Mapping):
        return []
    told = ("before", "after") if "before" in outcome and "after" in outcome else ()
    found = []
    for name, value in outcome.items():
        if name in told or isinstance(value, Mapping) or value in (None, "", [], {}):
            continue
        if isinstance(value, list) and isinstance(value[0], Mapping):
            found += [_row_box(part) for part in value]
        else:
            found.append(Box(title(name), plain_text(value)))
    return found


def _row_box(part: Plain) -> Box:
    """One of several like things: its first field names it, the plain others say what it gave."""
    fields = [
        (name, value) for name, value in part.items() if not isinstance(value, (Mapping, list)) and value is not None
    ]
    (_, name), *others = fields or [("", "")]
    words = ", ".join(f"{title(label).lower()} {plain_text(value)}" for label, value in others if value != "")
    return Box(title(str(name)), words)
