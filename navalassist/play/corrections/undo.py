"""Taking back an input that had no dice, giving up a procedure that waits, and the inverse of recorded effects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.db.models import Q

from navalassist.auditlog.course import STARTS
from navalassist.auditlog.models import SOME, Entry
from navalassist.auditlog.shape import SECRET, STRUCK
from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.viewer import MODERATOR, Viewer
from navalassist.engine import Create, Effect, Remove, Set
from navalassist.engine.reader import Unknown
from navalassist.play.corrections.cleared import as_cleared, is_cleared
from navalassist.play.dice import abandoned
from navalassist.play.state import State
from navalassist.play.storage import statements
from navalassist.play.storage.bodies import audience_of, body_of, find, whole_body
from navalassist.play.write.unused_dice import FALLEN
from navalassist.play.write.writer import Conflict, NotYours, Writer

GIVEN_UP = "rule.given-up"
WHY_GIVEN_UP = {
    "mistake": "begun by mistake",
    "wrong-figures": "wrong figures",
    "no-answer": "nobody can answer",
    "no-need": "no longer needed",
}

FEW = 4
# Inputs that are never taken back, for everybody has seen what they show.
SEALED = "orders.sealed"
STANDS = ("campaign.side", SEALED, "orders.opened", "orders.begun", "orders.shown")
# Kinds of entries that stand on no input and change nothing that an input said.
BESIDE_THE_GAME = ("seed", "nonce", "access", "dispute")


class NothingToUndo(Exception):
    """There is no input that could still be taken back."""


def last_input(viewer: Viewer, newest: Sequence[Entry] = ()) -> Entry | None:
    """The newest input of this seat that can be taken back: nothing with dice, and no step end, came after it.

    Nor can what was written behind dice or a step's end by the very same tap: it stands with them.
    newest: the last entries that it sees, the very last first, where they are at hand.
    """
    taken_back: set[str] = set()
    found: Entry | None = None
    others_sealed = False
    for entry in backwards(viewer, newest):
        if found is not None and not (found.submission and entry.submission == found.submission):
            break
        if entry.kind == "undo" and not strikes_out(entry):
            taken_back.add(entry.corrects)
        elif entry.kind == "clock" and entry.reference in taken_back:
            # A step that was brought back (`back`).
            continue
        elif entry.kind in BESIDE_THE_GAME:
            # The first secret of an audience binds its dice behind it, and people come and go: nothing stands on that.
            continue
        elif entry.kind == "edit" and entry.record["body"]["act"] == SEALED and not viewer.may_act_as(entry.seat):
            # Another side's seal stands on nothing that this seat did, but that the campaign has begun.
            others_sealed = True
        elif others_sealed and entry.record["body"]["act"] == STARTS:
            return None
        elif entry.kind != "edit" or body_of(entry, viewer.audiences)["act"] in STANDS:
            # What a side begins with is secret in a closed campaign: its act stands in the payload.
            return None
        elif found is None and entry.reference not in taken_back and viewer.may_act_as(entry.seat):
            found = entry
    return found


def backwards(viewer: Viewer, newest: Sequence[Entry] = ()) -> Iterator[Entry]:
    """The entries that it sees, the last first; few at a time at first, for most need no more.

    newest: those with which that begins, where they are at hand.
    """
    some = newest or statements.newest_entries(viewer.campaign, viewer.audiences, FEW)
    while some:
        yield from some
        some = statements.newest_entries(viewer.campaign, viewer.audiences, SOME, some[-1].pk)


def strikes_out(entry: Entry) -> bool:
    """True for an entry by which a rule was struck out, also for those who may not read of which."""
    return entry.kind == "undo" and entry.chain == PUBLIC and entry.record["body"]["act"] in (STRUCK, SECRET)


def undo(writer: Writer, reference: str) -> Entry:
    """Take back the last input. NothingToUndo when `reference` is not the last one any more."""
    entry = last_input(writer.viewer)
    if entry is None or entry.reference != reference:
        raise NothingToUndo("that input can no longer be taken back: something came after it")
    body = body_of(entry, writer.viewer.audiences)
    check_unchanged(writer.state, entry, body)
    return writer.edit(
        "undo",
        inverse(writer.state, entry, body),
        seat=entry.seat,
        kind="undo",
        chain=entry.chain,
        corrects=entry.reference,
        undone=body["act"],
    )


def has_ended(state: State, row: str) -> bool:
    """True for a mark that is no longer there: its end was no act that anything stands on."""
    return row.startswith("mark:") and f"{row}.kind" not in state.values


def changed_and_ended(state: State, body: Mapping[str, Any]) -> list[str]:
    """The marks that an entry's own effects found and changed, and that have ended since."""
    own = body["effects"][body.get("own_effects", 0) :]
    rows = dict.fromkeys(e["key"].rpartition(".")[0] for e in own if e["do"] in ("set", "add"))
    made = {e["key"] for e in own if e["do"] in ("create", "remove")}
    return [row for row in rows if row not in made and has_ended(state, row)]


def changed_and_cleared(state: State, entry: Entry, body: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The rows that an entry's own effects found and changed, and that were cleared away since: as they stood then."""
    own = body["effects"][body.get("own_effects", 0) :]
    rows = dict.fromkeys(e["key"].rpartition(".")[0] for e in own if e["do"] in ("set", "add"))
    made = {e["key"] for e in own if e["do"] in ("create", "remove")}
    found = {row: as_cleared(entry, row) for row in rows if row not in made and is_cleared(state, row)}
    return {row: fields for row, fields in found.items() if fields}


def as_it_ended(entry: Entry, row: str) -> dict[str, Any]:
    """The fields of a mark as it stood when it ended, after an entry that had found it."""
    later = Entry.objects.filter(campaign=entry.campaign, id__gt=entry.pk)
    quoted = Q(content__contains=f'"{row}"') | Q(payloads__content__contains=f'"{row}"')
    for end in later.filter(quoted).distinct().order_by("id"):
        body = whole_body(end)
        if any(effect["do"] == "remove" and effect["key"] == row for effect in body.get("effects", ())):
            changes = [(key.rpartition("."), before) for key, before, after in body["changes"] if after is None]
            return {name: before for (of, _, name), before in changes if of == row}
    raise Unknown(f"nothing says how {row} ended")


def inverse(state: State, entry: Entry, body: Mapping[str, Any]) -> list[Effect]:
    """Effects that take back what an entry's own effects did, the last first.

    What a correction did first, taking back the entry that it corrects, stays done; marks that have ended since are
    gone already. What the entry had found and changed, and is over since, is made anew as it was before: such a mark,
    and a row that the calendar cleared away.
    """
    own = body["effects"][body.get("own_effects", 0) :]
    created = {e["key"] for e in own if e["do"] == "create"}
    removed = {e["key"] for e in own if e["do"] == "remove"}
    effects: list[Effect] = []
    fields = {row: as_it_ended(entry, row) for row in changed_and_ended(state, body)}
    fields |= changed_and_cleared(state, entry, body)
    removed |= fields.keys()
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
    mark = f"{abandoned.WAITING}{body.get('operation', '')}"
    return "waits_for" in body and state.sources.get(f"{mark}.kind") == entry.reference


def begun_by(entry: Entry) -> tuple[str, ...]:
    """The seats that may give a procedure up beside the moderator: who began it, and who tapped for that seat."""
    first = entry
    while before := first.record["body"].get("continues"):
        earlier = find(entry.campaign, before, frozenset({first.chain}))
        if earlier.kind == FALLEN or Entry.objects.filter(campaign=entry.campaign).correcting([before]).exists():
            # That one was given up or came to nothing, and this is where it was begun again.
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
    """End a procedure that waits, without an outcome. Its dice stay thrown: see `dice.abandoned`.

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
    ended = Remove(f"{abandoned.WAITING}{body['operation']}")
    kept = abandoned.keep(entry.reference, body, audience_of(entry))
    return given_up(writer, entry, body["procedure"], (ended, *kept), reason=reason, note=note)


def given_up(writer: Writer, entry: Entry, procedure: str, effects: Iterable[Effect], **told: Any) -> Entry:
    """The entry that ends what another one began, without an outcome. told: its reason and note, and another seat."""
    told |= {"corrects": entry.reference, "undone": procedure, "procedure": procedure}
    return writer.edit(GIVEN_UP, effects, kind="undo", chain=audience_of(entry), **told)
