"""What a Great War campaign keeps: each kind of thing once, with its fields, and the words for what they may hold."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Literal, Protocol, TypeVar

from pydantic import AfterValidator, Field, StringConstraints

from navalassist.engine.rows import Roster, Row, Says
from navalassist.engine.shapes import Count, Key, OneOfTwo, Worded

Name = Annotated[str, StringConstraints(max_length=80)]
# `base:malta`, `area:adriatic`, `fleet:grand-fleet`; of a squadron also POOL and LOST.
Place = Annotated[str, StringConstraints(max_length=100)]
MaybeKey = Annotated[str, StringConstraints(pattern=r"^([A-Za-z0-9][A-Za-z0-9_-]*)?$", max_length=80)]
# Places of a squadron beside fleets and bases: not in play yet, and eliminated.
POOL, LOST = "pool", "lost"
PLACE_WORDS = {POOL: "not in play", LOST: "lost"}
# Both sides fire at once.
BOTH: Literal["both"] = "both"


class Side(OneOfTwo):
    """Who fights."""

    CENTRAL = "central", "Central Powers"
    ALLIED = "allied", "Allied"


class Owner(Worded):
    """Whose a base is."""

    CENTRAL = "central", "Central Powers"
    ALLIED = "allied", "Allied"
    NEUTRAL = "neutral"


class Nation(Worded):
    """Whose a unit is, as far as a table asks for it (German, British, US, Japanese) or a player has to read it."""

    GERMAN = "german", "German"
    AUSTRIAN = "austrian", "Austro-Hungarian"
    TURKISH = "turkish", "Turkish"
    BULGARIAN = "bulgarian", "Bulgarian"
    BRITISH = "british", "British"
    FRENCH = "french", "French"
    ITALIAN = "italian", "Italian"
    RUSSIAN = "russian", "Russian"
    US = "us", "US"
    JAPANESE = "japanese", "Japanese"
    GREEK = "greek", "Greek"
    OTHER = "other", "Other"


class SquadronKind(Worded):
    """What a naval unit is. The source writes SS and SUB for the same boats."""

    BB = "bb", "Battleship squadron"
    BC = "bc", "Battlecruiser squadron"
    PD = "pd", "Pre-dreadnought squadron"
    CA = "ca", "Cruiser squadron"
    ESC = "esc", "Escort flotilla"
    SS = "ss", "Submarine flotilla"
    TRN = "trn", "Transport flotilla"

    @property
    def is_battle_line(self) -> bool:
        """True for those that bombard a coast: battleships, battlecruisers, pre-dreadnoughts (GW.BOMBARD)."""
        return self in (SquadronKind.BB, SquadronKind.BC, SquadronKind.PD)

    @property
    def fights_for_a_line(self) -> bool:
        """True for those that count in a contested sea zone: cruisers, escorts, submarines (GW.CONTESTED)."""
        return self in (SquadronKind.CA, SquadronKind.ESC, SquadronKind.SS)


class Duty(Worded):
    """What a fleet does at sea."""

    NONE = "", "none"
    CONVOY = "convoy", "escorts convoys"
    RAIDING = "raiding", "raids commerce"


class BaseKind(Worded):
    """What a base is."""

    NAVAL_BASE = "naval-base"
    PORT = "port"


class Mission(Worded):
    """What a fleet puts to sea for."""

    BOMBARDMENT = "bombardment", "Coastal Bombardment"
    RAIDING = "raiding", "Commerce Raiding"
    REBASING = "re-basing", "Re-basing"
    GENERAL_ENGAGEMENT = "general-engagement", "General Engagement"

    @property
    def may_be_intercepted(self) -> bool:
        """True for the three missions for which the interception table has a number (R-52)."""
        return self is not Mission.GENERAL_ENGAGEMENT


class Stage(Worded):
    """What comes next in a naval action, as a sentence about it says it."""

    MISSION = "mission", "may still be intercepted"
    CONTACT = "contact", "waits for the roll on the contact table"
    DECIDE = "decide", "waits for the side with the advantage, which refuses combat or fires first"
    FIRE = "fire", "waits for gunfire"
    LOSSES = "losses", "waits for the losses to be taken off"
    AFTER = "after", "is fought: a side may withdraw, or both stay"
    WITHDRAW = "withdraw", "waits for the side that refused combat to withdraw"
    UNOPPOSED = "unopposed", "waits for the mission to be carried out"
    RETURN = "return", "waits for the side that remains to go home"
    ENDED = "ended", "is over"


Whose = Side | Literal[""]


class LandKind(Worded):
    """What a land unit is, as far as attrition asks."""

    UNIT = "unit", "land unit"
    NEUTRAL = "neutral", "neutral unit"
    GUERRILLA = "guerrilla"
    FORTIFICATION = "fortification"
    HEADQUARTERS = "headquarters"
    UPRISING = "uprising", "uprising marker"


class Terrain(Worded):
    """What a land unit stands on."""

    OTHER = "other", "other terrain"
    DESERT = "desert"
    MOUNTAIN = "mountain"


class Shelter(Worded):
    """What a unit stands or lies in, of the places that the exemptions name."""

    NONE = "", "in the open"
    NAVAL_BASE = "naval-base", "in a naval base"
    INDUSTRIAL_CITY = "industrial-city", "in an industrial city"
    FORTIFIED_ZONE = "fortified-zone", "in a fortified zone"
    PORT = "port", "in a port"
    CITY = "city", "in a city"
    OFF_MAP = "off-map", "in an off-map area"

    @property
    def words(self) -> str:
        """`industrial city`."""
        return self.value.replace("-", " ")

    @property
    def supplies(self) -> bool:
        """True for the places that spare whoever is in them (GW.ATTR.x3)."""
        return self not in (Shelter.NONE, Shelter.OFF_MAP)


class Area(Row, kind="area", noun="sea area", tagged=True, named_as=("area",), set_up=True, asked=True):
    """A sea area: fleets are in it, and a side may dominate it."""

    name: Name = Says("Name")
    short_name: Annotated[str, StringConstraints(max_length=40)] = Says("Short name")
    position: int = Says("Place in the order of the map", 0, ge=0)
    neighbours: tuple[Key, ...] = Says("Areas that it borders on", (), log="Neighbours, {}", of="area")
    dominated: Whose = Says("Dominated by", "", log="Domination, {}", words={"": "nobody"}, history=True)
    raiding: bool = Says("Commerce is raided there", False, log="Commerce raided, {}")


BASES = Roster(("name", "areas", "owner", "kind", "fortress", "city", "devastated"))


class Base(Row, kind="base", several="Naval bases and ports", tagged=True, set_up=True, asked=True, roster=BASES):
    """A naval base or a port."""

    name: Name = Says("Name")
    areas: tuple[Key, ...] = Says("Sea areas on which it lies", (), log="Sea areas of {}", of="area")
    owner: Owner = Says("Owner", log="Owner of {}", history=True, by_hand=True)
    kind: BaseKind = Says("Kind", BaseKind.PORT, log="Kind of base, {}")
    fortress: bool = Says("Fortress", False, log="Fortress, {}", history=True)
    city: bool = Says("City", False, log="City, {}")
    devastated: bool = Says("City devastated", False, log="City devastated, {}", history=True)


class Harbour(Row, part="base"):
    """What a fleet that goes there reads of a base."""

    name: Name = Says("Its name", "")
    owner: Owner = Says("Whose it is")
    kind: BaseKind = Says("What it is")
    areas: tuple[Key, ...] = Says("The sea areas on which it lies", (), of="area")


class Fleet(Row, kind="fleet", tagged=True, named_as=("fleet",), asked=True):
    """Squadrons that sail together: those whose place is `fleet:<key>`."""

    side: Side = Says("Side")
    name: Name = Says("Name of the fleet", short="name")
    place: Place = Says("Where it is", log="Place of {}", places=True)
    duty: Duty = Says("Duty at sea", Duty.NONE, log="Duty of {}")
    came_from: Place = Says("The area it came from", "", log="Area that {} came from", places=True)


class Unit(Row, part="squadron", noun="naval unit"):
    """A naval unit with the factors of its counter, which players enter: the source prints none (R-30, R-53)."""

    name: Name = Says("Name on the counter", "", short="name")
    nation: Nation = Says("Nation", inline=True)
    kind: SquadronKind = Says(
        "What it is", words={kind.value: kind.label.lower() for kind in SquadronKind}, inline=True
    )
    combat: Count = Says("Combat strength", log="Combat strength of {}", inline=True)
    protection: Count = Says("Protection factor", log="Protection factor of {}", inline=True)
    contact: Count = Says("Contact rating", log="Contact rating of {}", inline=True)

    @property
    def factors(self) -> str:
        """`6/6/1`: combat, protection, contact."""
        return f"{self.combat}/{self.protection}/{self.contact}"


# The numbers of a counter, which players enter.
FACTORS = ("combat", "protection", "contact")


SQUADRONS = Roster(
    ("name", "side", "kind", "nation", "combat", "protection", "contact", "place"),
    by="kind",
    own=("name", "side", "place"),
)


class Squadron(Unit, kind="squadron", several="Squadrons", tagged=True, asked=True, roster=SQUADRONS):
    """A naval unit, whose it is, and where: `fleet:…`, `base:…`, out of play (`pool`) or `lost`."""

    side: Side = Says("Side")
    place: Place = Says("Where it is", log="Place of {}", places=True, words=PLACE_WORDS, inline=True)


class Keyed(Protocol):
    """Anything with a key of its own."""

    @property
    def key(self) -> str: ...


R = TypeVar("R", bound=Keyed)


def once_each(units: tuple[R, ...]) -> tuple[R, ...]:
    """The units as they are. ValueError where one of them is named twice: nobody counts double."""
    named: set[str] = set()
    for unit in units:
        if unit.key in named:
            raise ValueError(f"{unit.key} is named twice")
        named.add(unit.key)
    return units


Squadrons = Annotated[tuple[Unit, ...], Field(max_length=60), AfterValidator(once_each)]
# Keys of squadrons or fleets.
Keys = Annotated[tuple[Key, ...], Field(max_length=60)]


def combat_strength(squadrons: Collection[Unit]) -> int:
    """The sum of their combat strengths."""
    return sum(unit.combat for unit in squadrons)


def lowest_contact(squadrons: Collection[Unit]) -> int:
    """The contact rating of a fleet: its lowest unit's, which the interception table compares too (R-32); 0 of none."""
    return min((unit.contact for unit in squadrons), default=0)


def are_all(squadrons: Collection[Unit], *nations: Nation) -> bool:
    """True for a fleet that holds units of these nations alone."""
    return bool(squadrons) and all(unit.nation in nations for unit in squadrons)


class ActionNow(Row, part="action", noun="naval action"):
    """A naval action as far as it has come, but for who takes part."""

    number: int = Says("Number", ge=1, le=99999)
    side: Side = Says("Whose mission it is", short="side")
    mission: Mission = Says("Mission")
    area: Key = Says("Sea area", of="area")
    target: MaybeKey = Says("Its target", "", log="{}, the base that is its target", of="base")
    attacker: Whose = Says(
        "Attacker on the contact table", "", short="attacker", log="{}, attacker on the contact table", inline=3
    )
    advantage: Whose = Says(
        "Who may refuse or fire first", "", short="advantage", log="{}, who has the advantage", inline=3
    )
    order: Whose | Literal["both"] = Says(
        "Order of fire", "", log="{}, who fires first", words={BOTH: "both at once", "": "not settled"}, inline=3
    )
    fired: Annotated[tuple[Side, ...], Field(max_length=2)] = Says(
        "Sides that have fired", (), log="{}, who has fired", words={"": "nobody"}, inline=3
    )
    stage: Stage = Says("What comes next", Stage.MISSION, log="{}, what comes next", inline=1)

    @property
    def fires_next(self) -> Whose:
        """Who fires now where one side fires first; empty where both fire at once, or nobody is left to fire."""
        if self.order in ("", BOTH):
            return ""
        first = Side(self.order)
        return next((side for side in (first, first.enemy) if side not in self.fired), "")


class Action(ActionNow, kind="action", tagged=True, named_as=("action",), asked=True):
    """A mission of a side in a sea area and all that comes of it, from the declaration to its end."""

    central: tuple[Key, ...] = Says(
        "Central squadrons", (), short="Central squadrons", log="{}, Central squadrons", of="squadron", inline=2
    )
    allied: tuple[Key, ...] = Says(
        "Allied squadrons", (), short="Allied squadrons", log="{}, Allied squadrons", of="squadron", inline=2
    )
    ends: Annotated[str, StringConstraints(max_length=200)] = Says("How it ended", "", log="{}, how it ended")


class OwedLoss(Row, kind="owed-loss", noun="loss", several="Losses to be taken off"):
    """A loss that a table has given and that its owner has still to take off (R-53): factors, or whole units."""

    side: Side = Says("Whose loss it is", short="side")
    action: MaybeKey = Says("Naval action", "", of="action")
    factors: int = Says("Protection factors to take off", 0, ge=0, le=9999, log="{}, protection factors")
    units: int = Says("Whole units to take off", 0, ge=0, le=99, log="{}, whole units")
    among: tuple[Key, ...] = Says("Squadrons that may be named", (), log="{}, of which units", of="squadron")
    cause: Annotated[str, StringConstraints(max_length=200)] = Says("Cause", log="{}, by which rule")


class LandUnitNow(Row, part="land-unit"):
    """A unit ashore, as far as supply attrition asks for it."""

    name: Name = Says("Name on the counter", "", short="name")
    nation: Nation = Says("Nation", inline=True)
    kind: LandKind = Says("What it is", LandKind.UNIT, inline=True)
    terrain: Terrain = Says("Terrain", Terrain.OTHER, inline=True)
    place: Shelter = Says("Where it stands", Shelter.NONE, log="Where {} stands", inline=True)
    area_name: Annotated[str, StringConstraints(max_length=60)] = Says(
        "Off-map area",
        "",
        help="Japanese units are in supply in Japan, China, Siberia and the Pacific.",
        inline=True,
    )
    symbol: bool = Says("That area has a mobilization symbol", False, short="mobilization symbol there", inline=True)
    own: bool = Says(
        "It is a colony or the home of its nation", False, short="colony or home of its nation", inline=True
    )
    afloat: bool = Says("Naval transport carries it", False, short="carried by naval transport", inline=True)
    loc: bool = Says("It traces a line of communication", False, short="traces a line of communication", inline=True)


class LandUnit(LandUnitNow, kind="land-unit", tagged=True, asked=True):
    """A unit ashore whose supply may be in doubt."""

    side: Side = Says("Side")
    lost: bool = Says("It is lost", False, log="{} is lost")


# --- numbers of the war: `condition:<key>.value`


def condition(key: str) -> str:
    """The fact of a track or condition of the war."""
    return f"condition:{key}.value"


MERCHANT_LEVEL = condition("merchant-level")
USW = condition("usw")
CONVOY_TACTIC = condition("convoy-tactic")
HALF_INDUSTRY = condition("half-industry")
Morale = Annotated[int, Field(ge=-999, le=999, strict=True)]
Level = Annotated[int, Field(ge=0, le=9999, strict=True)]
AirLevel = Annotated[int, Field(ge=1, le=5, strict=True)]


def morale(side: Side) -> str:
    """The fact of a side's morale."""
    return condition(f"{side.value}-morale")


def air_level(side: Side) -> str:
    """The fact of a side's Air Level, 1 to 5 (R-32)."""
    return condition(f"{side.value}-air")


def mobilization(side: Side) -> str:
    """The fact of a side's mobilization points."""
    return condition(f"{side.value}-mobilization")
