"""The charts of the battle map: where each side begins, and what keeps apart (PG.6.5.1.1, 6.5.1.2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from navalassist.engine.english import listed
from navalassist.engine.reader import View
from navalassist.play.write.roster_edits import HOUSE, PRINTED, origin_of
from navalassist.systems.theatre import places
from navalassist.systems.theatre.state.battles import Battle, Deployment, MapSquare, Result
from navalassist.systems.theatre.state.fleets import Type
from navalassist.systems.theatre.state.sea import Zone
from navalassist.systems.theatre.state.words import BattleKind

ACROSS, SQUARES = 4, 16


@dataclass(frozen=True, slots=True)
class Square:
    """A square of the battle map. roles: attacker, defender, destination."""

    number: int
    roles: tuple[str, ...]
    hexes: str


def line_of(view: View, battle: Battle) -> Deployment | None:
    """The line of the chart for a battle, one of its own map before one of all maps; None where the chart has none."""
    zone = view.find(Zone, battle.zone)
    far = (zone.size if zone else 0) if battle.kind is BattleKind.ZONE else battle.distance
    fits = [
        one
        for one in view.rows(Deployment)
        if one.kind is battle.kind and one.map in ("", battle.map) and one.low <= far <= one.high
    ]
    return next(iter(sorted(fits, key=lambda one: not one.map)), None)


def stands_in(view: View, line: Deployment) -> bool:
    """True for a line as a new campaign has it, which nobody has marked or corrected (R-251)."""
    return origin_of(view.values, line) not in (PRINTED, HOUSE) and line in places.rows()


def squares_of(view: View, line: Deployment | None) -> list[list[Square]]:
    """The battle map in its four rows; empty squares are marked by hand."""
    told = {"attacker", "defender", "destination"} if line else set()
    areas = {role: set(getattr(line, role).split()) for role in sorted(told)}
    hexes = {one.number: one.hexes for one in view.rows(MapSquare)}

    def square(number: int) -> Square:
        roles = tuple(role for role, area in areas.items() if str(number) in area)
        return Square(number, roles, hexes.get(number, ""))

    return [[square(row + column) for column in range(ACROSS)] for row in range(1, SQUARES + 1, ACROSS)]


def spacing(view: View, units: Iterable[Result]) -> str:
    """What stays apart in the set-up: `BC Kongo and CV Ryujo 3 hexes from each other, no other ship next to one`."""
    kept = {one.name: one.zone for one in view.rows(Type) if one.zone}
    names = [f"{one.type} {one.name}" for one in units if one.type in kept]
    if not names:
        return ""
    hexes = max(kept[one.type] for one in units if one.type in kept)
    apart = f"{listed(names)} {hexes} hexes from each other; " if len(names) > 1 else ""
    return f"{apart}no other ship next to {'one of them' if len(names) > 1 else names[0]}"
