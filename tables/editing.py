"""A table as players type it: headings and cells from a form become the text of the next version.

What can't be read is told by its place; what looks odd (a kink) is only pointed out.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import tomli_w

from navalassist.engine import Cell, Provenance
from navalassist.engine.english import counted
from tables.axes import AxisKind
from tables.cells import CellError
from tables.checks import Check
from tables.errors import TableError
from tables.grid import MARKS, UNKNOWN
from tables.lists import TypedList, TypedModifier, list_as_typed, list_changed
from tables.load import parse
from tables.schema import TableFile
from tables.table import RuleTable

MOST_LINES = 120
LONGEST_HEADING = 30
# What was read in play for unknown cells: by the headings of row and column.
Asked = Mapping[tuple[str, str], str]
REASONS = {
    Provenance.RESTORED: "Restored by the players of this campaign.",
    Provenance.STAND_IN: "A stand-in of the players of this campaign, until somebody reads the printed chart.",
    Provenance.HOUSE: "The group's own.",
    Provenance.UNKNOWN: "Nobody has read it from the printed chart yet: play asks for it.",
}


@dataclass(frozen=True, slots=True)
class TypedRow:
    """A row of the form: its heading and its cells as typed. An empty cell, or "?", is an unknown one."""

    heading: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TypedChart:
    """A table as typed. stamp: where cells come from whose text is another now.

    touched: (row, column) -> where that cell comes from, whether or not its text is another. modifiers: the list under
    it, None where it stays as it is.
    """

    columns: tuple[str, ...]
    rows: tuple[TypedRow, ...]
    stamp: Provenance
    touched: Mapping[tuple[int, int], Provenance] = field(default_factory=dict)
    source: str = ""
    modifiers: tuple[TypedModifier, ...] | None = None


@dataclass(frozen=True, slots=True)
class Fault:
    """What can't be read, and where: numbers of the row and the column from 0; -1 is the line of headings.

    listed: it is of the list under the table: `row` is its line, `column` 0 the number and 1 the condition.
    """

    row: int
    column: int
    problem: str
    listed: bool = False


@dataclass(frozen=True, slots=True)
class Edited:
    """What came of it. text: the new file, empty with faults. kinks: what looks odd and was not accepted before.

    kinked: the places of those, as of faults. changed: the keys of rows of which a cell or the heading is another now.
    """

    text: str = ""
    faults: tuple[Fault, ...] = ()
    kinks: tuple[str, ...] = ()
    kinked: tuple[tuple[int, int], ...] = ()
    changed: frozenset[str] = frozenset()


def as_typed(table: RuleTable, stamp: Provenance = Provenance.PRINTED, asked: Asked | None = None) -> TypedChart:
    """Return the table as its form shows it: unknown cells are empty, or hold what play asked for."""
    known = asked or {}
    rows = tuple(
        TypedRow(row.key, tuple(cell.value or known.get((cell.row, cell.column), "") for cell in cells))
        for row, cells in zip(table.rows, table.lines, strict=True)
    )
    columns = tuple(column.key for column in table.columns)
    return TypedChart(columns, rows, stamp, source=table.source, modifiers=list_as_typed(table, asked))


def edited(text: str, typed: TypedChart, asked: Asked | None = None) -> Edited:
    """Return the next version of a table's text with what was typed, or what is wrong with it.

    asked: what play read from the printed chart for unknown cells; where it was left so, the cell is a printed one.
    """
    table = parse(text.encode(), "the chart")
    grid = Grid(table, typed, asked or {})
    listed = TypedList(table, typed.modifiers or ())
    wrong = (Fault(fault.line, fault.part, fault.problem, listed=True) for fault in listed.faults())
    if faults := (*grid.faults(), *wrong):
        return Edited(faults=faults)
    fields = _fields(text, table, grid, listed)
    try:
        bare = parse(_dumped({**fields, "checks": []}), "the chart")
    except TableError as error:
        return Edited(faults=(grid.fault_of(error),))
    checks, kinks = _checked(TableFile.model_validate(tomllib.loads(text)).checks, bare)
    fields["checks"] = checks
    return Edited(
        _dumped(fields).decode(),
        kinks=tuple(map(str, kinks)),
        kinked=tuple((fault.row, fault.column) for fault in map(grid.fault_of, kinks)),
        changed=grid.changed() | list_changed(table, bare),
    )


def changed_rows(before: RuleTable, after: RuleTable) -> frozenset[str]:
    """Return the rows of a later version that say something else than the version before, or are new."""
    known, now = _cells_by_row(before), _cells_by_row(after)
    listed = {item.cell.row for item in after.modifiers} & list_changed(before, after)
    return frozenset(row for row, cells in now.items() if known.get(row) != cells) | listed


def typed_rows(table: RuleTable) -> frozenset[str]:
    """Return what of a table is typed and read back row by row: its rows, and the lines of its list."""
    return frozenset(line.key for line in table.rows) | {item.cell.row for item in table.modifiers}


def _cells_by_row(table: RuleTable) -> Mapping[str, frozenset[Cell]]:
    return {row.key: frozenset(cells) for row, cells in zip(table.rows, table.lines, strict=True)}


def unlike(before: RuleTable, after: RuleTable) -> str:
    """Return '' or why a text is no later version of a table: the rule that reads it would not find its way."""
    if before.slug != after.slug:
        return f"it is the table {after.slug}, not {before.slug}"
    for what, is_other in (
        ("other dice", before.dice != after.dice),
        ("headings of another kind", [a.kind for a in before.axes] != [a.kind for a in after.axes]),
        ("other named lines", _names(before) != _names(after)),
        ("cells of another kind", (before.cells, before.results) != (after.cells, after.results)),
        ("other conditions of modifiers", before.conditions.keys() != after.conditions.keys()),
    ):
        if is_other:
            return f"it has {what} than {before.title}"
    return ""


def _names(table: RuleTable) -> list[set[str]]:
    named = (AxisKind.NAMED, AxisKind.RESULT)
    return [{line.key for line in axis.lines} for axis in table.axes if axis.kind in named]


def without_stand_ins(text: str) -> str:
    """Return the text of a table with every stand-in cell unknown; the same text if it has none."""
    table = parse(text.encode(), "the chart")
    bare = table.without_stand_ins()
    if bare is table:
        return text
    return edited(text, as_typed(bare)).text


@dataclass(frozen=True, slots=True)
class Grid:
    """The typed cells beside those of the version before."""

    table: RuleTable
    typed: TypedChart
    asked: Asked = field(default_factory=dict)

    def faults(self) -> Iterator[Fault]:
        """What can be told of single headings and cells, in reading order."""
        if not self.typed.rows or not self.typed.columns:
            yield Fault(-1, -1, "A chart has at least one row and one column.")
        if len(self.typed.rows) > MOST_LINES or len(self.typed.columns) > MOST_LINES:
            yield Fault(-1, -1, f"A chart has at most {MOST_LINES} rows and {MOST_LINES} columns.")
            return
        for number, heading in enumerate(self.typed.columns):
            yield from self._heading(-1, number, heading, self.table.column_axis.kind)
        for number, row in enumerate(self.typed.rows):
            yield from self._heading(number, -1, row.heading, self.table.row_axis.kind)
            if len(row.cells) != len(self.typed.columns):
                problem = f"{counted(len(row.cells), 'cell')} for {counted(len(self.typed.columns), 'column')}."
                yield Fault(number, -1, problem)
                continue
            for column, text in enumerate(row.cells):
                try:
                    self.written(text)
                except CellError as error:
                    yield Fault(number, column, f"{error}.")

    def _heading(self, row: int, column: int, heading: str, kind: AxisKind) -> Iterator[Fault]:
        if kind in (AxisKind.NAMED, AxisKind.RESULT):
            axis = self.table.column_axis if row < 0 else self.table.row_axis
            if heading not in {line.key for line in axis.lines}:
                shown, word = heading[:LONGEST_HEADING], "column" if row < 0 else "row"
                yield Fault(row, column, f'"{shown}" is no {word} that the rule reads.')
        elif not heading.strip() or len(heading) > LONGEST_HEADING or set(heading) & set("|;\n"):
            yield Fault(row, column, f"A heading is a number, at most {LONGEST_HEADING} characters.")

    def written(self, text: str) -> str | None:
        """Return a cell as the table keeps it; None for an unknown one. CellError."""
        plain = " ".join(text.split())
        if plain in ("", UNKNOWN):
            return None
        return self.table.written(plain)

    def cell(self, row: int, column: int) -> tuple[str | None, Provenance]:
        """Return a cell's text and where it comes from: as before, unless it was touched."""
        text = self.written(self.typed.rows[row].cells[column])
        before = self.before(row, column)
        touched = self.typed.touched.get((row, column))
        if text is None or touched is Provenance.UNKNOWN:
            return None, Provenance.UNKNOWN
        if touched is not None:
            return text, touched
        if before is not None and text == before.value:
            return text, before.provenance
        if text == self._asked_at(row, column):
            return text, Provenance.PRINTED
        return (None if self.typed.stamp is Provenance.UNKNOWN else text), self.typed.stamp

    def _asked_at(self, row: int, column: int) -> str | None:
        return self.asked.get((self.typed.rows[row].heading.strip(), self.typed.columns[column].strip()))

    def before(self, row: int, column: int) -> Cell | None:
        """Return the cell of the same headings in the version before."""
        try:
            return self.table.cell(self.typed.rows[row].heading.strip(), self.typed.columns[column].strip())
        except LookupError:
            return None

    def changed(self) -> frozenset[str]:
        """Return the headings of rows that say something else than before."""
        found = set()
        for number, row in enumerate(self.typed.rows):
            for column in range(len(self.typed.columns)):
                before = self.before(number, column)
                if before is None or (before.value, before.provenance) != self.cell(number, column):
                    found.add(row.heading.strip())
        return frozenset(found)

    def fault_of(self, error: TableError) -> Fault:
        """Return the place that a fault of the whole table names."""
        row = _last(error.row, [row.heading for row in self.typed.rows])
        column = _last(error.column, self.typed.columns)
        return Fault(row, column, f"{error.problem[0].upper()}{error.problem[1:]}.")

    def text(self, unmarked: Provenance) -> str:
        """Return the grid of the new file."""
        divide = " ; " if self._has_blanks() else " "
        lines = [f"{self.table.row_axis.title or 'row'} | {divide.join(c.strip() for c in self.typed.columns)}"]
        known = {line.key: line for line in self.table.rows}
        group = ""
        for number, row in enumerate(self.typed.rows):
            line = known.get(row.heading.strip())
            if line is not None and line.group and line.group != group:
                group = line.group
                lines.append(f"== {line.key.partition('/')[0]}  {group}")
            cells = divide.join(self._marked(number, column, unmarked) for column in range(len(row.cells)))
            about = f" | {' '.join((*line.rules, *line.rulings))} | {line.text}" if line is not None else ""
            lines.append(f"{row.heading.strip()} | {cells}{about}".rstrip(" |"))
        return "\n" + "\n".join(lines) + "\n"

    def _has_blanks(self) -> bool:
        cells = (self.written(cell) or "" for row in self.typed.rows for cell in row.cells)
        return any(" " in text for text in (*(column.strip() for column in self.typed.columns), *cells))

    def _marked(self, row: int, column: int, unmarked: Provenance) -> str:
        text, provenance = self.cell(row, column)
        if text is None:
            return UNKNOWN
        mark = next((mark for mark, meaning in MARKS.items() if meaning is provenance), "")
        return text if provenance is unmarked else f"{text}{mark}"


def _last(wanted: str | None, headings: Sequence[str]) -> int:
    """Where the heading stands, the later one of two; -1 for none."""
    return max((at for at, heading in enumerate(headings) if heading.strip() == wanted), default=-1)


def _fields(text: str, table: RuleTable, grid: Grid, listed: TypedList) -> dict[str, Any]:
    """The fields of the new file."""
    fields = tomllib.loads(text)
    fields.pop("printed_rows", None)
    unmarked = Provenance(fields["unmarked"])
    fields["number"] += 1
    fields["source"] = grid.typed.source.strip() or table.source
    fields["grid"] = grid.text(unmarked)
    if grid.typed.modifiers is not None and (table.conditions or listed.typed):
        # Where a line goes, its condition stays one that the rule sees.
        fields |= {"modifiers": listed.text(unmarked), "conditions": dict(table.conditions)}
    fields["why"] = {reason.value: words for reason, words in REASONS.items()} | fields.get("why", {})
    if labels := fields.get("column_labels"):
        fields["column_labels"] = {key: label for key, label in labels.items() if key in grid.typed.columns}
    return fields


def _checked(checks: tuple[Any, ...], table: RuleTable) -> tuple[list[dict[str, Any]], tuple[TableError, ...]]:
    """The checks of the new file, those with a kink accepted, and the kinks that are new."""
    kept, kinks = [], []
    for check in checks:
        try:
            replaced: Check = check.model_copy(update={"accepted": False})
            replaced.run(table)
        except TableError as error:
            replaced = check.model_copy(update={"accepted": True})
            if not check.accepted:
                kinks.append(error)
        kept.append(replaced.model_dump(mode="json"))
    return kept, tuple(kinks)


def _dumped(fields: Mapping[str, Any]) -> bytes:
    return tomli_w.dumps(dict(fields), multiline_strings=True).encode()
