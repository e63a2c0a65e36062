"""Finding entries by what they are about: any page of any log at the same cost, by key and never by number.

The first condition gives the entries in order, as many as a window holds; the others are asked of each of them. Where
they hardly ever hold together, a search stops after some windows and says where it stopped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db import connection

# How many entries are looked at in turn where several conditions must hold: the sum is the most that one page costs.
WINDOWS = (200, 1000, 4000, 4000)
COLUMNS = ("kind", "turn", "operation")
Sql = tuple[str, list[Any]]


@dataclass(frozen=True)
class Tagged:
    """Entries that have one of these tags, by their numbers."""

    numbers: tuple[int, ...]


@dataclass(frozen=True)
class Column:
    """Entries whose column says one of these; only columns that have an index."""

    name: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Listed:
    """These entries, by their keys."""

    keys: tuple[int, ...]


Condition = Tagged | Column | Listed


class Found(NamedTuple):
    """keys: of the entries, in the order asked for; stopped: the key up to which was looked, 0 where all was."""

    keys: list[int]
    stopped: int = 0


@dataclass(frozen=True)
class Search:
    """What is searched: the log of a campaign, chains that may be read, and conditions, the rarest first."""

    campaign: int
    chains: tuple[str, ...]
    conditions: tuple[Condition, ...] = ()

    def newest(self, limit: int, *, below: int | None = None, above: int = 0) -> Found:
        """The newest entries with keys below one and above another."""
        return self._find(limit, above, below, down=True)

    def oldest(self, limit: int, *, above: int) -> Found:
        """The oldest entries with keys above one, the oldest first."""
        return self._find(limit, above, None, down=False)

    def _find(self, limit: int, above: int, below: int | None, *, down: bool) -> Found:
        if Tagged(()) in self.conditions or Listed(()) in self.conditions:
            return Found([])
        if len(self.conditions) < 2:
            return Found([row[0] for row in self._window(limit, above, below, down)])
        keys: list[int] = []
        for window in WINDOWS:
            rows = self._window(window, above, below, down)
            keys += [key for key, fits in rows if fits]
            if len(keys) >= limit:
                return Found(keys[:limit])
            if len(rows) < window:
                return Found(keys)
            if down:
                below = rows[-1][0]
            else:
                above = rows[-1][0]
        return Found(keys, rows[-1][0])

    def _window(self, size: int, above: int, below: int | None, down: bool) -> list[tuple[Any, ...]]:
        """The next entries of the first condition, each with whether the others hold."""
        first, *others = self.conditions or (None,)
        order = "DESC" if down else "ASC"
        source, given = self._source(first, size, above, below, order)
        fits, asked = _all_of(others)
        sql = f"SELECT entry_id, {fits} FROM ({source}) d ORDER BY entry_id {order}"
        with connection.cursor() as cursor:
            cursor.execute(sql, [*asked, *given])
            return list(cursor.fetchall())

    def _source(self, first: Condition | None, size: int, above: int, below: int | None, order: str) -> Sql:
        """The keys that fit the first condition: of each list that it names the first ones, then the first of all."""
        parts, given = [], list[Any]()
        for number, (table, key, where, values) in enumerate(self._lists(first)):
            bounds, within = [where], list(values)
            if above:
                bounds, within = [*bounds, f"{key} > %s"], [*within, above]
            if below is not None:
                bounds, within = [*bounds, f"{key} < %s"], [*within, below]
            inner = (
                f"SELECT {key} AS entry_id FROM {table} WHERE {' AND '.join(bounds)} ORDER BY {key} {order} LIMIT %s"
            )
            parts.append(f"SELECT entry_id FROM ({inner}) part_{number}")
            given += [*within, size]
        sql = " UNION ".join(parts)
        if len(parts) > 1:
            sql, given = f"SELECT entry_id FROM ({sql}) u ORDER BY entry_id {order} LIMIT %s", [*given, size]
        return sql, given

    def _lists(self, first: Condition | None) -> Iterator[tuple[str, str, str, Sequence[Any]]]:
        """Table, key, condition and its values of each list of entries."""
        if isinstance(first, Tagged):
            for one in first.numbers:
                yield "auditlog_tagged", "entry_id", "tag = %s", (one,)
            return
        if isinstance(first, Listed):
            yield "auditlog_entry", "id", f"id IN ({_places(first.keys)})", first.keys
            return
        seen = f"chain IN ({_places(self.chains)})"
        if first is None:
            yield "auditlog_entry", "id", f"campaign_id = %s AND {seen}", (self.campaign, *self.chains)
            return
        for value in first.values:
            where = f"campaign_id = %s AND {_column(first)} = %s AND {seen}"
            yield "auditlog_entry", "id", where, (self.campaign, value, *self.chains)


def _column(condition: Column) -> str:
    if condition.name not in COLUMNS:
        raise ValueError(f"{condition.name} has no index")
    return condition.name


def _places(values: Iterable[Any]) -> str:
    return ", ".join("%s" for _ in values)


def _all_of(conditions: Sequence[Condition]) -> Sql:
    """Whether all of these hold of the entry `d.entry_id`, as a number."""
    parts, given = [], list[Any]()
    for condition in conditions:
        if isinstance(condition, Tagged):
            tags = f"t.tag IN ({_places(condition.numbers)})"
            parts.append(f"EXISTS (SELECT 1 FROM auditlog_tagged t WHERE {tags} AND t.entry_id = d.entry_id)")
            given += condition.numbers
        elif isinstance(condition, Listed):
            parts.append(f"d.entry_id IN ({_places(condition.keys)})")
            given += condition.keys
        else:
            said = f"e.{_column(condition)} IN ({_places(condition.values)})"
            parts.append(f"EXISTS (SELECT 1 FROM auditlog_entry e WHERE e.id = d.entry_id AND {said})")
            given += condition.values
    return (f"CASE WHEN {' AND '.join(parts)} THEN 1 ELSE 0 END", given) if parts else ("1", given)
