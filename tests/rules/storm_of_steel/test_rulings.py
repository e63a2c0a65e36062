"""The rulings of the Great War tables."""

from __future__ import annotations

from navalassist.engine.shapes import NOTE
from navalassist.rules.europa import RULINGS as EUROPA
from navalassist.rules.storm_of_steel import RULINGS

# Those of the project's list of doubts that name the Great War, and from R-73 on those that its play needs besides.
OF_THE_LIST = ["R-31", "R-32", "R-33", "R-34", "R-35", "R-36", "R-37", "R-42", "R-52", "R-53"]
OF_PLAY = [f"R-{number}" for number in range(73, 92)]
# number -> its choices, the default first: all others are notes.
WITH_A_CHOICE = {"R-35": ("area", "tactic"), "R-73": ("intercepting", "mission")}


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
