"""Combat zones: the hexes that a naval group or a coast defence controls (36.A.1, 36.A.2, 36.H)."""

from __future__ import annotations

from navalassist.engine.maps.sheet_hexes import Hex


def combat_zone(place: Hex, night: bool = False) -> frozenset[Hex]:
    """By day its hex and the six around it; at night only its own (36.A.2)."""
    return frozenset((place,)) if night else frozenset((place, *place.neighbours()))


def meets(here: Hex, enemy: Hex, night: bool, inshore: bool) -> bool:
    """Whether a group in a hex is in the combat zone of an enemy.

    By night the enemy controls their own hex alone (36.A.2.c); who keeps to protected waters meets nobody next door
    (36.A.1.b).
    """
    return here in combat_zone(enemy, night=night or inshore)
