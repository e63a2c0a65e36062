"""Which sea areas fleets reach: over areas that border on one another, but through no strait that another holds.

How far a fleet sails in a month nobody says (R-84); that it gets there by water at all is known.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from navalassist.play.systems import Reader
from navalassist.systems.storm_of_steel.afloat import Values, name_of, owner_words
from navalassist.systems.storm_of_steel.places import places
from navalassist.systems.storm_of_steel.rules.rows import AREA, area_row, base_row
from navalassist.systems.storm_of_steel.rules.sailing import Mover
from navalassist.systems.storm_of_steel.sailing import areas_of
from navalassist.systems.storm_of_steel.state import Side


def no_way(reader: Reader, fleets: Sequence[Mover], area: str, side: Side) -> str:
    """Which of these fleets can't come into an area by water, as a sentence; '' for none."""
    for fleet in fleets:
        values, starts = reader.state.values, areas_of(reader, fleet.place) if fleet.place else []
        if area in starts or not starts or area in _reached(values, starts, side):
            continue
        there = name_of(values, area_row(area))
        shut = _straits_shut(reader, side)
        if area in _reached(values, starts, None):
            return f"{fleet.name} does not come into {there}: its way leads by {shut}."
        return f"{fleet.name} does not come into {there}: no water leads there."
    return ""


def can_come(values: Values, place: str, area: str, side: Side) -> bool:
    """Whether a fleet of a side that lies there comes into an area by water."""
    return bool(place) and area in _reached(values, areas_of(values, place), side)


def _reached(values: Values, starts: Sequence[str], side: Side | None) -> set[str]:
    """The areas that a side reaches from these; None: with every strait open."""
    reached, waiting = set(starts), deque(starts)
    while waiting:
        here = waiting.popleft()
        for there in values.get(f"{AREA}:{here}.neighbours") or ():
            if there not in reached and (side is None or _is_open(values, here, there, side)):
                reached.add(there)
                waiting.append(there)
    return reached


def _is_open(values: Values, here: str, there: str, side: Side) -> bool:
    guard = next((strait.base for strait in places().straits if {here, there} == {*strait.between}), None)
    return guard is None or values.get(f"{base_row(guard)}.owner", side) == side


def _straits_shut(reader: Reader, side: Side) -> str:
    """`Constantinople, which is neutral`: the bases that shut a strait to a side."""
    shut = []
    for strait in places().straits:
        owner = reader.get(f"{base_row(strait.base)}.owner", side)
        if owner != side:
            shut.append(f"{reader[f'{base_row(strait.base)}.name']}, which is {owner_words(str(owner))}")
    return " and ".join(dict.fromkeys(shut))
