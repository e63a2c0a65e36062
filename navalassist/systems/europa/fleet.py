"""Naval units and groups of a campaign, as rules read them and as pages let people choose among them (rule 36)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from navalassist.engine.forms import Choices
from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.engine.reader import Reader, Unknown, rows_in
from navalassist.play.state import State
from navalassist.play.turns.parts import part_now
from navalassist.rules.europa.naval_units import NavalUnit, UnitKind
from navalassist.rules.europa.strips import Spent, Strip, night_left, of_step, phase_of
from navalassist.rules.europa.words import Side, Step

UNIT, GROUP, MINES = "task-force", "group", "mines"
# Places of a naval unit beside ports and groups.
OFF, WITHDRAWN, SUNK = "off", "withdrawn", "sunk"
UNIT_FIELDS = ("name", "side", "kind", "strength", "reverse", "flipped", "hits", "place")
GROUP_FIELDS = ("name", "side", "place", "zone", "began", "strip", "strip_of")


def unit_of(reader: Reader, key: str) -> NavalUnit:
    """A naval unit as it stands. Unknown for a key that the campaign does not have."""
    if f"{UNIT}:{key}.side" not in reader.state.values:
        raise Unknown("this naval unit is not in the campaign")
    row = reader.fields(f"{UNIT}:{key}", *UNIT_FIELDS)
    place = row.pop("place")
    return NavalUnit(key=key, sunk=place == SUNK, **{**row, "side": Side(row["side"]), "kind": UnitKind(row["kind"])})


def group_row(reader: Reader, key: str) -> dict[str, Any]:
    """The fields of a naval group. Unknown for a key that the campaign does not have."""
    if f"{GROUP}:{key}.side" not in reader.state.values:
        raise Unknown("this naval group is not in the campaign")
    return reader.fields(f"{GROUP}:{key}", *GROUP_FIELDS)


def keys_at(state: State, place: str) -> list[str]:
    """The naval units that lie in a place themselves (`port:naples`, `group:force-h`), in the order of their names."""
    found = [row for row in state.rows(UNIT) if state.values[f"{row}.place"] == place]
    return [row.partition(":")[2] for row in sorted(found, key=lambda row: str(state.values[f"{row}.name"]))]


def units_of(reader: Reader, group: str) -> tuple[NavalUnit, ...]:
    """The naval units that sail in a group."""
    return tuple(unit_of(reader, key) for key in keys_at(reader.state, f"{GROUP}:{group}"))


def place_of(values: Mapping[str, Any], unit: str) -> str:
    """Where a unit is: its own place, or that of its group."""
    place = str(values[f"{UNIT}:{unit}.place"])
    return str(values[f"{place}.place"]) if place.startswith(f"{GROUP}:") else place


def hex_of(values: Mapping[str, Any], place: str) -> Hex | None:
    """The hex of a place: of a hex itself, or of a port whose map reference is known."""
    kind, _, rest = place.partition(":")
    text = rest if kind == "hex" else str(values.get(f"{place}.map_reference", "")) if kind == "port" else ""
    try:
        return Hex.of(text)
    except ValueError:
        return None


def _named(kind: str, values: Mapping[str, Any] | None) -> list[tuple[str, str]]:
    known = values or {}
    rows = sorted(rows_in(known, kind), key=lambda row: (str(known[f"{row}.side"]), str(known[f"{row}.name"])))
    return [(row.partition(":")[2], _words(known, row)) for row in rows]


def _words(values: Mapping[str, Any], row: str) -> str:
    return f"{values[f'{row}.name']} ({Side(values[f'{row}.side']).label})"


# What a form may choose: any naval unit, or any naval group, that the viewer sees.
UNITS = Choices(of=lambda values: _named(UNIT, values))
GROUPS = Choices(of=lambda values: _named(GROUP, values))


def strip_now(values: Mapping[str, Any], group: str) -> Strip:
    """The moves of a group in the phase that is on; none where its strip is of an earlier one."""
    row = f"{GROUP}:{group}"
    if values[f"{row}.strip_of"] != phase_now(values):
        return ()
    return tuple(Spent(**spent) for spent in values[f"{row}.strip"])


def moved_now(values: Mapping[str, Any], group: str) -> Strip:
    """The moves of a group in the naval step that is on: the last ones of its strip."""
    return of_step(strip_now(values, group), part_now(values))


def phase_now(values: Mapping[str, Any]) -> str:
    """What the strips of the phase that is on belong to."""
    turn, player_turn, step = (str(values[f"campaign:clock.{name}"]) for name in ("turn", "player_turn", "step"))
    return phase_of(turn, Side(player_turn), Step(step))


def began_at(values: Mapping[str, Any], group: str) -> str:
    """Where a group was as the naval step began: where it still is, unless it has moved in it."""
    row = f"{GROUP}:{group}"
    return str(values[f"{row}.began" if moved_now(values, group) else f"{row}.place"])


def phase_began_at(values: Mapping[str, Any], group: str) -> str:
    """Where a group was as the phase began; '' where its moves do not tell."""
    row, strip = f"{GROUP}:{group}", strip_now(values, group)
    if not strip:
        return str(values[f"{row}.place"])
    return strip[0].began or (str(values[f"{row}.began"]) if strip == moved_now(values, group) else "")


def was_at(values: Mapping[str, Any], group: str, moves: int) -> str:
    """Where a group was after so many moves of the phase: `port:naples`, `hex:18A:2010`; '' where they do not tell."""
    strip = strip_now(values, group)
    if not moves or not strip:
        return phase_began_at(values, group)
    if strip[moves - 1].to:
        return f"hex:{strip[moves - 1].to}"
    earlier = len(strip) - len(moved_now(values, group))
    return str(values[f"{GROUP}:{group}.began"]) if moves == earlier else ""


def night_words(values: Mapping[str, Any], group: str) -> str:
    """What a group may still do by night in this phase: `5 MPs now, 25 left in this phase`."""
    return night_left(strip_now(values, group), part_now(values)).words


def place_words(values: Mapping[str, Any], place: str) -> str:
    """A place as players call it: `Naples`, `hex 18A:0407`, `in the Kiel canal`, `not in play yet`."""
    kind, _, rest = place.partition(":")
    match kind:
        case "port" | "group":
            return str(values.get(f"{place}.name", rest))
        case "hex":
            return f"hex {rest}"
    return PLACE_WORDS.get(place, rest or place)


PLACE_WORDS = {"canal:kiel": "the Kiel canal", OFF: "not in play", WITHDRAWN: "withdrawn", SUNK: "sunk"}
