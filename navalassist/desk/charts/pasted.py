"""A block of cells from a spreadsheet: read, laid on the chart to be looked at, and only then put into the form."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Generic, Protocol, TypeVar

from django.http import HttpRequest

from navalassist.desk.charts.drawn import place_of
from navalassist.desk.charts.typed import Block
from navalassist.desk.problem import Problem
from navalassist.engine import Provenance
from navalassist.engine.english import counted
from tables.cells import CellError
from tables.editing import MOST_LINES, Grid, TypedRow

MOST_CHARACTERS = 64_000
FIELD = "paste"
Lines = tuple[tuple[str, ...], ...]


class Met(StrEnum):
    """What a pasted cell is beside the one that stands there."""

    NEW = "new"
    SAME = "same"
    DIFFERS = "differs"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Laid:
    """A pasted cell on its place. was: what stands there."""

    row: int
    column: int
    text: str
    was: str
    met: Met
    place: str
    problem: str = ""


class Meets(Protocol):
    """A pasted cell or line: what it is beside the one that stands there."""

    @property
    def met(self) -> Met: ...


M = TypeVar("M", bound=Meets, covariant=True)


@dataclass(frozen=True)
class LaidDown(Generic[M]):
    """What was pasted, to be looked at before it goes in. laid: each cell, or each line."""

    laid: tuple[M, ...]

    @cached_property
    def counts(self) -> Counter[Met]:
        """How many of each kind."""
        return Counter(one.met for one in self.laid)

    @property
    def taken(self) -> int:
        """How many go into the form."""
        return len(self.laid) - self.counts[Met.BAD]

    @property
    def problems(self) -> tuple[M, ...]:
        """The first of those that are not understood, and of those that differ."""
        return tuple(one for one in self.laid if one.met in (Met.BAD, Met.DIFFERS))[:8]


@dataclass(frozen=True)
class Pasted(LaidDown[Laid]):
    """A block on a chart. at: block, row and column where it begins; outside: how many cells have no place there."""

    block: Block
    lines: Lines
    at: tuple[int, int, int]
    outside: int
    is_list = False

    @property
    def taken_words(self) -> str:
        """`15 cells`"""
        return counted(self.taken, "cell")

    @property
    def size(self) -> str:
        """`4 rows of 6 cells`"""
        widest = max(len(line) for line in self.lines)
        return f"{counted(len(self.lines), 'row')} of {counted(widest, 'cell')}"

    @property
    def columns(self) -> tuple[str, ...]:
        """The headings of the columns that it covers."""
        covered = sorted({laid.column for laid in self.laid})
        return tuple(self.block.typed.columns[column] for column in covered)

    @property
    def rows(self) -> tuple[tuple[str, tuple[Laid, ...]], ...]:
        """The rows that it covers, each with its heading and cells."""
        numbers = sorted({laid.row for laid in self.laid})
        return tuple(
            (self.block.typed.rows[r].heading, tuple(laid for laid in self.laid if laid.row == r)) for r in numbers
        )


def pasted(request: HttpRequest, blocks: Sequence[Block]) -> Pasted:
    """The block that was sent, on its place. Problem 422 where there is none that could be put in."""
    lines = read(request.POST.get(FIELD, ""))
    if "turned" in request.POST:
        lines = turned(lines)
    number, row = _numbers(request.POST.get("at-row", "0.0"), 2)
    (column,) = _numbers(request.POST.get("at-column", "0"), 1)
    block = blocks[number] if number < len(blocks) else blocks[0]
    lines = without_headings(lines, block, row, column)
    made = laid_on(block, lines, row, column)
    if not made:
        text = f"Paste: a block of {counted(len(lines), 'row')} has no cell in the chart from there on."
        raise Problem(422, text, FIELD)
    outside = sum(len(line) for line in lines) - len(made)
    return Pasted(made, block, lines, (number, row, column), outside)


def _numbers(sent: str, count: int) -> list[int]:
    found = [int(part) for part in re.findall(r"\d{1,3}", sent, re.ASCII)[:count]]
    return found if len(found) == count else [0] * count


def read(text: str) -> Lines:
    """Cells as lines. Tabs part them, else semicolons, commas, or blanks. Problem 422 for none, or too many."""
    if len(text) > MOST_CHARACTERS:
        raise Problem(422, f"Paste: at most {MOST_CHARACTERS:,} characters; these are {len(text):,}.", FIELD)
    kept = [line for line in text.replace("\0", "\ufffd").splitlines() if line.strip()]
    if not kept:
        raise Problem(422, "Paste: nothing is there. Copy cells from a spreadsheet, one row a line.", FIELD)
    divider = next((mark for mark in "\t;," if any(mark in line for line in kept)), "")
    try:
        lines = list(csv.reader(kept, delimiter=divider)) if divider else [line.split() for line in kept]
    except csv.Error as error:
        raise Problem(422, f"Paste: this is no block of cells: {error}.", FIELD) from None
    widest = max(len(line) for line in lines)
    if len(lines) > MOST_LINES or widest > MOST_LINES:
        size = f"{len(lines)} rows of {widest} cells"
        raise Problem(422, f"Paste: a chart has at most {MOST_LINES} rows and columns; this block has {size}.", FIELD)
    return tuple(tuple(cell.strip() for cell in line) for line in lines)


def turned(lines: Lines) -> Lines:
    """Rows as columns."""
    widest = max(len(line) for line in lines)
    full = [(*line, *[""] * (widest - len(line))) for line in lines]
    return tuple(zip(*full, strict=True))


def without_headings(lines: Lines, block: Block, row: int, column: int) -> Lines:
    """The block without a first line or a first cell of each line that only repeat the headings."""
    columns = [heading.strip() for heading in block.typed.columns[column:]]
    headings = [known.heading.strip() for known in block.typed.rows[row:]]
    first = lines[0]
    if len(lines) > 1 and any(list(part) == columns[: len(part)] for part in (first, first[1:]) if part):
        lines = lines[1:]
    starts = [line[0] for line in lines if line]
    if len(starts) == len(lines) and starts == headings[: len(starts)] and all(len(line) > 1 for line in lines):
        return tuple(line[1:] for line in lines)
    return lines


def laid_on(block: Block, lines: Lines, row: int, column: int) -> tuple[Laid, ...]:
    """Each pasted cell that has a place in the block."""
    grid = Grid(block.chart.newest, block.typed, block.chart.asked)
    rows, columns = block.typed.rows, block.typed.columns
    return tuple(
        _laid(grid, r, c, text)
        for r, line in enumerate(lines, start=row)
        for c, text in enumerate(line, start=column)
        if r < len(rows) and c < len(columns)
    )


def _laid(grid: Grid, r: int, c: int, text: str) -> Laid:
    was = grid.typed.rows[r].cells[c].strip()
    place = place_of(grid.table, grid.typed.rows[r].heading, grid.typed.columns[c])
    try:
        now = grid.written(text)
    except CellError as error:
        return Laid(r, c, shown(text), was, Met.BAD, place, shown(str(error)))
    try:
        before = grid.written(was)
    except CellError:
        before = was
    met = Met.SAME if now == before else Met.NEW if before is None else Met.DIFFERS
    return Laid(r, c, now or "", was, met, place)


def shown(text: str) -> str:
    """What can be shown of a text that is not understood."""
    plain = "".join(character if character.isprintable() else "\ufffd" for character in text)
    return plain if len(plain) <= 200 else f"{plain[:200]}…"


def put_in(found: Pasted, stamp: Provenance) -> Block:
    """The block with what was understood of the pasted cells, each marked as the stamp says."""
    typed = found.block.typed
    cells = [list(row.cells) for row in typed.rows]
    touched = dict(typed.touched)
    for laid in found.laid:
        if laid.met is not Met.BAD:
            cells[laid.row][laid.column] = laid.text
            touched[laid.row, laid.column] = stamp
    rows = tuple(TypedRow(row.heading, tuple(line)) for row, line in zip(typed.rows, cells, strict=True))
    return replace(found.block, typed=replace(typed, rows=rows, touched=touched))
