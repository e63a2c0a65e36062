"""Numbers and sides in the words of the pages and of the log."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from navalassist.desk.sides import LOOKS
from navalassist.desk.system_pages import look_of
from navalassist.engine.duties import EITHER

Number = Fraction | int | str

# Who is no side and no power of a rule system: sign and word.
OTHERS = {
    "neutral": ("○", "Neutral"),
    "moderator": ("▲", "Moderator"),
    "observer": ("△", "Observer"),
    EITHER: ("".join(sign for sign, *_ in LOOKS), "Either seat"),
}
MINUS = "−"


def as_fraction(value: Number) -> Fraction:
    """The exact number. A text is read as `21/36`, `7` or `0.5`; ValueError for anything else."""
    return Fraction(value)


@lru_cache(maxsize=1_000)
def percent(value: Number) -> str:
    """A chance as whole percent, rounded half up; what is not certain is never called 0 % or 100 %."""
    chance = as_fraction(value)
    if 0 < chance < Fraction(1, 100):
        return "under 1 %"
    if Fraction(99, 100) < chance < 1:
        return "over 99 %"
    return f"{whole(chance * 100)} %"


def whole(number: Fraction) -> int:
    """The nearest whole number, a half rounded up; `number` is not below 0."""
    return int(number + Fraction(1, 2))


def fraction(value: Number, over: int = 0) -> str:
    """The exact number as `21/36` when `over` is 36 and divides evenly, else in lowest terms."""
    exact = as_fraction(value)
    if over and over % exact.denominator == 0:
        return f"{exact.numerator * (over // exact.denominator)}/{over}"
    return str(exact)


def decimal(value: Number) -> str:
    """An expectation with one digit after the point, rounded half up; `under 0.1` for what is not nothing."""
    exact = as_fraction(value)
    tenths = int(abs(exact) * 10 + Fraction(1, 2))
    if exact and not tenths:
        return "under 0.1"
    return f"{MINUS if exact < 0 else ''}{tenths // 10}.{tenths % 10}"


def side_word(side: str) -> str:
    """`Axis` for `axis`; any other word with a capital letter."""
    if look := look_of(side):
        return look.word
    return OTHERS[side][1] if side in OTHERS else str(side).capitalize()
