"""Turns and steps."""

import pytest

from navalassist.rules.europa import clock
from navalassist.rules.europa.words import Side, Step


def test_a_turn_is_half_a_month_follows_another_over_the_year_and_winter_is_december_to_february() -> None:
    assert clock.turn_title("1941-03-1") == "Mar I 41"
    assert clock.turn_title("1940-06-2") == "Jun II 40"
    assert clock.month_of("1942-12-1") == "Dec"
    assert clock.next_turn("1941-03-1") == "1941-03-2"
    assert clock.next_turn("1941-03-2") == "1941-04-1"
    assert clock.next_turn("1941-12-2") == "1942-01-1"
    assert clock.turn_number("1941-04-1") - clock.turn_number("1941-03-1") == 2
    assert clock.turn_of(clock.turn_number("1943-07-2")) == "1943-07-2"
    winter = [month for month in range(1, 13) if clock.is_winter(f"1941-{month:02}-1")]
    assert winter == [1, 2, 12]


@pytest.mark.parametrize("text", ["", "1941-3-1", "1941-13-1", "1941-00-1", "1941-03-3", "1941-03-0", "Mar I 41"])
def test_anything_else_is_no_turn(text: str) -> None:
    with pytest.raises(ValueError, match="is no turn"):
        clock.turn_title(text)


def test_the_steps_of_a_turn_in_order() -> None:
    moment = clock.Moment("1941-03-2", Side.AXIS, Step.INITIAL)
    seen = [moment]
    for _ in range(10):
        moment = clock.next_step(*moment)
        seen.append(moment)
    steps = ["initial", "air", "naval-movement", "combat", "exploitation"]
    assert [(m.player_turn.value, m.step.value) for m in seen[:10]] == [
        *(("axis", step) for step in steps),
        *(("allied", step) for step in steps),
    ]
    assert seen[10] == clock.Moment("1941-04-1", Side.AXIS, Step.INITIAL)
    assert seen[2].title == "Mar II 41, Axis player turn, Naval movement"
    assert [m.step.is_naval for m in seen[:5]] == [False, False, True, False, True]
