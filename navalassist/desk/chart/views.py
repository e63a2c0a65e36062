"""The main page of a campaign: the map, this step, what happened last, Malta, and every zone's status."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from navalassist.campaigns.models import FactHistory
from navalassist.desk.access import SEATS, At, at, head_of
from navalassist.desk.answers import page
from navalassist.desk.chart import island, picture, steps, verdicts
from navalassist.desk.chart.clock import clock_of
from navalassist.desk.chart.zones import listed, unseen_of, zone_page, zone_rows
from navalassist.desk.turns import undo_barred, undo_offer
from navalassist.play.writer import new_submission
from navalassist.rules.europa.words import Side, Zone
from navalassist.rules.europa.world import MALTA_NUMBER
from navalassist.systems.europa.chart import malta_now, statuses
from navalassist.systems.europa.theatres import PLAIN, theatres_of

SYSTEM = "europa"
LAST = 4
LEDGERS = {f"ledger:{side.value}.vp": side.value for side in Side}


def charted(request: HttpRequest, slug: str) -> At:
    """The campaign, where its rule system has a chart; else 404."""
    here = at(request, slug)
    if here.campaign.system != SYSTEM:
        raise Http404("The rule system of this campaign has no chart.")
    return here


def side_shown(request: HttpRequest, here: At) -> Side:
    """Whose shipping the map shows: `?side=`, else the seat's side, else the first."""
    wanted = request.GET.get("side", here.viewer.seat)
    return Side(wanted) if wanted in list(Side) else Side.AXIS


@require_safe
def chart(request: HttpRequest, slug: str) -> HttpResponse:
    """The main page; htmx, asking for the other side's shipping, gets the chart alone."""
    here = charted(request, slug)
    facts = here.viewer.view(here.state.values, here.state.audiences)
    side, found = side_shown(request, here), statuses(facts, here.state.book)
    context = chart_context(here, facts, side, found[side])
    if request.headers.get("HX-Target", "").endswith("chart"):
        return page(request, "desk/chart/_chart.html", context)
    context |= {"head": head_of(here), "here": "map", "clock": clock_of(here)}
    context |= {"step": steps.this_step(here, facts), "may_act": here.viewer.may_act_as(here.state.clock[1])}
    context |= zone_rows(found, facts) | {"submission": new_submission()}
    return page(request, "desk/chart/map.html", context | past(here, facts))


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


def past(here: At, facts: dict[str, Any]) -> dict[str, Any]:
    """What the log says: last verdicts, undo, Malta's number over time, causes of victory points."""
    wanted = (MALTA_NUMBER, *LEDGERS)
    rows = list(FactHistory.objects.filter(campaign=here.campaign, fact__in=wanted).order_by("id"))
    rows = [row for row in rows if row.fact in facts]
    entries = verdicts.entries_by_reference(here, (row.entry for row in rows))
    changes = island.changes_of(here, [row for row in rows if row.fact == MALTA_NUMBER], entries)
    offer = undo_offer(here)
    return {
        "verdicts": [verdicts.verdict_of(e, here) for e in verdicts.last_entries(here.viewer, LAST)],
        "offer": verdicts.verdict_of(offer, here) if offer else None,
        "barred": None if offer else undo_barred(here),
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
def zone(request: HttpRequest, slug: str, zone: str) -> HttpResponse:
    """One sea zone: both sides' status term by term, and what it hangs on."""
    here = charted(request, slug)
    if zone not in listed():
        raise Http404("There is no such sea zone.")
    facts = here.viewer.view(here.state.values, here.state.audiences)
    context = {"head": head_of(here), "here": "map", "home": f"/c/{slug}/"}
    return page(request, "desk/chart/zone.html", context | zone_page(here, facts, Zone(zone)))
