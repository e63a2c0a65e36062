"""What every drawn chart has, whatever its rule system: a grid, places with their names on it, marks.

All numbers are units of the grid of a chart, which the page uses as its viewBox.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict

Beside = Literal["n", "e", "s", "w"]
# Where a name stands: x and y from the middle of its dot to the base line of the text, and the SVG text-anchor.
LABELS: Mapping[Beside, tuple[int, int, str]] = {
    "n": (0, -17, "middle"),
    "e": (17, 8, "start"),
    "s": (0, 34, "middle"),
    "w": (-17, 8, "end"),
}
# Where a ship or a mine stands beside a dot: away from the name.
BESIDE: Mapping[Beside, tuple[int, int]] = {"n": (0, 30), "e": (-34, 0), "s": (0, -30), "w": (34, 0)}
# Where the name of a ship beside a dot stands, from the ship: clear of dot and name of the place.
NAMES: Mapping[Beside, tuple[int, int, str]] = {
    "n": (20, 16, "start"),
    "e": (0, 36, "middle"),
    "s": (44, -32, "end"),
    "w": (20, 8, "start"),
}


class DrawnData(BaseModel):
    """A part of a data file of a drawing."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Spot(DrawnData):
    """Where a place is drawn on a chart, and where its name stands."""

    x: int
    y: int
    label: Beside = "e"
    label_shift: tuple[int, int] = (0, 0)

    @property
    def label_at(self) -> tuple[int, int, str]:
        """Where its name is written: x, y, SVG text-anchor."""
        dx, dy, anchor = LABELS[self.label]
        return self.x + dx + self.label_shift[0], self.y + dy + self.label_shift[1], anchor

    @property
    def beside(self) -> tuple[int, int]:
        """Where a ship stands that lies there."""
        dx, dy = BESIDE[self.label]
        return self.x + dx, self.y + dy


@dataclass(frozen=True, slots=True)
class Name:
    """A name that stands by a mark: what, where its base line begins, and the SVG text-anchor."""

    text: str
    x: int
    y: int
    anchor: str


@dataclass(frozen=True, slots=True)
class Mark:
    """Something at one place: whose it is, what is told of it, its address below the campaign's, how many.

    name: written beside it, on a chart with room for that.
    """

    side: str
    text: str
    url: str
    count: int
    x: int = 0
    y: int = 0
    name: Name | None = None


@dataclass(frozen=True, slots=True)
class Ring:
    """A circle on a chart, and the side whose it is: its middle and its radius."""

    side: str
    x: int
    y: int
    r: int
