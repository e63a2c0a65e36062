"""Tables for tests of the engine: small, and as simple as the protocol allows."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from navalassist.engine import Book, Cell, Dice, Provenance
from navalassist.engine.cells import ListLine


@dataclass(frozen=True)
class FakeTable:
    """A table from a function of row and column; None is an unknown cell."""

    slug: str
    dice: Dice | None
    text: Callable[[Any, Any], str | None]
    results: tuple[str, ...] = ("a", "b")
    version: str = "1"
    title: str = "A table"
    rule: str = "0"
    provenance: Mapping[str, Provenance] = field(default_factory=dict)
    # What other text a cell may hold, in words: then any number is taken.
    wanted: str = ""
    listed: tuple[ListLine, ...] = ()

    @property
    def known(self) -> tuple[str, ...]:
        return self.results

    def written(self, typed: str) -> str:
        if typed not in self.results and not (self.wanted and typed.isdigit()):
            raise ValueError(f"{typed} is not understood")
        return typed

    def place(self, cell: Cell) -> str:
        return f"row {cell.row}, column {cell.column}"

    def cell(self, row: int | str, column: int | str) -> Cell:
        value = self.text(row, column)
        unknown = value is None
        return Cell(value, Provenance.UNKNOWN if unknown else Provenance.PRINTED, str(row), str(column))


def book(*tables: FakeTable, **rulings: str) -> Book:
    return Book(
        {table.slug: table for table in tables}, {name.replace("_", "-"): value for name, value in rulings.items()}
    )
