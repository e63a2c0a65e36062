"""PG.6.3.3.2, 6.3.7: as a mission ends its ships are in the port that was ordered: home, or their new base."""

from __future__ import annotations

from collections.abc import Iterator

from navalassist.engine import Effect, Outcome, Play, Refusal
from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.forms import Ask, Options
from navalassist.engine.reader import View
from navalassist.engine.rows import Says
from navalassist.engine.shapes import Form, Frozen, Words
from navalassist.systems.theatre.acting import Said
from navalassist.systems.theatre.book import rule
from navalassist.systems.theatre.missions import Member, members, place_name
from navalassist.systems.theatre.rules.convoy import cargo_words
from navalassist.systems.theatre.state.fleets import Group
from navalassist.systems.theatre.state.orders import Landing, Order, Troop
from navalassist.systems.theatre.state.sea import Port
from navalassist.systems.theatre.state.words import Mission, Owner, Progress, Side
from navalassist.systems.theatre.turn import BATTLE, BREAKTHROUGH, now_turn

SLUG, ENDS, LOST = "pg-end-mission", "PG.6.3.7", "PG.6.3.7.2"
MISSIONS = (Mission.PATROL, Mission.OPERATIONAL, Mission.STRATEGIC, Mission.CONVOY, Mission.ESCORT,
            Mission.YARD, Mission.EVACUATION)  # fmt: skip
OVER = (Progress.ORDERED, Progress.DROPPED)
# Missions that are over once they have ended here; others are completed before they come home.
WITH_CONVOYS = (Mission.CONVOY, Mission.ESCORT)
# Those of which ships that were turned back are where they sailed from; a patrol returns as it was ordered.
STAY_WHERE_THEY_WERE = (*WITH_CONVOYS, Mission.OPERATIONAL, Mission.STRATEGIC, Mission.YARD, Mission.EVACUATION)


def under_way(view: View) -> list[Order]:
    """Missions of this turn that are under way, or came to what they were for; invasions land by their battle."""
    found = view.rows(Order, turn=now_turn(view))
    return [one for one in found if one.mission in MISSIONS and one.progress not in OVER and not ended(view, one)]


def ended(view: View, order: Order) -> bool:
    """True once its ships are in the port that was ordered."""
    group = view.find(Group, order.group)
    if order.progress is Progress.TURNED_BACK and order.mission in STAY_WHERE_THEY_WERE:
        return True
    if order.progress is Progress.COMPLETED and order.mission in WITH_CONVOYS:
        return True
    return group is None or (order.progress is Progress.COMPLETED and group.place == order.returns)


def orders(view: View) -> Options:
    """Those orders, by number and mission."""
    return [(one.key, f"Order {one.number}: {one.mission.label}") for one in under_way(view)]


class EndForm(Form):
    """Which order."""

    order: str = Ask("Order", orders)


class Ended(Frozen):
    """A mission whose ships go to their port. lost: that port is not their side's any more; step: what phase it is.

    cargo: ground units that a convoy unloads; failed: the convoy that they guard was turned back.
    """

    side: Side = Says("Side")
    order: Order = Says("Order", told=False)
    group: Group = Says("Group")
    name: Words = Says("Its name", told=False)
    units: tuple[Member, ...] = Says("Units")
    home: Words = Says("Goes to")
    start: Words = Says("It sailed from")
    lost: bool = Says("That port is lost")
    cargo: tuple[Troop, ...] = Says("Ground units", (), only_if=True)
    failed: bool = Says("Its convoy was turned back", False, only_if=True)
    step: Words = Says("Step", told=False)


def ending(read: View, form: EndForm) -> Ended:
    order = read.row(Order, form.order)
    home, group = read.named(Port, order.returns), read.row(Group, order.group)
    convoys = read.own(Order, order.side, turn=order.turn, group=order.escorts) if order.escorts else ()
    landed = [one.troop for one in read.own(Landing, order.side, order=order.key)]
    return Ended(
        side=order.side, order=order, group=group, name=group.title, units=members(read, order),
        home=place_name(read, order.returns), start=place_name(read, order.start),
        lost=home is None or home.owner != Owner(order.side.value), cargo=read.rows(Troop, landed),
        failed=any(one.progress is Progress.TURNED_BACK and one.returns == order.returns for one in convoys),
        step=read["campaign:clock.step"],
    )  # fmt: skip


def why_not(given: Ended) -> Iterator[Refusal]:
    """Once battles are fought, and once."""
    if f"*/{given.step}" not in (BATTLE, BREAKTHROUGH) or given.order.progress in OVER:
        yield Refusal("Missions that are under way end in the Battle or Breakthrough phase.", ENDS)
    elif given.order.progress is Progress.TURNED_BACK and given.order.mission in STAY_WHERE_THEY_WERE:
        yield Refusal(f"It was turned back: its ships are in {given.start}, from which they sailed.", ENDS)


def duties(now: Now) -> Iterator[Duty]:
    """A line for each, to whoever sees it: only one side ends the turn, so it waits for nobody's."""
    for order in under_way(now.view):
        words = f"{now.view.row(Group, order.group).title} ends its {order.mission.label}"
        small = "the end of the turn does the same"
        yield by_rule(SLUG, words, {"order": order.key}, small=small, seat=order.side.value, done="")


def goes_back(given: Ended) -> bool:
    """To where it sailed from: a lost port, a convoy that was turned back, or one whose order does not stay."""
    return given.lost or given.failed or (given.order.mission is Mission.CONVOY and not given.order.stays)


def moored(group: Group, units: tuple[Member, ...], place: str) -> Iterator[Effect]:
    """A group lies in a port with its units, which are where it is: it is moved where it is elsewhere."""
    for row in (group, *units) if group.place != place else ():
        yield from row.set(place=place)


def in_port(given: Ended) -> Iterator[Effect]:
    """A mission is over: its ships are in the port of its order, or where they sailed from, and its cargo is ashore."""
    order = given.order
    place = order.start if goes_back(given) else order.returns
    yield from moored(given.group, given.units, place)
    if order.mission.is_late:
        yield from (effect for unit in given.units for effect in unit.set(group=""))
        yield given.group.gone()
    for troop in given.cargo if not (given.lost or given.failed) else ():
        yield from troop.set(place=order.returns)
    dropped = given.lost and order.mission not in (Mission.PATROL, Mission.ESCORT)
    yield from order.set(progress=Progress.DROPPED if dropped else Progress.COMPLETED)


def all_in_port(view: View) -> Iterator[Effect]:
    """What is still under way as the turn ends, of both sides."""
    for order in under_way(view):
        yield from in_port(ending(view, EndForm(order=order.key)))


@rule(
    SLUG, ENDS, "End a mission in port", form=EndForm, situation=ending, why_not=why_not, may=(BATTLE, BREAKTHROUGH),
    duties=duties, unseen=True,
)  # fmt: skip
def end(given: Ended) -> Play[Outcome[Said]]:
    """In the port of its order; where that is lost a base change or a convoy is off, and others go home."""
    yield from ()
    order, home = given.order, given.start if goes_back(given) else given.home
    why = f", for {given.home} is lost" if given.lost else ", for its convoy was turned back" if given.failed else ""
    words = f"Order {order.number}: {given.name} {unloads(given)}is in {home}{why}."
    return Outcome(Said(words), tuple(in_port(given)))


def unloads(given: Ended) -> str:
    """`unloads 47th Infantry and 3 units of oil in Palau (L10), and `; '' for what has no cargo."""
    cargo = cargo_words(given.order, [troop.name for troop in given.cargo])
    return f"unloads {cargo} in {given.home}, and " if cargo and not given.lost else ""
