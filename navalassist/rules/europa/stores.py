"""SPs and SRPs that a side keeps count of in a port, as rules take from them. Where none is kept, nothing is taken."""

from __future__ import annotations

from decimal import Decimal

from pydantic import Field

from navalassist.engine import Effect, Refusal, Set, create, to_plain
from navalassist.engine.shapes import Frozen, Words
from navalassist.rules.europa.amounts import ZERO


class Stock(Frozen):
    """What one side has of one kind of points in one port."""

    row: Words = Field(description="The row that counts them, such as roster:axis/naples/srp.")
    base: Decimal = Field(default=ZERO, description="What the row holds now.")
    free: Decimal = Field(default=ZERO, description="What is there to be spent.")
    is_new: bool = Field(default=False, description="Such points are counted, but this port has no row of them yet.")


def short_of(stock: Stock | None, wanted: Decimal, port: str, word: str, rule: str) -> Refusal | None:
    """Why so much can't be spent there; None where it can, or where nobody counts."""
    if stock is None or wanted <= stock.free:
        return None
    return Refusal(f"{port} has {to_plain(stock.free)} {word} free, not {to_plain(wanted)}.", rule)


def spent_of(stock: Stock | None, amount: Decimal) -> tuple[Effect, ...]:
    """What leaves a count; nothing where none is kept."""
    if stock is None or not amount:
        return ()
    if stock.is_new:
        side, port, what = stock.row.partition(":")[2].split("/")
        base = to_plain(-amount)
        return (create(stock.row, side=side, port=port, what=what, label="", base=base, sunk="0"),)
    return (Set(f"{stock.row}.base", to_plain(stock.base - amount)),)
