"""Pools of transports (PG.6.2): which waters are one pool for a side, what is in use, and where they may be drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from navalassist.engine import Refusal
from navalassist.engine.english import counted, listed
from navalassist.engine.forms import Facts, Options
from navalassist.engine.reader import View
from navalassist.engine.rows import Says, key_of
from navalassist.engine.rule import Condition
from navalassist.engine.shapes import Frozen
from navalassist.systems.theatre import ways
from navalassist.systems.theatre.rulings import ATLANTIC, ONE_POOL, R210, R231
from navalassist.systems.theatre.state.fleets import Group, Pool
from navalassist.systems.theatre.state.orders import Order
from navalassist.systems.theatre.state.sea import Map, Port, Water
from navalassist.systems.theatre.state.words import Nation, Side
from navalassist.systems.theatre.turn import now_turn

POOLS, JOINING, RUSSIAN = "PG.6.2.1", "PG.6.2.2", "PG.6.2.2.3"
# How far transports sail, and again once they have refuelled (PG.6.3.4.1).
ENDURANCE = 10
# The waters of which a ruling says what they join.
BLACK_SEA, MEDITERRANEAN = "black-sea", "mediterranean"


@dataclass(frozen=True, slots=True)
class User:
    """An order or a convoy that has transports of a pool. of: its row."""

    of: Order | Group
    transports: int


@dataclass(frozen=True, slots=True)
class Together:
    """What is one pool for a side: the transports of a nation in waters that are joined."""

    pools: tuple[Pool, ...]
    users: tuple[User, ...]

    @property
    def name(self) -> str:
        """`Britain, Atlantic and Britain, Baltic`"""
        return listed([pool.name for pool in self.pools])

    @property
    def key(self) -> str:
        """The key of the first of its rows."""
        return self.pools[0].key

    @property
    def transports(self) -> int:
        """All of them, those in use among them."""
        return sum(pool.transports for pool in self.pools)

    @property
    def used(self) -> int:
        """Those in use."""
        return sum(user.transports for user in self.users)

    @property
    def free(self) -> int:
        """What may still be drawn."""
        return max(0, self.transports - self.used)

    def has(self, key: str) -> bool:
        """Whether a row is one of its own."""
        return any(pool.key == key for pool in self.pools)


def joined_to(view: View, water: Water) -> str:
    """The water whose pool a water may be part of, as the rulings read it; '' for none."""
    if water.key == BLACK_SEA and view.ruling(R210) == ATLANTIC:
        return ATLANTIC
    if water.key == MEDITERRANEAN and view.ruling(R231) != ONE_POOL:
        return ""
    return water.joins


def holds_gate(view: View, water: Water, side: Side) -> bool:
    """True while a side holds one of the ports through which a water joins another."""
    gates = (view.find(Port, key) for key in water.gates)
    return any(port is not None and port.owner.value == side.value for port in gates)


def roots(view: View, side: Side) -> dict[str, str]:
    """Water -> the first water of the pool that it belongs to, for a side (PG.6.2.2)."""
    view = ways.public(view)
    waters = view.rows(Water)
    found = {water.key: water.key for water in waters}
    for water in waters:
        to = joined_to(view, water)
        if to in found and holds_gate(view, water, side):
            first, gone = sorted((found[to], found[water.key]), key=list(found).index)
            found = {key: first if root == gone else root for key, root in found.items()}
    return found


def users_of(view: View, side: Side, pools: Sequence[Pool], but: str = "") -> tuple[User, ...]:
    """Convoys, and orders of this turn, that have transports of these pools; those of last turn are back (R-215).

    but: the key of an order that is not counted, since it is written anew.
    """
    keys, convoys = {pool.key for pool in pools}, view.own(Group, side)
    have = {group.key for group in convoys if group.pool}
    orders = [one for one in view.own(Order, side, turn=now_turn(view)) if one.key != but and one.group not in have]
    every: list[Order | Group] = [*convoys, *orders]
    found = [one for one in every if one.pool in keys and one.transports]
    return tuple(User(one, one.transports) for one in found)


def pools_of(view: View, side: Side, but: str = "") -> list[Together]:
    """The pools of a side, by nation; Russia's are one, wherever they lie (PG.6.2.2.3)."""
    waters = roots(view, side)
    by: dict[tuple[Nation, str], list[Pool]] = {}
    for pool in view.own(Pool, side):
        root = "" if pool.nation is Nation.RUSSIA else waters.get(pool.water, pool.water)
        by.setdefault((pool.nation, root), []).append(pool)
    return [Together(tuple(pools), users_of(view, side, pools, but)) for pools in by.values()]


def pool_of(view: View, side: Side, key: str, but: str = "") -> Together | None:
    """The pool that a row belongs to; None for a key that the side has not."""
    return next((one for one in pools_of(view, side, but) if one.has(key)), None)


def reaches(view: View, side: Side, port: Port, pool: Together) -> bool:
    """True for a port that has access to a pool; a Russian one may be used anywhere."""
    if pool.pools[0].nation is Nation.RUSSIA:
        return True
    waters = roots(view, side)
    return bool({waters.get(key) for key in port.pools} & {waters.get(one.water) for one in pool.pools})


def pools_there(view: View, typed: Facts) -> Options:
    """The pools to which the chosen port has access, each by the first of the rows that are one; all where none is."""
    port = view.find(Port, key_of(str(typed.get("start") or "")))
    found = ((side, one) for side in Side for one in pools_of(view, side))
    fits = (one for side, one in found if port is None or reaches(view, side, port, one))
    return [(one.key, f"{one.name}: {one.free} free") for one in fits]


def every_pool(view: View) -> Options:
    """All pools that the view sees."""
    return pools_there(view, {})


class Draw(Frozen):
    """Transports that are drawn on a pool at a port. fits: the pools to which it has access."""

    port: str = Says("Port")
    friendly: bool = Says("It is friendly", told=False)
    pool: str = Says("Pool", "")
    transports: int = Says("Transports of the pool", 0)
    free: int = Says("Free of them", 0)
    access: bool = Says("The port has access to it", False, told=False)
    fits: tuple[str, ...] = Says("Pools of the port", (), told=False)


def draw_of(view: View, side: Side, port: Port, key: str, but: str = "") -> Draw:
    """A pool as it is drawn on. key: of one of its rows; but: an order that is not counted among its users."""
    pools = pools_of(view, side, but)
    pool = next((one for one in pools if one.has(key)), None)
    about = {"pool": pool.name, "transports": pool.transports, "free": pool.free} if pool else {}
    return Draw(
        port=port.name,
        friendly=port.owner.value == side.value,
        access=pool is not None and reaches(view, side, port, pool),
        fits=tuple(one.name for one in pools if reaches(view, side, port, one)),
        **about,
    )


def why_not_draw(draw: Draw, wanted: int) -> Iterator[Refusal]:
    """At a friendly port with access, as many as are free. No port limits how many (PG.6.2.4)."""
    if not draw.friendly:
        yield Refusal(f"{draw.port} is not yours: transports are drawn at a friendly port.", POOLS)
    if not draw.access:
        way_out = f"choose {' or '.join(draw.fits)}" if draw.fits else "embark somewhere else"
        which = f"has no access to the pool {draw.pool}" if draw.pool else "draws on a pool"
        yield Refusal(f"{draw.port} {which}: {way_out}.", POOLS)
    if draw.pool and wanted > draw.free:
        needs = f"{counted(wanted, 'transport')} {'is' if wanted == 1 else 'are'} needed"
        has = f"{draw.free} of {draw.transports} of the pool {draw.pool} {'is' if draw.free == 1 else 'are'} free"
        yield Refusal(f"{needs}, and {has}: send less, or free some of another order.", POOLS)


def may_draw(draw: Draw, wanted: int) -> Iterator[Condition]:
    """The same as conditions of an order."""
    for refusal in why_not_draw(draw, wanted):
        yield Condition("Transports", False, refusal.reason.rstrip("."), refusal.rule)


# --- missions that end in another pool


def water_at(view: View, map_: str, square: str) -> str:
    """The water of a square of a map: one that lists it, else the water of the other squares."""
    return ways.waters(view, map_).get(square, ways.public(view).row(Map, map_).water)


def other_water(view: View, side: Side, pool: Together, waters: Sequence[str]) -> str:
    """The first of these waters that is another pool (PG.6.2.6); '' where there is none."""
    if pool.pools[0].nation is Nation.RUSSIA:
        return ""
    known = roots(view, side)
    own = {known.get(one.water) for one in pool.pools}
    return next((water for water in waters if known.get(water) not in own), "")
