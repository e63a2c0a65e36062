"""The main page of a campaign: the map, this step, what happened last, Malta, and every zone's status."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from navalassist.campaigns.models import FactHistory
from navalassist.desk.access import SEATS, at, head_of
from navalassist.desk.answers import page
from navalassist.desk.at import At
from navalassist.desk.home import step_and_past
from navalassist.desk.logbook.references import entries_by_reference
from navalassist.desk.made_once.page import for_all
from navalassist.desk.made_once.reading import read_once
from navalassist.desk.turn import verdicts
from navalassist.desk.turn.clock import clock_of
from navalassist.play.corrections.numbers import counted
from navalassist.rules.europa.words import Side, Zone
from navalassist.rules.europa.world import MALTA_NUMBER
from navalassist.systems.europa.chart import malta_now, statuses
from navalassist.systems.europa.pages.chart import island, layers, picture
from navalassist.systems.europa.pages.chart.cuts import cuts
from navalassist.systems.europa.pages.chart.zones import listed, unseen_of, zone_page, zone_rows
from navalassist.systems.europa.theatres import PLAIN, theatres_of

SYSTEM = "europa"
LEDGERS = {f"ledger:{side.value}.vp": side.value for side in Side}


def charted(request: HttpRequest, slug: str) -> At:
    """The campaign, where its rule system has a chart; else 404."""
    here = at(request, slug)
    if here.campaign.system != SYSTEM:
        raise Http404("The rule system of this campaign has no chart.")
    return here


def side_shown(request: HttpRequest, here: At) -> Side:
    """Whose shipping the map shows: `?side=`, else that of the player turn."""
    wanted = request.GET.get("side", "")
    return Side(wanted if wanted in list(Side) else here.state.clock[1])


def chart(request: HttpRequest, here: At) -> HttpResponse:
    """The main page; htmx, asking for the other side's shipping, gets the chart alone."""
    facts = here.state.values
    side, found = side_shown(request, here), statuses(facts, here.state.book)
    context = chart_context(here, facts, side, found[side])
    context |= layers_of(request, facts, side, context["panels"])
    if request.headers.get("HX-Target", "").endswith("chart"):
        return page(request, "europa/chart/_chart.html", context)
    context |= {"head": head_of(here), "here": "map", "clock": clock_of(here)}
    context |= step_and_past(here, facts) | zone_rows(found, facts)
    return page(request, "europa/chart/map.html", context | read_once(here, past))


def chart_context(here: At, facts: dict[str, Any], side: Side, found: dict[Zone, Any]) -> dict[str, Any]:
    """What the picture needs."""
    panels = picture.panels(found, facts)
    return {
        "side": side.value,
        "sides": [(s.value, *SEATS[s.value], s is side) for s in Side],
        "panels": panels,
        "neutral": any(port.owner == "neutral" for panel in panels for port in panel.ports),
        "hatching": picture.HATCHING,
        "home": f"/c/{here.campaign.slug}/",
        "malta": malta_now(facts, here.state.book) if PLAIN in theatres_of(facts) else None,
        "unseen": unseen_of(facts),
    }


def layers_of(request: HttpRequest, facts: dict[str, Any], side: Side, panels: list[picture.Panel]) -> dict[str, Any]:
    """Fleets, mines and danger zones on the charts, as they are switched."""
    on = layers.chosen(request.GET)
    found, left = layers.layers(facts, on)
    charts = [replace(panel, drawn=found.get(panel.theatre)) for panel in panels]
    switches = layers.switches(on, side.value)
    rings = layers.in_words(facts) if layers.DANGER in on else ""
    # A fleet on two charts is told once.
    named = {mark.text: mark for one in found.values() for mark in one.fleets}.values()
    return {
        "panels": [(panel, tuple(cuts(panel))) for panel in charts],
        "off_chart": left,
        "named": named,
        "switches": switches,
        "on": ",".join(on),
        "rings": rings,
    }


def past(here: At) -> dict[str, Any]:
    """What the log says of Malta's number over time, and of the causes of victory points."""
    facts = here.state.values
    wanted = (MALTA_NUMBER, *LEDGERS)
    rows = list(FactHistory.objects.filter(campaign=here.campaign, fact__in=wanted).order_by("id"))
    rows = [row for row in rows if row.fact in facts]
    entries = entries_by_reference(here, (row.entry for row in rows))
    malta = counted(here.viewer, [row for row in rows if row.fact == MALTA_NUMBER], entries)
    changes = island.changes_of(here, malta)
    return {
        "changes": changes,
        "steps": island.steps_of(changes, here.state.clock[0], here.system.names.turn),
        "points": points(here, facts, rows, entries),
    }


def points(here: At, facts: dict[str, Any], rows: list[FactHistory], entries: dict[str, Any]) -> list[dict[str, Any]]:
    """Each side's victory points, and the entry that changed them last."""
    found = []
    for fact, side in LEDGERS.items():
        mine = [row for row in rows if row.fact == fact]
        entry = entries.get(mine[-1].entry) if len(mine) > 1 else None
        cause = verdicts.verdict_of(entry, here) if entry else None
        turn = here.system.names.turn(mine[-1].turn) if mine else ""
        found.append({"side": side, "number": facts.get(fact, 0), "cause": cause, "turn": turn})
    return found


@require_safe
@for_all
def zone(request: HttpRequest, slug: str, zone: str) -> HttpResponse:
    """One sea zone: both sides' status term by term, and what it depends on."""
    here = charted(request, slug)
    if zone not in listed():
        raise Http404("There is no such sea zone.")
    facts = here.state.values
    context = {"head": head_of(here), "here": "map", "home": f"/c/{slug}/"}
    return page(request, "europa/chart/zone.html", context | zone_page(here, facts, Zone(zone)))
