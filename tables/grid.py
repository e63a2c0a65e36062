"""Reads the grid of a table file: a page of text with one line for each row.

    die | 0   1   2   3            the first line names the columns
    2   | -   C   -   -~           a row: heading, then a cell for each column
    == baltic  Baltic Sea          a heading between rows; the rows under it are `baltic/…`
    baltic/regular | 9 | 33.B.10 R-11 | The condition in words.

A row may go on after its cells: paragraphs and rulings that bear on it, then its text. Headings of columns and cells
that hold blanks are divided by `;`. A mark after a cell tells where the cell comes from.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from navalassist.engine import Provenance
from tables.errors import TableError

MARKS = {
    "=": Provenance.PRINTED,
    "~": Provenance.RESTORED,
    "^": Provenance.STAND_IN,
    "!": Provenance.HOUSE,
}
UNKNOWN = "?"


@dataclass(frozen=True, slots=True)
class RawCell:
    """A cell as the file has it: its text (None when unknown) and where it comes from."""

    value: str | None
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class RawRow:
    """A row as the file has it."""

    key: str
    cells: tuple[RawCell, ...]
    rules: tuple[str, ...]
    rulings: tuple[str, ...]
    text: str
    group: str


@dataclass(frozen=True, slots=True)
class RawGrid:
    """The grid as the file has it: headings of the columns, then the rows."""

    columns: tuple[str, ...]
    rows: tuple[RawRow, ...]


def read_grid(text: str, unmarked: Provenance) -> RawGrid:
    """The grid of a file. `unmarked` is what a cell without a mark is. TableError names the row that can't be read."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines or "|" not in lines[0]:
        raise TableError("the first line of the grid must name the columns after a |")
    columns = _divided(lines[0].split("|", 1)[1])
    rows = read_rows(lines[1:], unmarked)
    for row in rows:
        if len(row.cells) != len(columns):
            missing = columns[len(row.cells)] if len(row.cells) < len(columns) else None
            counts = f"it has {_cells(len(row.cells))}, and the table has {len(columns)} columns"
            raise TableError(counts, row=row.key, column=missing)
    return RawGrid(columns, rows)


def read_rows(lines: list[str], unmarked: Provenance) -> tuple[RawRow, ...]:
    """The rows of a grid or of a list of modifiers, with the headings between them."""
    rows: list[RawRow] = []
    prefix, group = "", ""
    for line in lines:
        if line.startswith("=="):
            prefix, _, group = line[2:].strip().partition(" ")
            group = group.strip()
            if not group:
                raise TableError(f'the heading "{line}" needs a key and words: == baltic  Baltic Sea')
            continue
        row = _row(line, unmarked, group)
        if prefix and not row.key.startswith(f"{prefix}/"):
            raise TableError(f'it stands under "{group}", so its key must begin with {prefix}/', row=row.key)
        if any(row.key == other.key for other in rows):
            raise TableError("there are two rows of this name", row=row.key)
        rows.append(row)
    if not rows:
        raise TableError("the grid has no rows")
    return tuple(rows)


def _cells(count: int) -> str:
    return "1 cell" if count == 1 else f"{count} cells"


def _divided(text: str) -> tuple[str, ...]:
    if ";" in text:
        return tuple(" ".join(part.split()) for part in text.split(";"))
    return tuple(text.split())


def _row(line: str, unmarked: Provenance, group: str) -> RawRow:
    parts = [" ".join(part.split()) for part in line.split("|", 3)]
    if len(parts) < 2 or not parts[0]:
        raise TableError(f'the line "{line}" needs a heading, a | and cells')
    key = parts[0]
    cells = tuple(_cell(token, unmarked, key) for token in _divided(parts[1]))
    references = parts[2].split() if len(parts) > 2 else []
    rulings = tuple(word for word in references if re.fullmatch(r"R-\d+", word))
    rules = tuple(word for word in references if word not in rulings)
    return RawRow(key, cells, rules, rulings, parts[3] if len(parts) > 3 else "", group)


def _cell(token: str, unmarked: Provenance, row: str) -> RawCell:
    if token == UNKNOWN:
        return RawCell(None, Provenance.UNKNOWN)
    if token[-1] not in MARKS:
        if unmarked is Provenance.UNKNOWN:
            raise TableError(f'"{token}" has no mark, and this file says that cells without one are unknown', row=row)
        return RawCell(token, unmarked)
    if len(token) == 1 or token[:-1] == UNKNOWN:
        raise TableError(f'"{token}" is a mark without a result', row=row)
    return RawCell(token[:-1], MARKS[token[-1]])
