"""Taking back an input that had no dice, giving up a procedure that waits, and the inverse of recorded effects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.campaigns.viewer import MODERATOR, Viewer
from navalassist.engine import Create, Effect, Remove, Set
from navalassist.play import left_over
from navalassist.play.bodies import audience_of, body_of, find, whole_body
from navalassist.play.state import State
from navalassist.play.systems import Unknown
from navalassist.play.writer import Conflict, NotYours, Writer

GIVEN_UP = "rule.given-up"
WHY_GIVEN_UP = {
    "mistake": "begun by mistake",
    "wrong-figures": "wrong figures",
    "no-answer": "nobody can answer",
    "no-need": "no longer needed",
}


class NothingToUndo(Exception):
    """There is no input that could still be taken back."""


def last_input(viewer: Viewer) -> Entry | None:
    """The newest input of this seat that can be taken back: nothing with dice, and no step end, came after it."""
    taken_back: set[str] = set()
    entries = Entry.objects.filter(campaign=viewer.campaign).seen_by(viewer.audiences).newest_first()
    for entry in entries.iterator(chunk_size=50):
        if entry.kind == "undo":
            taken_back.add(entry.corrects)
        elif entry.kind == "seed":
            # The first secret of an audience binds its dice behind it: nothing that stands on the input.
            continue
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


def is_open(state: State, entry: Entry, body: Mapping[str, Any]) -> bool:
    """True while a procedure waits at this entry."""
    mark = f"{left_over.WAITING}{body.get('operation', '')}"
    return "waits_for" in body and state.sources.get(f"{mark}.kind") == entry.reference


def begun_by(entry: Entry) -> tuple[str, ...]:
    """The seats that may give a procedure up beside the moderator: who began it, and who tapped for that seat."""
    first = entry
    while before := first.record["body"].get("continues"):
        earlier = find(entry.campaign, before, frozenset({first.chain}))
        if Entry.objects.filter(campaign=entry.campaign).correcting([before]).exists():
            # That one was given up, and this is where it was begun again.
            break
        first = earlier
    return tuple(dict.fromkeys((first.seat, str(first.record.get("tapped_at") or first.seat))))


def why_not_give_up(state: State, entry: Entry, body: Mapping[str, Any]) -> str:
    """'' when a procedure that waits can be given up, else the reason."""
    if not is_open(state, entry, body):
        return "It waits no longer."
    if not body.get("begun_for"):
        return "It is a correction, and what it corrects is taken back already. Answer it; then it can be corrected."
    return ""


def give_up(writer: Writer, entry: Entry, reason: str, note: str = "") -> Entry:
    """End a procedure that waits, without an outcome. Its dice stay thrown: see `left_over`.

    Raises NothingToUndo, NotYours, Unknown for a reason that is none.
    """
    body = body_of(entry, writer.viewer.audiences)
    if why_not := why_not_give_up(writer.state, entry, body):
        raise NothingToUndo(why_not)
    seats = begun_by(entry)
    if writer.viewer.seat not in (*seats, MODERATOR):
        raise NotYours(seats[0])
    if reason not in WHY_GIVEN_UP:
        raise Unknown(f"choose why it is given up: {', '.join(WHY_GIVEN_UP.values())}")
    audience = audience_of(entry)
    ended = Remove(f"{left_over.WAITING}{body['operation']}")
    return writer.edit(
        GIVEN_UP,
        (ended, *left_over.keep(entry.reference, body, audience)),
        kind="undo",
        chain=audience,
        corrects=entry.reference,
        undone=body["procedure"],
        procedure=body["procedure"],
        reason=reason,
        note=note,
    )
