"""What situations of rules 33 and 36.A.4 must say by the facts that they were read from; the check of a log asks it.

Left out is what is typed for the rule, and what is counted over many rows (hexes, stores, marks of a group).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from navalassist.play.read import Read
from navalassist.rules.europa.naval_units import UnitKind
from navalassist.rules.europa.r33_ships import back_mark
from navalassist.rules.europa.r33_status import HIGH
from navalassist.rules.europa.r36_malta import FACTS_NEEDED, STOCK_POINTS, STRENGTH_SCALE
from navalassist.rules.europa.rulings_status import R04
from navalassist.rules.europa.world import SOUTH_AEGEAN_DECLARED, SOUTH_AEGEAN_HITS
from navalassist.systems.europa.doors import DOORS
from navalassist.systems.europa.ends import kind_of_end
from navalassist.systems.europa.fleet import GROUP, SUNK, UNIT
from navalassist.systems.europa.situations import ITEM_FIELDS, began_at_sea, checked_mark, comes_from, next_leg

Facts = Mapping[str, Any]
UNIT_ROW = ("name", "side", "kind", "strength", "reverse", "flipped", "hits")
MALTA_NUMBER, VALLETTA_OWNER = FACTS_NEEDED
# Fields of an item that are those of its shipment under another name.
OF_SHIPMENT = {"kind": "cargo", "res": "res_afloat", "transport_count": "transports_afloat"}
ALIKE = (
    *("label", "transports", "carries", "alone", "code_c_fighter", "nation", "res_lost", "res_returned"),
    *("transports_lost", "transports_returned", "hits", "state", "sailed_in", "finished_in"),
)


def clock(read: Read) -> tuple[str, str, str]:
    """(turn, player turn, step) as they were read."""
    return read["campaign:clock.turn"], read["campaign:clock.player_turn"], read["campaign:clock.step"]


@DOORS.told("cargo-contact")
def of_a_check(read: Read, situation: Facts) -> Facts:
    """The item is the shipment as it is afloat, the leg is the next one of its way."""
    key = situation["item"]["key"]
    at = f"shipment:{key}."
    row = {name: read[at + name] for name in ITEM_FIELDS}
    turn, player_turn, step = now = clock(read)
    number, route = next_leg(row, now), row["route"]
    item = {name: row[name] for name in ALIKE} | {name: row[fact] for name, fact in OF_SHIPMENT.items()}
    item |= {"key": key} | {end: _port(read, row[end]) for end in ("origin", "destination")}
    return {
        "side": row["side"],
        "item": item,
        # Hexes that nobody typed are counted.
        "leg": {name: value for name, value in route[number - 1].items() if name != "hexes" or value is not None},
        "leg_number": number,
        "legs": len(route),
        "turn": turn,
        "player_turn": player_turn,
        "phase": step,
        "already_checked": _checked(read, situation, route[number - 1]["zone"], now),
        "begins_at_sea": began_at_sea(row, now),
        "comes_from": comes_from(row, now),
    }


def _checked(read: Read, situation: Facts, zone: str, now: tuple[str, str, str]) -> str:
    """The entry that checked the item there in this phase, or the ship of the fleet that it sails with."""
    ship = situation.get("ship")
    items = (situation["item"]["key"], *([ship["unit"]["key"]] if ship else []))
    return next(filter(None, (read.source(f"{checked_mark(key, zone, now)}.kind") for key in items)), "")


def _port(read: Read, key: str) -> Facts:
    if kind_of_end(key):
        return {"key": key}
    return {"key": key, "name": read[f"port:{key}.name"], "groups": read[f"port:{key}.groups"]}


@DOORS.told("unit-contact")
def of_a_check_of_a_unit(read: Read, situation: Facts) -> Facts:
    """The unit and its group as they are afloat, the step, and what was done with it before."""
    key, zone = situation["unit"]["key"], situation["leg"]["zone"]
    row = f"{UNIT}:{key}"
    place, now = read[f"{row}.place"], clock(read)
    sails = [fact.removesuffix(".place") for fact in read if fact.startswith(f"{UNIT}:") and fact.endswith(".place")]
    kinds = [UnitKind(read[f"{other}.kind"]) for other in sails if read[f"{other}.place"] == place]
    home = situation.get("home")
    return {
        "side": read[f"{row}.side"],
        "unit": {name: read[f"{row}.{name}"] for name in UNIT_ROW} | {"sunk": place == SUNK},
        "code_c_fighter": read[f"{row}.code_c_fighter"],
        "convoy": any(not kind.is_transport for kind in kinds),
        "nation": read[f"{row}.nation"].casefold(),
        "group": place.removeprefix(f"{GROUP}:") if place.startswith(f"{GROUP}:") else "",
        "alone": len(kinds) == 1,
        "home": home and _port(read, home["key"]),
        **dict(zip(("turn", "player_turn", "phase"), now, strict=True)),
        "already_checked": read.source(f"{checked_mark(key, zone, now)}.kind"),
        "already_back": read.known(f"{back_mark(key)}.kind") is not None,
    }


@DOORS.told("supply-line")
def of_a_line(read: Read, situation: Facts) -> Facts:
    """The port from which it runs."""
    port = situation.get("port")
    return {"port": port and _port(read, port["key"])}


@DOORS.told("malta-bombed")
def of_malta(read: Read, situation: Facts) -> Facts:
    """Malta as it stands."""
    return {"number": read[MALTA_NUMBER], "valletta_owner": read[VALLETTA_OWNER]}


@DOORS.told("malta-supplied")
def of_mending(read: Read, situation: Facts) -> Facts:
    """The same, and its hits by the scale on which the group writes its number (R-04).

    Entries up to 0.3.0, of this same edition, do not name the hits.
    """
    number = read[MALTA_NUMBER]
    hits = HIGH - number if read.rulings[R04.number] == STRENGTH_SCALE else number
    return {**of_malta(read, situation), **({"damage": hits} if "damage" in situation else {})}


@DOORS.told("malta-repaired")
def of_repairs(read: Read, situation: Facts) -> Facts:
    """The same, and the points in hand."""
    return {**of_mending(read, situation), **of_arrivals(read, situation)}


@DOORS.told("malta-converted")
def of_points(read: Read, situation: Facts) -> Facts:
    """The points in hand, and whose Valletta is."""
    return {"valletta_owner": read[VALLETTA_OWNER], **of_arrivals(read, situation)}


@DOORS.told("malta-points")
def of_arrivals(read: Read, situation: Facts) -> Facts:
    """The points in hand; none where nobody counts them, of which the first entries of this edition say nothing."""
    found = read.known(STOCK_POINTS)
    return {} if found is None and "in_hand" not in situation else {"in_hand": found}


@DOORS.told("south-aegean-zone")
def of_a_declaration(read: Read, situation: Facts) -> Facts:
    """The step."""
    return {"player_turn": read["campaign:clock.player_turn"], "phase": read["campaign:clock.step"]}


@DOORS.told("south-aegean-bombed")
def of_a_bombed_zone(read: Read, situation: Facts) -> Facts:
    """The zone as it stands, and the step."""
    zone = {"declared": read[SOUTH_AEGEAN_DECLARED], "hits_before": read[SOUTH_AEGEAN_HITS]}
    return {**zone, **of_a_declaration(read, situation)}


@DOORS.told("italian-interference")
def of_an_attempt(read: Read, situation: Facts) -> Facts:
    """The step; attempts of before as their marks keep them."""
    turn, player_turn, step = clock(read)
    past = [{**before, "result": read[f"{before['mark']}.note"]} for before in situation["history"]]
    return {"turn": turn, "player_turn": player_turn, "phase": step, "history": past}
