"""What rules of Europa were given, in words: a check of shipping, and figures that only its rules have."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from navalassist.desk.logbook.naming import (
    entry_word,
    public,
    several,
    step_name,
    title,
    turn_name,
    with_turns,
    zone_name,
)
from navalassist.desk.logbook.record import Plain, plain_text
from navalassist.desk.logbook.tongue import Given
from navalassist.desk.words import side_word
from navalassist.engine.english import amount
from navalassist.play.state import State
from navalassist.rules.europa.danger_zones import Exerts, hexes_text
from navalassist.rules.europa.r36_way import Stretch
from navalassist.rules.europa.reach import Span
from navalassist.systems.europa.ends import AFLOAT, BEACH, kind_of_end
from navalassist.systems.europa.log import shipping
from navalassist.systems.europa.log.shipments import port_name
from navalassist.systems.europa.log.words import place_word, strip_words

# Examples that a description gives by their keys, to its end.
KEYED = re.compile(
    r"(?:(?:[:,]? such as|:|, as)? (?:off, )?(?:port|hex|canal|group|task-force|air-unit|shipment|sea|mark):"
    r"|, such as \d{4}-\d{2}-[12]).*"
)


# The key of a row that players have made: it says nothing once the row is gone.
UNNAMED = re.compile(r"[0-9a-f]{32}")


def of_check(situation: Plain, state: State) -> Iterator[Given]:
    """The situation of a check of shipping."""
    item, leg = situation["item"], situation["leg"]
    moment = f"{turn_name(state, situation['turn'])}, {side_word(situation['player_turn'])} player turn"
    yield "kind label res", "What sails", shipping.item_text(shipping.priced(item, state)), ""
    yield "transports transport_count", "On", shipping.carried_text(item).removeprefix("on "), ""
    if item["carries"] != "1":
        yield "carries", "Each transport carries", several(item["carries"], "RE"), ""
    yield "origin", "From", str(item["origin"]["name"] or item["origin"]["key"]), ""
    yield "destination", "To", str(item["destination"]["name"] or item["destination"]["key"]), ""
    yield (
        "zone",
        "Sea zone",
        f"{zone_name(state, leg['zone'])}, leg {situation['leg_number']} of {situation['legs']}",
        "",
    )
    yield "phase", "When", f"{moment}, {step_name(state, situation['phase'])}", ""
    yield "protected", "Keeps to protected inshore waters", plain_text(leg["protected"]), ""
    if situation.get("begins_at_sea"):
        yield "begins_at_sea", "The step began with it at sea here", "yes", "33.A.2"
    else:
        yield "leg_number comes_from", "Occasion", _occasion(situation), "33.A.1"
    yield from _of_leg(leg)
    yield from _of_item(item)
    if situation["already_checked"]:
        yield "already_checked", "Checked before in this zone and phase", entry_word(situation["already_checked"]), ""


def _occasion(situation: Plain) -> str:
    """Why a check was asked for: what the item did in the zone."""
    if situation["leg_number"] > 1:
        return "enters the zone"
    ends = {BEACH: "loaded at a beach", AFLOAT: "comes into play afloat"}
    return ends.get(kind_of_end(str(situation["item"]["origin"]["key"])), "puts to sea")


def _of_leg(leg: Plain) -> Iterator[Given]:
    if leg["hexes"] is not None:
        yield "hexes", "Hexes to the port that counts", str(leg["hexes"]), "the 15-hex rule, 33.B.1.b"
    if leg["near_soviet_base"]:
        yield "near_soviet_base", "Within 3 hexes of a Soviet naval base", "yes", ""
    if leg["air_for"]:
        yield "air_for", "Aircraft for the shipping", str(leg["air_for"]), "modified TBF, 33.C"
    if leg["air_against"]:
        yield "air_against", "Aircraft against the shipping", str(leg["air_against"]), "modified TBF, 33.C"
    if leg.get("stops"):
        yield "stops", "Stops here at sea", "yes", ""
    if leg["status"] is not None:
        yield "status", "Status agreed at the table", str(leg["status"]), "R-51"


def _of_item(item: Plain) -> Iterator[Given]:
    if item["kind"] == "empty":
        yield "alone", "Sails alone", plain_text(item["alone"]), ""
    if item["kind"] == "carrier":
        yield "code_c_fighter", "Code C fighter aboard", plain_text(item["code_c_fighter"]), ""
    if item["nation"]:
        yield "nation", "Nation", title(item["nation"]), ""
    lost = shipping.amounts(item, item["res_lost"], item["transports_lost"], item["hits"])
    yield "res_lost", "Lost before on this voyage", lost, ""
    back = shipping.amounts(item, item["res_returned"], item["transports_returned"])
    yield "res_returned", "Back in port before", back, ""


def help_words(text: str, state: State) -> str:
    """A description without keys: `Eastern Med or Red Sea`, `Where it is.`, `The turn.`"""
    if text.startswith("Key of"):
        return ""
    text = with_turns(state, KEYED.sub(".", text))
    for row in state.rows("zone"):
        key = row.partition(":")[2]
        if "-" in key and key in text:
            text = text.replace(key, zone_name(state, key, short=True))
    return text


def figure(name: str, value: Any, state: State) -> str | None:
    """A figure of any situation; None for one that every system has."""
    if isinstance(value, str):
        return _of_text(name, value, state)
    if isinstance(value, Mapping):
        return _of_thing(value, state)
    return _of_list(name, value, state) if isinstance(value, list) else None


def _of_text(name: str, value: str, state: State) -> str | None:
    if value.startswith(("port:", "hex:", "canal:")):
        return place_word(state, value)
    if name == "port" and public(state, f"port:{value}.name"):
        return port_name(state, value)
    if name == "group":
        row = f"group:{value}"
        unnamed = place_word(state, row).removeprefix("in ") if UNNAMED.fullmatch(value) else title(value)
        return str(public(state, f"{row}.name") or unnamed)
    if name == "unit":
        return str(state.values.get(f"task-force:{value}.name") or title(value))
    return zone_name(state, value) if name == "zone" else None


def _of_thing(value: Plain, state: State) -> str | None:
    if "hex" in value and "ports" in value:
        return _waters(value, state)
    if "hex" in value and "points" in value:
        return f"{value['hex']}, {several(value['points'], 'point')}"
    if "zone" in value and "air_for" in value:
        seen = (f"{word.lower()} {text}" for _, word, text, _ in _of_leg(value))
        return "; ".join((zone_name(state, value["zone"]), *seen))
    if "balance" in value and "sweeping" in value:
        return plain_text(value["balance"]) if value["balance"] is not None else "not kept yet"
    if "row" in value and "free" in value:
        return f"{amount(value['free'])} free"
    if "transports_lost" in value:
        return shipping.item_and_route(shipping.priced(value, state))
    if "tanks" in value:
        return ", ".join(str(tank["name"]) for tank in value["tanks"]) or "none"
    return None


def _of_list(name: str, value: list[Any], state: State) -> str | None:
    if name in ("drawn", "refit", "ferries"):
        return ", ".join(_of_text("unit", str(key), state) or "" for key in value) or "none"
    if name in ("stretches", "moved"):
        return "; ".join(Stretch(**part).words for part in value)
    if not value or not all(isinstance(part, Mapping) for part in value):
        return None
    if all("hex" in part for part in value):
        return ", ".join(str(part["hex"]) for part in value)
    if all("belt" in part for part in value):
        return "; ".join(_of_belt(part, state) for part in value)
    if "mps" in value[0]:
        return strip_words(value)
    if all(part.get("name") for part in value):
        return ", ".join(str(part["name"]) for part in value)
    if all("zone" in part for part in value):
        return ", ".join(zone_name(state, str(part["zone"])) for part in value)
    return None


def _of_belt(part: Plain, state: State) -> str:
    """Mines that may be swept by themselves: `18A:0405, 1 point, near Licata, 5 hexes`."""
    coast = f", coast of {part['own_coast']}" if part["own_coast"] else ""
    near = f", near {part['near']}" if part["near"] else ""
    return f"{_of_thing(part['belt'], state)}{coast}{near}"


def _waters(value: Plain, state: State) -> str:
    """A hex among its ports: `18A:0521, Central Med; Tripoli 1 hex, Lampedusa 9 to 18 hexes`."""
    spans = [(str(port["name"]), Span(port["low"], port["high"])) for port in value["ports"]]
    near = ", ".join(f"{name} {hexes_text(away)}" for name, away in spans)
    where = f"{value['hex']}, {zone_name(state, value['zone'], short=True)}" if value["zone"] else str(value["hex"])
    typed = f"typed: {Exerts(value['typed']).label}" if value["typed"] else ""
    return "; ".join(part for part in (where, near, typed) if part)
