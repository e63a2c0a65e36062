"""What the year's book is made of: tables whose rows have a picture each, the same as lines of a file, and graphs."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from navalassist.desk.logbook.downloads import safe_cell

# How wide the picture of a row is.
WIDTH = 200


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a bar. nth: how it is drawn, as the legend says."""

    nth: int
    x: int
    width: int


@dataclass(frozen=True, slots=True)
class Mark:
    """The band of a number: from, how wide, where it was to be expected, and where it came to be."""

    x: int
    width: int
    expected: int
    came: int


@dataclass(frozen=True, slots=True)
class Row:
    """A row: its cells, the first of which heads it, and its picture: a bar or a mark. part: of the row above it."""

    cells: tuple[str, ...]
    bar: tuple[Part, ...] = ()
    mark: Mark | None = None
    part: bool = False


@dataclass(frozen=True, slots=True)
class Graph:
    """What came beyond expectation, turn by turn: the band, the line, its months, and the same in a sentence."""

    title: str
    band: str
    line: str
    zero: int
    end: tuple[int, int]
    months: tuple[tuple[int, str], ...]
    most: tuple[tuple[int, str], ...]
    said: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the book. name: of its file; side: its sign stands before the title; picture: what heads the pictures.

    legend: how each part of a bar is drawn and called; lines: of its file, where they are not its rows, heads first.
    """

    name: str
    title: str
    heads: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    side: str = ""
    words: str = ""
    picture: str = ""
    legend: tuple[tuple[int, str], ...] = ()
    fine: tuple[str, ...] = ()
    graphs: tuple[Graph, ...] = ()
    lines: Callable[[], Iterable[tuple[str, ...]]] | None = None

    def as_csv(self) -> str:
        """Lines for a spreadsheet."""
        file = io.StringIO()
        writer = csv.writer(file, lineterminator="\r\n")
        for line in self.lines() if self.lines else (self.heads, *(row.cells for row in self.rows)):
            writer.writerow([safe_cell(cell) for cell in line])
        return "\ufeff" + file.getvalue()


def bars(rows: Sequence[Sequence[Fraction]]) -> list[tuple[Part, ...]]:
    """Each row's numbers one after another, the longest row as wide as the picture."""
    most = max((sum(row, Fraction(0)) for row in rows), default=Fraction(0)) or Fraction(1)
    return [_bar([round(sum(row[:n], Fraction(0)) * WIDTH / most) for n in range(len(row) + 1)]) for row in rows]


def _bar(ends: Sequence[int]) -> tuple[Part, ...]:
    pairs = enumerate(pairwise(ends))
    return tuple(Part(nth, start, end - start) for nth, (start, end) in pairs if end > start)
