"""A part of a map with what a side sees there: squares that it has spotted, and its own forces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from navalassist.desk.ways.drawing import Spot, WayShown, way_shown
from navalassist.engine.reader import View
from navalassist.systems.theatre import spotting, ways
from navalassist.systems.theatre.spotting import Force
from navalassist.systems.theatre.state.sea import Map
from navalassist.systems.theatre.state.words import Side

# Squares that are drawn around what was spotted; own forces farther from all of it are left out.
AROUND, NEAR = 2, 5


@dataclass(frozen=True, slots=True)
class Chart:
    """A part of a map. seen: squares that were spotted, with the numbers of missions; own: those where forces stand.

    told: all that it shows, in words.
    """

    name: str
    drawn: WayShown
    seen: tuple[tuple[Spot, str], ...]
    own: tuple[Spot, ...]
    told: tuple[str, ...]


def chart_of(view: View, key: str, side: Side, seen: Mapping[str, Sequence[int]], own: Sequence[Force]) -> Chart:
    """The part of a map that has these squares. seen: square -> numbers of missions."""
    standing: dict[str, list[str]] = {}
    for force in own:
        near = spotting.nearest(force, seen)
        if force.map == key and near is not None and near <= NEAR and (force.ships or force.patrols):
            standing.setdefault(force.square, []).append(force.name)
    part = ways.around(ways.grid(view, key), (*seen, *standing), AROUND)
    drawn = way_shown(f"seen-{side}-{key}", replace(ways.chart(view, key, side), part=part), "")
    at = {spot.place: spot for spot in drawn.spots}
    told = []
    for place in (place for place in at if place in seen or place in standing):
        numbers = f"mission {' and '.join(map(str, seen[place]))} seen" if place in seen else ""
        told.append(f"{place}: {'; '.join(filter(None, (numbers, ', '.join(standing.get(place, ())))))}")
    return Chart(
        name=view.row(Map, key).name,
        drawn=drawn,
        seen=tuple((at[place], "+".join(map(str, numbers))) for place, numbers in seen.items()),
        own=tuple(at[place] for place in standing),
        told=tuple(told),
    )
