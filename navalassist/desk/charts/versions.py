"""The versions of a chart in a campaign: who typed each and when, and each to be read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from navalassist.auditlog.course import CHANGE
from navalassist.auditlog.models import Entry
from navalassist.campaigns.facts import PUBLIC
from navalassist.desk.access import at, head_of
from navalassist.desk.answers import page
from navalassist.desk.at import At
from navalassist.desk.charts.editor import chart_of_page
from navalassist.desk.logbook.books import table_read
from navalassist.desk.logbook.naming import entry_url, entry_word, step_name, turn_name
from navalassist.desk.logbook.people import acted_by
from navalassist.play.charts.known import Chart, number_of
from navalassist.play.checks.charts import first_version
from tables.table import RuleTable

IN_PLAY, WAITS, TAKEN_BACK = "in play", "from the next step on", "taken back"


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a block. what: what its entry says of it; state: whether it is in play; '' for an older one.

    seat, by, moment: who typed it and when in the campaign; '' for the one that the campaign began with.
    """

    chart: Chart
    version: str
    what: str = "as the campaign began"
    seat: str = ""
    by: str = ""
    moment: str = ""
    time: datetime | None = None
    url: str = ""
    word: str = ""
    taken_back: bool = False

    @property
    def number(self) -> int:
        """Its number."""
        return number_of(self.version)

    @property
    def state(self) -> str:
        """Whether it is in play."""
        if self.taken_back:
            return TAKEN_BACK
        if self.version == self.chart.table.version:
            return IN_PLAY
        return WAITS if self.chart.following and self.version == self.chart.following.version else ""


def versions_of(here: At, chart: Chart) -> tuple[Version, ...]:
    """The versions of a block, the newest first."""
    return tuple(reversed([Version(chart, first_version(here.campaign, chart.slug)), *_typed(here, chart)]))


def _typed(here: At, chart: Chart) -> Iterator[Version]:
    entries = Entry.objects.filter(campaign=here.campaign, chain=PUBLIC, kind="edit")
    entries = entries.filter(content__contains=f'"{CHANGE}"').order_by("id")
    mine = [entry for entry in entries if _is_of(entry, chart.slug)]
    undone = Entry.objects.filter(campaign=here.campaign).correcting([entry.reference for entry in mine])
    gone = {entry.record["body"]["corrects"] for entry in undone}
    for entry in mine:
        body = entry.record["body"]
        turn = turn_name(here.state, entry.turn)
        yield Version(
            chart,
            body["version"],
            str(body.get("title", "")).partition(": ")[2],
            entry.seat,
            acted_by(entry),
            f"{turn}, {step_name(here.state, entry.step, entry.player_turn)}",
            entry.time,
            entry_url(here.state, entry.reference),
            entry_word(entry.reference),
            entry.reference in gone,
        )


def _is_of(entry: Entry, slug: str) -> bool:
    body = entry.record["body"]
    return body.get("act") == CHANGE and body.get("table") == slug


@require_safe
def versions_page(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """The list of a chart, block by block."""
    here = at(request, slug)
    chart = chart_of_page(here, name)
    blocks = [(number, block, versions_of(here, block)) for number, block in enumerate(chart.blocks)]
    return page(request, "desk/charts/versions.html", _context(here) | {"chart": chart, "blocks": blocks})


@require_safe
def version_page(request: HttpRequest, slug: str, name: str, block: int, version: str) -> HttpResponse:
    """One version, as a table to read; 404 for one that this campaign never had."""
    here = at(request, slug)
    chart = chart_of_page(here, name)
    if block >= len(chart.blocks):
        raise Http404("This chart has no such block.")
    of = chart.blocks[block]
    told = next((one for one in versions_of(here, of) if one.version == version), None)
    table: RuleTable | None = table_read(here.state, of.slug, version) if told else None
    if told is None or table is None:
        raise Http404("This chart has no such version.")
    context = _context(here) | {"chart": chart, "told": told, "table": table}
    return page(request, "desk/charts/version.html", context)


def _context(here: At) -> dict[str, Any]:
    return {"head": head_of(here), "here": "charts", "home": f"/c/{here.campaign.slug}/"}
