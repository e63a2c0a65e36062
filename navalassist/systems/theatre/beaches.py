"""PG.6.5.2.2: who bombards for or against a landing, and what the sheet of its battle says of the coast."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from navalassist.engine import Refusal
from navalassist.engine.english import counted
from navalassist.engine.reader import View
from navalassist.engine.rows import Says
from navalassist.engine.shapes import Frozen, Key, Words
from navalassist.systems.theatre import ways
from navalassist.systems.theatre.lookouts import orders_of
from navalassist.systems.theatre.missions import place_name
from navalassist.systems.theatre.state.ashore import Beach, Defence, Reaction
from navalassist.systems.theatre.state.battles import Battle
from navalassist.systems.theatre.state.fleets import Unit
from navalassist.systems.theatre.state.orders import Order
from navalassist.systems.theatre.state.sea import Port
from navalassist.systems.theatre.state.words import BattleKind, Mission, Reacts, Side, Status
from navalassist.systems.theatre.turn import now_turn

BOMBARDS, INTERCEPTS, LINES = "PG.6.5.2.2", "PG.6.5.2.1", "PG.6.5.2.4"
MOST_SHIPS, MOST_BOATS = 8, 2
# A damaged ship bombards with this strength at least (PG.6.5.2.1).
LEAST_STRENGTH = 8
# What fortified lines add to the entrenchment of those who hold them (PG.6.5.2.4).
ENTRENCHMENT = 8


class Shore(Frozen):
    """A landing, and the ships of a side that may bombard at it: of its fleet, or based in the territory."""

    beach: Beach = Says("Landing", told=False)
    ships: tuple[Key, ...] = Says("Ships that may bombard", (), told=False)
    whose: Words = Says("Whose they are", told=False)


def based_at(read: View, side: Side, map_: str, square: str) -> Iterator[Unit]:
    """A side's units based in the ports of a square: without an order, or by an operational base change (R-242)."""
    ports = {port.row for port in ways.public(read).rows(Port, map=map_, square=square)}
    sent = {one.group: one for one in orders_of(read, side) if one.group}
    for unit in read.own(Unit, side):
        order = sent.get(unit.group) if unit.group else None
        moved = order is not None and order.mission is Mission.OPERATIONAL
        if (unit.place if order is None else order.returns if moved else "") in ports:
            yield unit


def shore_of(read: View, battle: Battle, side: Side) -> Shore | None:
    """What of a landing concerns a side; None for a battle that is none, or was entered by hand."""
    beach = read.find(Beach, battle.key)
    if beach is None:
        return None
    if side is beach.side:
        order = read.find(Order, beach.order)
        ships, whose = read.own(Unit, side, group=order.group) if order else (), "of the invasion fleet"
    else:
        ships, whose = tuple(based_at(read, side, beach.map, beach.square)), f"based in {beach.square}"
    return Shore(beach=beach, ships=tuple(one.key for one in ships), whose=whose)


def is_fit(unit: Unit) -> bool:
    """True for a unit that is ready, or damaged so little that it bombards."""
    return unit.status is Status.READY or (unit.status is Status.DAMAGED and unit.strength >= LEAST_STRENGTH)


def who_bombards(view: View, battle: Battle, side: Side) -> tuple[Collection[str], Collection[str], int]:
    """Its fleet for the side that lands, as many as may bombard; nothing for the other one, which chooses."""
    shore = shore_of(view, battle, side)
    if shore is None or side is not shore.beach.side or not shore.beach.may_bombard:
        return (), (), 0
    return [one.key for one in view.rows(Unit, shore.ships) if is_fit(one)][:MOST_SHIPS], (), 0


def may_bombard(shore: Shore, units: Iterable[Unit]) -> Iterator[Refusal]:
    """At most 8 ships a side, 2 boats among them, of those that are there and whole enough, if anybody's do."""
    units = tuple(units)
    beach, boats = shore.beach, sum(one.type.is_boat for one in units)
    if units and not beach.may_bombard:
        words = f"{counted(beach.by_land, 'unit')} attack by land and {beach.by_sea} by sea: neither side bombards."
        yield Refusal(words, BOMBARDS)
    if len(units) > MOST_SHIPS or boats > MOST_BOATS:
        words = f"At most {MOST_SHIPS} naval units of a side bombard, {MOST_BOATS} boats among them"
        yield Refusal(f"{words}: {len(units)} are ticked, {counted(boats, 'boat')}.", BOMBARDS)
    for one in units:
        if one.key not in shore.ships:
            yield Refusal(f"{one.name} is not {shore.whose}: only such ships bombard.", BOMBARDS)
        elif not is_fit(one):
            how = f"damaged, at strength {one.strength}" if one.status is Status.DAMAGED else one.status.label
            yield Refusal(f"{one.name} is {how}: a damaged ship bombards at {LEAST_STRENGTH} or 9.", INTERCEPTS)


def on_paper(view: View, battle: Battle) -> dict[str, object] | None:
    """What the sheet of a landing says beside its units; all of it is everybody's."""
    beach = view.find(Beach, battle.key)
    if beach is None:
        return None
    built = view.rows(Defence, map=beach.map, square=beach.square)
    reactions = view.rows(Reaction, battle=battle.key)
    island = battle.kind is BattleKind.ISLAND
    return {
        "beach": beach,
        "place": place_name(view, beach.square),
        # An island is always fortified (PG.6.5.3.1).
        "entrenchment": ENTRENCHMENT if island or any(one.lines for one in built) else 0,
        "island": island,
        "guns": sum(one.guns for one in built),
        "aa": sum(one.aa for one in built),
        "reactions": [(side, [one for one in reactions if one.side is side]) for side in Side],
        "reinforced": any(one.kind is Reacts.GROUND for one in reactions),
    }


def landings(view: View) -> list[Beach]:
    """The landings of this turn."""
    return list(view.rows(Beach, turn=now_turn(view)))
