"""Amounts in REs: Decimals in steps of one half, written without needless zeros."""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from fractions import Fraction
from functools import lru_cache

ZERO = Decimal(0)
HALF_STEP = Decimal("0.5")


# A check asks this of the same few amounts again and again; equal amounts have one shortest form.
@lru_cache(maxsize=1024)
def tidy(amount: Decimal) -> Decimal:
    """The same amount in its shortest form: 7, 2.5."""
    return Decimal(int(amount)) if amount == int(amount) else amount.normalize()


@lru_cache(maxsize=1024)
def res_text(amount: Decimal) -> str:
    """The amount as facts store it: `7`, `2.5`."""
    return str(tidy(amount))


def whole(amount: Decimal, upwards: bool) -> int:
    """A fraction brought to the next whole number, up or down (R-17)."""
    return int(amount.to_integral_value(ROUND_CEILING if upwards else ROUND_FLOOR))


def half_of(amount: Decimal, upwards: bool) -> Decimal:
    """Half of an amount in whole numbers (R-17), never more than there is."""
    return tidy(min(amount, Decimal(whole(amount / 2, upwards))))


def fraction(amount: Decimal) -> Fraction:
    """The amount as an exact fraction, for expectations."""
    return Fraction(amount)
