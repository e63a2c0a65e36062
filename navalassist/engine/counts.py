"""How often something comes of rolls that have each a chance of its own: which numbers are likely, and how rare one is.

Exact while the numbers are short; then in parts so small that no figure that is told changes, and what is less than one
part falls off: so thousands of rolls take no longer than the band of their sums is wide.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

# Bits up to which a sum of weights is exact, and those that are kept of a longer one.
EXACT, KEPT = 256, 160
# What is left out on either side of the band that is told.
BEYOND = Fraction(1, 20)


@dataclass(frozen=True, slots=True)
class Counts:
    """How often it comes of some rolls, as weights of the numbers from `low` on."""

    low: int = 0
    weights: tuple[int, ...] = (1,)

    @classmethod
    def of(cls, chances: Iterable[Fraction]) -> Counts:
        """Of rolls with these chances."""
        found = cls()
        for chance in chances:
            found = found.and_one(chance)
        return found

    def and_one(self, chance: Fraction) -> Counts:
        """Of one roll more."""
        comes, of = chance.numerator, chance.denominator
        pairs = zip((0, *self.weights), (*self.weights, 0), strict=True)
        weights = [one_less * comes + as_many * (of - comes) for one_less, as_many in pairs]
        if (bits := sum(weights).bit_length()) > EXACT:
            weights = [weight >> (bits - KEPT) for weight in weights]
        some = [at for at, weight in enumerate(weights) if weight]
        return Counts(self.low + some[0], tuple(weights[some[0] : some[-1] + 1]))

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


def _first(weights: tuple[int, ...]) -> int:
    """How many weights at the beginning are together no more than what is left out."""
    most = sum(weights) * BEYOND
    return next(at for at, sum_so_far in enumerate(accumulate(weights)) if sum_so_far > most)
