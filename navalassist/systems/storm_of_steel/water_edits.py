"""Sea areas, bases, conditions and land units entered by hand. Nothing here writes; see edits.py.

In:  the facts of the campaign, and what was typed, as text. Out: an `Edit`, only of what really changes.
Errors: `EditError`, a sentence that names the field and what would be right.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import Any

from navalassist.engine import Set
from navalassist.engine.reader import View
from navalassist.engine.rows import Row
from navalassist.play.write.edits import Edit, EditError
from navalassist.play.write.row_edits import ByHand, field_set
from navalassist.systems.storm_of_steel.clock import QUARTER_PATTERN
from navalassist.systems.storm_of_steel.conditions import TRACKS, Track, track_title
from navalassist.systems.storm_of_steel.state import Action, Area, Base, LandUnit, Shelter

Facts = Mapping[str, Any]
ANSWERS = {"yes": True, "no": False}
# What is said of a base with yes or no.
BASE_MARKS = ("fortress", "city", "devastated")
# What one tap sets: the field, and what the log calls it.
SETTINGS: Mapping[str, tuple[type[Row], str, str]] = {
    "area.dominated": (Area, "dominated", "Domination"),
    "area.raiding": (Area, "raiding", "Commerce raiding"),
    **{f"base.{name}": (Base, name, str(Base.model_fields[name].title)) for name in ("owner", "kind", *BASE_MARKS)},
}


class LandUnits(ByHand[LandUnit]):
    """Units ashore entered by hand."""

    kind = LandUnit

    def check(self, view: View, now: LandUnit, before: LandUnit | None) -> LandUnit:
        """One in an off-map area says which."""
        if now.place is Shelter.OFF_MAP and not now.area_name:
            raise EditError("area_name", "Off-map area: type which one it is in.")
        return now


LAND_UNITS = LandUnits()


class Bases(ByHand[Base]):
    """Bases and ports, as their list has them."""

    kind = Base
    first = ("name",)

    def check(self, view: View, now: Base, before: Base | None) -> Base:
        """Only a city can be devastated."""
        if now.devastated and not now.city:
            raise EditError("devastated", f"{now.name}: no city is there that could be devastated.")
        return now

    def remove(self, values: Facts, key: str) -> Edit:
        """One is taken out, where nothing lies in it and no action is about it."""
        place = Base.row_of(key)
        named = any(value == place for fact, value in values.items() if fact.endswith((".place", ".came_from")))
        if named or any(action.target == key for action in View(values).rows(Action)):
            name = View(values).name(place)
            raise EditError("name", f"{name}: fleets, squadrons or actions name it. It stays while they do.")
        return super().remove(values, key)


BASES = Bases()


def setting(values: Facts, key: str, typed: str, act: str) -> Edit:
    """A field of an area or a base is set. Only a city can be devastated."""
    kind, name, what = SETTINGS[act]
    edit = field_set(values, kind, key, name, typed, what)
    base = View(values).find(Base, key) if kind is Base else None
    if base and name == "devastated" and typed == "yes" and not base.city:
        raise EditError("value", f"{base.name}: no city is there that could be devastated.")
    if base and name == "city" and typed == "no" and base.devastated:
        return Edit(edit.act, edit.title, (*base.set(devastated=False), *edit.effects))
    return edit


base_owner = partial(setting, act="base.owner")


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


def _typed(track: Track, value: str) -> Any:
    if track.kind == "yes":
        if value not in ANSWERS:
            raise EditError("value", f"{value[:40] or 'Nothing'} is no answer: choose yes or no.")
        return ANSWERS[value]
    if track.kind == "quarter":
        if value and not re.fullmatch(QUARTER_PATTERN, value):
            raise EditError("value", f"{track.title}: write a quarter as 1917-Q1, or nothing.")
        return value
    text = value.strip().replace("−", "-")
    number = int(text) if re.fullmatch(r"[+-]?\d{1,5}", text, re.ASCII) else None
    if number is None or not track.low <= number <= track.high:
        raise EditError("value", f"{track_title(track)}: type a whole number from {track.low} to {track.high}.")
    return number
