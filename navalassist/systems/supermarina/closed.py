"""Closed campaigns (R-103): which rows belong to a side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from navalassist.play.state import State
from navalassist.systems.supermarina.aircraft import AirUnit
from navalassist.systems.supermarina.fuel import Fuel
from navalassist.systems.supermarina.repairs import Repair
from navalassist.systems.supermarina.rulings import CLOSED
from navalassist.systems.supermarina.state import Commando, Lot, SearchSite, Ship, Transport

SECRET = frozenset(one.KIND for one in (Ship, Transport, Lot, SearchSite, AirUnit, Repair, Fuel, Commando))


def is_closed(facts: Mapping[str, Any]) -> bool:
    """True where each side keeps to itself what sails under its markers."""
    return bool(facts.get("ruling:R-103.choice", CLOSED) == CLOSED)


def belongs_to(state: State, row: str, fields: Mapping[str, Any]) -> str:
    """Whom a new row is for: its side where it is secret."""
    secret = row.partition(":")[0] in SECRET and is_closed(state.values)
    return str(fields["side"]) if secret else "public"
