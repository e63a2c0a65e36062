"""A rule table made ready for drawing: the same view serves the reference page, the board and the receipt."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction

from navalassist.engine import Cell, Provenance
from tables.axes import AxisKind, Line
from tables.table import RuleTable

# Short words for narrow cells; the legend has the long ones. A printed cell needs none.
SHORT = {
    Provenance.PRINTED: "",
    Provenance.RESTORED: "rest.",
    Provenance.STAND_IN: "stand-in",
    Provenance.HOUSE: "house",
    Provenance.UNKNOWN: "unknown",
}
LONG = {
    Provenance.PRINTED: "stands so in the rules",
    Provenance.RESTORED: "lost in the source, rebuilt for the reason given",
    Provenance.STAND_IN: "invented, until someone types it from the printed chart",
    Provenance.HOUSE: "changed by the club",
    Provenance.UNKNOWN: "not known: the moderator decides when it is met",
}
# What a table writes for "nothing happens": drawn lighter than a result that hurts.
QUIET = frozenset({"", "-", "–", "0", "NE"})
LONG_TEXT = 5


@dataclass(frozen=True, slots=True)
class HeadView:
    """The heading of a row or column; `here` where a reading was made."""

    label: str
    here: bool


@dataclass(frozen=True, slots=True)
class CellView:
    """A cell as drawn. `note` is what a reading says of itself ("lot 2"); `lost` marks a cell missing in print."""

    text: str
    anchor: str
    provenance: Provenance
    quiet: bool
    hit: bool
    note: str
    lost: bool = False

    @property
    def classes(self) -> str:
        """The classes of the table cell."""
        if self.lost:
            return "gone"
        words = ["no" if self.quiet else "c"]
        if self.provenance is not Provenance.PRINTED:
            words += ["pv", str(self.provenance)]
        return " ".join([*words, "hit"] if self.hit else words)

    @property
    def short(self) -> str:
        """The word in the cell; nothing for a printed cell."""
        return SHORT[self.provenance]


@dataclass(frozen=True, slots=True)
class RowView:
    """A row as drawn. `group` is set in the first row below a heading; `as_printed` is the row as the source has it."""

    head: HeadView
    cells: tuple[CellView, ...]
    group: str
    text: str
    rules: tuple[str, ...]
    rulings: tuple[str, ...]
    as_printed: tuple[CellView, ...] = ()

    @property
    def has_words(self) -> bool:
        """True when the row carries more than cells."""
        return bool(self.text or self.rules or self.rulings)


@dataclass(frozen=True, slots=True)
class WaysView:
    """How often one result comes up: out of `total` throws, the number in each column."""

    label: str
    meaning: str
    total: int
    ways: tuple[int, ...]

    @property
    def chances(self) -> tuple[tuple[int, Fraction], ...]:
        """Number of throws and chance, column by column."""
        return tuple((number, Fraction(number, self.total)) for number in self.ways)


@dataclass(frozen=True, slots=True)
class GridView:
    """What `parts/_grid.html` draws. `as_list`: conditions with one result each, in place of a grid."""

    corner: str
    across: str
    columns: tuple[HeadView, ...]
    rows: tuple[RowView, ...]
    as_list: bool
    wordy: bool
    whole: bool
    uniform: Provenance | None
    chances: tuple[WaysView, ...] = ()

    @property
    def has_words(self) -> bool:
        """True when a column with conditions, paragraphs and rulings is needed."""
        return any(row.has_words for row in self.rows)

    @property
    def wide(self) -> bool:
        """True for a whole table with more columns than a telephone shows."""
        return self.whole and len(self.columns) > 8

    @property
    def classes(self) -> str:
        """The style classes of the table."""
        slim = self.as_list and not self.has_words
        held = {"full": self.wide, "words": self.wordy, "as-list": self.as_list, "slim": slim}
        return " ".join(("grid", *(name for name, holds in held.items() if holds)))

    @property
    def width(self) -> int:
        """How many columns a heading between rows must span."""
        return len(self.columns) + 1 + self.has_words


def grid_view(
    table: RuleTable,
    hits: Mapping[str, str] | Collection[str] | None = None,
    around: int | str | None = None,
    brief: bool = False,
    printed: bool = False,
    chances: bool = False,
) -> GridView:
    """The view of a table.

    hits: the anchors of cells that were read, with a short label each where it is a mapping. around: show this column
    and two on either side. brief: only rows that hold a reading. printed: add the rows as the source has them.
    chances: add how often each result that is not "nothing" comes up in each column drawn.
    """
    notes = dict(hits) if isinstance(hits, Mapping) else dict.fromkeys(hits or (), "")
    places = _window(table, around)
    views = [[_cell_view(table, line[place], notes) for place in places] for line in table.grid()]
    read = {place for line in views for place, cell in zip(places, line, strict=True) if cell.hit}
    keep = [n for n, line in enumerate(views) if not brief or not notes or any(cell.hit for cell in line)]
    rows, group = [], ""
    for n in keep:
        rows.append(_row_view(table, table.rows[n], views[n], group, printed))
        group = table.rows[n].group
    columns = tuple(HeadView(str(table.columns[place]), place in read) for place in places)
    texts = [cell.text for line in views for cell in line] + [column.label for column in columns]
    return GridView(
        corner=table.row_axis.title,
        across=table.column_axis.title,
        columns=columns,
        rows=tuple(rows),
        as_list=table.column_axis.kind is AxisKind.RESULT,
        wordy=any(len(text) > LONG_TEXT for text in texts) or table.row_axis.kind is AxisKind.NAMED,
        uniform=_uniform(table),
        whole=len(places) == len(table.columns) and len(keep) == len(table.rows),
        chances=_chances(table, places) if chances else (),
    )


def _uniform(table: RuleTable) -> Provenance | None:
    """The provenance of every cell, where it is one and needs saying: then it is said once, not cell by cell."""
    found = [provenance for provenance, number in table.provenance_counts().items() if number]
    return found[0] if len(found) == 1 and found[0] is not Provenance.PRINTED else None


def _window(table: RuleTable, around: int | str | None) -> range:
    """The places of the columns to draw: five of them around one, shifted inwards at an edge."""
    count = len(table.columns)
    if around is None or count <= LONG_TEXT:
        return range(count)
    middle = table.columns.index(table.column_axis.find(around))
    first = min(max(middle - 2, 0), count - 5)
    return range(first, first + 5)


def _cell_view(table: RuleTable, cell: Cell, notes: Mapping[str, str]) -> CellView:
    anchor = table.anchor(cell.row, cell.column)
    text = cell_text(table, cell.value)
    return CellView(text, anchor, cell.provenance, cell.value in QUIET, anchor in notes, notes.get(anchor, ""))


def cell_text(table: RuleTable, value: str | None) -> str:
    """A result as people read it: `½E`, `−5`, `–` for none, `?` for unknown."""
    text = table.label(value)
    return "–" if text == "-" else text.replace("-", "−") if text[:1] == "-" else text


def _row_view(table: RuleTable, line: Line, cells: list[CellView], group: str, printed: bool) -> RowView:
    as_printed = _as_printed(table, line) if printed else ()
    heading = line.group if line.group != group else ""
    hit = any(cell.hit for cell in cells)
    return RowView(HeadView(str(line), hit), tuple(cells), heading, line.text, line.rules, line.rulings, as_printed)


def _as_printed(table: RuleTable, line: Line) -> tuple[CellView, ...]:
    """The cells of a row in the source's order, then a gap for each that was lost."""
    codes = table.printed_rows.get(line.key, ())
    cells = [CellView(cell_text(table, code), "", Provenance.PRINTED, code in QUIET, False, "") for code in codes]
    gap = CellView("", "", Provenance.PRINTED, True, False, "", lost=True)
    return tuple(cells + [gap] * (len(table.columns) - len(cells))) if cells else ()


def _chances(table: RuleTable, places: range) -> tuple[WaysView, ...]:
    """A line for each result that hurts and that a throw without modifiers can give; none for a table without dice."""
    if table.dice is None:
        return ()
    total = table.dice.sides**table.dice.count
    columns = [table.ways(table.columns[place].key) for place in places]
    return tuple(
        WaysView(
            cell_text(table, code), table.meanings.get(code, ""), total, tuple(ways.get(code, 0) for ways in columns)
        )
        for code in table.results
        if code not in QUIET and any(ways.get(code) for ways in columns)
    )


def counts_in_words(*tables: RuleTable, noun: str = "cells", words: Mapping[Provenance, str] | None = None) -> str:
    """How much of tables is printed: `161 of 176 cells printed, 15 restored`, `all 6 cells stand-in`; '' for none.

    words: for where a cell comes from, in place of the project's own.
    """
    words = words or {origin: origin.value for origin in Provenance}
    each = [table.provenance_counts() for table in tables]
    counts = {origin: number for origin in Provenance if (number := sum(counts[origin] for counts in each))}
    total = sum(counts.values())
    if len(counts) < 2:
        return "".join(f"all {total} {noun} {words[origin]}" for origin in counts)
    (first, number), *others = counts.items()
    rest = ", ".join(f"{count} {words[origin]}" for origin, count in others)
    return f"{number} of {total} {noun} {words[first]}, {rest}"


@dataclass(frozen=True, slots=True)
class OddCells:
    """The cells of one row that are not printed as they stand, as (column, anchor). `row` is words, not a key."""

    row: str
    provenance: Provenance
    cells: tuple[tuple[str, str], ...]


def odd_cells(table: RuleTable) -> tuple[OddCells, ...]:
    """Where restored, house and unknown cells stand, row by row, in words; a table of stand-ins says so once."""
    found = []
    as_list = table.column_axis.kind is AxisKind.RESULT
    for line, cells in zip(table.rows, table.grid(), strict=True):
        for provenance in (Provenance.RESTORED, Provenance.HOUSE, Provenance.UNKNOWN):
            places = tuple(
                ("see it" if as_list else str(column), table.anchor(cell.row, cell.column))
                for column, cell in zip(table.columns, cells, strict=True)
                if cell.provenance is provenance
            )
            if places:
                words = f"{line.group}: {line.text}" if as_list else f"Row {line}"
                found.append(OddCells(words, provenance, places))
    return tuple(found)
