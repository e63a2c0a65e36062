"""Precedents: what the moderator read from the printed chart for a cell that no table knows. It holds from then on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from navalassist.engine import Create, Provenance, Result, create
from navalassist.engine.answers import CellRead
from navalassist.engine.book import PRECEDENT
from navalassist.play.state import PRECEDENTS, State


def mark_of(cell: CellRead) -> str:
    """The row that keeps the precedent of a cell."""
    return f"{PRECEDENTS}{cell.table}/{cell.row}/{cell.column}"


def new(state: State, result: Result[Any]) -> tuple[Create, ...]:
    """The precedents that a finished run sets."""
    if result.pending:
        return ()
    found = {
        mark_of(cell): create(
            mark_of(cell),
            kind=PRECEDENT,
            subject=cell.table,
            place=f"{cell.row}|{cell.column}",
            ends="never",
            until="",
            note=cell.value,
        )
        for cell in result.cells
        if cell.provenance == Provenance.UNKNOWN and f"{mark_of(cell)}.note" not in state.values
    }
    return tuple(found.values())


def used(state: State, result: Result[Any], fields: Mapping[str, Any]) -> Iterator[list[Any]]:
    """The precedents that a run used, as facts read."""
    known = {key for key, _, _ in fields.get("facts_read") or ()}
    cells = {f"{mark_of(cell)}.note": cell for cell in result.cells if cell.provenance == PRECEDENT}
    for key, cell in sorted(cells.items()):
        if key not in known:
            yield [key, cell.value, state.sources.get(key, "")]
