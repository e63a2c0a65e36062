"""What a table must keep to besides its shape: covered totals, kept printed rows, and the order its file promises.

A printed chart may have kinks: a campaign's own version says of a check that its players saw and `accepted` the kink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from navalassist.engine import Cell, Dice, Provenance
from tables.cells import CellError
from tables.errors import TableError
from tables.table import RuleTable

T = TypeVar("T")


class WaysCheck(BaseModel):
    """The number of throws that give one result never falls from column to column; strict: it rises each time."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    check: Literal["ways"]
    result: str
    strict: bool = False
    accepted: bool = False

    def run(self, table: RuleTable) -> None:
        """TableError names the first column that breaks it."""
        for before, after in _alike(table.columns, lambda column: _origin(_column(table, column.key))):
            low = table.ways(before.key).get(self.result, 0)
            high = table.ways(after.key).get(self.result, 0)
            if high < low or (self.strict and high == low):
                wish = "must rise" if self.strict else "may not fall"
                raise TableError(
                    f'the throws that give "{self.result}" {wish} from column to column, '
                    f"and column {before.key} has {low}, this one {high}",
                    column=after.key,
                )


class OrderCheck(BaseModel):
    """Results never get lighter on the way down a column, or across a row. columns: only these, in this order."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    check: Literal["order"]
    order: tuple[str, ...]
    along: Literal["down", "across"]
    columns: tuple[str, ...] = ()
    accepted: bool = False

    def run(self, table: RuleTable) -> None:
        """TableError names the first cell that stands lower in `order` than the one before it."""
        columns = self.columns or tuple(column.key for column in table.columns)
        grid = [[table.cell(row.key, column) for column in columns] for row in table.rows]
        for cells in zip(*grid, strict=True) if self.along == "down" else grid:
            self._check_line(cells)

    def _check_line(self, cells: Iterable[Cell]) -> None:
        known = [cell for cell in cells if cell.value is not None]
        for before, after in _alike(known, lambda cell: _origin([cell])):
            if self._rank(before) > self._rank(after):
                where = f"row {before.row}" if self.along == "down" else f"column {before.column}"
                raise TableError(
                    f'"{after.value}" is less than the "{before.value}" of {where}, and this may not fall',
                    row=after.row,
                    column=after.column,
                )

    def _rank(self, cell: Cell) -> int:
        if cell.value not in self.order:
            raise TableError(f'"{cell.value}" is not in the order of the check', row=cell.row, column=cell.column)
        return self.order.index(cell.value)


def _origin(cells: Iterable[Cell]) -> bool | None:
    """True for stand-ins alone, False for cells of a source alone; None for both."""
    found = {cell.provenance is Provenance.STAND_IN for cell in cells}
    return found.pop() if len(found) == 1 else None


def _column(table: RuleTable, column: str) -> list[Cell]:
    return [table.cell(row.key, column) for row in table.rows]


def _alike(things: Iterable[T], origin: Callable[[T], bool | None]) -> Iterator[tuple[T, T]]:
    """Neighbours of one origin: what is printed need not go on from what stands in, so the two are not compared."""
    found = [(origin(thing), thing) for thing in things]
    for wanted in (False, True):
        yield from pairwise(thing for is_of, thing in found if is_of is wanted)


Check = Annotated[WaysCheck | OrderCheck, Field(discriminator="check")]


def check_table(table: RuleTable, checks: Sequence[WaysCheck | OrderCheck]) -> None:
    """All checks of a built table. TableError for the first thing that is wrong."""
    _check_totals(table)
    _check_results(table)
    _check_reasons(table)
    _check_printed_rows(table)
    _check_anchors(table)
    for check in checks:
        _check_names(table, check)
        if not check.accepted:
            check.run(table)


def _check_totals(table: RuleTable) -> None:
    if table.dice is None or table.row_axis.lines[0].span is None:
        return
    last = table.row_axis.lines[-1]
    if table.dice == Dice(2, 10) and last.span and last.span.first > 2 * 20:
        raise TableError('2d10 is a sum, 2 to 20; two D10 that are read as tens and ones are "d100"', row=last.key)
    for total in range(table.dice.count, table.dice.count * table.dice.sides + 1):
        if not table.row_axis.covers(total):
            raise TableError(f"{table.dice} can give {total}, and the table has no such row", row=str(total))


def _check_results(table: RuleTable) -> None:
    for cell in (cell for line in table.lines for cell in line):
        if cell.value is not None and cell.value not in table.results:
            _check_kind(table, cell, cell.value)
    for code in (*table.labels, *table.meanings):
        if code not in table.results:
            raise TableError(f'"{code}" has words but is not a declared result')


def _check_kind(table: RuleTable, cell: Cell, text: str) -> None:
    if table.cells is None:
        problem = f'"{text}" is not a declared result; declared: {", ".join(table.results)}'
        raise TableError(problem, row=cell.row, column=cell.column)
    try:
        written = table.cells.written(text)
    except CellError as error:
        raise TableError(str(error), row=cell.row, column=cell.column) from None
    if written != text:
        raise TableError(f'"{text}" is written "{written}"', row=cell.row, column=cell.column)


def _check_reasons(table: RuleTable) -> None:
    cells = [cell for line in table.lines for cell in line] + [item.cell for item in table.modifiers]
    for cell in cells:
        if cell.provenance is not Provenance.PRINTED and not table.why.get(cell.provenance, "").strip():
            raise TableError(
                f"the cell is marked {cell.provenance}, and [why] gives no reason for {cell.provenance} cells",
                row=cell.row,
                column=cell.column,
            )


def _check_printed_rows(table: RuleTable) -> None:
    keys = {row.key for row in table.rows}
    for key in table.printed_rows:
        if key not in keys:
            raise TableError("[printed_rows] names a row that the table does not have", row=key)
    if not table.printed_rows:
        return
    for row, cells in zip(table.rows, table.lines, strict=True):
        kept = tuple(cell.value for cell in cells if cell.provenance is Provenance.PRINTED)
        printed = table.printed_rows.get(row.key)
        if printed is None and len(kept) == len(cells):
            continue
        if printed is None:
            raise TableError("cells are marked, and [printed_rows] does not hold the row as it is printed", row=row.key)
        if len(printed) != len(kept):
            raise TableError(
                f"{len(printed)} cells are printed, and {len(kept)} of the row are not marked; the two must be equal",
                row=row.key,
            )
        if printed != kept:
            raise TableError("without its marked cells the row is not the row as it is printed", row=row.key)


def _check_anchors(table: RuleTable) -> None:
    seen: dict[str, Cell] = {}
    for cell in [cell for line in table.lines for cell in line] + [item.cell for item in table.modifiers]:
        other = seen.setdefault(table.anchor(cell.row, cell.column), cell)
        if other is not cell:
            raise TableError(
                f"its name is too like row {other.row}: both get the same link", row=cell.row, column=cell.column
            )


def _check_names(table: RuleTable, check: WaysCheck | OrderCheck) -> None:
    if isinstance(check, WaysCheck):
        if table.dice is None:
            raise TableError('a check of "ways" needs a table with dice')
        if check.result not in table.results:
            raise TableError(f'a check names "{check.result}", which is not a declared result')
        return
    keys = {column.key for column in table.columns}
    for column in check.columns:
        if column not in keys:
            raise TableError("a check names a column that the table does not have", column=column)
