"""From what was typed on a set-up page to one edit of the campaign."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict

from navalassist.campaigns.viewer import OBSERVER
from navalassist.desk.access import At
from navalassist.desk.answers import Problem
from navalassist.engine import Book
from navalassist.systems.europa.upkeep import (
    Edit,
    EditError,
    capture,
    condition_value,
    ledger_vp,
    malta_number,
    never_allied,
    port_kind,
    port_operational,
    ruling_choice,
    zone_declared,
    zone_hits,
    zone_interference,
)

NOTE_LENGTH = 300
# Which acts a page may send.
ACTS = {
    "ports": ("port.owner",),
    "port": ("port.owner", "port.kind", "port.operational", "port.never-allied"),
    "conditions": ("condition.value",),
    "rulings": ("ruling.choice",),
    "malta": ("malta.number", "ruling.choice"),
    "zones": ("condition.value", "zone.interference", "zone.declared", "zone.hits"),
    "points": ("ledger.vp",),
}


def typed(post: QueryDict) -> tuple[str, str]:
    """Key and value of an input: two fields, or one button `naples=allied`."""
    button = post.get("set", "")
    if button:
        key, _, value = button.partition("=")
        return key, value
    return post.get("key", ""), post.get("value", "")


def note_of(post: QueryDict) -> str:
    """The reason, in one line. Problem when it is too long."""
    note = " ".join("".join(c if c.isprintable() else " " for c in post.get("note", "")).split())
    if len(note) > NOTE_LENGTH:
        raise Problem(422, f"Reason: at most {NOTE_LENGTH} signs, this has {len(note)}.", "note")
    return note


def check_may_edit(here: At) -> None:
    """An observer only watches."""
    if here.viewer.seat == OBSERVER:
        raise Problem(403, "The observer seat only watches. Take another seat to change the set-up.")


def edit_of(page: str, post: QueryDict, facts: dict[str, Any], book: Book, when: str, note: str) -> Edit:
    """The edit that a page asks for. Problem (422) names the field and what would be right."""
    act = post.get("act", "")
    if act not in ACTS[page]:
        raise Problem(422, f"This page cannot do {act[:40]!r}; use one of its buttons.", "act")
    key, value = typed(post)
    try:
        return _edit(act, key, value, post, facts, book, when, note)
    except EditError as error:
        raise Problem(422, str(error), error.about, error.rule) from None


def _edit(
    act: str, key: str, value: str, post: QueryDict, facts: dict[str, Any], book: Book, when: str, note: str
) -> Edit:
    match act:
        case "port.owner":
            return capture(facts, key, value, book, when, note)
        case "port.never-allied":
            return never_allied(facts, key, value)
        case "port.kind":
            return port_kind(facts, key, value)
        case "port.operational":
            return port_operational(facts, key, value)
        case "condition.value":
            return condition_value(facts, key, value)
        case "ruling.choice":
            return ruling_choice(facts, key, value, rewrite=post.get("rewrite") == "yes")
        case "malta.number":
            return malta_number(facts, value)
        case "zone.interference":
            return zone_interference(facts, key, value)
        case "zone.declared":
            return zone_declared(facts, value)
        case "zone.hits":
            return zone_hits(facts, value)
        case _:
            return ledger_vp(facts, key, value)
