"""PG.6.2.6: as a turn ends, transports whose mission ended in another pool stay there, where their order says so."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from navalassist.engine import Effect
from navalassist.engine.reader import View
from navalassist.engine.rows import key_of
from navalassist.systems.theatre.pools import other_water, pool_of, water_at
from navalassist.systems.theatre.state.fleets import Group, Pool
from navalassist.systems.theatre.state.orders import Order
from navalassist.systems.theatre.state.sea import Map, Port, Water
from navalassist.systems.theatre.state.words import Mission, Progress

STOPPED = (Progress.TURNED_BACK, Progress.DROPPED)


def waters_of_end(view: View, order: Order) -> tuple[str, ...]:
    """The waters in which a mission ends: of its port, or of the square from which it lands."""
    port = view.find(Port, key_of(order.returns))
    if order.mission is not Mission.INVASION:
        return port.pools if port else ()
    start, end = view.find(Port, key_of(order.start)), order.route.split()[-1:]
    return (water_at(view, start.map, end[0]),) if start and end and view.has(Map, start.map) else ()


@dataclass
class Books:
    """Pools as the turn changes them: one that is not there yet is made."""

    view: View
    counts: dict[str, int] = field(default_factory=dict)
    new: dict[str, Pool] = field(default_factory=dict)

    def takes(self, pools: tuple[Pool, ...], first: str, number: int) -> None:
        """So many leave a pool: of the row that the order names first, then of those that are one with it."""
        for pool in sorted(pools, key=lambda one: one.key != first):
            has = self.counts.setdefault(pool.key, pool.transports)
            self.counts[pool.key] = has - min(has, number)
            number -= min(has, number)

    def gets(self, like: Pool, water: str, number: int) -> str:
        """So many come to the pool of a nation in a water: the key of that pool."""
        there = next((one for one in self.view.own(Pool, like.side, nation=like.nation, water=water)), None)
        if there is not None:
            self.counts[there.key] = self.counts.get(there.key, there.transports) + number
            return there.key
        key = f"{like.side}-{like.nation}-{water}"
        before = self.new[key].transports if key in self.new else 0
        name = f"{like.nation.label}, {self.view.row(Water, water).name}"
        self.new[key] = Pool(
            key=key, side=like.side, name=name, nation=like.nation, water=water, transports=before + number
        )
        return key

    def effects(self) -> Iterator[Effect]:
        """What has changed of them."""
        yield from (pool.made() for pool in self.new.values())
        for key, number in self.counts.items():
            yield from self.view.row(Pool, key).becomes(transports=number)


def turn_over(view: View, turn: str) -> tuple[Effect, ...]:
    """The transports of this turn's orders that stay, moved to the pool in which they are (PG.6.2.6)."""
    books, moved = Books(view), list[Effect]()
    for order in view.rows(Order, turn=turn, stays=True):
        group = view.find(Group, order.group)
        convoy = group if group and group.pool else None
        key, number = (convoy.pool, convoy.transports) if convoy else (order.pool, order.transports)
        pool = pool_of(view, order.side, key)
        water = pool and other_water(view, order.side, pool, waters_of_end(view, order))
        if not pool or not water or not number or order.progress in STOPPED:
            continue
        books.takes(pool.pools, key, number)
        to = books.gets(view.row(Pool, key), water, number)
        moved += convoy.set(pool=to) if convoy else ()
    return (*books.effects(), *moved)
