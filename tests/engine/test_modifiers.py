"""Modifiers of a table's list: what the rule sees, what is ticked, and numbers that nobody knows."""

from collections.abc import Mapping
from fractions import Fraction

import pytest

from navalassist.engine import Book, Dice, NoOdds, Play, Replay, TableKey, Tally, Term, odds_of, run_play
from navalassist.engine.cells import ListLine
from tests.engine.tables import FakeTable

NUMBERS = {"modifier/night": "-1", "modifier/tick-radar": "+2", "modifier/storm": None}
LIST = (ListLine("night", "At night", "1"), ListLine("storm", "In a storm", "1"), ListLine("tick-radar", "Radar", "2"))
SIGHT = TableKey("t/sight", int)


def text(row: object, column: object) -> str | None:
    return NUMBERS[str(row)] if column == "modifier" else str(row)


def book() -> Book:
    return Book({"t/sight": FakeTable("t/sight", Dice(1), text, listed=LIST)})


def sighted(seen: Mapping[str, bool], ticks: tuple[str, ...] = ()) -> Play[int]:
    given = {key: Term("1", key, 1, applies) for key, applies in seen.items()}
    terms = yield from SIGHT.modifiers(given, ticks)
    return (yield from SIGHT.roll("sight", column="result", modifier=Tally(tuple(terms.values()))))


@pytest.mark.parametrize(
    ("ticks", "total"), [((), Fraction(5, 2)), (("tick-radar",), Fraction(9, 2)), (("tick-other",), Fraction(5, 2))]
)
def test_odds_count_what_the_rule_sees_and_what_is_ticked(ticks: tuple[str, ...], total: Fraction) -> None:
    """A die is 3 1/2 on average; at night 1 less, with radar 2 more."""
    assert odds_of(lambda: sighted({"night": True}, ticks), book()).expect(lambda seen: seen) == total


def test_the_record_has_each_line_and_where_its_number_stands() -> None:
    found = run_play(sighted({"night": True}, ("tick-radar",)), book(), Replay({"sight": (3,)}))
    assert found.value == 4
    assert [(term.text, term.value, term.applies) for term in found.terms] == [("night", -1, True), ("Radar", 2, True)]
    assert [cell.row for cell in found.cells][:2] == ["modifier/night", "modifier/tick-radar"]
    assert dict(found.tables) == {"t/sight": "1"}


def test_a_number_that_nobody_knows_is_asked_for_only_where_it_counts() -> None:
    assert odds_of(lambda: sighted({"storm": False}), book()).expect(lambda seen: seen) == Fraction(7, 2)
    with pytest.raises(NoOdds):
        odds_of(lambda: sighted({"storm": True}), book())


def test_a_condition_of_which_the_list_has_no_line_adds_nothing() -> None:
    assert odds_of(lambda: sighted({"by-day": True}), book()).expect(lambda seen: seen) == Fraction(7, 2)
