"""All charts and lists of a campaign: how much of each is printed, what waits for the rest, how much was read back."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_safe

from navalassist.desk.access import at, head_of
from navalassist.desk.answers import page
from navalassist.desk.at import At
from navalassist.desk.charts.printed import Printed, all_printed
from navalassist.desk.charts.readers import readers_of
from navalassist.desk.charts.share import share_of
from navalassist.desk.rosters.drawing import hands_of
from navalassist.engine import Procedure, Provenance
from navalassist.play.write.roster_cells import columns_of
from navalassist.play.write.roster_edits import ORIGINS, TEMPLATE, lines_of
from navalassist.play.write.row_edits import ByHand


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
    def restored(self) -> int:
        """How many were lost and rebuilt."""
        return self.chart.share.counts[Provenance.RESTORED]

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


@dataclass(frozen=True, slots=True)
class ListLine:
    """A list of the campaign, as far as one sees it. marks: where how many of its lines come from, in words."""

    title: str
    name: str
    count: int
    marks: str
    boxes_missing: int


def list_lines(here: At) -> list[ListLine]:
    """The lists of a campaign, with what is missing in them."""
    return [_list_line(hand, here) for hand in hands_of(here).values()]


def _list_line(hand: ByHand[Any], here: At) -> ListLine:
    lines = lines_of(hand, here.state.values)
    counts = Counter(origin for _, _, origin in lines)
    words = {**ORIGINS, TEMPLATE: "from a template", "": "without a mark"}
    told = [f"{counts[origin]} {word}" for origin, word in words.items() if origin and counts[origin]]
    told += [f"{counts['']} {words['']}"] if told and counts[""] else []
    boxes = [name for name, column in columns_of(hand, here.rows).items() if column.boxes]
    missing = sum(any(not getattr(row, name) for name in boxes) for row, _, _ in lines)
    return ListLine(hand.kind.SEVERAL, hand.kind.KIND, len(lines), ", ".join(told), missing)


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
        "has_restored": any(line.restored for line in lines),
        "lists": list_lines(here),
        "title": here.system.title,
    }
    return page(request, "desk/charts/list.html", context)
