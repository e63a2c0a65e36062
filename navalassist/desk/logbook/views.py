"""The pages of the log: the list, the receipt of an entry, its JSON, what-if and correction."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from navalassist.desk.access import at, head_of
from navalassist.desk.answers import page
from navalassist.desk.logbook import log
from navalassist.desk.logbook.rows import groups_of
from navalassist.play.writer import new_submission

GONE = "There is no such entry."


@require_safe
def log_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Entries by turn, the newest first; filters and page are in the address."""
    here = at(request, slug)
    filters = log.Filters.of(request.GET)
    try:
        shown = log.page_of(here, filters, request.GET)
    except log.NoSuchEntry:
        raise Http404(GONE) from None
    entries, after = log.with_payloads(shown.entries), log.followers(here, shown, filters)
    context = {
        "head": head_of(here),
        "here": "log",
        "shown": shown,
        "filtered": bool(filters),
        "groups": groups_of(here, entries, after, request.GET.get("at", "")),
        "chips": log.chips(filters),
        "menus": log.menus(here, filters),
        "kind": filters.chosen["kind"],
        "undo": log.undoable(here, shown, filters),
        "submission": new_submission(),
    }
    return page(request, "desk/logbook/log.html", context)
