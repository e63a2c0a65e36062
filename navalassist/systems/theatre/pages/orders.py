"""What the page of order books shows of a theatre campaign: every order of the own book, and units without one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from navalassist.auditlog.models import Entry
from navalassist.desk.at import At
from navalassist.engine.english import counted, listed
from navalassist.engine.forms import Choices, Options
from navalassist.engine.orders import key_of
from navalassist.engine.reader import Unknown, View
from navalassist.engine.rule import RULES, Condition
from navalassist.play.storage.bodies import body_of
from navalassist.systems.theatre.missions import WRITES, must_meet, ordered, place_name
from navalassist.systems.theatre.pages.pools import SidePools, side_pools
from navalassist.systems.theatre.rules.convoy import SLUG as CONVOY
from navalassist.systems.theatre.rules.convoy import cargo_words
from navalassist.systems.theatre.rules.grouping import FORM
from navalassist.systems.theatre.rules.patrol import SLUG as PATROL
from navalassist.systems.theatre.rules.strike_out import SLUG as STRIKE_OUT
from navalassist.systems.theatre.state.fleets import AirUnit, Group, Unit
from navalassist.systems.theatre.state.orders import Landing, Order, Troop
from navalassist.systems.theatre.state.sea import Port, Zone
from navalassist.systems.theatre.state.words import GroupKind, Mission, Progress, Side, Status
from navalassist.systems.theatre.turn import ORDERS, now_turn
from navalassist.systems.theatre.voyages import FAR, way_of


@dataclass(frozen=True, slots=True)
class Line:
    """An order of a book. whose: its group, or air unit; way, by, more: where from and to, by what, and how far.

    checked: what it meets and does not meet, before it is carried out: then its units are where battles left them.
    """

    order: Order
    whose: str
    units: str
    way: str
    by: str
    more: tuple[str, ...]
    checked: tuple[Condition, ...]

    @property
    def wrong(self) -> tuple[Condition, ...]:
        """What it does not meet."""
        return tuple(one for one in self.checked if one.met is False)


@dataclass(frozen=True, slots=True)
class Own:
    """A side's orders and ready units without one, as far as the viewer sees them. idle: port -> their names.

    pools: what its orders leave of its transports, and what its invasions need.
    """

    side: Side
    lines: tuple[Line, ...]
    idle: tuple[tuple[str, str], ...]
    pools: SidePools


def units_of(view: View, order: Order) -> str:
    """`BC Kongo and Haruna, CA Ashigara and Maya`; `4 transports, with 47th Infantry`"""
    told = [f"{unit.type.label} {unit.name}" for unit in view.rows(Unit, group=order.group)]
    if order.mission is Mission.CONVOY:
        shipped = view.rows(Troop, [one.troop for one in view.rows(Landing, order=order.key)])
        cargo = cargo_words(order, [troop.name for troop in shipped])
        told += [counted(order.transports, "transport"), *([f"with {cargo}"] if cargo else [])]
    return ", ".join(told)


def end_of(view: View, order: Order) -> str:
    """Where a mission leads."""
    zones = [view.name(Zone.row_of(zone)) for zone in order.zones.split()]
    changes = order.mission in (Mission.OPERATIONAL, Mission.STRATEGIC, Mission.CONVOY)
    if changes or not order.target:
        return place_name(view, order.returns) if changes else zones[-1] if zones else ""
    start = view.named(Port, order.start)
    ports = view.rows(Port, map=start.map, square=order.target) if start and start.map else ()
    return place_name(view, ports[0].row if ports else order.target)


def line_of(view: View, order: Order) -> Line:
    """An order in words."""
    group, air = view.find(Group, order.group), view.find(AirUnit, order.air)
    squares = way_of(order)
    # An invasion leads on from its last square to the land beside it.
    between = squares[1:] if order.mission is Mission.INVASION else squares[1:-1]
    zones = [view.name(Zone.row_of(zone)) for zone in order.zones.split()]
    by = " ".join(between) + (", " if between and zones else "") + ", ".join(zones)
    start = view.name(order.start) if order.air else place_name(view, order.start)
    met = checked(view, order) if order.progress is Progress.ORDERED else ()
    return Line(
        order,
        group.title if group else air.name if air else "",
        units_of(view, order) if group else "",
        f"{start} → {end_of(view, order)}",
        by,
        tuple(more_of(view, order, met)),
        met,
    )


def more_of(view: View, order: Order, met: tuple[Condition, ...]) -> Iterator[str]:
    """How far it goes, by which staging area, and where it returns."""
    does = {Mission.CONVOY: "refuels", Mission.ESCORT: "meets its convoy"}.get(order.mission, "gathers")
    if order.staging:
        yield f"{does} in {place_name(view, order.staging)}"
    if order.escorts and (guarded := view.find(Group, order.escorts)):
        yield f"guards {guarded.title}"
    if order.joins:
        other = view.find(Order, order.joins)
        yield f"joins order {other.number} there" if other else "joins an order that is struck out"
    yield from (one.why for one in met if one.text == FAR and one.met)
    if order.transports and order.mission is not Mission.CONVOY:
        yield counted(order.transports, "transport")
    if order.mission in (Mission.PATROL, Mission.ESCORT):
        yield f"back to {place_name(view, order.returns)}"


def checked(view: View, order: Order) -> tuple[Condition, ...]:
    """What an order meets; nothing of one whose units the view does not have."""
    try:
        return tuple(must_meet(view, order))
    except Unknown:
        return ()


def idle(view: View, side: Side) -> Iterator[tuple[str, str]]:
    """Ready units in port of no group with an order, by port: they may still intercept from there."""
    busy = ordered(view)
    for port in view.rows(Port):
        here = view.rows(Unit, side=side, place=port.row, status=Status.READY)
        names = [f"{unit.type.label} {unit.name}" for unit in here if not unit.group or unit.group not in busy]
        if names:
            yield port.name, listed(names)


def written(here: At) -> Iterator[tuple[str, str]]:
    """Where orders are written, and what the buttons say: a form for which there is something to choose.

    It begins with the first own group that has no order yet. Without a convoy one is formed first.
    """
    view, busy = here.rows, ordered(here.rows)
    for slug, words in sorted(WRITES.items(), key=by_label):
        lists = dict(listed_in(RULES[slug].form, view))
        own = (key for key, _ in lists.get("group", ()) if key not in busy)
        begun = next((key for key in own if view.row(Group, key).side == here.viewer.seat), "")
        if all(lists.values()):
            yield f"do/{slug}/" + (f"?group={begun}" if begun else ""), words
        elif slug == CONVOY:
            yield f"do/{FORM}/?kind={GroupKind.CONVOY}", f"{words}: form it first"


def listed_in(form: type[BaseModel], view: View) -> Iterator[tuple[str, Options]]:
    """What each field of a form lists of which one has to be chosen."""
    for name, info in form.model_fields.items():
        if info.is_required() and (one := next((each for each in info.metadata if isinstance(each, Choices)), None)):
            yield name, one.of(view.values)


def by_label(one: tuple[str, str]) -> tuple[bool, str]:
    """Patrols first, then by what the buttons say."""
    return one[0] != PATROL, one[1]


def without_order(here: At) -> tuple[str, ...]:
    """Groups of the viewer's seat that were formed in this turn and have no order, each as a clause."""
    view, turn = here.rows, now_turn(here.rows)
    idle = [one for one in view.rows(Group, side=here.viewer.seat) if one.key not in ordered(view)]
    of = {here.state.sources.get(one.fact("number"), ""): one for one in idle}
    entries = Entry.objects.filter(campaign=here.campaign, turn=turn, chain=here.viewer.seat)
    acts = ((f"{one.chain}/{one.sequence}", body_of(one, here.viewer.audiences).get("act")) for one in entries)
    formed = {source for source, act in acts if source in of and act == FORM}
    return tuple(f"{one.title} has no order" for source, one in of.items() if source in formed)


def own_orders(here: At) -> dict[str, Any]:
    """The orders of each side whose book the viewer may read, and by what rules others are written."""
    view, turn = here.rows, now_turn(here.rows)
    own = {
        side.value: Own(
            side,
            tuple(line_of(view, order) for order in view.rows(Order, side=side, turn=turn)),
            tuple(idle(view, side)),
            side_pools(view, side),
        )
        for side in Side
    }
    home = f"/c/{here.campaign.slug}/"
    is_now = f"*/{view['campaign:clock.step']}" == ORDERS
    writes = [(home + path, words) for path, words in written(here)] if is_now else []
    earlier = [one for one in view.rows(Order) if one.turn != turn]
    shown = [(key_of(one.turn, one.side.value), line_of(view, one)) for one in earlier]
    return {"own": own, "shown": shown, "writes": writes, "strike_out": f"{home}do/{STRIKE_OUT}/"}
