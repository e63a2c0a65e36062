"""A returned reinforcement that came into play afloat: where its owner may put it (33.E, note on R). It writes nothing.

It has no port of origin. It goes to the closest friendly-owned port by an all-water route from where it entered the sea
zone, or to the hex where it entered play, if that was in this zone. Which port is the closest in hexes only the players
see at the map: those that may be meant are told with how many zones away they lie.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from navalassist.engine import Set
from navalassist.engine.reader import rows_in
from navalassist.play.state import State
from navalassist.rules.europa.words import ShipmentState
from navalassist.systems.europa.board.routes import shut_passages
from navalassist.systems.europa.ends import AFLOAT, BEACH, ENTRY, LANDED, end_key, kind_of_end, place_of_end
from navalassist.systems.europa.places import places
from navalassist.systems.europa.upkeep import Edit, EditError
from navalassist.systems.europa.ways import NoRoute, propose_route

RULE = "33.E"


@dataclass(frozen=True, slots=True)
class Landing:
    """A place that the owner may choose. away: how many sea zones lie between it and the zone of the contact."""

    key: str
    name: str
    away: int = 0


READ = ("origin", "state", "res_returned", "transports_returned")


def waiting(values: Mapping[str, Any]) -> list[str]:
    """Keys of the shipments of which something was returned and has no place yet."""
    rows = rows_in(values, "shipment")
    return [row.partition(":")[2] for row in rows if waits({name: values[f"{row}.{name}"] for name in READ})]


def waits(row: Mapping[str, Any]) -> bool:
    """True for a shipment that came into play afloat, of which something was returned and has no place yet."""
    if kind_of_end(row["origin"]) != AFLOAT or row["state"] == "struck":
        return False
    back = Decimal(row["res_returned"]) or row["transports_returned"]
    return bool(back) or bool(row["state"] == ShipmentState.RETURNED)


def contact_zone(row: Mapping[str, Any]) -> str:
    """The zone in which it was turned back; where a part of it sails on, the one that it entered play in."""
    if row["state"] == ShipmentState.RETURNED:
        return str(row["route"][min(row["leg"], len(row["route"])) - 1]["zone"])
    return place_of_end(row["origin"])


def landings(state: State, row: Mapping[str, Any]) -> list[Landing]:
    """What its owner may choose: the entry hex where the book allows it, then friendly ports, the nearest first."""
    zone = contact_zone(row)
    entry = place_of_end(row["origin"])
    found = []
    if entry == zone:
        name = f"The hex where it entered play, {places().zones[zone].short}"
        found.append(Landing(end_key(ENTRY, zone), name))
    return found + sorted(_ports(state, row["side"], zone), key=lambda landing: (landing.away, landing.name))


def _ports(state: State, side: str, zone: str) -> Iterator[Landing]:
    """Friendly-owned ports to which a way leads by water alone, through what is open to this side."""
    declared = state.values.get("zone:south-aegean.declared") or None
    shut = shut_passages(state, side)
    for port in places().ports.values():
        if state.values.get(f"port:{port.key}.owner") == side:
            try:
                way = propose_route(end_key(BEACH, zone), port.key, south_aegean=declared, shut=shut)
            except NoRoute:
                continue
            yield Landing(end_key(LANDED, port.key), port.name, len(way) - 1)


def land(state: State, key: str, chosen: str) -> Edit:
    """The owner's choice. EditError where nothing waits for it, and for a place that the book does not allow."""
    if key not in waiting(state.values):
        raise EditError("shipment", "This reinforcement waits for no place: it was not returned, or it has one.", RULE)
    row = state.row(f"shipment:{key}")
    landing = next((landing for landing in landings(state, row) if landing.key == chosen), None)
    if landing is None:
        text = "Place: choose a friendly-owned port that is reached by water, or its entry hex where the list has it."
        raise EditError("place", text, RULE)
    title = f"Row {row['row']}, returned: {landing.name[:1].lower()}{landing.name[1:]}"
    title = title if kind_of_end(chosen) == ENTRY else f"Row {row['row']}, returned: {landing.name}"
    return Edit("shipment.landed", title, (Set(f"shipment:{key}.origin", chosen),))
