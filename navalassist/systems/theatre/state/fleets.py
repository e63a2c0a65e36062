"""What sails and flies in a theatre campaign: naval units with their types, groups, air units; pools of transports."""

from __future__ import annotations

from navalassist.engine.rows import Roster, Row, Says
from navalassist.engine.shapes import Key
from navalassist.systems.theatre.state.words import (
    DUE,
    PLACE_WORDS,
    AirType,
    GroupKind,
    MaybeKey,
    Mission,
    Name,
    Nation,
    Place,
    Side,
    Squares,
    Status,
    UnitType,
)

MILES_OF_A_PATROL, MILES_OF_ENDURANCE = 1800, 600
SHEET = ("search", "intercept", "speed", "miles")
FLAGS = ("capital", "hunts", "spots_boats", "patrols", "zone", "by_land")


class Reaching:
    """What has an endurance in miles."""

    miles: int

    @property
    def patrol_range(self) -> int:
        """Ranges out and home while it fights: one for each whole 1,800 miles (PG.6.3.1)."""
        return self.miles // MILES_OF_A_PATROL

    @property
    def endurance(self) -> int:
        """Ranges to another base, or with a convoy: one for each whole 600 miles (PG.6.3.2)."""
        return self.miles // MILES_OF_ENDURANCE


class Type(Row, kind="pg-type", noun="type of unit", several="Types of units",
           roster=Roster(("name", *SHEET, "air", *FLAGS))):  # fmt: skip
    """What a type of naval unit can do, by its key (`bb`); its numbers stand in a new unit until its sheet is entered.

    capital: a port counts it whole, and not as half (R-203); hunts: it attacks submarines; spots_boats: it sees
    flotillas; patrols: it may be sent on patrol; zone: hexes that two such units keep between them in the set-up of a
    battle; by_land: it may go from port to port overland.
    """

    name: Name = Says("Type")
    search: int = Says("Search", 0, ge=0, le=20, inline=1)
    intercept: int = Says("Interception", 0, ge=0, le=20, inline=2)
    speed: int = Says("Speed", 1, ge=0, le=20, inline=3)
    miles: int = Says("Endurance in miles", 0, ge=0, le=99999, inline=4)
    air: int = Says("Air units it holds", 0, ge=0, le=3, inline=5)
    capital: bool = Says("Capital ship", True, inline=6)
    hunts: bool = Says("Attacks submarines", False, inline=7)
    spots_boats: bool = Says("Spots submarines", False, inline=8)
    patrols: bool = Says("May patrol", True, inline=9)
    zone: int = Says("Hexes kept free", 0, ge=0, le=3, inline=10)
    by_land: bool = Says("Moves overland", False, inline=11)


class Unit(
    Reaching, Row, kind="pg-unit", noun="naval unit", tagged=True,
    roster=Roster(
        ("name", "side", "nation", "type", *SHEET, "air", "strength", "experience", "leader", "status", "place"),
        by="type",
        own=("name", "side", "nation", "strength", "experience", "leader", "status", "place"),
    ),
):  # fmt: skip
    """A naval unit: two ships, or three small ones (PG.6.1). place: its port; group: the one that it belongs to.

    strength: 10 is whole; of one that is built how far it is, up to 12 (PG.6.5.4.4); leader: of a CAA (PG.6.1.1).
    """

    side: Side = Says("Side")
    name: Name = Says("Name", short="name")
    nation: Nation = Says("Nation", inline=2)
    type: UnitType = Says("Type", inline=1)
    search: int = Says("Search", 0, ge=0, le=20, inline=9)
    intercept: int = Says("Interception", 0, ge=0, le=20, inline=10)
    speed: int = Says("Speed", 1, ge=0, le=20, inline=11)
    miles: int = Says("Endurance in miles", 0, ge=0, le=99999, inline=12)
    air: int = Says("Air units it holds", 0, ge=0, le=3, inline=13)
    strength: int = Says("Strength", 10, ge=0, le=12, log="Strength of {}", inline=6)
    experience: int = Says("Experience", 0, ge=0, le=999, log="Experience of {}", inline=7)
    leader: Name = Says("Leader", "", log="Leader of {}", inline=8)
    status: Status = Says("How it stands", Status.READY, log="{} is", inline=3)
    place: Place = Says("Where it is", DUE, short="place", log="Place of {}", places=True, words=PLACE_WORDS, inline=4)
    group: MaybeKey = Says("Group", "", log="Group of {}", of="pg-group", inline=5)


class AirUnit(
    Row, kind="pg-air", noun="air unit", tagged=True,
    roster=Roster(
        ("name", "side", "nation", "type", "asw", "search", "range", "strength", "experience", "ready", "base"),
        by="type",
        own=("name", "side", "nation", "base"),
    ),
):  # fmt: skip
    """An air unit. base: a port, or the carrier that holds it (`pg-unit:ryujo`); asw: it can attack submarines."""

    side: Side = Says("Side")
    name: Name = Says("Name", short="name")
    nation: Nation = Says("Nation", inline=2)
    type: AirType = Says("Type", AirType.OTHER, inline=1)
    asw: bool = Says("Attacks submarines", False, inline=4)
    search: int = Says("Search", 0, ge=0, le=20, inline=5)
    range: int = Says("Range in squares", 0, ge=0, le=60, inline=6)
    strength: int = Says("Strength", 10, ge=0, le=10, log="Strength of {}", inline=8)
    experience: int = Says("Experience", 0, ge=0, le=999, log="Experience of {}", inline=9)
    ready: bool = Says("Ready", True, inline=7)
    base: Place = Says("Base", DUE, log="Base of {}", places=True, words=PLACE_WORDS, short="base", inline=3)


class Group(Row, kind="pg-group", noun="group", tagged=True):
    """Naval units, or transports, that act together (PG.6.1.3 to 6.1.6). place: the port in which it lies.

    transports: of a convoy; pool: the one from which they are drawn; route, zones: the way that was drawn for it last,
    squares and then sea zones; purpose: what for, which says which range holds.
    """

    side: Side = Says("Side")
    number: int = Says("Number", ge=1, le=99)
    kind: GroupKind = Says("Kind")
    name: Name = Says("What it is called", "", only_if=True, inline=1)
    nation: Nation = Says("Nation", Nation.OTHER, inline=3)
    place: Place = Says("Port", log="Port of {}", places=True, short="port", inline=2)
    transports: int = Says("Transports", 0, ge=0, le=99, inline=4)
    pool: MaybeKey = Says("Pool", "", of="pg-pool", only_if=True, short="pool", inline=5)
    purpose: Mission = Says("What its route is for", Mission.PATROL, log="Purpose of {}", inline=6)
    route: Squares = Says("Its route", "", log="Route of {}", only_if=True, inline=7)
    zones: Squares = Says("Its way over sea zones", "", log="Way of {} over sea zones", only_if=True, inline=8)

    @property
    def plain(self) -> str:
        """`Axis task force 2`"""
        return f"{self.side.label} {self.kind.label} {self.number}"

    @property
    def title(self) -> str:
        """`Axis task force 2 (Cover)`"""
        return self.plain + (f" ({self.name})" if self.name else "")


class Pool(
    Row, kind="pg-pool", noun="pool of transports", several="Pools of transports", tagged=True,
    roster=Roster(("name", "side", "nation", "water", "transports"), own=("name", "side", "nation", "water")),
):  # fmt: skip
    """Transports of a nation in a water (PG.6.2.1), those in use among them: what orders draw is counted from these."""

    side: Side = Says("Side")
    name: Name = Says("Name")
    nation: Nation = Says("Nation", inline=1)
    water: Key = Says("Water", of="pg-water", short="water", inline=2)
    transports: int = Says("Transports", 0, ge=0, le=999, log="Transports of {}", inline=3)
