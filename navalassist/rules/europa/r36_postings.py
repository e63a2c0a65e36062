"""Points that come or are spent: VPs, NRPs, ARPs, SPs and SRPs, each a posting of its ledger (36.C.3, 36.F.2)."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Self

from pydantic import AfterValidator, Field, model_validator

from navalassist.engine import Effect, Outcome, Play, Refusal, Roller, Set, procedure, to_plain
from navalassist.engine.overruled import Overrulable, passed_over, unless_overruled
from navalassist.engine.shapes import Words
from navalassist.rules.europa.accounts import Account
from navalassist.rules.europa.amounts import tidy
from navalassist.rules.europa.mines import EDITION, SYSTEM
from navalassist.rules.europa.rulings import R39
from navalassist.rules.europa.stores import Stock, short_of, spent_of
from navalassist.rules.europa.words import Side

RULE = "36.F.2"
# Points that a ledger holds, owed or in hand.
MOST = 9999
Points = Annotated[
    Decimal,
    Field(gt=0, le=999, multiple_of=Decimal("0.5"), allow_inf_nan=False),
    AfterValidator(tidy),
]


class What(StrEnum):
    """A kind of points."""

    NRP = "nrp"
    ARP = "arp"
    SP = "sp"
    SRP = "srp"
    VP = "vp"

    @property
    def label(self) -> str:
        """As a form calls it."""
        return WHAT_TITLES[self]

    @property
    def is_stored(self) -> bool:
        """True for points that lie in a port."""
        return self in (What.SP, What.SRP)


WHAT_TITLES = {
    What.NRP: "naval repair points",
    What.ARP: "air replacement points",
    What.SP: "SPs in a port",
    What.SRP: "SRPs in a port",
    What.VP: "victory points",
}


class Posting(Overrulable):
    """Points of one kind that come to a side or that it spends."""

    side: Side = Field(description="Whose points.")
    what: What = Field(description="Which points.")
    points: Points = Field(description="How many.")
    reason: Words = Field(default="", description="For what, in the players' own words.")
    account: Account | None = Field(default=None, description="The account of NRPs or ARPs.")
    stock: Stock | None = Field(default=None, description="The SPs or SRPs in the port, where they are counted.")
    port: Words = Field(default="", description="Name of the port of SPs or SRPs.")
    vps: int = Field(default=0, ge=-99999, le=99999, description="Victory points of the side before.")

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.what is What.VP and self.points != int(self.points):
            raise ValueError("victory points are whole numbers")
        if self.what in (What.NRP, What.ARP) and (self.account is None or self.account.what != self.what.value):
            raise ValueError("these points need their account")
        if self.what.is_stored and self.stock is None:
            raise ValueError("these points need the count of their port")
        return self

    def change(self, by: Decimal) -> tuple[Decimal, Decimal]:
        """The balance before and after."""
        if self.account is not None:
            before = self.account.before
        elif self.stock is not None:
            before = self.stock.free
        else:
            before = Decimal(self.vps)
        return tidy(before), tidy(before + by)


class Spending(Posting):
    """Points that a side spends."""

    carrier: Words = Field(
        default="", description="The carrier group in play whose aircraft they would repair or replace; '' for none."
    )


@dataclass(frozen=True, slots=True)
class Posted:
    """The balance before and after."""

    what: str
    before: str
    after: str
    reason: str = ""
    overruled: str = ""


def why_not_received(posting: Posting) -> Refusal | None:
    """Only where a ledger would hold more than it can."""
    return _too_many(posting, posting.points)


def _too_many(posting: Posting, by: Decimal) -> Refusal | None:
    _, after = posting.change(by)
    return Refusal(f"A ledger holds {MOST} points at most here, owed or in hand.", RULE) if abs(after) > MOST else None


@procedure(
    "points-received",
    system=SYSTEM,
    rule=RULE,
    title="Receive points",
    roller=Roller.NOBODY,
    edition=EDITION,
    dice="none: the points are typed",
    why_not=why_not_received,
)
def receive(posting: Posting) -> Play[Outcome[Posted]]:
    """They come to the account; NRPs pay for what sweeping owes first (R-46)."""
    yield from R39.look()
    told = _told(posting, posting.points)
    if posting.account is not None:
        return Outcome(told, posting.account.received(posting.points))
    return Outcome(told, _plain(posting, posting.points))


def why_not_spent(spending: Spending) -> Refusal | None:
    """With points in hand, and not for the aircraft of a carrier group in play."""
    return _too_many(spending, -spending.points) or unless_overruled(spending, _forbidden(spending))


def _forbidden(spending: Spending) -> Refusal | None:
    if spending.carrier:
        aircraft = f"The aircraft of {spending.carrier} are neither repaired nor replaced while it is in play: "
        return Refusal(f"{aircraft}they cost points as it withdraws.", "36.F.2")
    account = spending.account
    if account is not None and spending.points > account.in_hand:
        held = to_plain(account.in_hand)
        return Refusal(f"{account.title} in hand: {held}, not {to_plain(spending.points)}.", RULE)
    return short_of(spending.stock, spending.points, spending.port, spending.what.upper(), RULE)


@procedure(
    "points-spent",
    system=SYSTEM,
    rule=RULE,
    title="Spend points",
    roller=Roller.NOBODY,
    edition=EDITION,
    dice="none: the points are typed",
    why_not=why_not_spent,
)
def spend(spending: Spending) -> Play[Outcome[Posted]]:
    """They leave the account; what is missing is a deficit where the players insist."""
    yield from R39.look()
    told = _told(spending, -spending.points, passed_over(spending, _forbidden(spending)))
    if spending.account is not None:
        return Outcome(told, spending.account.spent(spending.points))
    return Outcome(told, _plain(spending, -spending.points))


def _told(posting: Posting, by: Decimal, overruled: str = "") -> Posted:
    before, after = posting.change(by)
    title = posting.account.title if posting.account is not None else posting.what.upper() + "s"
    place = f" in {posting.port}" if posting.what.is_stored else ""
    return Posted(f"{title}{place}", to_plain(before), to_plain(after), posting.reason, overruled)


def _plain(posting: Posting, by: Decimal) -> tuple[Effect, ...]:
    """SPs and SRPs of a port, or victory points."""
    if posting.stock is not None:
        return spent_of(posting.stock, -by)
    return (Set(f"ledger:{posting.side.value}.vp", posting.vps + int(by)),)
