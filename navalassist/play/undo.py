"""Taking back an input that had no dice, and the inverse of recorded effects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.campaigns.viewer import Viewer
from navalassist.engine import Create, Effect, Remove, Set
from navalassist.play.bodies import body_of, whole_body
from navalassist.play.state import State
from navalassist.play.writer import Conflict, Writer


class NothingToUndo(Exception):
    """There is no input that could still be taken back."""


def last_input(viewer: Viewer) -> Entry | None:
    """The newest input of this seat that can be taken back: nothing with dice, and no step end, came after it."""
    taken_back: set[str] = set()
    entries = Entry.objects.filter(campaign=viewer.campaign).seen_by(viewer.audiences).newest_first()
    for entry in entries.iterator(chunk_size=50):
        if entry.kind == "undo":
            taken_back.add(entry.corrects)
        elif entry.kind != "edit":
            return None
        elif entry.reference not in taken_back and viewer.may_act_as(entry.seat):
            return entry
    return None


def undo(writer: Writer, reference: str) -> Entry:
    """Take back the last input. NothingToUndo when `reference` is not the last one any more."""
    entry = last_input(writer.viewer)
    if entry is None or entry.reference != reference:
        raise NothingToUndo("that input can no longer be taken back: something came after it")
    body = body_of(entry, writer.viewer.audiences)
    check_unchanged(writer.state, entry, body)
    return writer.edit(
        "undo",
        inverse(writer.state, body),
        seat=entry.seat,
        kind="undo",
        chain=entry.chain,
        corrects=entry.reference,
        undone=body["act"],
    )


def has_ended(state: State, row: str) -> bool:
    """True for a mark that is no longer there: its end was no act that anything stands on."""
    return row.startswith("mark:") and f"{row}.kind" not in state.values


def inverse(state: State, body: Mapping[str, Any]) -> list[Effect]:
    """Effects that take back what an entry's own effects did, the last first.

    What a correction did first, taking back the entry that it corrects, stays done; marks that have ended since are
    gone already.
    """
    own = body["effects"][body.get("own_effects", 0) :]
    created = {e["key"] for e in own if e["do"] == "create"}
    removed = {e["key"] for e in own if e["do"] == "remove"}
    effects: list[Effect] = []
    fields: dict[str, dict[str, Any]] = {}
    for key, before, _ in reversed(body["changes"][body.get("own_changes", 0) :]):
        row, _, name = key.rpartition(".")
        if row in created:
            if Remove(row) not in effects and not has_ended(state, row):
                effects.append(Remove(row))
        elif row in removed:
            fields.setdefault(row, {})[name] = before
        else:
            effects.append(Set(key, before))
    return effects + [Create(row, tuple(sorted(values.items()))) for row, values in fields.items()]


def changed_since(state: State, entry: Entry, body: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The facts that are no longer what the entry made of them, each with the entry that changed it.

    A later entry that set a fact to the same value has changed it too; one that only put it back has not.
    """
    last = {key: after for key, _, after in body["changes"]}
    sets: dict[str, set[str]] = {}
    changed = []
    for key, after in last.items():
        source = state.sources.get(key, "")
        if after is not None and has_ended(state, key.rpartition(".")[0]):
            continue
        if state.values.get(key) != after or (source not in ("", entry.reference) and _sets(entry, source, key, sets)):
            changed.append((key, source))
    return changed


def _sets(entry: Entry, source: str, key: str, known: dict[str, set[str]]) -> bool:
    """Did that later entry set the fact on its own account, not just take something back?"""
    if source not in known:
        chain, _, number = source.partition("/")
        later = Entry.objects.get(campaign=entry.campaign, chain=chain, sequence=int(number))
        body = whole_body(later)
        own = () if later.kind == "undo" else body["changes"][body.get("own_changes", 0) :]
        known[source] = {change[0] for change in own}
    return key in known[source]


def check_unchanged(state: State, entry: Entry, body: Mapping[str, Any]) -> None:
    """Conflict when a fact is no longer what the entry made of it."""
    if changed := changed_since(state, entry, body):
        raise Conflict(changed)
