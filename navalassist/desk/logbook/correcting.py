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
    Look,
    draft_of,
    form_for,
    redos_of,
    stale_facts,
    would_be,
)
from navalassist.desk.logbook.dice import throws_of
from navalassist.desk.logbook.facts import Words
from navalassist.desk.logbook.later import made_again, standing_on
from navalassist.desk.logbook.lines import Line, line_of
from navalassist.desk.logbook.naming import entry_url, entry_word, short_entry
from navalassist.desk.logbook.record import Body
from navalassist.desk.logbook.shipping import is_check
from navalassist.desk.logbook.views import entry_at
from navalassist.desk.logbook.voyage import checks_of
from navalassist.desk.logbook.whatif import what_if
from navalassist.play.bodies import body_of
from navalassist.play.correct import (
    Correction,
    NotCorrectable,
    Redo,
    all_taken_back,
    correct_all,
    dependents,
    has_server_dice,
    why_not_correct,
)
from navalassist.play.trial import Trial
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
    would: Look | None = None,
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
        "why_not": Words(here.state, body).sentence(why_not(here, entry, body)),
    }
    if context["why_not"]:
        context["stands"] = _cited(here, standing_on(entry, body, here.viewer.audiences))
    else:
        context |= _form_context(request, here, entry, body, problem)
    return page(request, "desk/logbook/correct.html", context)


def voyage_of(here: At, entry: Entry, body: Body) -> tuple[list[Entry], list[Entry]]:
    """The checks of the same voyage before an entry, and after it; of another rule those that stand on it."""
    if not is_check(body):
        stands = why_not_correct(here.state, entry, body)
        return [], made_again(here.state, entry, body, here.viewer.audiences) if stands else []
    checks = [check for check, _ in checks_of(entry, body, here.viewer.audiences)]
    place = next((n for n, check in enumerate(checks) if check.pk == entry.pk), None)
    return (checks[:place], checks[place + 1 :]) if place is not None else ([], [])


def why_not(here: At, entry: Entry, body: Body) -> str:
    """Why it cannot be corrected now. The checks that come after it in its voyage do not stand against it."""
    reason = why_not_correct(here.state, entry, body)
    _, later = voyage_of(here, entry, body) if reason else ([], [])
    return why_not_all(here, [entry, *later]) if later else reason


def why_not_all(here: At, entries: list[Entry]) -> str:
    """Why several entries that stand on one another cannot be corrected in one go; '' when they can."""
    nothing = Correction("")
    try:
        all_taken_back(Trial(here.viewer, here.state), [Redo(entry, lambda state, made: nothing) for entry in entries])
    except NotCorrectable as stop:
        return str(stop)
    return ""


def _cited(here: At, entries: list[Entry]) -> list[tuple[str, str, Line]]:
    """Entries as links, each with its line."""
    return [
        (
            entry_url(here.state, entry.reference),
            entry_word(entry.reference),
            line_of(entry, body_of(entry, here.viewer.audiences), here.state),
        )
        for entry in entries
    ]


def _form_context(request: HttpRequest, here: At, entry: Entry, body: Body, problem: Problem | None) -> dict[str, Any]:
    form = form_for(here.state, body, request.POST if request.method == "POST" else None, request.GET)
    before, after = voyage_of(here, entry, body)
    if before and why_not_all(here, [*before, entry, *after]):
        before = []
    later = [other for other in dependents(entry, here.viewer.audiences) if other not in after]
    return {
        "form": form,
        "is_check": isinstance(form, CheckForm),
        "error": _error(form, problem),
        "throws": throws_of(body, here.state),
        "typed_dice": body.get("dice", {}).get("source") == "typed",
        "server_dice": has_server_dice(body),
        "stale": stale_facts(here.state, body),
        "checks_before": _cited(here, before),
        "checks_after": _cited(here, after),
        "dependents": _cited(here, later),
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
        form = form_for(here.state, body, request.POST)
        context = {"would": would, "problem": problem, "form": form, "is_check": isinstance(form, CheckForm)}
        return page(request, "desk/logbook/_looked.html", context, status)
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
            made = correct_all(writer, redos_of(draft, writer.state, entry, body, here.viewer.audiences))
    except AlreadyDone as before:
        made = before.entries
    mine = next((other for other in made if other.corrects == entry.reference), made[0])
    return done(request, receipt_url(mine, slug))


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
