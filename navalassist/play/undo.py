"""Taking back an input that had no dice, and the inverse of recorded effects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.campaigns.viewer import Viewer
from navalassist.engine import Create, Effect, Remove, Set
from navalassist.play.state import State
from navalassist.play.writer import Conflict, Writer


class NothingToUndo(Exception):
    """There is no input that could still be taken back."""


def last_input(viewer: Viewer) -> Entry | None:
    """The newest input of this seat that can be taken back: nothing with dice, and no step end, came after it."""
    taken_back: set[str] = set()
    for entry in Entry.objects.filter(campaign=viewer.campaign).seen_by(viewer.audiences).newest_first()[:50]:
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
    body = entry.record["body"]
    effects = inverse(body)
    check_unchanged(writer.state, body["changes"])
    return writer.edit("undo", effects, seat=entry.seat, kind="undo", corrects=entry.reference, undone=body["act"])


def inverse(body: Mapping[str, Any]) -> list[Effect]:
    """Effects that take back what an entry's own effects did, the last first.

    What a correction did first, taking back the entry that it corrects, stays done.
    """
    own = body["effects"][body.get("own_effects", 0) :]
    created = {e["key"] for e in own if e["do"] == "create"}
    removed = {e["key"] for e in own if e["do"] == "remove"}
    effects: list[Effect] = []
    fields: dict[str, dict[str, Any]] = {}
    for key, before, _ in reversed(body["changes"][body.get("own_changes", 0) :]):
        row, _, name = key.rpartition(".")
        if row in created:
            if Remove(row) not in effects:
                effects.append(Remove(row))
        elif row in removed:
            fields.setdefault(row, {})[name] = before
        else:
            effects.append(Set(key, before))
    return effects + [Create(row, tuple(sorted(values.items()))) for row, values in fields.items()]


def check_unchanged(state: State, changes: list[list[Any]]) -> None:
    """Conflict when a fact is no longer what the entry made of it."""
    last = {key: after for key, _, after in changes}
    changed = [(key, state.sources.get(key, "")) for key, after in last.items() if state.values.get(key) != after]
    if changed:
        raise Conflict(changed)
