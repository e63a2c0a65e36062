"""What the engine needs to know of a rule table: its dice, its cells, and where each cell comes from."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import product
from typing import Protocol

# What reads a line of a table: the total of dice, a strength; halves and ratios as exact fractions.
Number = int | Fraction


class Provenance(StrEnum):
    """Where the text of a table cell comes from."""

    PRINTED = "printed"
    RESTORED = "restored"
    STAND_IN = "stand-in"
    HOUSE = "house"
    UNKNOWN = "unknown"


# Marks the answer for an unknown cell that is a stand-in for this once.
STAND_IN = "^"


@dataclass(frozen=True, slots=True)
class Dice:
    """A number of equal dice that are thrown together and, in a table, added up."""

    count: int
    sides: int = 6

    def __str__(self) -> str:
        return f"{self.count}d{self.sides}"

    def throws(self) -> tuple[tuple[int, ...], ...]:
        """Every throw, each face told apart (36 for two six-sided dice)."""
        return tuple(product(range(1, self.sides + 1), repeat=self.count))


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a table; `value` is None when the text is unknown."""

    value: str | None
    provenance: Provenance
    row: str
    column: str


class Table(Protocol):
    """A rule table as the engine sees it. A table clamps its own open ends and nothing else."""

    @property
    def slug(self) -> str: ...
    @property
    def version(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def rule(self) -> str: ...
    @property
    def dice(self) -> Dice | None: ...
    @property
    def known(self) -> tuple[str, ...]:
        """The texts that its cells are known to hold."""
        ...

    @property
    def wanted(self) -> str:
        """What other text a cell may hold, in words; '' for none."""
        ...

    def written(self, typed: str) -> str:
        """What was typed for a cell, as the table keeps it. ValueError for a text that it can't hold."""
        ...

    def place(self, cell: Cell) -> str:
        """Where a cell stands, in words."""
        ...

    def cell(self, row: Number | str, column: Number | str) -> Cell:
        """The cell; LookupError for a row or column that the table does not have."""
        ...
