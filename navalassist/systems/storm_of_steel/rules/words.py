"""The words of the Great War naval tables: sides, nations, kinds of naval units, missions, and their names."""

from __future__ import annotations

from enum import StrEnum

SYSTEM = "storm_of_steel"
EDITION = "SOS tables of 0912"
# What is carried out otherwise since 0.6.0; see CHANGELOG.md.
EDITION_2 = "SOS tables of 0912 (2)"


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


class Kind(StrEnum):
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
        return self in (Kind.BB, Kind.BC, Kind.PD)

    @property
    def fights_for_a_line(self) -> bool:
        """True for those that count in a contested sea zone: cruisers, escorts, submarines (GW.CONTESTED)."""
        return self in (Kind.CA, Kind.ESC, Kind.SS)


KIND_TITLES = {
    Kind.BB: "Battleship squadron",
    Kind.BC: "Battlecruiser squadron",
    Kind.PD: "Pre-dreadnought squadron",
    Kind.CA: "Cruiser squadron",
    Kind.ESC: "Escort flotilla",
    Kind.SS: "Submarine flotilla",
    Kind.TRN: "Transport flotilla",
}


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
