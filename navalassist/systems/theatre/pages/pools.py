"""Pools: a side's transports by pool and user, where they are drawn, which waters are one pool, what invasions need."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from navalassist.desk.at import At
from navalassist.engine.english import listed
from navalassist.engine.reader import Unknown, View
from navalassist.systems.theatre.acting import is_sealed
from navalassist.systems.theatre.pools import Together, User, holds_gate, joined_to, pools_of, reaches, roots
from navalassist.systems.theatre.rules import invasion, send_transports
from navalassist.systems.theatre.state.orders import Order
from navalassist.systems.theatre.state.sea import Port, Water
from navalassist.systems.theatre.state.words import Mission, Side
from navalassist.systems.theatre.turn import ORDERS, now_turn


@dataclass(frozen=True, slots=True)
class PoolLine:
    """A pool. users: who has transports of it, in words; ports: the side's own with access to it."""

    pool: Together
    users: tuple[str, ...]
    ports: str


@dataclass(frozen=True, slots=True)
class SidePools:
    """The pools of a side, and what its invasions of this turn need."""

    side: Side
    lines: tuple[PoolLine, ...]
    invasions: tuple[invasion.Invasion, ...]


@dataclass(frozen=True, slots=True)
class WaterLine:
    """A water. by: side -> what its pool is for that side, in words."""

    name: str
    gates: str
    by: tuple[tuple[Side, str], ...]


def user_words(user: User) -> str:
    """`Order 1, invasion: 9`"""
    one = user.of
    what = f"order {one.number}, {one.mission.label}" if isinstance(one, Order) else f"{one.kind.label} {one.number}"
    return f"{what.capitalize()}: {user.transports}"


def lines_of(view: View, side: Side) -> Iterator[PoolLine]:
    """The pools of a side."""
    own = view.rows(Port, owner=side)
    for pool in pools_of(view, side):
        names = [port.name for port in own if reaches(view, side, port, pool)]
        yield PoolLine(pool, tuple(map(user_words, pool.users)), listed(names))


def invasions_of(view: View, side: Side) -> Iterator[invasion.Invasion]:
    """The invasions of this turn as their orders stand; one whose port or group is gone is left out."""
    for order in view.rows(Order, side=side, turn=now_turn(view), mission=Mission.INVASION):
        try:
            yield invasion.invasion_of(view, order)
        except Unknown:
            continue


def side_pools(view: View, side: Side) -> SidePools:
    """The pools of a side, as far as the viewer sees them."""
    return SidePools(side, tuple(lines_of(view, side)), tuple(invasions_of(view, side)))


def waters(view: View) -> Iterator[WaterLine]:
    """Which waters are one pool, for each side (PG.6.2.2): everybody sees who owns the ports."""
    by_side = {side: roots(view, side) for side in Side}
    for water in view.rows(Water):
        gates = [port.name for key in water.gates if (port := view.find(Port, key))] if joined_to(view, water) else []
        words = ((side, _with(view, water, side, by_side[side], gates)) for side in Side)
        yield WaterLine(water.name, listed(gates), tuple(words))


def _with(view: View, water: Water, side: Side, found: dict[str, str], gates: Sequence[str]) -> str:
    others = [view.row(Water, key).name for key in found if key != water.key and found[key] == found[water.key]]
    if others:
        return f"one pool with {listed(others)}"
    return "a pool of its own" if not gates or holds_gate(view, water, side) else "a pool of its own: no gate is held"


def pools(here: At) -> dict[str, Any]:
    """The pools of each side that the viewer sees, and the waters. writes: who may still order something."""
    is_now = f"*/{here.state.clock[2]}" == ORDERS
    return {
        "books": [side_pools(here.rows, side) for side in Side if here.sees(side)],
        "waters": list(waters(here.rows)),
        "writes": [side for side in Side if is_now and not is_sealed(here.rows, now_turn(here.rows), side)],
        "acts": (invasion.SLUG, send_transports.SLUG),
    }
