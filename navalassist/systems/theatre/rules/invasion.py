"""PG.6.3.6: an invasion is ordered: ground units, their transports and warships, as one order of the side's book."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from navalassist.engine import Outcome, Play, Tally
from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.english import counted, listed
from navalassist.engine.forms import Ask, AskWay, Facts, FormErrors, ListedAfter, Options, every
from navalassist.engine.maps import Way, WayChart
from navalassist.engine.overruled import Because
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.rule import Condition, weighed
from navalassist.engine.shapes import Form, Words
from navalassist.systems.theatre import ways
from navalassist.systems.theatre.acting import Said, side_of
from navalassist.systems.theatre.charts import of_ports, square_of
from navalassist.systems.theatre.landings import (
    MOST_RANGES,
    RANGE,
    REDUCED_STRENGTH,
    Lander,
    is_all_alike,
    landers_of,
    lines_of,
    may_land,
    need_of,
)
from navalassist.systems.theatre.missions import fleets, friendly, orders, own_first, place_name, written
from navalassist.systems.theatre.pools import Draw, draw_of, every_pool, may_draw, pools_there
from navalassist.systems.theatre.rulings import R211, R233, R234, R237
from navalassist.systems.theatre.state.fleets import Group
from navalassist.systems.theatre.state.orders import Landing, Order, Troop
from navalassist.systems.theatre.state.sea import Port, Square
from navalassist.systems.theatre.state.words import Ground, LandingOption, Mission, Side
from navalassist.systems.theatre.voyages import AskStage, Voyage, on_patrol, sailing, sails, voyage_of

SLUG, INVASIONS = "pg-invade", "PG.6.3.6"
ONE_LAND = "the land beside its end, where that is one"


# --- what is typed


def embarkations(view: View) -> Options:
    """Ports on the maps, those with ground units first, and then the own ones."""
    used = {one.place for one in view.rows(Troop)}
    found = own_first(view, (port for port in view.rows(Port) if port.square))
    found.sort(key=lambda port: port.row not in used)
    return [(port.row, port.name) for port in found]


def friendly_embarkations(view: View) -> Options:
    """Those with ground units of the sides whose forces the view has; all of these sides where there are none."""
    mine, used = {port.row for port in friendly(view, view.rows(Port))}, {one.place for one in view.rows(Troop)}
    listed = [one for one in embarkations(view) if one[0] in mine]
    return [one for one in listed if one[0] in used] or listed


def start_of(view: View, typed: Facts) -> str:
    """The port of embarkation that is chosen: until then the list shows its first."""
    return str(typed.get("start") or next((row for row, _ in embarkations(view)), ""))


def beaches(view: View) -> Options:
    """All squares of land and small islands."""
    return [_beach(one) for one in view.rows(Square) if one.ground is not Ground.SEA]


def _beach(square: Square) -> tuple[str, str]:
    return square.name, f"{square.name} {square.called}".strip()


def beside_end(view: View, typed: Facts) -> Any:
    """Those on which troops may land where the route ends."""
    port, places = view.named(Port, start_of(view, typed)), str(typed.get("route") or "").split()
    side = side_of(port) if port else None
    if port is None or side is None or not port.map or not places:
        return [("", ONE_LAND), *beaches(view)]
    near = [_beach(one) for one in touching(view, port.map, side, places[-1])]
    return [("", ONE_LAND), *(near or beaches(view))]


def touching(view: View, map_: str, side: Side, end: str) -> list[Square]:
    """Land beside a square that a side does not hold, and the square itself where it is such a small island."""
    sea = ways.sea_of(view, map_, side)
    try:
        near = (end, *sea.on.neighbours(end))
    except ValueError:
        return []
    found = [sea.land[name] for name in near if name in sea.land and not sea.holds(name)]
    return [one for one in found if one.ground is Ground.ISLAND or (one.name != end and one.ground is Ground.LAND)]


def troops_there(view: View, typed: Facts) -> Any:
    """Those at the port of embarkation."""
    return [(one.key, one.name) for one in view.rows(Troop, place=start_of(view, typed))]


def ticked(view: View, typed: Facts, there: ListedAfter = troops_there) -> Any:
    """Those of them that are ticked: how each is shipped is asked of no other."""
    chosen = typed.getlist("troops") if hasattr(typed, "getlist") else typed.get("troops") or ()
    return [one for one in there(view, typed) if one[0] in chosen]


def escorts(view: View, typed: Facts) -> Any:
    """Groups of warships at the port of embarkation, or in the staging area."""
    places = {start_of(view, typed), str(typed.get("staging") or "")}
    keys = {group.key for group in view.rows(Group) if group.place in places}
    return [one for one in fleets(view) if one[0] in keys]


CHARTS = of_ports(embarkations)


def way_chart(view: View, typed: Facts) -> WayChart:
    """The map on which the port of embarkation lies; it says both ranges apart."""
    on, at = CHARTS.squares(view, typed), square_of(view, str(typed.get("staging") or ""))

    def says(way: Way) -> str:
        cut = way.places.index(at) if at in way.places else 0
        parts = [part for part in (way.places[: cut + 1], way.places[cut:]) if len(part) > 1]
        return ", then ".join(on.says(on.way(" ".join(part))) for part in parts)

    return replace(on, says=says)


class InvasionForm(Form):
    """What lands where, by which way, with which transports and warships."""

    start: str = Ask("Embarks at", embarkations, shown=friendly_embarkations)
    troops: tuple[str, ...] = Ask("Ground units", every(Troop), many=True, default=(), after=troops_there)
    reduced: tuple[str, ...] = Ask(f"Of these, one transport less: they fight at strength {REDUCED_STRENGTH}",
                                   every(Troop), many=True, default=(), after=ticked)  # fmt: skip
    later: tuple[str, ...] = Ask("Of these, one transport in all: they land after the battle", every(Troop), many=True,
                                 default=(), after=ticked)  # fmt: skip
    group: str = Ask("Warships", fleets, after=escorts)
    staging: str = AskStage("Staging area", none="none: straight from its port")
    route: str = AskWay("Route", way_chart, help="From the port by the staging area to where the troops land.")
    lands: str = Ask("Lands on", beaches, none=ONE_LAND, after=beside_end)
    pool: str = Ask("Pool of transports", every_pool, after=pools_there)
    stays: bool = Ask("Transports stay, where it ends in another pool", default=False)
    crossing: bool = Ask("Across a blue crossing arrow", default=False, help="Transports are then there by themselves.")
    because: Because = ""


# --- the invasion of an order


class Invasion(Voyage):
    """Ground units, transports and warships. beach: where they land; near: where they may at the end of the route."""

    landers: tuple[Lander, ...] = Says("Ground units", ())
    port: Words = Says("Port of embarkation")
    draw: Draw = Says("Transports")
    apart: Words = Says("Where its warships lie", "", told=False)
    beach: Words = Says("Lands on")
    near: tuple[str, ...] = Says("Where troops may land", (), told=False)
    crossing: bool = Says("Across a crossing arrow", False, only_if=True)
    all_alike: bool = Says("All units land alike (R-237)", False, told=False)

    @property
    def need(self) -> Tally:
        """The transports that it needs."""
        return need_of(self.landers, self.crossing)


def drafted(read: Reader, form: InvasionForm) -> Order:
    """The order of what was typed; its transports are counted from its units."""
    port = read.named(Port, form.start)
    if port is None or not port.map:
        raise FormErrors({"start": "choose a port that lies on a map"})
    side = read.row(Group, form.group).side
    told = sailing(read, form, CHARTS) | {"start": form.start, "target": form.lands, "returns": form.start}
    near = touching(read.view, port.map, side, told["route"].split()[-1]) if told["route"] else []
    if not form.lands:
        told["target"] = near[0].name if len(near) == 1 else ""
    return written(read, side, Mission.INVASION, **told, pool="" if form.crossing else form.pool, stays=form.stays)


def options_of(form: InvasionForm) -> dict[str, LandingOption]:
    """How each unit lands."""
    of = dict.fromkeys(form.troops, LandingOption.FULL)
    of |= {key: LandingOption.REDUCED for key in form.reduced if key in of}
    return of | {key: LandingOption.LATER for key in form.later if key in of}


def invasion_of(read: View, order: Order, options: Mapping[str, LandingOption] | None = None) -> Invasion:
    """The invasion of an order as it stands, with as many transports as its units need.

    options: how each lands, of an order that is not written yet.
    """
    if options is None:
        options = {one.troop: one.option for one in read.own(Landing, order.side, order=order.key)}
    fields = voyage_of(read, order)
    port, group = read.named(Port, order.start), read.row(Group, order.group)
    assert port is not None
    there = fields["there"]
    ranges = there.ranges if there else 0
    landers, crossing = landers_of(read, order, options, ranges, fields["out"].ranges), not order.pool
    need = need_of(landers, crossing).total
    end = order.route.split()[-1]
    return Invasion(
        **fields | {"order": order.model_copy(update={"transports": need})},
        landers=landers,
        port=port.name,
        draw=draw_of(read, order.side, port, order.pool, order.key),
        apart="" if group.place in (order.start, order.staging) else read.name(group.place),
        beach=place_name(read, order.target),
        near=tuple(_beach(one)[1] for one in touching(read, port.map, order.side, end)),
        crossing=crossing,
        all_alike=is_all_alike(read),
    )


# --- what it must meet


def conditions(given: Invasion) -> Iterator[Condition]:
    """Units by a friendly port, both ranges, the patrol range of every warship, transports of the pool."""
    if not given.draw.friendly:
        why = f"{given.port} is no port of your side: choose one that is"
        yield Condition("Port of embarkation", False, why, INVASIONS)
    yield from sails(given, on_patrol, RANGE)
    if given.apart:
        why = f"they lie in {given.apart}: choose a group in {given.port} or in the staging area"
        yield Condition("Its warships are there", False, why, INVASIONS, R233.number)
    yield from in_reach(given)
    yield from may_land(given.landers, given.port, given.side, given.all_alike)
    yield lands_there(given)
    if not given.crossing:
        yield from may_draw(given.draw, given.order.transports)


def in_reach(given: Invasion) -> Iterator[Condition]:
    """Both ranges of an invasion end at 4, and the landing begins at 1."""
    there = given.there.ranges if given.there else 0
    why = f"range {there}, of {MOST_RANGES} at most"
    yield Condition("Way to the staging area", there <= MOST_RANGES, why + ("" if there <= MOST_RANGES else
                    ": gather nearer to the port"), RANGE)  # fmt: skip
    out = given.out.ranges
    why, fits = f"range {out}, of 1 to {MOST_RANGES}", 1 <= out <= MOST_RANGES
    way_out = "" if fits else ": gather nearer to it" if out else ": it lands where it starts, lead the route on"
    yield Condition("Way to the landing", fits, why + way_out, RANGE)


def lands_there(given: Invasion) -> Condition:
    """The route ends beside the land on which it lands, or on that small island (R-234)."""
    end, fits = given.out.to, given.beach in given.near
    near = f"choose {' or '.join(given.near)}" if given.near else "lead the route to a square beside the land"
    if not given.beach:
        return Condition("Where it lands", False, near, RANGE, R234.number)
    why = f"from {end}" if fits else f"{end} is not beside it: {near}"
    return Condition(f"Lands on {given.beach}", fits, why, RANGE, R234.number)


def duties(now: Now) -> Iterator[Duty]:
    """A line for each port with ground units, to whoever sees them."""
    for port in now.view.rows(Port):
        here = now.view.rows(Troop, place=port.row)
        if here and port.square:
            small = f"{counted(len(here), 'ground unit')} there"
            query = {"start": port.row}
            words = f"Invasion from {port.name}"
            yield by_rule(SLUG, words, query, small=small, seat=here[0].side.value, done="", again=True)


def sentence(given: Invasion) -> str:
    """`Order 1: 47th Infantry lands on E5 Luzon from Taipei (E1), with 2 transports and Axis task force 1.`"""
    names = listed([one.troop.name for one in given.landers])
    goes = "land" if len(given.landers) > 1 else "lands"
    with_ = f"{counted(given.order.transports, 'transport')} and {given.group}"
    return f"Order {given.number}: {names} {goes} on {given.beach} from {given.begins}, with {with_}."


@orders(
    Mission.INVASION, SLUG, INVASIONS, "Order an invasion", "Invasion",
    form=InvasionForm, drafts=drafted, given=invasion_of, meets=conditions, duties=duties,
    basis=weighed(lambda given: given.need), summed="Transports needed",
    situation=lambda read, form: invasion_of(read, drafted(read, form), options_of(form)),
)  # fmt: skip
def invade(given: Invasion) -> Play[Outcome[Said]]:
    """Carried out in Operations, unless it is dropped or intercepted."""
    yield from R211.look()
    yield from R237.look()
    lines = lines_of(given.order, {one.troop.key: one.option for one in given.landers})
    return Outcome(Said(sentence(given)), (given.order.made(), *(one.made() for one in lines)))
