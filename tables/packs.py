"""Chart packs: the charts that somebody typed from their own box, as one file for another campaign or a friend's.

A pack holds what was read from a printed chart, and house cells where that is wished; never a stand-in, which everybody
has. What comes in is compared first: cell by cell the group says whose text counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError, model_validator

from navalassist.engine import Cell, Provenance
from navalassist.engine.english import counted
from tables.cells import CellError
from tables.editing import LONGEST_HEADING, MOST_LINES, Edited, Grid, TypedChart, TypedRow, as_typed, edited
from tables.load import parse
from tables.table import RuleTable

FORMAT: Final = 1
MOST_BYTES = 1_000_000
MOST_CHARTS = 60
MOST_LISTS, MOST_LIST_LINES, MOST_COLUMNS = 20, 400, 40
# The column by which a line is found again.
NAME = "name"
PACKED = (Provenance.PRINTED, Provenance.RESTORED, Provenance.HOUSE)

# A row that a rule looks for by name may be called longer than one that players type.
LONGEST_NAME = 80
Heading = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_NAME)]
Text = Annotated[str, StringConstraints(max_length=200)]
Column = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$", max_length=40)]
CellText = Annotated[str, StringConstraints(min_length=1, max_length=60)]
Origin = Literal["printed", "restored", "house"]


class PackError(ValueError):
    """A file that is no pack; the sentence says what is wrong."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class PackCell(_Part):
    """A cell: its text, and where it comes from."""

    text: CellText
    origin: Annotated[Origin, Field(alias="from")]


class PackRow(_Part):
    """A row: its heading, and a cell or none under each heading of the columns."""

    heading: Heading
    cells: Annotated[tuple[PackCell | None, ...], Field(max_length=MOST_LINES)]


class PackChart(_Part):
    """A table of a pack. table: its slug; typed_by, read_by: people, as their campaign calls them."""

    table: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*/[a-z0-9][a-z0-9-]*$", max_length=80)]
    title: Text
    source: Text = ""
    typed_by: Text = ""
    read_by: Text = ""
    columns: Annotated[tuple[Heading, ...], Field(max_length=MOST_LINES)]
    rows: Annotated[tuple[PackRow, ...], Field(max_length=MOST_LINES)]

    @model_validator(mode="after")
    def _rows_fit(self) -> PackChart:
        for row in self.rows:
            if len(row.cells) != len(self.columns):
                counts = f"{counted(len(row.cells), 'cell')} for {counted(len(self.columns), 'column')}"
                raise ValueError(f"{self.title}, row {row.heading}: {counts}")
        return self

    def count(self) -> int:
        """How many cells it holds."""
        return sum(cell is not None for row in self.rows for cell in row.cells)


class PackLine(_Part):
    """A line of a list: its cells as texts, in the order of the columns, and where it comes from."""

    cells: Annotated[tuple[Text, ...], Field(max_length=MOST_COLUMNS)]
    origin: Annotated[Literal["printed", "house"], Field(alias="from")]


class PackList(_Part):
    """A list of a pack. kind: of its rows; columns: names of their fields; lines are found again by `name`."""

    kind: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]*$", max_length=40)]
    title: Text
    columns: Annotated[tuple[Column, ...], Field(min_length=1, max_length=MOST_COLUMNS)]
    lines: Annotated[tuple[PackLine, ...], Field(max_length=MOST_LIST_LINES)]

    @model_validator(mode="after")
    def _lines_fit(self) -> PackList:
        if NAME not in self.columns or len(set(self.columns)) < len(self.columns):
            raise ValueError(f"{self.title}: a list has each column once, and one of names")
        for number, line in enumerate(self.lines, start=1):
            if len(line.cells) != len(self.columns):
                counts = f"{counted(len(line.cells), 'cell')} for {counted(len(self.columns), 'column')}"
                raise ValueError(f"{self.title}, line {number}: {counts}")
        names = [self.named(line).casefold() for line in self.lines]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise ValueError(f'{self.title}: two lines are called "{twice[:LONGEST_HEADING]}"')
        return self

    def named(self, line: PackLine) -> str:
        """The name of a line."""
        return line.cells[self.columns.index(NAME)]

    def texts(self, line: PackLine) -> dict[str, str]:
        """The cells of a line by their columns."""
        return dict(zip(self.columns, line.cells, strict=True))


class Pack(_Part):
    """All charts and lists of a system that somebody typed."""

    navalassist_charts: Literal[1] = FORMAT
    system: Text
    charts: Annotated[tuple[PackChart, ...], Field(max_length=MOST_CHARTS)]
    lists: Annotated[tuple[PackList, ...], Field(max_length=MOST_LISTS)] = ()


def chart_of(table: RuleTable, *, house: bool, typed_by: str = "", read_by: str = "") -> PackChart | None:
    """Return the table as a pack holds it, with house cells if wished; None where no cell is left."""
    wanted = PACKED if house else PACKED[:2]
    rows = tuple(
        PackRow(heading=row.key, cells=tuple(_packed(cell, wanted) for cell in cells))
        for row, cells in zip(table.rows, table.lines, strict=True)
    )
    chart = PackChart(
        table=table.slug,
        title=table.title,
        source=table.source,
        typed_by=typed_by,
        read_by=read_by,
        columns=tuple(column.key for column in table.columns),
        rows=rows,
    )
    return chart if chart.count() else None


def _packed(cell: Cell, wanted: Iterable[Provenance]) -> PackCell | None:
    if cell.value is None or cell.provenance not in wanted:
        return None
    return PackCell.model_validate({"text": cell.value, "from": cell.provenance.value})


def list_of(
    kind: str, title: str, columns: Iterable[str], lines: Iterable[tuple[Mapping[str, str], str]], *, house: bool
) -> PackList | None:
    """Return the list as a pack holds it, with house lines if wished; None where no line is left.

    lines: cells by their columns, and where the line comes from; a stand-in, and a template's line, stay here.
    """
    wanted, names = ("printed", "house") if house else ("printed",), tuple(columns)
    kept = tuple(
        PackLine.model_validate({"cells": tuple(cells[name] for name in names), "from": origin})
        for cells, origin in lines
        if origin in wanted
    )
    return PackList(kind=kind, title=title, columns=names, lines=kept) if kept else None


def packed(system: str, charts: Iterable[PackChart], lists: Iterable[PackList] = ()) -> bytes:
    """Return the file of a pack: JSON that people can read."""
    pack = Pack(system=system, charts=tuple(charts), lists=tuple(lists))
    return pack.model_dump_json(indent=1, by_alias=True, exclude_defaults=False).encode()


def read_pack(content: bytes, system: str) -> Pack:
    """Return the pack of a file. PackError for any other file, for one that is too long, or of another system."""
    if len(content) > MOST_BYTES:
        raise PackError(f"The file has {len(content):,} bytes; a chart pack has at most {MOST_BYTES:,}.")
    try:
        pack = Pack.model_validate_json(content)
    except ValidationError as error:
        raise PackError(_in_words(error.errors()[0])) from None
    if pack.system != system:
        raise PackError(f'The pack holds charts of "{_shown(pack.system)}", and this campaign plays "{system}".')
    for word, found in (("charts", [c.table for c in pack.charts]), ("lists", [one.kind for one in pack.lists])):
        if twice := next((name for name in found if found.count(name) > 1), None):
            raise PackError(f'The file is no chart pack: its {word} hold "{twice}" twice.')
    return pack


# What pydantic finds wrong, as players read it.
WRONG = {
    "missing": "is missing",
    "extra_forbidden": "is not known here",
    "string_too_long": "is longer than the {max_length} characters that it may have",
    "string_too_short": "is empty",
    "too_long": "has more than the {max_length} parts that it may have",
    "too_short": "is empty",
    "string_type": "is no text",
    "literal_error": "has to be {expected}",
}


def _in_words(fault: Any) -> str:
    """What is wrong with a file, by the place in it."""
    loc, known = fault["loc"], fault.get("ctx", {})
    place = ".".join(str(part + 1) if isinstance(part, int) else _shown(part) for part in loc)
    if not place:
        return "The file is no chart pack: choose one that was saved from a page of charts."
    if loc == ("navalassist_charts",):
        said = _shown(str(fault["input"]))
        return f"The pack is of format {said}; this version of NavalAssist reads format {FORMAT}, and no other."
    if (cause := known.get("error")) is not None:
        return f"The file is no chart pack: {place}: {_shown(str(cause), 200)}."
    problem = WRONG.get(fault["type"], "does not fit").format_map(known)
    return f"The file is no chart pack: {place} {problem}."


def _shown(text: str, most: int = 40) -> str:
    """What a sentence can show of a text of a file."""
    plain = "".join(character if character.isprintable() else "\ufffd" for character in text)
    return plain if len(plain) <= most else f"{plain[:most]}…"


# --- comparing


class Found(StrEnum):
    """What a cell of a pack is beside ours.

    new: ours is unknown. replaced: ours is a stand-in. same. origin: the same text from elsewhere. differs: another
    text was read here. unread: a text that this chart does not know.
    """

    NEW = "new"
    REPLACED = "replaced"
    SAME = "same"
    ORIGIN = "origin"
    DIFFERS = "differs"
    UNREAD = "unread"


class Whose(StrEnum):
    """Whose text counts where both read another."""

    OURS = "ours"
    THEIRS = "theirs"
    ASK = "ask"


@dataclass(frozen=True, slots=True)
class Compared:
    """A cell of a pack beside ours. row, column: headings; ours: None for an unknown cell."""

    row: str
    column: str
    found: Found
    ours: str | None
    theirs: str
    problem: str = ""


def compared(table: RuleTable, chart: PackChart) -> tuple[Compared, ...]:
    """Return each cell of a pack's chart beside the campaign's.

    Headings that our chart lacks hold new cells where nobody read a cell of ours, since the whole chart comes in then.
    """
    grid = Grid(table, as_typed(table))
    return tuple(
        _compared(table, grid, row.heading, column, cell)
        for row in chart.rows
        for column, cell in zip(chart.columns, row.cells, strict=True)
        if cell is not None
    )


def _compared(table: RuleTable, grid: Grid, row: str, column: str, cell: PackCell) -> Compared:
    try:
        before = table.cell(row, column)
    except LookupError as error:
        if _kept(table):
            return Compared(row, column, Found.UNREAD, None, cell.text, f"{error}.")
        before = Cell(None, Provenance.UNKNOWN, row, column)
    try:
        theirs = grid.written(cell.text)
    except CellError as error:
        return Compared(row, column, Found.UNREAD, before.value, cell.text, f"{error}.")
    return Compared(row, column, _found(before, theirs, cell), before.value, cell.text)


def _found(before: Cell, theirs: str | None, cell: PackCell) -> Found:
    if before.value is None:
        return Found.NEW
    if before.provenance is Provenance.STAND_IN:
        return Found.REPLACED
    if before.value != theirs:
        return Found.DIFFERS
    return Found.SAME if before.provenance.value == cell.origin else Found.ORIGIN


def put_in(text: str, chart: PackChart, whose: Mapping[tuple[str, str], Whose]) -> Edited:
    """Return the next version of a table's text with the cells of a pack.

    whose: (row, column) -> whose text counts, for each cell that differs; ours where nothing is said. Rows and columns
    of the pack replace ours where every cell of ours is unknown or a stand-in, so that a whole chart may come in with
    headings of its own.
    """
    table = parse(text.encode(), chart.table)
    return edited(text, _merged(table, chart, whose))


def _merged(table: RuleTable, chart: PackChart, whose: Mapping[tuple[str, str], Whose]) -> TypedChart:
    base = as_typed(table)
    columns, headings = base.columns, tuple(row.heading for row in base.rows)
    if not _kept(table):
        columns, headings = chart.columns, tuple(row.heading for row in chart.rows)
    theirs = {
        (row.heading, column): cell
        for row in chart.rows
        for column, cell in zip(chart.columns, row.cells, strict=True)
        if cell is not None
    }
    differs = {(c.row, c.column): c.found for c in compared(table, chart)}
    rows, touched = [], {}
    for r, heading in enumerate(headings):
        cells = []
        for c, column in enumerate(columns):
            place = (heading, column)
            text, origin = _chosen(table, place, theirs.get(place), differs.get(place), whose.get(place, Whose.OURS))
            cells.append(text)
            if origin is not None:
                touched[r, c] = origin
        rows.append(TypedRow(heading, tuple(cells)))
    return TypedChart(columns, tuple(rows), Provenance.PRINTED, touched, chart.source or table.source)


def _kept(table: RuleTable) -> bool:
    """True where somebody read a cell here, so that our headings stay."""
    return any(cell.provenance in PACKED for line in table.lines for cell in line)


def _chosen(
    table: RuleTable, place: tuple[str, str], cell: PackCell | None, found: Found | None, whose: Whose
) -> tuple[str, Provenance | None]:
    """The text that counts, and where it comes from where that is not as before."""
    try:
        ours = table.cell(*place).value or ""
    except LookupError:
        ours = ""
    if cell is None or found in (None, Found.SAME, Found.ORIGIN, Found.UNREAD):
        return ours, None
    if found is Found.DIFFERS and whose is not Whose.THEIRS:
        return ("" if whose is Whose.ASK else ours), None
    return cell.text, Provenance(cell.origin)


# --- lists


@dataclass(frozen=True, slots=True)
class ComparedLine:
    """A line of a pack beside ours: new, same, or differs, in these columns; theirs: its cells."""

    name: str
    found: Found
    theirs: Mapping[str, str]
    origin: str
    columns: tuple[str, ...] = ()


def compared_lines(ours: Mapping[str, Mapping[str, str]], theirs: PackList) -> tuple[ComparedLine, ...]:
    """Return each line of a pack's list beside the campaign's. ours: name -> cells of the columns that are ours."""
    known = {name.casefold(): cells for name, cells in ours.items()}
    return tuple(_compared_line(known.get(theirs.named(line).casefold()), theirs, line) for line in theirs.lines)


def _compared_line(ours: Mapping[str, str] | None, theirs: PackList, line: PackLine) -> ComparedLine:
    name, cells = theirs.named(line), theirs.texts(line)
    if ours is None:
        return ComparedLine(name, Found.NEW, cells, line.origin)
    differs = tuple(column for column, text in cells.items() if column != NAME and ours.get(column) != text)
    return ComparedLine(name, Found.DIFFERS if differs else Found.SAME, cells, line.origin, differs)


def lines_put_in(compared: Iterable[ComparedLine], whose: Mapping[str, Whose]) -> tuple[ComparedLine, ...]:
    """Return the lines that go in: those that are new, and those that differ and of which theirs was chosen."""
    return tuple(
        one
        for one in compared
        if one.found is Found.NEW or (one.found is Found.DIFFERS and whose.get(one.name) is Whose.THEIRS)
    )
