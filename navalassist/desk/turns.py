"""Taking a seat, ending steps, taking back an input: the small writes that every page offers."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from navalassist.auditlog.models import Entry
from navalassist.desk.access import SEATS, At, at, head_of
from navalassist.desk.answers import Problem, page, problems
from navalassist.desk.logbook.facts import Words
from navalassist.desk.logbook.naming import entry_url, entry_word
from navalassist.play import turns
from navalassist.play import undo as undoing
from navalassist.play.writer import AlreadyDone, Writer, writing


def back_to(request: HttpRequest, slug: str) -> str:
    """Where the form wants to go next: a path of this site, else the campaign's map."""
    wanted = request.POST.get("next", "")
    safe = wanted.startswith(f"/c/{slug}/") and url_has_allowed_host_and_scheme(wanted, allowed_hosts=None)
    return wanted if safe else f"/c/{slug}/"


def refuse(request: HttpRequest, slug: str, problem: Problem) -> HttpResponse:
    """A page that says why nothing was done, with the way back."""
    here = at(request, slug)
    words = Words(here.state, {})
    changed = [(words.fact(key), entry_url(here.state, entry), entry_word(entry)) for key, entry in problem.changed]
    context = {"head": head_of(here), "problem": problem, "back": back_to(request, slug), "changed": changed}
    return page(request, "desk/problem.html", context)


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
    """End the step, or several up to `until` (`allied/naval-movement`): each ends by an entry of its own."""
    here = at(request, slug)
    until = request.POST.get("until", "")
    try:
        with writing(here.viewer, submission=request.POST.get("submission", "")) as writer:
            _check_drawn_here(writer, request.POST.get("clock", ""))
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
