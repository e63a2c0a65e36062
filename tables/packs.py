"""Chart packs: the charts that somebody typed from their own box, as one file for another campaign or a friend's.

A pack holds what was read from a printed chart, and house cells where that is wished; never a stand-in, which everybody
has. What comes in is compared first (tables/pack_compare.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError, model_validator

from navalassist.engine import Cell, Provenance
from navalassist.engine.english import counted
from tables.editing import LONGEST_HEADING, MOST_LINES
from tables.lists import LONGEST_WORDS, MOST_MODIFIERS, TypedModifier
from tables.table import Modifier, RuleTable

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


class PackModifier(_Part):
    """A modifier under a chart: its number, and the key of a condition that the rule sees, or the words of one."""

    text: Annotated[str, StringConstraints(pattern=r"^[-+](0|[1-9]\d{0,2})$")]
    origin: Annotated[Origin, Field(alias="from")]
    condition: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]*$", max_length=80)] | None = None
    words: Annotated[str, StringConstraints(max_length=LONGEST_WORDS)] = ""

    @model_validator(mode="after")
    def _one_condition(self) -> PackModifier:
        if (self.condition is None) == (not self.words.strip()):
            raise ValueError("a modifier has a condition that the rule sees, or the words of one")
        return self

    @property
    def typed(self) -> TypedModifier:
        """As somebody would type it."""
        return TypedModifier(self.text, self.condition or "", self.words, Provenance(self.origin))


class PackChart(_Part):
    """A table of a pack. table: its slug; typed_by, read_by: people, as their campaign calls them."""

    table: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*/[a-z0-9][a-z0-9-]*$", max_length=80)]
    title: Text
    source: Text = ""
    typed_by: Text = ""
    read_by: Text = ""
    columns: Annotated[tuple[Heading, ...], Field(max_length=MOST_LINES)]
    rows: Annotated[tuple[PackRow, ...], Field(max_length=MOST_LINES)]
    modifiers: Annotated[tuple[PackModifier, ...], Field(max_length=MOST_MODIFIERS)] = ()

    @model_validator(mode="after")
    def _rows_fit(self) -> PackChart:
        for row in self.rows:
            if len(row.cells) != len(self.columns):
                counts = f"{counted(len(row.cells), 'cell')} for {counted(len(self.columns), 'column')}"
                raise ValueError(f"{self.title}, row {row.heading}: {counts}")
        known: set[str] = set()
        for modifier in self.modifiers:
            what = modifier.condition or modifier.words.strip()
            if what.casefold() in known:
                raise ValueError(f'{self.title}: two modifiers are for "{what}"')
            known.add(what.casefold())
        return self

    def count(self) -> int:
        """How many cells it holds, the numbers of its modifiers among them."""
        return sum(cell is not None for row in self.rows for cell in row.cells) + len(self.modifiers)


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
        modifiers=tuple(_modifier(item) for item in table.modifiers if _goes(item.cell, wanted)),
    )
    return chart if chart.count() else None


def _goes(cell: Cell, wanted: Iterable[Provenance]) -> bool:
    return cell.value is not None and cell.provenance in wanted


def _packed(cell: Cell, wanted: Iterable[Provenance]) -> PackCell | None:
    if not _goes(cell, wanted):
        return None
    return PackCell.model_validate({"text": cell.value, "from": cell.provenance.value})


def _modifier(item: Modifier) -> PackModifier:
    about = {"words": item.line.text} if item.is_ticked else {"condition": item.line.key}
    number = f"{item.number:+}"
    return PackModifier.model_validate({"text": number, "from": item.cell.provenance.value, **about})


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
