"""What the engine needs to know of a rule table: its dice, its cells, and where each cell comes from."""

from __future__ import annotations

from collections.abc import Sequence
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
# Where the numbers of the list under a table stand: its row `modifier/night`, in the column `modifier`.
MODIFIER = "modifier"
# How the key of a line begins whose condition no rule sees: whoever carries the rule out ticks its words.
TICK = "tick-"


@dataclass(frozen=True, slots=True)
class Dice:
    """A number of equal dice that are thrown together and, in a table, added up.

    A face is the number that it counts as, 1 to `sides`, wherever one is kept, added up or proved. What lies on the
    table looks otherwise with dice of ten: the ten of a D10 is its 0, and a d100 is *one* die of a hundred faces,
    thrown as two D10 that are read as tens and ones (00 is 100). As it is one die, nothing takes it for a sum of two.
    """

    count: int
    sides: int = 6

    def __str__(self) -> str:
        return f"{self.count}d{self.sides}"

    @property
    def decimal(self) -> bool:
        """True for dice that are told by digits from 0 on: a D10 and a d100."""
        return self.sides in (10, 100)

    @property
    def digits(self) -> int:
        """How many dice on the table, and digits of a strip, tell one face: two of a d100."""
        return 2 if self.sides == 100 else 1

    def shown(self, face: int) -> str:
        """A face as it lies on the table: `4`, `0` for the ten of a D10, `07` and `00` for a d100."""
        return str(face % self.sides).zfill(self.digits) if self.decimal else str(face)

    def face(self, digits: str) -> int:
        """The face that such digits show."""
        number = int(digits)
        return self.sides if self.decimal and not number else number

    def lying(self, faces: Sequence[int]) -> list[int | str]:
        """What lies on the table: faces, or what dice of ten show; a d100 by itself as its two dice, tens and ones."""
        if not self.decimal:
            return [*faces]
        return [*"".join(map(self.shown, faces))] if len(faces) == 1 else [*map(self.shown, faces)]

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


@dataclass(frozen=True, slots=True)
class ListLine:
    """A line of the list under a table: a condition, and the words that it stands there in.

    key: what the rule calls the condition; of words that are ticked it begins with `tick-`. known: its number is.
    """

    key: str
    words: str
    rule: str
    known: bool = True

    @property
    def row(self) -> str:
        """The row of the table at which its number is looked up."""
        return f"{MODIFIER}/{self.key}"

    @property
    def is_ticked(self) -> bool:
        """True for words that somebody ticks, False for a condition that the rule sees."""
        return self.key.startswith(TICK)


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

    @property
    def listed(self) -> tuple[ListLine, ...]:
        """The list of modifiers under it."""
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
