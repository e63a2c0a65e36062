"""The four cases of exact odds, each three times: as rules of the engine, in icepool, and as a plain Monte Carlo.

(i)   contact on 5 or less of two dice, then one die for the effect
(ii)  how many of 30 items are eliminated by (i)
(iii) 24 dice in a column 0, 0, 0, 1, 1, 2, added up
(iv)  a duel of 12 boxes against 10: each box fires and hits on a 6, both sides at once, up to 10 rounds

The rules of ours are written like any rule of the product: nothing in them is made for speed.
"""

from __future__ import annotations

import functools
import operator
import random
from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import icepool
from icepool.math import comb_row_cache

from navalassist.engine import Book, Each, Enumerator, Part, Play, Rounds, TableKey, call
from tables.load import parse

ITEMS = 30
STRIKES = 24
DUEL = (12, 10)
ROUND_LIMIT = 10
RUNS = 2_000
NO_CONTACT = "-"

Spread = Mapping[Hashable, Fraction]

# Ours: rules for the generic engine.

CONTACT = TableKey("bench/contact", str)
EFFECT = TableKey("bench/effect", str)
STRIKE: TableKey[int] = TableKey("bench/strikes", int)


def one_item() -> Play[str]:
    """(i)"""
    contact = yield from CONTACT.roll("contact", column="result")
    if contact == NO_CONTACT:
        return NO_CONTACT
    return (yield from EFFECT.roll("effect", column="result"))


def eliminated() -> Play[int]:
    """1 if an item is eliminated, else 0."""
    effect = yield from one_item()
    return int(effect == "E")


def convoy() -> Part[int]:
    """(ii)"""
    items = {f"item-{number}": call(eliminated) for number in range(1, ITEMS + 1)}
    return Each(items, operator.add, 0)


def strikes() -> Part[int]:
    """(iii)"""
    return STRIKE.pool("strike", count=STRIKES, column="strike")


def hits_of(boxes: int) -> Part[int]:
    """The hits that so many boxes score."""
    return STRIKE.pool("fire", count=boxes, column="box")


def fire(boxes: tuple[int, int]) -> Part[tuple[int, int]]:
    """One round of the duel: both sides fire with the boxes that they began it with."""
    ours, theirs = boxes
    guns = {"theirs": call(hits_of, theirs), "ours": call(hits_of, ours)}
    return Each(guns, _hit_and_turn, boxes)


def _hit_and_turn(boxes: tuple[int, int], hits: int) -> tuple[int, int]:
    """What is left of the first side; the other side comes first then, so after two volleys they stand as before."""
    hit, other = boxes
    return other, max(0, hit - hits)


def over(boxes: tuple[int, int]) -> bool:
    """True when one side has no box left."""
    return 0 in boxes


def duel() -> Play[tuple[int, int]]:
    """(iv)"""
    return (yield from Rounds("round", fire, DUEL, ROUND_LIMIT, over))


def book() -> Book:
    """The tables of the four cases."""
    found = (parse(path.read_bytes(), path.name) for path in sorted((Path(__file__).parent / "tables").glob("*.toml")))
    return Book({table.slug: table for table in found})


def of_engine(rule: Callable[[], Play[Any]], tables: Book) -> Callable[[], Any]:
    """The odds of a rule with nothing remembered from before."""
    return lambda: Enumerator(tables).odds(rule)


# icepool, in several honest ways; the fastest is the one to beat.


def forget_icepool() -> None:
    """Drop everything that icepool remembers between calls."""
    icepool.d.cache_clear()
    icepool.z.cache_clear()
    icepool.Pool.clear_cache()
    comb_row_cache.clear()


def _effect() -> Any:
    return icepool.Die({"R": 1, "1RE": 1, "2RE": 1, "E": 3})


def ice_item_if_else() -> Any:
    """`if_else` on the contact."""
    return (2 @ icepool.d6 <= 5).if_else(_effect(), NO_CONTACT)


def ice_item_map() -> Any:
    """`map` of the total of two dice."""
    effect = _effect()
    return (2 @ icepool.d6).map(lambda total: effect if total <= 5 else NO_CONTACT)


def ice_convoy_sum() -> Any:
    """`30 @` the die of one item's elimination."""
    return ITEMS @ (2 @ icepool.d6 <= 5).if_else(icepool.Die({0: 3, 1: 3}), 0)


def ice_convoy_count() -> Any:
    """`count` of E among 30 items."""
    return ice_item_if_else().count(ITEMS, {"E"})


def ice_strikes_sum() -> Any:
    """`24 @` the die of a column."""
    return STRIKES @ icepool.Die([0, 0, 0, 1, 1, 2])


def ice_strikes_pool() -> Any:
    """A pool of 24 dice, summed."""
    return icepool.Die([0, 0, 0, 1, 1, 2]).pool(STRIKES).sum()


def _hits() -> list[Any]:
    box = icepool.Die({0: 5, 1: 1})
    return [count @ box for count in range(max(DUEL) + 1)]


def ice_duel_map() -> Any:
    """`map(repeat=10)` on pairs; a round is worked out once for each pair of boxes."""
    hits = _hits()

    @functools.cache
    def step(ours: int, theirs: int) -> Any:
        if not ours or not theirs:
            return ours, theirs
        return icepool.map(lambda x, y: (max(0, ours - x), max(0, theirs - y)), hits[theirs], hits[ours])

    return icepool.map(step, DUEL, star=True, repeat=ROUND_LIMIT)


def ice_duel_tuple() -> Any:
    """The same, each side clipped by itself and joined by `tupleize`."""
    hits = _hits()

    @functools.cache
    def left(boxes: int, guns: int) -> Any:
        return (boxes - hits[guns]).clip(0, boxes)

    @functools.cache
    def step(ours: int, theirs: int) -> Any:
        if not ours or not theirs:
            return ours, theirs
        return icepool.tupleize(left(ours, theirs), left(theirs, ours))

    return icepool.map(step, DUEL, star=True, repeat=ROUND_LIMIT)


def ice_duel_small() -> Any:
    """The same, the weights of every round brought to lowest terms."""
    hits = _hits()

    @functools.cache
    def step(ours: int, theirs: int) -> Any:
        if not ours or not theirs:
            return ours, theirs
        left = (ours - hits[theirs]).clip(0, ours), (theirs - hits[ours]).clip(0, theirs)
        return icepool.tupleize(*left)

    boxes = icepool.Die([DUEL])
    for _ in range(ROUND_LIMIT):
        boxes = boxes.map(step, star=True).simplify()
    return boxes


# Plain Monte Carlo: what a program without exact odds does.


def _throw_item(die: Callable[[], int]) -> str:
    if die() + die() > 5:
        return NO_CONTACT
    return ("R", "1RE", "2RE", "E", "E", "E")[die() - 1]


def throw_item(die: Callable[[], int]) -> Hashable:
    """(i), once."""
    return _throw_item(die)


def throw_convoy(die: Callable[[], int]) -> Hashable:
    """(ii), once."""
    return sum(_throw_item(die) == "E" for _ in range(ITEMS))


def throw_strikes(die: Callable[[], int]) -> Hashable:
    """(iii), once."""
    column = (0, 0, 0, 1, 1, 2)
    return sum(column[die() - 1] for _ in range(STRIKES))


def throw_duel(die: Callable[[], int]) -> Hashable:
    """(iv), once."""
    ours, theirs = DUEL
    for _ in range(ROUND_LIMIT):
        if not ours or not theirs:
            break
        against = sum(die() == 6 for _ in range(theirs))
        scored = sum(die() == 6 for _ in range(ours))
        ours, theirs = max(0, ours - against), max(0, theirs - scored)
    return ours, theirs


def monte_carlo(throw: Callable[[Callable[[], int]], Hashable], seed: int) -> Spread:
    """Shares of the results of 2,000 runs."""
    chance = random.Random(seed).random
    counts = Counter(throw(lambda: int(chance() * 6) + 1) for _ in range(RUNS))
    return {value: Fraction(count, RUNS) for value, count in counts.items()}


@dataclass(frozen=True)
class Case:
    """One case in its three forms."""

    name: str
    title: str
    ours: Callable[[], Play[Any]]
    icepool: tuple[Callable[[], Any], ...]
    throw: Callable[[Callable[[], int]], Hashable]
    repeats: int


CASES = (
    Case("(i)", "contact, then effect", one_item, (ice_item_if_else, ice_item_map), throw_item, 40),
    Case("(ii)", "30 items", convoy, (ice_convoy_sum, ice_convoy_count), throw_convoy, 10),
    Case("(iii)", "24 dice of a column", strikes, (ice_strikes_sum, ice_strikes_pool), throw_strikes, 10),
    Case("(iv)", "duel of 12 and 10 boxes", duel, (ice_duel_map, ice_duel_tuple, ice_duel_small), throw_duel, 2),
)
