"""Lists: lines as typed become edits of rows, with templates of types and the mark of where each line comes from.

Nothing here writes. Of each line there is an edit, or a fault that names its column; the other lines go on.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from navalassist.campaigns.models import ListTemplate
from navalassist.engine import Create, Effect, Remove, Set, create
from navalassist.engine.reader import View, rows_in
from navalassist.engine.rows import Row, key_of
from navalassist.play.write.edits import Edit, EditError
from navalassist.play.write.roster_cells import Column, columns_of, roster_of, texts_of
from navalassist.play.write.row_edits import ByHand, mark_of, name_of, row_there

PRINTED, STAND_IN, HOUSE, TEMPLATE = "printed", "stand-in", "house", "of-template"
# Where a line comes from; '' where nobody has said it.
ORIGINS = {"": "–", **{one: one for one in (PRINTED, STAND_IN, HOUSE)}, TEMPLATE: "a template"}
Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Line:
    """A line as it was typed. key: of its row, or the name of a new line in its form; cells: of some columns."""

    key: str
    cells: Mapping[str, str]
    origin: str = ""
    new: bool = False


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a line was not kept: its column ('' for the whole line), that as players read it, what was typed, and why."""

    key: str
    column: str
    title: str
    typed: str
    text: str


@dataclass(frozen=True, slots=True)
class Kept:
    """A line that can be kept: its edit, and the effects on the row's mark. row: `squadron:goeben`."""

    key: str
    row: str
    edit: Edit
    marks: tuple[Effect, ...] = ()


@dataclass(slots=True)
class Planned:
    """What comes of lines; of those that say what stands there nothing does."""

    kept: list[Kept] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)


def origin_of(values: Facts, row: Row) -> str:
    """Where a line comes from; '' where nobody has said it."""
    return str(values.get(f"{mark_of(row.row)}.origin", ""))


def planned(hand: ByHand[Any], values: Facts, lines: Iterable[Line]) -> Planned:
    """What comes of these lines, each judged against the campaign as it stands."""
    view, found = View(values), Planned()
    columns, templates = columns_of(hand, view), templates_of(values, hand.kind)
    for line in lines:
        try:
            kept = _kept(hand, values, columns, templates, line)
        except EditError as error:
            column = columns.get(error.about)
            typed = line.cells.get(error.about, "")
            found.faults.append(Fault(line.key, error.about, column.title if column else "", typed, str(error)))
            continue
        if kept is not None:
            found.kept.append(kept)
    return found


def _kept(
    hand: ByHand[Any], values: Facts, columns: Mapping[str, Column], templates: Templates, line: Line
) -> Kept | None:
    if line.origin not in ORIGINS:
        raise EditError("", "Choose printed, stand-in, house or template for the line.")
    usual = templates.get(_type(hand.kind, line.cells).casefold(), {})
    if not line.new:
        row = row_there(View(values), hand.kind, line.key)
        return _changed(hand, values, columns, usual, row, line)
    begun = {name: columns[name].text(value) for name, value in hand.begins.items() if name in columns}
    if _is_blank(columns, begun | dict(usual), line):
        return None
    cells, taken = filled(line.cells, usual)
    fields = {name: column.read(cells[name], usual.get(name, "")) for name, column in columns.items() if name in cells}
    begin = {name: info.default for name, info in hand.form.model_fields.items() if not info.is_required()}
    for name, column in columns.items():
        if name not in cells and name not in begin:
            raise EditError(name, f"{column.title}: type it, or choose it.")
    edit = hand.add(values, {**begin, **fields})
    made = next(one.key for one in edit.effects if isinstance(one, Create) and one.key.startswith(f"{hand.kind.KIND}:"))
    supplied = any(fields.get(name) is None for name in hand.optional)
    origin = STAND_IN if supplied else TEMPLATE if taken and line.origin in ("", PRINTED) else line.origin
    return Kept(line.key, made, edit, _marked(values, made, origin))


def _is_blank(columns: Mapping[str, Column], usual: Mapping[str, str], line: Line) -> bool:
    """True for a new line into which nobody has typed. usual: what stands in it all the same, beside choices."""
    typed = {name: text.strip() for name, text in line.cells.items() if name in columns and not columns[name].chosen}
    return not any(text and text != usual.get(name) for name, text in typed.items())


def _changed(
    hand: ByHand[Any], values: Facts, columns: Mapping[str, Column], usual: Mapping[str, str], row: Row, line: Line
) -> Kept | None:
    before = texts_of(columns, row)
    typed = {name: text for name, text in line.cells.items() if name in columns and text.strip() != before[name]}
    fields = {name: columns[name].read(text, usual.get(name, "")) for name, text in typed.items()}
    new = {name: value for name, value in fields.items() if value is not None and value != getattr(row, name)}
    marks = _marked(values, row.row, line.origin)
    if new:
        return Kept(line.key, row.row, hand.change(values, row.key, new), marks)
    if not marks:
        return None
    return Kept(line.key, row.row, Edit(f"{row.KIND}.mark", f"{name_of(row)}: {line.origin or 'no mark'}", ()), marks)


def _marked(values: Facts, row: str, origin: str) -> tuple[Effect, ...]:
    mark, before = mark_of(row), values.get(f"{mark_of(row)}.origin")
    if origin == (before or ""):
        return ()
    if not origin:
        return (Remove(mark),)
    return (create(mark, origin=origin),) if before is None else (Set(f"{mark}.origin", origin),)


def struck(hand: ByHand[Any], values: Facts, key: str) -> Kept:
    """A line is struck out, with its mark."""
    return Kept(key, hand.kind.row_of(key), hand.remove(values, key))


# --- templates

# The type, as its column has it, without capitals -> what its rows usually have.
Templates = Mapping[str, Mapping[str, str]]


def templates_of(values: Facts, kind: type[Row]) -> dict[str, dict[str, str]]:
    """The templates of a list."""
    return {name.casefold(): _cells(values, row) for name, row in template_rows(values, kind)}


def template_rows(values: Facts, kind: type[Row]) -> list[tuple[str, str]]:
    """The types of which there is a template, by name, each with its row."""
    rows = (row for row in rows_in(values, ListTemplate.FACT_KIND) if values[f"{row}.kind"] == kind.KIND)
    return sorted((str(values[f"{row}.name"]), row) for row in rows)


def _cells(values: Facts, row: str) -> dict[str, str]:
    return {name: text for cell in values[f"{row}.cells"] for name, _, text in [str(cell).partition("=")]}


def template(hand: ByHand[Any], values: Facts, key: str) -> Edit:
    """What a line has becomes the template of its type."""
    view = View(values)
    row = row_there(view, hand.kind, key)
    texts = texts_of(columns_of(hand, view), row)
    name = _type(hand.kind, texts)
    if not name:
        raise EditError("", "This list has no types of which a template could be kept.")
    cells = [f"{column}={texts[column]}" for column in roster_of(hand.kind).usual()]
    title = f"Template {name}, from {name_of(row)}"
    there = {known.casefold(): found for known, found in template_rows(values, hand.kind)}
    if known := there.get(name.casefold()):
        if values[f"{known}.cells"] == cells:
            raise EditError("", f"Template {name}: it stands so already, nothing would change.")
        return Edit("list.template", title, (Set(f"{known}.cells", cells),))
    made = create(f"{ListTemplate.FACT_KIND}:{uuid.uuid4().hex}", kind=hand.kind.KIND, name=name, cells=cells)
    return Edit("list.template", title, (made,))


def _type(kind: type[Row], cells: Mapping[str, str]) -> str:
    return cells.get(roster_of(kind).by, "").strip()


def filled(cells: Mapping[str, str], usual: Mapping[str, str]) -> tuple[dict[str, str], bool]:
    """A line with its type's cells where it has none, and whether any was taken."""
    typed = {name: text for name, text in cells.items() if text.strip()}
    taken = {name: text for name, text in usual.items() if name not in typed}
    return {**taken, **{name: text for name, text in cells.items() if name not in taken}}, bool(taken)


# --- one entry of several lines


def together(kind: type[Row], kept: Sequence[Kept]) -> Edit:
    """One edit of several lines."""
    effects = tuple(effect for one in kept for effect in (*one.edit.effects, *one.marks))
    if len(kept) == 1:
        return Edit(kept[0].edit.act, kept[0].edit.title, effects)
    titles = "; ".join(one.edit.title for one in kept[:3])
    more = f"; and {len(kept) - 3} more" if len(kept) > 3 else ""
    return Edit(f"{kind.KIND}.list", f"{kind.SEVERAL}: {titles}{more}", effects)


def lines_of(hand: ByHand[Any], values: Facts) -> list[tuple[Row, dict[str, str], str]]:
    """The rows of a list by name, each with its cells, and where it comes from."""
    view = View(values)
    columns = columns_of(hand, view)
    rows = sorted(view.rows(hand.kind), key=lambda row: (str(getattr(row, "side", "")), name_of(row)))
    return [(row, texts_of(columns, row), origin_of(values, row)) for row in rows]


def key_made(kept: Kept) -> str:
    """The key of the row that a line is."""
    return key_of(kept.row)
