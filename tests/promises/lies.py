"""Lies for a record or a list of records: something that stands there is another, is missing, stands elsewhere."""

import copy
from collections.abc import Callable, Sequence
from typing import Any

Lie = Callable[[Any], object]


def at(value: Any, way: Sequence[str]) -> Any:
    for step in way:
        value = value[int(step) if isinstance(value, list) else step]
    return value


def says(path: str, wrong: Any) -> Lie:
    """At a path, `body.answers.-1.faces`, stands another value, or what a function makes of the right one."""
    *way, last = path.split(".")

    def lie(record: Any) -> None:
        place = at(record, way)
        key: Any = int(last) if isinstance(place, list) else last
        value = wrong(place[key]) if callable(wrong) else wrong
        assert isinstance(place, list) or place.get(key) != value
        place[key] = value

    return lie


def all_of(*lies: Lie) -> Lie:
    """One after the other."""
    return lambda record: [lie(record) for lie in lies]


def leaves_out(number: int) -> Lie:
    return lambda records: records.pop(number)


def twice(number: int) -> Lie:
    return lambda records: records.insert(number, copy.deepcopy(records[number]))


def moves(number: int, to: int) -> Lie:
    return lambda records: records.insert(to, records.pop(number))


def where(records: list[dict[str, Any]], **says: Any) -> int:
    """The number of the first record with these words in its head or its body."""
    return next(n for n, r in enumerate(records) if all(r.get(k, r["body"].get(k)) == v for k, v in says.items()))
