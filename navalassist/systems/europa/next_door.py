"""The enemies in whose combat zone a group at sea is, and those next door whom it does not meet (36.A.1, 36.A.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from navalassist.engine.reader import Reader
from navalassist.play.state import State
from navalassist.rules.europa.combat_zones import combat_zone, meets
from navalassist.rules.europa.strips import is_at_night
from navalassist.rules.europa.words import Side
from navalassist.systems.europa import fleet
from navalassist.systems.europa.doors.supply_path import groups_that_guard
from navalassist.systems.europa.fleet import GROUP

BATTLE = ("it is in its combat zone", "36.A.2.c")
BY_NIGHT = ("next door, but by night it controls its own hex only", "36.A.2.c")
INSHORE = ("next door, but from protected inshore waters no battle begins", "36.A.1.b")


@dataclass(frozen=True, slots=True)
class Neighbour:
    """An enemy group in the hex of a group or beside it, what comes of that, and by which paragraph."""

    name: str
    hex: str
    words: str
    rule: str


def neighbours(state: State, group: str) -> Iterator[Neighbour]:
    """The enemy groups in the hex of a group at sea and beside it, as far as its side may know of them."""
    facts, row = state.values, f"{GROUP}:{group}"
    place, moved = str(facts[f"{row}.place"]), fleet.moved_now(facts, group)
    here = fleet.hex_of(facts, place) if place.startswith("hex:") else None
    if here is None:
        return
    night, inshore = is_at_night(moved), bool(moved) and moved[-1].inshore
    for enemy in groups_that_guard(Reader(state), Side(facts[f"{row}.side"])):
        if here in combat_zone(enemy.hex):
            battle = meets(here, enemy.hex, night, inshore)
            yield Neighbour(enemy.name, str(enemy.hex), *(BATTLE if battle else INSHORE if inshore else BY_NIGHT))
