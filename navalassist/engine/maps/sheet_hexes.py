"""Hexes on printed sheets, as the Europa maps number them: names, neighbours, distances.

A hex is written `18A:2010`: the sheet, the number of its line (20) and its place on that line (10). Places on lines
with an even number lie half a hex further than those on lines with an odd one; on every sheet, however its lines run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

NAME = re.compile(r"((?:WW)?[0-9]{1,2}[A-Z]?):([0-9]{2})([0-9]{2})")
SHAPE = "a hex is written as sheet, colon and four digits, such as 18A:2010"
# Sheets that join: the place on a line goes on, and the line that would be the 51st is the first of the next sheet.
JOINED = (("24A", "25A"), ("18A", "19A"))
LINES = 50


@dataclass(frozen=True, slots=True, order=True)
class Hex:
    """One hex. Sheets whose join is known share a grid; a hex beyond the last line is named by the next sheet."""

    sheet: str
    line: int
    place: int

    @classmethod
    def of(cls, text: str) -> Hex:
        """The hex of a name. ValueError for what is none."""
        found = NAME.fullmatch(text.strip().upper())
        if found is None:
            raise ValueError(f'"{text}" is no hex: {SHAPE}')
        return cls(found[1], int(found[2]), int(found[3])).named()

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """In a situation a hex is written as its name."""
        of_text = core_schema.no_info_after_validator_function(cls.of, core_schema.str_schema())
        return core_schema.json_or_python_schema(
            json_schema=of_text,
            python_schema=core_schema.union_schema([core_schema.is_instance_schema(cls), of_text]),
            serialization=core_schema.to_string_ser_schema(),
        )

    def __str__(self) -> str:
        return f"{self.sheet}:{self.line:02}{self.place:02}"

    @property
    def grid(self) -> tuple[str, int]:
        """The first sheet of those that join this one, and the line counted through them."""
        for joined in JOINED:
            if self.sheet in joined:
                return joined[0], self.line + LINES * joined.index(self.sheet)
        return self.sheet, self.line

    def named(self) -> Hex:
        """The same hex, by the sheet on which its line is printed."""
        first, line = self.grid
        joined = next((sheets for sheets in JOINED if first == sheets[0]), None)
        if joined is None:
            return self
        number = min(max((line - 1) // LINES, 0), len(joined) - 1)
        return Hex(joined[number], line - LINES * number, self.place)

    def neighbours(self) -> tuple[Hex, ...]:
        """The six hexes around it, those off the sheet's edge among them where no other sheet is known to join."""
        low = self.place if self.line % 2 == 0 else self.place - 1
        around = [(self.line, self.place - 1), (self.line, self.place + 1)]
        around += [(line, place) for line in (self.line - 1, self.line + 1) for place in (low, low + 1)]
        return tuple(Hex(self.sheet, line, place).named() for line, place in around)


def distance(one: Hex, other: Hex) -> int | None:
    """Hexes from one to the other, the shortest way over land and sea; None where no join of their sheets is known."""
    (sheet, line), (other_sheet, other_line) = one.grid, other.grid
    if sheet != other_sheet:
        return None
    across = abs(line - other_line)
    # In half hexes, for places on even lines are half a hex further.
    along = abs(2 * (one.place - other.place) + (line % 2 == 0) - (other_line % 2 == 0))
    return across + max(0, along - across) // 2


def within(one: Hex, other: Hex, reach: int) -> bool | None:
    """Whether one lies within so many hexes of the other; None where that can't be known."""
    hexes = distance(one, other)
    return None if hexes is None else hexes <= reach


def hexes_within(middle: Hex, reach: int, every: int = 1) -> Iterator[Hex]:
    """The hexes so far around one and itself, or those on every so many lines and places, but none before the first."""
    sheet, first = middle.grid
    lines = (line for line in range(max(1, first - reach), first + reach + 1) if line % every == 0)
    places = [at for at in range(max(1, middle.place - reach), middle.place + reach + 1) if at % every == 0]
    found = (Hex(sheet, line, at).named() for line in lines for at in places)
    return (one for one in found if within(one, middle, reach))


@dataclass(frozen=True, slots=True)
class Sheets:
    """All sheets as one map, for distances that rules ask for."""

    def place(self, text: str) -> str:
        """`18A:0407` of ` 18a:0407`. ValueError for what is no hex."""
        return str(Hex.of(text))

    def neighbours(self, place: str) -> tuple[str, ...]:
        """The six hexes around it."""
        return tuple(str(one) for one in Hex.of(place).neighbours())

    def distance(self, one: str, other: str) -> int | None:
        """Hexes from one to the other; None where no join of their sheets is known."""
        return distance(Hex.of(one), Hex.of(other))

    def written(self, places: Sequence[str]) -> str:
        """`18A:0407 18A:0408`"""
        return " ".join(places)


SHEETS = Sheets()
