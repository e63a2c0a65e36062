"""The page of a fault: our own, and where that is what fails, one that needs nothing."""

from __future__ import annotations

import logging

from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.views.defaults import server_error

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
