"""36.F.2: carrier groups come and go by the order of battle, and what their damage and their aircraft cost then."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated

from pydantic import Field

from navalassist.engine import Effect, Outcome, Play, Refusal, Remove, Roller, Set, procedure, to_plain
from navalassist.engine.overruled import Overrulable, passed_over, unless_overruled
from navalassist.engine.shapes import Count, Key, Words
from navalassist.rules.europa.accounts import Account
from navalassist.rules.europa.air_units import KIND as AIR_UNIT
from navalassist.rules.europa.clock import turn_number, turn_title
from navalassist.rules.europa.gone import Marks, row_gone
from navalassist.rules.europa.mines import EDITION, EDITION_2, SYSTEM, mark
from navalassist.rules.europa.naval_units import OFF, SUNK, WITHDRAWN, NavalUnit
from navalassist.rules.europa.rulings_36 import R46, R68
from navalassist.rules.europa.sailing import Turn
from navalassist.rules.europa.words import Side

# Points that it costs as a carrier group leaves: for each hit, each aborted and each eliminated air unit.
NRPS_A_HIT, ARPS_ABORTED, ARPS_ELIMINATED = 3, 3, 6
NOT_ALLIED = Refusal("Only Allied carrier groups come and go so: place an Axis one on its card.", "36.F.2")
AIRCRAFT, BETWEEN = "aircraft", "; "
Aircraft = Annotated[tuple[Words, ...], Field(max_length=12)]


def aircraft_row(unit: str) -> str:
    """The mark that keeps the code C aircraft of a carrier group."""
    return f"mark:{AIRCRAFT}/{unit}"


class Carrier(Overrulable):
    """A carrier group that comes or goes."""

    side: Side = Field(description="Whose it is.")
    unit: NavalUnit = Field(description="The carrier group, as it stands.")
    place: Words = Field(description="Where it is: off, port:gibraltar, group:force-h, sunk …")
    turn: Turn = Field(description="The turn.")
    due: Turn | None = Field(default=None, description="The turn that the order of battle names, where it is entered.")
    aircraft: Aircraft = Field(default=(), description="Its code C air units.")
    marked: bool = Field(default=False, description="The campaign keeps its aircraft already.")

    @property
    def early(self) -> bool:
        """True before the turn of the order of battle."""
        return self.due is not None and turn_number(self.turn) < turn_number(self.due)


class CarrierArrival(Carrier):
    """A carrier group that comes into play with its aircraft."""

    to: Words = Field(description="The port or group where it comes into play.")
    to_name: Words = Field(default="", description="Its name.")
    fighter: bool = Field(default=False, description="There is a code C fighter among its aircraft.")
    fighter_before: bool = Field(default=False, description="Its counter said so already.")


@dataclass(frozen=True, slots=True)
class Arrived:
    """Where it came into play, and with which aircraft."""

    place: str
    aircraft: str
    overruled: str = ""


def why_not_arrive(carrier: CarrierArrival) -> Refusal | None:
    """Afloat, not in play yet, and not before its turn; no reason brings back what is sunk."""
    if not carrier.unit.current:
        return Refusal(f"{carrier.unit.name} is sunk: change its hits first, if it isn't.", "36.F.2")
    return unless_overruled(carrier, _arrival_forbidden(carrier))


def _arrival_forbidden(carrier: CarrierArrival) -> Refusal | None:
    name = carrier.unit.name
    if carrier.side is Side.AXIS:
        return NOT_ALLIED
    if carrier.place not in (OFF, WITHDRAWN):
        return Refusal(f"{name} is in play, or was: only a group that is not in play yet arrives.", "36.F.2")
    if carrier.early and carrier.due:
        return Refusal(f"The order of battle brings {name} in {turn_title(carrier.due)}.", "36.F.2")
    return None


@procedure(
    "carrier-arrives",
    system=SYSTEM,
    rule="36.F.2",
    title="A carrier group arrives",
    roller=Roller.NOBODY,
    edition=EDITION,
    dice="none: the order of battle says when",
    why_not=why_not_arrive,
)
def arrive(carrier: CarrierArrival) -> Play[Outcome[Arrived]]:
    """It comes into play, with the code C aircraft that fly from it."""
    yield from R68.look()
    aboard = BETWEEN.join(carrier.aircraft)
    told = Arrived(carrier.to_name, aboard, passed_over(carrier, _arrival_forbidden(carrier)))
    row = f"task-force:{carrier.unit.key}"
    effects: list[Effect] = [Set(f"{row}.place", carrier.to)]
    if carrier.fighter != carrier.fighter_before:
        effects.append(Set(f"{row}.code_c_fighter", carrier.fighter))
    kept = aircraft_row(carrier.unit.key)
    effects.append(Set(f"{kept}.note", aboard) if carrier.marked else mark(kept, row, note=aboard))
    return Outcome(told, tuple(effects))


def _paid_off(unit: NavalUnit) -> Iterator[Effect]:
    """Its damage is paid for, so that none is left (R-68)."""
    row = f"task-force:{unit.key}"
    if unit.flipped:
        yield Set(f"{row}.flipped", False)
    if unit.hits:
        yield Set(f"{row}.hits", 0)


class CarrierWithdrawal(Carrier):
    """A carrier group that leaves play with its aircraft, wherever they are and however they stand."""

    aborted: Count = Field(default=0, description="Of its air units, those that are aborted.")
    eliminated: Count = Field(default=0, description="Of its air units, those that are eliminated.")
    air_units: tuple[tuple[Key, Words], ...] = Field(
        default=(), max_length=12, description="Key and name of those that fly against shipping and go with it (33.C)."
    )
    last_of: Words = Field(default="", description="The group in which it is the last unit; '' for none.")
    marks: Marks = Field(default=(), description="The marks on that group, which go with it.")
    dates: tuple[Words, ...] = Field(
        default=(), max_length=2, description="Fields of its card with turns of the order of battle, which are over."
    )
    nrps: Account = Field(description="Naval repair points of its side.")
    arps: Account | None = Field(
        default=None, description="Air replacement points of its aircraft's organisation, where they cost any."
    )

    @property
    def hits(self) -> int:
        """Strength points that damage has taken; all of them of one that was sunk."""
        return self.unit.strength - (0 if self.place == SUNK else self.unit.current)

    @property
    def nrp_cost(self) -> int:
        """Naval repair points for its damage."""
        return NRPS_A_HIT * self.hits

    @property
    def arp_cost(self) -> int:
        """Air replacement points for its aircraft."""
        return ARPS_ABORTED * self.aborted + ARPS_ELIMINATED * self.eliminated


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """What its damage and its aircraft cost, and what that leaves of the accounts."""

    hits: int
    nrps_spent: int
    nrps_left: str
    arps_spent: int
    arps_left: str
    aircraft: str = ""
    overruled: str = ""


def why_not_withdraw(carrier: CarrierWithdrawal) -> Refusal | None:
    """In play or sunk, not before its turn, and with no more losses than aircraft."""
    return unless_overruled(carrier, _withdrawal_forbidden(carrier))


def _withdrawal_forbidden(carrier: CarrierWithdrawal) -> Refusal | None:
    name = carrier.unit.name
    if carrier.side is Side.AXIS:
        return NOT_ALLIED
    if carrier.place in (OFF, WITHDRAWN):
        return Refusal(f"{name} is not in play.", "36.F.2")
    if carrier.early and carrier.due:
        return Refusal(f"The order of battle takes {name} away in {turn_title(carrier.due)}.", "36.F.2")
    if carrier.aircraft and carrier.aborted + carrier.eliminated > len(carrier.aircraft):
        return Refusal(f"{name} came with {len(carrier.aircraft)} air units, and more are lost here.", "36.F.2")
    return None


@procedure(
    "carrier-withdraws",
    system=SYSTEM,
    rule="36.F.2",
    title="A carrier group withdraws",
    roller=Roller.NOBODY,
    edition=EDITION_2,
    earlier=(EDITION,),
    dice="none: its damage is known, the state of its aircraft is typed",
    why_not=why_not_withdraw,
)
def withdraw(carrier: CarrierWithdrawal) -> Play[Outcome[Withdrawn]]:
    """3 NRPs a hit, 3 ARPs for an aborted and 6 for an eliminated air unit; what is missing becomes a deficit."""
    yield from R46.look()
    yield from R68.look()
    arps = carrier.arps if carrier.arp_cost else None
    told = Withdrawn(
        hits=carrier.hits,
        nrps_spent=carrier.nrp_cost,
        nrps_left=to_plain(carrier.nrps.before - carrier.nrp_cost),
        arps_spent=carrier.arp_cost,
        arps_left=to_plain(arps.before - carrier.arp_cost) if arps else "",
        aircraft=BETWEEN.join(name for _, name in carrier.air_units),
        overruled=passed_over(carrier, _withdrawal_forbidden(carrier)),
    )
    effects: list[Effect] = [*_paid_off(carrier.unit), *(Remove(f"{AIR_UNIT}:{key}") for key, _ in carrier.air_units)]
    if carrier.place != WITHDRAWN:
        effects.append(Set(f"task-force:{carrier.unit.key}.place", WITHDRAWN))
    effects.extend(Set(f"task-force:{carrier.unit.key}.{field}", "") for field in carrier.dates)
    if carrier.marked:
        effects.append(Remove(aircraft_row(carrier.unit.key)))
    if carrier.last_of:
        effects.extend(row_gone(f"group:{carrier.last_of}", carrier.marks))
    effects.extend(carrier.nrps.spent(Decimal(carrier.nrp_cost)))
    if arps:
        effects.extend(arps.spent(Decimal(carrier.arp_cost)))
    return Outcome(told, tuple(effects))
