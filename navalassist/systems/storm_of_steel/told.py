"""What situations must say of squadrons and naval actions by the facts that they were read from; `verify` asks it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from navalassist.play.read import Read
from navalassist.systems.storm_of_steel.acting import FIELDS
from navalassist.systems.storm_of_steel.rules.rows import action_row, area_row, squadron_row
from navalassist.systems.storm_of_steel.state import LOST, Side

Plain = Mapping[str, Any]
OF_A_SQUADRON = ("name", "nation", "kind", "combat", "protection", "contact")


def squadron_told(read: Read, key: str) -> Plain:
    """A squadron with its factors."""
    return {"key": key, **{name: read[f"{squadron_row(key)}.{name}"] for name in OF_A_SQUADRON}}


def squadrons_told(read: Read, said: Iterable[Plain]) -> list[Plain]:
    """The squadrons that a situation names; which they are is counted over many rows, and let be."""
    return [squadron_told(read, unit["key"]) for unit in said]


def afloat_told(read: Read, keys: Iterable[str]) -> list[str]:
    """Of these squadrons, those that are not lost."""
    return [key for key in keys if read[f"{squadron_row(key)}.place"] != LOST]


def action_told(read: Read, key: str) -> dict[str, Any]:
    """A naval action as it stands, with those of its squadrons that are not lost."""
    row = action_row(key)
    found: dict[str, Any] = {name: read[f"{row}.{name}"] for name in FIELDS}
    units = {side.value: [squadron_told(read, one) for one in afloat_told(read, found[side.value])] for side in Side}
    return {"key": key, **found, **units, "area_name": read[f"{area_row(found['area'])}.name"]}


def maybe_action_told(read: Read, said: Plain | None) -> Plain | None:
    """The action that a situation names; None where it names none."""
    return None if said is None else action_told(read, said["key"])
