"""Combat zones: the hexes that a naval group or a coast defence controls (36.A.2, 36.H)."""

from __future__ import annotations

from navalassist.rules.europa.hexes import Hex


def combat_zone(place: Hex, night: bool = False) -> frozenset[Hex]:
    """By day its hex and the six around it; at night only its own (36.A.2)."""
    return frozenset((place,)) if night else frozenset((place, *place.neighbours()))
