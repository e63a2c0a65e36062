"""Weather by sea area (X.2), and which area a hex lies in, read from places/areas.toml at the start."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.engine.reader import View
from navalassist.engine.shapes import Worded
from navalassist.engine.weather import Weather

FILE = Path(__file__).with_name("places") / "areas.toml"


class Sky(Worded):
    """The weather of an area: whatever is not clear is poor (SM.9.B.2)."""

    CLEAR = "clear"
    POOR = "poor"


@dataclass(frozen=True, slots=True)
class Bounds:
    """Part of a sheet: its lines and the places on them, the last ones included."""

    sheet: str
    first_line: int
    last_line: int
    first_place: int
    last_place: int

    def holds(self, here: Hex) -> bool:
        """True for a hex in it."""
        return (
            here.sheet == self.sheet
            and self.first_line <= here.line <= self.last_line
            and self.first_place <= here.place <= self.last_place
        )


@dataclass(frozen=True, slots=True)
class Area:
    """A sea area. bounds: none for the one that takes what is left."""

    name: str
    bounds: tuple[Bounds, ...]

    def holds(self, here: Hex) -> bool:
        """True for a hex in it."""
        return not self.bounds or any(part.holds(here) for part in self.bounds)


@cache
def areas() -> Mapping[str, Area]:
    """Every area by its key, in the order of the file. An error of the file stops the start."""
    found = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {
        key: Area(fields["name"], tuple(Bounds(*part) for part in fields.get("bounds", ())))
        for key, fields in found.items()
    }


def area_of(place: str) -> str:
    """The area in which a hex lies; '' for a hex that nobody has entered."""
    if not place:
        return ""
    here = Hex.of(place)
    return next((key for key, area in areas().items() if area.holds(here)), "")


WEATHER = Weather(
    "condition:weather-{area}.value",
    {key: area.name for key, area in areas().items()},
    {sky.value: sky.label for sky in Sky},
    Sky.CLEAR.value,
    area_of=area_of,
)


def sky_at(view: View, place: str) -> Sky:
    """The weather in a hex; clear where nobody has said."""
    area = area_of(place)
    return Sky((area and view.get(WEATHER.of(area))) or WEATHER.plain)
