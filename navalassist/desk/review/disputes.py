"""Disputes: the list of what is open and what was ruled, the sheet of one, and the form that raises one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_POST, require_safe

from navalassist.auditlog.models import Entry
from navalassist.auditlog.shape import SECRET
from navalassist.campaigns.viewer import MODERATOR, OBSERVER
from navalassist.desk.access import at, head_of
from navalassist.desk.answers import act_once, page, problems
from navalassist.desk.at import At
from navalassist.desk.logbook.cases import Case, case_of, precedents_of, thing_name
from navalassist.desk.logbook.lines import LogLine, line_of
from navalassist.desk.logbook.naming import entry_url, entry_word, turn_name
from navalassist.desk.logbook.views import entry_at
from navalassist.desk.logbook.waits import outcome_url
from navalassist.desk.logbook.wording import wording_of, words_for
from navalassist.desk.problem import Problem
from navalassist.play.corrections.correct import correction_of
from navalassist.play.disputes import disputes
from navalassist.play.disputes.asking import consent_wanted
from navalassist.play.disputes.todo import matters_for
from navalassist.play.storage.bodies import body_of, find
from navalassist.play.write.submissions import new_submission
from navalassist.play.write.writer import Writer
from navalassist.review.models import OPEN, REJECTED, UPHELD

STATES = {"open": "open", "upheld": "upheld", "rejected": "rejected", "withdrawn": "withdrawn", "answered": "answered"}
STATES |= {"accepted": "accepted", "refused": "refused", "read": "answered"}
ACTS = ("argue", "rule", "acknowledge", "withdraw")


@dataclass(frozen=True)
class Item:
    """A line of the list: what it is, how it stands, where it leads."""

    url: str
    title: str
    text: str
    state: str
    open: bool


@require_safe
def index(request: HttpRequest, slug: str) -> HttpResponse:
    """What waits for this seat, everything that is open, the precedents, and what is settled."""
    return show_index(request, slug)


def show_index(request: HttpRequest, slug: str, problem: Problem | None = None) -> HttpResponse:
    """The list, with what went wrong."""
    here = at(request, slug)
    items = items_of(here)
    mine = matters_for(here.state, here.viewer.seat, here.system.sides)
    context = {
        "head": head_of(here),
        "here": "disputes",
        "matters": [(_url(here, matter.kind, matter.key), matter, _about(here, matter.reference)) for matter in mine],
        "open_ones": [item for item in items if item.open],
        "settled": [item for item in items if not item.open],
        "precedents": precedents_now(here),
        "consent": consent_wanted(here.state.values),
        "may_set": here.viewer.may_act_as(MODERATOR),
        "submission": new_submission(),
        "seen": here.version,
        "problem": problem,
    }
    return page(request, "desk/review/index.html", context)


def _about(here: At, reference: str) -> str:
    return entry_word(reference) if reference else ""


def _url(here: At, kind: str, key: str) -> str:
    below = {"dispute": "", "question": "questions/", "answer": "questions/", "proposal": "proposals/"}[kind]
    return f"/c/{here.campaign.slug}/disputes/{below}{key}/"


def items_of(here: At) -> list[Item]:
    """Everything that was raised, asked or proposed, of each kind the newest first."""
    state = here.state
    found: list[Item] = []
    for kind in ("dispute", "question", "proposal"):
        for row in reversed(state.rows(kind)):
            key, fields = row.partition(":")[2], state.row(row)
            title, text = _said(here, kind, key, fields)
            found.append(Item(_url(here, kind, key), title, text, STATES[fields["state"]], fields["state"] == OPEN))
    return found


def precedents_now(here: At) -> list[Case]:
    """Every precedent that this viewer may read, the newest first."""
    rows = sorted(here.state.rows("precedent"), key=lambda row: -here.state.values[f"{row}.number"])
    return [case_of(here, row) for row in rows]


def _said(here: At, kind: str, key: str, fields: dict[str, Any]) -> tuple[str, str]:
    """What it is called, and its words."""
    if kind == "dispute":
        first = next((said["text"] for said in disputes.arguments(here.state, key)), "")
        return f"Dispute about {entry_word(fields['entry'])}", first
    if kind == "question":
        return f"Question about {thing_name(here, fields['about'])}", fields["text"]
    return f"Correction of {entry_word(fields['entry'])} proposed", fields["note"]


# Raising one


def raise_view(request: HttpRequest, slug: str, chain: str, seq: int) -> HttpResponse:
    """The form that raises a dispute about an entry, and what it sends."""
    return (raise_it if request.method == "POST" else raise_page)(request, slug, chain, seq)


@require_safe
def raise_page(request: HttpRequest, slug: str, chain: str, seq: int) -> HttpResponse:
    """The empty form."""
    return show_raise(request, slug, chain, seq)


def show_raise(request: HttpRequest, slug: str, chain: str, seq: int, problem: Problem | None = None) -> HttpResponse:
    """The form with what was typed, and what was ruled in such a case before."""
    here = at(request, slug)
    entry = entry_at(here, chain, seq)
    body = body_of(entry, here.viewer.audiences)
    if body.get("act") == SECRET:
        raise Http404("There is no such entry.")
    context = {
        "head": head_of(here),
        "here": "log",
        "line": line_of(entry, body, here.state),
        "word": entry_word(entry.reference),
        "receipt": entry_url(here.state, entry.reference),
        "precedents": precedents_of(here, body),
        "known": disputes.dispute_at(here.state, entry.reference),
        "watches": here.viewer.seat == OBSERVER,
        "text": request.POST.get("text", ""),
        "submission": request.POST.get("submission") or new_submission(),
        "problem": problem,
    }
    return page(request, "desk/review/raise.html", context)


@require_POST
@problems(show_raise)
def raise_it(request: HttpRequest, slug: str, chain: str, seq: int) -> HttpResponse:
    """Raise it; its sheet is the answer."""
    here = at(request, slug)
    entry = entry_at(here, chain, seq)
    made = act_once(request, here, lambda writer: disputes.raise_dispute(writer, entry, request.POST.get("text", "")))
    number = body_of(made[0], here.viewer.audiences).get("dispute") if made else None
    return HttpResponseRedirect(_url(here, "dispute", str(number)) if number else outcome_url(made, slug))


# The sheet


@dataclass(frozen=True)
class Sheet:
    """A dispute as its page draws it."""

    key: str
    fields: dict[str, Any]
    entry: Entry
    word: str
    url: str
    line: LogLine
    arguments: list[tuple[dict[str, Any], str, str]]
    raised: tuple[str, str]
    correction: tuple[str, str] | None


def sheet_of(here: At, key: str) -> Sheet:
    """The dispute of a key; 404 where there is none, or not for these eyes."""
    fields = here.state.row(f"dispute:{key}")
    if not fields:
        raise Http404("There is no such dispute.")
    state, reference = here.state, fields["entry"]
    entry = find(here.campaign, reference, here.viewer.audiences)
    said = [(one, entry_word(one["entry"]), entry_url(state, one["entry"])) for one in disputes.arguments(state, key)]
    made = fields["correction"] or (after.reference if (after := correction_of(entry)) else "")
    return Sheet(
        key,
        fields,
        entry,
        entry_word(reference),
        entry_url(state, reference),
        line_of(entry, body_of(entry, here.viewer.audiences), state),
        said,
        (entry_word(said[0][0]["entry"]), said[0][2]) if said else ("", ""),
        (entry_word(made), entry_url(state, made)) if made else None,
    )


def dispute_view(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """One address for the sheet and for what it sends."""
    return (act if request.method == "POST" else dispute_page)(request, slug, key)


@require_safe
def dispute_page(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """The sheet."""
    return show_dispute(request, slug, key)


def show_dispute(request: HttpRequest, slug: str, key: str, problem: Problem | None = None) -> HttpResponse:
    """The sheet with what was typed."""
    here = at(request, slug)
    sheet = sheet_of(here, key)
    fields, seat = sheet.fields, here.viewer.seat
    ruled = fields["state"] in (UPHELD, REJECTED)
    body = body_of(sheet.entry, here.viewer.audiences)
    context = {
        "head": head_of(here),
        "here": "disputes",
        "sheet": sheet,
        "state": STATES[fields["state"]],
        "is_open": fields["state"] == OPEN,
        "ruled": ruled,
        "turn": turn_name(here.state, sheet.entry.turn),
        "sides": [(side, side in fields["acknowledged"]) for side in here.system.sides],
        "watches": seat == OBSERVER,
        "may_rule": here.viewer.may_act_as(MODERATOR),
        "may_acknowledge": ruled and seat in here.system.sides and seat not in fields["acknowledged"],
        "may_withdraw": here.viewer.may_act_as(fields["by"]),
        "others": [case for case in precedents_of(here, body) if not case.url.endswith(f"/{key}/")],
        "mine": next((case_of(here, f"precedent:{key}") for _ in "1" if here.state.row(f"precedent:{key}")), None),
        "may_bind": bool(fields["procedure"]),
        "cases": choices(here, body, request.POST),
        "typed": request.POST,
        "submission": new_submission(),
        "problem": problem,
    }
    return page(request, "desk/review/dispute.html", context)


def choices(here: At, body: Any, typed: Mapping[str, str]) -> list[tuple[str, str, list[tuple[str, str]], str]]:
    """What a precedent may ask for besides its procedure: what the disputed entry was about. Last: what was chosen.

    It begins with the place of the entry: what holds everywhere is chosen so.
    """
    situation = body.get("situation") or {}
    zone = wording_of(here.state).rules.where(situation)
    place = f"{here.system.place}:{zone}"
    zones = [(zone, words_for(here.state, {}).row(place))] if zone and here.state.row(place) else []
    tables = [(slug, here.state.tables[slug].title) for slug in body.get("tables", {}) if slug in here.state.tables]
    rulings = [(number, number) for number in body.get("rulings", {}) if here.state.row(f"ruling:{number}")]
    asked = (
        ("zone", "Only in", zones),
        ("table", "Only with the table", tables),
        ("reads", "Only under the ruling", rulings),
    )
    begins = {"zone": zone if zones else ""}
    return [(name, label, options, typed.get(name, begins.get(name, ""))) for name, label, options in asked]


@require_POST
@problems(show_dispute)
def act(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Argue, rule, acknowledge or withdraw."""
    here = at(request, slug)
    sheet_of(here, key)
    act_once(request, here, lambda writer: _do(writer, key, request))
    return HttpResponseRedirect(_url(here, "dispute", key))


def _do(writer: Writer, key: str, request: HttpRequest) -> Entry:
    typed = request.POST
    match typed.get("act", ""):
        case "argue":
            return disputes.argue(writer, key, typed.get("text", ""))
        case "rule":
            case = {name: typed.get(name, "") for name in ("zone", "table", "reads")}
            said, nothing = (typed.get("verdict", ""), typed.get("ruling", "")), bool(typed.get("nothing"))
            precedent = typed.get("scope") == "precedent"
            # The place stands there from the beginning: of one case it narrows nothing.
            case |= {} if precedent else {"zone": ""}
            return disputes.rule(writer, key, *said, nothing=nothing, precedent=precedent, **case)
        case "acknowledge":
            return disputes.acknowledge(writer, key)
        case "withdraw":
            return disputes.withdraw(writer, key)
    raise Problem(422, f"Choose one of the buttons: {', '.join(ACTS)}.", "act")
