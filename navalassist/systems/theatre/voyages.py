"""Voyages of a group: by a staging place to a square, a sea zone or another port, within the range of every unit."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Annotated, Any

from pydantic import StringConstraints

from navalassist.engine.forms import Ask, FormErrors, Grouped, Options
from navalassist.engine.maps import Barred
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.rule import Condition
from navalassist.engine.shapes import Frozen, Words
from navalassist.systems.theatre import ways
from navalassist.systems.theatre.charts import Charts, map_of, map_on, of_groups, square_of
from navalassist.systems.theatre.missions import (
    Given,
    Member,
    all_ready,
    beyond,
    fleets,
    friendly,
    given_of,
    members,
    one_order,
    place_name,
    sides_of,
    under_headings,
)
from navalassist.systems.theatre.state.fleets import Group, Reaching
from navalassist.systems.theatre.state.orders import Order
from navalassist.systems.theatre.state.sea import Map, Port, Square, Zone
from navalassist.systems.theatre.state.words import Ground, Mission, Owner
from navalassist.systems.theatre.turn import now_turn

STAGING = "PG.6.3.3.1"
# The condition that says how far an order goes.
FAR = "As far as it goes"
Rating = Callable[[Reaching], int]
Sentence = Annotated[str, StringConstraints(max_length=400)]
# Where ways of groups of warships are drawn.
FLEETS = of_groups(fleets)


class Stretch(Frozen):
    """A part of a voyage: its squares, and the ranges that they and its sea zones come to; open: nothing is missing.

    wrong: why it can't be gone, with the way out.
    """

    start: Words = Says("From")
    to: Words = Says("To")
    squares: int = Says("Squares", 0)
    ranges: int = Says("Ranges", 0)
    wrong: Sentence = Says("What is wrong", "", only_if=True)


class Voyage(Given):
    """A group that sails. there: the way to the staging place; out: the way on; end: what it leads to.

    staged: what the staging place is to the side; back: ranges from the end to where it returns, None where no way is
    known; returning: what that place is, '' where it has to be within range.
    """

    group: Words = Says("Group")
    units: tuple[Member, ...] = Says("Units")
    staging: Words = Says("Staging area", "", only_if=True)
    staged: bool = Says("It is friendly", True, told=False)
    there: Stretch | None = Says("Way to the staging area", None, only_if=True)
    out: Stretch = Says("Way")
    end: Words = Says("It leads to", told=False)
    home: Words = Says("Ends in", told=False)
    is_home_own: bool = Says("That port is friendly", told=False)
    returning: Words = Says("That port is", "", told=False)
    back: int | None = Says("Ranges from there to it", None, only_if=True)
    joined: bool = Says("The order that it joins stands as it is", True, told=False)
    stays_home: tuple[Words, ...] = Says("Units that never patrol", (), told=False)

    @property
    def begins(self) -> str:
        """`Mako (D2) by Takao (E2)`: where it sails from, and the staging area on its way."""
        return (self.there or self.out).start + (f" by {self.staging}" if self.staging else "")

    @property
    def passage(self) -> str:
        """`from Mako (D2) to Palau (L10) by Takao (E2), range 2`"""
        by = f" by {self.staging}" if self.staging else ""
        return f"from {(self.there or self.out).start} to {self.home}{by}, range {self.ranges}"

    @property
    def ranges(self) -> int:
        """Ranges of its whole way, there and on."""
        return (self.there.ranges if self.there else 0) + self.out.ranges


# --- reading what is typed


def stages(view: View) -> Options:
    """Ports on the maps, and small islands by their squares: where a patrol may gather."""
    ports = [port for port in view.rows(Port) if port.square]
    return [*((port.row, place_name(view, port.row)) for port in ports), *_isles(view, tuple(Owner))]


def _isles(view: View, holders: Collection[str]) -> Options:
    taken = {port.square for port in view.rows(Port)}
    isles = [one for one in view.rows(Square, ground=Ground.ISLAND) if one.called and one.name not in taken]
    return [(one.name, place_name(view, one.name)) for one in isles if one.holder.value in holders]


def friendly_stages(view: View) -> Grouped:
    """Those of the sides whose forces the view has."""
    ports = under_headings(view, (port for port in friendly(view, view.rows(Port)) if port.square))
    isles = _isles(view, sides_of(view) or tuple(Owner))
    return [*ports, *([("Small islands", isles)] if isles else [])]


def AskStage(title: str, **more: Any) -> Any:
    """A field that asks for a staging area: it lists friendly ones; the rule judges any other."""
    return Ask(title, stages, shown=friendly_stages, **more)


def sailing(read: Reader, form: Any, charts: Charts = FLEETS) -> dict[str, Any]:
    """The fields of an order that say where a group sails: its drawn way, parted at the staging place."""
    group, (squares, zones) = read.row(Group, form.group), charts.drawn(read.view, dict(form))
    at = square_of(read.view, form.staging)
    cut = squares.index(at) if at in squares else 0
    there, on = squares[: cut + 1] if cut else (), squares[cut:]
    return {
        "group": group.key,
        "start": group.place,
        "staging": form.staging,
        "route_there": " ".join(there),
        "route": " ".join(on),
        "zones": " ".join(zones),
        "target": "" if zones and at_sea_last(read, group) else (on or ("",))[-1],
        "because": form.because,
    }


def port_at_end(view: View, told: dict[str, str], start: Port | None) -> str:
    """The row of the port in which a way ends, where nobody has named it. FormErrors where there is not just one."""
    zones, squares = told["zones"].split(), told["route"].split()
    if zones and (not squares or (start and start.square)):
        found = view.rows(Port, zone=zones[-1])
    else:
        found = view.rows(Port, square=squares[-1], map=map_on(view, start, zones)) if squares else ()
    if len(found) != 1:
        raise FormErrors({"returns": "choose the port in which it ends"})
    return found[0].row


def at_sea_last(view: View, group: Group) -> bool:
    """True where sea zones come after the squares of a way: from a port on a map."""
    port = view.named(Port, group.place)
    return port is not None and bool(port.square)


# --- the voyage of an order


def stretch(read: View, order: Order, start: str, route: str, zones: str) -> Stretch:
    """A part of a voyage, from a port or an island's square."""
    at, port, group = square_of(read, start), read.named(Port, start), read.find(Group, order.group)
    nation = group.nation.value if group else ""
    squares, wide = route.split(), [zone for zone in zones.split() if read.has(Zone, zone)]
    ends_at_sea = wide and (at or not squares)
    end = read.name(Zone.row_of(wide[-1])) if ends_at_sea else squares[-1] if squares else at
    told = {"start": place_name(read, start), "to": end}
    map_ = map_of(read, order)
    if at and squares and squares[0] != at:
        return Stretch(**told, wrong=f"the way begins in {squares[0]}, not in {at}: draw it from there")
    charts = [(ways.chart(read, map_, order.side, nation), squares)]
    charts += [(ways.zone_chart(read, order.side, nation, transports=bool(order.pool)), wide)]
    found = [chart.way(" ".join(places)) for chart, places in charts if places]
    for way in found:
        if way.barred and isinstance(way.barred.judged, Barred):
            return Stretch(**told, wrong=way.barred.judged.text.rstrip("."))
    if wrong := wrong_zones(read, port, map_, squares, wide):
        return Stretch(**told, wrong=wrong)
    cost = found[0].total if squares else 0
    ranges = ways.ranges_of(cost, read.row(Map, map_).range) + ways.zones_range(read, wide)
    return Stretch(**told, squares=cost, ranges=ranges)


def wrong_zones(read: View, port: Port | None, map_: str, squares: list[str], zones: list[str]) -> str:
    """Why a way can't go on from squares to these zones, or from a port off the maps; '' where it can."""
    if port and not port.square:
        if not zones or zones[0] != port.zone:
            return f"{port.name} lies at {read.name(f'{Zone.KIND}:{port.zone}')}: begin the sea zones with that one"
        edge, zone = squares[0] if squares else "", read.row(Zone, zones[-1])
    elif zones:
        edge, zone = squares[-1] if squares else "", read.row(Zone, zones[0])
    else:
        return ""
    if edge and (zone.map != map_ or edge not in ways.squares_in(ways.grid(read, map_), zone.edges)):
        way_out = f"go by one of {zone.edges}" if zone.map == map_ else "it does not touch this map"
        return f"{zone.name} does not lie at {edge}: {way_out}"
    return ""


def voyage_of(read: View, order: Order, **more: Any) -> dict[str, Any]:
    """The fields of `Voyage`, from an order as it stands."""
    side, group = order.side, read.row(Group, order.group)
    begin = order.staging if order.route_there else order.start
    staging, home = read.named(Port, order.staging), read.named(Port, order.returns)
    before, after = zones_by_stage(read, order)
    there = stretch(read, order, order.start, order.route_there, before) if order.route_there else None
    out = stretch(read, order, begin, order.route, after)
    whole = {*order.route_there.split(), *order.route.split()}
    island = next(iter(read.rows(Square, name=order.staging)), None) if order.staging and not staging else None
    known = "home" if order.returns == order.start else "staging" if order.returns == order.staging else ""
    known = known or ("route" if home and home.square in whole else "")
    return {
        **given_of(read, order),
        "group": group.title,
        "units": members(read, order),
        "staging": place_name(read, order.staging) if order.staging else "",
        "staged": not order.staging or (staging.owner if staging else island and island.holder) == Owner(side.value),
        "there": there,
        "out": out,
        "end": ground_of(read, order),
        "home": place_name(read, order.returns),
        "is_home_own": home is not None and home.owner == Owner(side.value),
        "returning": known,
        "back": None if known or home is None or order.mission is not Mission.PATROL else back_of(read, order, home),
        "joined": goes_on(read, order),
        **more,
    }


def way_of(order: Order) -> list[str]:
    """All squares of an order's way, by its staging place."""
    there, on = order.route_there.split(), order.route.split()
    return [*there, *on[1 if there else 0 :]]


def zones_by_stage(read: View, order: Order) -> tuple[str, str]:
    """The zones on the way to its staging place, and after it: they come first from a port that lies off the maps."""
    start = read.named(Port, order.start)
    first = bool(order.route_there and start and not start.square)
    return (order.zones, "") if first else ("", order.zones)


def ends_in(read: View, order: Order) -> bool:
    """True where its way leads to the port in which it is to end."""
    port, last = read.named(Port, order.returns), order.route.split()[-1:] or [""]
    at_zone = bool(port and not port.square and order.zones.split()[-1:] == [port.zone])
    return at_zone or bool(port and port.square and port.square == last[0])


def leads_there(ends: bool, home: str, rule: str) -> Condition:
    """The same as a condition. home: that port."""
    why = f"it ends in {home}" if ends else f"it does not end in {home}: draw it as far as that"
    return Condition("Its way leads there", ends, why, rule)


def joining(read: Reader, form: Any, told: dict[str, str]) -> dict[str, str]:
    """The fields of an order that joins another at its staging area, and goes on as that one does."""
    other = read.row(Order, form.joins)
    if told["zones"] or form.staging not in ("", other.staging):
        raise FormErrors({"joins": f"choose the staging area of that {other.mission.label}, and draw the way to it"})
    way = told["route_there"] or told["route"]
    return {"joins": other.key, "staging": other.staging, "route_there": way} | {
        name: getattr(other, name) for name in ("route", "zones", "target")
    }


def goes_on(read: View, order: Order) -> bool:
    """True while the order that it joins, if any, leads from the same place by the same way."""
    other = read.find(Order, order.joins) if order.joins else order
    names = ("staging", "route", "zones", "target")
    return other is not None and all(getattr(other, name) == getattr(order, name) for name in names)


def gatherings(view: View, mission: Mission) -> Options:
    """Orders of this turn that gather in a staging area, where others may join them."""
    return [(one.key, words) for one, words in by_number(view, mission) if one.staging and not one.joins]


def by_number(view: View, mission: Mission) -> Iterator[tuple[Order, str]]:
    """Orders of a mission in this turn that have a group: `Order 2, Axis transport convoy 4`."""
    for one in view.rows(Order, turn=now_turn(view), mission=mission):
        if group := view.find(Group, one.group):
            yield one, f"Order {one.number}, {group.title}"


def ground_of(read: View, order: Order) -> str:
    """What a voyage leads to: `zone`, or `sea`, `land`, `island` of its square."""
    if not order.target:
        return "zone"
    square = ways.grounds(read, map_of(read, order)).get(order.target)
    return (square.ground if square else Ground.SEA).value


def back_of(read: View, order: Order, home: Port) -> int | None:
    """Ranges from the patrolled square, or zone, to a base; None where no way is known."""
    if order.target:
        map_ = map_of(read, order)
        if home.map != map_ or not home.square:
            return None
        squares = ways.squares_between(read, map_, order.side, order.target, home.square)
        return None if squares is None else ways.ranges_of(squares, read.row(Map, map_).range)
    zone = read.row(Zone, order.zones.split()[-1])
    return zone.size if home.zone == zone.key else None


# --- what it must meet


def reached(units: tuple[Member, ...], way: Stretch, text: str, rating: Rating, rule: str, out: str) -> Condition:
    """Whether every unit reaches as far as a part of its voyage goes. out: the way out where one does not."""
    if way.wrong:
        return Condition(text, False, way.wrong, rule)
    far = f"{way.start} to {way.to} is range {way.ranges}"
    if short := beyond(units, rating, way.ranges):
        return Condition(text, False, f"{far}, {short}. Leave out what does not reach it, or {out}", rule)
    return Condition(text, True, f"{far}, and all reach {min(map(rating, units), default=0)}", rule)


def on_patrol(unit: Reaching) -> int:
    """The patrol range of a unit (PG.6.3.1)."""
    return unit.patrol_range


def on_passage(unit: Reaching) -> int:
    """The endurance range of a unit (PG.6.3.2)."""
    return unit.endurance


def in_hand(given: Given, units: tuple[Member, ...], rule: str, yard: bool | None = None) -> Iterator[Condition]:
    """Units that are ready, and no other order. yard: of their new base, as `all_ready` has it."""
    yield one_order(given)
    yield Condition("It has units", bool(units), "" if units else "form it in its port first", rule)
    yield all_ready(units, yard)


def by_stage(given: Voyage, text: str, does: str, rule: str) -> Iterator[Condition]:
    """A friendly place on its way, if there is to be one. does: `gather in`."""
    if given.staging:
        passed = given.there is not None
        why = f"{does} {given.staging}"
        if not given.staged:
            why = f"{given.staging} is not friendly: choose a port or a small island of your side"
        elif not passed:
            why = f"the way does not go by {given.staging}: draw it through its square"
        yield Condition(text, given.staged and passed, why, rule)


def sails(given: Voyage, rating: Rating, rule: str, yard: bool | None = None) -> Iterator[Condition]:
    """What any voyage of warships must meet, a friendly staging place and both ways in range among it."""
    yield from in_hand(given, given.units, rule, yard)
    yield from by_stage(given, "Staging area", "gather in", STAGING)
    if given.there:
        yield reached(given.units, given.there, "As far as the staging area", rating, STAGING, "gather nearer")
    yield reached(given.units, given.out, FAR, rating, rule, "go by a staging area")
