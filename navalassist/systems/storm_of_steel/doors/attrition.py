"""GW.ATTR: units that are out of supply suffer attrition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any

from pydantic import BaseModel, Field

from navalassist.engine.overruled import Because
from navalassist.engine.rows import key_of
from navalassist.engine.shapes import Form
from navalassist.play.duties import Duty, Now, by_rule
from navalassist.play.read import Read
from navalassist.play.systems import Choices, Misfits, Reader, Target
from navalassist.systems.storm_of_steel.acting import in_play
from navalassist.systems.storm_of_steel.afloat import (
    Options,
    Values,
    land_unit_choices,
    name_of,
    rows_of,
    side_of,
    squadrons_of,
)
from navalassist.systems.storm_of_steel.doors import DOORS
from navalassist.systems.storm_of_steel.doors.contested import holders
from navalassist.systems.storm_of_steel.marks import attrition_mark
from navalassist.systems.storm_of_steel.rules.gw_attrition import Attrition, LandUnit, NavalUnit, Shelter, spared_land
from navalassist.systems.storm_of_steel.rules.rows import AREA, BASE, FLEET, LAND_UNIT, land_unit_row, squadron_row
from navalassist.systems.storm_of_steel.sailing import busy_with
from navalassist.systems.storm_of_steel.state import Side
from navalassist.systems.storm_of_steel.turn import TURN

SLUG = "gw-attrition"
LAND_FIELDS = ("name", "nation", "kind", "terrain", "place", "area_name", "symbol", "own", "afloat", "loc")
CLOCK = ("turn", "player_turn", "step")
BY_CALENDAR, WINTER, OTHER = "", "winter", "other"


def seasons(_: Values | None) -> Options:
    """By the calendar, or as the players say with a reason."""
    return [(BY_CALENDAR, "by the calendar"), (WINTER, "winter"), (OTHER, "another season")]


class AttritionForm(Form):
    """Who is subject to attrition: the tables do not say when a naval unit is, so that players tick those."""

    side: Annotated[str, Field(title="Whose units"), Choices(holders)] = ""
    land: Annotated[
        tuple[str, ...],
        Field(
            title="Land units",
            description="None ticked: all of the side. Who is spared makes no check, and the receipt says why.",
        ),
        Choices(land_unit_choices, many=True),
    ] = ()
    ships_only: Annotated[bool, Field(title="No land unit checks now")] = False
    ships: Annotated[
        tuple[str, ...],
        Field(
            title="Naval units that are subject to attrition",
            description="Your rules say which; the tables at hand don't. In a naval base or port they are spared.",
        ),
        Choices(in_play, many=True),
    ] = ()
    season: Annotated[
        str, Field(title="Season", description="One against the calendar needs a reason."), Choices(seasons)
    ] = BY_CALENDAR
    because: Because = ""


@DOORS.situation(SLUG, form=AttritionForm)
def attrition(reader: Reader, target: Target) -> BaseModel:
    """The land units of the side, or those that are ticked; the naval units that are ticked; the season."""
    side = Side(target["side"] or reader["campaign:clock.player_turn"])
    land = () if target["ships_only"] else tuple(target["land"]) or living(reader.state.values, side)
    land, ships = tuple(dict.fromkeys(land)), tuple(dict.fromkeys(target["ships"]))
    season = target["season"]
    _check_owner(reader, "land", map(land_unit_row, land), side)
    _check_owner(reader, "ships", map(squadron_row, ships), side)
    return Attrition(
        side=side,
        **reader.fields("campaign:clock", *CLOCK),
        winter=None if season == BY_CALENDAR else season == WINTER,
        land=tuple(land_unit_of(reader, key) for key in land),
        naval=tuple(naval_unit_of(reader, key) for key in ships),
        busy=busy_with(reader.state.values, squadrons_of(reader, ships)),
        because=target["because"],
    )


def _check_owner(reader: Reader, about: str, rows: Iterable[str], side: Side) -> None:
    for row in rows:
        if side_of(reader, row) is not side:
            raise Misfits({about: f"{reader[f'{row}.name']} is no unit of the {side.label} side"})


def living(values: Values, side: Side) -> tuple[str, ...]:
    """Keys of the land units of a side that are not lost."""
    found = (row for row in rows_of(values, LAND_UNIT) if not values[f"{row}.lost"])
    return tuple(key_of(row) for row in found if values[f"{row}.side"] == side)


def land_unit_of(reader: Reader, key: str) -> LandUnit:
    """A land unit as it stands."""
    row = land_unit_row(key)
    return LandUnit(key=key, checked=_checked(reader, row), **reader.fields(row, *LAND_FIELDS))


def naval_unit_of(reader: Reader, key: str) -> NavalUnit:
    """A naval unit: where it lies, or the sea area in which its fleet is."""
    row = squadron_row(key)
    found = reader.fields(row, "name", "nation", "place")
    place, at = where(reader, str(found.pop("place")))
    return NavalUnit(key=key, place=place, at=at, checked=_checked(reader, row), **found)


def where(facts: Reader | Read, place: str) -> tuple[Shelter, str]:
    """What a naval unit lies in, and the name of its base or sea area; its fleet's place is its own."""
    if place.startswith(f"{FLEET}:"):
        place = str(facts[f"{place}.place"])
    if place.startswith(f"{BASE}:"):
        return Shelter(facts[f"{place}.kind"]), str(facts[f"{place}.name"])
    at_sea = place.startswith(f"{AREA}:")
    return Shelter.NONE, str(facts[f"{place}.name"]) if at_sea else ""


def _checked(reader: Reader, row: str) -> bool:
    return reader.get(f"{attrition_mark(row)}.kind") is not None


@DOORS.told(SLUG)
def of_a_phase(read: Read, situation: Mapping[str, Any]) -> Mapping[str, Any]:
    """The clock, and each unit as it stands."""
    land = [_told(read, land_unit_row(unit["key"]), unit, LAND_FIELDS) for unit in situation["land"]]
    naval = []
    for unit in situation["naval"]:
        row = squadron_row(unit["key"])
        place, at = where(read, str(read[f"{row}.place"]))
        naval.append({**_told(read, row, unit, ("name", "nation")), "place": place.value, "at": at})
    clock = {name: read[f"campaign:clock.{name}"] for name in CLOCK}
    return {**clock, "land": land, "naval": naval}


def _told(read: Read, row: str, said: Mapping[str, Any], fields: Iterable[str]) -> Mapping[str, Any]:
    checked = read.known(f"{attrition_mark(row)}.kind") is not None
    return {"key": said["key"], "checked": checked, **{name: read[f"{row}.{name}"] for name in fields}}


@DOORS.duty(*TURN.steps_of(SLUG))
def out_of_supply(now: Now) -> Iterator[Duty]:
    """One line for the side whose step it is, with how many of its land units would check."""
    if now.ahead:
        return
    units = [_as_seen(now.facts, key) for key in living(now.facts, Side(now.moment.player_turn))]
    names = [unit.name for unit in units if not unit.checked and spared_land(unit) is None]
    ships = "tick naval units that are out of supply"
    small = f"{', '.join(names)}; {ships}" if names else f"no land unit has to check; {ships}"
    yield by_rule(SLUG, small=small, again=True)


def _as_seen(values: Values, key: str) -> LandUnit:
    """A land unit by the facts that the viewer sees."""
    row = land_unit_row(key)
    fields: dict[str, Any] = {name: values[f"{row}.{name}"] for name in LAND_FIELDS}
    fields["name"] = name_of(values, row)
    return LandUnit(key=key, checked=f"{attrition_mark(row)}.kind" in values, **fields)
