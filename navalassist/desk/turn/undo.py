"""Taking back the last input, or the step that has just ended."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_POST

from navalassist.auditlog.models import BEGINNINGS, Entry
from navalassist.campaigns.viewer import OBSERVER
from navalassist.desk.access import at
from navalassist.desk.answers import act_once, problems
from navalassist.desk.at import At
from navalassist.desk.logbook.naming import entry_url, entry_word, step_name
from navalassist.desk.logbook.refused import back_to, refuse
from navalassist.desk.made_once.reading import read_once
from navalassist.desk.turn.verdicts import verdict_of
from navalassist.desk.words import side_word
from navalassist.engine.english import small
from navalassist.play.corrections import undo as undoing
from navalassist.play.corrections.back import go_back, last_end
from navalassist.play.storage.bodies import body_of
from navalassist.play.storage.statements import newest_entries
from navalassist.play.turns import parts

# What an entry did that no undo reaches behind.
BARS = {
    "rule": "carried out a rule; a rule is corrected on its receipt",
    parts.KIND: "began the next part of the step; that stays as it is",
    "clock": "ended a step; what was done since keeps it so, and the end of a turn stays as it is",
    "setup": "began the campaign",
    "fork": "took this campaign over from an archive or a copy",
}


@require_POST
@problems(refuse)
def undo(request: HttpRequest, slug: str) -> HttpResponse:
    """Take back the last input that had no dice, or the end of the last step."""
    here = at(request, slug)
    reference, end = request.POST.get("entry", ""), step_to_take_back(here)
    take_back = go_back if end and end.reference == reference else undoing.undo
    act_once(request, here, lambda writer: take_back(writer, reference))
    return HttpResponseRedirect(back_to(request, slug))


def undo_offer(here: At) -> Entry | None:
    """The input that could be taken back now, or None."""
    return undoing.last_input(here.viewer, read_once(here, last_few))


def step_to_take_back(here: At) -> Entry | None:
    """The end of the last step, while this seat can take it back."""
    return last_end(here.viewer, here.state, here.system, read_once(here, last_few))


def last_few(here: At) -> list[Entry]:
    """The last few entries that the viewer sees, the very last first; none where the campaign began with one of them,
    which is too long to be kept.
    """
    found = newest_entries(here.campaign, here.viewer.audiences, undoing.FEW)
    return [] if any(entry.kind in BEGINNINGS for entry in found) else found


def offered(here: At) -> dict[str, Any]:
    """For the panel *Undo*: `offer`, what can be taken back; `returns_to`, the step that is then on again, where
    that is the end of one; else `barred`, why nothing can be.
    """
    if entry := undo_offer(here):
        return {"offer": verdict_of(entry, here), "returns_to": "", "barred": None}
    if end := step_to_take_back(here):
        return {"offer": verdict_of(end, here), "returns_to": step_before(here, end), "barred": None}
    return {"offer": None, "returns_to": "", "barred": undo_barred(here)}


def step_before(here: At, end: Entry) -> str:
    """The step that an end of one ended: `Axis naval movement`."""
    body = body_of(end, here.viewer.audiences)
    before = {key.rpartition(".")[2]: old for key, old, _ in body["changes"] if key.startswith("campaign:clock.")}
    player_turn = before.get("player_turn", end.player_turn)
    step = small(step_name(here.state, before["step"], player_turn))
    return step if here.system.is_shared else f"{side_word(player_turn)} {step}"


def undo_barred(here: At) -> tuple[str, str, str]:
    """Why no input can be taken back: a sentence, and the address and name of the entry that stands before them all.

    Bound and opened dice come with the end of a step or with a beginning, which is the entry that is named.
    """
    if here.viewer.seat == OBSERVER:
        return "The observer seat only watches: it takes nothing back.", "", ""
    bar_nothing = ("edit", "undo", "reveal", *undoing.BESIDE_THE_GAME)
    entry = next(iter(newest_entries(here.campaign, here.viewer.audiences, 1, but=bar_nothing)), None)
    if entry is None:
        return "Nothing has been typed in that could be taken back.", "", ""
    is_part = entry.kind == "clock" and entry.record["body"].get("act") == parts.act_of(here.system)
    bars = BARS.get(parts.KIND if is_part else entry.kind, BARS["rule"])
    what = "rolled dice; a roll is corrected on its receipt" if entry.dice else bars
    name = entry_word(entry.reference)
    return f"No input to take back since {name}, which {what}.", entry_url(here.state, entry.reference), name
