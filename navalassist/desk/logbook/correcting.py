"""The pages that correct an entry, and the one that asks what other dice columns would have said."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_POST, require_safe

from navalassist.auditlog.models import Entry
from navalassist.desk.access import At, at, head_of
from navalassist.desk.answers import Problem, done, page, problem_of, problems, receipt_url, sentence
from navalassist.desk.logbook.corrections import (
    CheckForm,
    correction_from,
    draft_of,
    form_for,
    stale_facts,
    would_be,
)
from navalassist.desk.logbook.dice import throws_of
from navalassist.desk.logbook.facts import Words
from navalassist.desk.logbook.lines import line_of
from navalassist.desk.logbook.naming import entry_url, entry_word, short_entry
from navalassist.desk.logbook.record import Body, Readout
from navalassist.desk.logbook.views import entry_at
from navalassist.desk.logbook.whatif import what_if
from navalassist.play.bodies import body_of
from navalassist.play.correct import correct, dependents, has_server_dice, why_not_correct
from navalassist.play.writer import AlreadyDone, new_submission, writing


def entry_and_body(here: At, chain: str, seq: int) -> tuple[Entry, Body]:
    """The entry of an address, and its body as this viewer may read it; else 404."""
    entry = entry_at(here, chain, seq)
    return entry, body_of(entry, here.viewer.audiences)


def show_form(
    request: HttpRequest,
    slug: str,
    chain: str,
    seq: int,
    problem: Problem | None = None,
    would: Readout | None = None,
) -> HttpResponse:
    """The form with what the entry says or what was typed; or the reason why it cannot be corrected."""
    here = at(request, slug)
    entry, body = entry_and_body(here, chain, seq)
    context: dict[str, Any] = {
        "head": head_of(here),
        "here": "log",
        "entry": entry,
        "name": short_entry(entry.reference),
        "line": line_of(entry, body, here.state),
        "receipt": receipt_url(entry, slug),
        "problem": problem,
        "would": would,
        "why_not": Words(here.state, body).sentence(why_not_correct(here.state, entry, body)),
    }
    if not context["why_not"]:
        context |= _form_context(request, here, entry, body, problem)
    return page(request, "desk/logbook/correct.html", context)


def _form_context(request: HttpRequest, here: At, entry: Entry, body: Body, problem: Problem | None) -> dict[str, Any]:
    typed = request.POST if request.method == "POST" else None
    form = form_for(here.state, body, typed)
    later = dependents(entry, here.viewer.audiences)
    return {
        "form": form,
        "is_check": isinstance(form, CheckForm),
        "error": _error(form, problem),
        "throws": throws_of(body, here.state),
        "typed_dice": body.get("dice", {}).get("source") == "typed",
        "server_dice": has_server_dice(body),
        "stale": stale_facts(here.state, body),
        "dependents": [
            (
                entry_url(here.state, e.reference),
                entry_word(e.reference),
                line_of(e, body_of(e, here.viewer.audiences), here.state),
            )
            for e in later
        ],
        "submission": request.POST.get("submission") or new_submission(),
        "seen": here.version,
    }


def _error(form: Any, problem: Problem | None) -> list[dict[str, str]]:
    """The problem as the page's list of errors wants it, with the field to go to."""
    if problem is None:
        return []
    about = "strip" if problem.about == "dice" else problem.about
    return [{"text": problem.text, "id": f"id_{about}" if about in form.fields else ""}]


@require_safe
def correct_page(request: HttpRequest, slug: str, chain: str, seq: int) -> HttpResponse:
    """The form. A GET writes nothing."""
    return show_form(request, slug, chain, seq)


@require_POST
def correct_preview(request: HttpRequest, slug: str, chain: str, seq: int) -> HttpResponse:
    """What the correction would give. It writes nothing; a POST keeps what was typed out of the address."""
    here = at(request, slug)
    entry, body = entry_and_body(here, chain, seq)
    problem, would = None, None
    try:
        draft = draft_of(form_for(here.state, body, request.POST), here.state, body)
        would = would_be(here, entry, body, draft)
    except Exception as error:
        problem = problem_of(error)
        if problem is None:
            raise
    status = problem.status if problem else 200
    if getattr(request, "htmx", False):
        return page(request, "desk/logbook/_would.html", {"would": would, "problem": problem}, status)
    response = show_form(request, slug, chain, seq, problem=problem, would=would)
    response.status_code = status
    return response


@require_POST
@problems(show_form)
def correct_entry(request: HttpRequest, slug: str, chain: str, seq: int) -> HttpResponse:
    """Append the correction; its receipt is the answer."""
    here = at(request, slug)
    entry, body = entry_and_body(here, chain, seq)
    submission, seen = request.POST.get("submission", ""), request.POST.get("seen", "")
    try:
        with writing(here.viewer, submission=submission, seen=seen) as writer:
            draft = draft_of(form_for(writer.state, body, request.POST), writer.state, body)
            made = correct(writer, entry, correction_from(draft, writer.state, body))
    except AlreadyDone as before:
        made = before.entries[0]
    return done(request, receipt_url(made, slug))


def correction_view(request: HttpRequest, slug: str, chain: str, seq: int) -> HttpResponse:
    """One address for the form and for what it sends."""
    return (correct_entry if request.method == "POST" else correct_page)(request, slug, chain, seq)


@require_safe
def what_if_page(request: HttpRequest, slug: str, chain: str, seq: int) -> HttpResponse:
    """What the same dice would have given in another column of their table."""
    here = at(request, slug)
    entry, body = entry_and_body(here, chain, seq)
    trouble, found = "", None
    try:
        found = what_if(body, here.state, request.GET.get("column", ""))
    except LookupError as error:
        trouble, found = sentence(str(error.args[0])), what_if(body, here.state, "")
    if found is None:
        raise Http404("This entry has no dice that another column could read.")
    context = {
        "head": head_of(here),
        "here": "log",
        "name": short_entry(entry.reference),
        "line": line_of(entry, body, here.state),
        "receipt": receipt_url(entry, slug),
        "what": found,
        "trouble": trouble,
    }
    return page(request, "desk/logbook/what_if.html", context, status=422 if trouble else 200)
