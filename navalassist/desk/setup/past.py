"""Every value that facts of the set-up had, with the turn, the entry and the reason."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import FactHistory
from navalassist.desk.answers import receipt_url
from navalassist.desk.at import At
from navalassist.desk.logbook.lines import line_of
from navalassist.desk.logbook.naming import short_entry
from navalassist.desk.logbook.references import entries_by_reference
from navalassist.desk.logbook.wording import words_for
from navalassist.desk.system_pages import system_pages_of
from navalassist.desk.turn.verdicts import value_now
from navalassist.play.corrections.standing import followers, word_of
from navalassist.play.storage.bodies import body_of


def history(here: At, facts: Iterable[str]) -> list[dict[str, Any]]:
    """Every value that these facts had, the newest first, each with the turn, the entry and its reason."""
    # What the viewer may not see is not in this state at all.
    visible = [key for key in facts if key in here.state.values]
    if not visible:
        return []
    rows = list(FactHistory.objects.filter(campaign=here.campaign, fact__in=visible).order_by("-id"))
    entries = entries_by_reference(here, (row.entry for row in rows))
    over = followers(here.viewer, entries)
    return [_past(here, row, entries.get(row.entry), over.get(row.entry)) for row in rows]


def _past(here: At, row: FactHistory, entry: Entry | None, over: Entry | None) -> dict[str, Any]:
    body = body_of(entry, here.viewer.audiences) if entry else {}
    why = "as the campaign began" if entry and entry.kind == "setup" else str(body.get("note", ""))
    if entry and entry.kind == "undo":
        why = f"entry {short_entry(entry.corrects)} {word_of(entry)}"
    elif entry and not why:
        why = _cause(here, entry, body)
    if since := body.get("since"):
        why = f"since {here.system.names.turn(since[0])}, {here.system.turn_of(since[1])}: {why}"
    if over is not None:
        why = f"{why} ({word_of(over)})".lstrip()
    words = words_for(here.state, body)
    return {
        "fact": row.fact,
        "title": words.fact(row.fact),
        "words": value_now(words, row.fact, row.value),
        "turn": here.system.names.turn(row.turn),
        "player_turn": row.player_turn,
        "why": why,
        "caused": bool(why and entry and entry.kind not in ("edit", "setup")),
        "reference": row.entry,
        "entry": row.entry.partition("/")[2] if row.entry.startswith("public/") else row.entry,
        "url": receipt_url(entry, here.campaign.slug) if entry else "",
    }


def _cause(here: At, entry: Entry, body: dict[str, Any]) -> str:
    """Why a rule, the end of a step or a correction changed a fact; an input without a reason has none."""
    if entry.kind == "edit":
        return ""
    return system_pages_of(here.system.key).cause_words(body) or line_of(entry, body, here.state).title


def by_fact(rows: Iterable[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """History lines of each fact that changed since the start."""
    found: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        found.setdefault(row["fact"], []).append(row)
    return {fact: lines for fact, lines in found.items() if len(lines) > 1}
