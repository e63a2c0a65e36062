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


class Type(Row, kind="pg-type", noun="type of unit", several="Types of units",
           roster=Roster(("name", *SHEET, "air", *FLAGS))):  # fmt: skip
    """What a type of naval unit can do, by its key (`bb`); its numbers stand in a new unit until its sheet is entered.

    capital: a port counts it whole, and not as half (R-203); hunts: it attacks submarines; spots_boats: it sees
    flotillas; patrols: it may be sent on patrol; zone: hexes that two such units keep between them in the set-up of a
    battle; by_land: it may go from port to port overland.
    """

    name: Name = Says("Type")
    search: int = Says("Search", 0, ge=0, le=20)
    intercept: int = Says("Interception", 0, ge=0, le=20)
    speed: int = Says("Speed", 1, ge=0, le=20)
    miles: int = Says("Endurance in miles", 0, ge=0, le=99999)
    air: int = Says("Air units it holds", 0, ge=0, le=3)
    capital: bool = Says("Capital ship", True)
    hunts: bool = Says("Attacks submarines", False)
    spots_boats: bool = Says("Spots submarines", False)
    patrols: bool = Says("May patrol", True)
    zone: int = Says("Hexes kept free", 0, ge=0, le=3)
    by_land: bool = Says("Moves overland", False)


class Unit(
    Row,
    kind="pg-unit",
    noun="naval unit",
    tagged=True,
    roster=Roster(
        ("name", "side", "nation", "type", *SHEET, "air", "strength", "experience", "leader", "status", "place"),
        by="type",
        own=("name", "side", "nation", "strength", "experience", "leader", "status", "place"),
    ),
):
    """A naval unit: two ships, or three small ones (PG.6.1). place: its port; group: the one that it belongs to.

    strength: 10 is whole; of one that is built how far it is, up to 12 (PG.6.5.4.4); leader: of a CAA (PG.6.1.1).
    """

    side: Side = Says("Side")
    name: Name = Says("Name", short="name")
    nation: Nation = Says("Nation")
    type: UnitType = Says("Type")
    search: int = Says("Search", 0, ge=0, le=20)
    intercept: int = Says("Interception", 0, ge=0, le=20)
    speed: int = Says("Speed", 1, ge=0, le=20)
    miles: int = Says("Endurance in miles", 0, ge=0, le=99999)
    air: int = Says("Air units it holds", 0, ge=0, le=3)
    strength: int = Says("Strength", 10, ge=0, le=12, log="Strength of {}")
    experience: int = Says("Experience", 0, ge=0, le=999, log="Experience of {}")
    leader: Name = Says("Leader", "", log="Leader of {}")
    status: Status = Says("How it stands", Status.READY, log="{} is")
    place: Place = Says("Where it is", DUE, log="Place of {}", places=True, words=PLACE_WORDS)
    group: MaybeKey = Says("Group", "", log="Group of {}", of="pg-group")

    @property
    def patrol_range(self) -> int:
        """Ranges out and home while it fights: one for each whole 1,800 miles (PG.6.3.1)."""
        return self.miles // MILES_OF_A_PATROL

    @property
    def endurance(self) -> int:
        """Ranges to another base, or with a convoy: one for each whole 600 miles (PG.6.3.2)."""
        return self.miles // MILES_OF_ENDURANCE


class AirUnit(
    Row,
    kind="pg-air",
    noun="air unit",
    tagged=True,
    roster=Roster(
        ("name", "side", "nation", "type", "asw", "search", "range", "strength", "experience", "ready", "base"),
        by="type",
        own=("name", "side", "nation", "base"),
    ),
):
    """An air unit. base: a port, or the carrier that holds it (`pg-unit:ryujo`); asw: it can attack submarines."""

    side: Side = Says("Side")
    name: Name = Says("Name", short="name")
    nation: Nation = Says("Nation")
    type: AirType = Says("Type", AirType.OTHER)
    asw: bool = Says("Attacks submarines", False)
    search: int = Says("Search", 0, ge=0, le=20)
    range: int = Says("Range in squares", 0, ge=0, le=60)
    strength: int = Says("Strength", 10, ge=0, le=10, log="Strength of {}")
    experience: int = Says("Experience", 0, ge=0, le=999, log="Experience of {}")
    ready: bool = Says("Ready", True)
    base: Place = Says("Base", DUE, log="Base of {}", places=True, words=PLACE_WORDS)


class Group(Row, kind="pg-group", noun="group", tagged=True):
    """Naval units, or transports, that act together (PG.6.1.3 to 6.1.6). place: the port in which it lies.

    transports: of a convoy; pool: the one from which they are drawn; route, zones: the way that was drawn for it last,
    squares and then sea zones; purpose: what for, which says which range holds.
    """

    side: Side = Says("Side")
    number: int = Says("Number", ge=1, le=99)
    kind: GroupKind = Says("Kind")
    name: Name = Says("What it is called", "", only_if=True)
    nation: Nation = Says("Nation", Nation.OTHER)
    place: Place = Says("Port", log="Port of {}", places=True)
    transports: int = Says("Transports", 0, ge=0, le=99)
    pool: MaybeKey = Says("Pool", "", of="pg-pool", only_if=True)
    purpose: Mission = Says("What its route is for", Mission.PATROL, log="Purpose of {}")
    route: Squares = Says("Its route", "", log="Route of {}", only_if=True)
    zones: Squares = Says("Its way over sea zones", "", log="Way of {} over sea zones", only_if=True)


class Pool(
    Row, kind="pg-pool", noun="pool of transports", several="Pools of transports", tagged=True,
    roster=Roster(("name", "side", "nation", "water", "transports"), own=("name", "side", "nation", "water")),
):  # fmt: skip
    """Transports of a nation in a water (PG.6.2.1), those in use among them: what orders draw is counted from these."""

    side: Side = Says("Side")
    name: Name = Says("Name")
    nation: Nation = Says("Nation")
    water: Key = Says("Water", of="pg-water")
    transports: int = Says("Transports", 0, ge=0, le=999, log="Transports of {}")
