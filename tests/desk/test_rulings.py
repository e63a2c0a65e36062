"""The rulings of a campaign: how each is read here, why, what else is possible, and what an entry went by."""

from __future__ import annotations

import pytest

from tests.in_hand import InHand

PAGE = "setup/rulings/"


@pytest.fixture(params=["demo", "war"])
def any_system(request: pytest.FixtureRequest) -> InHand:
    """A campaign of each system."""
    table: InHand = request.getfixturevalue(request.param)
    return table


def told(text: str) -> set[str]:
    """The words of a text but its references, which are links on a page."""
    return {word for word in text.replace(",", " ").replace(".", " ").replace(";", " ").split() if "-" not in word}


@pytest.mark.rule("X.7")
def test_every_ruling_stands_there_with_what_is_in_doubt_why_it_is_read_so_and_what_else_is_possible(
    any_system: InHand,
) -> None:
    words = any_system.words(PAGE)
    for ruling in any_system.system.rulings:
        assert ruling.number in words
        assert ruling.trouble in words, ruling.number
        assert told(ruling.reason) <= told(words), ruling.number


@pytest.mark.rule("X.7")
def test_the_reading_in_force_and_the_default_are_marked_and_each_choice_is_a_button(any_system: InHand) -> None:
    drawn, words = any_system.text(PAGE), any_system.words(PAGE)
    for ruling in any_system.system.rulings:
        if len(ruling.choices) < 2:
            continue
        for value, said in ruling.choices:
            assert f'value="{ruling.number}={value}"' in drawn
            if ruling.number != "R-04":
                assert said in words
                assert f"{said} default" in words or value != ruling.default


@pytest.mark.rule("X.7")
def test_a_choice_is_an_entry_and_a_receipt_says_by_which_reading_it_was_carried_out(demo: InHand) -> None:
    ruling = next(one for one in demo.system.rulings if one.number == "R-30")
    other = next(value for value, _ in ruling.choices if value != ruling.default)
    sent = {"act": "ruling.choice", "set": f"R-30={other}", "note": "we own the box", "submission": "a" * 32}
    assert "we own the box" in demo.tap(PAGE, 302, **sent)
    assert demo.last().record["body"]["changes"] == [["ruling:R-30.choice", ruling.default, other]]
    demo.until("allied/initial")
    after = demo.do("italian-interference", "4", seat="axis", sea="red-sea")
    assert after.record["body"]["rulings"]["R-30"] == other
    assert "R-30" in demo.receipt(after)


def test_a_reading_that_is_none_is_refused_in_words(any_system: InHand) -> None:
    wrong = any_system.tap(PAGE, 422, act="ruling.choice", set="R-01=never", submission="b" * 32)
    assert "R-01" in wrong
