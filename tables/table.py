"""A rule table in use: frozen, hashable, quick to read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from types import MappingProxyType

from navalassist.engine import Cell, Dice, Provenance
from navalassist.engine.cells import MODIFIER as MODIFIER
from navalassist.engine.cells import TICK, ListLine, Number
from tables.axes import Axis, AxisKind, Line
from tables.cells import LONGEST_WORDS, CellError, Cells


@dataclass(frozen=True, slots=True)
class Modifier:
    """A line of the list under a table: "-5, an empty naval transport that sails alone".

    Its key is what the rule calls the condition; `tick-…` where no rule sees it, and its words are ticked.
    """

    line: Line
    cell: Cell

    @property
    def number(self) -> int | None:
        """What is added; None when the cell is unknown."""
        return None if self.cell.value is None else int(self.cell.value)

    @property
    def is_ticked(self) -> bool:
        """True for words that are ticked."""
        return self.line.key.startswith(TICK)


@dataclass(frozen=True, eq=False)
class RuleTable:
    """One version of one table. Two tables are equal when slug and version are: the version holds the file's checksum.

    results: the codes a cell may hold, and `cells` of which kind others are; chart: the printed chart it belongs to.
    labels: how a code is printed, where that differs. meanings: a code in words.
    why: the reason for each provenance other than printed. printed_rows: rows with restored cells, as the source has
    them (its cells in order, without the lost ones). conditions: all that its rules see, in words, whether its list has
    a line of it or not. lines: the cells in printed order, row by row.
    """

    slug: str
    version: str
    title: str
    rule: str
    dice: Dice | None
    results: tuple[str, ...]
    source: str
    row_axis: Axis
    column_axis: Axis
    lines: tuple[tuple[Cell, ...], ...]
    cells: Cells | None = None
    chart: str = ""
    caption: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    meanings: Mapping[str, str] = field(default_factory=dict)
    why: Mapping[Provenance, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    conditions: Mapping[str, str] = field(default_factory=dict)
    printed_rows: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    _index: dict[tuple[int | str, int | str], Cell] = field(init=False, repr=False)
    _ways: dict[tuple[int | str, int], Mapping[str | None, int]] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("labels", "meanings", "why", "printed_rows", "conditions"):
            object.__setattr__(self, name, MappingProxyType(dict(getattr(self, name))))
        object.__setattr__(self, "_index", self._build_index())

    def _build_index(self) -> dict[tuple[int | str, int | str], Cell]:
        at = {(cell.row, cell.column): cell for line in self.lines for cell in line}
        index: dict[tuple[int | str, int | str], Cell] = {
            (row, column): at[row_line.key, column_line.key]
            for row, row_line in self.row_axis.keys().items()
            for column, column_line in self.column_axis.keys().items()
        }
        index.update({(item.cell.row, MODIFIER): item.cell for item in self.modifiers})
        return index

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RuleTable) and (self.slug, self.version) == (other.slug, other.version)

    def __hash__(self) -> int:
        return hash((self.slug, self.version))

    def __str__(self) -> str:
        return self.title

    def cell(self, row: Number | str, column: Number | str) -> Cell:
        """The cell that a row and a column read: numbers or headings; `modifier/<key>` in the column `modifier`.

        A number in an open end ("6 or more") reads that end; the table clamps nothing else (R-02). LookupError, with
        a sentence, for a row or column that the table does not have.
        """
        found = self._index.get((row, column))  # type: ignore[arg-type]
        if found is not None:
            return found
        return self._index[self._find("row", row).key, self._find("column", column).key]

    def _find(self, word: str, key: Number | str) -> Line:
        axis = self.row_axis if word == "row" else self.column_axis
        try:
            return axis.find(key, word)
        except LookupError as error:
            raise LookupError(f"{self.title} has {error}") from None

    @property
    def axes(self) -> tuple[Axis, Axis]:
        """The row axis and the column axis."""
        return (self.row_axis, self.column_axis)

    @property
    def rows(self) -> tuple[Line, ...]:
        """The rows in printed order; `str(row)` is the heading."""
        return self.row_axis.lines

    @property
    def columns(self) -> tuple[Line, ...]:
        """The columns in printed order; `str(column)` is the heading."""
        return self.column_axis.lines

    def grid(self) -> tuple[tuple[Cell, ...], ...]:
        """The cells in printed order, row by row; goes with `rows` and `columns`."""
        return self.lines

    @property
    def listed(self) -> tuple[ListLine, ...]:
        """The list under it, as rules read it."""
        rule = self.rule.partition(",")[0]
        return tuple(
            ListLine(item.line.key, item.line.text.rstrip("."), next(iter(item.line.rules), rule))
            for item in self.modifiers
        )

    @property
    def known(self) -> tuple[str, ...]:
        """The texts that its cells are known to hold: those that it lists, and those that stand in it."""
        standing = {cell.value for line in self.lines for cell in line if cell.value is not None}
        others = sorted(standing.difference(self.results), key=_as_read) if self.cells else []
        return (*self.results, *others)

    @property
    def wanted(self) -> str:
        """What other text a cell may hold, in words; '' where all are listed."""
        return self.cells.wanted if self.cells else ""

    def written(self, typed: str) -> str:
        """What was typed for a cell, as the table keeps it. CellError for a text that it can't hold."""
        plain = " ".join(typed.split())
        if plain in self.results:
            return plain
        alike = {text.casefold(): code for code in self.results for text in (code, self.label(code))}
        if plain.casefold() in alike:
            return alike[plain.casefold()]
        if self.cells is None:
            listed = [self.label(code) for code in self.results]
            meant = next(iter(get_close_matches(plain[:LONGEST_WORDS], listed, 1)), "")
            hint = f"; perhaps it is {meant}" if meant else ""
            raise CellError(f'"{plain[:30]}" is not understood: write one of {", ".join(listed)}{hint}')
        return self.cells.written(plain)

    def place(self, cell: Cell) -> str:
        """Where a cell stands, in words: `row 4, strength 12`."""
        dice = str(self.dice or "")
        words = [
            f"{word if axis.title in (dice, '') else axis.title} {axis.find(key, word).label}"
            for axis, key, word in ((self.row_axis, cell.row, "row"), (self.column_axis, cell.column, "column"))
            if axis.kind is not AxisKind.RESULT
        ]
        return ", ".join(words)

    def label(self, value: str | None) -> str:
        """A result as it is printed: `HALF` is "½E"; "?" when unknown."""
        return "?" if value is None else self.labels.get(value, value)

    def anchor(self, row: int | str, column: int | str) -> str:
        """The html id of a cell: `r9c9`, `r-western-med-no-allied-port-c-result`, `m-red-sea` for a modifier."""
        if column == MODIFIER and (row, column) in self._index:
            return "m" + next(item.line.name for item in self.modifiers if item.cell.row == row)
        row_line, column_line = self._find("row", row), self._find("column", column)
        return f"r{row_line.name}{'-' if row_line.span is None else ''}c{column_line.name}"

    def provenance_counts(self) -> Mapping[Provenance, int]:
        """How many cells of the grid come from where, each provenance named, modifiers left out."""
        counts = Counter(cell.provenance for line in self.lines for cell in line)
        return {provenance: counts[provenance] for provenance in Provenance}

    def ways(self, column: int | str, modifier: int = 0) -> Mapping[str | None, int]:
        """For each result of a column, how many throws of the dice give it (out of 36 for two dice); kept once counted.

        LookupError for a table without dice, or if a modified total has no row.
        """
        kept = self._ways.get((column, modifier))
        if kept is None:
            kept = self._ways[column, modifier] = self._count_ways(column, modifier)
        return kept

    def _count_ways(self, column: int | str, modifier: int) -> Mapping[str | None, int]:
        if self.dice is None:
            raise LookupError(f"{self.title} is read without dice")
        values = (self.cell(sum(throw) + modifier, column).value for throw in self.dice.throws())
        return MappingProxyType(dict(Counter(values)))

    def without_stand_ins(self) -> RuleTable:
        """The table with every stand-in cell unknown (R-30, "no stand-ins"); the same table if it has none."""
        lines = tuple(tuple(_bare(cell) for cell in line) for line in self.lines)
        modifiers = tuple(Modifier(item.line, _bare(item.cell)) for item in self.modifiers)
        if (lines, modifiers) == (self.lines, self.modifiers):
            return self
        return replace(self, lines=lines, modifiers=modifiers, version=f"{self.version}-no-stand-ins")


def _as_read(text: str) -> tuple[bool, int, str]:
    """Numbers first, in their order."""
    return (not text.isdigit(), int(text) if text.isdigit() else 0, text)


def _bare(cell: Cell) -> Cell:
    if cell.provenance is not Provenance.STAND_IN:
        return cell
    return Cell(None, Provenance.UNKNOWN, cell.row, cell.column)
