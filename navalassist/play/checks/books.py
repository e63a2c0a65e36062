"""The books by which the rules of a log are carried out again: tables, rulings, precedents, as an entry names them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from navalassist.campaigns.models import Campaign, TableVersion
from navalassist.engine import Book, Provenance
from navalassist.engine.book import PRECEDENT
from navalassist.play.rules.precedents import mark_at
from navalassist.play.storage.statements import rows_of
from navalassist.play.storage.tables import parsed
from navalassist.play.systems import SYSTEMS
from tables import TableError
from tables.table import RuleTable

# A fact, its value as an entry goes by it, and what holds where the campaign has no such fact.
GoneBy = tuple[str, Any, Any]


class Books:
    """The books of one campaign."""

    def __init__(self, campaign: Campaign) -> None:
        versions = rows_of(TableVersion, campaign, ("slug", "version", "text"))
        self._texts = {(slug, version): text for slug, version, text in versions}
        system = SYSTEMS.get(campaign.system)
        self._defaults = {ruling.number: ruling.default for ruling in (system.rulings if system else ())}
        self._books: dict[Any, Book] = {}

    def table(self, slug: str, version: str) -> RuleTable:
        """A version of a table. LookupError when it is gone or is not what it says."""
        try:
            table = parsed(self._texts[slug, version], slug)
        except (KeyError, TableError):
            raise LookupError(slug) from None
        if (table.slug, table.version) != (slug, version):
            raise LookupError(slug)
        return table

    def of(self, body: Mapping[str, Any]) -> Book:
        """The book that an entry names. LookupError when a table is gone or changed."""
        tables, rulings = body.get("tables", {}), body.get("rulings", {})
        cells = [cell for cell in _cells(body) if cell["provenance"] == PRECEDENT]
        precedents = {(c["table"], c["row"], c["column"]): c["value"] for c in cells}
        key = (*sorted(tables.items()), *sorted(rulings.items()), *sorted(precedents.items()))
        if key not in self._books:
            found = {slug: self.table(slug, version) for slug, version in tables.items()}
            self._books[key] = Book(found, rulings, precedents)
        return self._books[key]

    def gone_by(self, body: Mapping[str, Any]) -> Iterator[GoneBy]:
        """What must have held before the entry, for its book to be that of the campaign; tables are left out.

        A cell that nobody had read from the printed chart has no precedent.
        """
        for number, choice in body.get("rulings", {}).items():
            yield f"ruling:{number}.choice", choice, self._defaults.get(number, choice)
        for cell in _cells(body):
            if cell["provenance"] in (PRECEDENT, Provenance.UNKNOWN):
                mark = mark_at(cell["table"], cell["row"], cell["column"])
                yield f"{mark}.note", cell["value"] if cell["provenance"] == PRECEDENT else None, None


def _cells(body: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The cells of tables that an entry read."""
    return (cell for answer in body["answers"] for cell in answer.get("cells", ()))
