"""Rolls that were made on paper, from the turn sheet of Europa."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from navalassist.desk.access import at
from navalassist.desk.answers import page, problems
from navalassist.desk.at import At
from navalassist.desk.problem import Problem
from navalassist.systems.europa.pages.sheets import late as entering

SYSTEM = "europa"
EITHER = require_http_methods(["GET", "HEAD", "POST"])


def europa(request: HttpRequest, slug: str) -> At:
    """The campaign, where its rule system has this form; else 404."""
    here = at(request, slug)
    if here.campaign.system != SYSTEM:
        raise Http404("The rule system of this campaign has no such form.")
    return here


def show_late(request: HttpRequest, slug: str, problem: Problem | None = None) -> HttpResponse:
    """The form, empty or with what was typed and why it was not entered."""
    context = entering.context_of(europa(request, slug), request.POST, problem)
    return page(request, "europa/sheets/late.html", context)


@problems(show_late)
def enter_late(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter everything that was typed, or nothing; the read-out of the whole is the answer."""
    return entering.enter(request, europa(request, slug))


@EITHER
def late(request: HttpRequest, slug: str) -> HttpResponse:
    """Rolls that were made on paper."""
    return enter_late(request, slug) if request.method == "POST" else show_late(request, slug)
