"""Closed campaigns (R-201): which rows belong to a side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from navalassist.play.state import State
from navalassist.systems.theatre.rulings import CLOSED
from navalassist.systems.theatre.state.battles import Hunters, Sighting
from navalassist.systems.theatre.state.fleets import AirUnit, Group, Pool, Unit
from navalassist.systems.theatre.state.orders import Landing, Order, Troop

SECRET = frozenset(kind.KIND for kind in (Unit, AirUnit, Group, Pool, Order, Landing, Troop, Sighting, Hunters))


def is_closed(facts: Mapping[str, Any]) -> bool:
    """True where each side keeps its forces and orders to itself."""
    return bool(facts.get("ruling:R-201.choice", CLOSED) == CLOSED)


def belongs_to(state: State, row: str, fields: Mapping[str, Any]) -> str:
    """Whom a new row is for: its side where it is secret."""
    secret = row.partition(":")[0] in SECRET and is_closed(state.values)
    return str(fields["side"]) if secret else "public"
