"""What the pages of fleets show: units with the dots of their strength, groups with their strips, by place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from navalassist.play.state import State
from navalassist.play.turns.parts import part_now
from navalassist.rules.europa.clock import turn_title
from navalassist.rules.europa.naval_units import GroupKind, NavalUnit, UnitKind, kind_of_group
from navalassist.rules.europa.r33_ships import back_mark
from navalassist.rules.europa.r36_naval_move import combat_zone
from navalassist.rules.europa.strips import Night, Spent, is_at_night, night_left
from navalassist.rules.europa.words import Side
from navalassist.systems.europa import fleet
from navalassist.systems.europa.doors.carriers import turn_or_none
from navalassist.systems.europa.fleet import GROUP, OFF, SUNK, UNIT, UNIT_FIELDS, WITHDRAWN
from navalassist.systems.europa.fleet_edits import APART

Facts = Mapping[str, Any]
# The list ends with what is out of play.
LAST = (OFF, WITHDRAWN, SUNK)
ALSO = ("refit", "mines", "code_c_fighter", "arrives", "leaves")


@dataclass(frozen=True, slots=True)
class Ship:
    """A unit: what is left of it in dots, its place in words, and what else its counter says."""

    key: str
    unit: NavalUnit
    row: Mapping[str, Any]
    where: str
    group: str
    turned_back: bool

    @property
    def dots(self) -> list[str]:
        """A sign for each strength point of the side that is up: left, hit."""
        return ["left"] * self.unit.current + ["hit"] * (self.unit.side_up - self.unit.current)

    @property
    def strength(self) -> str:
        """`5 of 6, half-strength side`"""
        whole = f"{self.unit.current} of {self.unit.side_up}"
        return f"{whole}, half-strength side" if self.unit.shows_reverse else whole

    @property
    def dates(self) -> list[str]:
        """When its order of battle brings it and takes it away: `leaves Nov I 41`."""
        told = ((word, str(self.row[word])) for word in ("arrives", "leaves") if self.row[word])
        return [f"{word} {turn_title(when) if turn_or_none(when) else when}" for word, when in told]

    @property
    def notes(self) -> list[str]:
        """What stands out: turned back, refit, mines, a code C fighter."""
        found = ["turned back: may not move again in this player turn"] if self.turned_back else []
        found += ["in refit"] if self.row["refit"] else []
        mines = self.row["mines"]
        found += [f"{mines} mine point{'' if mines == 1 else 's'}"] if mines else []
        return found + (["code C fighter"] if self.row["code_c_fighter"] else [])


@dataclass(frozen=True, slots=True)
class Group:
    """A naval group: its units, its moves of this phase, and what it may still do by night."""

    key: str
    row: Mapping[str, Any]
    where: str
    zone: str
    ships: tuple[Ship, ...]
    strip: tuple[Spent, ...]
    began: str
    night: Night
    kind: GroupKind | None
    combat_zone: str

    @property
    def burns(self) -> bool:
        """True for an Axis group with a task force: it may owe fuel (36.E)."""
        forces = [ship for ship in self.ships if ship.unit.kind is UnitKind.TASK_FORCE]
        return bool(forces) and self.row["side"] == Side.AXIS

    @property
    def turned_back(self) -> list[str]:
        """The names of its units that may not move again in this player turn (33.E)."""
        return [ship.unit.name for ship in self.ships if ship.turned_back]

    @property
    def strength(self) -> int:
        """Strength points that are left of all its units."""
        return sum(ship.unit.current for ship in self.ships)


@dataclass(slots=True)
class Berth:
    """A place with what lies there."""

    place: str
    name: str
    groups: list[Group] = field(default_factory=list)
    ships: list[Ship] = field(default_factory=list)


def ship_of(facts: Facts, key: str) -> Ship:
    """A unit that the viewer sees."""
    row = {name: facts[f"{UNIT}:{key}.{name}"] for name in (*UNIT_FIELDS, *ALSO)}
    shape = {name: row[name] for name in UNIT_FIELDS if name not in ("place", "side", "kind")}
    unit = NavalUnit(key=key, sunk=row["place"] == SUNK, side=Side(row["side"]), kind=UnitKind(row["kind"]), **shape)
    place = str(row["place"])
    group = place if place.startswith(f"{GROUP}:") else ""
    where, back = fleet.place_words(facts, fleet.place_of(facts, key)), f"{back_mark(key)}.kind" in facts
    return Ship(key, unit, row, where, group.partition(":")[2], back)


def group_of(state: State, key: str) -> Group:
    """A naval group that the viewer sees."""
    facts, row = state.values, f"{GROUP}:{key}"
    told = {name: facts[f"{row}.{name}"] for name in fleet.GROUP_FIELDS}
    ships = tuple(ship_of(facts, unit) for unit in fleet.keys_at(state, row))
    strip = fleet.strip_now(facts, key)
    kind = kind_of_group(ship.unit.kind for ship in ships) if ships else None
    zone = str(facts.get(f"zone:{told['zone']}.short_name", "")) if told["zone"] else ""
    controls = combat_zone(kind, is_at_night(fleet.moved_now(facts, key))) if kind else ""
    where, began = fleet.place_words(facts, str(told["place"])), fleet.place_words(facts, fleet.began_at(facts, key))
    return Group(key, told, where, zone, ships, strip, began, night_left(strip, part_now(facts)), kind, controls)


def berths(state: State) -> list[Berth]:
    """Every place with its groups and units: at sea first, then ports by name, then what is out of play."""
    facts = state.values
    found: dict[str, Berth] = {}

    def at(place: str) -> Berth:
        return found.setdefault(place, Berth(place, APART.get(place) or fleet.place_words(facts, place)))

    for row in state.rows(GROUP):
        at(str(facts[f"{row}.place"])).groups.append(group_of(state, row.partition(":")[2]))
    for row in state.rows(UNIT):
        place = str(facts[f"{row}.place"])
        if not place.startswith(f"{GROUP}:"):
            at(place).ships.append(ship_of(facts, row.partition(":")[2]))
    for berth in found.values():
        berth.groups.sort(key=lambda group: (group.row["side"], group.row["name"]))
        berth.ships.sort(key=lambda ship: (ship.unit.side, ship.unit.name))
    return sorted(found.values(), key=_order)


def _order(berth: Berth) -> tuple[int, str]:
    if berth.place in LAST:
        return 2 + LAST.index(berth.place), ""
    return int(berth.place.startswith("port:")), berth.name


def free_units(state: State) -> list[tuple[str, list[tuple[str, str]]]]:
    """Units that may form a group, by place: those in ports, and those of groups at sea."""
    facts = state.values
    by_place: dict[str, list[tuple[str, str]]] = {}
    for row in state.rows(UNIT):
        key = row.partition(":")[2]
        place = fleet.place_of(facts, key)
        if place in LAST:
            continue
        ship = ship_of(facts, key)
        group = f", in {facts[f'{GROUP}:{ship.group}.name']}" if ship.group else ""
        by_place.setdefault(fleet.place_words(facts, place), []).append((key, f"{ship.unit.name}{group}"))
    return sorted((place, sorted(units, key=lambda unit: unit[1])) for place, units in by_place.items())


def supports_words(facts: Facts, key: str) -> list[tuple[str, int]]:
    """Gunfire supports by year, the last first."""
    used = facts[f"{UNIT}:{key}.supports"] or {}
    return sorted(((str(year), int(number)) for year, number in used.items()), reverse=True)
