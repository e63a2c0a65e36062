"""Facts of Europa in plain words: `port:naples.owner` is "Owner of Naples", and its value "Axis"."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from navalassist.desk.at import At
from navalassist.desk.logbook.facts import FactWords, Followed, Read, Words
from navalassist.desk.logbook.naming import place_name, several, title
from navalassist.desk.logbook.record import plain_text
from navalassist.desk.logbook.wording import words_for
from navalassist.desk.words import side_word
from navalassist.play.state import State
from navalassist.rules.europa.air_units import Nature
from navalassist.rules.europa.naval_units import UnitKind
from navalassist.rules.europa.words import Side
from navalassist.rules.europa.world import MALTA_NUMBER
from navalassist.systems.europa.air import PLACES
from navalassist.systems.europa.board.rows import pair_text
from navalassist.systems.europa.board.words import name_of
from navalassist.systems.europa.fleet import place_words
from navalassist.systems.europa.log.noted import fuel_words, moment_words, note_words
from navalassist.systems.europa.log.shipments import (
    legs,
    of_shipment,
    port_name,
    shipment,
    shipment_text,
    shipment_value,
)
from navalassist.systems.europa.places import places

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
AIR: Mapping[str, Callable[[State, str], str]] = {
    "zone": lambda state, value: place_name(state, value, short=True),
    "place": lambda state, value: PLACES.get(value, value),
    "nature": lambda state, value: Nature(value).label if value in list(Nature) else value,
}
AFLOAT: Mapping[str, Mapping[str, Callable[[State, Any], str]]] = {
    "mines": {
        "zone": lambda state, value: place_name(state, value, short=True) if value else "not said",
    },
    "group": {
        "place": lambda state, value: place_word(state, value),
        "began": lambda state, value: place_word(state, value) if value else "–",
        "zone": lambda state, value: place_name(state, value, short=True) if value else "not said",
        "strip": lambda state, value: strip_words(value),
        "strip_of": lambda state, value: moment_words(state, value) or "none",
    },
    "task-force": {
        "place": lambda state, value: place_word(state, value),
        "kind": lambda state, value: UnitKind(value).label if value in list(UnitKind) else str(value),
        "fuelled": lambda state, value: fuel_words(state, value) or "none",
        "supports": lambda state, value: ", ".join(f"{year}: {uses}" for year, uses in value.items()) or "none",
    },
}
MARKS = {
    "checked": "Checked",
    "entered": "Entered in this phase",
    "way-lost": "Came another way than its group",
    "turned-back": "Turned back in this player turn",
    "taken": "Taken in this player turn",
    "captured": "Captured",
    "soviet": "Soviet-owned",
    "mined": "Checked for mines",
    "found": "Found by a patrol or strike",
    "fuel": "Fuel paid for the naval step",
    "safe": "Safe from danger zones",
    "zone-checked": "Rolled for a danger zone",
    "notice": "May come out of port",
    "part": "Naval steps counted",
    "swept": "Mines swept in this player turn",
    "sweep": "Mine points swept",
    "easier-sweep": "The next mine point is easier to sweep",
    "ferry": "Ferry",
    "aircraft": "Aircraft aboard",
    "sea": "State of the sea",
}
ACTS = {
    "shipment.add": "Row added",
    "shipment.change": "Row changed",
    "shipment.edit": "Row changed",
    "shipment.copy": "Row duplicated",
    "shipment.strike": "Row struck off",
    "shipment.move": "Row moved",
    "shipment.back": "Empties sent back",
    "shipment.repeat": "Rows of the last turn added",
    "template.use": "Rows of a template added",
    "template.save": "Template saved",
    "template.rename": "Template renamed",
    "template.delete": "Template deleted",
    "roster.count": "Roster",
    "sighting.made": "Puts to sea",
    "sighting.over": "Markers taken away",
    "rows.shown": "Shown to everybody",
    "roll.asked": "Dice asked for",
    "roll.recalled": "Dice no longer asked for",
    "roll.waits": "Dice for the lots asked for",
    "roll.goes-on": "Dice for the next zone asked for",
    "roll.done": "Rolled what was asked for",
}
KINDS = {
    "zone": "Sea zones",
    "port": "Ports",
    "malta": "Malta",
    "shipment": "Shipments",
    "task-force": "Naval units",
    "group": "Naval groups",
    "mines": "Mines",
    "account": "Repair and replacement points",
    "template": "Convoy templates",
    "roster": "Transport roster",
}


class EuropaFacts(FactWords):
    """Words for the facts of rules 33 and 36."""

    powers = ("vichy",)
    named = ("zone",)
    in_sentences = (
        *("port", "zone", "air-unit", "shipment", "mark", "task-force", "condition", "ledger", "ruling", "malta-stock"),
        *("malta", "template", "roster", "group", "mines", "account"),
    )
    searched = ("port", "zone")
    followed: Mapping[str, Followed] = {
        **FactWords.followed,
        "malta": Followed("Malta", facts=(MALTA_NUMBER,)),
        "points": Followed("VPs", facts=tuple(f"ledger:{side}.vp" for side in Side)),
    }
    fields = {
        ("group", "began"): "place as the naval step began",
        ("group", "strip_of"): "player turn of its moves",
        ("task-force", "fuelled"): "fuel",
        ("task-force", "supports"): "gunfire supports",
    }
    kinds = KINDS
    marks = MARKS
    acts = ACTS
    # A roster's facts leave out what sails, and rows that change places say so twice.
    told = ("roster.count", "shipment.move")
    quiet = (".owner_source", ".ever_allied")

    def name(self, words: Words, kind: str, key: str, name: str) -> str:
        """`Owner of Naples`"""
        match kind:
            case "port" if name in PORT:
                return PORT[name].format(port_name(words.state, key))
            case "zone" if name in ZONE:
                return ZONE[name].format(place_name(words.state, key, short=name not in ("name", "short_name")))
            case "shipment":
                return of_shipment(words, key, name)
            case "malta":
                return "Malta's number"
            case "malta-stock":
                return words.field(kind, name)
        return ""

    def row(self, words: Words, kind: str, key: str) -> str:
        """What a row is called: a port, a zone, a shipment."""
        row = f"{kind}:{key}"
        match kind:
            case "port":
                return port_name(words.state, key)
            case "zone":
                return place_name(words.state, key)
            case "shipment":
                return shipment(words, key)
            case "account":
                side, what, *whose = key.split("/")
                organisation = str(words.known(f"{row}.organisation") or " ".join(whose))
                return f"{side_word(side)} {what.upper()}s" + (f" of {organisation}" if organisation else "")
            case "mines":
                side, _, where = key.partition("/")
                return f"{side_word(side)} mines in {where.replace('-', ':')}"
            case "sighting":
                number = words.known(f"{row}.number") or ""
                return f"{side_word(str(words.known(f'{row}.side') or ''))} marker {number}"
            case "roster":
                what = words.known(f"{row}.label") or str(words.known(f"{row}.what") or "transports").upper()
                return f"{what} kept in {port_name(words.state, str(words.known(f'{row}.port') or ''))}"
        return ""

    def value(self, words: Words, kind: str, key: str, name: str, value: Any) -> str | None:
        """The value of a fact that Europa says in its own way."""
        if kind == "shipment":
            return shipment_value(words, name, value)
        if kind == "mark" and name == "note":
            return note_words(words.state, key.partition("/")[0], value)
        if kind == "mark":
            return words.sentence(value).replace("hex:", "hex ")
        if kind in AFLOAT and name in AFLOAT[kind]:
            return AFLOAT[kind][name](words.state, value)
        if kind == "air-unit" and name in AIR:
            return AIR[name](words.state, str(value))
        if kind in ("zone", "port") and isinstance(value, list):
            named = name in ("zones", "neighbours")
            return ", ".join(place_name(words.state, v, short=True) if named else title(v) for v in value) or "none"
        return None

    def mark(self, words: Words, subject: str, place: str) -> str:
        """`: 7 SP Naples–Tripoli in the Central Med`"""
        found = ""
        if subject.startswith(("shipment:", "task-force:", "group:", "port:")):
            found += f": {words.row(subject)}"
        if place.startswith("hex:"):
            found += f" in {place.partition(':')[2]}"
        if place.startswith("zone:"):
            found += f" in the {place_name(words.state, place.partition(':')[2], short=True)}"
        return found

    def condition(self, key: str) -> tuple[str, Mapping[Any, str]]:
        """A condition of the war, as the data of the theatre words it."""
        found = places().conditions.get(key)
        return (found.title, found.choices) if found else super().condition(key)

    def gathered(self, words: Words, row: str, read: Read) -> tuple[str, str] | None:
        """`Air unit Ju 88`, `Axis, type S, TBF 4, …`"""
        if not row.startswith("air-unit:"):
            return None
        parts = [words.value(f"{row}.{name}", value) for name, value, _ in read if name in ("side", "nature", "place")]
        parts += [f"{words.field('air-unit', n)} {plain_text(v)}" for n, v, _ in read if n in ("tbf", "range")]
        return f"Air unit {words.row(row)}", ", ".join(parts)

    def new_row(self, state: State, kind: str, fields: Mapping[str, Any]) -> str:
        """A shipment with its cargo, transports and zones."""
        return shipment_text(fields, state) if kind == "shipment" and "route" in fields else ""

    def row_heading(self, kind: str, fields: Mapping[str, Any]) -> str:
        """`Axis, row 3` in a set-up."""
        if kind != "shipment":
            return ""
        return f"{side_word(fields['side'])}, row {fields['row']}" if fields else "Row of the convoy board"

    def moved(self, made: Collection[str], gone: Collection[str]) -> str:
        """`50 ports added` where an entry made ports or took them out; '' for all others."""
        told = []
        for rows, what in ((made, "added"), (gone, "taken out")):
            ports = sum(row.startswith("port:") for row in rows)
            told += [f"{several(ports, 'port')} {what}"] if ports else []
        return ", ".join(told)

    def differences(self, words: Words, key: str, before: Any, after: Any) -> list[tuple[str, str, str]] | None:
        """Of two routes: where and what, before, after."""
        return legs(words, before, after) if key.startswith("shipment:") and key.endswith(".route") else None

    def is_shown(self, row: str) -> bool:
        """A marker is told by what was shown of it."""
        return row.startswith("sighting:")

    def menus(self, here: At) -> list[tuple[str, str, str, list[tuple[str, str]]]]:
        """Sea zones, ports, and the shipments of the board."""
        state, words = here.state, words_for(here.state, {})
        zones, ports, sailing = ([row.partition(":")[2] for row in state.rows(k)] for k in ("zone", "port", "shipment"))
        named = [(key, str(state.values[f"port:{key}.name"])) for key in ports]
        rows = [(key, state.row(f"shipment:{key}")) for key in sailing]
        items = [(key, f"{side_word(row['side'])} {row['row']}: {shipment(words, key)}") for key, row in rows]
        return [
            ("zone", "Sea zone", "all zones", [(key, place_name(state, key, short=True)) for key in zones]),
            ("port", "Port", "all ports", sorted(named, key=lambda pair: pair[1])),
            ("item", "Shipment", "all shipments", items),
        ]

    def rule_about(self, kind: str) -> str:
        """What is asked about a shipment is its next check."""
        return "cargo-contact" if kind == "shipment" else ""

    def thing(self, here: At, kind: str, key: str) -> str:
        """`row 3, 2 SP Taranto–Benghazi` for who may read it; `a row of the Axis side`, where only its marker is."""
        if kind != "shipment":
            return ""
        if row := here.state.row(f"shipment:{key}"):
            return f"row {row['row']}, {name_of(row)} {pair_text(here.state, row)}"
        side = here.state.values.get(f"sighting:{key}.side")
        return f"a row of the {side_word(side)} side" if side else "a row that has left the board"


def place_word(state: State, place: Any) -> str:
    """The place of a naval unit or group; a group is named where everybody sees it."""
    row = str(place)
    if row in state.audiences:
        return "in a group"
    if row.startswith("group:") and f"{row}.name" not in state.values:
        return "in a group that is no more"
    return place_words(state.values, row) if row else "nowhere"


def strip_words(strip: Any) -> str:
    """`10 by day to 18A:0407, 5 by night`; `none`"""
    told = [
        f"{spent['mps']} by {'night' if spent['night'] else 'day'}" + (f" to {spent['to']}" if spent["to"] else "")
        for spent in strip
    ]
    return ", ".join(told) or "none"
