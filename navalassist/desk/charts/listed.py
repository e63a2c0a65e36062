"""All charts of a campaign: how much of each is printed, what waits for the rest, and how much was read back."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_safe

from navalassist.desk.access import at, head_of
from navalassist.desk.answers import page
from navalassist.desk.charts.printed import Printed, all_printed
from navalassist.desk.charts.readers import readers_of
from navalassist.desk.charts.share import share_of
from navalassist.engine import Procedure, Provenance


@dataclass(frozen=True, slots=True)
class Line:
    """A printed chart and the rules that read it."""

    chart: Printed
    readers: tuple[Procedure, ...]

    @property
    def stand_in(self) -> int:
        """How many of its cells are stand-ins."""
        return self.chart.share.counts[Provenance.STAND_IN]

    @property
    def house(self) -> int:
        """How many are the group's own."""
        return self.chart.share.counts[Provenance.HOUSE]

    @property
    def unknown(self) -> int:
        """How many nobody has read."""
        return self.chart.share.counts[Provenance.UNKNOWN]

    @property
    def waits(self) -> bool:
        """True where rules read cells of it that nobody has read from print."""
        return bool(self.readers) and any(block.is_lost for block in self.chart.blocks)


@require_safe
def charts_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The page; those come first that rules wait for. `?of=` a table leads on to its chart."""
    here = at(request, slug)
    found = all_printed(here.state)
    if wanted := next((c for c in found for block in c.blocks if block.slug == request.GET.get("of")), None):
        return HttpResponseRedirect(f"/c/{slug}/charts/{wanted.name}/")
    lines = [Line(c, tuple(rule for block in c.blocks for rule in readers_of(here.system, block.slug))) for c in found]
    context = {
        "head": head_of(here),
        "here": "charts",
        "home": f"/c/{slug}/",
        "share": share_of(block for chart in found for block in chart.blocks),
        "waiting": [line for line in lines if line.waits],
        "lines": lines,
        "title": here.system.title,
    }
    return page(request, "desk/charts/list.html", context)
