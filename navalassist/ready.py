"""Queries that every request asks, made ready once: to build one anew takes several times as long as to answer it."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

from django.db import connection
from django.db.models import QuerySet

Plain = int | str | uuid.UUID
Values = QuerySet[Any, tuple[Any, ...]]


class Ready:
    """A `values_list` whose statement is kept; only the values that it compares with change.

    make: builds it from them. Each is compared as it is, with `=`, and is never None.
    """

    def __init__(self, make: Callable[..., Values]) -> None:
        self._make = make
        # By the database's kind: one process may read two.
        self._known: dict[str, tuple[str, list[Any], Any, Any]] = {}

    def __call__(self, *given: Plain) -> list[tuple[Any, ...]]:
        """The rows, with the values that Django makes of what the database answers."""
        known = self._known.get(connection.vendor)
        if known is None:
            known = self._known[connection.vendor] = self._made_ready(given)
        sql, places, compiler, converters = known
        with connection.cursor() as cursor:
            cursor.execute(sql, [_adapted(given[place.number]) if type(place) is Place else place for place in places])
            rows = cursor.fetchall()
        return [tuple(row) for row in compiler.apply_converters(rows, converters)] if converters else [*rows]

    def _made_ready(self, given: tuple[Plain, ...]) -> tuple[str, list[Any], Any, Any]:
        marks = [_mark(value, number) for number, value in enumerate(given)]
        compiler: Any = self._make(*marks).query.get_compiler(connection.alias)
        sql, values = compiler.as_sql()
        numbers = {_adapted(mark): Place(number) for number, mark in enumerate(marks)}
        places = [numbers.get(value, value) for value in values]
        assert {place.number for place in places if type(place) is Place} == {*range(len(given))}, sql
        return sql, places, compiler, compiler.get_converters([column for column, *_ in compiler.select])


class Place:
    """Where a given value stands among those of a statement."""

    def __init__(self, number: int) -> None:
        self.number = number


def _mark(value: Plain, number: int) -> Plain:
    """A value of the same kind that no query has by itself."""
    match value:
        case uuid.UUID():
            return uuid.uuid4()
        case str():
            return uuid.uuid4().hex
    return 2**30 + number


def _adapted(value: Plain) -> Any:
    native = connection.features.has_native_uuid_field or not isinstance(value, uuid.UUID)
    return value if native else value.hex  # type: ignore[union-attr]
