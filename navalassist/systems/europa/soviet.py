"""Which Allied-owned ports are Soviet: those end no Axis danger zones (36.D.1.a.6, R-24)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from navalassist.rules.europa.words import Owner
from navalassist.systems.europa.places import places

Facts = Mapping[str, Any]
KIND = "soviet"
YES, NO = "yes", "no"
COUNTRIES = frozenset({"soviet-union", "finland"})
# German ports of the Baltic east of Denmark: who takes them there is Soviet, unless the players say otherwise.
EASTERN = frozenset({"stettin", "danzig", "konigsberg"})


def row_of(port: str) -> str:
    """The mark that says whose an Allied-owned port is, where the players have said it."""
    return f"mark:{KIND}/{port}"


def note_of(port: str) -> str:
    """The fact with what they said: `yes` or `no`."""
    return f"{row_of(port)}.note"


def is_soviet(values: Facts, port: str) -> bool:
    """Whether a port is the Soviets' where the Allied side owns it: as it was said, else by where it lies."""
    said = values.get(note_of(port))
    return said == YES if said else places().ports[port].country in COUNTRIES or port in EASTERN


def is_soviet_owned(values: Facts, port: str) -> bool:
    """Whether the Soviets own it now."""
    return values.get(f"port:{port}.owner") == Owner.ALLIED and is_soviet(values, port)
