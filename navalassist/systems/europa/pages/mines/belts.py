"""What the page of mines shows: hex by hex the belts of both sides, port interdiction, and the groups among them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from navalassist.desk.at import At
from navalassist.desk.sources import entry_links
from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.rules.europa.accounts import NRP, Account
from navalassist.rules.europa.mines import Belt
from navalassist.rules.europa.r36_mines import Occasion
from navalassist.systems.europa.accounts import accounts
from navalassist.systems.europa.fleet import GROUP
from navalassist.systems.europa.mines import belts, due_checks, groups_in, near_ports, port_in
from navalassist.systems.europa.places import places

Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Kept:
    """One belt: its points, what keeps it on the map or not, and the entry that set them."""

    belt: Belt
    why: str
    set_by: tuple[str, str] | None


@dataclass(frozen=True, slots=True)
class Afloat:
    """A group at sea in the hex; due: the mine check that it owes."""

    key: str
    name: str
    side: str
    due: Occasion | None


@dataclass(frozen=True, slots=True)
class Field:
    """A hex with mines. interdiction: levels of port interdiction, against both sides."""

    hex: Hex
    zone: str
    kept: tuple[Kept, ...]
    interdiction: int
    groups: tuple[Afloat, ...]


def fields(here: At, facts: Facts) -> list[Field]:
    """Every hex with mines, in order."""
    every = belts(facts)
    links = entry_links(here, [f"{belt.row}.points" for belt in every])
    found = groupby(every, key=lambda belt: belt.hex)
    return [_field(facts, where, tuple(group), links) for where, group in found]


def _field(facts: Facts, where: Hex, found: tuple[Belt, ...], links: Mapping[str, tuple[str, str]]) -> Field:
    zone = next((belt.zone for belt in found if belt.zone), "")
    return Field(
        where,
        places().zones[zone].short if zone in places().zones else "",
        tuple(Kept(belt, why_kept(facts, belt), links.get(f"{belt.row}.points")) for belt in found),
        sum(belt.points for belt in found),
        tuple(_afloat(facts, key, where) for key in groups_in(facts, where)),
    )


def why_kept(facts: Facts, belt: Belt) -> str:
    """What happens to it in the enemy's next initial phase."""
    own = port_in(facts, belt.hex, belt.side.enemy.value)
    if own:
        return f"goes in the next {belt.side.enemy.label} initial phase: {facts[f'port:{own}.name']} is in this hex"
    near = near_ports(facts, belt.side, belt)
    if near.port:
        return f"stays: {near.port} away"
    if near.unknown:
        return f"stays or goes by the distance to {near.unknown}"
    far = f"of the ports entered in this campaign no {belt.side.label} one lies within 7 hexes"
    return f"goes in the next {belt.side.enemy.label} initial phase: {far}"


def _afloat(facts: Facts, key: str, where: Hex) -> Afloat:
    due = next((due.occasion for due in due_checks(facts, key) if due.hex == where), None)
    row = f"{GROUP}:{key}"
    naval = str(facts["campaign:clock.step"]) in ("naval-movement", "exploitation")
    return Afloat(key, str(facts[f"{row}.name"]), str(facts[f"{row}.side"]), due if naval else None)


def repair_points(facts: Facts) -> list[Account]:
    """Both sides' naval repair points, where there is an account."""
    return [account for account in accounts(facts) if account.what == NRP]
