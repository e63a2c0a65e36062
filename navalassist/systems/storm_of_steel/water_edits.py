"""Sea areas, bases, conditions and land units entered by hand. Nothing here writes; see edits.py.

In:  the facts of the campaign, and what was typed, as text. Out: an `Edit`, only of what really changes.
Errors: `EditError`, a sentence that names the field and what would be right.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from navalassist.engine import Effect, Remove, Set, create
from navalassist.engine.shapes import Form
from navalassist.play.edits import Edit, EditError, name_typed, one_line, sets
from navalassist.play.systems import Choices
from navalassist.systems.storm_of_steel.afloat import name_of
from navalassist.systems.storm_of_steel.clock import QUARTER_PATTERN
from navalassist.systems.storm_of_steel.conditions import TRACKS, Track, track_title
from navalassist.systems.storm_of_steel.rules.rows import AREA, BASE, land_unit_row
from navalassist.systems.storm_of_steel.state import Nation, Side
from navalassist.taskforces.great_war import LandUnit

Facts = Mapping[str, Any]
Options = list[tuple[str, str]]
ANSWERS = {"yes": True, "no": False}
DOMINATED = {"": "nobody", Side.CENTRAL.value: Side.CENTRAL.label, Side.ALLIED.value: Side.ALLIED.label}
OWNERS = {Side.CENTRAL.value: Side.CENTRAL.label, Side.ALLIED.value: Side.ALLIED.label, "neutral": "neutral"}
BASE_KINDS = {"naval-base": "naval base", "port": "port"}
# What is said of a base with yes or no, in words.
BASE_MARKS = {"fortress": "Fortress", "city": "City", "devastated": "City devastated"}
LAND_KINDS = {
    "unit": "land unit",
    "neutral": "neutral unit",
    "guerrilla": "guerrilla",
    "fortification": "fortification",
    "headquarters": "headquarters",
    "uprising": "uprising marker",
}
TERRAIN = {"other": "other terrain", "desert": "desert", "mountain": "mountain"}
LAND_PLACES = {
    "": "in the open",
    "naval-base": "in a naval base",
    "industrial-city": "in an industrial city",
    "fortified-zone": "in a fortified zone",
    "port": "in a port",
    "city": "in a city",
    "off-map": "in an off-map area",
}


class LandUnitForm(Form):
    """What is typed for a unit ashore, as far as supply attrition asks for it."""

    side: Annotated[Side, Field(title="Side")]
    name: Annotated[str, Field(title="Name on the counter")]
    nation: Annotated[Nation, Field(title="Nation")]
    kind: Annotated[str, Field(title="What it is"), Choices(lambda values: list(LAND_KINDS.items()))] = "unit"
    terrain: Annotated[str, Field(title="Terrain"), Choices(lambda values: list(TERRAIN.items()))] = "other"
    place: Annotated[str, Field(title="Where it stands"), Choices(lambda values: list(LAND_PLACES.items()))] = ""
    area_name: Annotated[
        str,
        Field(
            title="Off-map area",
            max_length=60,
            description="Japanese units are in supply in Japan, China, Siberia and the Pacific.",
        ),
    ] = ""
    symbol: Annotated[bool, Field(title="That area has a mobilization symbol")] = False
    own: Annotated[bool, Field(title="It is a colony or the home of its nation")] = False
    afloat: Annotated[bool, Field(title="Naval transport carries it")] = False
    loc: Annotated[bool, Field(title="It traces a line of communication")] = False
    lost: Annotated[bool, Field(title="It is lost")] = False


def area_dominated(values: Facts, key: str, value: str) -> Edit:
    """Who dominates a sea area."""
    return _set(values, AREA, key, "dominated", _of(DOMINATED, value, "value"), "Domination", "area.dominated")


def area_raiding(values: Facts, key: str, value: str) -> Edit:
    """Whether commerce is raided in a sea area."""
    return _set(values, AREA, key, "raiding", _answer(value), "Commerce raiding", "area.raiding")


def base_owner(values: Facts, key: str, value: str) -> Edit:
    """Whose a base is."""
    return _set(values, BASE, key, "owner", _of(OWNERS, value, "value"), "Owner", "base.owner")


def base_kind(values: Facts, key: str, value: str) -> Edit:
    """Whether it is a naval base or a port."""
    return _set(values, BASE, key, "kind", _of(BASE_KINDS, value, "value"), "Kind", "base.kind")


def base_mark(values: Facts, key: str, field: str, value: str) -> Edit:
    """A fortress, a city, or its devastation. Only a city can be devastated."""
    if field not in BASE_MARKS:
        raise EditError("act", f"A base has {', '.join(BASE_MARKS)} to be set.")
    there = _answer(value)
    edit = _set(values, BASE, key, field, there, BASE_MARKS[field], f"base.{field}")
    row = f"{BASE}:{key}"
    if field == "devastated" and there and not values[f"{row}.city"]:
        raise EditError("value", f"{name_of(values, row)}: no city is there that could be devastated.")
    if field == "city" and not there and values[f"{row}.devastated"]:
        return Edit(edit.act, edit.title, (Set(f"{row}.devastated", False), *edit.effects))
    return edit


def track_value(values: Facts, key: str, value: str) -> Edit:
    """A track or condition becomes what was typed. That of a side is its own to set."""
    track = TRACKS.get(key)
    if track is None or track.fact not in values:
        raise EditError("key", "There is no such track in this campaign.")
    new = _typed(track, value)
    title = track_title(track)
    if values[track.fact] == new:
        raise EditError("value", f"{title}: it stands so already, nothing would change.")
    return Edit("condition.value", title, (Set(track.fact, new),), side=track.side)


def add_land_unit(values: Facts, typed: Mapping[str, Any]) -> Edit:
    """A new unit ashore."""
    fields = _land_fields(typed)
    made = create(land_unit_row(uuid.uuid4().hex), **LandUnit.new_facts(**fields))
    return Edit("land-unit.add", f"{fields['name']} added", (made,))


def change_land_unit(values: Facts, key: str, typed: Mapping[str, Any]) -> Edit:
    """A unit ashore becomes what was typed."""
    row, fields = _land_row(values, key), _land_fields(typed)
    changed = {name: value for name, value in fields.items() if values[f"{row}.{name}"] != value}
    if not changed:
        raise EditError("name", f"{fields['name']}: it stands so already, nothing would change.")
    return Edit("land-unit.change", f"{fields['name']} changed", sets(row, changed))


def remove_land_unit(values: Facts, key: str) -> Edit:
    """A unit ashore is taken out of the campaign."""
    row = _land_row(values, key)
    return Edit("land-unit.remove", f"{values[f'{row}.name']} taken away", (Remove(row),))


def _land_fields(typed: Mapping[str, Any]) -> dict[str, Any]:
    found = {**typed, **{name: str(typed[name]) for name in ("side", "nation")}}
    found |= {"name": name_typed(typed["name"]), "area_name": one_line(typed["area_name"], 60, "off-map area")}
    for name, words in (("kind", LAND_KINDS), ("terrain", TERRAIN), ("place", LAND_PLACES)):
        found[name] = _of(words, str(typed[name]), name)
    if found["place"] == "off-map" and not found["area_name"]:
        raise EditError("area_name", "Off-map area: type which one it is in.")
    return found


def _land_row(values: Facts, key: str) -> str:
    row = land_unit_row(key)
    if f"{row}.side" not in values:
        raise EditError("name", "It is no longer here; somebody has taken it away.")
    return row


def _set(values: Facts, kind: str, key: str, field: str, value: Any, what: str, act: str) -> Edit:
    """One field of a place."""
    row = f"{kind}:{key}"
    if f"{row}.name" not in values:
        raise EditError("key", f"There is no such {'sea area' if kind == AREA else kind} in this campaign.")
    title = f"{what}, {name_of(values, row)}"
    if values[f"{row}.{field}"] == value:
        raise EditError("value", f"{title}: it stands so already, nothing would change.")
    effects: tuple[Effect, ...] = (Set(f"{row}.{field}", value),)
    return Edit(act, title, effects)


def _of(words: Mapping[str, str], value: str, about: str) -> str:
    if value not in words:
        raise EditError(
            about, f"{value[:40] or 'Nothing'} is no choice here: choose one of {', '.join(words.values())}."
        )
    return value


def _answer(value: str) -> bool:
    if value not in ANSWERS:
        raise EditError("value", f"{value[:40] or 'Nothing'} is no answer: choose yes or no.")
    return ANSWERS[value]


def _typed(track: Track, value: str) -> Any:
    if track.kind == "yes":
        return _answer(value)
    if track.kind == "quarter":
        if value and not re.fullmatch(QUARTER_PATTERN, value):
            raise EditError("value", f"{track.title}: write a quarter as 1917-Q1, or nothing.")
        return value
    text = value.strip().replace("−", "-")
    number = int(text) if re.fullmatch(r"[+-]?\d{1,5}", text, re.ASCII) else None
    if number is None or not track.low <= number <= track.high:
        raise EditError("value", f"{track_title(track)}: type a whole number from {track.low} to {track.high}.")
    return number
