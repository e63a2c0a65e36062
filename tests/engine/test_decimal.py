"""D10 and d100: what lies on the table, what it counts as, which signs a strip may hold, and exact odds."""

import hmac
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from navalassist.engine import Dice, DiceError, Play, Pool, Roll, TableKey, Typed, parse_dice, run_play, signs_of
from navalassist.engine.dealers import TypedSoFar
from navalassist.engine.odds import Enumerator
from navalassist.play.dice.server import face
from tests.engine.tables import FakeTable, book

D6, D10, D100 = Dice(1), Dice(1, 10), Dice(1, 100)
HITS = FakeTable("t/hits", D100, lambda row, column: "1" if row > 70 else "0")
HIT: TableKey[int] = TableKey("t/hits", int)


def asked(*dice: Dice) -> Play[tuple[tuple[int, ...], ...]]:
    """A rule that asks for these in turn."""
    found: tuple[tuple[int, ...], ...] = ()
    for number, one in enumerate(dice, start=1):
        found += ((yield from Roll(f"ask-{number}", one, lambda faces: faces, f"ask {number}")),)
    return found


def read(strip: str, *dice: Dice) -> Any:
    dealer = Typed(signs_of(strip))
    value = run_play(asked(*dice), book(), dealer).value
    dealer.finish()
    return value


@pytest.mark.parametrize(
    ("dice", "face", "shown", "lies"),
    [
        (D6, 6, "6", [6]),
        (D10, 9, "9", ["9"]),
        (D10, 10, "0", ["0"]),
        (D100, 1, "01", ["0", "1"]),
        (D100, 10, "10", ["1", "0"]),
        (D100, 70, "70", ["7", "0"]),
        (D100, 100, "00", ["0", "0"]),
        (Dice(1, 12), 12, "12", [12]),
    ],
)
def test_the_0_of_a_d10_is_ten_and_00_is_a_hundred(dice: Dice, face: int, shown: str, lies: list[int | str]) -> None:
    assert dice.shown(face) == shown
    assert dice.face(shown) == face
    assert dice.lying((face,)) == lies


def test_of_several_d100_each_shows_both_its_digits_and_old_dice_are_written_as_they_were() -> None:
    assert Dice(3, 100).lying((100, 7, 70)) == ["00", "07", "70"]
    assert Dice(2, 10).lying((10, 3)) == ["0", "3"]
    assert list(map(str, (D6, Dice(2), D10, Dice(2, 10), D100))) == ["1d6", "2d6", "1d10", "2d10", "1d100"]


@given(st.sampled_from([D6, D10, D100]).flatmap(lambda dice: st.tuples(st.just(dice), st.integers(1, dice.sides))))
def test_every_face_is_told_by_what_it_shows(case: tuple[Dice, int]) -> None:
    dice, number = case
    assert dice.face(dice.shown(number)) == number
    assert len(dice.shown(number)) == dice.digits


@given(
    st.lists(
        st.tuples(st.integers(1, 3), st.sampled_from([6, 10, 100])).flatmap(
            lambda kind: st.tuples(
                st.just(Dice(*kind)), st.lists(st.integers(1, kind[1]), min_size=kind[0], max_size=kind[0])
            )
        ),
        max_size=5,
    ),
    st.sampled_from(["", " ", ",", "/"]),
)
def test_a_strip_of_mixed_dice_is_read_by_the_asks_in_order(throws: list[tuple[Dice, Sequence[int]]], gap: str) -> None:
    strip = gap.join(dice.shown(one) for dice, faces in throws for one in faces)
    assert read(strip, *(dice for dice, _ in throws)) == tuple(tuple(faces) for _, faces in throws)


def test_a_strip_by_hand() -> None:
    assert read("0 7 34", D10, D10, D100) == ((10,), (7,), (34,))
    assert read("0 00 66", D10, D100, Dice(2)) == ((10,), (100,), (6, 6))
    assert read("05", D100) == ((5,),)


@pytest.mark.parametrize(
    ("strip", "dice", "sentence"),
    [
        ("0", [D6], "Dice: a die has faces 1 to 6; '0' is none of them"),
        ("66 7", [Dice(2)], "Dice: a die has faces 1 to 6; '7' is none of them"),
        ("7", [Dice(2)], "Dice: a die has faces 1 to 6; '7' is none of them"),
        ("0 7 0", [D10, D10, D6], "Dice: die 3 has faces 1 to 6; '0' is none of them"),
        ("34 0 9", [D100, D10, D6], "Dice: die 4 has faces 1 to 6; '9' is none of them"),
        ("6 x", [D6, D10], "Dice: die 2 has faces 0 to 9; 'x' is none of them"),
        ("7 ٣", [D100], "Dice: die 2 has faces 0 to 9; '٣' is none of them"),
        ("6 6", [D6], "1 die too many: 1 is needed"),
        ("0 0", [D10], "1 die too many: 1 is needed"),
        ("00 0 ", [D100], "1 die too many: 2 are needed"),
        ("0 x", [D10], "Dice: die 2 has faces 0 to 9; 'x' is none of them"),
        ("", [D6], "1 more die is needed, for ask 1"),
        ("", [D10], "1 more D10 is needed, for ask 1"),
        ("4", [Dice(3, 10)], "2 more D10s are needed, for ask 1"),
        ("4", [D6, D100], "2 more D10s are needed, read as tens and ones, for ask 2"),
        ("7", [D100], "1 more D10 is needed, read as tens and ones, for ask 1"),
        ("1", [Dice(1, 12)], "no typed die has 12 faces, for ask 1"),
        ("3", [Dice(1, 2)], "a die has faces 1 to 2; 3 is none of them"),
    ],
)
def test_what_does_not_fit_is_refused_with_the_die(strip: str, dice: list[Dice], sentence: str) -> None:
    with pytest.raises(DiceError) as wrong:
        read(strip, *dice)
    assert wrong.value.reason == sentence


def test_the_rest_of_a_strip_knows_what_came_before_it() -> None:
    first = Typed("07")
    assert first.faces("k", D10, "") == (10,)
    rest = Typed(first.left, after=first)
    with pytest.raises(DiceError, match="die 2 has faces 1 to 6; '7'"):
        rest.faces("l", D6, "")
    with pytest.raises(DiceError, match="1 die too many: 1 is needed"):
        Typed(first.left, after=first).finish()


def test_half_a_d100_is_asked_for_and_what_was_typed_before_it_stands() -> None:
    assert TypedSoFar("5").faces("k", D10, "") == (5,)
    dealer = TypedSoFar("57")
    assert dealer.faces("k", D10, "") == (5,)
    with pytest.raises(DiceError, match="1 more D10 is needed") as slip:
        dealer.faces("l", D100, "")
    assert slip.value.more
    dealer = TypedSoFar("570")
    assert (dealer.faces("k", D10, ""), dealer.faces("l", D100, ""), dealer.faces("m", D6, "")) == ((5,), (70,), None)


def test_a_strip_is_looked_at_before_anybody_asks() -> None:
    assert parse_dice("0 79", decimal=True) == (0, 7, 9)
    with pytest.raises(DiceError, match="a die has faces 0 to 9; 'a' is none of them"):
        parse_dice("0a", decimal=True)
    with pytest.raises(DiceError, match="a die has faces 1 to 6; '0' is none of them"):
        parse_dice("0")


def test_a_d100_is_a_hundred_equal_throws_and_a_modifier_moves_it() -> None:
    odds = Enumerator(book(HITS))
    assert odds.odds(lambda: iter(HIT.roll("r", column="c"))).chance(bool) == Fraction(30, 100)
    assert odds.odds(lambda: iter(HIT.roll("r", column="c", modifier=5))).chance(bool) == Fraction(35, 100)
    found = odds.odds(lambda: asked(D100))
    assert {chance for _, chance in found} == {Fraction(1, 100)}
    assert len(found.weights) == 100
    two = Pool("p", HIT, 2, "c")
    assert dict(odds.odds(lambda: iter(two))) == {0: Fraction(49, 100), 1: Fraction(42, 100), 2: Fraction(9, 100)}


def test_a_table_of_d100_is_read_by_its_number_and_recorded_so() -> None:
    result = run_play(iter(HIT.roll("r", column="c", modifier=5)), book(HITS), Typed("66"))
    (answer,) = result.answers
    assert (result.value, answer.dice, answer.faces, answer.cells[0].row) == (1, "1d100", (66,), "71")
    pool = run_play(iter(Pool("p", HIT, 3, "c")), book(HITS), Typed(signs_of("00 70 71")))
    assert (pool.value, pool.answers[0].dice, pool.answers[0].faces) == (2, "3 x 1d100", (100, 70, 71))


@pytest.mark.parametrize("sides", [10, 100])
def test_server_dice_of_ten_favour_no_face(sides: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each face has as many of the numbers that count; a number beyond them is drawn again."""
    numbers = iter(range(sides))
    monkeypatch.setattr(hmac, "digest", lambda *_: next(numbers).to_bytes(8, "big") + bytes(24))
    faces = Counter(face(b"", "c", "public/1", "p", "k", 0, sides) for _ in range(sides))
    assert faces == Counter(range(1, sides + 1))
    fair = 2**64 - 2**64 % sides
    assert fair % sides == 0
    numbers = iter([fair, 2**64 - 1, fair - 1])
    assert face(b"", "c", "public/1", "p", "k", 0, sides) == sides
