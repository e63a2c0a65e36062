"""What ports base (PG.6.1.2), and what types of units are for (PG.6.1.7, 6.1.8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from navalassist.engine import Refusal
from navalassist.engine.english import listed
from navalassist.engine.reader import Reader, View
from navalassist.systems.theatre.state.fleets import Type, Unit
from navalassist.systems.theatre.state.sea import Port
from navalassist.systems.theatre.state.words import Mission, Side, Size, UnitType

BASING = "PG.6.1.2"
# In escorts, of which two are as much as a capital ship.
HOLDS = {Size.MINOR: 40, Size.MAJOR: 80}
OF_A_CAPITAL = 2
NEVER_PATROLS = {UnitType.CVE: "PG.6.1.8.1", UnitType.CC: "PG.6.1.8.4", UnitType.DE: "PG.6.1.8.5"}
MOST_AIR = 3


def types_of(view: View) -> Mapping[UnitType, Type]:
    """The list of types, which is everybody's."""
    return by_type((view.view if isinstance(view, Reader) else view).rows(Type))


def by_type(rows: Iterable[Type]) -> Mapping[UnitType, Type]:
    """Types by what units have them."""
    return {UnitType(row.key): row for row in rows if row.key in tuple(UnitType)}


def load_of(units: Iterable[Unit], types: Mapping[UnitType, Type]) -> int:
    """What units are of what a port bases: 2 for a capital ship, 1 for an escort (R-203)."""
    return sum(OF_A_CAPITAL if unit.type not in types or types[unit.type].capital else 1 for unit in units)


def based(view: View, port: Port, side: Side) -> tuple[Unit, ...]:
    """A side's units in a port."""
    return view.own(Unit, side, place=port.row)


def overfull(port: Port, there: Iterable[Unit], coming: Iterable[Unit], types: Mapping[UnitType, Type]) -> str:
    """Why a port has no room for units that come; '' where it has."""
    new = tuple(coming)
    staying = [unit for unit in there if unit.key not in {one.key for one in new}]
    load, room = load_of([*staying, *new], types), HOLDS[port.size]
    if load <= room:
        return ""
    return (
        f"{port.name} is a {port.size.label} port: it bases {room} escorts, or half as many capital ships, not {load}"
    )


def no_room(
    port: Port, there: Iterable[Unit], coming: Iterable[Unit], types: Mapping[UnitType, Type]
) -> Iterator[Refusal]:
    """A port bases no more than that (PG.6.1.2)."""
    if why := overfull(port, there, coming, types):
        yield Refusal(f"{why}.", BASING)


def no_patrol(units: Iterable[Unit], types: Mapping[UnitType, Type], mission: Mission) -> Iterator[Refusal]:
    """Escort carriers, coastal cruisers and destroyer escorts go on no patrol (PG.6.1.8.1, 6.1.8.4, 6.1.8.5)."""
    for unit in units if mission is Mission.PATROL else ():
        if unit.type in types and not types[unit.type].patrols:
            rule = NEVER_PATROLS.get(unit.type, "PG.6.1.7")
            yield Refusal(f"{unit.name} is {unit.type.label}: it never patrols, leave it out of the group.", rule)


def what_it_does(found: Type) -> str:
    """What a type is for, in words: `spots and attacks submarines; never patrols`."""
    boat = found.key in (UnitType.SS, UnitType.SSC)
    hunts = [word for word, does in (("spots", found.spots_boats), ("attacks", found.hunts)) if does]
    told = (
        (hunts, f"{listed(hunts)} submarines"),
        (found.zone, f"other such ships stay {found.zone} hexes off in battle, and none is next to it"),
        (found.air, f"holds {found.air} of up to {MOST_AIR} air units"),
        (boat, "only destroyers and aircraft attack it"),
        (found.key == UnitType.CAA, "in battle an anti-aircraft gun that stands on the map already"),
        (found.key == UnitType.CA, "fixed coast guns count as it"),
        (found.key == UnitType.RAIDER, "raids without speed"),
        (not found.patrols, "never patrols"),
        (found.by_land, "moves overland"),
    )
    return "; ".join(words for holds, words in told if holds)
