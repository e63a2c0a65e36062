"""Postings: every change of the facts that ledgers hold, the newest first, with what was struck out since."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from navalassist.auditlog.models import CORRECTING, Entry
from navalassist.desk.answers import receipt_url
from navalassist.desk.at import At
from navalassist.desk.logbook.record import plain_text
from navalassist.desk.logbook.references import entries_by_reference
from navalassist.desk.setup.past import history
from navalassist.engine import to_plain
from navalassist.play.corrections.standing import word_of
from navalassist.play.storage.bodies import body_of

Line = dict[str, Any]
NUMBER = re.compile(r"-?(?=[0-9.])[0-9]*(\.[0-9]+)?")


def signed(number: Decimal) -> str:
    """A balance as the page shows it: `7`, `−2½`."""
    short = int(number) if number == int(number) else number.normalize()
    return ("−" if number < 0 else "") + plain_text(to_plain(abs(short)))


def change_words(by: Decimal) -> str:
    """`+3`, `−1½`"""
    return f"+{signed(by)}" if by >= 0 else signed(by)


def postings(here: At, facts: list[str]) -> dict[str, list[Line]]:
    """fact -> its changes, the newest first: what came or went, why, its entry, and whether it may be struck out."""
    found: dict[str, list[Line]] = {}
    for line in history(here, [fact for fact in facts if fact]):
        found.setdefault(line["fact"], []).append(line)
    entries = entries_by_reference(here, {line["reference"] for lines in found.values() for line in lines})
    bodies = {reference: body_of(entry, here.viewer.audiences) for reference, entry in entries.items()}
    away = _taken_away(entries, bodies)
    for lines in found.values():
        before = [_number(line["words"]) for line in lines[1:]]
        for line, earlier in zip(lines, [*before, None], strict=True):
            now, reference = _number(line["words"]), line["reference"]
            entry, body = entries.get(reference), bodies.get(reference, {})
            line["words"] = line["words"] if now is None else signed(now)
            line["change"] = change_words(now - earlier) if now is not None and earlier is not None else ""
            line["reason"] = _reason(body)
            line["by_hand"] = bool(entry and entry.kind == "edit")
            line["away"] = away.get(reference, ())
            line["strikes"] = str(body.get("strikes", "")).partition("/")[2]
            line["may_strike"] = line["by_hand"] and bool(line["change"]) and not (line["away"] or line["strikes"])
            line["url"] = receipt_url(entry, here.campaign.slug) if entry else line["url"]
    return found


def struck(here: At, fact: str, reference: str) -> int | None:
    """What a posting by hand changed, where it may be struck out; None where it may not, or is none."""
    lines = postings(here, [fact]).get(fact, ())
    if not any(line["reference"] == reference and line["may_strike"] for line in lines):
        return None
    entry = entries_by_reference(here, [reference])[reference]
    changes = body_of(entry, here.viewer.audiences).get("changes", ())
    return next((int(after) - int(before) for key, before, after in changes if key == fact), None)


def _taken_away(entries: Mapping[str, Entry], bodies: Mapping[str, Mapping[str, Any]]) -> dict[str, tuple[str, str]]:
    """Entries that no longer count: how that came, and the entry that did it."""
    found = {}
    undone = {bodies[reference].get("corrects") for reference, entry in entries.items() if entry.kind == "undo"}
    for reference, entry in entries.items():
        body = bodies[reference]
        if "strikes" in body and reference in undone:
            continue
        if "strikes" in body:
            found[str(body["strikes"])] = ("struck out", reference.partition("/")[2])
        elif entry.kind in CORRECTING and "corrects" in body:
            found[str(body["corrects"])] = (word_of(entry), reference.partition("/")[2])
    return found


def _reason(body: Mapping[str, Any]) -> str:
    """For what points came or went by a rule, as somebody wrote it."""
    outcome = body.get("outcome")
    return str(outcome.get("reason") or "") if isinstance(outcome, Mapping) else ""


def _number(words: str) -> Decimal | None:
    """The number that a line of history tells."""
    text = words.replace("−", "-").replace("½", ".5")
    return Decimal(text) if NUMBER.fullmatch(text) else None
