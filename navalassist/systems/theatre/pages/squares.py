"""A part of a map with what a side sees there: squares that it has spotted, and its own forces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from navalassist.engine.reader import View
from navalassist.systems.theatre import spotting
from navalassist.systems.theatre.spotting import Force
from navalassist.systems.theatre.state.sea import Map, Port
from navalassist.systems.theatre.state.words import Ground
from navalassist.systems.theatre.ways import grid, grounds, ports_on

SIDE, EDGE, AROUND, LEAST = 62, 20, 1, 6
# Own forces that are farther from all that was spotted are left out.
NEAR = 5


@dataclass(frozen=True, slots=True)
class Cell:
    """A square as it is drawn. missions: the numbers of those that were spotted in it; own: forces that stand there."""

    name: str
    x: int
    y: int
    ground: str
    called: str
    port: str
    missions: tuple[int, ...]
    own: tuple[str, ...]

    @property
    def told(self) -> str:
        """What it holds, for ears; '' where nothing is to be said."""
        seen = f"mission {' and '.join(map(str, self.missions))} seen" if self.missions else ""
        what = "; ".join(each for each in (seen, ", ".join(self.own)) if each)
        return f"{self.name}: {what}" if what else ""


@dataclass(frozen=True, slots=True)
class Chart:
    """A map, or as much of it as is needed. heads: letters and numbers at its edge."""

    name: str
    width: int
    height: int
    cells: tuple[Cell, ...]
    heads: tuple[tuple[int, int, str], ...]
    title: str

    @property
    def told(self) -> list[str]:
        """All that it shows, in words."""
        return [cell.told for cell in self.cells if cell.told]


def chart_of(view: View, key: str, seen: Mapping[str, Iterable[int]], own: Sequence[Force]) -> Chart:
    """The part of a map that has these squares. seen: square -> numbers of missions."""
    on, land, ports = grid(view, key), grounds(view, key), ports_on(view, key)
    standing: dict[str, list[str]] = {}
    for force in own:
        near = spotting.nearest(force, seen)
        if force.map == key and near is not None and near <= NEAR and (force.ships or force.patrols):
            standing.setdefault(force.square, []).append(force.name)
    places = [on.at(square) for square in (*seen, *standing)]
    left, right = _span([x for x, _ in places], on.across)
    top, bottom = _span([y for _, y in places], on.down)
    cells = []
    for row in range(top, bottom + 1):
        for column in range(left, right + 1):
            name = on.name(column, row)
            square, port = land.get(name), ports.get(name)
            cells.append(
                Cell(
                    name=name, x=EDGE + SIDE * (column - left), y=EDGE + SIDE * (row - top),
                    ground=(square.ground if square else Ground.SEA).value, called=_called(port, square),
                    port=port.owner.value if port else "", missions=tuple(seen.get(name, ())),
                    own=tuple(standing.get(name, ())),
                )
            )  # fmt: skip
    letters = [(EDGE + SIDE * (x - left) + SIDE // 2, 14, on.name(x, 1)[:-1]) for x in range(left, right + 1)]
    numbers = [(10, EDGE + SIDE * (y - top) + SIDE // 2 + 5, str(y)) for y in range(top, bottom + 1)]
    return Chart(
        view.row(Map, key).name, EDGE + SIDE * (right - left + 1) + 4, EDGE + SIDE * (bottom - top + 1) + 4,
        tuple(cells), (*letters, *numbers), f"Squares {on.name(left, top)} to {on.name(right, bottom)}",
    )  # fmt: skip


def _called(port: Port | None, square: object) -> str:
    return port.name if port else str(getattr(square, "called", ""))


def _span(found: Sequence[int], most: int) -> tuple[int, int]:
    """The rows or columns that are drawn: those that are needed, some around, and no fewer than a few."""
    low, high = (min(found), max(found)) if found else (1, 1)
    low, high = max(1, low - AROUND), min(most, high + AROUND)
    high = min(most, max(high, low + LEAST - 1))
    return max(1, min(low, high - LEAST + 1)), high
