"""The page of interceptions: what a side has spotted, who of its own reaches it, and what is announced.

Nothing here reads more than the viewer sees: what was not spotted is in none of his rows, so it is not even counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from navalassist.desk.at import At
from navalassist.engine.reader import View
from navalassist.systems.theatre import spotting
from navalassist.systems.theatre.chain import before, in_order
from navalassist.systems.theatre.lookouts import forces_of, of_types, twice
from navalassist.systems.theatre.pages.squares import Chart, chart_of
from navalassist.systems.theatre.rules.intercepting import FREIGHT, as_one
from navalassist.systems.theatre.rules.intercepting import SLUG as INTERCEPT
from navalassist.systems.theatre.rules.searching import SLUG as SEARCH
from navalassist.systems.theatre.rules.searching import has_searched, not_open
from navalassist.systems.theatre.rulings import CONVOYS, MISSION, PLAIN, R214, R243, R245
from navalassist.systems.theatre.sightings import as_quarry, places_of, sightings
from navalassist.systems.theatre.spotting import Force, Ship
from navalassist.systems.theatre.state.battles import Hunters, Interception, Sighting
from navalassist.systems.theatre.state.sea import Zone
from navalassist.systems.theatre.state.words import Side
from navalassist.systems.theatre.turn import OPERATIONS

Fields = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Strike:
    """One tap: a place, what goes there, and what the tap sends."""

    place: str
    sends: str
    fields: Fields


@dataclass(frozen=True, slots=True)
class Row:
    """An own force beside a mission. sees, reaches: as sums; strikes: what it may announce; why: it can't."""

    name: str
    small: str
    sees: str
    spots: str
    reaches: str
    strikes: tuple[Strike, ...] = ()
    why: str = ""
    sent: str = ""


@dataclass(frozen=True, slots=True)
class MissionSeen:
    """A mission that was spotted, and the own forces by reach."""

    number: int
    sighting: Sighting
    words: str
    where: str
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Desk:
    """What one side has on the page. side: whose; mine: the viewer may tap for it."""

    side: Side
    mine: bool
    missions: tuple[MissionSeen, ...]
    charts: tuple[Chart, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Public:
    """An announced interception. first: those that are fought before it because its force is intercepted itself."""

    one: Interception
    place: str
    own: str
    first: tuple[int, ...]


def less(value: int, by: int) -> str:
    """`4 − 1 = 3`, and `1 − 2 = 0`, for no range is below 0."""
    return f"{value} − {by} = {spotting.lowered(value, by)}" if by else str(value)


class Table:
    """The forces of a side beside one mission, as the rule judges them."""

    def __init__(self, view: View, one: Sighting, announced: Sequence[Interception]) -> None:
        self.view, self.one, self.quarry = view, one, as_quarry(view, one)
        self.twice, self.plain = twice(view), view.ruling(R245) == PLAIN
        self.found = spotting.Spotted(squares=self.quarry.squares, zones=self.quarry.zones)
        self.fleet_goes = any(each.ships for each in announced if each.order in as_one(view, one))
        numbers = {each.key: each.number for each in announced}
        self.sent = {
            key: numbers[each.key]
            for each in view.own(Hunters, one.side, turn=one.turn)
            if each.key in numbers
            for key in (*each.units, *each.aircraft)
        }
        alone = view.ruling(R214) == MISSION
        self.left_alone = alone and any(each.by == one.order for each in announced)
        self.no_zones = view.ruling(R243) == CONVOYS and one.group not in FREIGHT

    def rows(self, forces: Sequence[Force]) -> Iterator[Row]:
        """Those that can strike first, then those that see, then the rest."""
        rows = [self.row(force) for force in forces if self.concerns(force)]
        yield from sorted(rows, key=lambda row: (not row.strikes, row.spots == "–"))

    def concerns(self, force: Force) -> bool:
        """On the map of what was spotted, or on patrol in a zone of its way."""
        return (force.map == self.quarry.map and bool(force.square)) or force.zone in self.quarry.zones

    def row(self, force: Force) -> Row:
        """One force."""
        strikes = tuple(self.strikes(force))
        seen = (*spotting.squares_seen(force, self.quarry, self.twice), *spotting.zones_seen(force, self.quarry))
        best = spotting.search_of(force, self.quarry)
        sees = "–" if best is None else less(best, spotting.less_by(self.quarry, self.twice))
        numbers = sorted({self.sent[key] for key in _keys(force) if key in self.sent})
        return Row(
            name=force.name, small=self.where(force), sees=sees,
            spots=", ".join(self.called(each) for each in seen) or "–", reaches=self.reaches(force), strikes=strikes,
            why="" if strikes else self.why(force), sent=", ".join(map(str, numbers)),
        )  # fmt: skip

    def called(self, place: str) -> str:
        """A square, or a zone by its name."""
        return self.view.name(Zone.row_of(place)) if place in self.quarry.zones else place

    def where(self, force: Force) -> str:
        """`2 SS on patrol, D5`"""
        what = force.air.type.label if force.air else of_types(force.ships)
        at_place = force.square or (self.view.name(Zone.row_of(force.zone)) if force.zone else "off the maps")
        return f"{what}{' on patrol' if force.patrols else ''}, {at_place}"

    def reaches(self, force: Force) -> str:
        """The range of its slowest ship, and of the others alone; the range of an air unit."""
        by = spotting.less_by(self.quarry)
        if force.air:
            return less(force.air.range, 0 if self.plain else by)
        can = [ship.intercept for ship in force.ships if spotting.may_fight(ship, self.quarry)]
        faster = f", faster ships {spotting.lowered(max(can), by)}" if can and max(can) > min(can) else ""
        return less(min(can), by) + faster if can else "–"

    def strikes(self, force: Force) -> Iterator[Strike]:
        """The places that it may be sent to now."""
        if self.left_alone:
            return
        for square, zone in spotting.each_place(self.found):
            if zone and self.no_zones:
                continue
            place = square or zone
            common: Fields = (("sighting", self.one.key), ("where", place))
            if force.air and force.air.key not in self.sent and self.flies(force, square, zone):
                yield Strike(self.called(place), "", (*common, ("aircraft", force.air.key)))
            ships = [ship for ship in spotting.reaching(force, self.quarry, square, zone) if ship.key not in self.sent]
            if ships and not self.fleet_goes and self.may_attack(ships):
                part = "" if len(ships) == len(force.ships) else of_types(ships)
                units: Fields = tuple(("units", ship.key) for ship in ships)
                yield Strike(self.called(place), part, (*common, ("force", force.row), *units))

    def flies(self, force: Force, square: str, zone: str) -> bool:
        """In range, and not only beside others that could attack."""
        attacks = not self.quarry.boats or (force.air is not None and spotting.attacks_boats((), (force.air,)))
        return attacks and spotting.flies(force, self.quarry, square, zone, self.plain)

    def may_attack(self, ships: Sequence[Ship]) -> bool:
        """Ships that can attack what was spotted."""
        return not self.quarry.boats or spotting.attacks_boats(ships, ())

    def why(self, force: Force) -> str:
        """Why it has no button."""
        return next(self.reasons(force), "no, out of reach")

    def reasons(self, force: Force) -> Iterator[str]:
        """In the order in which the rule asks."""
        if self.left_alone:
            yield "no, it intercepts itself"
        if _keys(force) and all(key in self.sent for key in _keys(force)):
            yield "goes already"
        if force.ships and self.fleet_goes:
            yield "no, one fleet is all"
        if force.air and not spotting.may_fly(force.air, self.quarry):
            yield "no, not against submarines"
        if force.ships and not any(spotting.may_fight(ship, self.quarry) for ship in force.ships):
            yield "no, these never patrol"
        yield from self.too_far(force)
        if self.quarry.boats:
            yield "no, it attacks no submarines"

    def too_far(self, force: Force) -> Iterator[str]:
        """How far it is from the nearest square that it would have to reach."""
        far = spotting.nearest(force, self.found.squares)
        if force.map != self.quarry.map or far is None:
            yield "no, not there"
        elif not any(spotting.reaching(force, self.quarry, square) for square in self.found.squares) and not any(
            spotting.flies(force, self.quarry, square, plain=self.plain) for square in self.found.squares
        ):
            yield f"no, {far} square{'' if far == 1 else 's'} off"


def _keys(force: Force) -> tuple[str, ...]:
    return (force.air.key,) if force.air else tuple(ship.key for ship in force.ships)


def desk_of(here: At, side: Side, announced: Sequence[Interception]) -> Desk:
    """All that a side has spotted, and its own forces."""
    view = here.rows
    forces = forces_of(view, side)
    missions = tuple(
        MissionSeen(
            number, one, one.title, places_of(view, one),
            tuple(Table(view, one, announced).rows(forces)),
        )
        for number, one in enumerate(sightings(view, side), start=1)
    )  # fmt: skip
    maps: dict[str, dict[str, list[int]]] = {}
    for each in missions:
        for square in each.sighting.squares.split():
            maps.setdefault(each.sighting.map, {}).setdefault(square, []).append(each.number)
    charts = tuple(chart_of(view, key, side, seen, forces) for key, seen in maps.items())
    return Desk(side, here.viewer.may_act_as(side.value), missions, charts)


def public(here: At, announced: Sequence[Interception]) -> tuple[Public, ...]:
    """What everybody has heard, in the order in which it is fought."""
    view = here.rows
    return tuple(
        Public(
            one, one.square or view.name(Zone.row_of(one.zone)), _own(view, one),
            tuple(each.number for each in before(one, announced)),
        )
        for one in in_order(announced)
    )  # fmt: skip


def _own(view: View, one: Interception) -> str:
    """What only those read who see the mission: which order it is."""
    number = view.get(f"pg-order:{one.order}.number")
    return f"order {number}" if number else ""


def interceptions(here: At) -> dict[str, Any]:
    """What each side that the viewer sees has spotted, and what is announced."""
    announced = here.rows.rows(Interception, turn=here.state.clock[0])
    home = f"/c/{here.campaign.slug}/"
    return {
        "now": here.state.clock[2] == OPERATIONS.partition("/")[2],
        "waits": not_open(here.rows),
        "searched": has_searched(here.rows),
        "desks": [desk_of(here, side, announced) for side in Side if here.sees(side)],
        "announced": public(here, announced),
        "intercept": f"{home}do/{INTERCEPT}/",
        "search": f"{home}do/{SEARCH}/",
    }
