"""Weather by sea area, as a rule system declares it: where it is kept, what it may be, and what it is by itself.

WEATHER = Weather("condition:weather-{area}.value", {"gulf": "The gulf"}, {"clear": "clear", "storm": "stormy"})

It is facts of the campaign: rules read them, so that receipts name the entry that set them. A mark that ends with the
turn keeps it so long; a condition keeps it until somebody says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

AREA = "{area}"


def itself(place: str) -> str:
    """Where each place is an area of its own."""
    return place


@dataclass(frozen=True, slots=True)
class Weather:
    """fact: what keeps the weather of an `{area}`; areas, states: their keys, and what they are called.

    plain: the state where nobody has said any, which no head tells; area_of: the area in which a place lies, ''
    for none.
    """

    fact: str
    areas: Mapping[str, str]
    states: Mapping[str, str]
    plain: str
    area_of: Callable[[str], str] = itself
    title: str = "Weather"

    def of(self, area: str) -> str:
        """The fact that keeps the weather of an area."""
        return self.fact.replace(AREA, area)

    def row(self, area: str) -> str:
        """The row of that fact."""
        return self.of(area).rpartition(".")[0]

    def said(self, values: Mapping[str, Any], area: str) -> str:
        """The weather that is kept of an area; '' where nobody has said."""
        return str(values.get(self.of(area)) or "")

    def at(self, values: Mapping[str, Any], place: str) -> str:
        """The weather in which a place lies; the plain one where nobody has said, or it lies in no area."""
        area = self.area_of(place)
        return (self.said(values, area) if area else "") or self.plain

    def news(self, values: Mapping[str, Any]) -> Iterator[str]:
        """`The gulf stormy`: every area where it is not as by itself."""
        for area, name in self.areas.items():
            state = self.said(values, area)
            if state and state != self.plain:
                yield f"{name} {self.states.get(state, state)}"
