"""From a campaign to the frozen situations of rules 33 and 36. Every fact read is noted by the reader."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from pydantic import BaseModel

from navalassist.engine import Facts
from navalassist.engine.reader import Reader, Unknown
from navalassist.play.systems import Target
from navalassist.rules.europa.items import Item, Leg, PortPlace
from navalassist.rules.europa.r33_naval_status import facts_needed
from navalassist.rules.europa.r36_gibraltar import OWNER, TAKEN, any_through
from navalassist.rules.europa.sailing import Sailing, Voyage
from navalassist.rules.europa.words import CargoKind, ShipmentState, Side, Step, TransportKind, Zone
from navalassist.systems.europa.aboard import by_night, ship_of
from navalassist.systems.europa.air import air_read
from navalassist.systems.europa.doors import DOORS
from navalassist.systems.europa.ends import end_name, kind_of_end
from navalassist.systems.europa.fifteen import measured

# What a check and its odds read of a shipment, as it is now afloat.
ITEM_FIELDS = (
    "side",
    "cargo",
    "label",
    "res_afloat",
    "res_lost",
    "res_returned",
    "transports",
    "transports_afloat",
    "transports_lost",
    "transports_returned",
    "carries",
    "origin",
    "destination",
    "route",
    "leg",
    "state",
    "sailed_in",
    "finished_in",
    "hits",
    "alone",
    "code_c_fighter",
    "nation",
)


def checked_mark(shipment: str, zone: str, clock: tuple[str, str, str]) -> str:
    """The row of the mark "checked in this zone this phase" (33.A)."""
    return f"mark:checked/{shipment}/{zone}/{'/'.join(clock)}"


def clock_of(reader: Reader) -> tuple[str, str, str]:
    """(turn, player turn, step) of the campaign."""
    now = reader.fields("campaign:clock", "turn", "player_turn", "step")
    return now["turn"], now["player_turn"], now["step"]


def port_place(reader: Reader, key: str) -> PortPlace:
    """A port at an end of a voyage, or what stands for one. Unknown for a port that the campaign does not have."""
    if kind_of_end(key):
        return PortPlace(key=key, name=end_name(reader.state.values, key))
    row = reader.fields(f"port:{key}", "name", "groups")
    return PortPlace(key=key, name=row["name"], groups=tuple(row["groups"]))


def item_of(reader: Reader, key: str, row: Mapping[str, Any]) -> Item:
    """What sails, from the fields of a shipment (or of a row that is being typed)."""
    return Item(
        key=key,
        kind=CargoKind(row["cargo"]),
        label=row["label"],
        res=Decimal(row["res_afloat"]),
        transports=TransportKind(row["transports"]),
        transport_count=row["transports_afloat"],
        carries=Decimal(row["carries"]),
        alone=row["alone"],
        code_c_fighter=row["code_c_fighter"],
        nation=row["nation"],
        origin=port_place(reader, row["origin"]),
        destination=port_place(reader, row["destination"]),
        res_lost=Decimal(row["res_lost"]),
        res_returned=Decimal(row["res_returned"]),
        transports_lost=row["transports_lost"],
        transports_returned=row["transports_returned"],
        hits=row["hits"],
        state=ShipmentState(row["state"]),
        sailed_in=row["sailed_in"],
        finished_in=row["finished_in"],
    )


def shipment_row(reader: Reader, target: Target) -> tuple[str, Mapping[str, Any]]:
    """The shipment that a target names, or a draft that it holds, of that shipment or of a new one. Else Unknown."""
    if "draft" in target:
        return str(target.get("shipment", "draft")), target["draft"]
    key = str(target.get("shipment", ""))
    if f"shipment:{key}.side" not in reader.state.values:
        raise Unknown("this shipment is no longer on the board")
    row = reader.fields(f"shipment:{key}", *ITEM_FIELDS)
    if row["state"] == "struck":
        raise Unknown("this shipment was struck off the board")
    return key, row


def began_at_sea(row: Mapping[str, Any], clock: tuple[str, str, str]) -> bool:
    """True if this step found the shipment at sea, and it has not been checked there since (33.A.2, R-57)."""
    return bool(row["state"] == ShipmentState.AT_SEA and row["sailed_in"] != "/".join(clock))


def next_leg(row: Mapping[str, Any], clock: tuple[str, str, str]) -> int:
    """The number of the leg that is sailed next: of the zone that it is in, where that is checked afresh.

    What stopped at sea in its last zone sails on in that one. Unknown where a way has no zones.
    """
    legs = len(row["route"])
    number = row["leg"] - 1 if began_at_sea(row, clock) else row["leg"]
    if not legs:
        raise Unknown("this shipment has no leg left to sail")
    return int(min(max(number, 1), legs))


def comes_from(row: Mapping[str, Any], clock: tuple[str, str, str]) -> Zone | None:
    """The zone from which it sails into the next one; None for what puts to sea, or is in that zone already."""
    number = next_leg(row, clock)
    if number < 2 or began_at_sea(row, clock) or row["leg"] > len(row["route"]):
        return None
    return Zone(row["route"][number - 2]["zone"])


def status_facts(reader: Reader, side: Side, zones: list[Zone], way: tuple[Zone | None, ...] = ()) -> Facts:
    """The facts that the statuses of these zones read, and the air units that fly there.

    way: the zones in order; where they lead through Gibraltar, whose it is and since when is read too (36.A.3).
    """
    keys = dict.fromkeys(key for zone in zones for key in facts_needed(side, zone))
    if any_through(way):
        taken = (TAKEN,) if reader.get(TAKEN) else ()
        keys |= dict.fromkeys((OWNER, *taken))
    return reader.facts((*keys, *air_read(reader, zones)))


@DOORS.situation("cargo-contact")
def sailing(reader: Reader, target: Target) -> BaseModel:
    """The next leg of a shipment, about to be checked (33.A to 33.E)."""
    key, row = shipment_row(reader, target)
    turn, player_turn, step = clock = clock_of(reader)
    side = Side(row["side"])
    legs = measured(reader, side, [Leg.model_validate(leg) for leg in row["route"]], row["origin"], row["destination"])
    number = next_leg(row, clock)
    leg = legs[number - 1]
    before = comes_from(row, clock)
    ship = ship_of(reader, key, row, leg)
    # A ship that was checked on its own card is not checked again as a row (33.A.4).
    marks = [f"{checked_mark(of, leg.zone, clock)}.kind" for of in (key, *([ship.unit.key] if ship else []))]
    checked = next((reader.source(mark) for mark in marks if reader.get(mark)), "")
    return Sailing(
        side=side,
        item=item_of(reader, key, row),
        leg=by_night(reader, ship, leg),
        leg_number=number,
        legs=len(legs),
        turn=turn,
        player_turn=Side(player_turn),
        phase=Step(step),
        already_checked=checked,
        ship=ship,
        begins_at_sea=began_at_sea(row, clock),
        comes_from=before,
        facts=status_facts(reader, side, [leg.zone], (before, leg.zone)),
    )


@DOORS.situation("voyage")
def voyage(reader: Reader, target: Target) -> BaseModel:
    """What a shipment still sails in this step, for the odds of the whole: its way, up to where it stops at sea."""
    key, row = shipment_row(reader, target)
    turn, player_turn, step = clock = clock_of(reader)
    side = Side(row["side"])
    whole = measured(reader, side, [Leg.model_validate(leg) for leg in row["route"]], row["origin"], row["destination"])
    way = whole[next_leg(row, clock) - 1 :]
    stop = next((number for number, leg in enumerate(way, start=1) if leg.stops), len(way))
    legs = tuple(way[:stop])
    before, zones = comes_from(row, clock), [leg.zone for leg in legs]
    checked = tuple(leg.zone for leg in legs if reader.get(f"{checked_mark(key, leg.zone, clock)}.kind"))
    return Voyage(
        side=side,
        item=item_of(reader, key, row),
        legs=legs,
        turn=turn,
        player_turn=Side(player_turn),
        phase=Step(step),
        checked=checked,
        comes_from=before,
        facts=status_facts(reader, side, zones, (before, *zones)),
    )
