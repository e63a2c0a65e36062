"""The maps of a theatre campaign: squares, waters, straits; sea zones and canals off the map; ports.

What lies where is the players' to enter (C23 to C25): a new campaign brings stand-ins, and lists that correct them.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from navalassist.engine.rows import Roster, Row, Says
from navalassist.engine.shapes import Key
from navalassist.systems.theatre.state.words import Ground, MaybeKey, Name, Nation, Owner, Size, SquareName, Squares

Keys = Annotated[tuple[Key, ...], Field(max_length=40)]
ELSEWHERE = "Of a port off the maps; for others the list of fixed defences has them."
ANY_NATION = {"": "any", **{nation.value: nation.label for nation in Nation}}


class Map(Row, kind="pg-map", noun="map", roster=Roster(("name", "across", "down", "range", "harder", "water"))):
    """A map of squares: `europe` or `far-east`. harder: search and interception reach one square less on it."""

    name: Name = Says("Name")
    across: int = Says("Squares across", ge=1, le=60, inline=1)
    down: int = Says("Squares down", ge=1, le=60, inline=2)
    range: int = Says("Squares of a range", ge=1, le=20, help="10 in Europe, 5 in the Far East (PG.6.3.1).", inline=3)
    harder: bool = Says("Search and interception −1", False, inline=4)
    water: MaybeKey = Says(
        "Water of its other squares", "", of="pg-water", short="water of its other squares", inline=5
    )


class Water(Row, kind="pg-water", noun="water", roster=Roster(("name", "map", "squares", "joins", "gates"))):
    """A water of which transports are one pool (PG.6.2). squares: its rectangles on its map, `A1:D12 E7`.

    joins: the water whose pool it is part of while whoever asks holds one of the gates (PG.6.2.2).
    """

    name: Name = Says("Name")
    map: MaybeKey = Says("Map", "", of="pg-map", short="map", inline=1)
    squares: Squares = Says(
        "Its squares", "", help="Corners of rectangles, as in A1:D12 E7.", short="squares", inline=2
    )
    joins: MaybeKey = Says("Joins", "", of="pg-water", short="joins", inline=3)
    gates: Keys = Says("Through", (), of="pg-port", inline=4)


class Square(Row, kind="pg-square", noun="square", roster=Roster(("name", "map", "ground", "called", "holder"))):
    """A square that is not open sea. holder: whose its land is, where no port in it says so."""

    name: SquareName = Says("Square")
    map: Key = Says("Map", of="pg-map")
    ground: Ground = Says("What it is", inline=1)
    called: Name = Says("Called", "", inline=2)
    holder: Owner = Says("Held by", Owner.NEUTRAL, history=True, log="Holder of {}", short="held by", inline=3)


class Strait(
    Row, kind="pg-strait", noun="strait", roster=Roster(("name", "map", "one", "other", "shores", "both", "nation"))
):
    """A strait between two squares that touch (PG.6.4.1). shores: squares of land beside it.

    both: whoever passes holds all of its shores, not one of them (R-206).
    """

    name: Name = Says("Name")
    map: Key = Says("Map", of="pg-map")
    one: SquareName = Says("From", short="from", inline=1)
    other: SquareName = Says("To", short="to", inline=2)
    shores: Squares = Says("Shores", "", help="Squares of land, as in D4 E4.", short="shores", inline=3)
    both: bool = Says("Needs both shores", False, inline=4)
    nation: Name = Says("Nation", "", words=ANY_NATION, inline=5)


class Zone(Row, kind="pg-zone", noun="sea zone", roster=Roster(("name", "water", "size", "beside", "map", "edges"))):
    """A sea zone off the maps, 1 or 2 ranges wide (PG.6.3.1). edges: squares of its map from which it is entered."""

    name: Name = Says("Name")
    water: Key = Says("Water", of="pg-water", short="water", inline=1)
    size: int = Says("Ranges", 1, ge=1, le=2, inline=2)
    beside: Keys = Says("Beside", (), of="pg-zone", inline=3)
    map: MaybeKey = Says("Map", "", of="pg-map")
    edges: Squares = Says(
        "Entered from", "", help="Squares at the edge of the map, as in T1:T24.", short="entered from", inline=4
    )
    warm: bool = Says("In summer and fall alone", False, inline=5)


class Canal(Row, kind="pg-canal", noun="canal", roster=Roster(("name", "between", "gates", "nation", "warm", "units"))):
    """A canal or narrow way between sea zones (PG.6.2.2). gates: ports, of which whoever passes owns one.

    warm: open in summer and fall alone; units: naval units alone pass, no transports (PG.6.2.3.3).
    """

    name: Name = Says("Name")
    between: Keys = Says("Between", (), of="pg-zone", inline=1)
    gates: Keys = Says("Ports that control it", (), of="pg-port", inline=2)
    nation: Name = Says("Nation", "", words=ANY_NATION, inline=3)
    warm: bool = Says("In summer and fall alone", False, inline=4)
    units: bool = Says("Naval units alone", False, inline=5)


class Port(
    Row, kind="pg-port", noun="port", set_up=True, asked=True,
    roster=Roster(
        ("name", "owner", "size", "map", "square", "zone", "sides", "front", "pools", "beaches", "yard", "factories",
         "refineries", "guns", "flak"),
        own=("name", "square", "sides"),
    ),
):  # fmt: skip
    """A port, which is the land square that it lies in (PG.6.1.2.1).

    sides: the sea squares from which alone it is reached, '' for all beside it; front: the water from which alone;
    pools: whose transports it draws on (PG.6.2.1); beaches: squares beside from which it may be invaded all the same.
    """

    name: Name = Says("Name")
    owner: Owner = Says("Whose it is", history=True, log="Owner of {}", inline=1)
    size: Size = Says("Size", Size.MINOR, inline=2)
    map: MaybeKey = Says("Map", "", of="pg-map")
    square: SquareName = Says("Square", "", inline=3)
    zone: MaybeKey = Says(
        "Sea zone beside it", "", of="pg-zone", help="Of a port that lies off the maps.", short="beside", inline=4
    )
    sides: Squares = Says(
        "Reached from", "", help="Sea squares, as in E7; nothing: from all beside it.", short="reached from", inline=5
    )
    front: MaybeKey = Says("Reached from one water alone", "", of="pg-water", short="from the", inline=6)
    pools: Keys = Says("Pools", (), of="pg-water", inline=7)
    beaches: Squares = Says(
        "May be invaded from", "", help="Sea squares beside those from which it is reached.", short="invaded from",
        inline=8,
    )  # fmt: skip
    yard: int = Says("Shipyard", 0, ge=0, le=9999, help="Its capacity; 0: none.", inline=9)
    yard_damage: int = Says("Damage of its yard", 0, ge=0, le=19998, inline=10)
    factories: int = Says("Factories", 0, ge=0, le=99, inline=11)
    refineries: int = Says("Refineries", 0, ge=0, le=99, inline=12)
    guns: int = Says("Fixed coast guns", 0, ge=0, le=99, help=ELSEWHERE, only_if=True, inline=13)
    flak: int = Says("Fixed anti-aircraft guns", 0, ge=0, le=99, help=ELSEWHERE, only_if=True, inline=14)
