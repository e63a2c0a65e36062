"""Lines pasted from a spreadsheet: what each would be beside the list, before anything goes in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from navalassist.engine.reader import View
from navalassist.play.write.roster_cells import Column, columns_of, roster_of, texts_of
from navalassist.play.write.roster_edits import Fault, Line, filled, origin_of, planned, templates_of
from navalassist.play.write.row_edits import ByHand

NAME = "name"
MOST_CHARACTERS = 100_000
MOST_LINES = 300
SHOWN = 40


class PasteError(ValueError):
    """What was pasted is no lines of this list; the sentence says why."""


class Found(StrEnum):
    """What a pasted line is beside the list."""

    NEW = "new"
    SAME = "same"
    DIFFERS = "differs"
    UNREAD = "unread"


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
    found, before = [], set[str]()
    for number, cells in enumerate(rows, start=1):
        typed = dict(zip(names, cells, strict=False))
        known = there.get(name := typed.get(NAME, "").casefold(), [])
        line = Line(known[0].key if len(known) == 1 else f"new-{number}", typed, origin, new=not known)
        if len(cells) > len(names):
            found.append(_unread(number, line, f"{len(cells)} cells, and there are {len(names)} columns."))
        elif len(known) > 1 or name in before:
            found.append(_unread(number, line, "Two lines are called so: change it in the list."))
        else:
            found.append(_beside(hand, values, columns, number, line, known))
        before.add(name)
    return found


def _beside(
    hand: ByHand[Any],
    values: Mapping[str, Any],
    columns: Mapping[str, Column],
    number: int,
    line: Line,
    known: list[Any],
) -> Pasted:
    name = line.cells.get(NAME, "")
    faults = planned(hand, values, [line]).faults
    if faults:
        return Pasted(number, name, Found.UNREAD, line, faults[0])
    if not known:
        kind = line.cells.get(roster_of(hand.kind).by, "")
        _, taken = filled(line.cells, templates_of(values, hand.kind).get(kind.casefold(), {}))
        return Pasted(number, name, Found.NEW, line, template=kind if taken else "")
    texts = texts_of(columns, known[0])
    differs = tuple(columns[at].title for at, text in line.cells.items() if not _same(columns[at], text, texts[at]))
    if not differs and line.origin in ("", origin_of(values, known[0])):
        return Pasted(number, name, Found.SAME, line)
    return Pasted(number, name, Found.DIFFERS, line, columns=differs or ("Mark",))


def _same(column: Column, text: str, now: str) -> bool:
    return bool(column.read(text) == column.read(now))


def _unread(number: int, line: Line, why: str) -> Pasted:
    name = line.cells.get(NAME, "")
    return Pasted(number, name, Found.UNREAD, line, Fault(line.key, "", "", "", why))


def _read(columns: Mapping[str, Column], text: str) -> tuple[list[str], list[list[str]]]:
    """The columns of what was pasted, and its lines."""
    if len(text) > MOST_CHARACTERS:
        raise PasteError(f"That has {len(text):,} characters; at most {MOST_CHARACTERS:,} are taken.")
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        raise PasteError("Paste lines first: one of the list on each, its cells with tabs between them.")
    if len(lines) > MOST_LINES + 1:
        raise PasteError(f"These are {len(lines):,} lines; at most {MOST_LINES} are taken at once.")
    divide = "\t" if "\t" in text else ";"
    cells = [[cell.strip() for cell in line.split(divide)] for line in lines]
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
