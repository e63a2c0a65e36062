"""The two charts of the Great War: where sea areas and bases are drawn. No rule reads it.

In:  places/shapes.json (written by tools/build_great_war_map.py). Out: `charts()`, by key: north, south.
A file that does not fit stops the start.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from navalassist.desk.chart.drawing import DrawnData, Spot

FILE = Path(__file__).parent / "places" / "shapes.json"
TITLES = {"north": "North Sea, Baltic and western approaches", "south": "Mediterranean and Black Sea"}


class AreaShape(DrawnData):
    """How a sea area is drawn: its outline, where its name stands, and the dot in it that a line leads to."""

    path: str
    at: tuple[int, int]
    dot: tuple[int, int] | None = None

    @property
    def middle(self) -> tuple[int, int]:
        """A point in its water."""
        return self.dot or self.at


class SeaChart(DrawnData):
    """A chart: its grid, the frame round it, the file of its coast, what is drawn on it."""

    coast: str
    width: int
    height: int
    border: str
    areas: Mapping[str, AreaShape]
    bases: Mapping[str, Spot]


class _File(DrawnData):
    about: str
    north: SeaChart
    south: SeaChart


@lru_cache(maxsize=1)
def charts() -> Mapping[str, SeaChart]:
    """Every chart, in the order in which the page shows them."""
    found = _File.model_validate_json(FILE.read_text(encoding="utf-8"))
    return {"north": found.north, "south": found.south}
