"""PG.6.3.3: a patrol watches a sea square or a sea zone, perhaps by way of a staging area, and returns to a port."""

from __future__ import annotations

from collections.abc import Iterator

from navalassist.engine import Outcome, Play
from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.english import listed
from navalassist.engine.forms import Ask, AskWay, Options
from navalassist.engine.overruled import Because
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.rule import Condition
from navalassist.engine.shapes import Form, Words
from navalassist.systems.theatre.acting import Said
from navalassist.systems.theatre.berths import NEVER_PATROLS, types_of
from navalassist.systems.theatre.missions import (
    AskPort,
    Member,
    beyond,
    fleets,
    no_berths,
    orders,
    room_in_port,
    unready,
    without_order,
    written,
)  # fmt: skip
from navalassist.systems.theatre.rulings import AT_ISLES, R222
from navalassist.systems.theatre.state.fleets import Group
from navalassist.systems.theatre.state.orders import Order
from navalassist.systems.theatre.state.words import Ground, Mission, Status
from navalassist.systems.theatre.voyages import (
    FLEETS,
    AskStage,
    Voyage,
    gatherings,
    joining,
    on_patrol,
    sailing,
    sails,
    voyage_of,
    way_of,
)

SLUG, PATROLS, RETURNS, ON_ROUTE = "pg-patrol", "PG.6.3.3", "PG.6.3.3.2", "PG.6.3.7"
ZONES, STAGING = "PG.6.3.3.3", "PG.6.3.3.1"


def gathering(view: View) -> Options:
    """Patrols that others may join."""
    return gatherings(view, Mission.PATROL)


class PatrolForm(Form):
    """Which group patrols, by which way, and where it returns."""

    group: str = Ask("Group", fleets)
    staging: str = AskStage("Staging area", none="none: straight from its port")
    joins: str = Ask(
        "Joins there", gathering, none="sails by itself", help="Then draw the way to the staging area alone."
    )
    route: str = AskWay("Route", FLEETS.squares, help="By the staging area to the square that is watched.")
    zones: str = AskWay("Sea zones", FLEETS.zones, help="Only where it leaves the map: the last is the one watched.")
    returns: str = AskPort("Returns to", none="the port from which it sails")
    because: Because = ""


class Patrol(Voyage):
    """A group that is to patrol. islands: whether it may lie at a small island."""

    islands: bool = False
    full: Words = Says("Why its port has no room", "", told=False)


def drafted(read: Reader, form: PatrolForm) -> Order:
    """The order of what was typed."""
    group = read.row(Group, form.group)
    told = sailing(read, form)
    told["returns"] = form.returns or group.place
    if form.joins:
        told |= joining(read, form, told)
    return written(read, group.side, Mission.PATROL, **told)


def patrol_of(read: View, order: Order) -> Patrol:
    """The patrol of an order as it stands."""
    fields = voyage_of(read, order)
    types = types_of(read)
    never = {kind for kind, one in types.items() if not one.patrols}
    home = [f"{unit.name} ({unit.type.label})" for unit in fields["units"] if unit.type in never]
    fields |= {"stays_home": tuple(home)}
    return Patrol(**fields, islands=read.ruling(R222) == AT_ISLES, full=no_berths(read, order))


def conditions(given: Patrol) -> Iterator[Condition]:
    """Range of every unit, a sea square or zone to watch, and a port to return to."""
    in_zone = given.end == "zone"
    yield from sails(given, on_patrol, ZONES if in_zone else PATROLS)
    home = listed(given.stays_home) if given.stays_home else ""
    rules = [NEVER_PATROLS[unit.type] for unit in given.units if unit.type in NEVER_PATROLS]
    why = f"not {home}: leave out what may not" if home else "all its units may"
    yield Condition("It may patrol", not home, why, rules[0] if home and rules else PATROLS)
    if given.order.joins:
        why = "it goes on as that one does" if given.joined else "that order has changed: strike this one out"
        yield Condition("Joins another patrol", given.joined, why, STAGING)
    if not in_zone:
        fits = given.end == Ground.SEA or (given.islands and given.end == Ground.ISLAND)
        why = f"{given.order.target} is {given.end}"
        yield Condition(
            "It watches a sea square", fits, why if fits else f"{why}: end the way at sea", PATROLS, "R-222"
        )
    yield returning(given)
    if given.full:
        yield room_in_port(given.full)


def returning(given: Patrol) -> Condition:
    """Home, the staging port, a port on its way, or a friendly one within patrol range of the square."""
    known = {"home": "it sails from there", "staging": "it is the staging area", "route": "it lies on its way"}
    rule = ON_ROUTE if given.returning == "route" else RETURNS
    if not given.is_home_own:
        why = f"{given.home} is no port of your side: choose one that is"
        return Condition("Where it returns", False, why, rule)
    if given.returning:
        return Condition("Where it returns", True, f"{given.home}: {known[given.returning]}", rule)
    if given.back is None:
        why = f"no way to {given.home} is known: return home, or to a port on its way"
        return Condition("Where it returns", False, why, rule)
    short = beyond(given.units, on_patrol, given.back)
    far = f"{given.out.to} to {given.home} is range {given.back}"
    why = f"{far}, {short}: return to a nearer port" if short else f"{far}, and all reach it"
    return Condition("Where it returns", not short, why, rule, "R-223")


def as_before(view: View, group: Group) -> dict[str, str]:
    """The way that was drawn for a group, else the patrol that it had last from the same port, to be ordered again."""
    if group.purpose is Mission.PATROL and (group.route or group.zones):
        return {"route": group.route, "zones": group.zones}
    before = view.own(Order, group.side, group=group.key, mission=Mission.PATROL, start=group.place)
    last = max((one for one in before if not one.joins), key=lambda one: one.turn, default=None)
    if last is None:
        return {}
    way = " ".join(way_of(last))
    return {"route": way, "zones": last.zones, "staging": last.staging, "returns": last.returns}


def duties(now: Now) -> Iterator[Duty]:
    """A line for each group in port without an order, to whoever sees it."""
    for group in without_order(now.view, freight=False):
        small = f"at {now.view.name(group.place)}, without an order"
        begins = {"group": group.key, **as_before(now.view, group)}
        off = unready(one for one in now.view.own(Member, group.side, group=group.key) if one.status != Status.READY)
        yield by_rule(
            SLUG, f"{group.title} patrols", begins, small=small, seat=group.side.value, done="", again=True, off=off
        )


def sentence(given: Patrol) -> str:
    """`Order 2: Axis task force 2 (Cover) patrols C5 from Mako (D2), range 1; it returns to Mako (D2).`"""
    words = f"Order {given.number}: {given.group} patrols {given.out.to} from {given.begins}, range {given.out.ranges}"
    return f"{words}; it returns to {given.home}."


@orders(
    Mission.PATROL, SLUG, PATROLS, "Order a patrol", "Patrol",
    form=PatrolForm, drafts=drafted, given=patrol_of, meets=conditions, duties=duties,
)  # fmt: skip
def patrol(given: Patrol) -> Play[Outcome[Said]]:
    """It intercepts what passes near, and its aircraft fly from there."""
    yield from (R222.look() if given.end == Ground.ISLAND else ())
    return Outcome(Said(sentence(given)), (given.order.made(),))
