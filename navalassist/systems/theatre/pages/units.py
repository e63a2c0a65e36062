"""The naval units that a seat sees, by port, with what a port bases, and what each type of unit is for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from navalassist.desk.at import At
from navalassist.engine.reader import View
from navalassist.play.write.roster_edits import HOUSE, PRINTED, origin_of
from navalassist.systems.theatre.berths import HOLDS, load_of, types_of, what_it_does
from navalassist.systems.theatre.state.fleets import AirUnit, Group, Type, Unit
from navalassist.systems.theatre.state.sea import Port
from navalassist.systems.theatre.state.words import PLACE_WORDS, Side


@dataclass(frozen=True, slots=True)
class UnitLine:
    """A unit as its side reads it. does: what its type is for; stands_in: nobody has typed its sheet."""

    unit: Unit
    group: str
    does: str
    aircraft: tuple[str, ...]
    stands_in: bool


@dataclass(frozen=True, slots=True)
class Berth:
    """A port, or another place, with a side's units there. about: what it bases; route: the ways of groups there."""

    side: Side
    name: str
    about: str
    units: tuple[UnitLine, ...]
    groups: tuple[Group, ...]


def unit_line(view: View, unit: Unit) -> UnitLine:
    """A unit with its group and what it carries."""
    group, found = view.find(Group, unit.group), types_of(view).get(unit.type)
    return UnitLine(
        unit=unit,
        group=group.plain if group else "",
        does=what_it_does(found) if found else "",
        aircraft=tuple(one.name for one in view.rows(AirUnit, base=unit.row)),
        stands_in=origin_of(view.values, unit) not in (PRINTED, HOUSE),
    )


def berths(view: View) -> Iterator[Berth]:
    """Each side's ports with units or groups of its own, then those that are in none."""
    types, ports = types_of(view), {port.row: port for port in view.rows(Port)}
    for side in Side:
        units, groups = view.rows(Unit, side=side), view.rows(Group, side=side)
        for place in (*ports, *PLACE_WORDS):
            here = [unit for unit in units if unit.place == place]
            there = tuple(group for group in groups if group.place == place)
            if here or there:
                port = ports.get(place)
                about = f"{port.size.label} port, {load_of(here, types)} of {HOLDS[port.size]}" if port else ""
                name = port.name if port else PLACE_WORDS[place]
                yield Berth(side, name, about, tuple(unit_line(view, unit) for unit in here), there)


def units(here: At) -> dict[str, Any]:
    """What the viewer sees of units, and the list of types."""
    types = [(one, what_it_does(one)) for one in here.rows.rows(Type)]
    return {"berths": list(berths(here.rows)), "types": types}
