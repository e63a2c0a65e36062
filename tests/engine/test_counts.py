"""How often something comes of rolls with a chance each: worked by hand, and against sums over all that may come."""

from fractions import Fraction
from itertools import product
from math import prod

import pytest

from navalassist.engine.counts import Counts

SIXTH = Fraction(1, 6)


def test_two_sixths_come_never_once_or_twice() -> None:
    """25, 10 and 1 of 36. Once or more often is 11 of 36; twice comes once in 36, which is beyond the band."""
    counts = Counts.of([SIXTH, SIXTH])
    assert [counts.at_least(number) for number in range(4)] == [1, Fraction(11, 36), Fraction(1, 36), 0]
    assert [counts.at_most(number) for number in range(3)] == [Fraction(25, 36), Fraction(35, 36), 1]
    assert counts.band == (0, 1)


def test_rolls_of_unlike_chances_are_as_the_sum_over_all_that_may_come() -> None:
    chances = [Fraction(1, 3), Fraction(1, 2), Fraction(7, 12), Fraction(5, 36), Fraction(11, 12)]
    counts = Counts.of(chances)
    for least in range(7):
        ways = (came for came in product((0, 1), repeat=5) if sum(came) >= least)
        whole = sum(prod(p if one else 1 - p for p, one in zip(chances, way, strict=True)) for way in ways)
        assert counts.at_least(least) == whole


def test_two_parts_together_are_as_their_rolls_one_by_one() -> None:
    """While they are short to the last fraction; of thousands in every figure that is told."""
    few = [Fraction(1, 3), Fraction(7, 12), Fraction(1), Fraction(5, 36)]
    assert Counts.of(few[:2]).and_all(Counts.of(few[2:])) == Counts.of(few)
    assert Counts().and_all(Counts.of(few)) == Counts.of(few)
    many = [Fraction(1 + number % 35, 36) for number in range(2_000)]
    parts = Counts()
    for start in range(0, 2_000, 50):
        parts = parts.and_all(Counts.of(many[start : start + 50]))
    whole = Counts.of(many)
    assert parts.band == whole.band
    assert abs(parts.at_least(1_000) - whole.at_least(1_000)) < Fraction(1, 10**30)


def test_what_is_certain_and_what_cannot_come_move_the_band_and_do_not_widen_it() -> None:
    assert Counts.of([Fraction(1), Fraction(0), Fraction(1)]).band == (2, 2)
    assert Counts.of([]).band == (0, 0)


@pytest.mark.parametrize("rolls", [100, 1_000, 3_000])
def test_thousands_of_rolls_lie_round_what_was_to_be_expected(rolls: int) -> None:
    """Half of them: what comes more often and less often is alike, and 1.645 deviations of √n / 2 hold nine in ten."""
    counts = Counts.of([Fraction(1, 2)] * rolls)
    low, high = counts.band
    assert low + high == rolls
    assert abs((high - low) / 2 - 1.645 * rolls**0.5 / 2) < 1
    assert abs(counts.at_least(rolls // 2) - counts.at_most(rolls // 2)) < Fraction(1, 10**30)
    assert len(counts.weights) < 45 * rolls**0.5
