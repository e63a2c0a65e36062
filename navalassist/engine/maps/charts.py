"""What a page needs to have a way drawn: the map, what lies on its places, and the rule of a leg."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from navalassist.engine.maps.grids import Map
from navalassist.engine.maps.ways import Judge, Way, drawn, places_of


class Ground(StrEnum):
    """What a place is drawn as."""

    SEA = "sea"
    LAND = "land"
    ISLAND = "small island"
    UNKNOWN = "not entered"


@dataclass(frozen=True, slots=True)
class Look:
    """A place on the chart. name: what players call it beside its square; port: the side whose port it has, or ''."""

    ground: Ground = Ground.SEA
    name: str = ""
    port: str = ""


@dataclass(frozen=True)
class WayChart:
    """A map on which a way is drawn.

    looks: place -> what it is drawn as; other: of a place that is not among them; unit: what its costs count; says:
    what a way comes to beside its sum, `range 1`; example: a way as it may be typed; part: two corners of the squares
    that are drawn, of a map too large to look at as a whole; begins: where it may begin, None for anywhere: on squares
    a way that can begin in one alone is drawn from there, whether that was tapped or not.
    Places that are not offered may be typed all the same.
    """

    on: Map
    judge: Judge
    looks: Mapping[str, Look] = field(default_factory=dict)
    unit: str = "square"
    says: Callable[[Way], str] = lambda way: ""
    other: Look = Look()
    example: str = ""
    part: tuple[str, str] | None = None
    begins: Sequence[str] | None = None

    def look(self, place: str) -> Look:
        """What a place is drawn as."""
        return self.looks.get(place, self.other)

    def called(self, place: str) -> str:
        """`D2 Mako`, and a zone by its name alone."""
        written, name = self.on.written((place,)), self.look(place).name
        return written if name in ("", written) else f"{written} {name}"

    def way(self, text: str) -> Way:
        """A way as it was typed. ValueError says which part of it is no place of the map."""
        try:
            # A name alone may have blanks.
            places: tuple[str, ...] = (self.on.place(text),)
        except ValueError:
            places = places_of(text)
        return drawn(self.on, places, self.judge)
