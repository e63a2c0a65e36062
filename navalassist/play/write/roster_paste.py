"""Lines pasted from a spreadsheet: what each would be beside the list, before anything goes in."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from navalassist.engine.reader import View
from navalassist.play.write.roster_cells import Column, columns_of, roster_of, texts_of
from navalassist.play.write.roster_edits import Fault, Line, filled, origin_of, planned, templates_of
from navalassist.play.write.row_edits import ByHand
from tables.pack_compare import Found
from tables.packs import NAME

MOST_CHARACTERS = 100_000
MOST_LINES = 300
SHOWN = 40


class PasteError(ValueError):
    """What was pasted is no lines of this list; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Pasted:
    """A pasted line. number: from 1, without the line of names; columns: those that differ; template: its type's."""

    number: int
    name: str
    found: Found
    line: Line
    fault: Fault | None = None
    columns: tuple[str, ...] = ()
    template: str = ""


def pasted(hand: ByHand[Any], values: Mapping[str, Any], text: str, origin: str) -> list[Pasted]:
    """Each line beside the list. PasteError; origin: where the lines come from."""
    view = View(values)
    columns = columns_of(hand, view)
    names, rows = _read(columns, text)
    there: dict[str, list[Any]] = {}
    for row in view.rows(hand.kind):
        there.setdefault(str(getattr(row, NAME)).casefold(), []).append(row)
    read = list(_lines(names, rows, there, origin))
    plan = planned(hand, values, [line for line, _, why in read if not why])
    faults = {fault.key: fault for fault in plan.faults}
    templates = templates_of(values, hand.kind)

    def beside(number: int, line: Line, known: Sequence[Any], why: str) -> Pasted:
        fault = Fault(line.key, "", "", "", why) if why else faults.get(line.key)
        name = line.cells.get(NAME, "")
        if fault:
            return Pasted(number, name, Found.UNREAD, line, fault)
        if not known:
            kind = line.cells.get(roster_of(hand.kind).by, "")
            _, taken = filled(line.cells, templates.get(kind.casefold(), {}))
            return Pasted(number, name, Found.NEW, line, template=kind if taken else "")
        return _of_known(values, columns, number, line, known[0])

    return [beside(number, *one) for number, one in enumerate(read, start=1)]


def _lines(
    names: list[str], rows: list[list[str]], there: Mapping[str, Sequence[Any]], origin: str
) -> Iterator[tuple[Line, Sequence[Any], str]]:
    """Each line, the rows that are called as it is, and why it can't be one of the list; '' where it may."""
    before = set[str]()
    for number, cells in enumerate(rows, start=1):
        typed = dict(zip(names, cells, strict=False))
        known = there.get(name := typed.get(NAME, "").casefold(), ())
        why = ""
        if len(cells) > len(names):
            why = f"{len(cells)} cells, and there are {len(names)} columns."
        elif len(known) > 1 or name in before:
            why = "Two lines are called so: change it in the list."
        yield Line(known[0].key if len(known) == 1 else f"new-{number}", typed, origin, new=not known), known, why
        before.add(name)


def _of_known(values: Mapping[str, Any], columns: Mapping[str, Column], number: int, line: Line, row: Any) -> Pasted:
    """A line beside the row that is called as it is."""
    name, texts = line.cells[NAME], texts_of(columns, row)
    differs = tuple(columns[at].title for at, text in line.cells.items() if not _same(columns[at], text, texts[at]))
    if not differs and line.origin in ("", origin_of(values, row)):
        return Pasted(number, name, Found.SAME, line)
    return Pasted(number, name, Found.DIFFERS, line, columns=differs or ("Mark",))


def _same(column: Column, text: str, now: str) -> bool:
    return bool(column.read(text) == column.read(now))


def cells_of(text: str) -> list[list[str]]:
    """The lines of what was pasted: tabs, semicolons or commas between cells, which are quoted where they hold such."""
    divide = next((sign for sign in "\t;" if sign in text), ",")
    lines = [line for line in text.splitlines() if line.strip()]
    if divide == "\t":
        return [[cell.strip() for cell in line.split(divide)] for line in lines]
    return [[cell.strip() for cell in row] for row in csv.reader(lines, delimiter=divide)]


def _read(columns: Mapping[str, Column], text: str) -> tuple[list[str], list[list[str]]]:
    """The columns of what was pasted, and its lines."""
    if len(text) > MOST_CHARACTERS:
        raise PasteError(f"That has {len(text):,} characters; at most {MOST_CHARACTERS:,} are taken.")
    cells = cells_of(text)
    if not cells:
        raise PasteError("Paste lines first: one of the list on each, its cells with tabs between them.")
    if len(cells) > MOST_LINES + 1:
        raise PasteError(f"These are {len(cells):,} lines; at most {MOST_LINES} are taken at once.")
    known = {word.casefold(): name for name, column in columns.items() for word in (name, column.title)}
    first = [known.get(cell.casefold()) for cell in cells[0]]
    if NAME not in first:
        return list(columns), cells
    if None in first:
        odd = cells[0][first.index(None)][:SHOWN]
        listed = ", ".join(column.title for column in columns.values())
        raise PasteError(f"“{odd}” is no column of this list: it has {listed}.")
    names = [name for name in first if name]
    if len(set(names)) < len(names):
        raise PasteError("A column stands twice in the first line.")
    return names, cells[1:]
