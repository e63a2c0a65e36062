"""The page of interceptions: what a side has spotted, who of its own reaches it, and what is announced.

Nothing here reads more than the viewer sees: what was not spotted is in none of his rows, so it is not even counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from navalassist.desk.at import At
from navalassist.engine.reader import View
from navalassist.play.turns.parts import clock_text
from navalassist.systems.theatre import spotting
from navalassist.systems.theatre.announcing import has_said
from navalassist.systems.theatre.chain import before, in_order
from navalassist.systems.theatre.hunters import concerns
from navalassist.systems.theatre.lookouts import forces_of, of_types, twice
from navalassist.systems.theatre.pages.squares import Chart, chart_of
from navalassist.systems.theatre.rules.announced import SLUG as NO_MORE
from navalassist.systems.theatre.rules.intercepting import SLUG as INTERCEPT
from navalassist.systems.theatre.rules.intercepting import Announce, against, tries, why_not
from navalassist.systems.theatre.rules.searching import SLUG as SEARCH
from navalassist.systems.theatre.rules.searching import has_searched, not_open
from navalassist.systems.theatre.sightings import as_quarry, places_of, sightings
from navalassist.systems.theatre.spotting import Force
from navalassist.systems.theatre.state.battles import Interception, Sighting
from navalassist.systems.theatre.state.sea import Zone
from navalassist.systems.theatre.state.words import Side
from navalassist.systems.theatre.turn import AT_SEA, OPERATIONS, is_late

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
    where: str
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Desk:
    """What one side has on the page. side: whose; mine: the viewer may tap for it; said: it announces no more."""

    side: Side
    mine: bool
    said: bool
    missions: tuple[MissionSeen, ...]
    charts: tuple[Chart, ...]

    @property
    def is_free(self) -> bool:
        """True while it may still announce something."""
        return any(row.strikes for mission in self.missions for row in mission.rows)


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

    def __init__(self, view: View, one: Sighting) -> None:
        self.view, self.one, self.quarry, self.twice = view, one, as_quarry(view, one), twice(view)
        # In another phase the page tells what may be done in Operations.
        self.given = against(view, one)
        if not is_late(view):
            self.given = self.given.model_copy(update={"step": OPERATIONS.partition("/")[2]})
        numbers = {each.key: each.number for each in self.given.earlier}
        self.sent = {
            key: numbers[each.key]
            for each in self.given.sent
            if each.key in numbers
            for key in (*each.units, *each.aircraft)
        }

    def rows(self, forces: Sequence[Force]) -> Iterator[Row]:
        """Those that can strike first, then those that see, then the rest."""
        rows = [self.row(force) for force in forces if concerns(force, self.quarry)]
        yield from sorted(rows, key=lambda row: (not row.strikes, row.spots == "–"))

    def row(self, force: Force) -> Row:
        """One force."""
        tried = [(strike, given, next(why_not(given), None)) for strike, given in self.tries(force)]
        strikes = tuple(strike for strike, _, refusal in tried if refusal is None)
        _, _, refusal = min(tried, key=lambda one: one[1].far)
        seen = (*spotting.squares_seen(force, self.quarry, self.twice), *spotting.zones_seen(force, self.quarry))
        best = spotting.search_of(force, self.quarry)
        sees = "–" if best is None else less(best, spotting.less_by(self.quarry, self.twice))
        numbers = sorted({self.sent[key] for key in _keys(force) if key in self.sent})
        return Row(
            name=force.name, small=self.where(force), sees=sees,
            spots=", ".join(self.called(each) for each in seen) or "–", reaches=self.reaches(force), strikes=strikes,
            why=refusal.reason if refusal else "", sent=", ".join(map(str, numbers)),
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
            return less(force.air.range, 0 if self.given.plain else by)
        can = [ship.intercept for ship in force.ships if spotting.may_fight(ship, self.quarry)]
        faster = f", faster ships {spotting.lowered(max(can), by)}" if can and max(can) > min(can) else ""
        return less(min(can), by) + faster if can else "–"

    def tries(self, force: Force) -> Iterator[tuple[Strike, Announce]]:
        """Each place to which it might be sent, and how that would be announced."""
        for place, given in tries(self.view, self.given, force):
            common: Fields = (("sighting", self.one.key), ("where", place))
            if force.air:
                yield Strike(self.called(place), "", (*common, ("aircraft", force.air.key))), given
                continue
            part = "" if len(given.ships) == len(force.ships) else of_types(given.ships)
            fields = (*common, ("force", force.row), *(("units", ship.key) for ship in given.ships))
            yield Strike(self.called(place), part, fields), given


def _keys(force: Force) -> tuple[str, ...]:
    return (force.air.key,) if force.air else tuple(ship.key for ship in force.ships)


def desk_of(here: At, side: Side) -> Desk:
    """All that a side has spotted, and its own forces."""
    view = here.rows
    forces = forces_of(view, side)
    missions = tuple(
        MissionSeen(
            number, one, places_of(view, one), tuple(Table(view, one).rows(forces))
        )
        for number, one in enumerate(sightings(view, side), start=1)
    )  # fmt: skip
    maps: dict[str, dict[str, list[int]]] = {}
    for each in missions:
        for square in each.sighting.squares.split():
            maps.setdefault(each.sighting.map, {}).setdefault(square, []).append(each.number)
    charts = tuple(chart_of(view, key, side, seen, forces) for key, seen in maps.items())
    return Desk(side, here.viewer.may_act_as(side.value), has_said(view, side), missions, charts)


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


def may_speak_for(here: At, side: Side) -> bool:
    """True where a side has not said that this is all, and the viewer may tap for it though its desk is not his."""
    return here.viewer.may_act_as(side.value) and not (here.sees(side) or has_said(here.rows, side))


def interceptions(here: At) -> dict[str, Any]:
    """What each side that the viewer sees has spotted, and what is announced."""
    announced = here.rows.rows(Interception, turn=here.state.clock[0])
    home = f"/c/{here.campaign.slug}/"
    return {
        "now": f"*/{here.state.clock[2]}" in AT_SEA,
        "late": is_late(here.rows),
        "waits": not_open(here.rows),
        "searched": has_searched(here.rows),
        "desks": [desk_of(here, side) for side in Side if here.sees(side)],
        "announced": public(here, announced),
        "all_said": all(has_said(here.rows, side) for side in Side),
        "may_speak": [side for side in Side if may_speak_for(here, side)],
        "ends": here.viewer.may_act_as(here.acting),
        "clock": clock_text(here.state),
        "intercept": f"{home}do/{INTERCEPT}/",
        "search": f"{home}do/{SEARCH}/",
        "no_more": f"{home}do/{NO_MORE}/",
    }
