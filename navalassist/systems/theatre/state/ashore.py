"""Landings as both sides hear of them, what defends a coast, and the routes of a nation's merchant ships."""

from __future__ import annotations

from navalassist.engine.rows import Roster, Row, Says
from navalassist.engine.shapes import Key
from navalassist.systems.theatre.state.words import (
    GroupKind,
    MaybeKey,
    Name,
    Nation,
    Reacts,
    Side,
    SquareName,
    TurnKey,
)


class Beach(Row, kind="pg-beach", noun="landing", several="Landings"):
    """An invasion whose attack order is given, by the key of its battle: everybody's (PG.6.5.2).

    square, sea: where it lands and from where; group: the kind of its group; by_sea, by_land: ground units that attack.
    """

    side: Side = Says("Who lands")
    turn: TurnKey = Says("Turn", told=False)
    order: Key = Says("Invasion", of="pg-order")
    group: GroupKind = Says("Kind of group", told=False)
    map: MaybeKey = Says("Map", "", of="pg-map")
    square: SquareName = Says("Lands on", short="on", inline=1)
    sea: SquareName = Says("From", short="from", inline=2)
    by_sea: int = Says("Ground units by sea", 0, ge=0, le=99, inline=3)
    by_land: int = Says("Ground units by land", 0, ge=0, le=99, inline=4)

    @property
    def may_bombard(self) -> bool:
        """Whether ships bombard at all: at least half of the attackers come by sea (PG.6.5.2.2)."""
        return self.by_sea >= self.by_land


class Reaction(Row, kind="pg-reaction", noun="reaction"):
    """What a side adds to a landing battle, announced to everybody (PG.6.5.2.3)."""

    battle: Key = Says("Battle", of="pg-battle")
    side: Side = Says("Side", inline=1)
    kind: Reacts = Says("What it is", inline=2)
    name: Name = Says("What it is called")


class Defence(
    Row, kind="pg-defence", noun="line of fixed defences", several="Fixed defences",
    roster=Roster(("name", "map", "square", "lines", "guns", "aa"), own=("name", "square")),
):  # fmt: skip
    """What is built on a square of land (PG.6.5.2.4). lines: fortified ones; guns, aa: fixed units."""

    name: Name = Says("Where")
    map: Key = Says("Map", of="pg-map")
    square: SquareName = Says("Square", inline=1)
    lines: bool = Says("Fortified lines", False, inline=2)
    guns: int = Says("Fixed coast guns", 0, ge=0, le=99, inline=3)
    aa: int = Says("Fixed anti-aircraft guns", 0, ge=0, le=99, inline=4)


class Trade(
    Row, kind="pg-trade", noun="merchant route", several="Merchant routes",
    roster=Roster(("name", "nation", "rank", "transports")),
):  # fmt: skip
    """A route of a nation's trade (PG.6.4.1.1). rank: 1 is filled first; transports: that its economy needs on it."""

    name: Name = Says("Route")
    nation: Nation = Says("Nation", inline=1)
    rank: int = Says("Order of importance", 1, ge=1, le=99, help="1 is filled first.", short="rank", inline=2)
    transports: int = Says("Transports that it needs", 1, ge=1, le=99, inline=3)


class Shipping(Row, kind="pg-shipping", noun="account of shipping", several="Accounts of shipping"):
    """What losses of merchant shipping have cost a side, by its key (PG.6.5.1.6): everybody's."""

    cost: int = Says("Production points lost", 0, ge=0, le=99999, log="Production points lost with shipping of {}")
