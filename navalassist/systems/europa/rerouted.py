"""Rows of the board that sail with a group: its move is their way (33.A, 36.A)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from navalassist.engine.reader import Reader
from navalassist.rules.europa.items import Leg
from navalassist.rules.europa.naval_units import NavalUnit
from navalassist.rules.europa.r36_naval_move import Rerouted
from navalassist.rules.europa.words import ShipmentState, Zone
from navalassist.systems.europa.aboard import rows_of
from navalassist.systems.europa.board.rows import legs_behind
from navalassist.systems.europa.setup import leg_fields


def rerouted(
    reader: Reader, units: Iterable[NavalUnit], zones: Sequence[Zone], to: str, protected: bool
) -> Iterator[Rerouted]:
    """The rows that the units carry, with the way of this move; none where nobody knows its zones."""
    port = to.partition(":")[2] if to.startswith("port:") else ""
    for unit in units:
        for key in rows_of(reader.state.values, unit.key):
            row = reader.fields(f"shipment:{key}", "row", "state", "leg", "route", "destination")
            legs = _way(row, zones, bool(port), protected)
            way = () if legs == row["route"] else tuple(Leg.model_validate(leg) for leg in legs)
            yield Rerouted(key=key, number=row["row"], legs=way, destination=port if port != row["destination"] else "")


def _way(row: Mapping[str, Any], zones: Sequence[Zone], arrives: bool, protected: bool) -> list[dict[str, Any]]:
    """The legs that it has behind it, and the zones of the move; where that ends at sea it stops in the last one."""
    at_sea = row["state"] == ShipmentState.AT_SEA
    behind = legs_behind(row) + at_sea
    kept, typed = row["route"][:behind], {leg["zone"]: leg for leg in row["route"][behind:]}
    way = [zone.value for zone in zones]
    if kept and way and way[0] == kept[-1]["zone"]:
        way = way[1:]
    ahead = [{**typed.get(zone, leg_fields(zone)), "protected": protected} for zone in way]
    legs = [{**leg, "stops": False} for leg in (*kept, *ahead)]
    return [*legs[:-1], {**legs[-1], "stops": not arrives}] if legs else []
