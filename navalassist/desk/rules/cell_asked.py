"""A cell that play asks for: those around it, and who else saw in the printed chart what is answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.desk.at import At
from navalassist.desk.charts.printed import name_of
from navalassist.desk.charts.share import SHORT
from navalassist.engine import Provenance
from navalassist.play.charts.change import seen_too
from navalassist.play.charts.known import Chart, chart_of
from navalassist.play.state import State
from navalassist.play.systems import enemy_of
from navalassist.play.write.edits import EditError
from navalassist.play.write.writer import Writer
from tables.axes import AxisKind, Line

# So many lines are shown on each side of it.
BESIDE = 2


@dataclass(frozen=True, slots=True)
class Beside:
    """A cell as it is drawn beside the one that is wanted. short: where it comes from, in a word."""

    text: str
    origin: str
    wanted: bool

    @property
    def short(self) -> str:
        """Where it comes from."""
        return "" if self.wanted else SHORT[self.origin]


@dataclass(frozen=True)
class Around:
    """The cells around the one that is asked for. columns, rows: headings, and whether the cell stands there."""

    chart: Chart
    columns: tuple[tuple[str, bool], ...]
    rows: tuple[tuple[str, bool, tuple[Beside, ...]], ...]

    @property
    def corner(self) -> str:
        """What its rows are."""
        return self.chart.newest.row_axis.title or "row"

    @property
    def across(self) -> str:
        """What its columns are."""
        return self.chart.newest.column_axis.title

    @property
    def name(self) -> str:
        """The chart in its address."""
        return name_of(self.chart)

    @property
    def known(self) -> str:
        """`8 of 110`"""
        return f"{self.chart.total - self.chart.counts[Provenance.UNKNOWN.value]} of {self.chart.total}"


def around(state: State, asked: Mapping[str, Any]) -> Around | None:
    """What stands around the cell that a rule waits for; None where it waits for none, or the chart has it no more."""
    if "cell" not in asked:
        return None
    slug, row, column = asked["cell"]
    try:
        chart = chart_of(state, slug)
        rows, columns = _near(chart.table.rows, row), _near(chart.table.columns, column)
    except LookupError:
        return None
    single = chart.table.column_axis.kind is AxisKind.RESULT
    heads = tuple(("says" if single else line.label, line.key == column) for line in columns)
    drawn = (
        (line.label, line.key == row, tuple(_beside(chart, line.key, other.key, (row, column)) for other in columns))
        for line in rows
    )
    return Around(chart, heads, tuple(drawn))


def _near(lines: Sequence[Line], key: str) -> Sequence[Line]:
    """A line and those beside it. LookupError for one that is not there."""
    at = next((number for number, line in enumerate(lines) if line.key == key), None)
    if at is None:
        raise LookupError(key)
    return lines[max(0, at - BESIDE) : at + BESIDE + 1]


def _beside(chart: Chart, row: str, column: str, wanted: tuple[str, str]) -> Beside:
    text, origin = chart.says(chart.table.cell(row, column))
    return Beside(chart.table.label(text), origin, (row, column) == wanted)


def other_side(here: At, entry: Entry) -> str:
    """The side that did not begin what waits; '' where nobody of a side began it."""
    return enemy_of(entry.seat, here.system) if entry.seat in here.system.sides else ""


def also_seen(writer: Writer, asked: Mapping[str, Any], seat: str) -> None:
    """That another side saw in the printed chart what was answered; not where the answer was a stand-in."""
    if "cell" not in asked or not seat:
        return
    slug, row, column = asked["cell"]
    with suppress(EditError):
        seen_too(writer, slug, row, column, seat)
