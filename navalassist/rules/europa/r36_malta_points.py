"""36.A.4.b: Malta repair points in hand, what they may become, and SPs and SRPs that mend Malta as well.

A count is only kept where a group keeps one: of repair points once some have been entered, of SPs and SRPs where the
Allies have them in their roster. Where none is kept, nothing is taken from it and nothing is refused for lack of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from navalassist.engine import Create, Effect, Outcome, Play, Refusal, Roller, Set, create, procedure, to_plain
from navalassist.engine.shapes import Frozen, Words
from navalassist.rules.europa.accounts import Account
from navalassist.rules.europa.amounts import ZERO, tidy
from navalassist.rules.europa.items import Res
from navalassist.rules.europa.mines import EDITION_2
from navalassist.rules.europa.r36_malta import (
    EDITION,
    NO_ENGINEER,
    STOCK,
    STOCK_POINTS,
    SYSTEM,
    Held,
    MaltaChange,
    Mending,
    changed_number,
    fixed,
    no_such_hits,
    number_effects,
    too_few,
)
from navalassist.rules.europa.rulings import R27, R39
from navalassist.rules.europa.words import Owner, Side
from navalassist.rules.europa.world import VALLETTA

STOCK_NRP = f"{STOCK}.nrp"
# SPs that an SRP made from a repair point becomes, on the turn of arrival.
SPS_OF_AN_SRP = Decimal("2.5")

Count = Annotated[int, Field(ge=0, le=99, strict=True)]


class Store(Frozen):
    """Points of one kind that the Allies keep count of in Valletta."""

    row: Words = Field(description="The row that counts them, such as roster:allied/valletta/srp.")
    base: Decimal | None = Field(
        default=None, description="What the row holds now; left out where there is no row yet."
    )
    free: Decimal = Field(default=ZERO, description="What is there to be spent.")


class Stores(Frozen):
    """The Allies' SPs and SRPs in Valletta, where they are counted."""

    sp_store: Store | None = Field(default=None, description="The Allies' SPs in Valletta, where they are counted.")
    srp_store: Store | None = Field(default=None, description="The Allies' SRPs in Valletta, where they are counted.")


class Arrival(Frozen):
    """Malta repair points that the order of battle brings."""

    side: Literal[Side.ALLIED] = Field(default=Side.ALLIED, description="Whose points they are.")
    points: Annotated[int, Field(ge=1, le=99, strict=True)] = Field(description="Points that arrive.")
    in_hand: Held = Field(default=None, description="Points in hand before; left out where none are counted yet.")


@dataclass(frozen=True, slots=True)
class InHand:
    """Malta repair points in hand, before and after."""

    before: int
    after: int


class Conversion(Stores):
    """Malta repair points become SRPs or naval repair points in Valletta."""

    side: Literal[Side.ALLIED] = Field(default=Side.ALLIED, description="Whose points they are.")
    srp: Count = Field(default=0, description="Points that become SRPs.")
    at_once: Count = Field(default=0, description="Of these SRPs, those that become 2½ SPs each at once.")
    nrp: Count = Field(default=0, description="Points that become naval repair points.")
    engineer: bool = Field(description="A construction engineer in Valletta does nothing else with its MPs this turn.")
    valletta_owner: Owner = Field(description="Who owns Valletta.")
    in_hand: Held = Field(default=None, description="Points in hand; left out where none are counted.")
    nrp_before: Count = Field(default=0, description="Naval repair points of Valletta that no account holds yet.")
    account: Account | None = Field(
        default=None,
        description="The Allies' naval repair points, where they are counted; left out by versions that kept those of "
        "Valletta apart.",
    )

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if not self.srp + self.nrp + (self.nrp_before if self.account else 0):
            raise ValueError("say how many points become SRPs or naval repair points")
        if self.at_once > self.srp:
            raise ValueError(f"{self.at_once} SRPs can't become SPs at once: only {self.srp} are made")
        return self


@dataclass(frozen=True, slots=True)
class Converted:
    """What is placed on Valletta, and the points spent on it."""

    placed: str
    points_spent: int


class SupplyRepair(Mending, Stores):
    """SPs and SRPs mend Malta, at the rate of the Engineering Summary."""

    side: Literal[Side.ALLIED] = Field(default=Side.ALLIED, description="Who repairs.")
    sp: Res = Field(default=ZERO, description="SPs spent.")
    srp: Count = Field(default=0, description="SRPs spent.")
    hits: Annotated[int, Field(ge=1, le=15, strict=True)] = Field(
        description="Hits that this removes by the Engineering Summary, which is not at hand (R-39)."
    )
    engineer: bool = Field(
        default=True,
        description="A construction engineer in Valletta does nothing else with its MPs this turn; left out by "
        "versions that did not ask.",
    )

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if not self.sp and not self.srp:
            raise ValueError("say how many SPs or SRPs are spent")
        return self


@procedure(
    "malta-points",
    system=SYSTEM,
    rule="36.A.4.b",
    title="Malta repair points arrive",
    roller=Roller.NOBODY,
    edition=EDITION,
    dice="none: the order of battle says how many",
)
def receive_points(arrival: Arrival) -> Play[Outcome[InHand]]:
    """The points are in hand; with the first of them their count begins."""
    yield from ()
    before = arrival.in_hand or 0
    change = InHand(before, before + arrival.points)
    if arrival.in_hand is None:
        return Outcome(change, (create(STOCK, points=change.after, nrp=0),))
    return Outcome(change, (Set(STOCK_POINTS, change.after),))


def why_not_converted(conversion: Conversion) -> Refusal | None:
    """As for repairs: an Allied Valletta with a construction engineer in it, and points in hand (R-27)."""
    if not conversion.engineer:
        return NO_ENGINEER
    lost = fixed(conversion.valletta_owner)
    return lost or too_few(conversion.in_hand, conversion.srp + conversion.nrp)


@procedure(
    "malta-converted",
    system=SYSTEM,
    rule="36.A.4.b",
    title="Convert Malta repair points",
    roller=Roller.NOBODY,
    edition=EDITION_2,
    earlier=(EDITION,),
    dice="none: the points are typed",
    why_not=why_not_converted,
)
def convert_points(conversion: Conversion) -> Play[Outcome[Converted]]:
    """A point becomes one SRP, 2½ SPs by way of it, or one naval repair point, in Valletta."""
    yield from R27.look()
    points = conversion.srp + conversion.nrp
    sps = tidy(conversion.at_once * SPS_OF_AN_SRP)
    srps = conversion.srp - conversion.at_once
    placed = _listed((srps, "SRP"), (sps, "SP"), (conversion.nrp, "NRP"))
    made = Converted(placed + _uncounted(conversion, srps, sps), points)
    stores = (*_kept(conversion.srp_store, Decimal(srps), "srp"), *_kept(conversion.sp_store, sps, "sp"))
    return Outcome(made, (*_of_stock(conversion, points), *_repair_points(conversion), *stores))


def _of_stock(conversion: Conversion, points: int) -> tuple[Effect, ...]:
    """Points leave their count, where one is kept."""
    return (Set(STOCK_POINTS, conversion.in_hand - points),) if conversion.in_hand is not None and points else ()


def _repair_points(conversion: Conversion) -> tuple[Effect, ...]:
    """Naval repair points come to the side's account, and with them those that were kept apart before."""
    made, apart = conversion.nrp, conversion.nrp_before
    if conversion.account is not None:
        moved = (Set(STOCK_NRP, 0),) if apart else ()
        return (*moved, *conversion.account.received(Decimal(made + apart))) if made + apart else ()
    return (Set(STOCK_NRP, apart + made),) if made and conversion.in_hand is not None else ()


def why_not_supplied(repair: SupplyRepair) -> Refusal | None:
    """An Allied Valletta with a construction engineer (R-27), the points in it where they are counted, and hits."""
    if not repair.engineer:
        return NO_ENGINEER
    lost = fixed(repair.valletta_owner) or no_such_hits(repair.damage, repair.hits)
    short = _short(repair.sp_store, repair.sp, "SP") or _short(repair.srp_store, Decimal(repair.srp), "SRP")
    return lost or short


def _short(store: Store | None, wanted: Decimal, word: str) -> Refusal | None:
    if store is None or wanted <= store.free:
        return None
    return Refusal(f"Valletta has {to_plain(store.free)} {word} free, not {to_plain(wanted)}.", "36.A.4.b")


@procedure(
    "malta-supplied",
    system=SYSTEM,
    rule="36.A.4.b",
    title="Repair Malta with SPs or SRPs",
    roller=Roller.NOBODY,
    edition=EDITION_2,
    earlier=(EDITION,),
    dice="none: the points and the hits that they remove are typed",
    why_not=why_not_supplied,
)
def repair_with_supply(repair: SupplyRepair) -> Play[Outcome[MaltaChange]]:
    """The number changes by the hits removed; what was spent leaves Valletta, where it is counted."""
    yield from R39.look()
    spent = _listed((repair.sp, "SP"), (repair.srp, "SRP")) + _uncounted(repair, repair.srp, repair.sp)
    text = f"Hits removed with {spent}, by the Engineering Summary"
    change = yield from changed_number(repair, "36.A.4.b", text, repair.hits)
    stores = (*_kept(repair.sp_store, -repair.sp, "sp"), *_kept(repair.srp_store, Decimal(-repair.srp), "srp"))
    return Outcome(change, (*number_effects(change), *stores))


def _listed(*parts: tuple[Decimal | int, str]) -> str:
    """`1 SRP, 2.5 SP`: what there is any of."""
    return ", ".join(f"{to_plain(number)} {word}" for number, word in parts if number)


def _uncounted(stores: Stores, srps: Decimal | int, sps: Decimal | int) -> str:
    """` (no SPs are counted in Valletta: write them down)`, where points come or go that nobody counts."""
    parts = ((srps, stores.srp_store, "SRPs"), (sps, stores.sp_store, "SPs"))
    words = " and ".join(word for number, store, word in parts if number and store is None)
    return f" (no {words} are counted in Valletta: write them down)" if words else ""


def _kept(store: Store | None, change: Decimal, what: str) -> tuple[Effect, ...]:
    """What comes to or leaves a count; nothing where none is kept."""
    if store is None or not change:
        return ()
    if store.base is None:
        return (_made(store.row, change, what),)
    return (Set(f"{store.row}.base", to_plain(store.base + change)),)


def _made(row: str, amount: Decimal, what: str) -> Create:
    return create(row, side="allied", port=VALLETTA, what=what, label="", base=to_plain(amount), sunk="0")
