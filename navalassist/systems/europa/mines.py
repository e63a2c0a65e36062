"""Mine belts of a campaign: as rules read them, which checks are due among them, and inputs by hand (36.C)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, NamedTuple

from pydantic import Field

from navalassist.engine import Set
from navalassist.engine.forms import Choices, FormErrors
from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.engine.reader import Reader, rows_in, rows_where
from navalassist.engine.rows import key_of
from navalassist.engine.shapes import Form
from navalassist.rules.europa import danger_zones
from navalassist.rules.europa.mines import MINED, MOST_POINTS, Belt, belt_row, hex_key, mined_mark
from navalassist.rules.europa.r36_mines import Occasion
from navalassist.rules.europa.r36_sweeping import NEAR
from navalassist.rules.europa.words import Owner, Side
from navalassist.systems.europa import danger, fleet
from navalassist.systems.europa.fleet import GROUP, MINES
from navalassist.systems.europa.fleet_edits import zone_choices
from navalassist.systems.europa.fleet_marks import unit_mark, units_in
from navalassist.systems.europa.places import places
from navalassist.systems.europa.upkeep import Edit, EditError

Facts = Mapping[str, Any]
# How many ports of which nothing is known are named.
NAMED = 3


class Due(NamedTuple):
    """A mine check that a group owes: the hex, its enemy mine points, and what makes it due."""

    group: str
    hex: Hex
    mines: int
    occasion: Occasion


class Near(NamedTuple):
    """The ports that decide whether mines stay: one that surely does, and those of which nobody knows."""

    port: str
    unknown: str


def belts(values: Facts) -> list[Belt]:
    """Every belt, in the order of their hexes, the Axis first."""
    fields = ("side", "hex", "points", "zone")
    found = [Belt(**{name: values[f"{row}.{name}"] for name in fields}) for row in rows_in(values, MINES)]
    return sorted(found, key=lambda belt: (belt.hex, belt.side is Side.ALLIED))


def belt_at(reader: Reader, side: Side, where: Hex, zone: str = "") -> Belt:
    """The mines of a side in a hex; none is a belt of no points."""
    row = belt_row(side, where)
    zone = str(reader.get(f"{row}.zone", zone))
    return Belt(side=side, hex=where, points=reader.get(f"{row}.points", 0), zone=zone)


def typed_hex(text: str, about: str = "hex") -> Hex:
    """A hex that somebody typed. FormErrors names the field."""
    try:
        return Hex.of(text)
    except ValueError as error:
        raise FormErrors({about: str(error)}) from None


def belt_choices(values: Facts | None) -> list[tuple[str, str]]:
    """(`axis/18A:2010`, `Axis mines in 18A:2010, 3 points`)"""
    return [
        (f"{belt.side.value}/{belt.hex}", f"{belt.side.label} mines in {belt.hex}, {points_words(belt.points)}")
        for belt in belts(values or {})
    ]


def points_words(points: int) -> str:
    """`1 point`, `3 points`"""
    return "1 point" if points == 1 else f"{points} points"


def enemy_mines(values: Facts, side: Side) -> dict[Hex, int]:
    """Mine points of the other side, hex by hex."""
    return {belt.hex: belt.points for belt in belts(values) if belt.side is side.enemy}


def enemy_points(values: Facts, side: Side, where: Hex) -> int:
    """Mine points of the other side in a hex, without going through all belts."""
    return int(values.get(f"{belt_row(side.enemy, where)}.points", 0))


def spared(values: Facts, group: str, where: Hex, get: Callable[[str], Any] | None = None) -> tuple[str, ...]:
    """The units of a group that were checked in a hex in this naval step before they joined the others (R-58).

    get: reads a fact, where the reading is to be noted.
    """
    read = get or values.get
    units = units_in(values, f"{GROUP}:{group}")
    return tuple(unit for unit in units if read(f"{unit_mark(MINED, unit, hex_key(where))}.kind"))


def due_checks(values: Facts, group: str) -> Iterator[Due]:
    """The mine checks that a group owes in the naval step that is on, as far as its strip names hexes (R-58)."""
    row = f"{GROUP}:{group}"
    side = Side(values[f"{row}.side"])
    seen: set[Hex] = set()
    for where, occasion in _visited(values, group, side):
        points = enemy_points(values, side, where)
        if points and where not in seen and not _is_checked(values, group, where):
            seen.add(where)
            yield Due(group, where, points, occasion)


def _is_checked(values: Facts, group: str, where: Hex) -> bool:
    """Whether a group was checked in a hex in this naval step, or each of its units before they came together."""
    if f"{mined_mark(group, where)}.kind" in values:
        return True
    return {*units_in(values, f"{GROUP}:{group}")} == {*spared(values, group, where)}


def _visited(values: Facts, group: str, side: Side) -> Iterator[tuple[Hex, Occasion]]:
    """Where the group began the naval step, and the hexes that its moves in it name."""
    strip, began = fleet.moved_now(values, group), fleet.began_at(values, group)
    first = fleet.hex_of(values, began)
    if first is not None and began.startswith("hex:") and values["campaign:clock.player_turn"] == side:
        yield first, Occasion.BEGAN
    if first is not None and began.startswith("port:") and strip:
        yield first, Occasion.PUT_TO_SEA
    for spent in strip:
        if spent.to:
            yield Hex.of(spent.to), Occasion.ENTERED
    last = fleet.hex_of(values, str(values[f"{GROUP}:{group}.place"]))
    if strip and last is not None:
        yield last, Occasion.ENTERED


def near_ports(values: Facts, side: Side, belt: Belt) -> Near:
    """The ports of `side` that keep its mines from going by themselves (36.C.3, R-23)."""
    near, unknown = [], []
    for key, away in danger.spans(values, belt.hex, belt.zone).items():
        if values.get(f"port:{key}.owner") != Owner(side.value):
            continue
        within, name = away.within(NEAR), str(values[f"port:{key}.name"])
        if within:
            near.append((away.low, f"{name}, {danger_zones.hexes_text(away)}"))
        elif within is None:
            unknown.append((away.low, name))
    names = [name for _, name in sorted(unknown)]
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return Near(min(near)[1] if near else "", ", ".join(names[:NAMED]) + more)


def port_in(values: Facts, where: Hex, owner: str) -> str:
    """A port of this owner in the hex: its key; '' for none."""
    owned = (key for key in places().ports if values.get(f"port:{key}.owner") == owner)
    return next((key for key in owned if danger.map_hex(values[f"port:{key}.map_reference"]) == where), "")


def groups_in(values: Facts, where: Hex) -> list[str]:
    """The keys of the naval groups at sea in a hex."""
    return [key_of(row) for row in rows_where(values, GROUP, "place", f"hex:{where}")]


# Inputs by hand


class BeltForm(Form):
    """What is typed for the mines of a side in a hex."""

    side: Annotated[Side, Field(title="Whose mines")]
    hex: Annotated[str, Field(title="Hex", description="As 18A:2010.")]
    points: Annotated[
        int, Field(ge=0, le=MOST_POINTS, title="Mine points", description="All that lie there; 0 takes them away.")
    ]
    zone: Annotated[str, Field(title="Sea zone"), Choices(zone_choices)] = ""


def set_points(values: Facts, typed: Mapping[str, Any]) -> Edit:
    """A belt has so many mine points from now on, as an order of battle or the table has it."""
    side, points = Side(typed["side"]), int(typed["points"])
    try:
        where = Hex.of(typed["hex"])
    except ValueError as error:
        raise EditError("hex", f"Hex: {error}.") from None
    row = belt_row(side, where)
    known, zone = values.get(f"{row}.points", 0), str(typed["zone"] or values.get(f"{row}.zone", ""))
    effects = Belt(side=side, hex=where, points=known, zone=zone).with_points(points)
    if known and points and values[f"{row}.zone"] != zone:
        effects = (*effects, Set(f"{row}.zone", zone))
    if not effects:
        raise EditError("points", f"{side.label} mines in {where}: {points_words(known)} lie there already.")
    return Edit("mines.set", f"{side.label} mines in {where}: {points_words(points)}", effects)
