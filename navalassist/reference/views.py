"""Pages that show rule tables, rulings, procedures and turn sequences. They read no campaign and change nothing."""

from itertools import groupby
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from navalassist.engine import Provenance
from navalassist.reference import catalogue, glossary, sequence
from navalassist.reference.origin import came_from
from tables import all_tables


def shown(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    """A page with the way back to the campaign that the reader came from, if there is one."""
    response = render(request, template, context | {"came_from": came_from(request)})
    patch_vary_headers(response, ["Referer"])
    return response


@require_safe
def table_list(request: HttpRequest) -> HttpResponse:
    """Every table that comes with NavalAssist, by rule system."""
    tables = sorted(all_tables().values(), key=lambda table: table.slug)
    systems = [
        {"title": catalogue.system_title(system), "tables": list(members)}
        for system, members in groupby(tables, key=lambda table: table.slug.partition("/")[0])
    ]
    return shown(request, "reference/tables.html", {"here": "tables", "systems": systems})


@require_safe
def table_page(request: HttpRequest, system: str, name: str) -> HttpResponse:
    """One whole table, each cell with an anchor; `?view=printed` adds the rows as the source has them."""
    table = all_tables().get(f"{system}/{name}")
    if table is None:
        raise Http404("no such table")
    counts = table.provenance_counts()
    context = {
        "here": "tables",
        "table": table,
        "counts": counts,
        "all_stand_in": counts[Provenance.STAND_IN] == sum(counts.values()),
        "rulings": catalogue.rulings_named(table.rulings),
        "printed": request.GET.get("view") == "printed" and bool(table.printed_rows),
    }
    return shown(request, "reference/table.html", context)


@require_safe
def ruling_list(request: HttpRequest) -> HttpResponse:
    """Every ruling: what is in doubt, how it may be read, what stands by default, and why; `#R-04` leads to one."""
    systems = [
        {
            "title": catalogue.system_title(system),
            "rulings": [(ruling, catalogue.tables_touched(ruling.number)) for ruling in members],
        }
        for system, members in catalogue.rulings_by_system()
    ]
    return shown(request, "reference/rulings.html", {"here": "rulings", "systems": systems})


@require_safe
def procedure_list(request: HttpRequest) -> HttpResponse:
    """Every registered procedure with its paragraph, its dice and who throws them."""
    systems = [
        {
            "title": catalogue.system_title(system),
            "procedures": [
                (procedure, catalogue.roller_words(procedure.roller), catalogue.off_at_first(procedure.slug))
                for procedure in members
            ],
        }
        for system, members in catalogue.procedures()
    ]
    return shown(request, "reference/procedures.html", {"here": "procedures", "systems": systems})


@require_safe
def turn_list(request: HttpRequest) -> HttpResponse:
    """Each system's turn sequence: steps, what is due, what ends.

    `?system=europa&at=allied/air` marks the step one came from; without a system, that of each which has such a step.
    """
    of, at = request.GET.get("system", ""), request.GET.get("at", "")
    systems = [
        {
            "title": catalogue.system_title(system),
            "turn": turn,
            "parts": sequence.parts_of(turn, at if of in ("", system) else ""),
        }
        | {"ends": sequence.ends_of(turn), "marks": sequence.marks_of(turn)}
        for system, turn in catalogue.turns()
    ]
    return shown(request, "reference/turns.html", {"here": "turns", "systems": systems})


@require_safe
def glossary_page(request: HttpRequest) -> HttpResponse:
    """What every word means; `#word-naval-status` leads to one."""
    return shown(request, "reference/glossary.html", {"here": "glossary", "letters": glossary.letters()})
