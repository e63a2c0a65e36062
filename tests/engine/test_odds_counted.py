"""Odds compared with counting: of every table that the project ships, and of games made up at random."""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from navalassist.engine import (
    Book,
    Dice,
    Each,
    NoOdds,
    Play,
    Roll,
    Rounds,
    Sub,
    TableKey,
    call,
    odds_of,
    run_play,
)
from tables import RuleTable, all_tables
from tests.counts import EXAMPLES
from tests.engine.tables import FakeTable, book
from tests.engine.test_odds import BOOK, NEGATIVES, STRIKES, Recorder, d6, flat, fractions, same

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


@settings(deadline=None, max_examples=EXAMPLES)
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
