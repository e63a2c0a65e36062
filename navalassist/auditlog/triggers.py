"""The database itself refuses to change or delete what the log holds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections

TABLES = ("auditlog_entry", "auditlog_payload")
# SQLite has no TRUNCATE.
EVENTS = ("update", "delete", "truncate")
REFUSAL = "the audit log is append-only"


def install(using: str = DEFAULT_DB_ALIAS, **kwargs: Any) -> None:
    """Put the triggers in place; harmless when they are there already. Runs after every migrate."""
    connection = connections[using]
    present = set(connection.introspection.table_names())
    with connection.cursor() as cursor:
        for table in TABLES:
            if table in present:
                for statement in _statements(connection.vendor, table):
                    cursor.execute(statement)


def missing(using: str = DEFAULT_DB_ALIAS) -> list[str]:
    """The triggers that should guard the log and are not there, or are switched off."""
    connection = connections[using]
    events = EVENTS if connection.vendor == "postgresql" else EVENTS[:2]
    sql = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    if connection.vendor == "postgresql":
        # D would be one that is switched off, and R one that fires for a replica alone.
        sql = "SELECT tgname FROM pg_trigger WHERE tgenabled IN ('O', 'A')"
    with connection.cursor() as cursor:
        cursor.execute(sql)
        present = {name for (name,) in cursor.fetchall()}
    return [name for table in TABLES for event in events if (name := f"{table}_no_{event}") not in present]


def drop(using: str = DEFAULT_DB_ALIAS) -> None:
    """Take the triggers away. Only tests do this, to flush their database."""
    connection = connections[using]
    with connection.cursor() as cursor:
        for table in TABLES:
            for event in EVENTS:
                name = f"{table}_no_{event}"
                on = f" ON {table}" if connection.vendor == "postgresql" else ""
                cursor.execute(f"DROP TRIGGER IF EXISTS {name}{on}")


@contextmanager
def lifted(using: str = DEFAULT_DB_ALIAS) -> Iterator[None]:
    """Within the transaction that is under way rows may be deleted: of a campaign that goes as a whole, log and all."""
    if connections[using].vendor == "postgresql":
        # Readers need not wait for this, as they would for a trigger that is dropped.
        _switch("DISABLE", using)
        yield
        _switch("ENABLE", using)
        return
    with connections[using].cursor() as cursor:
        for table in TABLES:
            cursor.execute(f"DROP TRIGGER IF EXISTS {table}_no_delete")
    yield
    install(using)


def _switch(how: str, using: str) -> None:
    """A table whose constraints are still to be looked at can't be altered: they are looked at now."""
    with connections[using].cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for table in TABLES:
            cursor.execute(f"ALTER TABLE {table} {how} TRIGGER {table}_no_delete")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")


def _statements(vendor: str, table: str) -> list[str]:
    if vendor == "sqlite":
        return [
            f"CREATE TRIGGER IF NOT EXISTS {table}_no_{event} BEFORE {event.upper()} ON {table} "
            f"BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END"
            for event in EVENTS[:2]
        ]
    function = (
        "CREATE OR REPLACE FUNCTION auditlog_refuse() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{REFUSAL}'; END $$"
    )
    per_row = [
        f"CREATE OR REPLACE TRIGGER {table}_no_{event} BEFORE {event.upper()} ON {table} "
        "FOR EACH ROW EXECUTE FUNCTION auditlog_refuse()"
        for event in EVENTS[:2]
    ]
    whole = (
        f"CREATE OR REPLACE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION auditlog_refuse()"
    )
    return [function, *per_row, whole]
