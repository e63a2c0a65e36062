"""Squadrons, fleets, places and naval actions of a campaign, as rules read them and as forms let people choose."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from navalassist.engine.rows import key_of
from navalassist.play.systems import Choices, Reader, Unknown
from navalassist.play.values import rows_in as rows_of
from navalassist.systems.storm_of_steel.rules.rows import (
    ACTION,
    AREA,
    BASE,
    FLEET,
    LAND_UNIT,
    OWED_LOSS,
    SQUADRON,
    squadron_row,
)
from navalassist.systems.storm_of_steel.state import LOST, POOL, Mission, Nation, Side, SquadronKind, Unit

Values = Mapping[str, Any]
Options = list[tuple[str, str]]
PLACE_WORDS = {POOL: "not in play", LOST: "lost"}


# --- what a rule reads


def squadron_of(reader: Reader, key: str) -> Unit:
    """A squadron with its factors; what is read is noted. Unknown for a key that the campaign does not have."""
    row = squadron_row(key)
    if f"{row}.side" not in reader.state.values:
        raise Unknown(f"there is no naval unit {key} in the campaign")
    found = reader.fields(row, "name", "nation", "kind", "combat", "protection", "contact")
    return Unit(key=key, **{**found, "nation": Nation(found["nation"]), "kind": SquadronKind(found["kind"])})


def squadrons_of(reader: Reader, keys: Iterable[str]) -> tuple[Unit, ...]:
    """Several squadrons, each once, in the order of their keys as given."""
    return tuple(squadron_of(reader, key) for key in dict.fromkeys(keys))


def side_of(reader: Reader, row: str) -> Side:
    """Whose a squadron, fleet, loss or land unit is. Unknown where the campaign has no such row."""
    return Side(reader[f"{row}.side"])


# --- what is where


def squadrons_at(values: Values, place: str) -> list[str]:
    """Keys of the squadrons in a place themselves (`fleet:grand-fleet`, `base:malta`), by name."""
    found = (row for row in rows_of(values, SQUADRON) if values[f"{row}.place"] == place)
    return [key_of(row) for row in sorted(found, key=lambda row: str(values[f"{row}.name"]))]


def fleets_at(values: Values, place: str, side: str = "") -> list[str]:
    """Keys of the fleets in a place (`area:adriatic`, `base:pola`), of one side or of both, by name."""
    found = (row for row in rows_of(values, FLEET) if values[f"{row}.place"] == place)
    mine = (row for row in found if side in ("", values[f"{row}.side"]))
    return [key_of(row) for row in sorted(mine, key=lambda row: str(values[f"{row}.name"]))]


def squadrons_in_area(values: Values, area: str, side: str = "") -> list[str]:
    """Keys of the squadrons of all fleets in a sea area, of one side or of both, fleet by fleet."""
    fleets = fleets_at(values, f"{AREA}:{area}", side)
    return [key for fleet in fleets for key in squadrons_at(values, f"{FLEET}:{fleet}")]


def bases_on(values: Values, area: str, owner: str = "", kind: str = "") -> list[str]:
    """Keys of the bases and ports on a sea area, of any owner and kind or of these, by name."""
    found = (row for row in rows_of(values, BASE) if area in values[f"{row}.areas"])
    fits = (row for row in found if owner in ("", values[f"{row}.owner"]) and kind in ("", values[f"{row}.kind"]))
    return [key_of(row) for row in sorted(fits, key=lambda row: str(values[f"{row}.name"]))]


def losses_of(values: Values, action: str) -> list[str]:
    """Keys of the losses that are still owed for a naval action."""
    return [key_of(row) for row in rows_of(values, OWED_LOSS) if values[f"{row}.action"] == action]


def next_number(values: Values) -> int:
    """The number of the next naval action: 1 in a new campaign."""
    return max((int(values[f"{row}.number"]) for row in rows_of(values, ACTION)), default=0) + 1


# --- in words


def name_of(values: Values, row: str) -> str:
    """The name of a row, or its key where it has none."""
    return str(values.get(f"{row}.name") or key_of(row))


def place_words(values: Values, place: str) -> str:
    """A place as players call it: `Grand Fleet`, `Scapa Flow`, `Adriatic`, `not in play`, `lost`."""
    return PLACE_WORDS.get(place) or name_of(values, place)


def squadron_words(values: Values, key: str) -> str:
    """`1st Battle Unit (British, 6/6/1), Grand Fleet`; its factors are combat, protection, contact."""
    row = squadron_row(key)
    factors = "/".join(str(values[f"{row}.{name}"]) for name in ("combat", "protection", "contact"))
    nation = Nation(values[f"{row}.nation"]).label
    return f"{name_of(values, row)} ({nation}, {factors}), {place_words(values, str(values[f'{row}.place']))}"


def action_words(values: Values, key: str) -> str:
    """`Action 3: Coastal Bombardment, North Sea, south`."""
    row = f"{ACTION}:{key}"
    mission, area = Mission(values[f"{row}.mission"]).label, name_of(values, f"{AREA}:{values[f'{row}.area']}")
    return f"Action {values[f'{row}.number']}: {mission}, {area}"


# --- what a form may choose: (key, words); nothing where no facts are given


def squadron_choices(values: Values | None) -> Options:
    """The naval units that are not lost: those of each side together, by place and name."""
    facts = values or {}
    found = [row for row in rows_of(facts, SQUADRON) if facts[f"{row}.place"] != LOST]
    found.sort(key=lambda row: tuple(str(facts[f"{row}.{name}"]) for name in ("side", "place", "name")))
    return [(key_of(row), squadron_words(facts, key_of(row))) for row in found]


def fleet_choices(values: Values | None) -> Options:
    """Every fleet: `Grand Fleet (Allied), Scapa Flow`."""
    facts = values or {}
    rows = sorted(rows_of(facts, FLEET), key=lambda row: (str(facts[f"{row}.side"]), str(facts[f"{row}.name"])))
    return [(key_of(row), _fleet_words(facts, row)) for row in rows]


def _fleet_words(values: Values, row: str) -> str:
    side, place = Side(values[f"{row}.side"]).label, place_words(values, str(values[f"{row}.place"]))
    return f"{name_of(values, row)} ({side}), {place}"


def area_choices(values: Values | None) -> Options:
    """The sea areas, in the order of the map."""
    facts = values or {}
    rows = sorted(rows_of(facts, AREA), key=lambda row: int(facts[f"{row}.position"]))
    return [(key_of(row), name_of(facts, row)) for row in rows]


def base_choices(values: Values | None) -> Options:
    """Naval bases and ports, by name: `Pola (Central Powers)`."""
    facts = values or {}
    rows = sorted(rows_of(facts, BASE), key=lambda row: name_of(facts, row))
    return [(key_of(row), f"{name_of(facts, row)} ({owner_words(str(facts[f'{row}.owner']))})") for row in rows]


def coast_choices(values: Values | None) -> Options:
    """The same with the sea areas on which they lie: `Scarborough (Allied), North Sea, south`."""
    facts = values or {}

    def waters(key: str) -> str:
        return " and ".join(name_of(facts, f"{AREA}:{area}") for area in facts[f"{BASE}:{key}.areas"])

    return [(key, f"{words}, {waters(key)}") for key, words in base_choices(values)]


def owner_words(owner: str) -> str:
    """`Central Powers`, `Allied`, `neutral`."""
    return Side(owner).label if owner in tuple(Side) else owner


def land_unit_choices(values: Values | None) -> Options:
    """The land units that are not lost, by name."""
    facts = values or {}
    rows = [row for row in rows_of(facts, LAND_UNIT) if not facts[f"{row}.lost"]]
    rows.sort(key=lambda row: (str(facts[f"{row}.side"]), name_of(facts, row)))
    return [(key_of(row), f"{name_of(facts, row)} ({Side(facts[f'{row}.side']).label})") for row in rows]


def action_choices(values: Values | None, *stages: str) -> Options:
    """Naval actions in these stages, or in any; the latest first."""
    facts = values or {}
    rows = [row for row in rows_of(facts, ACTION) if not stages or facts[f"{row}.stage"] in stages]
    rows.sort(key=lambda row: int(facts[f"{row}.number"]), reverse=True)
    return [(key_of(row), action_words(facts, key_of(row))) for row in rows]


SQUADRONS = Choices(of=squadron_choices, many=True)
FLEETS = Choices(of=fleet_choices)
AREAS = Choices(of=area_choices)
BASES = Choices(of=base_choices)
