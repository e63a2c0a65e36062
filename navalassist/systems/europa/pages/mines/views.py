"""The page of mines. It is looked at by GET; an input is a POST to the same address, and makes one entry."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from navalassist.auditlog.models import Entry
from navalassist.desk.answers import done, page, problems
from navalassist.desk.cards import base, form_of, typed, wrote
from navalassist.desk.problem import Problem
from navalassist.systems.europa.mines import BeltForm, set_points
from navalassist.systems.europa.pages.fleet.views import EITHER, afloat
from navalassist.systems.europa.pages.mines import shown


def show(
    request: HttpRequest, slug: str, problem: Problem | None = None, saved: list[Entry] | None = None
) -> HttpResponse:
    """Every hex with mines, and the form of a belt."""
    here = afloat(request, slug)
    facts = here.state.values
    begun = {name: request.GET[name] for name in BeltForm.model_fields if name in request.GET}
    context = base(request, here, problem, saved) | {
        "fields": shown.fields(here, facts),
        "accounts": shown.repair_points(facts),
        "form": form_of(request, here, BeltForm, "set", {"side": here.state.clock[1], **begun}, problem),
    }
    return page(request, "europa/mines/mines.html", context)


@problems(show)
def save(request: HttpRequest, slug: str) -> HttpResponse:
    """A belt has other points from now on."""
    here = afloat(request, slug)
    fields = typed(request, here, BeltForm)
    entries = wrote(request, here, str(fields["side"]), lambda values: set_points(values, fields))
    return done(request, request.path, lambda: show(request, slug, saved=entries))


@EITHER
def mines(request: HttpRequest, slug: str) -> HttpResponse:
    """One address for both."""
    return save(request, slug) if request.method == "POST" else show(request, slug)
