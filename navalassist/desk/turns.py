"""Taking a seat, ending steps, taking back an input: the small writes that every page offers."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from navalassist.auditlog.models import Entry
from navalassist.campaigns.viewer import OBSERVER
from navalassist.desk.access import SEATS, At, at, head_of
from navalassist.desk.answers import Problem, page, problems
from navalassist.desk.chart.clock import moments_of_turn
from navalassist.desk.chart.skips import Skip, mark_of, skips_of
from navalassist.desk.logbook.facts import Words
from navalassist.desk.logbook.naming import entry_url, entry_word
from navalassist.play import turns
from navalassist.play import undo as undoing
from navalassist.play.systems import Moment
from navalassist.play.writer import AlreadyDone, Writer, new_submission, writing

# What an entry did that no undo reaches behind.
BARS = {
    "rule": "carried out a rule; a rule is corrected on its receipt",
    "clock": "ended a step; that stays as it is",
    "setup": "began the campaign",
}


@dataclass
class WouldSkip(Problem):
    """Ending the step would pass over what is due: it is asked first, because an ended step stays ended."""

    skips: list[Skip] = field(default_factory=list)


def back_to(request: HttpRequest, slug: str) -> str:
    """Where the form wants to go next: a path of this site, else the campaign's map."""
    wanted = request.POST.get("next", "")
    safe = wanted.startswith(f"/c/{slug}/") and url_has_allowed_host_and_scheme(wanted, allowed_hosts=None)
    return wanted if safe else f"/c/{slug}/"


def refuse(request: HttpRequest, slug: str, problem: Problem) -> HttpResponse:
    """A page that says why nothing was done, with the way back."""
    here = at(request, slug)
    if isinstance(problem, WouldSkip):
        return ask(request, here, problem)
    changed = changed_of(here, problem)
    context = {"head": head_of(here), "problem": problem, "back": back_to(request, slug), "changed": changed}
    return page(request, "desk/problem.html", context)


def changed_of(here: At, problem: Problem | None) -> list[tuple[str, str, str]]:
    """What changed meanwhile: its name, and address and name of the entry that changed it."""
    words = Words(here.state, {})
    changed = problem.changed if problem else []
    return [(words.fact(key), entry_url(here.state, entry), entry_word(entry)) for key, entry in changed]


def ask(request: HttpRequest, here: At, problem: WouldSkip) -> HttpResponse:
    """A page that lists what would be passed over, step by step. Nothing has been written."""
    context = {
        "head": head_of(here),
        "skips": problem.skips,
        "mark": mark_of(problem.skips),
        "until": request.POST.get("until", ""),
        "clock": "/".join(here.state.clock),
        "submission": new_submission(),
        "action": f"/c/{here.campaign.slug}/step/",
        "back": back_to(request, here.campaign.slug),
    }
    return page(request, "desk/skips.html", context)


@require_POST
def take_seat(request: HttpRequest, slug: str) -> HttpResponse:
    """Look at the campaign from another seat. Nothing of the campaign changes."""
    at(request, slug)
    seat = request.POST.get("seat", "")
    if seat in SEATS:
        request.session[f"seat:{slug}"] = seat
    return HttpResponseRedirect(back_to(request, slug))


@require_POST
@problems(refuse)
def end_step(request: HttpRequest, slug: str) -> HttpResponse:
    """End the step, or several up to `until` (`allied/naval-movement`): each ends by an entry of its own.

    Where that passes over something due, nothing is done until `confirm` says that it is meant.
    """
    here = at(request, slug)
    until = request.POST.get("until", "")
    try:
        with writing(here.viewer, submission=request.POST.get("submission", "")) as writer:
            _check_drawn_here(writer, request.POST.get("clock", ""))
            _check_until(writer, until)
            _check_meant(writer, request, until)
            for _ in range(len(here.system.sides) * 12):
                turns.end_step(writer)
                if not until or "/".join(writer.state.clock[1:]) == until:
                    break
    except AlreadyDone:
        pass
    return HttpResponseRedirect(back_to(request, slug))


def _check_drawn_here(writer: Writer, clock: str) -> None:
    """A stale page must not end a step that it did not show."""
    if clock and clock != "/".join(writer.state.clock):
        raise Problem(409, "The step had ended already. Nothing was done; here is how the campaign stands now.")


def _check_until(writer: Writer, until: str) -> None:
    """A step that no turn has would never be reached."""
    moments, _, _ = moments_of_turn(Moment(*writer.state.clock), writer.system)
    if until and until not in {f"{moment.player_turn}/{moment.step}" for moment in moments}:
        raise Problem(422, "There is no such step to go on to. Nothing was done.", "until")


def _check_meant(writer: Writer, request: HttpRequest, until: str) -> None:
    """Ask before something due is passed over. A confirmation with a mark holds for just what it was asked about."""
    writer.check_seat(writer.state.clock[1])
    facts = writer.viewer.view(writer.state.values, writer.state.audiences)
    skips = skips_of(writer.state, facts, writer.system, until)
    meant = request.POST.get("confirm") and request.POST.get("skips", "") in ("", mark_of(skips))
    if skips and not meant:
        raise WouldSkip(409, "Something that is due would be passed over. Nothing was done.", skips=skips)


@require_POST
@problems(refuse)
def undo(request: HttpRequest, slug: str) -> HttpResponse:
    """Take back the last input that had no dice."""
    here = at(request, slug)
    try:
        with writing(here.viewer, submission=request.POST.get("submission", "")) as writer:
            undoing.undo(writer, request.POST.get("entry", ""))
    except AlreadyDone:
        pass
    return HttpResponseRedirect(back_to(request, slug))


def undo_offer(here: At) -> Entry | None:
    """The input that could be taken back now, or None."""
    return undoing.last_input(here.viewer)


def undo_barred(here: At) -> tuple[str, str, str]:
    """Why no input can be taken back: a sentence, and the address and name of the entry that stands before them all.

    Bound and opened dice come with the end of a step or with a beginning, which is the entry that is named.
    """
    if here.viewer.seat == OBSERVER:
        return "The observer seat only watches: it takes nothing back.", "", ""
    entries = Entry.objects.filter(campaign=here.campaign).seen_by(here.viewer.audiences)
    entry = entries.exclude(kind__in=("edit", "undo", "seed", "reveal")).newest_first().first()
    if entry is None:
        return "Nothing has been typed in that could be taken back.", "", ""
    what = "rolled dice; a roll is corrected on its receipt" if entry.dice else BARS.get(entry.kind, BARS["rule"])
    name = entry_word(entry.reference)
    return f"No input to take back since {name}, which {what}.", entry_url(here.state, entry.reference), name
