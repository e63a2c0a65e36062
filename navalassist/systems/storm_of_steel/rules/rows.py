"""Names of the facts that the Great War naval tables read and change: `squadron:grand-fleet-1.place`."""

from __future__ import annotations

from navalassist.systems.storm_of_steel.state import Side

AREA, BASE = "area", "base"
SQUADRON, FLEET = "squadron", "fleet"
ACTION, OWED_LOSS, LAND_UNIT = "action", "owed-loss", "land-unit"
# Places of a squadron beside fleets and bases: not in play yet, and eliminated.
POOL, LOST = "pool", "lost"
# Duties of a fleet at sea.
CONVOY, RAIDING = "convoy", "raiding"

MERCHANT_LEVEL = "condition:merchant-level.value"
USW = "condition:usw.value"
CONVOY_TACTIC = "condition:convoy-tactic.value"
HALF_INDUSTRY = "condition:half-industry.value"


def area_row(key: str) -> str:
    """`area:north-sea`"""
    return f"{AREA}:{key}"


def base_row(key: str) -> str:
    """`base:scapa-flow`"""
    return f"{BASE}:{key}"


def squadron_row(key: str) -> str:
    """`squadron:grand-fleet-1`"""
    return f"{SQUADRON}:{key}"


def fleet_row(key: str) -> str:
    """`fleet:grand-fleet`"""
    return f"{FLEET}:{key}"


def action_row(key: str) -> str:
    """`action:1`"""
    return f"{ACTION}:{key}"


def owed_loss_row(key: str) -> str:
    """`owed-loss:1-allied`"""
    return f"{OWED_LOSS}:{key}"


def land_unit_row(key: str) -> str:
    """`land-unit:kut-garrison`"""
    return f"{LAND_UNIT}:{key}"


def morale(side: Side) -> str:
    """The fact of a side's morale."""
    return f"condition:{side.value}-morale.value"


def air_level(side: Side) -> str:
    """The fact of a side's Air Level, 1 to 5 (R-32)."""
    return f"condition:{side.value}-air.value"


def mobilization(side: Side) -> str:
    """The fact of a side's mobilization points."""
    return f"condition:{side.value}-mobilization.value"


def key_of(row: str) -> str:
    """The key of a row: `scapa-flow` of `base:scapa-flow`."""
    return row.partition(":")[2]
