"""The page of a fault: our own, and where that is what fails, one that needs nothing."""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseServerError
from django.views.defaults import server_error

from navalassist.campaigns.facts import fact_models
from navalassist.desk.access import at, head_of
from navalassist.desk.answers import page, sentence
from navalassist.desk.sources import entry_links
from navalassist.engine.reader import BadRow

BARE = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">'
    "<title>A fault · NavalAssist</title></head><body><h1>A fault in NavalAssist</h1>"
    "<p>Nothing of this tap was kept half. The terminal in which NavalAssist runs names the fault.</p>"
    '<p><a href="/">Campaigns</a></p></body></html>'
)
log = logging.getLogger(__name__)


def fault(request: HttpRequest) -> HttpResponse:
    """Django's handler500."""
    try:
        return server_error(request)
    except Exception:
        log.exception("the page of a fault could not be made")
        return HttpResponseServerError(BARE)


class BadRows:
    """Middleware: a page that needs a row which somebody altered in the database so that it can't be read."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """That page says which row it is, where it stands, and which entry says what it was; else None."""
        slug = request.resolver_match.kwargs.get("slug") if request.resolver_match else None
        if not isinstance(error, BadRow) or slug is None:
            return None
        log.error("a row can't be read: %s", error, exc_info=error)
        try:
            return self._told(request, slug, error)
        except (Http404, DatabaseError):
            return None

    def _told(self, request: HttpRequest, slug: str, error: BadRow) -> HttpResponse:
        here = at(request, slug)
        kind, _, key = error.row.partition(":")
        seen = error.fact in here.state.values
        context = {
            "head": head_of(here),
            "words": sentence(str(error)) if seen else "A row that this seat may not see can't be read.",
            "table": fact_models()[kind]._meta.db_table,
            "key": key if seen else "",
            "entry": entry_links(here, [error.fact]).get(error.fact),
        }
        return page(request, "desk/bad_row.html", context, status=500)
