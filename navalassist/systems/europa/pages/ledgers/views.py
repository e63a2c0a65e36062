"""What a side has in a port. It is only looked at here: points come and go by rules, each with its receipt."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from navalassist.desk.access import head_of
from navalassist.desk.answers import page
from navalassist.desk.made_once.page import for_all
from navalassist.systems.europa.pages.fleet.views import afloat
from navalassist.systems.europa.pages.ledgers import books


@require_safe
@for_all
def stock(request: HttpRequest, slug: str, side: str, port: str) -> HttpResponse:
    """The postings of a side's SPs and SRPs in a port."""
    here = afloat(request, slug)
    name = here.state.values.get(f"port:{port}.name")
    if side not in here.system.sides or name is None:
        raise Http404("There is no such port or side.")
    context = {
        "head": head_of(here),
        "here": "forces",
        "home": f"/c/{slug}/",
        "side": side,
        "port": name,
        "postings": books.stock_postings(here, side, port),
    }
    return page(request, "europa/ledgers/stock.html", context)
