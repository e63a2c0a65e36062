"""What a side learns by its search: which squares of which mission it sees, on its own chain and for nobody else.

The enemy's orders, and who looks out, are secrets of two sides; so the search itself is read by the moderator alone,
and what it teaches is worked out anew from all facts, by play and by the check of the log (`engine/knowledge`).
"""

from __future__ import annotations

from dataclasses import dataclass

from navalassist.engine.effects import Effect
from navalassist.engine.knowledge import Known, Span
from navalassist.engine.learnt import Learnt, Level
from navalassist.engine.reader import View
from navalassist.systems.theatre.lookouts import forces_of, quarry_of, twice
from navalassist.systems.theatre.spotting import Quarry, spotted
from navalassist.systems.theatre.state.battles import Sighting
from navalassist.systems.theatre.state.fleets import Group
from navalassist.systems.theatre.state.orders import Order
from navalassist.systems.theatre.state.sea import Map, Zone
from navalassist.systems.theatre.state.words import Side
from navalassist.systems.theatre.turn import is_late


def key_of(side: str, order: str) -> str:
    """The key of what a side has spotted of an order."""
    return f"{side}-{order}"


def found_of(view: View, order: Order) -> tuple[Sighting, ...]:
    """What the enemy of an order sees of it, from all facts; nothing where no square of it is spotted."""
    group = view.find(Group, order.group)
    if group is None:
        return ()
    quarry, enemy = quarry_of(view, order, group), order.side.enemy
    found = spotted(forces_of(view, enemy), quarry, twice(view))
    if not found:
        return ()
    return (
        Sighting(
            key=key_of(enemy, order.key), side=enemy, turn=order.turn, order=order.key, mission=order.mission,
            group=group.kind, map=quarry.map,
            guards=guarded_by(view, order), squares=" ".join(found.squares), zones=" ".join(found.zones),
        ),
    )  # fmt: skip


def guarded_by(view: View, order: Order) -> str:
    """The key of the convoy's order that an order guards; '' for none."""
    orders = view.rows(Order, turn=order.turn, group=order.escorts) if order.escorts else ()
    return next((one.key for one in orders), "")


def seen_in(view: View, order: Order) -> str:
    """`D4, D5`: the squares and zones in which it is spotted."""
    return ", ".join(places_of(view, one) for one in found_of(view, order)) or "no square"


def places_of(view: View, one: Sighting) -> str:
    """Squares and zones of what was spotted, in words."""
    return ", ".join([*one.squares.split(), *(view.name(Zone.row_of(zone)) for zone in one.zones.split())])


@dataclass(frozen=True)
class Sightings(Known[Order]):
    """Orders as the other side learns of them: its knowledge, and the sighting that pages and rules read."""

    def learns(self, side: Side, order: str, level: Level) -> Learnt:
        """That a side learns of an order, by its key."""
        return Learnt(side.value, Order.row_of(order), level)

    def teaches(self, view: View, learnt: Learnt, when: str, by: str) -> tuple[Effect, ...]:
        """The effects by which a side learns, with the sighting made, changed or taken back."""
        known = super().teaches(view, learnt, when, by)
        order = view.row(Order, learnt.about.partition(":")[2])
        before = view.find(Sighting, key_of(learnt.side, order.key))
        if learnt.level is Level.NOTHING:
            return (*known, before.gone()) if known and before else known
        found = found_of(view, order)
        if before is None:
            return (*known, *(one.made() for one in found))
        fields = ({name: getattr(one, name) for name in ("map", "squares", "zones", "guards")} for one in found)
        return (*known, *(each for now in fields for each in before.becomes(**now)))


SIGHTINGS = Sightings(
    Order,
    contents=found_of,
    general=lambda order, found: ", ".join(one.title for one in found),
    where=seen_in,
    title=lambda order: f"a mission of the {order.side.label} side",
    ends=Span.TURN,
)


def as_quarry(view: View, one: Sighting) -> Quarry:
    """What a side knows of a mission, as interceptions go by it: the squares that it sees and no others."""
    on = view.find(Map, one.map)
    return Quarry(
        order=one.order, side=one.side.enemy, kind=one.group, mission=one.mission, map=one.map,
        harder=on is not None and on.harder, squares=tuple(one.squares.split()), zones=tuple(one.zones.split()),
    )  # fmt: skip


def sightings(view: View, side: Side | str) -> tuple[Sighting, ...]:
    """What a side has spotted of what may be met now, by where it saw it: keys of orders come as chance has it."""
    found = view.own(Sighting, side, turn=view["campaign:clock.turn"])
    found = tuple(one for one in found if one.mission.is_late == is_late(view))
    return tuple(sorted(found, key=lambda one: (one.map, one.squares, one.zones)))
