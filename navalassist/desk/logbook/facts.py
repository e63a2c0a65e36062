"""Facts in plain words: `port:naples.owner` is "Owner of Naples", and its value "Axis"."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from navalassist.campaigns.facts import fact_models, split_key
from navalassist.desk.logbook.naming import (
    TRANSPORTS,
    entry_word,
    port_name,
    public,
    step_name,
    title,
    turn_name,
    with_turns,
    zone_name,
)
from navalassist.desk.logbook.record import Body, plain_text
from navalassist.desk.templatetags.parts import side_word
from navalassist.engine import Ruling
from navalassist.play.state import State
from navalassist.play.systems import Unknown, system_of
from navalassist.rules.europa.air_units import Nature
from navalassist.systems.europa.air import PLACES
from navalassist.systems.europa.places import places

SEATS = ("axis", "allied", "vichy", "neutral", "moderator", "observer")
PORT = {
    "owner": "Owner of {}",
    "operational": "{} in working order",
    "ever_allied": "{} was ever Allied-owned",
    "owner_source": "Source of the owner of {}",
    "map_reference": "Place of {} on the map",
    "kind": "Kind of port, {}",
    "zones": "Sea zones of {}",
    "groups": "Groups of {}",
    "name": "Name of the port {}",
}
ZONE = {
    "interference": "Italian interference, {}",
    "declared": "Interdiction declared, {}",
    "hits": "Hits on the {}",
    "name": "Name of the zone {}",
    "short_name": "Short name of the zone {}",
    "neighbours": "Neighbours of the {}",
}
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
AIR: Mapping[str, Callable[[State, str], str]] = {
    "zone": lambda state, value: zone_name(state, value, short=True),
    "place": lambda state, value: PLACES.get(value, value),
    "nature": lambda state, value: Nature(value).label if value in list(Nature) else value,
}
ROW = re.compile(
    r"\b(?:port|zone|air-unit|shipment|mark|task-force|condition|ledger|ruling|malta-stock|malta|template|roster):[A-Za-z0-9_/-]+"
)
ENTRY = re.compile(r"\b(?:public|axis|allied|moderator)/\d+")
CLOCK = {"turn": "Turn", "player_turn": "Player turn", "step": "Step"}
MARKS = {
    "checked": "Checked",
    "waiting": "Waits for a decision",
    "taken": "Taken in this player turn",
    "precedent": "Precedent for an unknown cell",
    "given-up": "Dice of a rule that was given up",
}


class Words:
    """Names and values of facts for one entry: from the campaign as it stands, or from the entry where it is gone.

    Only facts that everybody may see, and those in `body` (which is the viewer's own reading), are ever told.
    """

    def __init__(self, state: State, body: Body) -> None:
        self.state = state
        self.body = body

    @cached_property
    def _told(self) -> Mapping[str, Any]:
        """Values in the entry itself: what it read, and what it found or made."""
        told = {key: value for key, value, *_ in self.body.get("facts_read", ())}
        for key, before, after in self.body.get("changes", ()):
            told.setdefault(key, before)
            if told[key] is None:
                told[key] = after
        return told

    def _known(self, key: str) -> Any:
        value = self._told.get(key)
        return public(self.state, key) if value is None else value

    @cached_property
    def rulings(self) -> Mapping[str, Ruling]:
        """The rulings of the campaign's system."""
        try:
            return {ruling.number: ruling for ruling in system_of(self.state.campaign.system).rulings}
        except Unknown:
            return {}

    def fact(self, fact: str) -> str:
        """A fact's name, with a capital."""
        try:
            kind, key, name = split_key(fact)
        except ValueError:
            return fact
        text = self._name(kind, key, name)
        return f"{text[:1].upper()}{text[1:]}"

    def _name(self, kind: str, key: str, name: str) -> str:
        match kind:
            case "port" if name in PORT:
                return PORT[name].format(port_name(self.state, key))
            case "zone" if name in ZONE:
                return ZONE[name].format(zone_name(self.state, key, short=name not in ("name", "short_name")))
            case "shipment":
                return self._of_shipment(key, name)
            case "campaign" if name in CLOCK:
                return CLOCK[name]
            case "malta":
                return "Malta’s number"
            case "malta-stock":
                return field_word(kind, name)
            case "ledger":
                return f"Victory points, {side_word(key)}"
            case "condition":
                return self._condition(key)[0]
            case "ruling":
                return f"Ruling {key}"
            case "mark":
                return f"{self.row(f'mark:{key}')}, {field_word(kind, name)}"
        return f"{self.row(f'{kind}:{key}')}, {field_word(kind, name)}"

    def _of_shipment(self, key: str, name: str) -> str:
        item = self.shipment(key)
        words = SHIPMENT.get(name, "{}, " + field_word("shipment", name))
        cargo = "SP" if self._known(f"shipment:{key}.cargo") == "sp" else "REs"
        ships = TRANSPORTS.get(str(self._known(f"shipment:{key}.transports")), "transport") + "s"
        return words.format(item, cargo=cargo, ships=ships, afloat=self._afloat(key))

    def _afloat(self, key: str) -> str:
        """What a shipment's `afloat` means: what has arrived keeps its amounts there."""
        fact = f"shipment:{key}.state"
        states = [after for changed, _, after in self.body.get("changes", ()) if changed == fact]
        if states and states[-1] == "arrived":
            return "afloat, then arrived"
        return "arrived" if self._known(fact) == "arrived" else "still afloat"

    def shipment(self, key: str) -> str:
        """`Naples–Tripoli`, or the label of what sails; `the shipment` when nothing is known of it any more."""
        row = f"shipment:{key}"
        ends = [self._known(f"{row}.{name}") for name in ("origin", "destination")]
        label = self._known(f"{row}.label")
        if label:
            return str(label)
        if not all(ends):
            return "the shipment"
        what = CARGO.get(str(self._known(f"{row}.cargo")), "shipment")
        return f"{what} {'–'.join(port_name(self.state, str(end)) for end in ends)}"

    def row(self, row: str) -> str:
        """What a row is called: a port, a zone, a shipment, a mark."""
        kind, _, key = row.partition(":")
        match kind:
            case "port":
                return port_name(self.state, key)
            case "zone":
                return zone_name(self.state, key)
            case "shipment":
                return self.shipment(key)
            case "mark":
                return self._mark(row)
            case "roster":
                what = self._known(f"{row}.label") or str(self._known(f"{row}.what") or "transports").upper()
                return f"{what} kept in {port_name(self.state, str(self._known(f'{row}.port') or ''))}"
        return str(self._known(f"{row}.name") or title(f"{kind} {key}"))

    def _mark(self, row: str) -> str:
        kind = str(self._known(f"{row}.kind") or row.partition(":")[2].partition("/")[0])
        place, subject = (str(self._known(f"{row}.{name}") or "") for name in ("place", "subject"))
        words = MARKS.get(kind, title(kind))
        if subject.startswith(("shipment:", "task-force:")):
            words += f": {self.row(subject)}"
        if place.startswith("zone:"):
            words += f" in the {zone_name(self.state, place.partition(':')[2], short=True)}"
        return words

    def value(self, fact: str, value: Any) -> str:
        """A fact's value in words."""
        kind, _, rest = fact.partition(":")
        name = rest.rpartition(".")[2]
        if value is None:
            return "–"
        if kind == "shipment":
            return self._shipment_value(name, value)
        if kind == "ruling":
            return self.choice(rest.rpartition(".")[0], value)
        if kind == "campaign" and name in ("turn", "step"):
            return turn_name(self.state, value) if name == "turn" else step_name(self.state, value)
        if kind == "condition":
            return self._condition(rest.rpartition(".")[0])[1].get(value) or plain_text(value)
        if isinstance(value, str) and value in SEATS:
            return side_word(value)
        if kind == "air-unit" and name in AIR:
            return AIR[name](self.state, str(value))
        if kind in ("zone", "port") and isinstance(value, list):
            named = name in ("zones", "neighbours")
            return ", ".join(zone_name(self.state, v, short=True) if named else title(v) for v in value) or "none"
        return "none" if value == "" else with_turns(self.state, plain_text(value))

    def legs(self, before: Any, after: Any) -> list[tuple[str, str, str]]:
        """What differs between two routes through the same zones: where and what, before, after. Else the zones."""
        if not (isinstance(before, list) and isinstance(after, list)):
            return []
        if [leg["zone"] for leg in before] != [leg["zone"] for leg in after]:
            return [("zones", self._shipment_value("route", before), self._shipment_value("route", after))]
        return [
            (
                f"{zone_name(self.state, old['zone'], short=True)}, {LEG[name]}",
                _leg_value(old, name),
                _leg_value(new, name),
            )
            for old, new in zip(before, after, strict=True)
            for name in LEG
            if old.get(name) != new.get(name)
        ]

    def sentence(self, text: str) -> str:
        """A sentence of play with names in place of its keys: `shipment:demo-1` and `public/144` mean nothing here."""
        text = ROW.sub(lambda found: self.row(found[0]), text)
        return ENTRY.sub(lambda found: entry_word(found[0]), text)

    def choice(self, number: str, value: Any) -> str:
        """What a choice of a ruling means."""
        ruling = self.rulings.get(number)
        return dict(ruling.choices).get(value, str(value)) if ruling else str(value)

    def _shipment_value(self, name: str, value: Any) -> str:
        if name in ("origin", "destination"):
            return port_name(self.state, value)
        if name == "sailed_in" and value:
            turn, player_turn, step = str(value).split("/")
            words = f"{side_word(player_turn)} {step_name(self.state, step).lower()}"
            return f"{turn_name(self.state, turn)}, {words}"
        if name == "finished_in" and value:
            turn, _, player_turn = str(value).partition("/")
            return f"{turn_name(self.state, turn)}, {side_word(player_turn)} player turn"
        if name == "route" and isinstance(value, list):
            return ", ".join(zone_name(self.state, leg["zone"], short=True) for leg in value)
        if name == "cargo":
            return CARGO.get(value, str(value))
        if name == "state":
            return str(value).replace("-", " ")
        if isinstance(value, str) and value in SEATS:
            return side_word(value)
        return "none" if value == "" else plain_text(value)

    def _condition(self, key: str) -> tuple[str, Mapping[Any, str]]:
        """A condition's title, and the wording of its choices."""
        found = places().conditions.get(key) if self.state.campaign.system == "europa" else None
        return (found.title, found.choices) if found else (title(key), {})


def _leg_value(leg: Mapping[str, Any], name: str) -> str:
    return plain_text(leg.get(name))


def field_word(kind: str, name: str) -> str:
    """The name of a field, as its model has it."""
    model = fact_models().get(kind)
    if model is None or name not in model.FACT_FIELDS:
        return name.replace("_", " ")
    return str(model._meta.get_field(name).verbose_name)  # type: ignore[union-attr]
