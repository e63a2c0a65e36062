"""Accounts of a campaign: NRPs and ARPs as rules read them, and organisations to choose among (36.F.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from navalassist.engine.reader import Reader, rows_in
from navalassist.rules.europa.accounts import ARP, NRP, Account, account_key
from navalassist.rules.europa.words import Side

KIND = "account"
Facts = Mapping[str, Any]


def account_of(reader: Reader, side: Side, what: str, organisation: str = "") -> Account:
    """An account as it stands; one that is not kept yet has no balance."""
    row = f"{KIND}:{account_key(side, what, organisation)}"
    balance = reader.get(f"{row}.balance")
    if balance is None:
        reader.looked_for(row, side=side.value)
    return Account(
        side=side,
        what="arp" if what == ARP else "nrp",
        organisation=str(reader.get(f"{row}.organisation", organisation)),
        balance=None if balance is None else Decimal(str(balance)),
        sweeping=Decimal(str(reader.get(f"{row}.sweeping", 0))),
    )


def accounts(values: Facts) -> Iterator[Account]:
    """Every account that is kept: naval repair points first, then air replacement points by organisation."""
    for row in sorted(rows_in(values, KIND), key=lambda row: (str(values[f"{row}.what"]) != NRP, row)):
        fields = {name: values[f"{row}.{name}"] for name in ("side", "what", "organisation", "balance", "sweeping")}
        yield Account(**fields)
