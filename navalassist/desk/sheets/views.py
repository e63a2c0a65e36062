"""The paper side of a campaign: turn sheet, late entry of what was rolled on paper, turn report, take-over sheet."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods, require_safe

from navalassist.desk.access import At, at
from navalassist.desk.answers import Problem, page, problems
from navalassist.desk.sheets import handover as taking_over
from navalassist.desk.sheets import late as entering
from navalassist.desk.sheets import reported, sheet

SYSTEM = "europa"
EITHER = require_http_methods(["GET", "HEAD", "POST"])


def europa(request: HttpRequest, slug: str) -> At:
    """The campaign, where its rule system has these sheets; else 404."""
    here = at(request, slug)
    if here.campaign.system != SYSTEM:
        raise Http404("The rule system of this campaign has no such sheet.")
    return here


@require_safe
def turn_sheet(request: HttpRequest, slug: str) -> HttpResponse:
    """The state and the shipments of a side, with empty boxes for their dice; `?side=` for the other side's."""
    here = europa(request, slug)
    return page(request, "desk/sheets/sheet.html", sheet.context_of(here, request.GET.get("side", "")))


@require_safe
def report(request: HttpRequest, slug: str) -> HttpResponse:
    """What happened from one turn to another (`?from=`, `?to=`), as a page and as text to paste."""
    return page(request, "desk/sheets/report.html", reported.context_of(europa(request, slug), request.GET))


@require_safe
def handover(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything that somebody needs who takes a seat over."""
    return page(request, "desk/sheets/handover.html", taking_over.context_of(europa(request, slug)))


def show_late(request: HttpRequest, slug: str, problem: Problem | None = None) -> HttpResponse:
    """The form, empty or with what was typed and why it was not entered."""
    context = entering.context_of(europa(request, slug), request.POST, problem)
    return page(request, "desk/sheets/late.html", context)


@problems(show_late)
def enter_late(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter everything that was typed, or nothing; the read-out of the whole is the answer."""
    return entering.enter(request, europa(request, slug))


@EITHER
def late(request: HttpRequest, slug: str) -> HttpResponse:
    """Rolls that were made on paper."""
    return enter_late(request, slug) if request.method == "POST" else show_late(request, slug)
