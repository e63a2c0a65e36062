"""Danger zones: type a hex, or pick a group, and read whose zone it is in, why, and how far ports are. No writes."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from navalassist.desk.access import at, head_of
from navalassist.desk.answers import page
from navalassist.desk.at import At
from navalassist.desk.made_once.page import for_all
from navalassist.desk.sources import entry_links
from navalassist.engine.maps.sheet_hexes import SHAPE, Hex
from navalassist.systems.europa.fleet import GROUP
from navalassist.systems.europa.pages.danger import answers
from navalassist.systems.europa.places import places
from navalassist.systems.europa.theatres import zones_shown

SYSTEM = "europa"


@require_safe
@for_all
def danger(request: HttpRequest, slug: str) -> HttpResponse:
    """The page; with a hex in its address, the answer."""
    here = at(request, slug)
    if here.campaign.system != SYSTEM:
        raise Http404("The rule system of this campaign has no danger zones.")
    facts = here.state.values
    context: dict[str, Any] = {
        "head": head_of(here),
        "here": "map",
        "home": f"/c/{slug}/",
        "zones": [(zone.key, zone.short) for zone in zones_shown(facts)],
        "groups": answers.sailing(facts, here.state.book, here.state.rows(GROUP)),
        "quiet": answers.quiet(facts),
        "baltic": answers.baltic(facts),
    }
    return page(request, "europa/danger/danger.html", context | asked(request, here))


def asked(request: HttpRequest, here: At) -> dict[str, Any]:
    """What the address asks for, as the form shows it again, and the answer or what is wrong with it."""
    typed = {name: request.GET.get(name, "")[:40] for name in ("hex", "zone", "to")}
    if group := request.GET.get("group", ""):
        typed["hex"], typed["zone"] = answers.place_of(here.state.values, group)
    typed["zone"] = typed["zone"] if typed["zone"] in places().zones else ""
    if not typed["hex"].strip():
        return {"typed": typed, "no_hex": bool(group)}
    wrong = {name: f"{SHAPE[0].upper()}{SHAPE[1:]}" for name in ("hex", "to") if not _fits(typed[name])}
    if wrong:
        return {"typed": typed, "wrong": wrong}
    where = Hex.of(typed["hex"])
    found = answers.answer(here.state.values, here.state.book, where, typed["zone"])
    links = entry_links(here, found.facts)
    return {"typed": typed, "answer": found, "apart": answers.apart(where, typed["to"]), "links": links}


def _fits(text: str) -> bool:
    try:
        return not text.strip() or bool(Hex.of(text))
    except ValueError:
        return False
