"""The shape of a table file, and how it becomes a table: pydantic for the fields, then the grid, then the checks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PrivateAttr, StringConstraints, model_validator

from navalassist.engine import Cell, Dice, Provenance
from navalassist.engine.cells import TICK
from tables.axes import Axis, AxisKind, Band, Line, Span, ratio_bands, spans_in_order, threshold_spans
from tables.cells import Cells
from tables.checks import Check, check_table
from tables.errors import TableError
from tables.grid import RawGrid, RawRow, read_grid, read_rows
from tables.table import MODIFIER, Modifier, RuleTable

Words = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
RulingNumber = Annotated[str, StringConstraints(pattern=r"^R-\d+$")]


D100 = "d100"


def _read_dice(value: object) -> object:
    """`2d6`; `d100` is two D10 that are read as tens and ones, `2d10` their sum."""
    match = re.fullmatch(r"([1-9])?d([1-9]\d*)", value) if isinstance(value, str) else None
    if match is None or not (match[1] or value == D100):
        raise ValueError('dice are written like "2d6", and tens and ones of two D10 "d100"')
    return Dice(int(match[1] or 1), int(match[2]))


def _read_results(value: object) -> object:
    """Results may be a bare list where the codes need no words (numbers)."""
    if isinstance(value, list) and all(isinstance(code, str) for code in value):
        return dict.fromkeys(value, "")
    return value


class TableFile(BaseModel):
    """A table file. Every field but the optional ones must be there, and no other may be.

    unmarked: where a cell without a mark comes from. results: code -> what it means in words (or a list of codes).
    cells: of which kind the cells are, beside what `results` lists (see tables.cells); one of the two must be there.
    chart: what the printed chart is called where it has several blocks, each a file of its own.
    labels: code -> how it is printed, where the code is not what stands on the page. modifiers: lines under the table
    that are added to its column or dice. conditions: what its rules see beside
    those lines, in words. checks: what else must hold (see tables.checks).
    """

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)

    slug: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*/[a-z0-9][a-z0-9-]*$")]
    number: Annotated[int, Field(ge=1, strict=True)]
    title: Words
    rule: Words
    source: Words
    caption: Words
    unmarked: Provenance
    rows: AxisKind
    row_title: str = ""
    columns: AxisKind
    column_title: str = ""
    grid: str
    results: Annotated[dict[str, str], BeforeValidator(_read_results)] = {}
    cells: Cells | None = None
    chart: str = ""
    dice: Annotated[Dice, BeforeValidator(_read_dice)] | None = None
    labels: dict[str, Words] = {}
    column_labels: dict[str, Words] = {}
    why: dict[Provenance, Words] = {}
    notes: tuple[Words, ...] = ()
    rulings: tuple[RulingNumber, ...] = ()
    modifiers: str = ""
    conditions: dict[Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]*$")], Words] = {}
    printed_rows: dict[str, Words] = {}
    checks: tuple[Check, ...] = ()

    _table: RuleTable = PrivateAttr()

    @model_validator(mode="after")
    def _build(self) -> Self:
        if not self.results and self.cells is None:
            raise TableError("[results] or [cells] must say what its cells hold")
        self._table = self._make(read_grid(self.grid, self.unmarked))
        check_table(self._table, self.checks)
        return self

    def table(self, checksum: str) -> RuleTable:
        """The table, its version made of the number and the checksum of the file: `1-3f9a0c…`."""
        return replace(self._table, version=f"{self.number}-{checksum}")

    def _make(self, grid: RawGrid) -> RuleTable:
        modifiers = self._modifiers()
        rows = self._row_axis(grid)
        columns = self._column_axis(grid)
        lines = tuple(
            tuple(
                Cell(raw.value, raw.provenance, row.key, column.key)
                for raw, column in zip(raw_row.cells, columns.lines, strict=True)
            )
            for raw_row, row in zip(grid.rows, rows.lines, strict=True)
        )
        return RuleTable(
            slug=self.slug,
            version=str(self.number),
            title=self.title,
            rule=self.rule,
            dice=self.dice,
            results=tuple(self.results),
            cells=self.cells,
            chart=self.chart or self.title,
            source=self.source,
            row_axis=rows,
            column_axis=columns,
            lines=lines,
            caption=self.caption,
            labels=self.labels,
            meanings={code: words for code, words in self.results.items() if words},
            why=self.why,
            notes=self.notes,
            rulings=self._all_rulings(rows.lines + tuple(item.line for item in modifiers)),
            modifiers=modifiers,
            conditions=self._conditions(modifiers),
            printed_rows={row: tuple(text.split()) for row, text in self.printed_rows.items()},
        )

    def _row_axis(self, grid: RawGrid) -> Axis:
        if self.rows not in (AxisKind.NUMBERS, AxisKind.NAMED, AxisKind.RATIOS):
            raise TableError('rows are "numbers", "ratios" or "named"')
        if self.dice is not None and self.rows is not AxisKind.NUMBERS:
            raise TableError('a table with dice has rows of the kind "numbers"')
        keys = tuple(row.key for row in grid.rows)
        spans, bands = _extents(self.rows, keys, "row")
        lines = tuple(_line(row, span, band) for row, span, band in zip(grid.rows, spans, bands, strict=True))
        return Axis(self.rows, self.row_title or str(self.dice or ""), lines)

    def _column_axis(self, grid: RawGrid) -> Axis:
        keys = grid.columns
        for place, key in enumerate(keys):
            if key in keys[:place]:
                raise TableError("there are two columns of this name", column=key)
        for key in self.column_labels:
            if key not in keys:
                raise TableError("[column_labels] names a column that the table does not have", column=key)
        if self.columns is AxisKind.RESULT and keys != ("result",):
            raise TableError('a table of the kind "result" has the one column "result"')
        spans, bands = _extents(self.columns, keys, "column")
        lines = tuple(
            Line(key, self.column_labels.get(key, key), span, band=band)
            for key, span, band in zip(keys, spans, bands, strict=True)
        )
        return Axis(self.columns, self.column_title, lines)

    def _modifiers(self) -> tuple[Modifier, ...]:
        lines = [line.strip() for line in self.modifiers.splitlines() if line.strip()]
        return tuple(_modifier(row) for row in read_rows(lines, self.unmarked)) if lines else ()

    def _conditions(self, modifiers: tuple[Modifier, ...]) -> dict[str, str]:
        """Every condition that its rules see, in words."""
        if strange := next((key for key in self.conditions if key.startswith(TICK)), ""):
            raise TableError(f'a condition that a rule sees has no key that begins with "{TICK}"', row=strange)
        return self.conditions | {m.line.key: m.line.text.rstrip(".") for m in modifiers if not m.is_ticked}

    def _all_rulings(self, lines: tuple[Line, ...]) -> tuple[str, ...]:
        found = set(self.rulings).union(*(line.rulings for line in lines))
        return tuple(sorted(found, key=lambda number: int(number[2:])))


def _extents(kind: AxisKind, keys: tuple[str, ...], word: str) -> tuple[Sequence[Span | None], Sequence[Band | None]]:
    """Which numbers read each line of an axis: as spans of whole numbers, or as bands."""
    none = (None,) * len(keys)
    match kind:
        case AxisKind.NUMBERS:
            return spans_in_order(keys, word), none
        case AxisKind.THRESHOLDS:
            return threshold_spans(keys, word), none
        case AxisKind.RATIOS:
            return none, ratio_bands(keys, word)
    return none, none


def _line(row: RawRow, span: Span | None, band: Band | None = None) -> Line:
    return Line(row.key, row.key, span, row.group, row.text, row.rules, row.rulings, band)


def _modifier(row: RawRow) -> Modifier:
    if len(row.cells) != 1:
        raise TableError("a modifier has one number", row=row.key)
    raw = row.cells[0]
    if raw.value is not None and not re.fullmatch(r"[+-]\d+", raw.value):
        raise TableError(f'"{raw.value}" is no modifier: write +2 or -5', row=row.key)
    made = Modifier(_line(row, None), Cell(raw.value, raw.provenance, f"{MODIFIER}/{row.key}", MODIFIER))
    if made.is_ticked and (raw.value is None or not row.text):
        raise TableError("what is ticked has a number, and words that say what holds", row=row.key)
    return made
