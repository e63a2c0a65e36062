"""The pages that correct an entry, and the one that asks what other dice columns would have said."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.views.decorators.http import require_POST, require_safe

from navalassist.auditlog.models import Entry
from navalassist.campaigns.viewer import MODERATOR
from navalassist.desk.access import at, head_of
from navalassist.desk.answers import act_once, done, page, problem_of, problems, receipt_url, sentence
from navalassist.desk.at import At
from navalassist.desk.logbook.cases import precedents_of
from navalassist.desk.logbook.correction_form import TYPED_FIELD, CorrectionForm
from navalassist.desk.logbook.correction_preview import (
    CorrectionPreview,
    Plan,
    all_with_the_same_dice,
    all_wrong,
    plan_of,
    would_be,
)
from navalassist.desk.logbook.corrections import form_for, stale_facts
from navalassist.desk.logbook.dependent_rules import made_again, standing_on
from navalassist.desk.logbook.dice import throws_of
from navalassist.desk.logbook.follow_ups import (
    STAND,
    WAYS,
    can_make_up,
    check_typed_dice,
    make_up,
    settled_of,
    telling,
)
from navalassist.desk.logbook.lines import LogLine, line_of
from navalassist.desk.logbook.mentions import sheet_url
from navalassist.desk.logbook.naming import entry_url, entry_word, short_entry
from navalassist.desk.logbook.record import Body, thrown
from navalassist.desk.logbook.views import entry_at
from navalassist.desk.logbook.waits import waiting_url
from navalassist.desk.logbook.whatif import what_if
from navalassist.desk.logbook.wording import wording_of, words_for
from navalassist.desk.pads import pad_of
from navalassist.desk.problem import Problem
from navalassist.engine import REGISTER
from navalassist.play.corrections.correct import (
    Correction,
    NotCorrectable,
    Redo,
    all_taken_back,
    correct_all,
    dependents,
    has_server_dice,
    why_not_correct,
)
from navalassist.play.corrections.trial import Trial
from navalassist.play.corrections.undo import is_open
from navalassist.play.disputes.asking import consent_wanted, open_proposal, propose
from navalassist.play.storage.bodies import body_of
from navalassist.play.write.submissions import new_submission
from navalassist.play.write.writer import Writer

# Fields of a form that are no part of what it asks for.
NOT_KEPT = ("csrfmiddlewaretoken", "submission", "seen")


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
    would: CorrectionPreview | None = None,
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
        "why_not": words_for(here.state, body).sentence(why_not(here, entry, body)),
    }
    if context["why_not"]:
        context["question"] = waiting_url(slug, entry.reference) if is_open(here.state, entry, body) else ""
        context["stands"] = _cited(here, standing_on(entry, body, here.viewer.audiences))
        context["cards"] = cards_of(here, body)
    else:
        context |= _form_context(request, here, entry, body, problem)
    return page(request, "desk/logbook/correct.html", context)


def cards_of(here: At, body: Body) -> list[tuple[str, str]]:
    """Pages on which what an entry changed is set by hand, with their names."""
    rows = dict.fromkeys(str(key).rpartition(".")[0] for key, *_ in body.get("changes", ()))
    cards = wording_of(here.state).policy.cards(here.state, rows)
    return [(f"/c/{here.campaign.slug}/{path}", name) for path, name in cards]


def together_with(here: At, entry: Entry, body: Body) -> tuple[list[Entry], list[Entry]]:
    """The entries that go with one, before it and after it (the checks of a voyage); else those that stand on it."""
    policy = wording_of(here.state).policy
    if not policy.goes_with_others(body):
        stands = why_not_correct(here.state, entry, body, alone=True)
        return [], made_again(here.state, entry, body, here.viewer.audiences) if stands else []
    chain = policy.chain(entry, body, here.viewer.audiences)
    place = next((n for n, one in enumerate(chain) if one.pk == entry.pk), None)
    return (chain[:place], chain[place + 1 :]) if place is not None else ([], [])


def why_not(here: At, entry: Entry, body: Body) -> str:
    """Why it cannot be corrected now. The checks that come after it in its voyage do not stand against it."""
    reason = why_not_correct(here.state, entry, body)
    _, later = together_with(here, entry, body) if reason else ([], [])
    return why_not_all(here, [entry, *later]) if later else reason


def why_not_all(here: At, entries: list[Entry]) -> str:
    """Why several entries that stand on one another cannot be corrected in one go; '' when they can."""
    nothing = Correction("")
    try:
        all_taken_back(Trial(here.viewer, here.state), [Redo(entry, lambda state, made: nothing) for entry in entries])
    except NotCorrectable as stop:
        return str(stop)
    return ""


def _cited(here: At, entries: list[Entry]) -> list[tuple[str, str, LogLine]]:
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
    form = form_for(here.state, entry, body, request.POST if request.method == "POST" else None, request.GET)
    before, after = together_with(here, entry, body)
    if before and why_not_all(here, [*before, entry, *after]):
        before = []
    first = next(iter(thrown(body)), {})
    pad = pad_of(REGISTER.get(str(body.get("procedure"))), first.get("dice", ""))
    form.fields["strip"].widget.attrs |= {"inputmode": "numeric", "pattern": pad.pattern, "title": pad.takes}
    later = [other for other in dependents(entry, here.viewer.audiences) if other not in after]
    return {
        "form": form,
        "problem": _leading(form, problem),
        "throws": throws_of(body, here.state),
        "pad": pad,
        "typed_dice": body.get("dice", {}).get("source") == "typed",
        "server_dice": has_server_dice(body),
        "stale": stale_facts(here.state, body),
        "has_past_facts": bool(wording_of(here.state).policy.past_facts(here.state.seen_by(here.viewer.audiences))),
        "checks_before": _cited(here, before),
        "checks_after": _cited(here, after),
        "dependents": _cited(here, later),
        "submission": request.POST.get("submission") or new_submission(),
        "seen": here.version,
        "preview": f"{receipt_url(entry, here.campaign.slug)}correct/preview/",
        "swaps": True,
        "ways": WAYS,
        "make_up": can_make_up(here.state),
        "settled": settled_of(request.POST),
        "consent": consent_wanted(here.state.values) and here.viewer.seat != MODERATOR,
        "proposed": open_proposal(here.state, entry.reference),
        "precedents": precedents_of(here, body),
    }


def _leading(form: CorrectionForm, problem: Problem | None) -> Problem | None:
    """The problem with the places of its fields on the page. A line of dice is typed whole: too few are wrong."""

    def place(about: str) -> str:
        about = "strip" if about == "dice" else about
        name = next((name for name in (about, f"{TYPED_FIELD}{about}") if name in form.fields), "")
        return f"id_{name}_0" if name == "reason" else f"id_{name}" if name else ""

    others = [(place(about), text) for about, text in problem.others] if problem else []
    return problem and replace(problem, about=place(problem.about), others=others, more=False)


@require_safe
def correct_page(request: HttpRequest, slug: str, chain: str, seq: int) -> HttpResponse:
    """The form. A GET writes nothing."""
    return show_form(request, slug, chain, seq)


@require_POST
def correct_preview(request: HttpRequest, slug: str, chain: str, seq: int) -> HttpResponse:
    """What the correction would give. It writes nothing; a POST keeps what was typed out of the address."""
    here = at(request, slug)
    entry, body = entry_and_body(here, chain, seq)
    problem, would, settled = None, None, settled_of(request.POST)
    try:
        plan = plan_of(here.viewer, here.state, entry, body, request.POST)
        plan = all_with_the_same_dice(here, plan) if "all" in request.POST else plan
        would, settled = would_be(here, plan), dict(plan.settled)
    except Exception as error:
        problem = problem_of(error)
        if problem is None:
            raise
        problem = all_wrong(here, entry, body, request.POST, problem)
    status = problem.status if problem else 200
    if getattr(request, "htmx", False):
        form = form_for(here.state, entry, body, request.POST)
        context: dict[str, Any] = {"would": would, "problem": _leading(form, problem), "form": form}
        context |= {"ways": WAYS, "make_up": can_make_up(here.state), "settled": settled}
        context |= {"preview": f"{receipt_url(entry, slug)}correct/preview/", "swaps": True}
        return page(request, "desk/logbook/_bookmarks.html", context, status)
    response = show_form(request, slug, chain, seq, problem=problem, would=would)
    response.status_code = status
    return response


def show_problem(request: HttpRequest, slug: str, chain: str, seq: int, problem: Problem) -> HttpResponse:
    """The form again, with what was typed and what it would give: there stands what is still to be said."""
    here = at(request, slug)
    entry, body = entry_and_body(here, chain, seq)
    would = None
    try:
        would = would_be(here, plan_of(here.viewer, here.state, entry, body, request.POST))
    except Exception as error:
        if problem_of(error) is None:
            raise
        problem = all_wrong(here, entry, body, request.POST, problem)
    return show_form(request, slug, chain, seq, problem, would)


@require_POST
@problems(show_problem)
def correct_entry(request: HttpRequest, slug: str, chain: str, seq: int) -> HttpResponse:
    """Append the correction; its receipt is the answer, or the page of the proposal where it needs consent."""
    here = at(request, slug)
    entry, body = entry_and_body(here, chain, seq)
    made = act_once(request, here, lambda writer: corrected(writer, here, entry, body, request.POST))
    mine = next((other for other in made if other.corrects == entry.reference), made[0] if made else None)
    proposed = mine is not None and mine.kind == "dispute"
    sheet = sheet_url(body_of(mine, here.viewer.audiences), at(request, slug).state) if mine and proposed else ""
    return done(request, sheet or receipt_url(mine, slug))


def corrected(writer: Writer, here: At, entry: Entry, body: Body, typed: QueryDict) -> list[Entry]:
    """Make the correction that a form asks for, and what goes with it; or propose it, where it needs consent.

    Problem 422 where something else would come of a later entry, and nothing was chosen for it.
    """
    plan = plan_of(writer.viewer, writer.state, entry, body, typed)
    check_typed_dice(typed)
    check_whole(would_be(At(writer.state, writer.viewer, here.system), plan))
    if consent_wanted(writer.state.values) and writer.viewer.seat != MODERATOR:
        kept = {name: typed.getlist(name) for name in typed if name not in NOT_KEPT}
        seats = {redo.entry.seat for redo in plan.redos}
        return [propose(writer, entry, kept, typed.get("note", ""), seats)]
    return carried_out(writer, plan)


def carried_out(writer: Writer, plan: Plan, **told: Any) -> list[Entry]:
    """The corrections of a plan, then what makes up for entries that stand. told: what each of them says besides."""
    made = correct_all(writer, telling(plan.redos, told))
    for one in plan.settled.values():
        if one.way == STAND:
            make_up(writer, one, made[0].reference)
    return made


def check_whole(would: CorrectionPreview) -> None:
    """Problem 422 while something is still to be said: a choice for a later entry, or dice that must be typed."""
    if would.unsettled:
        names = ", ".join(would.unsettled)
        raise Problem(422, f"Choose what becomes of {names}: something else would come of it now.", about="settle")
    if would.needs:
        raise Problem(422, f"Type the further dice of {', '.join(would.needs)}.", about="more")


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
