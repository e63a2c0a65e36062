"""What a Great War campaign keeps: each kind of thing once, with its fields, and the words for what they may hold."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum
from typing import Annotated, Literal, Protocol, TypeVar

from pydantic import AfterValidator, Field, StringConstraints

from navalassist.engine.rows import Row, Says
from navalassist.engine.shapes import Count, Key

Name = Annotated[str, StringConstraints(max_length=80)]
# `base:malta`, `area:adriatic`, `fleet:grand-fleet`; of a squadron also POOL and LOST.
Place = Annotated[str, StringConstraints(max_length=100)]
MaybeKey = Annotated[str, StringConstraints(pattern=r"^([A-Za-z0-9][A-Za-z0-9_-]*)?$", max_length=80)]
# Places of a squadron beside fleets and bases: not in play yet, and eliminated.
POOL, LOST = "pool", "lost"
PLACE_WORDS = {POOL: "not in play", LOST: "lost"}
# Both sides fire at once.
BOTH: Literal["both"] = "both"


class Side(StrEnum):
    """Who fights."""

    CENTRAL = "central"
    ALLIED = "allied"

    @property
    def enemy(self) -> Side:
        """The other side."""
        return Side.ALLIED if self is Side.CENTRAL else Side.CENTRAL

    @property
    def label(self) -> str:
        """`Central Powers`, `Allied`."""
        return "Central Powers" if self is Side.CENTRAL else "Allied"


class Owner(StrEnum):
    """Whose a base is."""

    CENTRAL = "central"
    ALLIED = "allied"
    NEUTRAL = "neutral"

    @property
    def label(self) -> str:
        """`Central Powers`, `Allied`, `neutral`."""
        return "neutral" if self is Owner.NEUTRAL else Side(self.value).label


class Nation(StrEnum):
    """Whose a unit is, as far as a table asks for it (German, British, US, Japanese) or a player has to read it."""

    GERMAN = "german"
    AUSTRIAN = "austrian"
    TURKISH = "turkish"
    BULGARIAN = "bulgarian"
    BRITISH = "british"
    FRENCH = "french"
    ITALIAN = "italian"
    RUSSIAN = "russian"
    US = "us"
    JAPANESE = "japanese"
    GREEK = "greek"
    OTHER = "other"

    @property
    def label(self) -> str:
        """`German`, `US`."""
        return {Nation.US: "US", Nation.AUSTRIAN: "Austro-Hungarian"}.get(self, self.value.capitalize())


class SquadronKind(StrEnum):
    """What a naval unit is. The source writes SS and SUB for the same boats."""

    BB = "bb"
    BC = "bc"
    PD = "pd"
    CA = "ca"
    ESC = "esc"
    SS = "ss"
    TRN = "trn"

    @property
    def label(self) -> str:
        """What players call one."""
        return KIND_TITLES[self]

    @property
    def is_battle_line(self) -> bool:
        """True for those that bombard a coast: battleships, battlecruisers, pre-dreadnoughts (GW.BOMBARD)."""
        return self in (SquadronKind.BB, SquadronKind.BC, SquadronKind.PD)

    @property
    def fights_for_a_line(self) -> bool:
        """True for those that count in a contested sea zone: cruisers, escorts, submarines (GW.CONTESTED)."""
        return self in (SquadronKind.CA, SquadronKind.ESC, SquadronKind.SS)


KIND_TITLES = {
    SquadronKind.BB: "Battleship squadron",
    SquadronKind.BC: "Battlecruiser squadron",
    SquadronKind.PD: "Pre-dreadnought squadron",
    SquadronKind.CA: "Cruiser squadron",
    SquadronKind.ESC: "Escort flotilla",
    SquadronKind.SS: "Submarine flotilla",
    SquadronKind.TRN: "Transport flotilla",
}


class Duty(StrEnum):
    """What a fleet does at sea."""

    NONE = ""
    CONVOY = "convoy"
    RAIDING = "raiding"

    @property
    def label(self) -> str:
        """`escorts convoys`"""
        return {Duty.NONE: "none", Duty.CONVOY: "escorts convoys", Duty.RAIDING: "raids commerce"}[self]


class BaseKind(StrEnum):
    """What a base is."""

    NAVAL_BASE = "naval-base"
    PORT = "port"

    @property
    def label(self) -> str:
        """`naval base`"""
        return self.value.replace("-", " ")


class Mission(StrEnum):
    """What a fleet puts to sea for."""

    BOMBARDMENT = "bombardment"
    RAIDING = "raiding"
    REBASING = "re-basing"
    GENERAL_ENGAGEMENT = "general-engagement"

    @property
    def label(self) -> str:
        """`Coastal Bombardment`."""
        return {
            Mission.BOMBARDMENT: "Coastal Bombardment",
            Mission.RAIDING: "Commerce Raiding",
            Mission.REBASING: "Re-basing",
            Mission.GENERAL_ENGAGEMENT: "General Engagement",
        }[self]

    @property
    def may_be_intercepted(self) -> bool:
        """True for the three missions for which the interception table has a number (R-52)."""
        return self is not Mission.GENERAL_ENGAGEMENT


class Stage(StrEnum):
    """What comes next in a naval action."""

    MISSION = "mission"
    CONTACT = "contact"
    DECIDE = "decide"
    FIRE = "fire"
    LOSSES = "losses"
    AFTER = "after"
    WITHDRAW = "withdraw"
    UNOPPOSED = "unopposed"
    RETURN = "return"
    ENDED = "ended"

    @property
    def label(self) -> str:
        """As a sentence about the action says it: `it waits for …`."""
        return STAGE_WORDS[self]


STAGE_WORDS = {
    Stage.MISSION: "may still be intercepted",
    Stage.CONTACT: "waits for the roll on the contact table",
    Stage.DECIDE: "waits for the side with the advantage, which refuses combat or fires first",
    Stage.FIRE: "waits for gunfire",
    Stage.LOSSES: "waits for the losses to be taken off",
    Stage.AFTER: "is fought: a side may withdraw, or both stay",
    Stage.WITHDRAW: "waits for the side that refused combat to withdraw",
    Stage.UNOPPOSED: "waits for the mission to be carried out",
    Stage.RETURN: "waits for the side that remains to go home",
    Stage.ENDED: "is over",
}
Whose = Side | Literal[""]


class LandKind(StrEnum):
    """What a land unit is, as far as attrition asks."""

    UNIT = "unit"
    NEUTRAL = "neutral"
    GUERRILLA = "guerrilla"
    FORTIFICATION = "fortification"
    HEADQUARTERS = "headquarters"
    UPRISING = "uprising"

    @property
    def label(self) -> str:
        """`guerrilla`"""
        words = {LandKind.UNIT: "land unit", LandKind.NEUTRAL: "neutral unit", LandKind.UPRISING: "uprising marker"}
        return words.get(self, self.value)


class Terrain(StrEnum):
    """What a land unit stands on."""

    OTHER = "other"
    DESERT = "desert"
    MOUNTAIN = "mountain"

    @property
    def label(self) -> str:
        """`other terrain`, `desert`"""
        return "other terrain" if self is Terrain.OTHER else self.value


class Shelter(StrEnum):
    """What a unit stands or lies in, of the places that the exemptions name."""

    NONE = ""
    NAVAL_BASE = "naval-base"
    INDUSTRIAL_CITY = "industrial-city"
    FORTIFIED_ZONE = "fortified-zone"
    PORT = "port"
    CITY = "city"
    OFF_MAP = "off-map"

    @property
    def words(self) -> str:
        """`industrial city`."""
        return self.value.replace("-", " ")

    @property
    def label(self) -> str:
        """`in an industrial city`, `in the open`"""
        special = {Shelter.NONE: "in the open", Shelter.OFF_MAP: "in an off-map area"}
        article = "an" if self is Shelter.INDUSTRIAL_CITY else "a"
        return special.get(self, f"in {article} {self.words}")

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


class Base(Row, kind="base", several="Naval bases and ports", tagged=True, set_up=True, asked=True):
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


class Squadron(Unit, kind="squadron", several="Squadrons", tagged=True, asked=True):
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
