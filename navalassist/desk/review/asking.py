"""Questions to the moderator, corrections that wait for consent, and the house setting that asks for it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.views.decorators.http import require_POST, require_safe

from navalassist.campaigns.viewer import MODERATOR, OBSERVER
from navalassist.desk.access import at, head_of
from navalassist.desk.answers import act_once, key_of, page, problem_of, problems
from navalassist.desk.at import At
from navalassist.desk.logbook.cases import precedents, thing_name
from navalassist.desk.logbook.correcting import carried_out, check_whole
from navalassist.desk.logbook.correction_preview import CorrectionPreview, plan_of, would_be
from navalassist.desk.logbook.lines import line_of
from navalassist.desk.logbook.naming import entry_url, entry_word
from navalassist.desk.logbook.wording import wording_of
from navalassist.desk.problem import Problem
from navalassist.desk.review.disputes import STATES, show_index
from navalassist.play.disputes import asking
from navalassist.play.disputes.todo import matters_for
from navalassist.play.rules.holds import asked_kinds
from navalassist.play.storage.bodies import body_of, find
from navalassist.play.write.submissions import new_submission
from navalassist.play.write.transaction import writing
from navalassist.play.write.writer import AlreadyDone, NotYours
from navalassist.review.models import OPEN


@require_POST
@problems(show_index)
def house(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose whether a correction needs consent (H-01)."""
    here = at(request, slug)
    act_once(request, here, lambda writer: asking.set_consent(writer, request.POST.get("consent", "")))
    return HttpResponseRedirect(f"/c/{slug}/disputes/")


# Questions


def ask_view(request: HttpRequest, slug: str) -> HttpResponse:
    """The form, and what it sends."""
    return (ask_it if request.method == "POST" else ask_page)(request, slug)


@require_safe
def ask_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The empty form about one row or one rule; without either, the list of what was asked."""
    return show_ask(request, slug) if request.GET.get("about") else show_index(request, slug)


def _known(here: At, about: str) -> bool:
    """A row that this viewer may see, or a rule of the campaign's system."""
    if about.partition(":")[0] in asked_kinds():
        return bool(here.state.row(about)) if about.count(":") == 1 else False
    return about in here.system.situations


def show_ask(request: HttpRequest, slug: str, problem: Problem | None = None) -> HttpResponse:
    """The form with what was typed."""
    here = at(request, slug)
    given = request.POST if request.method == "POST" else request.GET
    about = given.get("about", "")
    if not _known(here, about):
        raise Http404("There is nothing of that name to ask about.")
    procedure = about if ":" not in about else wording_of(here.state).facts.rule_about(about.partition(":")[0])
    context = {
        "head": head_of(here),
        "here": "disputes",
        "about": about,
        "thing": thing_name(here, about),
        "precedents": precedents(here, procedure) if procedure else [],
        "watches": here.viewer.seat == OBSERVER,
        "text": given.get("text", ""),
        "submission": request.POST.get("submission") or new_submission(),
        "problem": problem,
    }
    return page(request, "desk/review/ask.html", context)


@require_POST
@problems(show_ask)
def ask_it(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask it: what it is about is held from now on."""
    here, typed = at(request, slug), request.POST
    act_once(request, here, lambda writer: asking.ask(writer, typed.get("about", ""), typed.get("text", "")))
    return HttpResponseRedirect(f"/c/{slug}/disputes/")


def question_view(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """A question, and its answer."""
    return (answer_it if request.method == "POST" else question_page)(request, slug, key)


@require_safe
def question_page(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """The question as it stands."""
    return show_question(request, slug, key)


def show_question(request: HttpRequest, slug: str, key: str, problem: Problem | None = None) -> HttpResponse:
    """The question with what was typed."""
    here = at(request, slug)
    fields = here.state.row(f"question:{key}")
    if not fields:
        raise Http404("There is no such question.")
    sources, mine = here.state.sources, matters_for(here.state, here.viewer.seat, here.system.sides)
    context = {
        "head": head_of(here),
        "here": "disputes",
        "key": key,
        "question": fields,
        "thing": thing_name(here, fields["about"]),
        "asked": entry_url(here.state, sources.get(f"question:{key}.text", "")),
        "answered": entry_url(here.state, sources.get(f"question:{key}.answer", "")),
        "is_open": fields["state"] == OPEN,
        "state": STATES[fields["state"]],
        "precedents": precedents(here, fields["procedure"]) if fields["procedure"] else [],
        "may_answer": here.viewer.may_act_as(MODERATOR),
        "unread": any(one.kind == "answer" and one.key == key for one in mine),
        "may_drop": here.viewer.may_act_as(fields["by"]),
        "text": request.POST.get("text", ""),
        "submission": new_submission(),
        "problem": problem,
    }
    return page(request, "desk/review/question.html", context)


@require_POST
@problems(show_question)
def answer_it(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Answer it, take it back, or say that the answer is read."""
    here, typed = at(request, slug), request.POST
    if not here.state.row(f"question:{key}"):
        raise Http404("There is no such question.")
    if typed.get("act") in ("drop", "read"):
        done = asking.drop if typed["act"] == "drop" else asking.read
        act_once(request, here, lambda writer: done(writer, key))
    else:
        act_once(request, here, lambda writer: asking.answer(writer, key, typed.get("text", "")))
    return HttpResponseRedirect(f"/c/{slug}/disputes/questions/{key}/")


# Proposals


def proposal_view(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """A proposed correction, and the answer to it."""
    return (settle if request.method == "POST" else proposal_page)(request, slug, key)


@require_safe
def proposal_page(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """What it would give as the campaign stands now."""
    return show_proposal(request, slug, key)


def typed_in(fields: dict[str, object]) -> QueryDict:
    """The form of a proposal as it was typed."""
    typed = QueryDict(mutable=True)
    kept = fields["typed"]
    assert isinstance(kept, dict)
    for name, values in kept.items():
        typed.setlist(str(name), [str(value) for value in values])
    return typed


def show_proposal(request: HttpRequest, slug: str, key: str, problem: Problem | None = None) -> HttpResponse:
    """The proposal with what went wrong."""
    here = at(request, slug)
    fields = here.state.row(f"proposal:{key}")
    if not fields:
        raise Http404("There is no such proposal.")
    entry = find(here.campaign, fields["entry"], here.viewer.audiences)
    body = body_of(entry, here.viewer.audiences)
    is_open, seat = fields["state"] == OPEN, here.viewer.seat
    look, trouble = _look(here, fields) if is_open else (None, None)
    context = {
        "head": head_of(here),
        "here": "disputes",
        "key": key,
        "proposal": fields,
        "state": STATES[fields["state"]],
        "word": entry_word(fields["entry"]),
        "receipt": entry_url(here.state, fields["entry"]),
        "line": line_of(entry, body, here.state),
        "is_open": is_open,
        "would": look and replace(look, asked=()),
        "chosen": look.asked if look else (),
        "trouble": trouble,
        "may_consent": seat in (fields["to"], MODERATOR),
        "may_withdraw": seat == fields["by"],
        "text": request.POST.get("text", ""),
        "submission": new_submission(),
        "seen": here.version,
        "problem": problem,
    }
    return page(request, "desk/review/proposal.html", context)


def _look(here: At, fields: dict[str, object]) -> tuple[CorrectionPreview | None, Problem | None]:
    entry = find(here.campaign, str(fields["entry"]), here.viewer.audiences)
    try:
        viewer = replace(here.viewer, seats=frozenset(here.system.sides))
        plan = plan_of(viewer, here.state, entry, body_of(entry, here.viewer.audiences), typed_in(fields))
        return would_be(replace(here, viewer=viewer), plan), None
    except Exception as error:
        problem = problem_of(error)
        if problem is None:
            raise
        return None, problem


@require_POST
@problems(show_proposal)
def settle(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Consent, and the correction is made in the same go; refuse it; or take it back."""
    here = at(request, slug)
    if not here.state.row(f"proposal:{key}"):
        raise Http404("There is no such proposal.")
    submission, seen = key_of(request), request.POST.get("seen", "")
    with suppress(AlreadyDone):
        if request.POST.get("act") == "accept":
            consent(here, key, submission, seen)
        else:
            with writing(here.viewer, submission=submission) as writer:
                asking.refuse(writer, key, request.POST.get("text", ""))
    return HttpResponseRedirect(f"/c/{slug}/disputes/proposals/{key}/")


def consent(here: At, key: str, submission: str, seen: str) -> None:
    """The consent and the correction, or neither. Whoever proposed it had the right to; the other side adds its own.

    Raises what the correction raises: where the campaign has changed since, it is proposed anew.
    """
    viewer = replace(here.viewer, seats=here.viewer.seats | {*here.system.sides})
    if here.viewer.seat == OBSERVER:
        raise NotYours(OBSERVER)
    with writing(viewer, submission=submission, seen=seen) as writer:
        fields, agreed = asking.accept(writer, key)
        entry = find(here.campaign, fields["entry"], viewer.audiences)
        plan = plan_of(viewer, writer.state, entry, body_of(entry, viewer.audiences), typed_in(fields))
        check_whole(would_be(At(writer.state, viewer, here.system), plan))
        carried_out(writer, plan, agreed_in=agreed.reference)
