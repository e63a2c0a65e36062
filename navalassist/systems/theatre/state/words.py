"""The words that fields of a theatre campaign hold."""

from __future__ import annotations

from typing import Annotated

from pydantic import StringConstraints

from navalassist.engine.shapes import OneOfTwo, Worded

Name = Annotated[str, StringConstraints(max_length=80)]
# A way as it is typed, or rectangles of squares: `A1:D12 E7`.
Squares = Annotated[str, StringConstraints(max_length=600)]
# Why something is done although the book forbids it.
Reason = Annotated[str, StringConstraints(max_length=200)]
# A square as its map prints it, `D4`; '' where nobody has entered it.
SquareName = Annotated[str, StringConstraints(pattern=r"^([A-Z]{1,2}[1-9][0-9]{0,2})?$", max_length=5)]
# Squares of the battle map, 1 to 16 from the upper left: `1 5 9 13`; '' where the chart is not known.
Picture = Annotated[str, StringConstraints(pattern=r"^(([1-9]|1[0-6])( ([1-9]|1[0-6]))*)?$", max_length=40)]
# `pg-port:manila`; of a unit also what PLACE_WORDS has.
Place = Annotated[str, StringConstraints(max_length=100)]
MaybeKey = Annotated[str, StringConstraints(pattern=r"^([A-Za-z0-9][A-Za-z0-9_-]*)?$", max_length=80)]
TurnKey = Annotated[str, StringConstraints(pattern=r"^19[0-9][0-9]-(0[1-9]|1[0-2])$", max_length=10)]
# Places beside ports: not in play yet, sunk, sunk in port and scrapped.
DUE, SUNK, SCRAPPED = "due", "sunk", "scrapped"
PLACE_WORDS = {DUE: "not in play", SUNK: "sunk", SCRAPPED: "scrapped"}


class Side(OneOfTwo):
    """Who fights."""

    AXIS = "axis", "Axis"
    ALLIED = "allied", "Allied"


class Owner(Worded):
    """Whose a port or a shore is."""

    AXIS = "axis", "Axis"
    ALLIED = "allied", "Allied"
    NEUTRAL = "neutral"


class Nation(Worded):
    """Whose navy it is."""

    GERMANY = "germany", "Germany"
    JAPAN = "japan", "Japan"
    BRITAIN = "britain", "Britain"
    USA = "usa", "USA"
    SWEDEN = "sweden", "Sweden"
    FRANCE = "france", "France"
    FINLAND = "finland", "Finland"
    NORWAY = "norway", "Norway"
    ITALY = "italy", "Italy"
    NETHERLANDS = "netherlands", "Netherlands"
    SPAIN = "spain", "Spain"
    POLAND = "poland", "Poland"
    PORTUGAL = "portugal", "Portugal"
    GREECE = "greece", "Greece"
    RUSSIA = "russia", "Russia"
    RUMANIA = "rumania", "Rumania"
    YUGOSLAVIA = "yugoslavia", "Yugoslavia"
    TURKEY = "turkey", "Turkey"
    BELGIUM = "belgium", "Belgium"
    SIAM = "siam", "Siam"
    OTHER = "other", "Other"

    @property
    def training(self) -> int:
        """With how much experience its crews begin (PG.6.1.1): 0 for a nation that is not listed (R-220)."""
        return next((level for level, nations in TRAINING.items() if self in nations), 0)


TRAINING = {
    300: (Nation.GERMANY, Nation.JAPAN, Nation.BRITAIN, Nation.USA, Nation.SWEDEN),
    200: (Nation.FRANCE, Nation.FINLAND, Nation.NORWAY),
    100: (Nation.ITALY, Nation.NETHERLANDS, Nation.SPAIN, Nation.POLAND, Nation.PORTUGAL, Nation.GREECE),
}


class UnitType(Worded):
    """What a naval unit is (PG.6.1.7, 6.1.8). What a type can do stands in its line of the list of types."""

    BB = "bb", "BB"
    BC = "bc", "BC"
    CV = "cv", "CV"
    CA = "ca", "CA"
    CL = "cl", "CL"
    DD = "dd", "DD"
    SS = "ss", "SS"
    CVE = "cve", "CVE"
    CLD = "cld", "CLD"
    CAA = "caa", "CAA"
    CC = "cc", "CC"
    DE = "de", "DE"
    SSC = "ssc", "SSC"
    RAIDER = "raider", "Disguised raider"

    @property
    def is_boat(self) -> bool:
        """True for a submarine of either kind."""
        return self in (UnitType.SS, UnitType.SSC)

    @property
    def scale(self) -> int:
        """How many ships a unit is: two, or three of a small kind (PG.6.1, 6.1.8.1)."""
        return 3 if self.is_boat or self in (UnitType.DE, UnitType.CVE) else 2


class AirType(Worded):
    """What an air unit is."""

    FIGHTER = "fighter"
    BOMBER = "bomber"
    OTHER = "other"


class Status(Worded):
    """How a naval unit stands. Only one that is ready has missions (PG.6.5.1.4)."""

    READY = "ready"
    DAMAGED = "damaged"
    REPAIRING = "repairing", "under repair"
    BUILDING = "building", "under construction"
    RAISED = "raised", "raised, under construction"


class GroupKind(Worded):
    """The five kinds of group, each with its limits (PG.6.1.3 to 6.1.6)."""

    TASK_FORCE = "task-force", "task force"
    FLOTILLA = "flotilla", "submarine flotilla"
    RAIDERS = "raiders", "raider group"
    MERCHANT = "merchant", "merchant convoy"
    CONVOY = "convoy", "transport convoy"


class Ground(Worded):
    """What a square is. Those that nobody entered are open sea."""

    SEA = "sea"
    LAND = "land"
    ISLAND = "island", "small island"


class Size(Worded):
    """What a port is; a major one bases twice as many ships (PG.6.1.2)."""

    MINOR = "minor"
    MAJOR = "major"


class Season(Worded):
    """The season of a turn."""

    WINTER = "winter"
    SPRING = "spring"
    SUMMER = "summer"
    FALL = "fall"


class Mission(Worded):
    """What a group is ordered to do (PG.6.3)."""

    PATROL = "patrol"
    AIR_PATROL = "air-patrol", "air patrol"
    ESCORT = "escort"
    CONVOY = "convoy"
    INVASION = "invasion"
    OPERATIONAL = "operational", "operational base change"
    STRATEGIC = "strategic", "strategic base change"
    YARD = "yard", "way to a yard"
    EVACUATION = "evacuation"

    @property
    def is_late(self) -> bool:
        """True for one of the Breakthrough phase (PG.6.5.1.4, 6.5.1.5)."""
        return self in (Mission.YARD, Mission.EVACUATION)


class Progress(Worded):
    """How far a mission is. One that has reached its square or zone is completed (PG.6.5.1.3)."""

    ORDERED = "ordered"
    UNDER_WAY = "under-way", "under way"
    COMPLETED = "completed"
    TURNED_BACK = "turned-back", "turned back"
    DROPPED = "dropped"


class LandingOption(Worded):
    """How a ground unit lands (PG.6.3.6.4), or is unloaded by a convoy (PG.6.3.4.4)."""

    FULL = "full", "lands whole"
    REDUCED = "reduced", "one transport less, fights at strength 5"
    LATER = "later", "one transport in all, lands after the battle"
    CARGO = "cargo", "unloads in port"
    MOTORIZED = "motorized", "unloads in port, with its own ground transport"


class Reacts(Worded):
    """What is added to a landing battle by a reaction (PG.6.5.2.3). Ground units reinforce the defender alone."""

    GROUND = "ground", "ground unit"
    AIR = "air", "air unit"
    AIRBORNE = "airborne", "airborne unit"
    PARTISANS = "partisans"


class BattleKind(Worded):
    """What a battle is (PG.6.5)."""

    INTERCEPTION = "interception"
    AIR = "air", "attack by air alone"
    ZONE = "zone", "interception in a sea zone"
    INVASION = "invasion"
    ISLAND = "island", "island invasion"
    PORT = "port", "port attack"


class Stage(Worded):
    """What comes next in a battle, as a sentence about it says it."""

    SHEET = "sheet", "waits for both sides to put their units on its sheet"
    RESULT = "result", "is fought by its sheet, and waits for its result"
    CONFIRM = "confirm", "waits for the other side to confirm the result"
    MARK = "mark", "waits for each side to mark its units"
    ENDED = "ended", "is over"
