"""Facts of the Great War in plain words: `squadron:goeben.place` is "Place of Goeben", its value "Pola"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from navalassist.auditlog.tags import KINDS
from navalassist.desk.logbook.facts import Words
from navalassist.desk.logbook.naming import title
from navalassist.desk.logbook.record import plain_text
from navalassist.desk.logbook.tongue import FactWords, Followed, Read
from navalassist.desk.templatetags.parts import side_word
from navalassist.systems.storm_of_steel.afloat import PLACE_WORDS
from navalassist.systems.storm_of_steel.clock import quarter_title
from navalassist.systems.storm_of_steel.edits import DUTIES
from navalassist.systems.storm_of_steel.rules.rows import ACTION, AREA, BASE, FLEET, LAND_UNIT, OWED_LOSS, SQUADRON
from navalassist.systems.storm_of_steel.state import (
    BOTH,
    STAGE_WORDS,
    Mission,
    Nation,
    Side,
    SquadronKind,
    Stage,
    morale,
)
from navalassist.systems.storm_of_steel.water_edits import (
    BASE_KINDS,
    LAND_KINDS,
    LAND_PLACES,
    TERRAIN,
    TRACKS,
    track_title,
)

# What a fact of a kind is called, with the name of its row.
NAMES: Mapping[str, Mapping[str, str]] = {
    AREA: {
        "dominated": "Domination, {}",
        "raiding": "Commerce raided, {}",
        "neighbours": "Neighbours, {}",
    },
    BASE: {
        "owner": "Owner of {}",
        "kind": "Kind of base, {}",
        "areas": "Sea areas of {}",
        "fortress": "Fortress, {}",
        "city": "City, {}",
        "devastated": "City devastated, {}",
    },
    SQUADRON: {
        "place": "Place of {}",
        "combat": "Combat strength of {}",
        "protection": "Protection factor of {}",
        "contact": "Contact rating of {}",
    },
    FLEET: {"place": "Place of {}", "duty": "Duty of {}", "came_from": "Area that {} came from"},
    ACTION: {
        "stage": "{}, what comes next",
        "ends": "{}, how it ended",
        "target": "{}, the base that is its target",
        "attacker": "{}, attacker on the contact table",
        "advantage": "{}, who has the advantage",
        "fired": "{}, who has fired",
        "order": "{}, who fires first",
        "central": "{}, Central squadrons",
        "allied": "{}, Allied squadrons",
    },
    OWED_LOSS: {
        "factors": "{}, protection factors",
        "units": "{}, whole units",
        "among": "{}, of which units",
        "cause": "{}, by which rule",
    },
    LAND_UNIT: {"lost": "{} is lost", "place": "Where {} stands"},
}
# Words for values that are one of a list.
CHOICES: Mapping[tuple[str, str], Mapping[str, str]] = {
    (AREA, "dominated"): {"": "nobody"},
    (BASE, "kind"): BASE_KINDS,
    (SQUADRON, "kind"): {kind.value: kind.label.lower() for kind in SquadronKind},
    (SQUADRON, "nation"): {nation.value: nation.label for nation in Nation},
    (FLEET, "duty"): dict(DUTIES),
    (ACTION, "mission"): {mission.value: mission.label for mission in Mission},
    (ACTION, "stage"): {stage.value: STAGE_WORDS[stage] for stage in Stage},
    (ACTION, "order"): {BOTH: "both at once", "": "not settled"},
    (LAND_UNIT, "kind"): LAND_KINDS,
    (LAND_UNIT, "nation"): {nation.value: nation.label for nation in Nation},
    (LAND_UNIT, "terrain"): TERRAIN,
    (LAND_UNIT, "place"): LAND_PLACES,
}
# Facts that hold keys of rows, and the kind of these rows.
KEYS: Mapping[tuple[str, str], str] = {
    (AREA, "neighbours"): AREA,
    (BASE, "areas"): AREA,
    (ACTION, "area"): AREA,
    (ACTION, "target"): BASE,
    (ACTION, "central"): SQUADRON,
    (ACTION, "allied"): SQUADRON,
    (OWED_LOSS, "action"): ACTION,
    (OWED_LOSS, "among"): SQUADRON,
}
PLACES = ((SQUADRON, "place"), (FLEET, "place"), (FLEET, "came_from"))
# Of a row that was read, what is told of it in one line.
TOLD: Mapping[str, tuple[str, ...]] = {
    SQUADRON: ("nation", "kind", "combat", "protection", "contact", "place"),
    LAND_UNIT: ("nation", "kind", "terrain", "place", "area_name", "symbol", "own", "afloat", "loc"),
    ACTION: ("stage", "central", "allied", "attacker", "advantage", "order", "fired"),
}


class GreatWarFacts(FactWords):
    """Words for the facts of the Great War tables."""

    named = (AREA, BASE, FLEET, SQUADRON, ACTION, LAND_UNIT)
    in_sentences = (*named, OWED_LOSS, "mark", "condition", "ruling")
    followed: Mapping[str, Followed] = {
        "contacts": Followed("Contacts", tags=("procedure:gw-interception", "procedure:gw-contact")),
        "losses": Followed("Losses", tags=("procedure:gw-losses", "came:unit_lost", "came:convoy_unit_lost")),
        "morale": Followed("Morale", facts=tuple(map(morale, Side))),
    }
    searched = (BASE, AREA, FLEET, SQUADRON, LAND_UNIT)
    things = tuple(kind for kind in (AREA, BASE, FLEET, SQUADRON, ACTION, LAND_UNIT) if kind in KINDS)
    kinds = {
        AREA: "Sea areas",
        BASE: "Naval bases and ports",
        SQUADRON: "Squadrons",
        FLEET: "Fleets",
        ACTION: "Naval actions",
        OWED_LOSS: "Losses to be taken off",
        LAND_UNIT: "Land units",
        "condition": "Tracks of the war",
    }
    marks = {
        "merchant-outcome": "Merchant shipping outcome rolled",
        "attrition": "Attrition checked",
    }
    acts = {
        "squadron.add": "Squadron added",
        "squadron.change": "Squadron changed",
        "squadron.remove": "Squadron taken away",
        "squadron.place": "Squadrons moved",
        "fleet.add": "Fleet formed",
        "fleet.change": "Fleet changed",
        "land-unit.add": "Land unit added",
        "land-unit.change": "Land unit changed",
        "land-unit.remove": "Land unit taken away",
    }

    def name(self, words: Words, kind: str, key: str, name: str) -> str:
        """`Owner of Pola`"""
        text = NAMES.get(kind, {}).get(name, "")
        return text.format(words.row(f"{kind}:{key}")) if text else ""

    def row(self, words: Words, kind: str, key: str) -> str:
        """What a row is called: a naval action by its number, a loss by whose it is; all others by their names."""
        row = f"{kind}:{key}"
        if kind == ACTION:
            return self._action(words, row)
        if kind == OWED_LOSS:
            side, action = words.known(f"{row}.side"), words.known(f"{row}.action")
            of = f" in {words.row(f'{ACTION}:{action}')}" if action else ""
            return f"{side_word(side) if side else ''} loss{of}".strip()
        return ""

    def _action(self, words: Words, row: str) -> str:
        number, area = words.known(f"{row}.number"), words.known(f"{row}.area")
        if number is None:
            return "the naval action"
        return f"Action {number}" + (f", {words.row(f'{AREA}:{area}')}" if area else "")

    def value(self, words: Words, kind: str, key: str, name: str, value: Any) -> str | None:
        """The value of a fact that the tables say in their own way."""
        if isinstance(value, str) and value in CHOICES.get((kind, name), {}):
            return CHOICES[kind, name][value]
        if (kind, name) in PLACES and value:
            return PLACE_WORDS.get(value) or words.row(value)
        if (of := KEYS.get((kind, name))) and value:
            keys = value if isinstance(value, list) else [value]
            return ", ".join(words.row(f"{of}:{one}") for one in keys)
        if (kind, name) == (ACTION, "fired"):
            return ", ".join(map(side_word, value)) or "nobody"
        if (kind, key) == ("condition", "half-industry") and value:
            return quarter_title(str(value))
        return None

    def condition(self, key: str) -> tuple[str, Mapping[Any, str]]:
        """A track of the war."""
        track = TRACKS.get(key)
        return (track_title(track), {}) if track else super().condition(key)

    def gathered(self, words: Words, row: str, read: Read) -> tuple[str, str] | None:
        """`1st Battle Squadron`: `British, battleship squadron, combat strength 6, …, Grand Fleet`."""
        kind = row.partition(":")[0]
        if kind not in TOLD or len(read) == 1:
            return None
        values = {name: value for name, value, _ in read}
        told = (name for name in TOLD[kind] if name in values and values[name] not in ("", [], False, None))
        text = ", ".join(_in_line(words, row, name, values[name]) for name in told)
        return f"{title(kind)} {words.row(row)}" if kind == LAND_UNIT else words.row(row), text or "there"

    def thing(self, here: Any, kind: str, key: str) -> str:
        """What a question is about: a row by what it is called."""
        row = f"{kind}:{key}"
        return Words(here.state, {}).row(row) if here.state.row(row) else ""

    def menus(self, here: Any) -> list[tuple[str, str, str, list[tuple[str, str]]]]:
        """Areas, bases, fleets, squadrons, naval actions and land units, each by name."""
        words = Words(here.state, {})
        found = []
        for kind in self.things:
            rows = [(row.partition(":")[2], words.row(row)) for row in here.state.rows(kind)]
            found.append((kind, self.kinds[kind], "all", sorted(rows, key=lambda pair: pair[1])))
        return found


def _in_line(words: Words, row: str, name: str, value: Any) -> str:
    """One field of a row: a word by itself, a number with what it counts, a yes as what it says."""
    kind = row.partition(":")[0]
    text = words.value(f"{row}.{name}", value)
    if value is True or isinstance(value, int):
        return words.field(kind, name) if value is True else f"{words.field(kind, name)} {plain_text(value)}"
    plain = name in ("nation", "kind", "place", "area_name", "stage", "terrain")
    return text if plain else f"{words.field(kind, name)} {text}"
