"""The whole percents of a distribution: they add up, and none is further than its neighbour from the chance."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from navalassist.desk.templatetags import parts


@pytest.mark.parametrize(
    ("thousandths", "kept", "told"),
    [
        ((333, 334, 333), None, ("33 %", "34 %", "33 %")),
        ((416, 416, 168), None, ("42 %", "41 %", "17 %")),
        # The first is told beside the list and keeps its 41; the largest remainder of the others is that of 33.4.
        ((414, 334, 140, 112), 0, ("41 %", "34 %", "14 %", "11 %")),
        # Rounded each by itself they would make 41 + 30 + 29, and 40 + 30 + 29 = 99.
        ((405, 304, 291), 0, ("41 %", "30 %", "29 %")),
        ((404, 303, 293), 0, ("40 %", "31 %", "29 %")),
        # 60.3 and 39.3 are 99.6 together: 60 and 39 are within 1 of it; the third has no number.
        ((603, 393, 4), None, ("60 %", "39 %", "under 1 %")),
        ((576, 421, 3), 0, ("58 %", "42 %", "under 1 %")),
        # 59.3 and 38.9 are 98.2 together.
        ((593, 389, 9, 9), None, ("59 %", "39 %", "under 1 %", "under 1 %")),
        ((997, 3), 0, ("over 99 %", "under 1 %")),
        ((1000, 0), 0, ("100 %", "0 %")),
        ((), None, ()),
    ],
)
def test_shares_of_a_distribution_add_up(thousandths: tuple[int, ...], kept: int | None, told: tuple[str, ...]) -> None:
    assert tuple(parts.shares([Fraction(number, 1000) for number in thousandths], kept)) == told


@settings(deadline=None)
@given(st.lists(st.integers(1, 400), min_size=1, max_size=12), st.booleans())
def test_shown_percents_make_100_and_each_is_next_to_its_chance(weights: list[int], beside: bool) -> None:
    chances = [Fraction(weight, sum(weights)) for weight in weights]
    told = parts.shares(chances, 0 if beside else None)
    numbered = [
        (int(text.split()[0]), chance * 100) for text, chance in zip(told, chances, strict=True) if "r" not in text
    ]
    assert all(abs(number - exact) < 1 for number, exact in numbered)
    assert abs(sum(number for number, _ in numbered) - sum(exact for _, exact in numbered)) < 1
    assert len(numbered) < len(told) or sum(number for number, _ in numbered) == 100
    assert not beside or told[0] == parts.percent(chances[0])


def test_the_drawn_lines_are_told_by_their_shares() -> None:
    bars = parts.bars([("all arrive", "404/1000", True), ("1 RE", "303/1000"), ("2 REs", "293/1000")])
    assert [bar.share for bar in bars] == ["40 %", "31 %", "29 %"]
