"""Orders of a turn, written in secret (PG.6.3), and the ground units that an invasion lands (PG.6.3.6)."""

from __future__ import annotations

from navalassist.engine.rows import Roster, Row, Says
from navalassist.engine.shapes import Key
from navalassist.systems.theatre.state.words import (
    DUE,
    PLACE_WORDS,
    LandingOption,
    MaybeKey,
    Mission,
    Name,
    Nation,
    Place,
    Progress,
    Reason,
    Side,
    SquareName,
    Squares,
    TurnKey,
)


class Order(Row, kind="pg-order", noun="order", tagged=True):
    """An order of a side for one of its groups, or for an air unit: its secret until both books are opened.

    staging: the port (`pg-port:mako`) or island (`D2`) where units gather first, route_there: the way to it; route: the
    way from there, square by square, from its port where there is none; zones: then over sea zones, to the last of
    them; target: the square in which it patrols, lands or flies; returns: the port in which it ends; transports, pool:
    what it draws; escorts: the convoy that it guards, from the staging place on; supplies, loose, oil: what a convoy
    carries beside ground units; trade: the merchant route that it is on; progress, attacked: what came of it in
    Operations; stays: its transports stay there (PG.6.2.6); joins: the order with which it goes on from there;
    because: why it is given although the book forbids it.
    """

    side: Side = Says("Side")
    turn: TurnKey = Says("Turn", told=False)
    number: int = Says("Number", 1, ge=1, le=99)
    mission: Mission = Says("Mission", inline=1)
    group: MaybeKey = Says("Group", "", of="pg-group", inline=2)
    air: MaybeKey = Says("Air unit", "", of="pg-air", only_if=True, inline=3)
    escorts: MaybeKey = Says("Convoy that it guards", "", of="pg-group", only_if=True, short="guards", inline=4)
    start: Place = Says("From", "", places=True, short="from", inline=5)
    staging: Place = Says("Staging area", "", places=True, only_if=True, short="staging area", inline=6)
    route_there: Squares = Says("Route to the staging area", "", only_if=True, short="way there", inline=7)
    route: Squares = Says("Route", "", short="route", inline=8)
    zones: Squares = Says("Way over sea zones", "", only_if=True, short="sea zones", inline=9)
    target: SquareName = Says("Square", "", only_if=True, short="square", inline=10)
    returns: Place = Says("Returns to", "", places=True, only_if=True, short="returns to", inline=11)
    joins: MaybeKey = Says("Joins the patrol", "", of="pg-order", only_if=True, short="joins", inline=12)
    transports: int = Says("Transports", 0, ge=0, le=99, only_if=True, inline=13)
    pool: MaybeKey = Says("Pool", "", of="pg-pool", only_if=True, short="pool", inline=14)
    stays: bool = Says("Its transports stay", False, only_if=True, inline=15)
    supplies: int = Says("Supplies and units of the reserve", 0, ge=0, le=99, only_if=True, inline=16)
    loose: int = Says("Ground transports by themselves", 0, ge=0, le=99, only_if=True, inline=17)
    oil: bool = Says("Carries oil", False, only_if=True, inline=18)
    trade: MaybeKey = Says("Merchant route", "", of="pg-trade", only_if=True, short="on", inline=18)
    progress: Progress = Says("How far it is", Progress.ORDERED, log="{} is", inline=19)
    attacked: bool = Says("It was attacked", False, log="{} was attacked", only_if=True, inline=20)
    because: Reason = Says("Against the book, because", "", only_if=True, short="against the book, because", inline=21)

    @property
    def title(self) -> str:
        """`order 2, patrol`"""
        return f"order {self.number}, {self.mission.label}"


class Troop(
    Row,
    kind="pg-troop",
    noun="ground unit",
    tagged=True,
    roster=Roster(
        ("name", "side", "nation", "strength", "craft", "special", "division", "garrison", "place"),
        own=("name", "side", "place"),
    ),
):
    """A ground unit that may be shipped. craft: landing craft are assigned; special: SNLF or RMCo, with its own.

    division: which it belongs to, '' for one by itself; garrison: of an island (PG.6.5.3.1); place: the port in whose
    territory it is, `due` for one in reserve (PG.6.3.6.2).
    """

    side: Side = Says("Side")
    name: Name = Says("Name", short="name")
    nation: Nation = Says("Nation", Nation.OTHER, inline=1)
    strength: int = Says("Strength", 10, ge=0, le=15, inline=3)
    craft: bool = Says("Landing craft", False, inline=4)
    special: bool = Says("SNLF or RMCo", False, inline=5)
    division: Name = Says("Division", "", only_if=True, short="of the", inline=6)
    garrison: bool = Says("Garrison of an island", False, only_if=True, inline=7)
    place: Place = Says(
        "Where it is",
        DUE,
        short="place",
        log="Place of {}",
        places=True,
        words={**PLACE_WORDS, DUE: "in reserve"},
        inline=2,
    )


class Landing(Row, kind="pg-landing", noun="unit that is shipped", several="Units that are shipped"):
    """A ground unit of an invasion or a convoy, and how it lands: part of the order book."""

    side: Side = Says("Side")
    turn: TurnKey = Says("Turn", told=False)
    order: Key = Says("Order", of="pg-order")
    troop: Key = Says("Ground unit", of="pg-troop")
    option: LandingOption = Says("How it lands", LandingOption.FULL, inline=1)
