"""The strip of an operation: the boxes of its stages; and the receipts of what was done in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from navalassist.auditlog.models import Entry, Tagged
from navalassist.auditlog.tags import number
from navalassist.desk.at import At
from navalassist.desk.turn.verdicts import Verdict, verdict_of
from navalassist.engine.operations import ROUND, Operation
from navalassist.engine.rows import Row
from navalassist.play.corrections.standing import followers, word_of
from navalassist.play.storage.bodies import body_of

DONE, NOW, LATER, PASSED = "done", "now", "later", "passed over"
# Receipts of one operation that its page reads at most: the last ones, where what comes next follows from them.
MOST = 60
Line = tuple[Entry, Verdict]


@dataclass(frozen=True, slots=True)
class Step:
    """A box. state: done, now, later, or passed over."""

    title: str
    state: str


def receipts(here: At, row: str) -> list[Entry]:
    """The entries that changed a row, as far as this viewer may read them, in the order of writing. One query."""
    identity = str(here.campaign.identity)
    tags = [number(identity, audience, row) for audience in sorted(here.viewer.audiences)]
    keys = Tagged.objects.filter(tag__in=tags).values("entry_id")
    entries = Entry.objects.filter(campaign=here.campaign, pk__in=keys)
    return list(reversed(entries.seen_by(here.viewer.audiences).order_by("-id")[:MOST]))


def told_of(here: At, row: str) -> list[Line]:
    """The entries that changed a row, each as a line, struck out where a later one took its place."""
    entries = receipts(here, row)
    over = followers(here.viewer, [entry.reference for entry in entries])

    def line_of(entry: Entry) -> Verdict:
        after = over.get(entry.reference)
        return replace(verdict_of(entry, here), struck=word_of(after) if after else "")

    return [(entry, line_of(entry)) for entry in entries]


def strip(here: At, operation: Operation[Any], row: Row, told: Sequence[Line]) -> list[Step]:
    """The boxes in order, by the lines of the operation. What was done in earlier rounds is done in the first alone."""
    stands = [(entry, line) for entry, line in told if not (line.struck or entry.kind == "undo")]
    stage, used = operation.at(row).stage, {entry.procedure for entry, _ in _of_this_round(here, row, stands)}
    boxes = operation.boxes
    # What comes before the rounds belongs to none of them.
    first = next((n for n, box in enumerate(boxes) if any(operation.stages[at].rounds for at in box.stages)), 0)
    before = {slug for box in boxes[:first] for slug in box.rules} | set(operation.begins[1])
    used |= before & {entry.procedure for entry, _ in stands}
    # With all its lines at hand, one that no line began was there from the start, as in a demo.
    used |= set(operation.begins[1]) if len(told) < MOST else set()
    now = next(n for n, box in enumerate(boxes) if stage in box.stages)
    return [Step(box.title, _state(n, now, not used.isdisjoint(box.rules))) for n, box in enumerate(boxes)]


def _of_this_round(here: At, row: Row, told: Sequence[Line]) -> Sequence[Line]:
    """Those after the one with which the round began; all where there are no rounds, or it is the first."""
    if ROUND not in type(row).model_fields:
        return told
    for place in reversed(range(len(told))):
        changes = body_of(told[place][0], here.viewer.audiences).get("changes") or ()
        # The one that makes the row begins the first round, and has a box of its own.
        if any(key == row.fact(ROUND) and before is not None for key, before, _ in changes):
            return told[place + 1 :]
    return told


def so_far(operation: Operation[Any], told: Sequence[Line]) -> list[Verdict]:
    """All that was done in it by the rules of its boxes, the newest first."""
    rules = {slug for box in operation.boxes for slug in box.rules}
    lines = [line for entry, line in told if entry.procedure in rules]
    return sorted(lines, key=lambda line: line.sequence, reverse=True)


def _state(place: int, now: int, done: bool) -> str:
    if place == now:
        return NOW
    if done:
        return DONE
    return PASSED if place < now else LATER
