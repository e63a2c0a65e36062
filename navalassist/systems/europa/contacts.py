"""Which naval units are to be checked for contact, and in which sea zones (33.A.1, 33.A.2, R-57)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.engine.reader import Reader
from navalassist.play.state import State
from navalassist.rules.europa.items import Leg
from navalassist.rules.europa.naval_units import UnitKind
from navalassist.rules.europa.r33_ships import back_mark
from navalassist.rules.europa.r36_naval_move import by_night_mark
from navalassist.rules.europa.words import Side, Zone
from navalassist.systems.europa import fleet
from navalassist.systems.europa.aboard import units_aboard
from navalassist.systems.europa.chart import Word, ZoneStatus, status_of
from navalassist.systems.europa.entered import lost_mark, zones_by_unit
from navalassist.systems.europa.fifteen import measured_afloat
from navalassist.systems.europa.fleet import GROUP, OFF, SUNK, UNIT, WITHDRAWN
from navalassist.systems.europa.situations import checked_mark

Facts = Mapping[str, Any]


class Due(NamedTuple):
    """A check that a unit owes. zone: '' for one that isn't known, status: what it is checked at, then None.

    begins: for beginning the exploitation step at sea there.
    """

    unit: str
    zone: str
    status: ZoneStatus | None
    begins: bool


Way = tuple[tuple[Hex, int], ...]


def way_of(values: Facts, unit: str) -> Way:
    """Where a unit was as the phase began, and the hexes that its group named since, each with the MPs spent on it.

    Empty for one in no group, or that joined one which went another way: its own is not known any more.
    """
    group = str(values[f"{UNIT}:{unit}.place"])
    if not group.startswith(f"{GROUP}:") or f"{lost_mark(unit)}.kind" in values:
        return ()
    return tuple(_way(values, group.partition(":")[2]))


def _way(values: Facts, group: str) -> Iterator[tuple[Hex, int]]:
    start, mps, strip = fleet.hex_of(values, fleet.phase_began_at(values, group)), 0, fleet.strip_now(values, group)
    # Which of the MPs brought it to a hex that was named afterwards nobody knows: each may be any of them.
    afterwards = sum(spent.mps for spent in strip) if any(not spent.mps for spent in strip) else 0
    if start is not None:
        yield start, 0
    for spent in strip:
        mps += spent.mps or afterwards
        if spent.to:
            yield Hex.of(spent.to), mps
            mps = 0
    end = fleet.hex_of(values, str(values[f"{GROUP}:{group}.place"]))
    if mps and end is not None:
        yield end, mps


def due_checks(state: State, values: Facts) -> Iterator[Due]:
    """The checks that naval units owe in this phase, at sea or in port, each once a zone (33.A.4).

    What was turned back sails on to no other zone (33.E), though nobody may know yet in which port it lies.
    """
    found, known = zones_by_unit(state, values), dict[tuple[Side, str, Way, bool], ZoneStatus]()
    rows = units_aboard(state, values)
    owing = (unit for unit in found if values[f"{UNIT}:{unit}.place"] not in GONE)
    for unit in sorted(owing, key=lambda unit: _order(values, unit)):
        # What is a row of the board is checked there.
        if f"{back_mark(unit)}.kind" in values or unit in rows:
            continue
        for zone, begins in found[unit].items():
            if not zone:
                yield Due(unit, zone, None, begins)
            elif f"{checked_mark(unit, zone, state.clock)}.kind" not in values:
                night = f"{by_night_mark(unit, zone)}.kind" in values
                about = Side(values[f"{UNIT}:{unit}.side"]), zone, way_of(values, unit), night
                if about not in known:
                    known[about] = _status(state, values, *about)
                if _interferes(known[about], str(values[f"{UNIT}:{unit}.kind"])):
                    yield Due(unit, zone, known[about], begins)


GONE = (OFF, WITHDRAWN, SUNK)


def _order(values: Facts, unit: str) -> tuple[str, str]:
    return str(values[f"{UNIT}:{unit}.place"]), str(values[f"{UNIT}:{unit}.name"])


def _status(state: State, values: Facts, side: Side, zone: str, way: Way, night: bool) -> ZoneStatus:
    leg = measured_afloat(Reader(state), side, Leg(zone=Zone(zone), night=night), way)
    return status_of(side, Zone(zone), values, state.book, leg=leg)


def _interferes(status: ZoneStatus, kind: str) -> bool:
    """Whether a unit is checked at this status; no bar of shipping holds back warships (R-05)."""
    if status.word is Word.BARRED:
        return status.number is not None and not UnitKind(kind).is_transport
    return status.word in (Word.SUBJECT, Word.HIDDEN)
