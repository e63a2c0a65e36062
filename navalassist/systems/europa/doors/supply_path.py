"""36.H: the way of a naval supply line, by itself; and whose danger zones its hexes are in (36.D.4)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Annotated, Any

from pydantic import BaseModel, Field

from navalassist.campaigns.facts import PUBLIC
from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.forms import Choices, FormErrors
from navalassist.engine.maps.sheet_hexes import NAME, Hex, distance
from navalassist.engine.overruled import Because
from navalassist.engine.reader import Reader
from navalassist.engine.shapes import Form
from navalassist.play.systems import Target
from navalassist.rules.europa.danger_zones import Exerts
from navalassist.rules.europa.naval_units import GroupKind, kind_of_group
from navalassist.rules.europa.r36_supply_path import MOST_HEXES, Guard, SupplyPath, WayHex
from navalassist.rules.europa.reach import least_apart
from navalassist.rules.europa.rulings_36 import R70
from navalassist.rules.europa.turn import TURN
from navalassist.rules.europa.words import Side
from navalassist.systems.europa import fleet
from navalassist.systems.europa.danger import anchors, zone_of
from navalassist.systems.europa.doors import DOORS
from navalassist.systems.europa.fleet import GROUP
from navalassist.systems.europa.places import places
from navalassist.systems.europa.theatres import zones_shown

# Signs that so many hexes take, with their sheets.
LONGEST_WAY = MOST_HEXES * 10


def zone_or_none(facts: Mapping[str, Any] | None) -> list[tuple[str, str]]:
    """The sea zones that the campaign shows, after none."""
    zones = places().zones.values() if facts is None else zones_shown(facts)
    return [("", "not sure"), *((zone.key, zone.short) for zone in zones)]


class PathForm(Form):
    """The way of a supply line."""

    side: Annotated[Side, Field(title="Whose supply line")]
    way: Annotated[
        str,
        Field(
            title="Every hex of the way, in order",
            max_length=LONGEST_WAY,
            description="18A:2010 2011 2112: the sheet goes on.",
        ),
    ]
    zone: Annotated[
        str, Field(title="Sea zone", description="In the Baltic and the Adriatic it decides."), Choices(zone_or_none)
    ] = ""
    night: Annotated[
        str, Field(title="Traced at night from this hex on", description="Five hexes in a row; empty: all by day.")
    ] = ""
    guards: Annotated[
        str, Field(title="Hexes of enemy coast defences", description="And of groups that are not entered here.")
    ] = ""
    joins: Annotated[bool, Field(title="Its hexes touch on the map where the sheet changes")] = False
    clear: Annotated[bool, Field(title="No enemy on another sheet lies beside the way")] = False
    because: Because = ""


@DOORS.situation("supply-path", form=PathForm)
def supply_path(reader: Reader, target: Target) -> BaseModel:
    """The hexes, whose danger zone each is in, and the enemies that control some of them."""
    side = Side(target["side"])
    way, night, guards = (hexes_of(str(target[name]), name) for name in ("way", "night", "guards"))
    if not way:
        raise FormErrors({"way": "name the hexes of the way"})
    found = (*(Guard(name="the coast defence", hex=here) for here in guards), *groups_that_guard(reader, side))
    try:
        return SupplyPath(
            side=side,
            way=in_danger_zones(reader, way, (str(target["zone"]),)),
            night=night[0] if night else None,
            guards=far_or_near(reader, found, way),
            **{name: target[name] for name in ("joins", "clear", "because")},
        )
    except ValueError as error:
        text = str(error).partition("Value error, ")[2].partition(" [type")[0] or str(error)
        field = "night" if "the night begins" in text else "joins" if "sheets join" in text else "way"
        raise FormErrors({field: text}) from None


def far_or_near(reader: Reader, guards: Iterable[Guard], way: Iterable[Hex]) -> tuple[Guard, ...]:
    """The enemies, those marked that surely lie beside no hex of another sheet, as positions of ports bound it."""
    values = reader.state.values

    def far(guard: Guard) -> bool:
        others = [here for here in way if distance(guard.hex, here) is None]
        return all(least_apart(guard.hex, here, anchors(values)) > 1 for here in others)

    return tuple(guard.model_copy(update={"far": far(guard)}) for guard in guards)


def in_danger_zones(reader: Reader, way: Iterable[Hex], zones: Collection[str]) -> tuple[WayHex, ...]:
    """The hexes with whose danger zone each is in. zones: the sea zones in one of which each lies; '' for any."""
    values, book = reader.state.values, reader.state.book
    found = []
    for here in way:
        whose = {zone_of(values, book, here, zone).exerts for zone in zones}
        found.append(WayHex(hex=here, exerts=whose.pop() if len(whose) == 1 else Exerts.UNKNOWN))
    return tuple(found)


def hexes_of(text: str, field: str) -> list[Hex]:
    """`18A:2010 2011`: hexes by name; four digits alone stay on the sheet before. FormErrors in words."""
    found: list[Hex] = []
    for word in text.upper().replace(",", " ").split():
        name = f"{found[-1].sheet}:{word}" if found and word.isdigit() else word
        if NAME.fullmatch(name) is None:
            raise FormErrors({field: f'"{word}" is no hex: write sheet, colon and four digits, such as 18A:2010'})
        found.append(Hex.of(name))
    return found


def groups_that_guard(reader: Reader, side: Side) -> Iterator[Guard]:
    """Enemy combat and mixed groups at sea, or in port too (R-70), as far as this side may know of them."""
    values, ports = reader.state.values, reader.state.book.ruling(R70) == "port"
    for row in reader.state.rows(GROUP):
        key = row.partition(":")[2]
        here = fleet.hex_of(values, str(values[f"{row}.place"]))
        if values[f"{row}.side"] == side or here is None:
            continue
        if not ports and str(values[f"{row}.place"]).startswith("port:"):
            continue
        if reader.state.audiences.get(row, PUBLIC) not in (PUBLIC, side.value):
            continue
        kinds = [unit.kind for unit in fleet.units_of(reader, key)]
        if kinds and kind_of_group(kinds) in (GroupKind.COMBAT, GroupKind.MIXED):
            yield Guard(name=reader[f"{row}.name"], hex=here)


@DOORS.duty(*TURN.steps_of("supply-path"))
def check_the_way(now: Now) -> Iterator[Duty]:
    """Supply is judged as a player turn begins; only groups and coast defences bar a way."""
    if not now.ahead and now.state.rows(GROUP):
        yield by_rule(
            "supply-path", small="combat zones, and hexes at night", query=f"side={now.moment.player_turn}", again=True
        )
