"""One printed chart: its cells to type, to paste and to read back. One form, which works without script."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from navalassist.auditlog.models import Entry
from navalassist.campaigns.viewer import OBSERVER
from navalassist.desk.access import at, head_of
from navalassist.desk.answers import done, key_of, page, problems
from navalassist.desk.at import At
from navalassist.desk.charts import pasted, saving, typed
from navalassist.desk.charts.banner import checked, lost_in_words
from navalassist.desk.charts.drawn import field_of
from navalassist.desk.charts.lists import has_list
from navalassist.desk.charts.pasted import Pasted
from navalassist.desk.charts.pasted_list import PastedList, pasted_list, put_list_in
from navalassist.desk.charts.printed import Printed, printed_called
from navalassist.desk.charts.readers import readers_of
from navalassist.desk.charts.saving import Faulty, Stale, Tried, why_not
from navalassist.desk.charts.typed import MOST_CELLS, STAMPS, Block
from navalassist.desk.due import back_with
from navalassist.desk.logbook.books import table_read
from navalassist.desk.problem import Problem
from navalassist.engine import Provenance
from navalassist.play.charts.change import was_played
from navalassist.play.write.submissions import new_submission
from navalassist.play.write.transaction import writing
from navalassist.play.write.writer import AlreadyDone, NotYours

SAVE, ACCEPT, READ, LOOK, PUT, CHECK = "save", "accept", "read", "look", "put", "check"
# Where a paste begins that goes into the list of a block: `0.list`.
LIST = "list"


@dataclass(frozen=True)
class Form:
    """What the page shows of the form, beside the campaign's own. focus: the id of the field to go on at."""

    blocks: tuple[Block, ...]
    tried: Tried = field(default_factory=Tried)
    pasted: Pasted | PastedList | None = None
    problem: Problem | None = None
    message: str = ""
    focus: str = ""


def chart_of_page(here: At, name: str) -> Printed:
    """The printed chart of an address; 404 for none."""
    found = printed_called(here.state, name)
    if found is None:
        raise Http404("This campaign has no such chart.")
    return found


def sent_blocks(request: HttpRequest, chart: Printed) -> tuple[Block, ...]:
    """The blocks as they were sent."""
    return tuple(typed.sent_block(request, block, number) for number, block in enumerate(chart.blocks))


def show(request: HttpRequest, slug: str, name: str, problem: Problem | None = None) -> HttpResponse:
    """The page, with what was typed where something did not fit."""
    here = at(request, slug)
    chart = chart_of_page(here, name)
    blocks = tuple(map(typed.fresh, chart.blocks))
    if request.method == "POST":
        try:
            blocks = sent_blocks(request, chart)
        except Problem as half:
            problem = half
    if isinstance(problem, Stale):
        blocks = tuple(_caught_up(here, block) for block in blocks)
    found = problem.tried if isinstance(problem, Faulty) else Tried()
    return drawn(request, here, chart, Form(blocks, found, problem=problem))


def _caught_up(here: At, block: Block) -> Block:
    before = table_read(here.state, block.chart.slug, block.base)
    return typed.caught_up(block, before) if before else replace(block, base=block.chart.newest.version)


def drawn(request: HttpRequest, here: At, chart: Printed, form: Form) -> HttpResponse:
    """The page of a form."""
    seat, found = here.viewer.seat, form.tried
    fields = [field_of(n, block, found, seat, here.system) for n, block in enumerate(form.blocks)]
    cells = sum(block.cells for block in form.blocks)
    number = max(block.chart.number for block in form.blocks)
    readers = [rule for block in chart.blocks for rule in readers_of(here.system, block.slug)]
    context: dict[str, Any] = {
        "head": head_of(here),
        "here": "charts",
        "home": f"/c/{here.campaign.slug}/",
        "back": request.path,
        "chart": chart,
        "fields": fields,
        "form": form,
        "faulty": form.focus or _first_fault(form.tried),
        "problem": form.problem,
        "kinks": found.kinks_at if not found.number_of_faults else (),
        "lost": lost_in_words(chart.share.counts),
        "checked": list(dict.fromkeys(checked(block.chart.newest) for block in form.blocks)),
        "readers": list(dict.fromkeys(readers)),
        "number": number,
        "next": number + 1,
        "waits": any(block.chart.following for block in form.blocks),
        "stamps": STAMPS,
        "stamp": typed.stamp_of(request).value,
        **_source_fields(request, form.blocks[0]),
        "why_not": why_not(here.viewer),
        "ticks": seat != OBSERVER and any(block.has_ticks for block in fields),
        "too_large": cells > MOST_CELLS,
        "at_once": not was_played(here.campaign),
        "all": "all" in request.POST,
        **paste_fields(request, form.blocks),
        "submission": new_submission(),
        "seen": here.version,
    }
    status = form.problem.status if form.problem else 200
    return page(request, "desk/charts/editor.html", context, status)


def _source_fields(request: HttpRequest, block: Block) -> dict[str, str]:
    """The source as typed. That of a chart which nobody typed here is only shown where none is typed."""
    now = block.chart.newest.source
    return {"source": request.POST.get("source", now if block.chart.typed else ""), "source_now": now}


def paste_fields(request: HttpRequest, blocks: Sequence[Block]) -> dict[str, Any]:
    """What the part of the form shows that takes a block from a spreadsheet."""
    row, column, several = request.POST.get("at-row", "0.0"), request.POST.get("at-column", "0"), len(blocks) > 1
    rows = [
        (f"{n}.{r}", f"{block.chart.newest.title}, {line.heading}" if several else line.heading or "new")
        for n, block in enumerate(blocks)
        for r, line in enumerate(block.typed.rows)
    ]
    lists = [(n, block.chart.newest) for n, block in enumerate(blocks) if has_list(block.chart.newest)]
    rows += [(f"{n}.{LIST}", f"{table.title}, modifiers" if several else "modifiers") for n, table in lists]
    widest = max((block.typed.columns for block in blocks), key=len)
    columns = [(str(c), str(c + 1) if several else heading or "new") for c, heading in enumerate(widest)]
    return {
        "paste": request.POST.get(pasted.FIELD, "")[: pasted.MOST_CHARACTERS],
        "turned": "turned" in request.POST,
        "row_starts": [(value, words, value == row) for value, words in rows],
        "column_starts": [(value, words, value == column) for value, words in columns],
    }


def _first_fault(found: Tried) -> str:
    """The id of the first field that can't be kept."""
    for number, faults in found.faults.items():
        for fault in faults:
            if (fault.row, fault.column) == (-1, -1):
                return "source" if fault.problem.startswith("Source") else ""
            if fault.listed:
                return f"b{number}m{fault.row}"
            row, column = (f"r{fault.row}" if fault.row >= 0 else ""), (f"c{fault.column}" if fault.column >= 0 else "")
            return f"b{number}{row}{column}"
    return ""


@problems(show)
def act(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """What a button of the form does: save, read back, look at what was pasted, or change the form alone."""
    here = at(request, slug)
    chart = chart_of_page(here, name)
    do, _, place = request.POST.get("do", SAVE).partition(":")
    if do == READ:
        return _read(request, here, chart)
    if why_not(here.viewer):
        raise NotYours(here.viewer.seat if here.viewer.seat == OBSERVER else "moderator")
    blocks = sent_blocks(request, chart)
    if do in (SAVE, ACCEPT):
        return _save(request, here, blocks)
    if do in (LOOK, PUT):
        return drawn(request, here, chart, _paste(request, blocks, do))
    if do == CHECK:
        return drawn(request, here, chart, Form(blocks, saving.tried(blocks), message="Nothing is saved yet."))
    return drawn(request, here, chart, moved(blocks, do, place))


def _save(request: HttpRequest, here: At, blocks: Sequence[Block]) -> HttpResponse:
    """New versions, and ticks. What the form was drawn from its own `base` says: a roll meanwhile makes it no older."""
    accepted = request.POST.getlist("kink") if request.POST.get("do") == ACCEPT else ()
    made: list[Entry]
    try:
        with writing(here.viewer, submission=key_of(request)) as writer:
            saving.save(writer, blocks, saving.checked(blocks, accepted))
            made = writer.entries
    except AlreadyDone as before:
        made = before.entries
    return done(request, back_with(request.path, made[-1]) if made else request.path)


def _read(request: HttpRequest, here: At, chart: Printed) -> HttpResponse:
    """Ticks alone, from a seat that need not type."""
    blocks = [
        replace(typed.fresh(block), ticks=frozenset(request.POST.getlist(f"read-{number}")))
        for number, block in enumerate(chart.blocks)
    ]
    made: list[Entry]
    try:
        with writing(here.viewer, submission=key_of(request)) as writer:
            if not saving.tick(writer, blocks):
                raise Problem(422, "No tick was set or taken away: nothing would change.")
            made = writer.entries
    except AlreadyDone as before:
        made = before.entries
    return done(request, back_with(request.path, made[-1]) if made else request.path)


def _paste(request: HttpRequest, blocks: tuple[Block, ...], do: str) -> Form:
    """What was pasted, to be looked at or in the form."""
    where, _, row = request.POST.get("at-row", "").partition(".")
    number = int(where) if where.isascii() and where.isdigit() and len(where) < 4 else 0
    found: Pasted | PastedList
    if row == LIST and number < len(blocks) and has_list(blocks[number].chart.newest):
        found = pasted_list(request.POST.get(pasted.FIELD, ""), number, blocks[number])
    else:
        found = pasted.pasted(request, blocks)
    if do == LOOK:
        return Form(blocks, pasted=found, focus="look")
    stamp = typed.stamp_of(request)
    number, put = _put(found, stamp)
    blocks = tuple(put if n == number else block for n, block in enumerate(blocks))
    return Form(blocks, message=f"{found.taken_words} stand in the form now. Save them below.", focus="save")


def _put(found: Pasted | PastedList, stamp: Provenance) -> tuple[int, Block]:
    """The number of the block that was pasted into, and what it is then."""
    if isinstance(found, PastedList):
        return found.number, put_list_in(found, stamp)
    return found.at[0], pasted.put_in(found, stamp)


def moved(blocks: tuple[Block, ...], do: str, place: str) -> Form:
    """A row or a column more, or one less. Problem 422 where the chart can't have that."""
    found = re.fullmatch(r"(\d{1,3})(?:\.(\d{1,3}))?", place, re.ASCII)
    number, line = (int(found[1]), int(found[2] or 0)) if found else (len(blocks), 0)
    known = number < len(blocks)
    block = blocks[number] if known else blocks[0]
    fixed = block.rows_fixed if do.endswith("row") else block.columns_fixed
    if not known or fixed or do not in ("more-row", "more-column", "less-row", "less-column"):
        raise Problem(422, "The rule looks for these lines by name: none can come or go.")
    now, focus = _other_lines(block, do, line)
    blocks = tuple(replace(block, typed=now) if n == number else other for n, other in enumerate(blocks))
    if sum(block.cells for block in blocks) > MOST_CELLS:
        raise Problem(422, f"A page takes at most {MOST_CELLS} cells. Nothing was added.")
    return Form(blocks, focus=f"b{number}{focus}")


def _other_lines(block: Block, do: str, line: int) -> tuple[typed.TypedChart, str]:
    """The block with the other lines, and where to go on."""
    now = block.typed
    match do:
        case "more-row":
            return typed.with_row(now), f"r{len(now.rows)}"
        case "more-column":
            return typed.with_column(now), f"c{len(now.columns)}"
        case "less-row" if len(now.rows) > 1 and line < len(now.rows):
            return typed.without_row(now, line), f"r{max(line - 1, 0)}"
        case "less-column" if len(now.columns) > 1 and line < len(now.columns):
            return typed.without_column(now, line), f"c{max(line - 1, 0)}"
    raise Problem(422, "A chart has at least one row and one column.")


@require_http_methods(["GET", "HEAD", "POST"])
def chart_view(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """One address for the form and what it sends."""
    return act(request, slug, name) if request.method == "POST" else show(request, slug, name)
