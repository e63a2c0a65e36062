"""What the book forbids before any dice: items that may not move, zones that are shut (33.A, 33.B, 36.A.1)."""

from __future__ import annotations

from navalassist.engine import Facts, Refusal
from navalassist.rules.europa.items import Item, Leg
from navalassist.rules.europa.r33_naval_status import barred
from navalassist.rules.europa.words import OUTSIDE_WORDS, Declared, ShipmentState, Side, Step, Zone
from navalassist.rules.europa.world import SOUTH_AEGEAN_DECLARED


def refusal_of_item(item: Item, side: Side, turn: str, player_turn: Side, phase: Step) -> Refusal | None:
    """Why this item may not move now, wherever it is bound; None when it may."""
    if item.state is ShipmentState.ARRIVED:
        return Refusal(f"{item.name}: it has arrived, the voyage is over.", "33.A")
    if item.finished_in == f"{turn}/{player_turn}":
        return Refusal(f"{item.name}: it was turned back and may not move again in this player turn.", "33.E")
    if not item.is_afloat:
        return Refusal(f"{item.name}: nothing is afloat.", "33.A")
    if player_turn is not side:
        return Refusal(f"{side.label} shipping sails in the {side.label} player turn.", "33.A")
    if not phase.is_naval:
        return Refusal("Shipping sails in the naval movement and naval exploitation steps.", "33.A")
    return None


def refusal_of_leg(item: Item, side: Side, leg: Leg, facts: Facts) -> Refusal | None:
    """Why this item may not sail in this zone; None when it may."""
    if leg.protected and not item.kind.is_shipping:
        return Refusal("Warships, task forces and carrier groups may not use protected inshore waters.", "36.A.1")
    if leg.zone is Zone.SOUTH_AEGEAN and declared_zone(leg.zone, facts) == Declared.NOT:
        return Refusal("The South Aegean interdiction zone is not declared: sail in the Aegean.", "33.B.7")
    if leg.zone is Zone.SOUTH_AEGEAN and leg.outside:
        words = OUTSIDE_WORDS[Declared(declared_zone(leg.zone, facts))]
        return Refusal(f"The way keeps {words}, outside the interdiction zone: sail in the Aegean.", "33.B.7")
    stop = barred(side, leg.zone, facts) if item.kind.is_shipping else None
    return Refusal(f"{leg.zone.label}: {stop.reason}", stop.rule) if stop else None


def declared_zone(zone: Zone, facts: Facts) -> str:
    """How the South Aegean zone is declared, if this is it: '', tight or loose."""
    return str(facts[SOUTH_AEGEAN_DECLARED]) if zone is Zone.SOUTH_AEGEAN else Declared.NOT.value
