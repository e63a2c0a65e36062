"""Precedents: what the moderator read from the printed chart for a cell that no table knows. It holds from then on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from navalassist.engine import Create, Provenance, Result, create
from navalassist.engine.answers import CellRead
from navalassist.engine.book import PRECEDENT
from navalassist.play.state import PRECEDENTS, State


def precedent_row(cell: CellRead) -> str:
    """The row that keeps the precedent of a cell."""
    return mark_at(cell.table, cell.row, cell.column)


def mark_at(table: str, row: str, column: str) -> str:
    """The row that keeps the precedent of the cell at this place."""
    return f"{PRECEDENTS}{table}/{row}/{column}"


def new(state: State, result: Result[Any]) -> tuple[Create, ...]:
    """The precedents that a finished run sets."""
    if result.pending:
        return ()
    found = {
        precedent_row(cell): create(
            precedent_row(cell),
            kind=PRECEDENT,
            subject=cell.table,
            place=f"{cell.row}|{cell.column}",
            ends="never",
            until="",
            note=cell.value,
        )
        for cell in result.cells
        if cell.provenance == Provenance.UNKNOWN and f"{precedent_row(cell)}.note" not in state.values
    }
    return tuple(found.values())


def used(state: State, result: Result[Any], fields: Mapping[str, Any]) -> Iterator[list[Any]]:
    """The precedents that a run used, as facts read."""
    known = {key for key, _, _ in fields.get("facts_read") or ()}
    cells = {f"{precedent_row(cell)}.note": cell for cell in result.cells if cell.provenance == PRECEDENT}
    for key, cell in sorted(cells.items()):
        if key not in known:
            yield [key, cell.value, state.sources.get(key, "")]
