"""PG.6.4.1, 6.3.1, 6.3.2: a route is drawn for a group, square by square and zone by zone, within its units' range."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from navalassist.engine import Outcome, Play, Refusal
from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.english import counted
from navalassist.engine.forms import Ask, AskWay, FormErrors, read_way
from navalassist.engine.reader import Reader
from navalassist.engine.rows import Says, key_of
from navalassist.engine.shapes import Form
from navalassist.systems.theatre import ways
from navalassist.systems.theatre.acting import Act, Said, act_of, in_port, not_in_port, not_ready
from navalassist.systems.theatre.berths import by_type, no_patrol, types_of
from navalassist.systems.theatre.charts import of_groups
from navalassist.systems.theatre.groups import groups, members
from navalassist.systems.theatre.rulings import R204, R205, R206, R261
from navalassist.systems.theatre.state.fleets import Group, Type, Unit
from navalassist.systems.theatre.state.sea import Map, Port
from navalassist.systems.theatre.state.words import Mission, Squares
from navalassist.systems.theatre.voyages import Rating, on_passage, on_patrol

SLUG, ROUTES, PATROL, ENDURANCE = "pg-route", "PG.6.4.1", "PG.6.3.1", "PG.6.3.2"
# For these the ships fight far out and come home again; for all others their endurance holds.
ON_PATROL = (Mission.PATROL, Mission.INVASION, Mission.OPERATIONAL)


def reach_of(mission: Mission) -> tuple[Rating, str]:
    """How far a unit goes on a mission, in ranges, and the paragraph that says so."""
    return (on_patrol, PATROL) if mission in ON_PATROL else (on_passage, ENDURANCE)


CHARTS = of_groups(groups)


class RouteForm(Form):
    """A group and its way. Its squares begin in its port."""

    group: str = Ask("Group", groups)
    purpose: Mission = Ask("What for", default=Mission.PATROL)
    route: str = AskWay("Route over squares", CHARTS.squares, help="It begins in the square of its port.")
    zones: str = AskWay(
        "Then over sea zones", CHARTS.zones, help="From the edge of the map, or a port that lies off it."
    )


class Routed(Act):
    """A group on its way. squares, sizes: what it passes; per: squares of a range on this map."""

    group: Group = Says("Group")
    units: tuple[Unit, ...] = Says("Its units", ())
    types: tuple[Type, ...] = Says("Their types", (), told=False)
    purpose: Mission = Says("What for")
    route: Squares = Says("Route", "")
    zones: Squares = Says("Sea zones", "", only_if=True)
    squares: int = Says("Squares", 0, ge=0, le=999)
    sizes: int = Says("Ranges of the sea zones", 0, ge=0, le=99, only_if=True)
    per: int = Says("Squares of a range", 5, ge=1, le=20)

    @property
    def ranges(self) -> int:
        """The squares in ranges, a part of one counts whole, and the zones (PG.6.3.3.3)."""
        return ways.ranges_of(self.squares, self.per) + self.sizes


def routing(read: Reader, form: RouteForm) -> Routed:
    group = read.row(Group, form.group)
    port, typed = read.find(Port, key_of(group.place)), {"group": form.group}
    if port is None:
        raise FormErrors({"group": "its port is no longer in the list of ports: enter it there again"})
    route = read_way(CHARTS.squares(read.view, typed), "route", form.route) if form.route.strip() else None
    if route and route.start != port.square:
        where = port.square or "no square of a map: leave this empty"
        raise FormErrors({"route": f"the way begins in {port.name}, {where}"})
    end = route.places[-1] if route else ""
    zones, told = _zones(read, form, port, end) if form.zones.strip() else ((), "")
    if not (route or zones):
        raise FormErrors({"route": "draw the way: tap the square where it begins, then where it leads"})
    units, known = members(read, group), types_of(read)
    return Routed(
        **act_of(read, group.side), group=group, units=units,
        types=tuple({known[unit.type].key: known[unit.type] for unit in units if unit.type in known}.values()),
        purpose=form.purpose, route=" ".join(route.places) if route else "", zones=told,
        squares=route.total if route else 0, sizes=ways.zones_range(read, zones),
        per=ways.public(read).row(Map, port.map).range if port.map else 1,
    )  # fmt: skip


def _zones(read: Reader, form: RouteForm, port: Port, end: str) -> tuple[tuple[str, ...], str]:
    """The zones of a way, and as they are written: one after the other, from where the squares end."""
    chart = CHARTS.zones(read.view, {"group": form.group})
    try:
        way = chart.way(form.zones)
    except ValueError as error:
        raise FormErrors({"zones": str(error)}) from None
    if way.legs:
        way = read_way(chart, "zones", form.zones)
    if way.start not in (first := ways.zones_at(read, port, end)):
        known = ", ".join(chart.on.written((one,)) for one in first) or "no sea zone"
        raise FormErrors({"zones": f"{end or port.name} leads to {known}: begin there"})
    return way.places, chart.on.written(way.places)


def why_not(given: Routed) -> Iterator[Refusal]:
    """In port, with units that are ready and may do it, each as far as it reaches."""
    yield from not_in_port(given, ROUTES)
    yield from not_ready(given.units, given.purpose in (Mission.OPERATIONAL, Mission.STRATEGIC))
    yield from no_patrol(given.units, by_type(given.types), given.purpose)
    far, paragraph = reach_of(given.purpose)
    for unit in given.units:
        if far(unit) < given.ranges:
            words = f"{unit.name} reaches {far(unit)}, and this is {given.ranges}: stop nearer, or leave it behind."
            yield Refusal(words, paragraph)


def duties(now: Now) -> Iterator[Duty]:
    """A line for each group."""
    for group in now.view.rows(Group):
        words = f"Draw the route of {group.plain}"
        more: dict[str, Any] = {"group": group.key, "purpose": group.purpose.value}
        yield by_rule(SLUG, words, more, seat=group.side.value, done="", again=True)


@in_port(
    SLUG, ROUTES, "Draw a route", form=RouteForm, situation=routing, why_not=why_not, duties=duties,
)  # fmt: skip
def draw(given: Routed) -> Play[Outcome[Said]]:
    """The way is kept with the group; an order that it is given may go by it."""
    for ruling in (R204, R205, R206, R261):
        yield from ruling.look()
    far, paragraph = reach_of(given.purpose)
    shortest = min(given.units, key=far, default=None)
    squares = [f"{given.route}, {counted(given.squares, 'square')}"] if given.route else []
    way = "; ".join([*squares, *([given.zones] if given.zones else [])])
    words = f"{given.group.plain}, {given.purpose.label}: {way}; range {given.ranges}."
    notes = (f"The shortest reach is that of {shortest.name}: {far(shortest)} ({paragraph})",) if shortest else ()
    return Outcome(Said(words, notes), given.group.set(route=given.route, zones=given.zones, purpose=given.purpose))
