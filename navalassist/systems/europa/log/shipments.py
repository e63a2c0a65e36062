"""Facts of shipments in plain words: what each is called, its values, and a row of the convoy board in a line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from navalassist.desk.logbook.facts import Words
from navalassist.desk.logbook.naming import public, step_name, title, turn_name, zone_name
from navalassist.desk.logbook.record import plain_text
from navalassist.desk.words import side_word
from navalassist.play.state import State
from navalassist.systems.europa.ends import end_name, kind_of_end
from navalassist.systems.europa.log import shipping

SHIPMENT = {
    "state": "Where {} stands",
    "leg": "Next leg of {}",
    "sailed_in": "{} was at sea last in",
    "alone": "{} sails alone",
    "finished_in": "{} may not move again in",
    "points": "Points that {} began with",
    "res_afloat": "{cargo} of {}, {afloat}",
    "res_lost": "{cargo} of {}, lost",
    "res_returned": "{cargo} of {}, back in port",
    "transport_count": "{ships} that {} began with",
    "transports_afloat": "{ships} of {}, {afloat}",
    "transports_lost": "{ships} of {}, lost",
    "transports_returned": "{ships} of {}, back in port",
    "hits": "Hits on {}",
    "origin": "Port of origin of {}",
    "destination": "Destination of {}",
    "route": "Zones of {}, in order",
    "cargo": "What {} is",
    "row": "Row of {} on the board",
}
LEG = {
    "protected": "protected inshore waters",
    "near_soviet_base": "near a Soviet base",
    "outside": "outside the interdiction zone",
    "stops": "stops at sea",
    "hexes": "hexes to the port that counts",
    "air_for": "own air",
    "air_against": "enemy air",
    "status": "agreed status",
}
CARGO = {
    "sp": "SP",
    "srp": "SRPs",
    "rp": "RPs",
    "unit": "combat unit",
    "empty": "empty transports",
    "warship": "warship",
    "task-force": "task force",
    "carrier": "carrier group",
}


def port_name(state: State, key: str) -> str:
    """`Naples`; `a beach, Central Med` for what is no port."""
    if kind_of_end(key):
        return end_name(state.values, key)
    return str(public(state, f"port:{key}.name") or title(key))


def of_shipment(words: Words, key: str, name: str) -> str:
    """What a fact of a shipment is called: `REs of Infantry brigade, still afloat`."""
    item = shipment(words, key)
    text = SHIPMENT.get(name, "{}, " + words.field("shipment", name))
    cargo = "SP" if words.known(f"shipment:{key}.cargo") == "sp" else "REs"
    ships = shipping.TRANSPORTS.get(str(words.known(f"shipment:{key}.transports")), "transport") + "s"
    said = text.format(item, cargo=cargo, ships=ships, afloat=_afloat(words, key))
    # What is named by its cargo says that once: `SP Naples–Tripoli, lost`.
    return said.replace(f"{cargo} of {cargo} ", f"{cargo} ", 1)


def _afloat(words: Words, key: str) -> str:
    """What a shipment's `afloat` means: what has arrived keeps its amounts there."""
    fact = f"shipment:{key}.state"
    states = [after for changed, _, after in words.body.get("changes", ()) if changed == fact]
    if states and states[-1] == "arrived":
        return "afloat, then arrived"
    return "arrived" if words.known(fact) == "arrived" else "still afloat"


def shipment(words: Words, key: str) -> str:
    """`Naples–Tripoli`, or the label of what sails; `the shipment` when nothing is known of it any more."""
    row = f"shipment:{key}"
    ends = [words.known(f"{row}.{name}") for name in ("origin", "destination")]
    label = words.known(f"{row}.label")
    if label:
        return str(label)
    if not all(ends):
        return "the shipment"
    what = CARGO.get(str(words.known(f"{row}.cargo")), "shipment")
    return f"{what} {'–'.join(port_name(words.state, str(end)) for end in ends)}"


def shipment_text(fields: Mapping[str, Any], state: State) -> str:
    """`7 SP Naples–Tripoli on 7 NTs, by the Tyrrhenian and Central Med`"""
    item = {
        "kind": fields["cargo"],
        "label": fields["label"],
        "res": fields["res_afloat"],
        "transports": fields["transports"],
        "transport_count": fields["transports_afloat"],
    }
    ends = "–".join(port_name(state, str(fields[name])) for name in ("origin", "destination"))
    zones = ", ".join(zone_name(state, leg["zone"], short=True) for leg in fields["route"])
    text = " ".join(
        part for part in (shipping.joined(shipping.priced(item, state), ends), shipping.carried_text(item)) if part
    )
    return f"{text}, by the {zones}" if zones else text


def legs(words: Words, before: Any, after: Any) -> list[tuple[str, str, str]]:
    """What differs between two routes through the same zones: where and what, before, after. Else the zones."""
    if not (isinstance(before, list) and isinstance(after, list)):
        return []
    if [leg["zone"] for leg in before] != [leg["zone"] for leg in after]:
        return [("zones", shipment_value(words, "route", before), shipment_value(words, "route", after))]
    return [
        (
            f"{zone_name(words.state, old['zone'], short=True)}, {LEG[name]}",
            plain_text(old.get(name)),
            plain_text(new.get(name)),
        )
        for old, new in zip(before, after, strict=True)
        for name in LEG
        if old.get(name) != new.get(name)
    ]


def shipment_value(words: Words, name: str, value: Any) -> str:
    """The value of a fact of a shipment."""
    state = words.state
    if name in ("origin", "destination"):
        return port_name(state, value)
    if name == "sailed_in" and value:
        turn, player_turn, step = str(value).split("/")
        return f"{turn_name(state, turn)}, {side_word(player_turn)} {step_name(state, step).lower()}"
    if name == "finished_in" and value:
        turn, _, player_turn = str(value).partition("/")
        return f"{turn_name(state, turn)}, {side_word(player_turn)} player turn"
    if name == "route" and isinstance(value, list):
        return ", ".join(zone_name(state, leg["zone"], short=True) for leg in value)
    if name == "cargo":
        return CARGO.get(value, str(value))
    if name == "state":
        return str(value).replace("-", " ")
    if words.is_seat(value):
        return side_word(value)
    return "none" if value == "" else plain_text(value)
