"""A chart pack beside a campaign's tables: what each cell, modifier and line is here, and whose text counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from navalassist.engine import Cell, Provenance
from navalassist.engine.cells import MODIFIER
from tables.cells import CellError
from tables.editing import Edited, Grid, TypedChart, TypedRow, as_typed, edited
from tables.lists import TypedList, TypedModifier, list_as_typed
from tables.load import parse
from tables.packs import NAME, PACKED, PackCell, PackChart, PackLine, PackList, PackModifier
from tables.table import RuleTable


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
    """A cell of a pack beside ours. row, column: headings; ours: None for an unknown cell.

    words: of a modifier, its condition; ticked: nobody but the players sees that, so that its number can't be unknown.
    """

    row: str
    column: str
    found: Found
    ours: str | None
    theirs: str
    problem: str = ""
    words: str = ""
    ticked: bool = False


def compared(table: RuleTable, chart: PackChart) -> tuple[Compared, ...]:
    """Return each cell of a pack's chart beside the campaign's, then each modifier.

    Headings that our chart lacks hold new cells where nobody read a cell of ours, since the whole chart comes in then.
    """
    grid = Grid(table, as_typed(table))
    cells = (
        _compared(table, grid, row.heading, column, cell)
        for row in chart.rows
        for column, cell in zip(chart.columns, row.cells, strict=True)
        if cell is not None
    )
    return (*cells, *(_compared_modifier(table, item) for item in chart.modifiers))


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


def _compared_modifier(table: RuleTable, item: PackModifier) -> Compared:
    listed, line = TypedList(table, (item.typed,)), item.typed
    ours = next((known for known in table.modifiers if known.line.key == listed.key(line)), None)
    words = table.conditions.get(line.condition, line.condition) or line.plain
    row, before = f"{MODIFIER}/{listed.key(line)}", ours.cell if ours else None
    told = before.value if before else None
    if fault := next(listed.faults(), None):
        return Compared(row, MODIFIER, Found.UNREAD, told, item.text, fault.problem, words)
    found = _found(before, item.text, item) if before else Found.NEW
    return Compared(row, MODIFIER, found, told, item.text, words=words, ticked=not line.condition)


def _found(before: Cell, theirs: str | None, cell: PackCell | PackModifier) -> Found:
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
    listed = _listed(table, chart, differs, whose) if chart.modifiers else None
    source = chart.source or table.source
    return TypedChart(columns, tuple(rows), Provenance.PRINTED, touched, source, modifiers=listed)


def _listed(
    table: RuleTable,
    chart: PackChart,
    found: Mapping[tuple[str, str], Found],
    whose: Mapping[tuple[str, str], Whose],
) -> tuple[TypedModifier, ...]:
    """The list with the modifiers of a pack: those that stand here keep their place, others follow."""
    key = TypedList(table, ()).key
    lines = {key(line): line for line in list_as_typed(table)}
    for line in (item.typed for item in chart.modifiers):
        place = (f"{MODIFIER}/{key(line)}", MODIFIER)
        match found[place], whose.get(place, Whose.OURS):
            case (Found.NEW | Found.REPLACED, _) | (Found.DIFFERS, Whose.THEIRS):
                lines[key(line)] = line
            case Found.DIFFERS, Whose.ASK if line.condition:
                lines[key(line)] = TypedModifier("", line.condition, "", Provenance.UNKNOWN)
    return tuple(lines.values())


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
