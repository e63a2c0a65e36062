"""Turns, quarters, seasons, steps (R-74, R-76) and the rulings of the Great War."""

import pytest

from navalassist.engine.shapes import NOTE
from navalassist.rules.europa import RULINGS as EUROPA
from navalassist.systems.storm_of_steel import clock
from navalassist.systems.storm_of_steel.rules import RULINGS
from navalassist.systems.storm_of_steel.state import Side


def test_a_turn_is_a_month_and_follows_another_over_the_year() -> None:
    assert clock.turn_title("1914-08") == "Aug 1914"
    assert clock.turn_title("1918-11") == "Nov 1918"
    assert clock.next_turn("1914-08") == "1914-09"
    assert clock.next_turn("1914-12") == "1915-01"
    assert clock.turn_number("1915-02") - clock.turn_number("1914-08") == 6
    assert clock.turn_of(clock.turn_number("1916-05")) == "1916-05"
    assert [month for month in range(1, 13) if clock.is_winter(f"1914-{month:02}")] == [1, 2, 12]


@pytest.mark.parametrize("text", ["", "1914-8", "1914-13", "1914-00", "1914-08-1", "2014-08", "Aug 1914"])
def test_anything_else_is_no_turn(text: str) -> None:
    with pytest.raises(ValueError, match="is no turn"):
        clock.turn_title(text)


@pytest.mark.rule("GW.MERCHANT")
def test_three_months_are_a_quarter_and_the_allies_close_it_with_the_merchant_outcome() -> None:
    found = [clock.quarter_of(f"1914-{month:02}") for month in (1, 3, 4, 6, 7, 8, 9, 10, 12)]
    assert found == ["1914-Q1", "1914-Q1", "1914-Q2", "1914-Q2", "1914-Q3", "1914-Q3", "1914-Q3", "1914-Q4", "1914-Q4"]
    assert [month for month in range(1, 13) if clock.closes_quarter(f"1914-{month:02}")] == [3, 6, 9, 12]
    assert clock.quarter_title("1914-Q3") == "3rd quarter of 1914"
    assert clock.quarter_title("1915-Q1") == "1st quarter of 1915"
    with pytest.raises(ValueError, match="is no quarter"):
        clock.quarter_title("1914-Q5")
    due = [
        (turn, side, step)
        for turn in ("1914-08", "1914-09", "1914-10")
        for side in Side
        for step in clock.Step
        if clock.merchant_is_due(turn, side, step)
    ]
    assert due == [("1914-09", Side.ALLIED, clock.Step.ATTRITION)]


def test_the_steps_of_a_turn_in_order() -> None:
    moment = clock.Moment("1914-12", Side.CENTRAL, clock.Step.NAVAL_OPERATIONS)
    seen = [moment]
    for _ in range(6):
        moment = clock.next_step(*moment)
        seen.append(moment)
    steps = ["naval-operations", "transport", "attrition"]
    assert [(m.player_turn.value, m.step.value) for m in seen[:6]] == [
        *(("central", step) for step in steps),
        *(("allied", step) for step in steps),
    ]
    assert seen[6] == clock.Moment("1915-01", Side.CENTRAL, clock.Step.NAVAL_OPERATIONS)
    assert seen[5].title == "Dec 1914, Allied player turn, Supply and attrition"
    assert seen[0].title == "Dec 1914, Central Powers player turn, Naval operations"


# The rulings of the Great War tables.


# Those of the project's list of doubts that name the Great War, and from R-73 on those that its play needs besides.
OF_THE_LIST = ["R-31", "R-32", "R-33", "R-34", "R-35", "R-36", "R-37", "R-42", "R-52", "R-53"]
OF_PLAY = [f"R-{number}" for number in range(73, 93)]
# number -> its choices, the default first: all others are notes.
WITH_A_CHOICE = {
    "R-35": ("area", "tactic"),
    "R-36": (NOTE, "any-unit"),
    "R-53": (NOTE, "as-much"),
    "R-73": ("intercepting", "mission"),
    "R-78": (NOTE, "next-quarter"),
    "R-92": (NOTE, "with-city"),
}


def test_every_doubt_has_a_number_of_its_own_in_order_and_all_its_words() -> None:
    assert [ruling.number for ruling in RULINGS] == OF_THE_LIST + OF_PLAY
    assert not {ruling.number for ruling in RULINGS} & {ruling.number for ruling in EUROPA}
    for ruling in RULINGS:
        words = (ruling.where, ruling.title, ruling.trouble, ruling.reason, *dict(ruling.choices).values())
        assert all(text.strip() for text in words), ruling.number


def test_those_with_another_choice_offer_it_and_the_others_are_notes() -> None:
    for ruling in RULINGS:
        choices = tuple(value for value, _ in ruling.choices)
        assert choices == WITH_A_CHOICE.get(ruling.number, (NOTE,)), ruling.number
        assert ruling.default == choices[0]
