"""An empty SQLite database at once: as all migrations leave one, and not by way of each of them.

`empty.sql` is written by `tools/empty_database.py`, from a database that went the whole way; a test holds it to that.
It serves only where nothing is there yet, and only where it records no migration that is not there; what came later is
carried out after it. On PostgreSQL, and wherever there is anything in a database, all go one by one.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from django.db import connections, transaction
from django.db.migrations.loader import MigrationLoader

FILE = Path(__file__).with_name("empty.sql")
RECORDED = re.compile(r"^INSERT INTO django_migrations VALUES \(\d+, '(\w+)', '(\w+)',", re.M)


def fill(using: str) -> bool:
    """Lay an empty database out; False where it is not ours to do, and nothing was done."""
    connection = connections[using]
    if connection.vendor != "sqlite":
        return False
    text = FILE.read_text("utf-8")
    if not set(RECORDED.findall(text)) <= set(MigrationLoader(None, ignore_no_migrations=True).disk_migrations):
        return False
    with transaction.atomic(using), connection.cursor() as cursor:
        # Looked at only now: another process may have been first.
        cursor.execute("SELECT 1 FROM sqlite_master LIMIT 1")
        if cursor.fetchone():
            return False
        for statement in _statements(text):
            cursor.execute(statement)
    return True


def _statements(text: str) -> Iterator[str]:
    """One after the other; a trigger has semicolons inside it."""
    statement = ""
    for line in text.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
