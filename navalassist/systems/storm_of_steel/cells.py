"""Cells that hold a number, and sometimes a letter for what comes along: `3`, `3+D`, `2+GE`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Points:
    """A number of points, and what else the cell asks for: `D`, `A`, `GE`, or nothing."""

    number: int
    also: str = ""


def points_of(cell: str) -> Points:
    """`3+D` as its number and its letter. ValueError for a cell that does not begin with a number."""
    number, _, also = cell.partition("+")
    return Points(int(number), also)
