"""The book: the frozen tables and rulings of a campaign. It is handed to the driver, never to a rule."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from navalassist.engine.asks import Ruling
from navalassist.engine.cells import MODIFIER, Cell, ListLine, Provenance, Table

T = TypeVar("T")
Place = tuple[str, str, str]
# So many things that pages worked out are kept.
KNOWN_LIMIT = 2_000
PRECEDENT = "precedent"


@dataclass(frozen=True)
class Book:
    """tables: slug -> table; rulings: number -> choice, where the campaign differs from the default.

    precedents: what the moderator read from the printed chart for a cell that the table does not know, by table, row
    and column; it holds from then on. settled: what the driver keeps of sub-procedures without dice, by call;
    lists: lines under tables, as far as somebody has asked; known: what pages worked out by it (`once`).
    """

    tables: Mapping[str, Table]
    rulings: Mapping[str, str] = field(default_factory=dict)
    precedents: Mapping[Place, str] = field(default_factory=dict)
    settled: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)
    lists: dict[str, tuple[ListLine, ...]] = field(default_factory=dict, compare=False, repr=False)
    known: dict[Hashable, Any] = field(default_factory=dict, compare=False, repr=False)

    def once(self, about: Hashable, make: Callable[[], T]) -> T:
        """What depends on this book and on `about` alone: made when it is first asked for, and kept."""
        found: T | None = self.known.get(about)
        if found is None:
            found = make()
            if len(self.known) >= KNOWN_LIMIT:
                self.known.clear()
            self.known[about] = found
        return found

    def table(self, slug: str) -> Table:
        """The campaign's version of a table. LookupError when the book lacks it."""
        try:
            return self.tables[slug]
        except KeyError:
            raise LookupError(f"the book holds no table {slug!r}") from None

    def listed(self, slug: str) -> tuple[ListLine, ...]:
        """The list of modifiers under a table."""
        found = self.lists.get(slug)
        if found is None:
            table = self.table(slug)
            cells = ((line, table.cell(line.row, MODIFIER)) for line in table.listed)
            found = tuple(replace(line, known=self.text_of(table, cell)[0] is not None) for line, cell in cells)
            self.lists[slug] = found
        return found

    def ruling(self, ruling: Ruling) -> str:
        """The campaign's choice. ValueError when it is none of the ruling's choices."""
        choice = self.rulings.get(ruling.number, ruling.default)
        if choice not in dict(ruling.choices):
            raise ValueError(f"{ruling.number} has no choice {choice!r}")
        return choice

    def text_of(self, table: Table, cell: Cell) -> tuple[str | None, str]:
        """What the cell says and where that comes from; None when neither the table nor a precedent knows it."""
        if cell.value is not None and cell.provenance is not Provenance.UNKNOWN:
            return cell.value, cell.provenance.value
        known = self.precedents.get((table.slug, cell.row, cell.column))
        return known, Provenance.UNKNOWN.value if known is None else PRECEDENT
