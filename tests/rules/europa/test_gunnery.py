"""36.D.3: the Naval Gunnery Table, a stand-in until the printed chart is at hand (R-30). Cells read by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from navalassist.engine import Book, NoOdds, Tally, Term, Typed, odds_of, run_play
from navalassist.rules.europa.gunnery import columns_of, fire
from tables import all_tables

BOOK = Book(all_tables())


@pytest.mark.parametrize(
    ("strength", "columns"), [(0, ()), (1, (1,)), (5, (5,)), (24, (24,)), (25, (24, 1)), (60, (24, 24, 12))]
)
def test_a_strength_above_24_is_split_into_24_and_the_rest(strength: int, columns: tuple[int, ...]) -> None:
    assert columns_of(strength) == columns


@pytest.mark.rule("E36.D.3")
def test_a_force_of_12_scores_one_and_a_half_hits_on_average_and_5_reads_the_column_of_4() -> None:
    """Column 12: no hit on 1, then 1, 1, 2, 2, 3."""
    found = odds_of(lambda: fire(12), BOOK)
    assert found.chance(lambda hits: hits == 0) == Fraction(1, 6)
    assert found.expect(lambda hits: hits) == Fraction(9, 6)
    assert odds_of(lambda: fire(5), BOOK).map(int) == odds_of(lambda: fire(4), BOOK).map(int)


@pytest.mark.rule("E36.D.3")
def test_each_throw_counts_and_below_1_or_without_a_throw_nothing_is_hit() -> None:
    """Three mine points at four strength points: four throws in column 3, which hits on 5 and 6 once."""
    found = odds_of(lambda: fire(3, throws=4), BOOK)
    assert found.expect(lambda hits: hits) == Fraction(4, 3)
    assert odds_of(lambda: fire(0, throws=4), BOOK).chance(lambda hits: hits == 0) == 1
    assert run_play(fire(6, 0), BOOK, Typed(())).value == 0


@pytest.mark.rule("E36.D.3")
@pytest.mark.parametrize(
    ("modifier", "told"), [(0, "dice 3 5 X"), (1, "dice 3 5, +1 each, X"), (Tally((Term("36.D.2", "", 1),)), "+1 each")]
)
def test_with_the_printed_chart_the_dice_fall_here_and_its_hits_are_entered(modifier: Tally | int, told: str) -> None:
    printed = Book(all_tables(), {"R-30": "printed"})
    waits = run_play(fire(6, 2, modifier, "X", "axis"), printed, Typed((5, 3)))
    assert (waits.pending.key, waits.pending.seat) == ("hits/chart", "axis")
    assert told in waits.pending.label
    assert run_play(fire(6, 2, modifier, "X", "axis"), printed, Typed((5, 3), {"hits/chart": "4"})).value == 4
    with pytest.raises(NoOdds):
        odds_of(lambda: fire(6, 2), printed)
