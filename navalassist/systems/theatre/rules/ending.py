"""PG.6.3.3.2, 6.3.7: as a mission ends its ships are in the port that was ordered: home, or their new base."""

from __future__ import annotations

from collections.abc import Iterator

from navalassist.engine import Outcome, Play, Refusal
from navalassist.engine.duties import Duty, Kind, Now, Passed, by_rule
from navalassist.engine.forms import Ask, Options
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.shapes import Form, Frozen, Words
from navalassist.systems.theatre.book import rule
from navalassist.systems.theatre.missions import Member, Ordered, members, place_name, port_of
from navalassist.systems.theatre.state.fleets import Group
from navalassist.systems.theatre.state.orders import Order
from navalassist.systems.theatre.state.words import Mission, Owner, Progress, Side
from navalassist.systems.theatre.turn import BATTLE, BREAKTHROUGH, now_turn

SLUG, ENDS, LOST = "pg-end-mission", "PG.6.3.7", "PG.6.3.7.2"
MISSIONS = (Mission.PATROL, Mission.OPERATIONAL, Mission.STRATEGIC)
OVER = (Progress.ORDERED, Progress.DROPPED)


def under_way(view: View) -> list[Order]:
    """Patrols and base changes of this turn that are under way, or came to what they were for."""
    found = view.rows(Order, turn=now_turn(view))
    return [one for one in found if one.mission in MISSIONS and one.progress not in OVER and not ended(view, one)]


def ended(view: View, order: Order) -> bool:
    """True once its ships are in the port that was ordered."""
    group = view.find(Group, order.group)
    return group is None or (order.progress is Progress.COMPLETED and group.place == order.returns)


def orders(view: View) -> Options:
    """Those orders, by number and mission."""
    return [(one.key, f"Order {one.number}: {one.mission.label}") for one in under_way(view)]


class EndForm(Form):
    """Which order."""

    order: str = Ask("Order", orders)


class Ended(Frozen):
    """A mission whose ships go to their port. lost: that port is not their side's any more; step: what phase it is."""

    side: Side = Says("Side")
    order: Order = Says("Order", told=False)
    group: Group = Says("Group")
    name: Words = Says("Its name", told=False)
    units: tuple[Member, ...] = Says("Units")
    home: Words = Says("Goes to")
    start: Words = Says("It sailed from")
    lost: bool = Says("That port is lost")
    step: Words = Says("Step", told=False)


def ending(read: Reader, form: EndForm) -> Ended:
    order = read.row(Order, form.order)
    home, group = port_of(read, order.returns), read.row(Group, order.group)
    return Ended(
        side=order.side,
        order=order,
        group=group,
        name=group.title,
        units=members(read, order),
        home=place_name(read, order.returns),
        start=place_name(read, order.start),
        lost=home is None or home.owner != Owner(order.side.value),
        step=read["campaign:clock.step"],
    )


def why_not(given: Ended) -> Iterator[Refusal]:
    """Once battles are fought, and once."""
    if f"*/{given.step}" not in (BATTLE, BREAKTHROUGH) or given.order.progress in OVER:
        yield Refusal("Missions that are under way end in the Battle or Breakthrough phase.", ENDS)


def duties(now: Now) -> Iterator[Duty]:
    """A line for each, to whoever sees it: due before the turn ends."""
    last = f"*/{now.moment.step}" == BREAKTHROUGH
    for order in under_way(now.view):
        words = f"{now.view.row(Group, order.group).title} ends its {order.mission.label}"
        passes = (Passed(order.row, f"Order {order.number}, not ended", "mission"),) if last else ()
        kind = Kind.DUE if last else Kind.MAY
        yield by_rule(SLUG, words, {"order": order.key}, seat=order.side.value, kind=kind, done="", passes=passes)


@rule(
    SLUG,
    ENDS,
    "End a mission in port",
    form=EndForm,
    situation=ending,
    why_not=why_not,
    may=(BATTLE, BREAKTHROUGH),
    duties=duties,
    dice="none",
    unseen=True,
)
def end(given: Ended) -> Play[Outcome[Ordered]]:
    """In the port of its order; where that is lost a base change is off, and a patrol goes home."""
    yield from ()
    place = given.order.start if given.lost else given.order.returns
    dropped = given.lost and given.order.mission is not Mission.PATROL
    words = f"Order {given.order.number}: {given.name} is in {given.start if given.lost else given.home}"
    why = f", for {given.home} is lost" if given.lost else ""
    effects = [*given.group.set(place=place)]
    effects += [effect for unit in given.units for effect in unit.set(place=place)]
    effects += given.order.set(progress=Progress.DROPPED if dropped else Progress.COMPLETED)
    return Outcome(Ordered(f"{words}{why}."), tuple(effects))
