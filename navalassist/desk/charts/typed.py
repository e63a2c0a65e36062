"""A chart as its form holds it: headings, cells, where touched ones come from; from the campaign or as it was sent."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.http import HttpRequest

from navalassist.desk.charts.lists import sent_list
from navalassist.desk.problem import Problem
from navalassist.engine import Provenance
from navalassist.play.charts.known import Chart
from tables.axes import AxisKind
from tables.editing import TypedChart, TypedRow
from tables.lists import list_as_typed
from tables.table import RuleTable

# What a person who types may say of the cells.
STAMPS = (Provenance.PRINTED, Provenance.RESTORED, Provenance.HOUSE, Provenance.STAND_IN, Provenance.UNKNOWN)
# A form holds no more fields than Django takes, and a page no more than one can look through.
MOST_CELLS = 800
LONGEST_SOURCE = 200
TOUCHED = re.compile(r"(\d{1,3})\.(\d{1,3})=([a-z-]{1,20})", re.ASCII)
FIXED = (AxisKind.NAMED, AxisKind.RESULT)
HALF = "The form did not come whole: load the page again, and try once more."


@dataclass(frozen=True)
class Block:
    """A table and what stands in its form. base: the version that the form was drawn from; ticks: rows ticked in it."""

    chart: Chart
    typed: TypedChart
    base: str
    ticks: frozenset[str]

    @property
    def rows_fixed(self) -> bool:
        """True where the rule looks for its rows by name, so that none comes or goes."""
        return self.chart.newest.row_axis.kind in FIXED

    @property
    def columns_fixed(self) -> bool:
        """The same of its columns."""
        return self.chart.newest.column_axis.kind in FIXED

    @property
    def cells(self) -> int:
        """How many cells it has."""
        return len(self.typed.rows) * len(self.typed.columns)

    @property
    def is_changed(self) -> bool:
        """True where it is not as the campaign has it; what was asked in play is as the campaign has it."""
        return replace(self.typed, stamp=Provenance.PRINTED) != self.chart.form() or bool(self.chart.asked)

    @property
    def is_framed_as_before(self) -> bool:
        """True where headings and source are as the campaign has them."""
        return _frame(self.typed) == _frame(self.chart.form())


def _frame(typed: TypedChart) -> tuple[object, ...]:
    return (typed.columns, tuple(row.heading for row in typed.rows), typed.source)


def fresh(chart: Chart) -> Block:
    """The block as the campaign has it."""
    return Block(chart, chart.form(), chart.newest.version, frozenset(chart.ticks))


def stamp_of(request: HttpRequest) -> Provenance:
    """Where what is typed comes from."""
    sent = request.POST.get("stamp", "")
    return next((stamp for stamp in STAMPS if stamp.value == sent), Provenance.PRINTED)


def sent_block(request: HttpRequest, chart: Chart, number: int) -> Block:
    """The block as it was sent. Problem 422 for half of one."""
    sent = request.POST
    columns, headings, cells = (tuple(sent.getlist(f"{name}-{number}")) for name in ("column", "row", "cell"))
    if not columns or not headings or len(cells) != len(columns) * len(headings):
        raise Problem(422, HALF)
    try:
        listed = sent_list(sent, chart, number)
    except ValueError:
        raise Problem(422, HALF) from None
    rows = [cells[at : at + len(columns)] for at in range(0, len(cells), len(columns))]
    typed = TypedChart(
        columns,
        tuple(TypedRow(heading, row) for heading, row in zip(headings, rows, strict=True)),
        stamp_of(request),
        _touched(sent.get(f"touched-{number}", "")),
        sent.get("source", "") or chart.newest.source,
        listed,
    )
    typed = typed if "all" not in sent else _all_touched(typed)
    return Block(chart, typed, sent.get(f"base-{number}", ""), frozenset(sent.getlist(f"read-{number}")))


def _touched(marks: str) -> Mapping[tuple[int, int], Provenance]:
    known = {stamp.value: stamp for stamp in STAMPS}
    return {(int(row), int(column)): known[word] for row, column, word in TOUCHED.findall(marks) if word in known}


def _all_touched(typed: TypedChart) -> TypedChart:
    """Everything that stands there was read where the stamp says, typed anew or not."""
    places = ((r, c) for r, row in enumerate(typed.rows) for c in range(len(row.cells)))
    touched = {place: typed.touched.get(place, typed.stamp) for place in places}
    listed = typed.modifiers and tuple(replace(line, origin=typed.stamp) for line in typed.modifiers)
    return replace(typed, touched=touched, modifiers=listed)


def in_marks(touched: Mapping[tuple[int, int], Provenance]) -> str:
    """Touched cells as a hidden field keeps them."""
    return " ".join(f"{row}.{column}={origin.value}" for (row, column), origin in sorted(touched.items()))


# --- rows and columns that come and go


def with_row(typed: TypedChart) -> TypedChart:
    """One more row at the end."""
    return replace(typed, rows=(*typed.rows, TypedRow("", ("",) * len(typed.columns))))


def with_column(typed: TypedChart) -> TypedChart:
    """One more column at the end."""
    rows = tuple(replace(row, cells=(*row.cells, "")) for row in typed.rows)
    return replace(typed, columns=(*typed.columns, ""), rows=rows)


def without_row(typed: TypedChart, gone: int) -> TypedChart:
    """Without a row; the marks of those below move up."""
    rows = tuple(row for at, row in enumerate(typed.rows) if at != gone)
    touched = {(r - (r > gone), c): origin for (r, c), origin in typed.touched.items() if r != gone}
    return replace(typed, rows=rows, touched=touched)


def without_column(typed: TypedChart, gone: int) -> TypedChart:
    """Without a column; the marks of those to the right move left."""
    columns = tuple(column for at, column in enumerate(typed.columns) if at != gone)
    rows = tuple(replace(row, cells=tuple(c for at, c in enumerate(row.cells) if at != gone)) for row in typed.rows)
    touched = {(r, c - (c > gone)): origin for (r, c), origin in typed.touched.items() if c != gone}
    return replace(typed, columns=columns, rows=rows, touched=touched)


# --- a form that is older than the chart


def caught_up(block: Block, before: RuleTable) -> Block:
    """The form beside what somebody else saved meanwhile: what was not typed here is theirs, what was stays.

    before: the version that the form was drawn from.
    """
    now = block.chart.form()
    then = {(cell.row, cell.column): cell.value or "" for line in before.lines for cell in line}
    theirs = {(row.heading, c): text for row in now.rows for c, text in zip(now.columns, row.cells, strict=True)}
    rows = []
    for r, row in enumerate(block.typed.rows):
        cells = list(row.cells)
        for c, column in enumerate(block.typed.columns):
            place = (row.heading, column)
            if (r, c) not in block.typed.touched and cells[c] == then.get(place) and place in theirs:
                cells[c] = theirs[place]
        rows.append(replace(row, cells=tuple(cells)))
    listed = now.modifiers if block.typed.modifiers == list_as_typed(before) else block.typed.modifiers
    source = now.source if block.typed.source == before.source else block.typed.source
    typed = replace(block.typed, rows=tuple(rows), source=source, modifiers=listed)
    return replace(block, typed=typed, base=block.chart.newest.version, ticks=frozenset(block.chart.ticks))
