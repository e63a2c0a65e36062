"""What the driver records: answers, the cells that were read, and sub-procedures that need not be run twice."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from navalassist.engine.book import Book
from navalassist.engine.terms import Term

SETTLED_LIMIT = 2_000


@dataclass(frozen=True, slots=True)
class CellRead:
    """A table cell that was read: which version, which cell, how good it is."""

    table: str
    version: str
    row: str
    column: str
    value: str | None
    provenance: str


@dataclass(frozen=True, slots=True)
class Answer:
    """One ask with its answer: `faces` of dice or the option chosen, what it was read as, cells and terms used."""

    key: str
    kind: str
    label: str = ""
    dice: str = ""
    faces: tuple[int, ...] = ()
    choice: str | None = None
    reading: Any = None
    cells: tuple[CellRead, ...] = ()
    terms: tuple[Term, ...] = ()
    bounds: tuple[int | None, int | None] | None = None


class KnownAnswer(Answer):
    """A look that is kept, and how entries store it, as plain values and as text, which `verify` makes once."""

    __slots__ = ("record", "text")
    record: dict[str, Any]
    text: bytes


@dataclass(frozen=True, slots=True)
class Settled:
    """What a look, or a sub-procedure without dice and choices, gave, and would give again by the same book."""

    prefix: str
    value: Any
    answers: tuple[KnownAnswer, ...]
    rulings: Mapping[str, str]
    tables: Mapping[str, str]


def known_answer(look: Answer) -> KnownAnswer:
    """The look, to be kept."""
    if isinstance(look, KnownAnswer):
        return look
    return KnownAnswer(*(getattr(look, field.name) for field in fields(look)))


def keep(book: Book, key: Hashable, settled: Settled) -> None:
    """Keep what a look or a sub-procedure gave with its book. key: the look, or its call and the arguments' types."""
    if len(book.settled) >= SETTLED_LIMIT:
        book.settled.clear()
    book.settled[key] = settled
