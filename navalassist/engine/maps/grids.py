"""Maps of squares and of hexes: names, neighbours, distances."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

LETTERS = 26


class Map(Protocol):
    """What a map tells of its places."""

    def place(self, text: str) -> str:
        """The name of a place as the map prints it. ValueError with a sentence for what is none."""
        ...

    def neighbours(self, place: str) -> tuple[str, ...]:
        """The places that touch it."""
        ...

    def distance(self, one: str, other: str) -> int | None:
        """How far it is, over whatever lies between; None where no way is known."""
        ...

    def written(self, places: Sequence[str]) -> str:
        """A way as it is typed, and read again."""
        ...


@dataclass(frozen=True, slots=True)
class Squares:
    """Squares with letters across and numbers down: `A1` lies at the top left, `AA` follows on `Z`."""

    across: int
    down: int

    def place(self, text: str) -> str:
        """`D4` of ` d4`. ValueError for what is no square of the map."""
        found = re.fullmatch(r"([A-Z]{1,2})([1-9][0-9]{0,2})", text.strip().upper(), re.ASCII)
        if found is None:
            raise ValueError(f'"{text}" is no square: write its letter and its number, such as D4')
        column, row = _number(found[1]), int(found[2])
        if column > self.across or row > self.down:
            raise ValueError(f"{found[0]} lies off the map: it runs from A1 to {_letters(self.across)}{self.down}")
        return found[0]

    def at(self, place: str) -> tuple[int, int]:
        """Column and row, from 1. ValueError as `place` has it."""
        name = self.place(place)
        letters = name.rstrip("0123456789")
        return _number(letters), int(name[len(letters) :])

    def name(self, column: int, row: int) -> str:
        """The square of a column and a row."""
        return f"{_letters(column)}{row}"

    def neighbours(self, place: str) -> tuple[str, ...]:
        """Up to eight: straight ones first, then those across a corner."""
        column, row = self.at(place)
        steps = [(0, -1), (-1, 0), (1, 0), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)]
        around = ((column + x, row + y) for x, y in steps)
        return tuple(self.name(x, y) for x, y in around if 1 <= x <= self.across and 1 <= y <= self.down)

    def is_diagonal(self, one: str, other: str) -> bool:
        """True for two squares that touch at a corner alone."""
        (x, y), (to_x, to_y) = self.at(one), self.at(other)
        return abs(x - to_x) == abs(y - to_y) == 1

    def distance(self, one: str, other: str) -> int:
        """Squares from one to the other. Diagonals are a running total: n of them count n + 1 squares (PG.6.4.2)."""
        (x, y), (to_x, to_y) = self.at(one), self.at(other)
        diagonal, far = sorted((abs(x - to_x), abs(y - to_y)))
        return far + 1 if diagonal else far

    def written(self, places: Sequence[str]) -> str:
        """`E1 D1 D2`"""
        return " ".join(places)


def _number(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * LETTERS + ord(letter) - ord("A") + 1
    return number


def _letters(number: int) -> str:
    found = ""
    while number:
        number, letter = divmod(number - 1, LETTERS)
        found = chr(ord("A") + letter) + found
    return found


@dataclass(frozen=True, slots=True)
class Hexes:
    """Hexes in columns: `2204` is the 4th of column 22. low: the columns, even or odd, that stand half a hex lower."""

    columns: int
    rows: int
    low: str = "even"

    def place(self, text: str) -> str:
        """`2204`. ValueError for what is no hex of the map."""
        name = text.strip()
        if not re.fullmatch(r"[0-9]{4}", name, re.ASCII):
            raise ValueError(f'"{text}" is no hex: write the four digits of its column and its row, such as 2204')
        if not (1 <= int(name[:2]) <= self.columns and 1 <= int(name[2:]) <= self.rows):
            raise ValueError(f"{name} lies off the map: it runs from 0101 to {self.columns:02}{self.rows:02}")
        return name

    def at(self, place: str) -> tuple[int, int]:
        """Column and row, from 1. ValueError as `place` has it."""
        name = self.place(place)
        return int(name[:2]), int(name[2:])

    def name(self, column: int, row: int) -> str:
        """The hex of a column and a row."""
        return f"{column:02}{row:02}"

    def is_low(self, column: int) -> bool:
        """True for a column that stands half a hex lower."""
        return (column % 2 == 0) == (self.low == "even")

    def neighbours(self, place: str) -> tuple[str, ...]:
        """Up to six."""
        column, row = self.at(place)
        above = row if self.is_low(column) else row - 1
        around = [(column, row - 1), (column, row + 1)]
        around += [(x, y) for x in (column - 1, column + 1) for y in (above, above + 1)]
        return tuple(self.name(x, y) for x, y in around if 1 <= x <= self.columns and 1 <= y <= self.rows)

    def distance(self, one: str, other: str) -> int:
        """Hexes from one to the other."""
        (column, row), (to_column, to_row) = self.at(one), self.at(other)
        across = abs(column - to_column)
        # In half hexes, for low columns stand half a hex further down.
        along = abs(2 * (row - to_row) + self.is_low(column) - self.is_low(to_column))
        return across + max(0, along - across) // 2

    def written(self, places: Sequence[str]) -> str:
        """`2204 2205`"""
        return " ".join(places)
