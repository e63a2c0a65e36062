"""36.A.3: who may pass between the Atlantic and the Mediterranean, and from when after Gibraltar has changed hands."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import pairwise

from navalassist.engine import Facts, Refusal
from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.rules.europa.words import Owner, Side, Zone
from navalassist.rules.europa.world import owner_of

PORT = "gibraltar"
RULE = "36.A.3"
OWNER = owner_of(PORT)
# A mark that lasts as long as the player turn in which the Axis took the port; its note names that player turn.
TAKEN_MARK = f"mark:taken/{PORT}"
TAKEN = f"{TAKEN_MARK}.note"
ATLANTIC = frozenset(
    {
        Zone.ARCTIC,
        Zone.BALTIC,
        Zone.NORWEGIAN_SEA,
        Zone.DENMARK_SEA,
        Zone.NORTH_SEA,
        Zone.NORTH_ATLANTIC,
        Zone.ENGLISH_CHANNEL,
        Zone.FRENCH_ATLANTIC,
        Zone.SPANISH_ATLANTIC,
        Zone.AFRICAN_ATLANTIC,
    }
)
MEDITERRANEAN = frozenset(
    {
        Zone.WESTERN_MED,
        Zone.TYRRHENIAN,
        Zone.CENTRAL_MED,
        Zone.ADRIATIC,
        Zone.AEGEAN,
        Zone.SOUTH_AEGEAN,
        Zone.EASTERN_MED,
    }
)
# Its hex. On its sheets lines run from west to east, and all sea west of its line is the Atlantic, all east of it not.
GATE = Hex("24A", 21, 10)
STILL_ALLIED = "The Axis does not own Gibraltar: only the Allies pass between the Atlantic and the Mediterranean."
JUST_TAKEN = "Gibraltar was taken in this player turn: the Axis passes from the next one on."
LOST = "The Axis owns Gibraltar: the Allies may not pass between the Atlantic and the Mediterranean."


def ocean_of(zone: Zone | None) -> frozenset[Zone] | None:
    """The Atlantic or the Mediterranean, as a sea zone tells; None for any other sea."""
    return next((ocean for ocean in (ATLANTIC, MEDITERRANEAN) if zone in ocean), None)


def ocean_at(place: Hex | None) -> frozenset[Zone] | None:
    """The Atlantic or the Mediterranean, as a hex at sea tells; None for Gibraltar's line and other sheets."""
    if place is None or place.grid[0] != GATE.sheet or place.grid[1] == GATE.line:
        return None
    return ATLANTIC if place.grid[1] < GATE.line else MEDITERRANEAN


def goes_between(oceans: Iterable[frozenset[Zone] | None]) -> bool:
    """True for a way that comes from one ocean into the other; None stands for what isn't known."""
    return any(before is not after for before, after in pairwise(filter(None, oceans)))


@cache
def goes_through(before: Zone | None, after: Zone) -> bool:
    """True for a way from the Atlantic into the Mediterranean, or back: there is no other than through Gibraltar."""
    return goes_between((ocean_of(before), ocean_of(after)))


def any_through(way: Iterable[Zone | None]) -> bool:
    """True if a way of several zones in order passes Gibraltar; None stands for a port."""
    return any(after is not None and goes_through(before, after) for before, after in pairwise(way))


def may_pass(side: Side, owner: str, taken_now: bool) -> bool:
    """Whether a side passes. taken_now: the Axis took Gibraltar in this very player turn (R-21)."""
    axis = owner == Owner.AXIS and not taken_now
    return axis if side is Side.AXIS else not axis


def refusal_of_passage(
    side: Side, before: Zone | None, after: Zone, facts: Facts, turn: str, player_turn: Side
) -> Refusal | None:
    """Why this side may not sail from one zone into the next; None when it may."""
    return refusal_at_gate(side, facts, turn, player_turn) if goes_through(before, after) else None


def refusal_at_gate(side: Side, facts: Facts, turn: str, player_turn: Side) -> Refusal | None:
    """Why this side may not pass Gibraltar now; None when it may."""
    owner, taken = str(facts[OWNER]), TAKEN in facts and facts[TAKEN] == f"{turn}/{player_turn}"
    if may_pass(side, owner, taken):
        return None
    if side is Side.ALLIED:
        return Refusal(LOST, RULE)
    return Refusal(JUST_TAKEN if owner == Owner.AXIS else STILL_ALLIED, RULE)
