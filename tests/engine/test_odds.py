"""Exact odds: equal as fractions to an independent library, to flat enumeration, and to what play can give."""

import itertools
import operator
from collections import Counter
from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

import icepool
import pytest

from navalassist.engine import (
    Book,
    Choose,
    Dice,
    Each,
    Enumerator,
    Odds,
    Outcome,
    Part,
    Play,
    Replay,
    Roll,
    Rounds,
    Ruling,
    Set,
    Sub,
    TableKey,
    Tally,
    Term,
    as_odds,
    call,
    odds,
    odds_of,
    run_play,
)
from navalassist.engine.odds import _Dist, ways_of_total
from tests.engine.tables import FakeTable, book
from tests.mini import PROCEDURES, rules

CONTACT = FakeTable("t/contact", Dice(2), lambda row, column: "C" if row <= 5 else "-", ("C", "-"))
EFFECT = FakeTable("t/effect", Dice(1), lambda row, column: {1: "R", 2: "1RE", 3: "2RE"}.get(row, "E"))
STRIKE = FakeTable("t/strike", Dice(1), lambda row, column: str({"strike": (0, 0, 0, 1, 1, 2)}["strike"][row - 1]))
BOX = FakeTable("t/box", Dice(1), lambda row, column: str(int(row == 6)))
HOLE = FakeTable("t/hole", Dice(1), lambda row, column: None if row == 6 else "a")
NEGATIVE = FakeTable("t/negative", Dice(2), lambda row, column: str(row - 9))
PLAIN = FakeTable("t/plain", None, lambda row, column: "x")
BOOK = book(CONTACT, EFFECT, STRIKE, BOX, HOLE, NEGATIVE, PLAIN)
CONTACTS, EFFECTS = TableKey("t/contact", str), TableKey("t/effect", str)
STRIKES, BOXES = TableKey("t/strike", int), TableKey("t/box", int)
NEGATIVES, HOLES, PLAINS = TableKey("t/negative", int), TableKey("t/hole", str), TableKey("t/plain", str)


def d6(key: str = "die", read: Callable[[tuple[int, ...]], Any] = lambda faces: faces[0]) -> Play[Any]:
    return (yield from Roll(key, Dice(1), read))


def fractions(found: Odds[Any]) -> dict[Any, Fraction]:
    return dict(found)


def of_icepool(die: Any) -> dict[Any, Fraction]:
    return {value: Fraction(weight, die.denominator()) for value, weight in die.items() if weight}


def same(found: Odds[Any], die: Any) -> None:
    assert fractions(found) == of_icepool(die)
    assert sum(fractions(found).values()) == 1


# The four cases of the measurements.


def one_item() -> Play[str]:
    contact = yield from CONTACTS.roll("contact", column=0)
    return "-" if contact == "-" else (yield from EFFECTS.roll("effect", column=0))


def eliminated() -> Play[int]:
    return int((yield from one_item()) == "E")


ONE_ITEM = icepool.map(
    lambda total: icepool.Die({"R": 1, "1RE": 1, "2RE": 1, "E": 3}) if total <= 5 else "-", 2 @ icepool.d(6)
)


def test_one_item_how_many_of_thirty_are_eliminated_and_twenty_four_dice_in_one_column() -> None:
    same(odds_of(one_item, BOOK), ONE_ITEM)

    def convoy() -> Play[int]:
        items = {f"item-{number}": call(eliminated) for number in range(30)}
        return (yield from Each(items, operator.add, 0))

    same(odds_of(convoy, BOOK), 30 @ ONE_ITEM.map(lambda effect: int(effect == "E")))

    def pool() -> Play[int]:
        return (yield from STRIKES.pool("strike", count=24, column="strike"))

    same(odds_of(pool, BOOK), 24 @ icepool.Die([0, 0, 0, 1, 1, 2]))


def volley(boxes: int) -> Play[int]:
    return (yield from BOXES.pool("fire", count=boxes, column=0))


def fire(boxes: tuple[int, int]) -> Play[tuple[int, int]]:
    guns = {"theirs": call(volley, boxes[1]), "ours": call(volley, boxes[0])}
    theirs, ours = yield from Each(guns, lambda state, hits: (*state, hits), ())
    return max(0, boxes[0] - theirs), max(0, boxes[1] - ours)


def test_a_duel_of_many_rounds() -> None:
    def duel() -> Play[tuple[int, int]]:
        return (yield from Rounds("round", fire, (12, 10), 10, lambda boxes: 0 in boxes))

    hit = icepool.d(6).map(lambda face: int(face == 6))

    def next_round(ours: int, theirs: int) -> Any:
        if 0 in (ours, theirs):
            return icepool.tupleize(ours, theirs)
        return icepool.tupleize((theirs @ hit), (ours @ hit)).map(
            lambda lost, scored: (max(0, ours - lost), max(0, theirs - scored))
        )

    die = icepool.Die([(12, 10)]).map(next_round, repeat=10)
    same(odds_of(duel, BOOK), die)


# What each ask gives.


def test_a_roll_branches_on_readings_not_on_faces() -> None:
    seen: list[tuple[int, ...]] = []

    def play() -> Play[bool]:
        return (yield from Roll("r", Dice(2), lambda faces: seen.append(faces) or sum(faces) >= 11))

    enumerator = Enumerator(BOOK)
    found = as_odds(enumerator.play(play))
    assert found.weights == {False: 11, True: 1}
    assert found.total == 12
    assert enumerator.branches == 2
    assert len(seen) <= 3 * 36


def test_odds_of_a_number_that_may_be_negative_or_of_nothing_at_all() -> None:
    def play() -> Play[int]:
        return (yield from NEGATIVES.pool("p", count=5, column=0))

    same(odds_of(play, BOOK), 5 @ ((2 @ icepool.d(6)) - 9))

    def play() -> Play[tuple[int, int, str]]:
        pool = yield from STRIKES.pool("p", count=0, column="strike")
        each = yield from Each({}, operator.add, 0)
        other = yield from Each({}, lambda state, result: state, "start")
        return pool, each, other

    assert fractions(odds_of(play, BOOK)) == {(0, 0, "start"): Fraction(1)}


@pytest.mark.parametrize("start", [0, Decimal(0)])
def test_sums_of_amounts_that_are_no_whole_numbers(start: Any) -> None:
    def lot() -> Play[Any]:
        return (yield from Roll("r", Dice(1), lambda faces: Decimal(faces[0]) / 2))

    def play() -> Play[Any]:
        return (yield from Each({f"lot-{n}": call(lot) for n in range(5)}, operator.add, start))

    expected = {Decimal(total) / 2: Fraction(ways, 6**5) for total, ways in ways_of_total(5, 6).items()}
    assert fractions(odds_of(play, BOOK)) == expected


def test_terms_and_rulings_are_read_like_in_play() -> None:
    ruling = Ruling("R-1", "1", "t", "t", (("yes", "y"), ("no", "n")), "yes", "r")
    tally = Tally((Term("1", "t", 3), Term("1", "no", 9, applies=False)))

    def play() -> Play[tuple[str, str, int]]:
        choice = yield from ruling.look()
        look = yield from PLAINS.look(row=1, column=1)
        strike = yield from STRIKES.roll("s", column="strike", modifier=Tally((Term("1", "none", 0),)))
        assert tally.total == 3
        return choice, look, strike

    assert odds_of(play, BOOK).chance(lambda result: result == ("yes", "x", 2)) == Fraction(1, 6)


def test_a_sub_procedure_is_worked_out_once() -> None:
    started = []

    def part(name: str) -> Play[int]:
        started.append(name)
        return (yield from d6())

    def play() -> Play[int]:
        first = yield from Sub("one", call(part, "a"))
        second = yield from Sub("two", call(part, "a"))
        return first + second

    enumerator = Enumerator(BOOK)
    assert fractions(enumerator.odds(play)) == {t: Fraction(w, 36) for t, w in ways_of_total(2, 6).items()}
    assert len(started) == 6
    enumerator.odds(play)
    assert len(started) == 6


def test_a_part_that_is_one_ask_and_nothing_else_hands_it_back_and_is_played_and_counted_alike() -> None:
    begun = []

    def part(faces_that_hit: int) -> Part[int]:
        begun.append(faces_that_hit)
        return Roll("die", Dice(1), lambda faces: int(faces[0] > 6 - faces_that_hit))

    def play() -> Play[tuple[int, int]]:
        alone = yield from part(2)
        both = yield from Each({"a": call(part, 1), "b": call(part, 3)}, operator.add, 0)
        return alone, both

    # 2 of 6 hit; of a sixth and a half none hit in 5/12, both in 1/12.
    third, neither, both = Fraction(1, 3), Fraction(5, 12), Fraction(1, 12)
    counted = fractions(odds_of(play, BOOK))
    assert counted[1, 0] == third * neither
    assert counted[0, 2] == (1 - third) * both
    assert sum(counted.values()) == 1
    # As often as paths are walked, but once for all faces of each part of Each.
    assert Counter(begun)[1] == Counter(begun)[3] == 1
    thrown = Replay({"die": (5,), "a/die": (6,), "b/die": (3,)})
    assert run_play(play(), BOOK, thrown).value == (1, 1)
    settled = Choose("side", {"left": "Left", "right": "Right"}, "axis", settled="none")
    assert fractions(odds_of(lambda: settled, BOOK)) == {"none": 1}


def test_an_outcome_counts_by_its_result_but_a_part_keeps_it_whole() -> None:
    def part() -> Play[Outcome[int]]:
        face = yield from d6()
        return Outcome(face // 4, (Set("x:y.z", face // 4),))

    def play() -> Play[Outcome[tuple[int, int]]]:
        inner = yield from Sub("part", call(part))
        other = yield from d6()
        return Outcome((inner.result, len(inner.effects)), (Set("x:y.z", [other]),))

    assert fractions(odds_of(play, BOOK)) == {(0, 1): Fraction(1, 2), (1, 1): Fraction(1, 2)}
    assert run_play(play(), BOOK, Replay({"part/die": (6,), "die": (1,)})).value == Outcome(
        (1, 1), (Set("x:y.z", [1]),)
    )


def test_rounds_end_at_different_times_and_branches_of_different_depth_have_one_total() -> None:
    def play() -> Play[str]:
        if (yield from d6("first", lambda faces: faces[0] == 1)):
            return "early"
        return (yield from Roll("second", Dice(1, 4), lambda faces: f"late {faces[0] > 3}"))

    found = odds_of(play, BOOK)
    assert fractions(found) == {"early": Fraction(1, 6), "late False": Fraction(5, 8), "late True": Fraction(5, 24)}

    def step(state: int) -> Play[int]:
        return state + (yield from d6())

    def play(limit: int) -> Play[int]:
        return (yield from Rounds("round", step, 0, limit, lambda state: state >= 6))

    flat: Counter[int] = Counter()
    for throws in itertools.product(range(1, 7), repeat=3):
        state = 0
        for face in throws:
            state += face if state < 6 else 0
        flat[state] += 1
    assert fractions(odds_of(lambda: play(3), BOOK)) == {k: Fraction(v, 216) for k, v in flat.items()}
    assert fractions(odds_of(lambda: play(0), BOOK)) == {0: Fraction(1)}
    assert max(fractions(odds_of(lambda: play(50), BOOK))) == 11


# What one can ask of odds.


def test_odds_answer_what_a_page_asks() -> None:
    found = odds_of(lambda: d6(), BOOK)
    assert found.chance(lambda face: face > 4) == Fraction(1, 3)
    assert found.chance(lambda face: False) == 0
    assert found.expect(lambda face: face) == Fraction(7, 2)
    assert found.expect(lambda face: Fraction(face, 2)) == Fraction(7, 4)
    assert found.map(lambda face: face % 2).weights == {0: 3, 1: 3}
    assert as_odds(_Dist({"a": 4, "b": 6}, 10)) == Odds({"a": 2, "b": 3}, 5)


def test_odds_of_a_registered_procedure(mini_book: Book) -> None:
    strike = PROCEDURES["mini-strike"]
    situation = rules.Strike(side="axis", force="f", strength=3, zone="inner")
    found = odds(strike, situation, mini_book)
    assert strike.figures is not None
    assert [(figure.key, figure.value) for figure in strike.figures(found)] == [
        ("found", Fraction(1, 2)),
        ("hits", Fraction(7, 3)),
    ]


# Counting: a play played along every path of faces.

TABLES = {"t/strike": STRIKE, "t/box": BOX, "t/negative": NEGATIVE}


class Recorder:
    """A dealer that throws one given path and says how many faces were asked for."""

    def __init__(self, path: tuple[int, ...]) -> None:
        self.path, self.sizes = path, []

    def faces(self, key: str, dice: Dice, label: str) -> tuple[int, ...]:
        start = len(self.sizes)
        self.sizes += [dice.sides] * dice.count
        return tuple(self.path[n] if n < len(self.path) else 1 for n in range(start, start + dice.count))

    def choice(self, key: str, ask: Choose) -> None:
        return None


def flat(play: Callable[[], Play[Any]]) -> Mapping[Any, Fraction] | None:
    """The odds by playing every sequence of faces one by one; None when there are too many."""
    found: Counter[Any] = Counter()
    path: tuple[int, ...] = ()
    for _ in range(4_000):
        dealer = Recorder(path)
        value = run_play(play(), BOOK, dealer).value
        faces = [*path, *([1] * (len(dealer.sizes) - len(path)))]
        found[value] += Fraction(1, _product(dealer.sizes))
        while faces and faces[-1] == dealer.sizes[len(faces) - 1]:
            faces.pop()
        if not faces:
            return found
        path = (*faces[:-1], faces[-1] + 1)
    return None


def _product(numbers: list[int]) -> int:
    product = 1
    for number in numbers:
        product *= number
    return product
