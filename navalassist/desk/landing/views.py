"""The owner's choice for a returned reinforcement (33.E): looked at by GET, made by one tap, an entry of its own."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from navalassist.campaigns.viewer import OBSERVER
from navalassist.desk.access import At, at, head_of
from navalassist.desk.answers import Problem, done, page, problems, receipt_url
from navalassist.play.writer import AlreadyDone, new_submission, writing
from navalassist.systems.europa.board.rows import about
from navalassist.systems.europa.landings import land, landings, waiting
from navalassist.systems.europa.upkeep import EditError

SYSTEM = "europa"


def returned(request: HttpRequest, slug: str, shipment: str) -> At:
    """The campaign, where it has this shipment and the viewer may see it; else 404."""
    here = at(request, slug)
    facts = here.viewer.view(here.state.values, here.state.audiences)
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
    return page(request, "desk/landing/landing.html", context)


@problems(show)
def choose(request: HttpRequest, slug: str, shipment: str) -> HttpResponse:
    """Put it there; the entry is the answer. A second tap finds it done."""
    here = returned(request, slug, shipment)
    side = here.state.row(f"shipment:{shipment}")["side"]
    submission, seen = request.POST.get("submission", ""), request.POST.get("seen", "")
    try:
        with writing(here.viewer, submission=submission, seen=seen) as writer:
            edit = land(writer.state, shipment, request.POST.get("place", ""))
            entry = writer.edit(edit.act, edit.effects, seat=side, title=edit.title, rule="33.E")
    except EditError as error:
        raise Problem(422, str(error), error.about, error.rule) from None
    except AlreadyDone as before:
        entry = before.entries[0]
    return done(request, receipt_url(entry, slug))


@require_http_methods(["GET", "HEAD", "POST"])
def landing(request: HttpRequest, slug: str, shipment: str) -> HttpResponse:
    """One address for both."""
    return choose(request, slug, shipment) if request.method == "POST" else show(request, slug, shipment)
