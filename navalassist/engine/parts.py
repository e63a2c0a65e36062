"""The parts of a campaign that a scenario may tell: which rows each has, and what of them a file may say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from navalassist.engine.effects import Create

Facts = Mapping[str, Any]
# Rows by their keys, each with its fields.
Rows = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class RowsOf:
    """Rows of one kind in a part. fields: those that a file may say, () for all; adds: a file may have rows of its own.

    Without `adds` the rows are those of a new campaign, as the ports of the map are. by_side: rules find a row by its
    key, which begins or ends with its side.
    """

    kind: str
    fields: tuple[str, ...] = ()
    adds: bool = True
    by_side: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """A part: its key in files, its title, its rows; path: the page on which they are entered by hand.

    empty, begins: how it is called without rows, and where all are as they came.
    """

    key: str
    title: str
    rows: tuple[RowsOf, ...]
    path: str = ""
    empty: str = ""
    begins: str = "as a new campaign has them"


def as_said(row: str, fields: Mapping[str, Any], said: str) -> Mapping[str, Any]:
    """A system whose rows need no more than a file says."""
    return fields


def all_fits(facts: Facts, row: str) -> str:
    """A system in which nothing holds but what its rows say of themselves."""
    return ""


@dataclass(frozen=True)
class ScenarioParts:
    """What scenarios of a rule system are made of.

    parts: in the order of pages; base: the rows of a new campaign of a turn, from the rows that a file has (they may
    say which waters are played);
    complete: a row's fields with what follows from them, from a word about their source;
    check: what of a row doesn't fit the others, in words; folder: of the scenarios that are shipped.
    """

    parts: tuple[Part, ...]
    base: Callable[[str, Rows], Iterable[Create]]
    complete: Callable[[str, Mapping[str, Any], str], Mapping[str, Any]] = as_said
    check: Callable[[Facts, str], str] = all_fits
    folder: Path | None = None

    def found(self, row: str) -> tuple[Part, RowsOf] | None:
        """The part that a row belongs to; None for a row of none."""
        kind = row.partition(":")[0]
        return next(((part, rows) for part in self.parts for rows in part.rows if rows.kind == kind), None)
