"""The words of rules 33 and 36: sides, zones, cargo, results, and how a player reads them."""

from __future__ import annotations

from enum import StrEnum

from navalassist.rules.europa.turn import TURN


class Side(StrEnum):
    """Whose shipping it is."""

    AXIS = "axis"
    ALLIED = "allied"

    @property
    def enemy(self) -> Side:
        """The other side: it rolls for contact (33.D)."""
        return Side.ALLIED if self is Side.AXIS else Side.AXIS

    @property
    def label(self) -> str:
        """`Axis`, `Allied`."""
        return self.value.capitalize()


class Owner(StrEnum):
    """Who owns a port."""

    AXIS = "axis"
    ALLIED = "allied"
    VICHY = "vichy"
    NEUTRAL = "neutral"


class PortKind(StrEnum):
    """How large a port is. A jetty has no size of its own."""

    JETTY = "jetty"
    MINOR = "minor"
    STANDARD = "standard"
    MAJOR = "major"
    GREAT = "great"


class Zone(StrEnum):
    """The sea zones of 33.B and of tables 2 and 3."""

    ARCTIC = "arctic"
    BALTIC = "baltic"
    NORWEGIAN_SEA = "norwegian-sea"
    DENMARK_SEA = "denmark-sea"
    NORTH_SEA = "north-sea"
    NORTH_ATLANTIC = "north-atlantic"
    ENGLISH_CHANNEL = "english-channel"
    FRENCH_ATLANTIC = "french-atlantic"
    SPANISH_ATLANTIC = "spanish-atlantic"
    AFRICAN_ATLANTIC = "african-atlantic"
    WESTERN_MED = "western-med"
    TYRRHENIAN = "tyrrhenian"
    CENTRAL_MED = "central-med"
    ADRIATIC = "adriatic"
    AEGEAN = "aegean"
    SOUTH_AEGEAN = "south-aegean"
    EASTERN_MED = "eastern-med"
    RED_SEA = "red-sea"
    INDIAN_OCEAN = "indian-ocean"
    PERSIAN_GULF = "persian-gulf"
    BLACK_SEA = "black-sea"

    @property
    def label(self) -> str:
        """The name in full."""
        return ZONE_TITLES[self]


ZONE_TITLES = {
    Zone.ARCTIC: "Arctic Ocean",
    Zone.BALTIC: "Baltic Sea",
    Zone.NORWEGIAN_SEA: "Norwegian Sea",
    Zone.DENMARK_SEA: "Denmark Sea",
    Zone.NORTH_SEA: "North Sea",
    Zone.NORTH_ATLANTIC: "North Atlantic",
    Zone.ENGLISH_CHANNEL: "English Channel",
    Zone.FRENCH_ATLANTIC: "French Atlantic",
    Zone.SPANISH_ATLANTIC: "Spanish Atlantic",
    Zone.AFRICAN_ATLANTIC: "African Atlantic",
    Zone.WESTERN_MED: "Western Mediterranean",
    Zone.TYRRHENIAN: "Tyrrhenian Sea",
    Zone.CENTRAL_MED: "Central Mediterranean",
    Zone.ADRIATIC: "Adriatic Sea",
    Zone.AEGEAN: "Aegean Sea",
    Zone.SOUTH_AEGEAN: "South Aegean interdiction zone",
    Zone.EASTERN_MED: "Eastern Mediterranean",
    Zone.RED_SEA: "Red Sea",
    Zone.INDIAN_OCEAN: "Indian Ocean",
    Zone.PERSIAN_GULF: "Persian Gulf",
    Zone.BLACK_SEA: "Black Sea",
}


class CargoKind(StrEnum):
    """What an item is (R-54)."""

    SP = "sp"
    SRP = "srp"
    UNIT = "unit"
    RP = "rp"
    EMPTY = "empty"
    WARSHIP = "warship"
    TASK_FORCE = "task-force"
    CARRIER = "carrier"

    @property
    def label(self) -> str:
        """What players call it."""
        return CARGO_TITLES[self]

    @property
    def is_cargo(self) -> bool:
        """True for what is carried: SPs, SRPs, units, replacement points."""
        return self in (CargoKind.SP, CargoKind.SRP, CargoKind.UNIT, CargoKind.RP)

    @property
    def is_shipping(self) -> bool:
        """True for cargo and empty transports; warships, task forces and carriers are no shipping (R-05)."""
        return self.is_cargo or self is CargoKind.EMPTY

    @property
    def reads_cargo_column(self) -> bool:
        """True for what reads the SP/SRP column wherever it is: SPs, SRPs and empty transports (33.E note 1)."""
        return self in (CargoKind.SP, CargoKind.SRP, CargoKind.EMPTY)


CARGO_TITLES = {
    CargoKind.SP: "SPs",
    CargoKind.SRP: "SRPs",
    CargoKind.UNIT: "combat unit",
    CargoKind.RP: "replacement points",
    CargoKind.EMPTY: "empty transports",
    CargoKind.WARSHIP: "warship",
    CargoKind.TASK_FORCE: "task force",
    CargoKind.CARRIER: "carrier group",
}


class TransportKind(StrEnum):
    """What carries the item. A warship or task force that carries cargo takes hits instead of being sunk (R-54)."""

    NONE = ""
    NT = "nt"
    LC = "lc"
    LB = "lb"
    WARSHIP = "warship"

    @property
    def label(self) -> str:
        """What players call it."""
        return TRANSPORT_TITLES[self]

    @property
    def is_transport(self) -> bool:
        """True for NTs, LCs and LBs, which are sunk with what they carry."""
        return self in (TransportKind.NT, TransportKind.LC, TransportKind.LB)


TRANSPORT_TITLES = {
    TransportKind.NONE: "no transport of its own",
    TransportKind.NT: "NTs",
    TransportKind.LC: "LCs",
    TransportKind.LB: "LBs",
    TransportKind.WARSHIP: "warships",
}


class Contact(StrEnum):
    """A cell of the Anti-Shipping Table (33.D)."""

    NONE = "-"
    CONTACT = "C"

    @property
    def label(self) -> str:
        """As it is called out at the table."""
        return "contact" if self is Contact.CONTACT else "no contact"


class ShippingResult(StrEnum):
    """A cell of the Shipping Results Table (33.E)."""

    NO_EFFECT = "NE"
    RETURNED = "R"
    ONE_RE = "1RE"
    TWO_RES = "2RE"
    HALF = "HALF"
    ELIMINATED = "E"

    @property
    def label(self) -> str:
        """In words."""
        return RESULT_TITLES[self]


RESULT_TITLES = {
    ShippingResult.NO_EFFECT: "no effect",
    ShippingResult.RETURNED: "returned to port",
    ShippingResult.ONE_RE: "1 RE eliminated",
    ShippingResult.TWO_RES: "2 REs eliminated",
    ShippingResult.HALF: "half eliminated, the rest returned to port",
    ShippingResult.ELIMINATED: "eliminated",
}


class Step(StrEnum):
    """The steps of a player turn that matter at sea, as rules ask for them; turn.toml has their order and titles."""

    INITIAL = "initial"
    AIR = "air"
    NAVAL_MOVEMENT = "naval-movement"
    COMBAT = "combat"
    EXPLOITATION = "exploitation"

    @property
    def label(self) -> str:
        """As the page names it."""
        return TURN.line_of(self.value).title

    @property
    def is_naval(self) -> bool:
        """True for the steps in which shipping moves."""
        return TURN.line_of(self.value).shipping


class ShipmentState(StrEnum):
    """Where a row of the convoy board stands."""

    PLANNED = "planned"
    AT_SEA = "at-sea"
    ARRIVED = "arrived"
    RETURNED = "returned"
    LOST = "lost"


class Interference(StrEnum):
    """How hard the Italian fleet disturbs Allied shipping this player turn; minor is the plain state."""

    MINOR = ""
    PARTIAL = "partial"
    MAJOR = "major"


class Declared(StrEnum):
    """Whether the Allies have declared the South Aegean interdiction zone, and how (33.B.7)."""

    NOT = ""
    TIGHT = "tight"
    LOOSE = "loose"


EXTENT_WORDS = {
    Declared.TIGHT: "sea and coast up to 2 hexes from Crete",
    Declared.LOOSE: "sea and coast of the Aegean south of weather line D",
}
OUTSIDE_WORDS = {
    Declared.TIGHT: "more than 2 hexes from Crete",
    Declared.LOOSE: "north of weather line D",
}
