"""Where there are no odds, and what stops counting that would go on without end."""

import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from navalassist.engine import (
    Ask,
    Book,
    Choose,
    Dice,
    Each,
    EngineError,
    Enumerator,
    NoOdds,
    Play,
    Roll,
    Rounds,
    Sub,
    Together,
    TooManyBranches,
    call,
    odds_of,
)
from tests.engine.test_odds import BOOK, HOLES, d6, fractions

# Where there are none.


def test_there_are_no_odds_of_choices_unless_all_are_given() -> None:
    def play() -> Play[str]:
        return (yield from Choose("c", {"a": "A", "b": "B"}, "axis", "where to"))

    with pytest.raises(NoOdds, match="it depends on a choice: where to"):
        odds_of(play, BOOK)
    assert fractions(odds_of(play, BOOK, choices={"c": "b"})) == {"b": Fraction(1)}

    def play() -> Play[tuple[str, ...]]:
        return (yield from Together("o", (Choose("axis", {"a": "A"}, "axis"), Choose("allied", {"b": "B"}, "allied"))))

    with pytest.raises(NoOdds, match="it depends on a choice: allied"):
        odds_of(play, BOOK, choices={"axis": "a"})
    assert fractions(odds_of(play, BOOK, choices={"axis": "a", "allied": "b"})) == {("a", "b"): Fraction(1)}


def test_a_choice_that_changes_nothing_of_what_came_does_not_take_the_odds_away() -> None:
    def play() -> Play[tuple[int, str]]:
        lost = yield from d6("loss")
        named = (yield from Choose("unit", {"a": "A", "b": "B"}, "axis", settled=(lost, ""))) if lost > 4 else ""
        return lost, named

    found = fractions(odds_of(play, BOOK))
    assert found == {(face, ""): Fraction(1, 6) for face in range(1, 7)}


def test_there_are_no_odds_of_an_unknown_cell_unless_a_precedent_knows_it() -> None:
    def roll() -> Play[str]:
        return (yield from HOLES.roll("r", column="c"))

    def look() -> Play[str]:
        return (yield from HOLES.look(row=6, column="c"))

    for play in (roll, look):
        with pytest.raises(NoOdds, match="A table: the cell of row 6, column c is not known"):
            odds_of(play, BOOK)
    known = Book(BOOK.tables, {}, {("t/hole", "6", "c"): "b"})
    assert fractions(odds_of(roll, known)) == {"a": Fraction(5, 6), "b": Fraction(1, 6)}


def test_the_limit_of_branches_says_so() -> None:
    def many() -> Play[int]:
        total = 0
        for number in range(8):
            total = total * 6 + (yield from d6(f"r-{number}"))
        return total

    with pytest.raises(TooManyBranches, match="more than 1000 branches: exact odds are not worked out"):
        odds_of(many, BOOK, limit=1000)
    assert issubclass(TooManyBranches, NoOdds)


@pytest.mark.parametrize(
    "play",
    [
        lambda: (yield from Roll("r", Dice(40), sum)),
        lambda: (yield from Each({f"p{n}": call(d6) for n in range(9)}, lambda state, face: (*state, face), ())),
        lambda: (yield from Rounds("r", grow, (), 9, lambda state: False)),
    ],
)
def test_every_way_to_grow_without_end_is_stopped(play: Callable[[], Play[Any]]) -> None:
    with pytest.raises(TooManyBranches):
        odds_of(play, BOOK, limit=20_000)


def grow(state: tuple[int, ...]) -> Play[tuple[int, ...]]:
    return (*state, (yield from d6()))


def test_what_is_no_ask_is_caught() -> None:
    def bare() -> Any:
        yield d6()

    def unknown() -> Play[Any]:
        return (yield from Ask("x"))

    for play in (bare, unknown):
        with pytest.raises(EngineError, match="a bare yield, or an ask that odds do not know"):
            odds_of(play, BOOK)


def test_what_is_remembered_does_not_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    # By its module: the package holds a function of the same name.
    monkeypatch.setattr(sys.modules["navalassist.engine.odds"], "MEMO_LIMIT", 10)
    enumerator = Enumerator(BOOK)
    for number in range(30):
        enumerator.odds(lambda number=number: (yield from Sub("s", call(shifted, number))))
    assert len(enumerator._memo) <= 13


def shifted(number: int) -> Play[int]:
    return number + (yield from d6())
