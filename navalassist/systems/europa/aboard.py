"""Rows of the board that a naval unit of the fleet is, or carries: which, and whether it has come where it is checked.

A mark on the row, `mark:aboard/<shipment>`, names the unit as its place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from navalassist.engine import Effect, Remove, Set, create
from navalassist.engine.reader import Reader, rows_where
from navalassist.play.state import State
from navalassist.rules.europa.items import Leg, Ship
from navalassist.rules.europa.naval_units import NavalUnit
from navalassist.rules.europa.r33_ships import back_mark
from navalassist.rules.europa.r36_naval_move import by_night_mark
from navalassist.rules.europa.turn import TURN
from navalassist.rules.europa.words import ShipmentState
from navalassist.systems.europa import fleet
from navalassist.systems.europa.ends import kind_of_end
from navalassist.systems.europa.entered import marks_of, zone_in
from navalassist.systems.europa.fleet import GROUP, OFF, SUNK, UNIT, WITHDRAWN
from navalassist.systems.europa.fleet_marks import marks_on

ABOARD = "aboard"
UNDER_WAY = (ShipmentState.PLANNED, ShipmentState.AT_SEA)
Facts = Mapping[str, Any]


def aboard_mark(shipment: str) -> str:
    """The mark of a row that is a unit of the fleet, or is carried by one."""
    return f"mark:{ABOARD}/{shipment}"


def unit_of(values: Facts, shipment: str) -> str:
    """The key of the unit that a row is, or that carries it; '' for ships without a name."""
    return str(values.get(f"{aboard_mark(shipment)}.place", "")).partition(":")[2]


def taken_aboard(values: Facts, shipment: str, unit: str) -> tuple[Effect, ...]:
    """The effects after which this unit carries a row; '' for none."""
    row, before = aboard_mark(shipment), unit_of(values, shipment)
    if unit == before:
        return ()
    if not unit:
        return (Remove(row),)
    if before:
        return (Set(f"{row}.place", f"{UNIT}:{unit}"),)
    about = {"kind": ABOARD, "subject": f"shipment:{shipment}", "place": f"{UNIT}:{unit}"}
    return (create(row, **about, ends=TURN.life_of(ABOARD), until="", note=""),)


def rows_of(values: Facts, unit: str) -> Iterator[str]:
    """The keys of the rows under way that a unit is, or carries."""
    head = f"mark:{ABOARD}/"
    for row in rows_where(values, "mark", "place", f"{UNIT}:{unit}"):
        key = row.removeprefix(head)
        if row.startswith(head) and values.get(f"shipment:{key}.state") in UNDER_WAY:
            yield key


def units_aboard(state: State, values: Facts) -> frozenset[str]:
    """The units that are, or carry, a row under way."""
    marks = (row for row in state.rows("mark") if row.startswith(f"mark:{ABOARD}/") and f"{row}.place" in values)
    sails = (row for row in marks if values.get(f"{values[f'{row}.subject']}.state") in UNDER_WAY)
    return frozenset(str(values[f"{row}.place"]).partition(":")[2] for row in sails)


def row_words(values: Facts, unit: str) -> str:
    """`row 3`: the row under way that a unit is, or carries; '' for none."""
    return next((f"row {values[f'shipment:{key}.row']}" for key in rows_of(values, unit)), "")


def sails_again(values: Facts, unit: str, origin: str) -> bool:
    """Whether a unit is still in play, lies in no other port, and is no row under way: one ship sails once."""
    place = fleet.place_of(values, unit) if f"{UNIT}:{unit}.place" in values else SUNK
    there = place not in (OFF, SUNK, WITHDRAWN) and (not place.startswith("port:") or place == f"port:{origin}")
    return there and not any(rows_of(values, unit))


def ship_of(reader: Reader, shipment: str, row: Mapping[str, Any], leg: Leg) -> Ship | None:
    """The unit that a row is or that carries it, as it stands; None for ships without a name."""
    key = str(reader.get(f"{aboard_mark(shipment)}.place", "")).partition(":")[2]
    if not key or f"{UNIT}:{key}.side" not in reader.state.values:
        return None
    unit = fleet.unit_of(reader, key)
    place = str(reader[f"{UNIT}:{key}.place"])
    group = place.partition(":")[2] if place.startswith(f"{GROUP}:") else ""
    return Ship(
        unit=unit,
        group=group,
        alone=bool(group) and len(fleet.units_of(reader, group)) == 1,
        marks=marks_on(reader.state.values, place) if group else (),
        home=_home(reader.state.values, group, str(row["origin"])),
        already_back=bool(reader.get(f"{back_mark(key)}.kind")),
        waits=_waits(reader, unit, group, leg),
    )


def _home(values: Facts, group: str, origin: str) -> str:
    """The port that a ship goes back to: where its group put to sea in this phase, else where its row begins."""
    began = fleet.phase_began_at(values, group) if group else ""
    if began.startswith("port:"):
        return began.partition(":")[2]
    return "" if kind_of_end(origin) else origin


def by_night(reader: Reader, ship: Ship | None, leg: Leg) -> Leg:
    """The leg, by night where its ship has come into that zone so (36.A.2.a)."""
    night = ship is not None and bool(reader.get(f"{by_night_mark(ship.unit.key, leg.zone)}.kind"))
    return leg.model_copy(update={"night": True}) if night else leg


def _waits(reader: Reader, unit: NavalUnit, group: str, leg: Leg) -> str:
    """Why the row can't be checked yet: its ship has not come into that zone."""
    values = reader.state.values
    entered = {zone_in(row) for row in marks_of(reader.state.rows("mark"), (unit.key,))}
    at_sea = bool(group) and str(values[f"{GROUP}:{group}.place"]).startswith("hex:")
    there = leg.zone in entered or (at_sea and values[f"{GROUP}:{group}.zone"] == leg.zone)
    inshore = leg.protected and bool(group) and bool(fleet.strip_now(values, group))
    if unit.sunk or there or inshore:
        return ""
    how = f"move {values[f'{GROUP}:{group}.name']} on its card" if group else "put it to sea in a group"
    return f"It sails with {unit.name}, which has not come into the {leg.zone.label} in this step: {how}."
