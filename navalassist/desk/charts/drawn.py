"""A block of the editor as it is drawn: cells with the word of where they come from, faults below their rows, keys."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from navalassist.desk.charts.lists import LineField, asks_ticks, has_list, lines_of
from navalassist.desk.charts.saving import Tried
from navalassist.desk.charts.share import SHORT, WORDS
from navalassist.desk.charts.typed import Block, in_marks
from navalassist.engine import Provenance
from navalassist.engine.book import PRECEDENT
from navalassist.engine.english import small
from navalassist.play.systems import System
from tables.axes import AxisKind
from tables.cells import CellError, CellKind
from tables.editing import Fault, Grid
from tables.grid import UNKNOWN
from tables.table import RuleTable

BAD = "bad"
MOST_KEYS = 9
DIGITS = "1234567890"


@dataclass(frozen=True, slots=True)
class CellField:
    """An input of the grid. label: as a screen reader says it; short: the word in the cell.

    fault: something is wrong; kink: it looks odd beside its neighbours.
    """

    id: str
    text: str
    label: str
    origin: str
    short: str = ""
    fault: bool = False
    kink: bool = False


@dataclass(frozen=True, slots=True)
class RowField:
    """A row. faults: sentences that stand below it; tick: may this seat read it back; by: who typed it."""

    number: int
    head: CellField
    cells: tuple[CellField, ...]
    faults: tuple[str, ...]
    key: str
    ticked: bool
    tick: bool


@dataclass(frozen=True)
class BlockField:
    """A block of the form. lines: its list of modifiers; in_words: a rule asks for ticks of it."""

    number: int
    block: Block
    columns: tuple[CellField, ...]
    rows: tuple[RowField, ...]
    faults: tuple[str, ...]
    keys: tuple[str, ...]
    letters: tuple[str, ...]
    lines: tuple[LineField, ...] = ()
    in_words: bool = False

    @property
    def has_ticks(self) -> bool:
        """True where this seat may read back some line of it."""
        return any(row.tick for row in self.rows) or any(line.tick for line in self.lines)

    @property
    def touched(self) -> str:
        """The marks of touched cells."""
        return in_marks(self.block.typed.touched)

    @property
    def corner(self) -> str:
        """What the rows are."""
        return self.block.chart.newest.row_axis.title or "row"

    @property
    def across(self) -> str:
        """What the columns are."""
        return self.block.chart.newest.column_axis.title

    @property
    def wanted(self) -> str:
        """What a cell may hold, in words."""
        table = self.block.chart.newest
        listed = ", ".join(table.label(code) for code in table.results)
        kind = table.cells.wanted if table.cells else ""
        return "; or ".join(filter(None, (listed and f"one of {listed}", kind)))

    @property
    def width(self) -> int:
        """How many columns a row of the table has, with its heading and its tick."""
        return len(self.columns) + 2

    @property
    def longest(self) -> int:
        """How many characters the longest heading of a row has."""
        return max(3, *(len(row.head.text) for row in self.rows))

    @property
    def has_all_keys(self) -> bool:
        """True where the keys on the page write every text, so that a tablet need not show its own."""
        cells = self.block.chart.newest.cells
        return cells is None or cells.kind is not CellKind.WORDS

    @property
    def kind(self) -> str:
        """`result` for a chart of one column."""
        return self.block.chart.newest.column_axis.kind.value


def place_of(table: RuleTable, row: str, column: str) -> str:
    """`Die 4, class 2`; '' for a column or a row is left out: `Die 4`."""
    parts = []
    if row:
        title = table.row_axis.title
        named = table.row_axis.kind is AxisKind.NAMED
        word = "" if named else ("die" if table.dice and table.dice.count == 1 else "dice" if table.dice else title)
        parts.append(f"{word or ('' if named else 'row')} {row}".strip())
    if column and table.column_axis.kind is not AxisKind.RESULT:
        title = table.column_axis.title
        parts.append(f"{small(title)} {column}".strip() if title else f"column {column}")
    said = ", ".join(parts)
    return f"{said[:1].upper()}{said[1:]}"


def field_of(number: int, block: Block, found: Tried, seat: str, system: System) -> BlockField:
    """The block as it is drawn. found: what came of it when it was tried."""
    faults = found.faults.get(number, ())
    wrong = {(fault.row, fault.column): fault for fault in faults if not fault.listed}
    chart, in_words = block.chart, asks_ticks(system, block.chart.slug)
    listed = lines_of(number, chart, block.typed.modifiers or (), block.ticks, seat)
    draw = _Drawing(number, block, wrong, frozenset(found.kinked.get(number, ())))
    return BlockField(
        number,
        block,
        tuple(draw.head(-1, c) for c in range(len(block.typed.columns))),
        tuple(draw.row(r, seat) for r in range(len(block.typed.rows))),
        tuple(draw.said(fault) for place, fault in sorted(wrong.items()) if place[0] < 0),
        keys_of(block),
        letters_of(block),
        listed.drawn(faults, in_words) if has_list(chart.newest) else (),
        in_words,
    )


class _Drawing:
    """One drawing of a block."""

    def __init__(
        self, number: int, block: Block, wrong: dict[tuple[int, int], Fault], kinked: frozenset[tuple[int, int]]
    ) -> None:
        self.number, self.block, self.wrong, self.kinked = number, block, wrong, kinked
        self.table, self.typed = block.chart.newest, block.typed
        self.grid = Grid(self.table, self.typed, block.chart.asked)

    def row(self, r: int, seat: str) -> RowField:
        heading = self.typed.rows[r].heading
        said = tuple(self.said(fault) for place, fault in sorted(self.wrong.items()) if place[0] == r)
        known = heading in self.block.chart.typed
        may = known and self.block.chart.may_read_back(seat, heading)
        cells = tuple(self.cell(r, c) for c in range(len(self.typed.columns)))
        return RowField(r, self.head(r, -1), cells, said, heading, heading in self.block.ticks, may)

    def head(self, r: int, c: int) -> CellField:
        text = self.typed.columns[c] if r < 0 else self.typed.rows[r].heading
        word = f"Heading of column {c + 1}" if r < 0 else f"Heading of row {r + 1}"
        return CellField(self.id(r, c), text, f"{word}: {text}" if text else word, "", fault=(r, c) in self.wrong)

    def cell(self, r: int, c: int) -> CellField:
        text, bad = self.typed.rows[r].cells[c], (r, c) in self.wrong
        origin = BAD if bad else self.origin(r, c)
        word = "not understood" if origin == BAD else WORDS[origin]
        label = f"{self.place(r, c)}, {word}"
        shown = UNKNOWN if origin == Provenance.UNKNOWN and not text.strip() else text
        kink = (r, c) in self.kinked
        short = "kink?" if kink else SHORT.get(origin, "")
        label = f"{label}, looks odd" if kink else label
        return CellField(self.id(r, c), shown, label, origin, short, bad or origin == BAD, kink)

    def origin(self, r: int, c: int) -> str:
        try:
            _, origin = self.grid.cell(r, c)
        except CellError:
            return BAD
        cell = self.grid.before(r, c)
        if (
            origin is Provenance.PRINTED
            and cell is not None
            and cell.value is None
            and (r, c) not in self.typed.touched
        ):
            asked = self.block.chart.asked.get((cell.row, cell.column))
            return PRECEDENT if asked is not None and asked == self.typed.rows[r].cells[c] else origin.value
        return origin.value

    def place(self, r: int, c: int) -> str:
        row = self.typed.rows[r].heading if r >= 0 else ""
        column = self.typed.columns[c] if c >= 0 else ""
        return place_of(self.table, row, column)

    def id(self, r: int, c: int) -> str:
        row, column = (f"r{r}" if r >= 0 else ""), (f"c{c}" if c >= 0 else "")
        return f"b{self.number}{row}{column}"

    def said(self, fault: Fault) -> str:
        place = self.place(fault.row, fault.column) if (fault.row, fault.column) != (-1, -1) else ""
        return f"{place}: {fault.problem}" if place else fault.problem


# --- keys


def keys_of(block: Block) -> tuple[str, ...]:
    """Whole texts, those most used first: one tap fills a cell."""
    table = block.chart.newest
    used = Counter(text for row in block.typed.rows for cell in row.cells if (text := _understood(block, cell)))
    likely = list(table.results)
    if table.cells and table.cells.kind is CellKind.CODES:
        likely += [code if code in table.cells.once else f"1{code}" for code in table.cells.codes]
    if table.cells and table.cells.kind in (CellKind.CODES, CellKind.TO_HIT):
        likely.append("-")
    known = [text for text, _ in used.most_common() if len(text) <= 12]
    return (*tuple(dict.fromkeys((*known, *likely)))[:MOST_KEYS], UNKNOWN)


def _understood(block: Block, text: str) -> str:
    """A cell as the table keeps it; '' for an unknown one, and for one that is not understood."""
    try:
        return Grid(block.chart.newest, block.typed, block.chart.asked).written(text) or ""
    except CellError:
        return ""


def letters_of(block: Block) -> tuple[str, ...]:
    """What texts are made of, letter by letter; none where the whole texts are all there is, or for words."""
    cells = block.chart.newest.cells
    if cells is None or cells.kind is CellKind.WORDS:
        return ()
    if cells.kind is CellKind.CODES:
        return ("1", "2", "3", "4", *cells.codes, "+")
    return (*DIGITS, "/", *cells.codes) if cells.kind is CellKind.PAIR else tuple(DIGITS)
