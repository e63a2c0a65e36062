"""What a Supermarina campaign keeps: each kind of thing once, with its fields, and the words for what they may hold.

A marker at sea is public, and all that sails under it is its side's secret.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import StringConstraints

from navalassist.engine.rows import Roster, Row, Says
from navalassist.engine.shapes import Boxes, OneOfTwo, Worded

Name = Annotated[str, StringConstraints(max_length=80)]
Text = Annotated[str, StringConstraints(max_length=200)]
# A hex as its sheet prints it, `18A:0407`; '' where nobody has entered it.
HexName = Annotated[str, StringConstraints(pattern=r"^((WW)?[0-9]{1,2}[A-Z]?:[0-9]{4})?$", max_length=10)]
# `sm-port:malta`, `force:axis-1`; of a ship or a transport also what PLACE_WORDS has.
Place = Annotated[str, StringConstraints(max_length=100)]
MaybeKey = Annotated[str, StringConstraints(pattern=r"^([A-Za-z0-9][A-Za-z0-9_-]*)?$", max_length=80)]
MaybeTurn = Annotated[str, StringConstraints(pattern=r"^(19[0-9][0-9]-(0[1-9]|1[0-2])-[12])?$", max_length=10)]
# Places beside ports and task forces: not in play yet, sunk.
DUE, SUNK = "due", "sunk"
# Of fuel that was landed: it is points of the port (SM.10.A.3).
STORED = "stored"
PLACE_WORDS = {DUE: "not in play", SUNK: "sunk"}
LOT_WORDS = {**PLACE_WORDS, SUNK: "lost", STORED: "in the fuel store"}
# A transport sinks with so many gun or bomb hits, or flotation hits (SM.2.D); its class of protection.
TRANSPORT_GUN_HITS, TRANSPORT_FLOTATION_HITS, TRANSPORT_PROTECTION = 3, 2, 3


class Side(OneOfTwo):
    """Who fights."""

    AXIS = "axis", "Axis"
    ALLIED = "allied", "Allied"


class Nation(Worded):
    """Whose a ship is, as far as a rule asks for it (Italian) or a player has to read it."""

    ITALIAN = "italian", "Italian"
    GERMAN = "german", "German"
    BRITISH = "british", "British"
    FRENCH = "french", "French"
    GREEK = "greek", "Greek"
    DUTCH = "dutch", "Dutch"
    POLISH = "polish", "Polish"
    US = "us", "US"
    OTHER = "other", "Other"


class ShipType(Worded):
    """What a ship is, as its counter prints it."""

    BB = "bb", "BB"
    BC = "bc", "BC"
    CV = "cv", "CV"
    CA = "ca", "CA"
    CL = "cl", "CL"
    CLA = "cla", "CLA"
    DD = "dd", "DD"
    DE = "de", "DE"
    TB = "tb", "TB"
    MTB = "mtb", "MTB"

    @property
    def is_squadron(self) -> bool:
        """True for what is smaller than a destroyer: those are squadrons, not single ships (SM.2.A)."""
        return self in (ShipType.TB, ShipType.MTB)


class Guns(Worded):
    """A class of guns, each with its own boxes and its own gunnery table (SM.6.D)."""

    PRIMARY = "primary"
    INTERMEDIATE = "intermediate"
    SECONDARY = "secondary"


class Armed:
    """What has boxes for each class of guns: `primary`, `intermediate`, `secondary`."""

    def boxes(self, guns: Guns) -> tuple[int, ...]:
        """The boxes of a class of guns."""
        found: tuple[int, ...] = getattr(self, guns.value)
        return found


class Mission(Worded):
    """What a warship is there for (SM.4.A)."""

    SEA_CONTROL = "sea-control", "sea control"
    ESCORT = "escort"


class Region(Worded):
    """Where a port lies, as far as a rule asks for it (SM.10.A, SM.11)."""

    ITALY = "italy", "Italy"
    EGYPT = "egypt", "Egypt"
    GIBRALTAR = "gibraltar", "Gibraltar"
    MALTA = "malta", "Malta"
    ALBANIA = "albania", "Albania"
    LIBYA = "libya", "Libya"
    TUNISIA = "tunisia", "Tunisia"
    GREECE = "greece", "Greece"
    CRETE = "crete", "Crete"
    RHODES = "rhodes", "Rhodes"
    OTHER = "other"


# Ports that draw on the Italian pool, and those that are always full (SM.10.A).
POOLED = (Region.ITALY,)
ALWAYS_FULL = (Region.GIBRALTAR, Region.EGYPT)


class CargoKind(Worded):
    """What a lot of cargo is. Ground units pay MPs for the voyage as they are motorised or not (SM.4.C.1)."""

    UNIT = "unit", "ground unit"
    MOTORISED = "motorised", "combat or motorised unit"
    SUPPLIES = "supplies"
    FUEL = "fuel"
    REPLACEMENTS = "replacements", "replacement points"
    OTHER = "other", "other cargo"


class Port(
    Row,
    kind="sm-port",
    noun="port",
    set_up=True,
    asked=True,
    roster=Roster(
        ("name", "owner", "region", "hex", "cargo", "fuel", "aa", "land_aa", "repair", "captured", "stock"),
        own=("name", "hex"),
    ),
):
    """A port, with what the Port Information Chart says of it (SM.1.D).

    A value of 0 is one that nobody has entered: then no limit is known.
    """

    name: Name = Says("Name")
    owner: Side = Says("Whose it is", history=True, log="Owner of {}")
    nation: Nation = Says("Country", Nation.OTHER)
    region: Region = Says("Region", Region.OTHER, help="Italy is its mainland and Sicily.")
    hex: HexName = Says("Hex", "")
    cargo: int = Says("Cargo", 0, ge=0, le=99, help="REs landed and shipped in a player turn; 0: not entered.")
    fuel: int = Says("Fuel", 0, ge=0, le=999, help="Fuel points given in a segment; 0: not entered.")
    aa: int = Says("Heavy AA", 0, ge=0, le=99)
    repair: int = Says("Repair", 0, ge=0, le=99, help="Hits under repair at a time.")
    land_aa: bool = Says("Land AA", False, help="AA counters of the land game defend it: its own heavy AA stays out.")
    captured: bool = Says("Captured", False, help="It repairs no more. Ticked by itself as its owner changes.")
    stock: int = Says("Supplies", 0, ge=0, le=15, help="Malta's store of supply points.", log="Supplies of {}")
    hungry: int = Says("Turns out of supply", 0, ge=0, le=99, help="Malta's.", log="Turns {} is out of supply")

    @property
    def works_on(self) -> int:
        """Hits that it works on at a time: none, for either side, once it was captured (SM.1.D.6.r)."""
        return 0 if self.captured else self.repair


class Minefield(
    Row,
    kind="sm-minefield",
    noun="minefield",
    set_up=True,
    roster=Roster(("name", "hex", "owner", "condition", "active"), own=("name", "hex")),
):
    """A mined hex, which everybody sees (SM.7.A). condition: what its owner must do or hold for it to be kept."""

    name: Name = Says("Name", help="Such as Off Malta.")
    hex: HexName = Says("Hex", help="As its sheet prints it, such as 18A:0407.")
    owner: Side = Says("Whose it is")
    condition: Text = Says("Kept as long as", "", help="As the scenario says it.")
    active: bool = Says("Lies there", True, help="Not ticked: its condition has ended.", log="{} lies there")


class SearchSite(Row, kind="search-site", noun="airbase", roster=Roster(("name", "side", "hex"), own=("name", "hex"))):
    """A port or airbase with aircraft that search the sea: its side's secret, and so is that there is one."""

    side: Side = Says("Side")
    name: Name = Says("Name", short="name", help="Such as Malta, 69 Squadron.")
    hex: HexName = Says("Hex", "", help="As its sheet prints it, such as 18A:0407.")


class Force(Row, kind="force", noun="task force", tagged=True):
    """The marker of a task force (SM.1.B): everybody sees its number, its side and where it is.

    began: where it was at the start of its side's movement step; spent: MPs spent in it; scattered: it has scattered,
    and reforms (SM.6.A.2): the step in which it did, as `turn.stamp` has it; mined: it has entered a minefield, and
    nobody has rolled for that yet (SM.7.B).
    """

    side: Side = Says("Side")
    number: int = Says("Number", ge=1, le=99)
    hex: HexName = Says("Where it is", "", log="Where {} is")
    began: HexName = Says("Where it began the movement step", "", told=False)
    spent: int = Says("MPs spent", 0, ge=0, le=99, log="MPs spent by {}")
    scattered: Name = Says("When it scattered", "", log="When {} scattered")
    mined: bool = Says("Rolls for mines", False, only_if=True, log="{} rolls for mines")


class Ship(
    Armed,
    Row,
    kind="ship",
    tagged=True,
    roster=Roster(
        (
            *("name", "side", "nation", "type", "protection", "primary", "intermediate", "secondary"),
            *("flotation", "torpedoes", "fuel", "aa", "aircraft", "searcher", "place", "arrives"),
        ),
        by="type",
        own=("name", "side", "nation", "place", "arrives"),
    ),
):
    """A warship, or a squadron of small ones (SM.2.A), with its hit record sheet.

    flotation: its boxes hold its speed in MPs. gun_hits, flotation_hits: how many boxes are gone; torpedoes, fuel: how
    many boxes it has; ammunition: that of its primary and intermediate guns is not spent (SM.8.A.2); arrives: the turn
    from which it may come into play (SM.2.A); came: the step in which it came into port, as `turn.stamp` has it; idle:
    the turn until which it does not sail, since it had run out of fuel (SM.8.A.1.out).
    """

    side: Side = Says("Side")
    name: Name = Says("Name", short="name")
    nation: Nation = Says("Nation")
    type: ShipType = Says("Type")
    protection: int = Says("Class of protection", ge=1, le=6)
    primary: Boxes = Says("Primary guns", ())
    intermediate: Boxes = Says("Intermediate guns", ())
    secondary: Boxes = Says("Secondary guns", ())
    flotation: Boxes = Says("Flotation", help="Boxes with the speed in MPs, as in 36 24 12.")
    torpedoes: int = Says("Torpedo boxes", 0, ge=0, le=20)
    fuel: int = Says("Fuel boxes", 0, ge=0, le=40)
    aa: int = Says("Light AA", 0, ge=0, le=99)
    aircraft: int = Says("Air units it holds", 0, ge=0, le=20)
    searcher: bool = Says("Has the S", False)
    place: Place = Says("Where it is", DUE, log="Place of {}", places=True, words=PLACE_WORDS)
    arrives: MaybeTurn = Says(
        "Turn in which it arrives", "", help="As in 1941-04-1; nothing: whenever its owner likes."
    )
    came: Name = Says("When it came into port", "", told=False)
    mission: Mission = Says("Mission", Mission.SEA_CONTROL, log="Mission of {}")
    gun_hits: int = Says("Gun hits", 0, ge=0, le=60, log="Gun hits on {}")
    flotation_hits: int = Says("Flotation hits", 0, ge=0, le=20, log="Flotation hits on {}")
    torpedoes_used: int = Says("Torpedo boxes used", 0, ge=0, le=20, log="Torpedo boxes used by {}")
    fuel_used: int = Says("Fuel boxes used", 0, ge=0, le=40, log="Fuel boxes used by {}")
    ammunition: bool = Says("Has ammunition", True, log="Ammunition of {}")
    idle: MaybeTurn = Says("Out of action until", "", log="{} out of action until")

    @property
    def dry(self) -> bool:
        """True where its last fuel box is checked off (SM.8.A.1.out)."""
        return 0 < self.fuel <= self.fuel_used

    @property
    def asw_halves(self) -> int:
        """Its ASW points in halves: a DD, DE or TB has 1 point, an Italian one half (SM.1.C)."""
        hunts = self.type in (ShipType.DD, ShipType.DE, ShipType.TB)
        return (1 if self.nation is Nation.ITALIAN else 2) if hunts else 0

    @property
    def speed(self) -> int:
        """Its speed in MPs, from its first flotation box that is left; 0 for one that is sunk."""
        return in_force(self.flotation, self.flotation_hits)


class Lot(Row, kind="cargo", noun="cargo", several="Cargo", tagged=True):
    """A lot of cargo that sails as one: several transports may share it, and all of it is lost with one (SM.2.D).

    place: a port, or '' while it is aboard; landed, shipped: the player turn and port in which it last was, as
    `1941-11-1/axis/tripoli`: they count against what the port takes (SM.1.D.1).
    """

    side: Side = Says("Side")
    name: Name = Says("What it is", short="name")
    kind: CargoKind = Says("Kind")
    res: int = Says("REs", 1, ge=1, le=99)
    place: Place = Says(
        "Where it lies",
        "",
        log="Place of {}",
        places=True,
        words=LOT_WORDS,
    )
    landed: Name = Says("Landed in", "", told=False)
    shipped: Name = Says("Shipped in", "", told=False)


class Commando(
    Row,
    kind="sm-commando",
    noun="10 MAS unit",
    several="Units of the 10 MAS",
    roster=Roster(("name", "side", "place", "attacks", "came"), own=("name", "place", "attacks", "came")),
):
    """A unit of the 10 MAS, kept as its side writes it down: the rules of its special attacks are lost (SM.10.D)."""

    side: Side = Says("Side")
    name: Name = Says("Name", short="name")
    place: Name = Says("Where it is", "")
    attacks: Text = Says("What it attacks", "")
    came: Text = Says("What came of it", "")


class Transport(
    Row,
    kind="transport",
    tagged=True,
    roster=Roster(("name", "side", "number", "speed", "place"), own=("name", "number", "place")),
):
    """A naval transport point: it carries 1 RE (SM.2.D). number: by which one is drawn (SM.4.C.3), for good."""

    side: Side = Says("Side")
    name: Name = Says("Name", short="name")
    number: int = Says("Number", ge=1, le=999)
    speed: int = Says("Speed", 9, ge=1, le=60, help="In MPs.")
    place: Place = Says("Where it is", DUE, log="Place of {}", places=True, words=PLACE_WORDS)
    came: Name = Says("When it came into port", "", told=False)
    cargo: MaybeKey = Says("Cargo", "", log="Cargo of {}", of="cargo")
    gun_hits: int = Says("Gun hits", 0, ge=0, le=9, log="Gun hits on {}")
    flotation_hits: int = Says("Flotation hits", 0, ge=0, le=9, log="Flotation hits on {}")


def gun_boxes(ship: Armed) -> tuple[tuple[Guns, int], ...]:
    """All gun boxes in the order in which hits take them: the largest value first, of equal ones the heavier guns.

    SM.6.D.dmg, R-107.
    """
    found = [(guns, box) for guns in Guns for box in ship.boxes(guns) if box]
    return tuple(sorted(found, key=lambda one: -one[1]))


def in_force(boxes: Sequence[int], gone: int) -> int:
    """The value of the first box that is left; 0 where none is."""
    return boxes[gone] if gone < len(boxes) else 0
