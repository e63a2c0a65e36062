"""The read-out: what an entry says aloud to the table. Dice, verdict, what was lost, where the rest is.

`readout(entry, body, state)` works from the record alone: no rule runs, so it reads entries of rules long changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.desk.logbook import shipping
from navalassist.desk.logbook.naming import title, zone_name
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
        boxes=tuple(_boxes(outcome, state)),
        **words,
    )


def _verdict(outcome: Any) -> str:
    """An outcome without dice in a word or two: `10 → 9`, or its first plain field."""
    if not isinstance(outcome, Mapping):
        return "" if outcome is None else plain_text(outcome)
    if "before" in outcome and "after" in outcome:
        return f"{plain_text(outcome['before'])} → {plain_text(outcome['after'])}"
    name, value = _first(outcome)
    if isinstance(value, bool):
        return title(name) if value else f"Not {title(name).lower()}"
    return f"{title(name)} {value}" if isinstance(value, int) else plain_text(value) if name else ""


def _first(outcome: Plain) -> tuple[str, Any]:
    """The first plain field of an outcome, which is its verdict."""
    return next(((n, v) for n, v in outcome.items() if isinstance(v, (str, int)) and v != ""), ("", ""))


def _parts(others: Iterable[Plain], body: Body, state: State) -> list[Part]:
    parts = [
        Part(reading_text(state, answer), str(answer.get("label") or answer["key"]), dice_of(answer, body))
        for answer in others
    ]
    chosen = [answer for answer in body.get("answers", ()) if "choice" in answer]
    return parts + [Part(plain_text(a["choice"]), str(a.get("label") or a["key"])) for a in chosen]


def _boxes(outcome: Any, state: State) -> list[Box]:
    """The plain fields of an outcome that its verdict has not said; its sums stand among the terms of the receipt."""
    if not isinstance(outcome, Mapping):
        return []
    told = {"before", "after"} if {"before", "after"} <= set(outcome) else {_first(outcome)[0]}
    found: list[Box] = []
    for name, value in outcome.items():
        if name in told or isinstance(value, Mapping) or value in (None, "", [], {}):
            continue
        stem = name.removesuffix("_before")
        if stem != name and f"{stem}_after" in outcome:
            told.add(f"{stem}_after")
            found.append(Box(title(stem), f"{plain_text(value)} → {plain_text(outcome[f'{stem}_after'])}"))
        elif isinstance(value, list) and isinstance(value[0], Mapping):
            found += [_row_box(part, state) for part in value]
        else:
            found.append(Box(title(name), plain_text(value)))
    return found


def _row_box(part: Plain, state: State) -> Box:
    """One of several like things: its first text names it, the plain others say what it gave."""
    fields = {n: v for n, v in part.items() if not isinstance(v, (Mapping, list)) and v not in (None, "")}
    label = next((n for n, v in fields.items() if isinstance(v, str) and n not in ("why", "rule")), "")
    name = zone_name(state, str(fields[label])) if label == "zone" else str(fields.pop(label, ""))
    fields.pop("zone", None)
    words = [
        f"{title(n).lower()} {plain_text(v)}" if n not in ("why", "rule", "text") else str(v) for n, v in fields.items()
    ]
    return Box(name, ", ".join(words))
