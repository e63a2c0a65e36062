"""The set-up pages. A page is looked at by GET; an input is a POST to the same address, and makes one entry."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods, require_safe

from navalassist.auditlog.models import Entry
from navalassist.campaigns.viewer import OBSERVER
from navalassist.desk.access import At, at, head_of
from navalassist.desk.answers import Problem, done, page, problems
from navalassist.desk.chart.verdicts import verdict_of
from navalassist.desk.setup import edits, sections
from navalassist.desk.setup.saved import saved_line
from navalassist.desk.turns import changed_of, undo_barred, undo_offer
from navalassist.play.writer import AlreadyDone, new_submission, writing
from navalassist.systems.europa.places import places

SYSTEM = "europa"
EITHER = require_http_methods(["GET", "HEAD", "POST"])


def set_up(request: HttpRequest, slug: str) -> At:
    """The campaign, where its rule system has these pages; else 404."""
    here = at(request, slug)
    if here.campaign.system != SYSTEM:
        raise Http404("The rule system of this campaign has no set-up pages.")
    return here


def base_context(request: HttpRequest, here: At, name: str) -> dict[str, Any]:
    """What every set-up page shows: the head, the sections, the last input with its undo."""
    offer = undo_offer(here)
    return {
        "head": head_of(here),
        "here": "setup",
        "home": f"/c/{here.campaign.slug}/",
        "section": name,
        "sections": sections.SECTIONS.items(),
        "submission": new_submission(),
        "seen": here.version,
        "offer": verdict_of(offer, here) if offer else None,
        "barred": None if offer else undo_barred(here),
        "watches": here.viewer.seat == OBSERVER,
        "back": request.get_full_path(),
        "note": "",
    }


@require_safe
def overview(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything that can be set, with how it stands."""
    here = set_up(request, slug)
    facts = here.viewer.view(here.state.values, here.state.audiences)
    context = base_context(request, here, "") | {"lines": sections.overview(here, facts)}
    return page(request, "desk/setup/overview.html", context)


def show(
    request: HttpRequest,
    slug: str,
    name: str = "port",
    key: str = "",
    problem: Problem | None = None,
    saved: list[Entry] | None = None,
) -> HttpResponse:
    """A section, or one port; with a problem, what was typed stands where it was typed."""
    here = set_up(request, slug)
    facts = here.viewer.view(here.state.values, here.state.audiences)
    context = base_context(request, here, "ports" if key else name)
    context |= sections.port(here, facts, key) if key else sections.context_of(name, request, here, facts)
    if problem is not None:
        context |= typed_again(request, name, problem) | {"changed": changed_of(here, problem)}
    context["beside"] = beside(request, context.get("ports", ()))
    context["saved"] = [saved_line(entry, here) for entry in saved or []]
    return page(request, f"desk/setup/{name}.html", context)


def beside(request: HttpRequest, ports: Iterable[dict[str, Any]]) -> str:
    """The port of the list that a message stands beside; none where the one it is about is not in the list."""
    wanted, _ = edits.typed(request.POST)
    return wanted if any(port["key"] == wanted for port in ports) else ""


def typed_again(request: HttpRequest, name: str, problem: Problem) -> dict[str, Any]:
    """What was typed, for the form it was typed in; a reason sent with an act that no form has goes to all of them."""
    key, value = edits.typed(request.POST)
    act = request.POST.get("act", "")
    return {
        "problem": problem,
        "note": request.POST.get("note", ""),
        "typed_act": act if act in edits.ACTS[name] else "",
        "typed_key": key,
        "typed": value,
    }


@problems(show)
def save(request: HttpRequest, slug: str, name: str = "port", key: str = "") -> HttpResponse:
    """Carry out one input. A second tap of the same form finds it done."""
    here = set_up(request, slug)
    edits.check_may_edit(here)
    note, when = edits.note_of(request.POST), here.system.names.turn(here.state.clock[0])
    submission, seen = request.POST.get("submission", ""), request.POST.get("seen", "")
    try:
        with writing(here.viewer, submission=submission, seen=seen) as writer:
            edit = edits.edit_of(name, request.POST, writer.state.values, writer.state.book, when, note)
            why: dict[str, Any] = {"reason": edit.reason} if edit.reason else {}
            entries = [writer.edit(edit.act, edit.effects, title=edit.title, note=note, **why)]
    except AlreadyDone as before:
        entries = before.entries
    tapped, _ = edits.typed(request.POST)
    place = f"#at-{tapped}" if name == "ports" and tapped in places().ports else ""
    return done(request, request.get_full_path() + place, lambda: show(request, slug, name, key, saved=entries))


@EITHER
def section(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """One of the sections."""
    if name not in sections.SECTIONS:
        raise Http404("There is no such page in the set-up.")
    return save(request, slug, name) if request.method == "POST" else show(request, slug, name)


@EITHER
def port(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """One port."""
    here = set_up(request, slug)
    if key not in places().ports or f"port:{key}.name" not in here.state.values:
        raise Http404("There is no such port.")
    if request.method == "POST":
        return save(request, slug, key=key)
    return show(request, slug, key=key)
