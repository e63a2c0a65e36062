"""A number over time as it is told: what was struck out or corrected counts in the turn in which it happened."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.auditlog.shape import SECRET, SINCE
from navalassist.campaigns.models import FactHistory
from navalassist.campaigns.viewer import Viewer
from navalassist.play.charts.then import first_of
from navalassist.play.corrections.past_turns import begins
from navalassist.play.corrections.standing import gone, turns_meant
from navalassist.play.storage.bodies import body_of


@dataclass(frozen=True)
class Counted:
    """What an entry that stands made of a number. turn: in which it counts; place: where in the log that was;
    typed: what was set then, if that was another number, since what came before it was corrected."""

    turn: str
    number: Any
    reference: str
    entry: Entry | None
    typed: Any = None
    place: int = 0


@dataclass(frozen=True)
class _Moved:
    """What an entry found and made of the number; whole: it stands so, whatever came of those before it."""

    turn: str
    place: int
    was: Any
    to: Any
    entry: Entry

    @property
    def whole(self) -> bool:
        return self.entry.kind == "clock" or type(self.was) is not int or type(self.to) is not int


def counted(viewer: Viewer, history: list[FactHistory], entries: Mapping[str, Entry]) -> list[Counted]:
    """The number as it began, and each change of it that stands, in the order in which they happened.

    history: all of it, in the order of writing; entries: those that wrote it, by reference. What is no number is told
    as it was set.
    """
    if not history:
        return []
    first, number = history[0], history[0].value
    found = [Counted(first.turn, number, first.entry, entries.get(first.entry))]
    for moved in sorted(_moves(viewer, history, entries), key=lambda one: one.place):
        now = moved.to if moved.whole else number + moved.to - moved.was
        if now != number:
            typed = moved.to if moved.to != now else None
            found.append(Counted(moved.turn, now, moved.entry.reference, moved.entry, typed, moved.place))
        number = now
    return found


def _moves(viewer: Viewer, history: list[FactHistory], entries: Mapping[str, Entry]) -> Iterator[_Moved]:
    """What entries moved that stand; what took another back goes with that, and so does the difference behind it."""
    if not history[1:]:
        return
    out, meant, before = gone(viewer), turns_meant(viewer), history[0].value
    raw: dict[str, tuple[Any, FactHistory]] = {}
    for row in history[1:]:
        raw[row.entry] = raw.get(row.entry, (before,))[0], row
        before = row.value
    for reference, (found, row) in raw.items():
        entry = entries.get(reference)
        if entry is None or reference in out or entry.kind == "undo" or entry.record["body"]["act"] == SINCE:
            continue
        body = body_of(entry, viewer.audiences)
        own = [one for one in body.get("changes", ())[body.get("own_changes", 0) :] if one[0] == row.fact]
        if not own and body["act"] != SECRET:
            continue
        was, to = (own[0][1], own[-1][2]) if own else (found, row.value)
        turn, place = meant.get(reference, row.turn), first_of(entry).pk
        if (since := body.get("since")) and (begin := begins(viewer.campaign, tuple(since))):
            turn, place = since[0], begin.pk
            # Of what is no number it says first how it was then.
            to = own[0][2] if own and type(to) is not int else to
        yield _Moved(turn, place, was, to, entry)
