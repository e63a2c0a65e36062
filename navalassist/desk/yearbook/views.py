"""The year's book: its page, and each of its tables as a file."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from navalassist.desk.access import at
from navalassist.desk.answers import as_file, page
from navalassist.desk.at import At
from navalassist.desk.printed.parts import sheet_of
from navalassist.desk.system_pages import system_pages_of
from navalassist.desk.yearbook import luck, luck_tables
from navalassist.desk.yearbook.readings import readings
from navalassist.desk.yearbook.tables import Table
from navalassist.desk.yearbook.years import Year


@require_safe
def year_book(request: HttpRequest, slug: str) -> HttpResponse:
    """The page."""
    here = at(request, slug)
    return page(request, "desk/yearbook/year.html", context_of(here, Year.of(here, request.GET)))


@require_safe
def table(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """A table of it as a file; 404 where the year has none of this name."""
    here = at(request, slug)
    year = Year.of(here, request.GET)
    found = next((one for one in _told(here, year)[1] if one.name == name), None)
    if found is None:
        raise Http404("The book of this year has no such table.")
    return as_file(found.as_csv().encode(), f"{slug}-{year.key}-{name}.csv", "text/csv; charset=utf-8")


def _told(here: At, year: Year) -> tuple[list[luck.Line], list[Table]]:
    """The lines of luck, and the tables: those of the rule system, then those of luck."""
    read, own = readings(here, year), system_pages_of(here.system.key).year
    lines = luck.lines_of(here, read)
    told = own.tables(here, year, [(each.turn, each.read.own) for each in read if each.read.own]) if own else ()
    return lines, [*told, *luck_tables.tables(here, year, lines)]


def context_of(here: At, year: Year) -> dict[str, Any]:
    """What the page shows."""
    lines, tables = _told(here, year)
    first, last = map(here.system.names.turn, year.span)
    title = " ".join(filter(None, ("The year's book", year.key, "(so far)" if year.so_far else "")))
    strip = [("Turns", first if first == last else f"{first} to {last}"), *luck_tables.boxes(lines)]
    return sheet_of(here, title, "", strip, (), year=year, tables=tables, luck=luck_tables.said_of(lines), signs=[])
