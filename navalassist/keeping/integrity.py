"""Is the database itself whole? What `verify` asks of the log, this asks of tables, keys, triggers and sequences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import AutoField, ForeignKey, Model

from navalassist.auditlog import triggers

MOST = 20


def faults(using: str = DEFAULT_DB_ALIAS) -> list[str]:
    """What is wrong with the database, a sentence each and at most twenty; nothing where it is whole."""
    connection = connections[using]
    found = _of_sqlite(connection) if connection.vendor == "sqlite" else _of_postgresql(connection)
    return [fault for fault, _ in zip(_all(connection, found), range(MOST), strict=False)]


def _all(connection: BaseDatabaseWrapper, own: Iterator[str]) -> Iterator[str]:
    yield from own
    missing = triggers.missing(connection.alias)
    yield from (f"the log is not guarded: the trigger {name} is missing or switched off" for name in missing)


def _ask(connection: BaseDatabaseWrapper, sql: str, *values: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return list(cursor.fetchall())


def _of_sqlite(connection: BaseDatabaseWrapper) -> Iterator[str]:
    for (said,) in _ask(connection, "PRAGMA integrity_check"):
        if said != "ok":
            yield f"the file is damaged: {said}"
    for table, row, parent, _ in _ask(connection, "PRAGMA foreign_key_check"):
        yield f"row {row} of {table} points to a row of {parent} that is not there"


def _of_postgresql(connection: BaseDatabaseWrapper) -> Iterator[str]:
    """PostgreSQL holds its keys by itself; what is looked for is what a damaged or half restored one would lack."""
    present = set(connection.introspection.table_names())
    for model in apps.get_models(include_auto_created=True):
        table = model._meta.db_table
        if table not in present:
            yield f"the table {table} is missing"
            continue
        # Reading each row whole meets every page, and with that its checksum.
        _ask(connection, f'SELECT count(t::text) FROM "{table}" t')
        yield from _orphans(connection, model, present)
        yield from _behind(connection, model)


def _orphans(connection: BaseDatabaseWrapper, model: type[Model], present: set[str]) -> Iterator[str]:
    for field in model._meta.concrete_fields:
        if not isinstance(field, ForeignKey) or field.related_model._meta.db_table not in present:
            continue
        parent, key = field.related_model._meta.db_table, field.target_field.column
        sql = (
            f'SELECT count(*) FROM "{model._meta.db_table}" c LEFT JOIN "{parent}" p ON p."{key}" = c."{field.column}" '
            f'WHERE c."{field.column}" IS NOT NULL AND p."{key}" IS NULL'
        )
        if number := _ask(connection, sql)[0][0]:
            yield f"{number} rows of {model._meta.db_table} point to a row of {parent} that is not there"


def _behind(connection: BaseDatabaseWrapper, model: type[Model]) -> Iterator[str]:
    """A sequence that stands below a key that is there would give that key out again."""
    if not isinstance(model._meta.pk, AutoField):
        return
    table, key = model._meta.db_table, str(model._meta.pk.column)
    sequence = _ask(connection, "SELECT pg_get_serial_sequence(%s, %s)", f'"{table}"', key)[0][0]
    sql = f'SELECT s.last_value < m.most FROM {sequence} s, (SELECT coalesce(max("{key}"), 0) AS most FROM "{table}") m'
    if _ask(connection, sql)[0][0]:
        yield f"the sequence of {table} stands below its last row"
