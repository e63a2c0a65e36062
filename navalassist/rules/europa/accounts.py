"""Accounts of naval repair points (NRPs) and of air replacement points (ARPs) by organisation, in halves (R-46)."""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal
from hashlib import sha256
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, StringConstraints, model_validator

from navalassist.engine import Effect, Set, create, to_plain
from navalassist.engine.shapes import Frozen
from navalassist.rules.europa.amounts import ZERO, tidy
from navalassist.rules.europa.items import Res
from navalassist.rules.europa.words import Side

NRP, ARP = "nrp", "arp"
Organisation = Annotated[str, StringConstraints(max_length=30, strip_whitespace=True)]
Balance = Annotated[
    Decimal,
    Field(ge=-99999, le=99999, multiple_of=Decimal("0.5"), allow_inf_nan=False),
    AfterValidator(tidy),
]
BESIDE_LETTERS = re.compile(r"[^a-z0-9]+")


def account_key(side: Side, what: str, organisation: str = "") -> str:
    """`allied/nrp`, `axis/arp/luftwaffe`; an organisation is the same in any case and with any spaces.

    A name that is more than plain letters and digits with spaces between has a short hash of its own: what a key leaves
    out of it may be all that tells it from another.
    """
    name = " ".join(unicodedata.normalize("NFKC", organisation).casefold().split())
    tail = BESIDE_LETTERS.sub("-", name).strip("-")
    if tail.replace("-", " ") != name:
        tail = f"{tail}-{sha256(name.encode()).hexdigest()[:8]}".strip("-")
    return f"{side.value}/{what}/{tail}" if tail else f"{side.value}/{what}"


class Account(Frozen):
    """Points of one kind that a side keeps count of."""

    side: Side = Field(description="Whose they are.")
    what: Literal["nrp", "arp"] = Field(description="Naval repair points, or air replacement points.")
    organisation: Organisation = Field(default="", description="Whose air replacement points; '' for naval ones.")
    balance: Balance | None = Field(
        default=None, description="Points in hand, below zero a deficit; left out where there is no account yet."
    )
    sweeping: Res = Field(default=ZERO, description="As much of a deficit as sweeping mines has made.")

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if (self.what == ARP) != bool(self.organisation):
            raise ValueError("air replacement points belong to an organisation, naval repair points to none")
        return self

    @property
    def row(self) -> str:
        """`account:axis/arp/luftwaffe`"""
        return f"account:{account_key(self.side, self.what, self.organisation)}"

    @property
    def title(self) -> str:
        """`NRPs`, `ARPs of the Luftwaffe`"""
        return "NRPs" if self.what == NRP else f"ARPs of {self.organisation}"

    @property
    def before(self) -> Decimal:
        """The balance; nothing where there is no account yet."""
        return self.balance or ZERO

    @property
    def in_hand(self) -> Decimal:
        """Points that can be spent without a deficit."""
        return max(ZERO, self.before)

    def spent(self, points: Decimal, *, sweeping: bool = False) -> tuple[Effect, ...]:
        """What changes when so many points are spent: what is missing is a deficit, made by sweeping or not (R-46)."""
        owed = max(ZERO, points - self.in_hand) if sweeping else ZERO
        return self._to(self.before - points, self.sweeping + owed) if points else ()

    def received(self, points: Decimal) -> tuple[Effect, ...]:
        """What changes when so many points come: they pay for what sweeping owes first (R-46)."""
        return self._to(self.before + points, max(ZERO, self.sweeping - points))

    def _to(self, balance: Decimal, sweeping: Decimal) -> tuple[Effect, ...]:
        now, owed = to_plain(tidy(balance)), to_plain(tidy(sweeping))
        if self.balance is None:
            about = {"side": self.side.value, "what": self.what, "organisation": self.organisation}
            return (create(self.row, **about, balance=now, sweeping=owed),)
        owes = (Set(f"{self.row}.sweeping", owed),) if sweeping != self.sweeping else ()
        return (Set(f"{self.row}.balance", now), *owes)
