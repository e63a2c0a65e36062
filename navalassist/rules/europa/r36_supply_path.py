"""36.H: the way of a naval supply line, hex by hex, and what bars it. No dice. What it costs is counted in 33.F."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated, Self

from pydantic import Field, model_validator

from navalassist.engine import Outcome, Play, Refusal, Roller, procedure
from navalassist.engine.maps.sheet_hexes import Hex, distance
from navalassist.engine.overruled import Overrulable, passed_over, unless_overruled
from navalassist.engine.shapes import Frozen, Words
from navalassist.rules.europa.combat_zones import combat_zone
from navalassist.rules.europa.danger_zones import Exerts
from navalassist.rules.europa.rulings_36 import R70
from navalassist.rules.europa.words import Side

SYSTEM, EDITION = "europa", "36 of 11.03.06"
NIGHT_HEXES = 5
MOST_HEXES = 80


class WayHex(Frozen):
    """A hex of the way, and whose danger zone it is in."""

    hex: Hex = Field(description="The hex.")
    exerts: Exerts = Field(default=Exerts.NOBODY, description="Whose danger zone it is in.")


class Guard(Frozen):
    """An enemy naval group or coast defence that has a combat zone."""

    name: Words = Field(description="What it is called.")
    hex: Hex = Field(description="Where it is.")
    far: bool = Field(default=False, description="It surely lies beside no hex of the way that is on another sheet.")


class SupplyPath(Overrulable):
    """The naval element of a supply line, hex by hex."""

    side: Side = Field(description="Whose supply line it is.")
    way: Annotated[tuple[WayHex, ...], Field(min_length=1, max_length=MOST_HEXES)] = Field(
        description="Its hexes in order."
    )
    night: Hex | None = Field(
        default=None, description="The first of the hexes that are traced at night; none: all by day."
    )
    guards: tuple[Guard, ...] = Field(default=(), max_length=99, description="Enemy groups and coast defences.")
    joins: bool = Field(
        default=False, description="Where the way changes sheet its hexes are adjacent, as the players see on the map."
    )
    clear: bool = Field(
        default=False, description="No enemy whose distance isn't known lies beside the way, as they see on the map."
    )

    @model_validator(mode="after")
    def _goes_on(self) -> Self:
        for one, other in pairwise(self.way):
            apart = distance(one.hex, other.hex)
            if apart is None and not self.joins:
                raise ValueError(f"{one.hex} and {other.hex}: how these sheets join isn't known; tick that they touch")
            if apart not in (None, 1):
                raise ValueError(f"{one.hex} and {other.hex} aren't adjacent: name every hex of the way, in order")
        if self.night is not None and self.night not in [step.hex for step in self.way]:
            raise ValueError(f"{self.night} isn't on the way: say at which of its hexes the night begins")
        return self

    @property
    def at_night(self) -> tuple[Hex, ...]:
        """The hexes that are traced at night: five in a row (36.H.2)."""
        hexes = [step.hex for step in self.way]
        if self.night is None:
            return ()
        first = hexes.index(self.night)
        return tuple(hexes[first : first + NIGHT_HEXES])


@dataclass(frozen=True, slots=True)
class Traced:
    """How the line runs. Hexes in enemy danger zones are paid for in the count of the line (36.D.4, 33.F)."""

    hexes: int
    at_night: str
    in_danger_zones: int
    not_known: int
    overruled: str = ""
    by_eye: str = ""


def why_not(path: SupplyPath) -> Refusal | None:
    """No hex of it lies in a combat zone of the enemy."""
    return unless_overruled(path, barred(path))


def barred(path: SupplyPath) -> Refusal | None:
    """The first hex that an enemy controls; at night that is only the enemy's own (36.H.2)."""
    dark = path.at_night
    for step in path.way:
        for guard in path.guards:
            if step.hex in combat_zone(guard.hex, night=step.hex in dark):
                return Refusal(f"{step.hex} is in the combat zone of {guard.name}, in {guard.hex}.", "36.H")
    if (names := unsure(path)) and not path.clear:
        text = f"Whether {names} lies beside the way isn't known: look at the map, and tick that none does."
        return Refusal(text, "36.H")
    return None


def unsure(path: SupplyPath) -> str:
    """The enemies of which nobody knows whether they lie beside a hex by day on another sheet; '' for none."""
    day = [step.hex for step in path.way if step.hex not in path.at_night]
    guards = (guard for guard in path.guards if not guard.far)
    return ", ".join(f"{g.name} in {g.hex}" for g in guards if any(distance(g.hex, here) is None for here in day))


def _by_eye(path: SupplyPath) -> str:
    """What the players have seen on the map, for the receipt."""
    changes = any(distance(one.hex, other.hex) is None for one, other in pairwise(path.way))
    joins = "its hexes touch where the sheets change" if changes else ""
    clear = f"no combat zone of {names} on it" if path.clear and (names := unsure(path)) else ""
    return "; ".join(filter(None, (joins, clear)))


@procedure(
    "supply-path",
    system=SYSTEM,
    rule="36.H",
    title="Check the way of a naval supply line",
    roller=Roller.NOBODY,
    edition=EDITION,
    dice="none: the way is typed",
    why_not=why_not,
)
def trace(path: SupplyPath) -> Play[Outcome[Traced]]:
    """The way as it runs, and how many of its hexes are in enemy danger zones."""
    yield from R70.look()
    against = [step.exerts.against(path.side) for step in path.way]
    dark = path.at_night
    night = f"{dark[0]} to {dark[-1]}" if dark else "none of it"
    return Outcome(
        Traced(
            len(path.way),
            night,
            against.count(True),
            against.count(None),
            passed_over(path, barred(path)),
            _by_eye(path),
        )
    )
