"""A distance as a rule reads it: typed by a player, or measured where the map has both places."""

from __future__ import annotations

from dataclasses import dataclass

from navalassist.engine.english import counted, several
from navalassist.engine.maps.grids import Map


@dataclass(frozen=True, slots=True)
class Distance:
    """So many squares, hexes or zones. unit: what one is called; how: how it is known, `typed by the player`."""

    number: int
    unit: str
    how: str

    @property
    def words(self) -> str:
        """The same for a receipt."""
        return f"{counted(self.number, self.unit)}, {self.how}"


def distance_of(on: Map, one: str, other: str, typed: int | None = None, unit: str = "square") -> Distance:
    """The distance between two places, '' for one that nobody has entered. What is typed goes first.

    ValueError where none is typed and the map can't give one, with what would be right.
    """
    measured = on.distance(one, other) if one and other else None
    if typed is not None:
        differs = measured is not None and measured != typed
        return Distance(typed, unit, f"typed by the player{f'; the map has {measured}' if differs else ''}")
    if measured is None:
        raise ValueError(f"type how many {several(unit)} it is: the map can't tell, for it has not both places")
    return Distance(measured, unit, f"measured from {on.written((one,))} to {on.written((other,))}")
