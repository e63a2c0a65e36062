"""A step that was ended by mistake is brought back, until a rule was carried out since, or a turn opened its dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from navalassist.auditlog.models import BEGINNINGS, Entry
from navalassist.auditlog.shape import MARKS_END, STEP_BACK, STEP_ENDS
from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.viewer import MODERATOR, Viewer
from navalassist.engine.duties import Moment
from navalassist.play.corrections.undo import (
    BESIDE_THE_GAME,
    SEALED,
    NothingToUndo,
    backwards,
    check_unchanged,
    inverse,
    strikes_out,
)
from navalassist.play.state import State
from navalassist.play.storage.bodies import body_of, whole_body
from navalassist.play.systems import System
from navalassist.play.write.writer import Writer


def last_end(viewer: Viewer, state: State, system: System, newest: Sequence[Entry] = ()) -> Entry | None:
    """The end of a step that this seat may take back now: nothing that counts came after it, but the ends of later
    steps that are taken back already. The end of a turn stays, for its dice are opened. newest: as for `last_input`.
    """
    entry = _last(viewer, newest)
    if entry is None or any(key == "campaign:clock.turn" for key, *_ in body_of(entry, viewer.audiences)["changes"]):
        return None
    may = viewer.seat == MODERATOR or viewer.may_act_as(entry.seat)
    return entry if may and _sees_all_since(viewer, entry, state, system) else None


def _last(viewer: Viewer, newest: Sequence[Entry]) -> Entry | None:
    taken_back: set[str] = set()
    for entry in backwards(viewer, newest):
        # What a campaign began with is long: it is no end of a step, and is not read for that.
        act = "" if entry.kind in BEGINNINGS else body_of(entry, viewer.audiences)["act"]
        if entry.kind == "undo" and not strikes_out(entry):
            taken_back.add(entry.corrects)
        elif entry.kind in BESIDE_THE_GAME or entry.reference in taken_back or act == MARKS_END:
            continue
        elif act == SEALED and not viewer.may_act_as(entry.seat):
            # Another side's seal stands on nothing that this seat did.
            continue
        else:
            return entry if act == STEP_ENDS else None
    return None


def _sees_all_since(viewer: Viewer, end: Entry, state: State, system: System) -> bool:
    """Where sides have secrets and the other one acts now, only who reads all of them may tell: its own seat cannot
    know whether something was carried out in secret, and no refusal may tell it.
    """
    now = Moment(*state.clock)
    its_own = system.acting(now.player_turn, now.step) == end.seat
    return its_own or not system.is_closed(state.values) or viewer.audiences >= frozenset(system.sides)


def go_back(writer: Writer, reference: str) -> Entry:
    """Bring the step back whose end is `reference`, with all that had ended with it, each on the chain it is for.

    NothingToUndo where something came after it, or it is another seat's to bring back.
    """
    end = last_end(writer.viewer, writer.state, writer.system)
    if end is None or end.reference != reference:
        raise NothingToUndo("that step can no longer be brought back: something was carried out since")
    back = _take_back(writer, end)
    for secret in _ended_with(end):
        _take_back(writer, secret)
    return back


def _take_back(writer: Writer, end: Entry) -> Entry:
    body = whole_body(end)
    check_unchanged(writer.state, end, body)
    seat = end.seat if writer.viewer.may_act_as(end.seat) else writer.viewer.seat
    effects = inverse(writer.state, end, body)
    told = {"corrects": end.reference, "undone": body["act"]}
    return writer.edit(STEP_BACK, effects, seat=seat, kind="undo", chain=end.chain, **told)


def _ended_with(end: Entry) -> Iterator[Entry]:
    """What the same tap had ended just before for single audiences, the last first."""
    before = Entry.objects.filter(campaign=end.campaign, submission=end.submission, id__lt=end.pk)
    for entry in before.exclude(kind="seed").order_by("-id"):
        if entry.chain == PUBLIC or whole_body(entry)["act"] != MARKS_END:
            return
        yield entry
