"""How often something comes of rolls that have each a chance of its own: which numbers are likely, and how rare one is.

Exact while the numbers are short; then in parts so small that no figure that is told changes, and what is less than one
part falls off: so thousands of rolls take no longer than the band of their sums is wide.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import accumulate, islice

# Bits up to which a sum of weights is exact, and those that are kept of a longer one.
EXACT, KEPT = 256, 160
# Rolls that are put together one by one.
SOME = 16
# What is left out on either side of the band that is told.
BEYOND = Fraction(1, 20)


@dataclass(frozen=True, slots=True)
class Counts:
    """How often it comes of some rolls, as weights of the numbers from `low` on."""

    low: int = 0
    weights: tuple[int, ...] = (1,)

    @classmethod
    def of(cls, chances: Iterable[Fraction]) -> Counts:
        """Of rolls with these chances: some at a time one by one, then part by part, so that no sum is long before."""
        some = iter(chances)
        parts = [reduce(cls.and_one, first, cls()) for first in iter(lambda: tuple(islice(some, SOME)), ())]
        while len(parts) > 1:
            last = parts[len(parts) // 2 * 2 :]
            parts = [*(one.and_all(other) for one, other in zip(parts[::2], parts[1::2], strict=False)), *last]
        return parts[0] if parts else cls()

    def and_one(self, chance: Fraction) -> Counts:
        """Of one roll more."""
        comes, of = chance.numerator, chance.denominator
        pairs = zip((0, *self.weights), (*self.weights, 0), strict=True)
        return _kept(self.low, [one_less * comes + as_many * (of - comes) for one_less, as_many in pairs])

    def and_all(self, others: Counts) -> Counts:
        """Of these rolls and of others: all products of weights at once, as of two numbers with room for each digit."""
        room = (sum(self.weights) * sum(others.weights)).bit_length() // 8 + 1
        length = len(self.weights) + len(others.weights) - 1
        both = (_in_one(self.weights, room) * _in_one(others.weights, room)).to_bytes(room * length, "little")
        weights = [int.from_bytes(both[at : at + room], "little") for at in range(0, len(both), room)]
        return _kept(self.low + others.low, weights)

    def at_least(self, number: int) -> Fraction:
        """The chance of so many or more."""
        return Fraction(sum(self.weights[max(0, number - self.low) :]), sum(self.weights))

    def at_most(self, number: int) -> Fraction:
        """The chance of so many or fewer."""
        return 1 - self.at_least(number + 1)

    @property
    def band(self) -> tuple[int, int]:
        """From which number to which it comes in nine campaigns of ten: fewer, or more, each come once in twenty."""
        return self.low + _first(self.weights), self.low + len(self.weights) - 1 - _first(self.weights[::-1])


def _kept(low: int, weights: list[int]) -> Counts:
    """The weights of the numbers from `low` on, short enough, without those at the ends that are nothing."""
    if (bits := sum(weights).bit_length()) > EXACT:
        weights = [weight >> (bits - KEPT) for weight in weights]
    some = [at for at, weight in enumerate(weights) if weight]
    return Counts(low + some[0], tuple(weights[some[0] : some[-1] + 1]))


def _in_one(weights: tuple[int, ...], room: int) -> int:
    """The weights as digits of one number, each with room for so many bytes."""
    return int.from_bytes(b"".join(weight.to_bytes(room, "little") for weight in weights), "little")


def _first(weights: tuple[int, ...]) -> int:
    """How many weights at the beginning are together no more than what is left out."""
    most = sum(weights) * BEYOND
    return next(at for at, sum_so_far in enumerate(accumulate(weights)) if sum_so_far > most)
