"""What a transaction writes at its end, as ready SQL: on PostgreSQL all of it in one statement.

There each statement goes to the server and back, and the processor has more work with that than with most rows; in
SQLite a statement is a call of a function. The statements are the same, and none of them needs what another answers:
nothing says in which order PostgreSQL carries out those that stand in one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain, repeat
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import BooleanField, CharField, Field, ForeignKey, IntegerField, Model, TextField

from navalassist.auditlog.models import Entry
from navalassist.campaigns.facts import FactRow
from navalassist.campaigns.models import Campaign
from navalassist.play.storage import statements
from navalassist.play.storage.statements import Head, column, fields_of, table_of

MOST_PAIRS = 400
# So many statements go together: the next such act may have another number of them, and be another text.
MOST_TOGETHER = 12
# Where PostgreSQL tells that a campaign's heads moved on; the message is the campaign's key.
HEADS_CHANNEL = "navalassist_heads"
# Fields whose plain values a database takes as they are.
AS_THEY_ARE = (BooleanField, CharField, ForeignKey, IntegerField, TextField)
Fields = tuple["Field[Any, Any]", ...]


class Writes:
    """Rows that a transaction writes. Nothing is certain to be in the tables before `send`.

    keys: those of its first entries, where they are known already (PostgreSQL, `statements.held`).
    """

    def __init__(self, keys: Sequence[int] = ()) -> None:
        self._keys = keys
        self._waiting: list[tuple[str, Sequence[Any]]] = []

    def entries(self, entries: Sequence[Entry]) -> None:
        """New entries of the log; each gets its key."""
        together = connection.vendor == "postgresql"
        written = _inserted(Entry, with_key=together)
        if together:
            more = len(entries) - len(self._keys)
            keys = [*self._keys, *(statements.new_keys(more) if more > 0 else ())]
            for entry, key in zip(entries, keys, strict=False):
                entry.pk = key
        for entry in entries:
            values = written.prepared(getattr(entry, name) for name in written.names)
            cursor = self._add(written.sql, values)
            if not together:
                entry.pk = cursor.lastrowid

    def rows(self, model: type[Model], rows: Iterable[Mapping[str, Any]]) -> None:
        """New rows of a model, all of its in this transaction, each given by its fields; nobody learns their keys."""
        written = _inserted(model)
        given = [written.prepared(row[name] for name in written.names) for row in rows]
        if len(given) == 1:
            self._add(written.sql, given[0])
        elif given:
            # Their keys are in the order in which they are given; parts of one statement have none.
            with connection.cursor() as cursor:
                cursor.executemany(written.sql, given)

    def fact_row(self, model: type[FactRow], campaign: Campaign, key: str, values: Mapping[str, Any]) -> None:
        """Fields of a row of a campaign that is there; each row once."""
        names = tuple(sorted(values))
        written = _updated(model, names)
        self._add(written.sql, [*written.prepared(values[name] for name in names), campaign.pk, key])

    def tags(self, pairs: Sequence[tuple[int, int]]) -> None:
        """What entries are about: (number of the tag, key of the entry). What is there already stays."""
        for at in range(0, len(pairs), MOST_PAIRS):
            some = pairs[at : at + MOST_PAIRS]
            if connection.vendor == "postgresql":
                # One text for any number of pairs.
                given = "SELECT * FROM unnest(%s::bigint[], %s::bigint[])"
                values: Sequence[Any] = [_array(column) for column in zip(*some, strict=True)]
            else:
                given, values = f"VALUES {', '.join(repeat('(%s, %s)', len(some)))}", [*chain.from_iterable(some)]
            self._add(f"INSERT INTO auditlog_tagged (tag, entry_id) {given} ON CONFLICT DO NOTHING", values)

    def head(self, head: Head) -> None:
        """The head of a chain; each chain once."""
        sql = "UPDATE auditlog_chain SET sequence = %s, head = %s WHERE id = %s"
        self._add(sql, [head.sequence, head.head, head.key])

    def tell_of_heads(self, campaign: Campaign, heads: Iterable[Head]) -> None:
        """PostgreSQL: when this transaction is committed, and only then, whoever listens hears how far the chains are.

        `7 allied:2,public:144`, the campaign's key first. The whole of it is for our own processes and never goes out.
        Nothing may be added after it: a SELECT is carried out where it is the last, and is the one that answers.
        """
        if connection.vendor == "postgresql":
            told = ",".join(f"{head.audience}:{head.sequence}" for head in heads)
            self._add("SELECT pg_notify(%s, %s)", [HEADS_CHANNEL, f"{campaign.pk} {told}"])

    def send(self) -> None:
        """Write what is not written yet."""
        for at in range(0, len(self._waiting), MOST_TOGETHER):
            some = self._waiting[at : at + MOST_TOGETHER]
            values = [*chain.from_iterable(values for _, values in some)]
            statements.executed(_together(tuple(sql for sql, _ in some)), values, prepare=None)
        self._waiting = []

    def _add(self, sql: str, values: Sequence[Any]) -> Any:
        """Keep a statement for the end; where nothing is won by that, run it: the driver's cursor."""
        if connection.vendor != "postgresql":
            return statements.executed(sql, values)
        self._waiting.append((sql, values))
        return None


@lru_cache(maxsize=1_000)
def _together(parts: tuple[str, ...]) -> str:
    """Statements as one; the last may be a SELECT."""
    *first, last = parts
    if not first:
        return last
    return f"WITH {', '.join(f'part{place} AS ({sql})' for place, sql in enumerate(first))} {last}"


def _array(numbers: Iterable[int]) -> str:
    """An array as PostgreSQL reads one; its driver takes longer for a list than the server for this."""
    return f"{{{','.join(map(str, numbers))}}}"


class _Written:
    """A statement that writes fields of a row. names: those that it writes, as a row has them."""

    def __init__(self, fields: Fields, sql: str) -> None:
        self.sql = sql
        self.names = tuple(str(field.attname) for field in fields)
        # Place and field of those whose values are changed on their way into the database.
        self._others = [(place, field) for place, field in enumerate(fields) if not isinstance(field, AS_THEY_ARE)]

    def prepared(self, values: Iterable[Any]) -> list[Any]:
        """Values of these fields as the database takes them."""
        prepared, link = list(values), connections[DEFAULT_DB_ALIAS]
        for place, field in self._others:
            prepared[place] = field.get_db_prep_save(prepared[place], link)
        return prepared


@cache
def _inserted(model: type[Model], *, with_key: bool = False) -> _Written:
    """The INSERT of a row."""
    named = (column(model, field.name) for field in fields_of(model) if with_key or not field.primary_key)
    fields, columns = zip(*named, strict=True)
    places = ", ".join(["%s"] * len(fields))
    return _Written(fields, f"INSERT INTO {table_of(model)} ({', '.join(columns)}) VALUES ({places})")


@lru_cache(maxsize=1_000)
def _updated(model: type[Model], names: tuple[str, ...]) -> _Written:
    """The UPDATE of some fields of a fact row."""
    fields, columns = zip(*(column(model, name) for name in names), strict=True)
    changes = ", ".join(f"{name} = %s" for name in columns)
    key = column(model, "key")[1]
    return _Written(fields, f"UPDATE {table_of(model)} SET {changes} WHERE campaign_id = %s AND {key} = %s")
