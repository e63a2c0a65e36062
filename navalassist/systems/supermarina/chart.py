"""Where hexes, ports and sea areas lie on the chart of the sea, read from places/chart.toml at the start."""

from __future__ import annotations

import tomllib
from cmath import rect
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from math import radians
from pathlib import Path
from typing import NamedTuple

from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.systems.supermarina.weather import Bounds, areas

FILE = Path(__file__).with_name("places") / "chart.toml"
# Lines of hexes stand so many hexes apart; the corners of a hex lie so far from its middle.
APART, CORNER = 0.8660254, 0.5773503


class Spot(NamedTuple):
    """A place on the chart, in its units."""

    x: int
    y: int

    @classmethod
    def of(cls, at: complex) -> Spot:
        """The nearest whole units."""
        return cls(round(at.real), round(at.imag))


class View(NamedTuple):
    """The part of the chart that is shown."""

    x: int
    y: int
    width: int
    height: int

    def holds(self, spot: Spot) -> bool:
        """True for a place that is shown."""
        return self.x <= spot.x <= self.x + self.width and self.y <= spot.y <= self.y + self.height


@dataclass(frozen=True, slots=True)
class Grid:
    """How the hexes of sheets that join lie on the chart."""

    turn: complex
    shift: complex

    def at(self, line: float, place: float) -> complex:
        """Where a place of the grid lies."""
        return self.turn * complex(line * APART, place) + self.shift

    def of(self, one: Hex) -> complex:
        """Where the middle of a hex lies."""
        line = one.grid[1]
        return self.at(line, one.place + (0.5 if line % 2 == 0 else 0))

    def hexagon(self, middle: complex, size: float, turned: int = 0) -> str:
        """The path of a hexagon. size: from its middle to a corner, in hexes; turned: by degrees, 30 to a neighbour."""
        corners = (middle + self.turn * rect(size, radians(60 * corner + turned)) for corner in range(6))
        return f"M{'L'.join(f'{corner.real:.2f} {corner.imag:.2f}' for corner in corners)}Z"

    @property
    def hex(self) -> float:
        """Units of a hex."""
        return abs(self.turn)


@dataclass(frozen=True, slots=True)
class SeaChart:
    """grids: by their first sheets; ports: key -> place, and the side on which its name stands; names: of areas."""

    view: View
    grids: Mapping[str, Grid]
    ports: Mapping[str, tuple[Spot, str]]
    names: Mapping[str, Spot]

    def grid_of(self, name: str) -> Grid | None:
        """The grid of a hex by its name; None for a sheet that the chart does not know, and for no hex."""
        return self.grids.get(Hex.of(name).grid[0]) if name else None

    def spot(self, name: str) -> Spot | None:
        """Where a hex lies; None where the chart does not show it."""
        grid = self.grid_of(name)
        if grid is None:
            return None
        found = Spot.of(grid.of(Hex.of(name)))
        return found if self.view.holds(found) else None

    def outlines(self, area: str) -> Iterator[str]:
        """The parts of a sea area, each as the path of its bounds."""
        for part in areas()[area].bounds:
            if corners := self._corners(part):
                yield f"M{'L'.join(f'{spot.x} {spot.y}' for spot in corners)}Z"

    def _corners(self, part: Bounds) -> list[Spot]:
        sheet, first = Hex(part.sheet, part.first_line, part.first_place).grid
        last = first + part.last_line - part.first_line
        grid = self.grids.get(sheet)
        if grid is None:
            return []
        around = [(first - 0.5, part.first_place), (last + 0.5, part.first_place)]
        around += [(last + 0.5, part.last_place + 1), (first - 0.5, part.last_place + 1)]
        return [Spot.of(grid.at(line, place)) for line, place in around]


@cache
def sea_chart() -> SeaChart:
    """The chart. An error of the file stops the start."""
    found = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return SeaChart(
        View(*found["view"]),
        {sheet: Grid(complex(*grid["turn"]), complex(*grid["shift"])) for sheet, grid in found["grids"].items()},
        {key: (Spot(x, y), side) for key, (x, y, side) in found["ports"].items()},
        {key: Spot(*spot) for key, spot in found["names"].items()},
    )
