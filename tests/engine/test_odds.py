"""Exact odds: equal as fractions to an independent library, to flat enumeration, and to what play can give."""

from __future__ import annotations

import itertools
import operator
import sys
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from navalassist.engine import (
    Ask,
    Book,
    Choose,
    Dice,
    Each,
    EngineError,
    Enumerator,
    NoOdds,
    Odds,
    Outcome,
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
    Together,
    TooManyBranches,
    as_odds,
    call,
    odds,
    odds_of,
    run_play,
)
from navalassist.engine.odds import _Dist, ways_of_total
from tables import RuleTable, all_tables
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


def test_contact_and_effect_of_one_item() -> None:
    same(odds_of(one_item, BOOK), ONE_ITEM)


def test_how_many_of_thirty_items_are_eliminated() -> None:
    def convoy() -> Play[int]:
        items = {f"item-{number}": call(eliminated) for number in range(30)}
        return (yield from Each(items, operator.add, 0))

    same(odds_of(convoy, BOOK), 30 @ ONE_ITEM.map(lambda effect: int(effect == "E")))


def test_twenty_four_dice_in_one_column() -> None:
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


# Every table that the project ships.


def columns_and_modifiers(table: RuleTable) -> Iterator[tuple[int | str, int]]:
    for line in table.columns:
        numbers = line.span.numbers() if line.span is not None else [line.key]
        for column in numbers:
            for modifier in range(-3, 4):
                yield column, modifier


@pytest.mark.parametrize("slug", [slug for slug, table in all_tables().items() if table.dice is not None])
def test_every_shipped_table_has_the_odds_that_counting_gives(slug: str) -> None:
    table, tried = all_tables()[slug], 0
    assert table.dice is not None
    die = table.dice.count @ icepool.d(table.dice.sides)
    tables = Book(all_tables())
    for column, modifier in columns_and_modifiers(table):

        def play(column: Any = column, modifier: int = modifier) -> Play[str]:
            return (yield from TableKey(slug, str).roll("r", column=column, modifier=modifier))

        try:
            cells = {total: table.cell(total + modifier, column).value for total in die.outcomes()}
        except LookupError:
            with pytest.raises(LookupError):
                odds_of(play, tables)
            continue
        if None in cells.values():
            with pytest.raises(NoOdds):
                odds_of(play, tables)
            continue
        same(odds_of(play, tables), die.map(cells))
        tried += 1
    assert tried


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


def test_odds_of_a_number_that_may_be_negative() -> None:
    def play() -> Play[int]:
        return (yield from NEGATIVES.pool("p", count=5, column=0))

    same(odds_of(play, BOOK), 5 @ ((2 @ icepool.d(6)) - 9))


def test_an_empty_pool_and_an_empty_each_are_certain() -> None:
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


def test_branches_of_different_depth_are_brought_to_one_total() -> None:
    def play() -> Play[str]:
        if (yield from d6("first", lambda faces: faces[0] == 1)):
            return "early"
        return (yield from Roll("second", Dice(1, 4), lambda faces: f"late {faces[0] > 3}"))

    found = odds_of(play, BOOK)
    assert fractions(found) == {"early": Fraction(1, 6), "late False": Fraction(5, 8), "late True": Fraction(5, 24)}


def test_rounds_that_end_at_different_times() -> None:
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


# Where there are none.


def test_there_are_no_odds_of_a_choice_unless_it_is_given() -> None:
    def play() -> Play[str]:
        return (yield from Choose("c", {"a": "A", "b": "B"}, "axis", "where to"))

    with pytest.raises(NoOdds, match="it depends on a choice: where to"):
        odds_of(play, BOOK)
    assert fractions(odds_of(play, BOOK, choices={"c": "b"})) == {"b": Fraction(1)}


def test_there_are_no_odds_of_sealed_choices_unless_all_are_given() -> None:
    def play() -> Play[tuple[str, ...]]:
        return (yield from Together("o", (Choose("axis", {"a": "A"}, "axis"), Choose("allied", {"b": "B"}, "allied"))))

    with pytest.raises(NoOdds, match="it depends on a choice: allied"):
        odds_of(play, BOOK, choices={"axis": "a"})
    assert fractions(odds_of(play, BOOK, choices={"axis": "a", "allied": "b"})) == {("a", "b"): Fraction(1)}


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


# Properties.

TABLES = {"t/strike": STRIKE, "t/box": BOX, "t/negative": NEGATIVE}


@dataclass(frozen=True)
class Plan:
    """A small random procedure: rolls, pools, parts and rounds, each with a key of its own."""

    kind: str
    size: int
    parts: tuple[Plan, ...] = ()

    def play(self) -> Play[Hashable]:
        match self.kind:
            case "roll":
                return (yield from Roll("roll", Dice(1 + self.size % 2), lambda faces: sum(faces) % (self.size + 1)))
            case "table":
                return (yield from NEGATIVES.roll("table", column=0, modifier=self.size))
            case "pool":
                return (yield from STRIKES.pool("pool", count=self.size, column="strike"))
            case "sum":
                return (yield from Each(self.named(Plan.number), operator.add, 0))
            case "each":
                return (yield from Each(self.named(Plan.play), lambda state, result: (*state, result), ()))
            case "sub":
                found = []
                for name, part in self.named(Plan.play).items():
                    found.append((yield from Sub(name, part)))
                return tuple(found)
        return (yield from Rounds("round", shifted_by, 0, self.size, lambda state: state > 3))

    def number(self) -> Play[int]:
        return len(str((yield from self.play())).replace("1", "11")) % 4

    def named(self, function: Callable[[Plan], Play[Any]]) -> dict[str, Any]:
        return {f"part-{number}": call(function, part) for number, part in enumerate(self.parts)}


def shifted_by(state: int) -> Play[int]:
    return state + (yield from d6("die", lambda faces: faces[0] % 3))


LEAVES = st.builds(Plan, st.sampled_from(["roll", "table", "pool", "rounds"]), st.integers(0, 2))
PLANS = st.recursive(
    LEAVES,
    lambda inner: st.builds(
        Plan,
        st.sampled_from(["sum", "each", "sub"]),
        st.just(0),
        st.lists(inner, min_size=1, max_size=2).map(tuple),
    ),
    max_leaves=3,
)


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


@settings(deadline=None, max_examples=60)
@given(plan=PLANS)
def test_odds_are_those_of_playing_every_sequence_of_faces(plan: Plan) -> None:
    found = odds_of(plan.play, BOOK)
    assert sum(fractions(found).values()) == 1
    assert sum(found.weights.values()) == found.total
    expected = flat(plan.play)
    if expected is not None:
        assert fractions(found) == expected


@settings(deadline=None)
@given(plan=PLANS, faces=st.lists(st.integers(1, 6), max_size=40))
def test_what_play_gives_is_among_the_odds(plan: Plan, faces: list[int]) -> None:
    value = run_play(plan.play(), BOOK, Recorder(tuple(faces))).value
    assert odds_of(plan.play, BOOK).chance(lambda result: result == value) > 0


@settings(deadline=None)
@given(counts=st.lists(st.integers(0, 4), max_size=3), columns=st.sampled_from(["t/strike", "t/box", "t/negative"]))
def test_each_and_pools_are_the_same_as_dice_one_by_one(counts: list[int], columns: str) -> None:
    key: TableKey[int] = TableKey(columns, int)

    def pool(count: int) -> Play[int]:
        return (yield from key.pool("p", count=count, column="strike"))

    def one() -> Play[int]:
        return (yield from key.roll("r", column="strike"))

    def pools() -> Play[int]:
        return (yield from Each({f"pool-{n}": call(pool, count) for n, count in enumerate(counts)}, operator.add, 0))

    def singles() -> Play[int]:
        return (yield from Each({f"die-{n}": call(one) for n in range(sum(counts))}, lambda a, b: a + b, 0))

    assert fractions(odds_of(pools, BOOK)) == fractions(odds_of(singles, BOOK))


def test_equal_pools_and_results_with_gaps() -> None:
    even = FakeTable("t/even", Dice(1), lambda row, column: "2" if row > 3 else "0")
    key: TableKey[int] = TableKey("t/even", int)

    def play() -> Play[int]:
        first = yield from key.pool("one", count=3, column=0)
        second = yield from key.pool("two", count=3, column=0)
        return first + second

    same(odds_of(play, book(even)), 6 @ icepool.Die([0, 2]))
