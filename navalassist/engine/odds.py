"""The driver for odds: exact, by enumeration of readings with integer weights; one Fraction at the end.

A generator cannot be copied, so a path is walked again from its start with the readings taken so far; the last branch
of every ask goes on with the generator in hand. Sub-procedures are worked out once for equal arguments.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from typing import Any, Generic, TypeGuard, TypeVar

from pydantic import BaseModel

from navalassist.engine.asks import (
    Ask,
    Call,
    Choose,
    Each,
    ListLook,
    Look,
    Part,
    Pool,
    Roll,
    Rounds,
    RulingLook,
    Sub,
    TableKey,
    TableRoll,
    Together,
    Until,
    column_of,
    number_of,
)
from navalassist.engine.book import Book
from navalassist.engine.cells import Cell, Number, Table
from navalassist.engine.register import Outcome, Procedure
from navalassist.engine.run import EngineError, dice_of

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)
Weights = dict[Any, int]
BRANCH_LIMIT = 200_000
MEMO_LIMIT = 20_000


class NoOdds(Exception):
    """Why no exact odds can be given; the page says it in these words, and nothing is guessed."""


class TooManyBranches(NoOdds):
    """The procedure has more branches than the limit."""


class _Dist:
    """Integer weights over values, and their total."""

    __slots__ = ("total", "weights")

    def __init__(self, weights: Weights, total: int) -> None:
        self.weights = weights
        self.total = total


@dataclass(frozen=True)
class Odds(Generic[T]):
    """An exact distribution: integer weights of results, and their sum."""

    weights: Mapping[T, int]
    total: int

    @classmethod
    def certain(cls, value: T) -> Odds[T]:
        """The odds of what has come."""
        return cls({value: 1}, 1)

    def chance(self, holds: Callable[[T], bool]) -> Fraction:
        """The chance that the result is such."""
        return Fraction(sum(w for value, w in self.weights.items() if holds(value)), self.total)

    def expect(self, amount: Callable[[T], int | Fraction]) -> Fraction:
        """The expectation of a number of the result."""
        return sum((amount(value) * Fraction(w) for value, w in self.weights.items()), Fraction(0)) / self.total

    def map(self, view: Callable[[T], U]) -> Odds[U]:
        """The odds of something seen in the result."""
        weights: dict[U, int] = {}
        for value, weight in self.weights.items():
            seen = view(value)
            weights[seen] = weights.get(seen, 0) + weight
        return Odds(weights, self.total)

    def __iter__(self) -> Iterator[tuple[T, Fraction]]:
        for value, weight in self.weights.items():
            yield value, Fraction(weight, self.total)


class Enumerator:
    """Works out distributions against one book. Keep one for several procedures: what they share is done once."""

    def __init__(self, book: Book, choices: Mapping[str, str] | None = None, limit: int = BRANCH_LIMIT) -> None:
        self.book = book
        self.choices = choices or {}
        self.limit = limit
        self.branches = 0
        self._memo: dict[Any, _Dist] = {}

    def odds(self, start: Callable[[], Part[Any]]) -> Odds[Any]:
        """Exact odds of a generator. NoOdds when there are none to give, TooManyBranches past the limit."""
        if len(self._memo) > MEMO_LIMIT:
            self._memo.clear()
        # A counter of its own for every call, since threads share what was worked out.
        once = copy(self)
        once.branches = 0
        return as_odds(once.play(start))

    def play(self, start: Callable[[], Part[Any]]) -> _Dist:
        """The distribution of what a generator returns (of the result, where that is an Outcome)."""
        return self._walk(start, results=True)

    def _walk(self, start: Callable[[], Part[Any]], results: bool) -> _Dist:
        """Every path of a generator. results: of an Outcome only the result counts, not its effects."""
        by_total: dict[int, Weights] = {}
        paths: list[tuple[list[Any], int, int]] = [([], 1, 1)]
        while paths:
            readings, weight, total = paths.pop()
            self.branches += 1
            self._check(self.branches)
            part = start()
            if isinstance(part, Ask) and not self._is_settled(part):
                return self.ask(part)
            play = iter(part)
            try:
                ask = next(play)
                for reading in readings:
                    ask = play.send(reading)
                while not self._is_settled(ask):
                    dist = self.ask(ask)
                    branches = iter(dist.weights.items())
                    here, times = next(branches)
                    if len(dist.weights) > 1:
                        for other, ways in branches:
                            paths.append(([*readings, other], weight * ways, total * dist.total))
                        weight, total = weight * times, total * dist.total
                    readings = [*readings, here]
                    ask = play.send(here)
                value = ask.settled
            except StopIteration as stop:
                value = stop.value.result if results and isinstance(stop.value, Outcome) else stop.value
            weights = by_total.setdefault(total, {})
            weights[value] = weights.get(value, 0) + weight
        return _common(by_total)

    def ask(self, ask: Ask[Any]) -> _Dist:
        """The distribution of an ask's readings."""
        match ask:
            case TableRoll():
                return self._table(ask.table, column_of(ask.column), number_of(ask.modifier))
            case Sub():
                return self._call(ask.call)
            case Each():
                return self._each(ask)
            case Pool():
                return self._pool(ask)
            case RulingLook():
                return _Dist({self.book.ruling(ask.ruling): 1}, 1)
            case Look():
                table = self.book.table(ask.table.slug)
                return _Dist({ask.table.parse(self._known(table, table.cell(ask.row, ask.column))): 1}, 1)
            case ListLook():
                return _Dist({self.book.listed(ask.table.slug): 1}, 1)
            case Rounds():
                return self._rounds(ask)
            case Until():
                return self._until(ask)
            case Roll():
                return self._roll(ask)
            case Choose():
                return _Dist({self._chosen(ask): 1}, 1)
            case Together():
                return _Dist({tuple(self._chosen(one) for one in ask.choices): 1}, 1)
        raise EngineError(f"a bare yield, or an ask that odds do not know: {ask!r}")

    def _is_settled(self, ask: Ask[Any]) -> TypeGuard[Choose]:
        """True at a choice that changes nothing of what is counted, and that nobody has made."""
        return isinstance(ask, Choose) and ask.settled is not None and ask.key not in self.choices

    def _chosen(self, ask: Choose) -> str:
        try:
            return self.choices[ask.key]
        except KeyError:
            raise NoOdds(f"it depends on a choice: {ask.label or ask.key}") from None

    def _call(self, part: Call[Any]) -> _Dist:
        dist = self._memo.get(part)
        if dist is None:
            dist = self._memo[part] = self._walk(part.start, results=False)
        return dist

    def _known(self, table: Table, cell: Cell) -> str:
        value, _ = self.book.text_of(table, cell)
        if value is None:
            raise NoOdds(f"{table.title}: the cell of row {cell.row}, column {cell.column} is not known")
        return value

    def _check(self, branches: int) -> None:
        if branches > self.limit:
            raise TooManyBranches(f"more than {self.limit} branches: exact odds are not worked out")

    def _roll(self, ask: Roll[Any]) -> _Dist:
        self._check(ask.dice.sides**ask.dice.count)
        weights: Weights = {}
        throws = ask.dice.throws()
        for faces in throws:
            reading = ask.read(faces)
            weights[reading] = weights.get(reading, 0) + 1
        return _Dist(weights, len(throws))

    def _until(self, ask: Until[Any]) -> _Dist:
        """Of the throws that count; in whatever throw one does, they have the same shares."""
        found = self._roll(Roll(ask.key, ask.dice, ask.read))
        counts = {reading: times for reading, times in found.weights.items() if reading is not None}
        if not counts:
            raise EngineError(f"{ask.key}: no throw would ever count")
        return _Dist(counts, sum(counts.values()))

    def _table(self, key: TableKey[Any], column: Number | str, modifier: int) -> _Dist:
        memo = (key.slug, key.parse, column, modifier)
        dist = self._memo.get(memo)
        if dist is None:
            table = self.book.table(key.slug)
            dice = dice_of(table)
            weights: Weights = {}
            ways = ways_of_total(dice.count, dice.sides)
            for total, times in ways.items():
                reading = key.parse(self._known(table, table.cell(total + modifier, column)))
                weights[reading] = weights.get(reading, 0) + times
            dist = self._memo[memo] = _Dist(weights, dice.sides**dice.count)
        return dist

    def _pool(self, ask: Pool) -> _Dist:
        one = self._table(ask.table, column_of(ask.column), number_of(ask.modifier))
        memo = ("pool", ask.count, ask.table.slug, ask.table.parse, column_of(ask.column), number_of(ask.modifier))
        dist = self._memo.get(memo)
        if dist is None:
            dist = self._memo[memo] = _power(one, ask.count)
        return dist

    def _each(self, ask: Each[Any]) -> _Dist:
        if ask.fold is operator.add and ask.start == 0:
            return self._sum(ask)
        weights: Weights = {ask.start: 1}
        total = 1
        for part in ask.parts.values():
            dist = self._call(part)
            folded: Weights = {}
            for state, weight in weights.items():
                for result, times in dist.weights.items():
                    value = ask.fold(state, result)
                    folded[value] = folded.get(value, 0) + weight * times
                self._check(len(folded))
            weights, total = folded, total * dist.total
        return _Dist(weights, total)

    def _sum(self, ask: Each[Any]) -> _Dist:
        """A plain sum of whole numbers: equal parts are one power, not one convolution each."""
        counts: dict[Call[Any], int] = {}
        for part in ask.parts.values():
            counts[part] = counts.get(part, 0) + 1
        dist = _Dist({0: 1}, 1)
        for part, count in counts.items():
            dist = _convolve(dist, _power(self._call(part), count))
        return dist

    def _rounds(self, ask: Rounds[Any]) -> _Dist:
        """Forward from the state: after each round equal states are merged."""
        weights: Weights = {ask.state: 1}
        total = 1
        ended: dict[int, Weights] = {}
        steps: dict[Any, _Dist] = {}
        for _ in range(ask.limit):
            going: Weights = {}
            for state, weight in weights.items():
                if ask.done(state):
                    out = ended.setdefault(total, {})
                    out[state] = out.get(state, 0) + weight
                else:
                    going[state] = weight
            if not going:
                return _common(ended)
            for state in going:
                if state not in steps:
                    steps[state] = self._call(Call(ask.step, (state,)))
            round_total = lcm(*(steps[state].total for state in going))
            weights = {}
            for state, weight in going.items():
                step = steps[state]
                weight *= round_total // step.total
                for value, times in step.weights.items():
                    weights[value] = weights.get(value, 0) + weight * times
                self._check(len(weights))
            total *= round_total
        last = ended.setdefault(total, {})
        for state, weight in weights.items():
            last[state] = last.get(state, 0) + weight
        return _common(ended)


def ways_of_total(count: int, sides: int) -> dict[int, int]:
    """In how many ways `count` dice give each total."""
    ways = {0: 1}
    for _ in range(count):
        longer: dict[int, int] = {}
        for total, times in ways.items():
            for face in range(1, sides + 1):
                longer[total + face] = longer.get(total + face, 0) + times
        ways = longer
    return ways


def _common(by_total: Mapping[int, Weights]) -> _Dist:
    """Weights over several totals, brought to one."""
    if len(by_total) == 1:
        (total, weights), *_ = by_total.items()
        return _Dist(weights, total)
    total = lcm(*by_total)
    merged: Weights = {}
    for part, weights in by_total.items():
        factor = total // part
        for value, weight in weights.items():
            merged[value] = merged.get(value, 0) + weight * factor
    return _Dist(merged, total)


def _convolve(a: _Dist, b: _Dist) -> _Dist:
    weights: Weights = {}
    for x, wx in a.weights.items():
        for y, wy in b.weights.items():
            weights[x + y] = weights.get(x + y, 0) + wx * wy
    return _Dist(weights, a.total * b.total)


def _power(one: _Dist, count: int) -> _Dist:
    """The sum of `count` equal independent numbers (exact); of whole ones, as one power of a big integer.

    The weights are written as digits of one number in a base larger than any weight of the answer can be; its
    `count`-th power then has the answer's weights as digits.
    """
    if count == 0:
        return _Dist({0: 1}, 1)
    if count == 1:
        return one
    if not all(isinstance(value, int) for value in one.weights):
        half = _power(one, count // 2)
        return _convolve(_convolve(half, half), _power(one, count % 2))
    low = min(one.weights)
    total = one.total**count
    digit = total.bit_length() + 1
    packed = 0
    for value, weight in one.weights.items():
        packed += weight << (digit * (value - low))
    packed **= count
    mask = (1 << digit) - 1
    weights: Weights = {}
    value = low * count
    while packed:
        if weight := packed & mask:
            weights[value] = weight
        packed >>= digit
        value += 1
    return _Dist(weights, total)


def odds_of(start: Callable[[], Part[Any]], book: Book, **options: Any) -> Odds[Any]:
    """Exact odds of any generator of asks. NoOdds when there are none to give."""
    return Enumerator(book, **options).odds(start)


def odds(procedure: Procedure, situation: BaseModel, book: Book, **options: Any) -> Odds[Any]:
    """Exact odds of a procedure's result on this situation. NoOdds when there are none to give."""
    return odds_of(lambda: procedure.function(situation), book, **options)


def as_odds(dist: _Dist) -> Odds[Any]:
    """The distribution with its weights in lowest terms."""
    common = gcd(dist.total, *dist.weights.values())
    return Odds({value: weight // common for value, weight in dist.weights.items()}, dist.total // common)
