"""The owner's choice for a returned reinforcement (33.E): looked at by GET, made by one tap, an entry of its own."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from navalassist.campaigns.viewer import OBSERVER
from navalassist.desk.access import at, head_of
from navalassist.desk.answers import act_once, done, page, problems
from navalassist.desk.at import At
from navalassist.desk.logbook.waits import outcome_url
from navalassist.desk.problem import Problem
from navalassist.play.write.submissions import new_submission
from navalassist.play.write.writer import Writer
from navalassist.systems.europa.board.rows import about
from navalassist.systems.europa.landings import land, landings, waiting

SYSTEM = "europa"


def returned(request: HttpRequest, slug: str, shipment: str) -> At:
    """The campaign, where it has this shipment and the viewer may see it; else 404."""
    here = at(request, slug)
    facts = here.state.values
    if here.campaign.system != SYSTEM or f"shipment:{shipment}.side" not in facts:
        raise Http404("There is no such shipment.")
    return here


def show(request: HttpRequest, slug: str, shipment: str, problem: Problem | None = None) -> HttpResponse:
    """What may be chosen, or that nothing waits."""
    here = returned(request, slug, shipment)
    row = here.state.row(f"shipment:{shipment}")
    waits = shipment in waiting(here.state.values)
    context: dict[str, Any] = {
        "head": head_of(here),
        "here": "board",
        "home": f"/c/{slug}/",
        "about": about(here.state, row),
        "side": row["side"],
        "landings": landings(here.state, row) if waits else [],
        "watches": here.viewer.seat == OBSERVER,
        "submission": new_submission(),
        "seen": here.version,
        "problem": problem,
    }
    return page(request, "europa/landing/landing.html", context)


@problems(show)
def choose(request: HttpRequest, slug: str, shipment: str) -> HttpResponse:
    """Put it there; the entry is the answer. A second tap finds it done."""
    here = returned(request, slug, shipment)
    side = here.state.row(f"shipment:{shipment}")["side"]

    def put(writer: Writer) -> None:
        edit = land(writer.state, shipment, request.POST.get("place", ""))
        writer.edit(edit.act, edit.effects, seat=side, title=edit.title, rule="33.E")

    return done(request, outcome_url(act_once(request, here, put), slug))


@require_http_methods(["GET", "HEAD", "POST"])
def landing(request: HttpRequest, slug: str, shipment: str) -> HttpResponse:
    """One address for both."""
    return choose(request, slug, shipment) if request.method == "POST" else show(request, slug, shipment)
