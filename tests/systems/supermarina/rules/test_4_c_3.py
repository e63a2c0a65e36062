"""SM.4.C.3: the transport that is attacked is drawn by dice, thrown until they show the number of one."""

from __future__ import annotations

from fractions import Fraction

import pytest

from navalassist.engine import Book, Replay, odds_of, run_play
from navalassist.systems.supermarina.drawing_lots import draw, draw_several

BOOK = Book({})
pytestmark = pytest.mark.rule("SM.4.C.3")


def thrown(play, *faces):
    """What dice draw that fall so, and how many throws that took."""
    keys = {}
    for face in faces:
        keys[f"at-{len(keys) + 1}"] = face if isinstance(face, tuple) else (face,)
    found = run_play(play, BOOK, Replay(keys, {}))
    return found.value, len([one for one in found.answers if one.faces])


def test_up_to_ten_transports_one_die_until_it_shows_a_number() -> None:
    # Five transports: a 9 and a 0 (10) are nobody's, the 3 is.
    assert thrown(draw("at", (1, 2, 3, 4, 5)), 9, 10, 3) == (3, 3)


def test_of_a_transport_that_is_sunk_the_number_is_thrown_again() -> None:
    assert thrown(draw("at", (1, 3), of=5), 2, 5, 3) == (3, 3)


def test_from_eleven_to_a_hundred_two_dice() -> None:
    assert thrown(draw("at", range(1, 13)), 57, 12) == (12, 2)
    assert thrown(draw("at", range(1, 101)), 100) == (100, 1)


def test_above_a_hundred_three_dice_and_000_is_a_thousand() -> None:
    # 0, 10, 1 as faces are digits: 10 is the 0 of a die. 1 0 1 is 101, 0 0 0 is 1,000 and nobody's of 101.
    assert thrown(draw("at", range(1, 102)), (10, 10, 10), (1, 10, 1)) == (101, 2)


@pytest.mark.parametrize("numbers", [(1, 2, 3, 4, 5), (2, 7), tuple(range(1, 13)), tuple(range(1, 102))])
def test_each_has_the_same_chance(numbers: tuple[int, ...]) -> None:
    assert dict(odds_of(lambda: draw("at", numbers), BOOK)) == {number: Fraction(1, len(numbers)) for number in numbers}


def test_several_are_drawn_without_one_twice() -> None:
    found = odds_of(lambda: draw_several("lost", (1, 2, 3), 2), BOOK)
    assert len(dict(found)) == 6
    assert all(first != second for first, second in dict(found))
