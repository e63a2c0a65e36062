"""The set-up pages. A page is looked at by GET; an input is a POST to the same address, and makes one entry."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods, require_safe

from navalassist.auditlog.models import Entry
from navalassist.campaigns.viewer import MODERATOR, OBSERVER
from navalassist.desk.access import at, head_of
from navalassist.desk.answers import act_once, done, page, problems
from navalassist.desk.at import At
from navalassist.desk.due import LAST, stands
from navalassist.desk.logbook.refused import changed_of
from navalassist.desk.logbook.waits import entries_of
from navalassist.desk.logbook.wording import wording_of
from navalassist.desk.problem import Problem
from navalassist.desk.setup import edits, readings
from navalassist.desk.setup.edits import AT
from navalassist.desk.setup.rulings import RULINGS
from navalassist.desk.setup.saved import saved_line
from navalassist.desk.setup_hooks import Section
from navalassist.desk.system_pages import system_pages_of
from navalassist.desk.turn.undo import offered
from navalassist.play.write import rights
from navalassist.play.write.set_up import is_open
from navalassist.play.write.submissions import new_submission
from navalassist.play.write.writer import Writer

EITHER = require_http_methods(["GET", "HEAD", "POST"])


def sections_of(here: At) -> dict[str, Section]:
    """The sections of a campaign's set-up by name: those of its rule system, and the rulings that each has."""
    own = {section.name: section for section in system_pages_of(here.system.key).sections}
    return own if RULINGS.name in own else own | {RULINGS.name: RULINGS}


def section_of(here: At, name: str, key: str = "") -> Section:
    """A section, or the page of a single thing in it; 404 where there is none."""
    section = sections_of(here).get(name)
    if section and key:
        section = section.one(here, key)
    if section is None:
        raise Http404("There is no such page in the set-up.")
    return section


def base_context(request: HttpRequest, here: At, name: str) -> dict[str, Any]:
    """What every set-up page shows: the head, the sections, the last input with its undo."""
    return {
        "head": head_of(here),
        "here": "setup",
        "home": f"/c/{here.campaign.slug}/",
        "section": name,
        "sections": [(key, section.title) for key, section in sections_of(here).items()],
        "setting_up": is_open(here.state.values),
        "has_scenarios": here.system.scenarios is not None,
        "submission": new_submission(),
        "seen": here.version,
        **offered(here),
        "watches": bool(why_not := barred(here, name)),
        "why_not": why_not,
        "back": address_without_the_last(request),
        "note": "",
    }


def barred(here: At, name: str) -> str:
    """Why this seat can't change anything on a page; '' where it can."""
    if here.viewer.seat == OBSERVER:
        return "The observer seat only watches: take another seat above to change the set-up."
    if here.viewer.at_table or here.viewer.seat == MODERATOR:
        return ""
    if rights.kept_by(here.state.values) == MODERATOR:
        return "In this campaign the moderator alone changes the set-up."
    return "Rulings are the moderator's to choose." if name == "rulings" else ""


def address_without_the_last(request: HttpRequest, **last: str) -> str:
    """The address of this page without what it says of the last input; or with what there is to say of another."""
    asked = request.GET.copy()
    for name in (AT, LAST):
        asked.pop(name, None)
    asked.update({name: value for name, value in last.items() if value})
    return f"{request.path}?{asked.urlencode(safe='/')}" if asked else request.path


@require_safe
def overview(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything that can be set, with how it stands."""
    here = at(request, slug)
    facts = here.state.values
    lines = [(key, section.title, section.line(here, facts)) for key, section in sections_of(here).items()]
    past_facts = bool(wording_of(here.state).policy.past_facts(here.state.seen_by(here.viewer.audiences)))
    context = base_context(request, here, "") | {"lines": lines, "past_facts": past_facts}
    return page(request, "desk/setup/overview.html", context)


def show(
    request: HttpRequest,
    slug: str,
    name: str,
    key: str = "",
    problem: Problem | None = None,
    saved: list[Entry] | None = None,
) -> HttpResponse:
    """A section, or one thing of it; with a problem, what was typed stands where it was typed."""
    here = at(request, slug)
    section = section_of(here, name, key)
    context = base_context(request, here, name) | section.context(request, here, here.state.values)
    if problem is not None:
        context |= typed_again(request, section, problem) | {"changed": changed_of(here, problem)}
    saved = last_input(request, here) if saved is None and problem is None else saved
    context["saved"] = [saved_line(entry, here) for entry in saved or []]
    # Where the page is to be once that is taken back, which it says then.
    about = edits.tapped(request)
    last = {AT: about, LAST: saved[0].reference if saved else ""}
    context["undone"] = address_without_the_last(request, **last) + section.place(about)
    return page(request, section.template, context)


def last_input(request: HttpRequest, here: At) -> list[Entry]:
    """The input that the address names as the last one, as far as this viewer may read it; or what took it back."""
    found = entries_of(here, [request.GET.get(LAST, "")])
    return [stands(here, entry) for entry in found if entry.kind == "edit"]


def typed_again(request: HttpRequest, section: Section, problem: Problem) -> dict[str, Any]:
    """What was typed, for the form it was typed in; a reason sent with an act that no form has goes to all of them."""
    key, value = edits.typed(request.POST)
    act = request.POST.get("act", "")
    return {
        "problem": problem,
        "note": request.POST.get("note", ""),
        "typed_act": act if act in section.acts else "",
        "typed_key": key,
        "typed": value,
        "typed_set": request.POST.getlist("set"),
    }


@problems(show)
def save(request: HttpRequest, slug: str, name: str, key: str = "") -> HttpResponse:
    """Carry out one input. A second tap of the same form finds it done."""
    here = at(request, slug)
    section = section_of(here, name, key)
    edits.check_may_edit(here)
    note = edits.note_of(request.POST)

    def write(writer: Writer) -> None:
        edit = edits.edit_of(section, request.POST, here, writer.state, note)
        readings.check_meant(here, writer, edit, note, request.POST)
        why: dict[str, Any] = {"reason": edit.reason} if edit.reason else {}
        was_closed = here.system.is_closed(writer.state.values)
        writer.edit(edit.act, edit.effects, title=edit.title, note=note, **why)
        if was_closed and not here.system.is_closed(writer.state.values):
            system_pages_of(here.system.key).opened(writer)

    # Opening a campaign writes more entries than one: the first is what was tapped.
    entries = act_once(request, here, write)[:1]
    about, _ = edits.typed(request.POST)
    last = {AT: about, LAST: entries[0].reference} if entries else {}
    url = address_without_the_last(request, **last) + section.place(about)
    answer = done(request, url, lambda: show(request, slug, name, key, saved=entries))
    if "HX-Push-Url" in answer:
        # The page is the same: one tap leads back from it, whatever was set on it.
        answer["HX-Replace-Url"] = answer["HX-Push-Url"]
        del answer["HX-Push-Url"]
    return answer


@EITHER
def section(request: HttpRequest, slug: str, name: str, key: str = "") -> HttpResponse:
    """One of the sections, or the page of a single thing in it."""
    shown = save if request.method == "POST" else show
    return shown(request, slug, name, key)
