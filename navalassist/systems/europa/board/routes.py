"""The way of a row: zones proposed from adjacency, edited by the players, and what each zone asks them to type."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any

from navalassist.play.state import State
from navalassist.rules.europa import r33_status_allied, r33_status_axis
from navalassist.rules.europa.r36_gibraltar import OWNER, TAKEN, may_pass
from navalassist.rules.europa.words import Side, Zone
from navalassist.systems.europa.board.words import Unreadable
from navalassist.systems.europa.ends import end_name, zones_at
from navalassist.systems.europa.places import places
from navalassist.systems.europa.setup import leg_fields
from navalassist.systems.europa.shores import runs_a_coast
from navalassist.systems.europa.ways import NoRoute, propose_route, propose_way

MOST_LEGS = 20
# The passage of the Kiel canal, called as the port at its eastern end, and the zones between which it leads.
CANAL, NORTH_SEA = "kiel", Zone.NORTH_SEA.value
CANAL_BETWEEN = (NORTH_SEA, Zone.BALTIC.value)
# Only these zones ask how far the nearest Axis port is (33.B.1.b, 33.B.3.b).
HEXES = {(Side.ALLIED, Zone.WESTERN_MED), (Side.ALLIED, Zone.CENTRAL_MED)}
SOVIET_BASE = {(Side.AXIS, Zone.BALTIC)}
# Here the way may keep out of the declared zone, which only the map can tell (33.B.7).
INTERDICTION = {(Side.AXIS, Zone.SOUTH_AEGEAN)}


def asks(side: str, zone: str) -> frozenset[str]:
    """What the players are asked for this leg beside air and protected waters: hexes, soviet, interdiction, status."""
    where = (Side(side), Zone(zone))
    printed = r33_status_axis.STATUS if where[0] is Side.AXIS else r33_status_allied.STATUS
    found = {"hexes"} if where in HEXES else set()
    if where in SOVIET_BASE:
        found.add("soviet")
    if where in INTERDICTION:
        found.add("interdiction")
    if where[1] not in printed:
        found.add("status")
    return frozenset(found)


def proposed(state: State, side: str, origin: str, destination: str) -> list[dict[str, Any]]:
    """The legs of a way between two ports through what is open now. Unreadable when nothing joins them."""
    declared = state.values.get("zone:south-aegean.declared") or None
    try:
        zones = propose_route(origin, destination, south_aegean=declared, shut=shut_passages(state, side))
    except (NoRoute, KeyError):
        try:
            zones = propose_route(origin, destination, south_aegean=declared)
        except (NoRoute, KeyError):
            text = "No way by sea is known between these two ports: add the zones by hand."
            raise Unreadable("legs", text) from None
    return [leg_fields(zone) for zone in zones]


def by_canal(state: State, side: str, origin: str, destination: str) -> list[dict[str, Any]]:
    """The legs of a way through the Kiel canal; none where it is no way for this row (36.A.5).

    Where the shore between its port and the canal is its side's own, it keeps to sheltered waters there (36.A.1).
    """
    ends = [zones_at(state.values, port) for port in (origin, destination)]
    if CANAL in shut_passages(state, side) or not any({*zones} & {*CANAL_BETWEEN} for zones in ends):
        return []
    found = []
    for one, two in (CANAL_BETWEEN, CANAL_BETWEEN[::-1]):
        with suppress(NoRoute):
            found.append(propose_way([ends[0], (one,), (two,), ends[1]], shut=shut_passages(state, side)))
    way = min(found, key=len, default=())
    if not way or len(way) > len(proposed(state, side, origin, destination)) + 1:
        return []
    port = {way[0]: origin, way[-1]: destination}.get(NORTH_SEA, "")
    inshore = bool(port) and runs_a_coast(state.values, side, port, CANAL)
    return [leg_fields(zone, protected=inshore and zone == NORTH_SEA) for zone in way]


def shut_passages(state: State, side: str) -> frozenset[str]:
    """The narrow ways that this side may not use as things stand: for the proposal only, nothing is forbidden."""
    shut = set()
    for passage in places().passages:
        if passage.condition:
            if state.values.get(f"condition:{passage.condition}.value") != passage.open_when:
                shut.add(passage.key)
        elif not may_pass(Side(side), str(state.values.get(OWNER)), TAKEN in state.values):
            shut.add(passage.key)
    return frozenset(shut)


def kept(legs: Sequence[Mapping[str, Any]], old: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """New legs, with what was typed for the same zones before."""
    known = {leg["zone"]: leg for leg in old}
    return [dict(known.get(leg["zone"], leg)) for leg in legs]


def moved(legs: Sequence[Mapping[str, Any]], act: str, number: int) -> list[dict[str, Any]]:
    """Legs with one taken out (`drop`) or brought one place forward (`up`) or back (`down`); number: from 1."""
    found = [dict(leg) for leg in legs]
    place = number - 1
    if not 0 <= place < len(found):
        return found
    leg = found.pop(place)
    if act == "drop":
        return found
    found.insert(max(0, place + (-1 if act == "up" else 1)), leg)
    return found


def gaps(state: State, origin: str, destination: str, legs: Sequence[Mapping[str, Any]]) -> list[str]:
    """Where the way looks broken: zones that do not touch, ports outside the first or last zone. Notes, no refusals."""
    zones = [leg["zone"] for leg in legs]
    name = zone_names(state)
    ends = [(origin, zones[:1]), (destination, zones[-1:])]
    found = []
    for port, zone in ends:
        sea = zones_at(state.values, port)
        waters = {"aegean", *sea} if "south-aegean" in sea else {*sea, *(["south-aegean"] if "aegean" in sea else [])}
        if zone and zone[0] not in waters:
            text = end_name(state.values, port)
            found.append(f"{text[:1].upper()}{text[1:]} does not lie on the {name(zone[0])}.")
    for one, two in pairwise(zones):
        if two not in (state.values.get(f"zone:{one}.neighbours") or ()):
            found.append(f"{name(one)} and {name(two)} do not touch.")
    return found


def foreign_ends(state: State, side: str, origin: str, destination: str) -> list[str]:
    """The ends of the way that this side does not own: `Gibraltar is Allied-owned.` Notes: rule 33 forbids no port."""
    found = []
    for port in dict.fromkeys((origin, destination)):
        owner = state.values.get(f"port:{port}.owner", side)
        if owner != side:
            word = "neutral" if owner == "neutral" else f"{str(owner).capitalize()}-owned"
            found.append(f"{state.values.get(f'port:{port}.name', port)} is {word}.")
    return found


def zone_names(state: State) -> Any:
    """A function from zone keys to their short names."""
    return lambda zone: state.values.get(f"zone:{zone}.short_name") or zone
