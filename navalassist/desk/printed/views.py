"""The sheets of a campaign: turn sheet, turn report, take-over sheet, as its rule system makes them."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from navalassist.desk.access import at
from navalassist.desk.answers import page
from navalassist.desk.system_pages import system_pages_of


@require_safe
def sheet(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """A sheet by its name; 404 where the rule system has none such."""
    here = at(request, slug)
    found = system_pages_of(here.campaign.system).sheets.get(name)
    if found is None:
        raise Http404("The rule system of this campaign has no such sheet.")
    return page(request, found.template, found.context(here, request.GET))
