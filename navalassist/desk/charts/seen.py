"""A cell that play asked for: another seat says that it has seen the same in the printed chart."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from navalassist.campaigns.viewer import OBSERVER
from navalassist.desk.access import at
from navalassist.desk.answers import act_once, done, own_path, problems
from navalassist.desk.charts.editor import Form, chart_of_page, drawn
from navalassist.desk.charts.typed import fresh
from navalassist.desk.problem import Problem
from navalassist.play.charts.change import seen_too
from navalassist.play.write.edits import EditError
from navalassist.play.write.writer import NotYours, Writer


def show(request: HttpRequest, slug: str, name: str, problem: Problem | None = None) -> HttpResponse:
    """The chart, with why the tick was not taken."""
    here = at(request, slug)
    chart = chart_of_page(here, name)
    return drawn(request, here, chart, Form(tuple(map(fresh, chart.blocks)), problem=problem))


@require_POST
@problems(show)
def seen(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """The tick; it leads back to the page where it was given."""
    here = at(request, slug)
    chart = chart_of_page(here, name)
    if here.viewer.seat == OBSERVER:
        raise NotYours(OBSERVER)
    table, row, column = (request.POST.get(field, "") for field in ("table", "row", "column"))
    if table not in {block.slug for block in chart.blocks}:
        raise Problem(422, "Cell: this chart has no such block. Load the page again.")

    def tick(writer: Writer) -> None:
        try:
            seen_too(writer, table, row, column, writer.viewer.seat)
        except (EditError, LookupError) as error:
            raise Problem(422, str(error).strip("'\"")) from None

    act_once(request, here, tick)
    return done(request, own_path(request.POST.get("next", ""), slug) or f"/c/{slug}/charts/{name}/")
