"""Which sea zones naval units have entered in the phase: marks on the units, whatever becomes of their groups (33.A.1).

A move makes them. Each keeps as its note where the group of the unit was as the phase began. Nothing here writes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from navalassist.engine import Effect
from navalassist.play.state import State
from navalassist.rules.europa.mines import mark
from navalassist.rules.europa.r36_naval_move import ENTERED, UNKNOWN, entered, entered_mark
from navalassist.rules.europa.strips import Strip
from navalassist.rules.europa.words import Step
from navalassist.systems.europa import fleet
from navalassist.systems.europa.fleet import GROUP, UNIT

Facts = Mapping[str, Any]
# How the keys of these marks begin.
SAILED = f"mark:{ENTERED}/"
LOST = "way-lost"


def marks_of(rows: Iterable[str], units: Iterable[str]) -> tuple[str, ...]:
    """Of these rows, the marks of the zones that the units have entered."""
    heads = tuple(f"{SAILED}{unit}/" for unit in units)
    return tuple(row for row in rows if row.startswith(heads))


def zone_in(row: str) -> str:
    """The zone that a mark names: `mark:entered/zara/central-med` -> `central-med`; '' for one that isn't known."""
    zone = row.rpartition("/")[2]
    return "" if zone == UNKNOWN else zone


def begins_at_sea(values: Facts, group: str) -> bool:
    """True for a group that the exploitation step of its side found at sea, and that has not left that hex (33.A.2).

    Not one that came there through protected inshore waters, where it is not checked (36.A.1.d).
    """
    row, clock = f"{GROUP}:{group}", "campaign:clock"
    own = values[f"{clock}.step"] == Step.EXPLOITATION and values[f"{clock}.player_turn"] == values[f"{row}.side"]
    if not own or not str(values[f"{row}.place"]).startswith("hex:"):
        return False
    strip = fleet.strip_now(values, group)
    if strip:
        return all(f"hex:{spent.to}" == strip[0].began and not spent.inshore for spent in strip)
    before = values[f"{row}.strip"]
    return not (before and before[-1].get("inshore"))


def leaves(values: Facts, unit: str) -> tuple[Effect, ...]:
    """A unit that leaves its group takes along what it owes as the exploitation step begins."""
    row = str(values[f"{UNIT}:{unit}.place"])
    group = row.partition(":")[2]
    if not row.startswith(f"{GROUP}:") or not begins_at_sea(values, group):
        return ()
    zone = str(values[f"{row}.zone"])
    about = entered_mark(unit, zone)
    there = f"{about}.kind" in values
    return () if there else (entered(about, unit, zone, fleet.phase_began_at(values, group)),)


def lost_mark(unit: str) -> str:
    """The mark of a unit whose way in this phase is not that of its group."""
    return f"mark:{LOST}/{unit}"


def joins(values: Facts, unit: str, to: str, strip: Strip) -> tuple[Effect, ...]:
    """A unit joins a group that has moved in another way in this phase, which then does not tell its own."""
    before = str(values[f"{UNIT}:{unit}.place"])
    own = fleet.strip_now(values, before.partition(":")[2]) if before.startswith(f"{GROUP}:") else ()
    lost = own != strip and f"{lost_mark(unit)}.kind" not in values
    return (mark(lost_mark(unit), f"{UNIT}:{unit}", to),) if lost else ()


def zones_by_unit(state: State, values: Facts) -> dict[str, dict[str, bool]]:
    """unit -> the zones for which it may owe a check, and whether for beginning the exploitation step there."""
    found: dict[str, dict[str, bool]] = {}
    for row in state.rows("mark"):
        if row.startswith(SAILED) and f"{row}.kind" in values:
            found.setdefault(str(values[f"{row}.subject"]).partition(":")[2], {})[zone_in(row)] = False
    for row in state.rows(GROUP):
        if f"{row}.side" in values and begins_at_sea(values, row.partition(":")[2]):
            for unit in fleet.keys_at(state, row):
                found.setdefault(unit, {}).setdefault(str(values[f"{row}.zone"]), True)
    return {unit: zones for unit, zones in found.items() if f"{UNIT}:{unit}.side" in values}
