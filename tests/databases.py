"""On which database the tests run: SQLite, or the PostgreSQL server that tests/postgres.py started."""

import hashlib
import os
import shutil
from collections.abc import Sequence
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

# The address of the server for the tests, without a database; empty: SQLite.
VARIABLE = "NAVALASSIST_TEST_POSTGRES"
SERVER = os.environ.get(VARIABLE, "")
ON_POSTGRESQL = bool(SERVER)


def only_on_sqlite(why: str) -> pytest.MarkDecorator:
    """Mark a test of something that only SQLite has, with the reason why there is nothing to test elsewhere."""
    return pytest.mark.skipif(ON_POSTGRESQL, reason=f"only on SQLite: {why}")


def only_on_postgresql(why: str) -> pytest.MarkDecorator:
    """Mark a test of something that only PostgreSQL has."""
    return pytest.mark.skipif(not ON_POSTGRESQL, reason=f"only on PostgreSQL: {why}")


def address(name: str) -> str:
    """The address of a database of the tests' server, as NAVALASSIST_DATABASE takes it."""
    return str(urlsplit(SERVER)._replace(path=f"/{name}").geturl())


def name_for(data: Path) -> str:
    """The name of the PostgreSQL database that goes with a data folder."""
    return f"data_{hashlib.sha256(str(data.absolute()).encode()).hexdigest()[:24]}"


@cache
def address_for(data: Path) -> str:
    """NAVALASSIST_DATABASE for a server of its own on a data folder: empty on SQLite; else its database is made."""
    if not ON_POSTGRESQL:
        return ""
    name = name_for(data)
    if not ask_server("SELECT 1 FROM pg_database WHERE datname = %s", name):
        ask_server(f'CREATE DATABASE "{name}"')
    return address(name)


def environment_for(data: Path) -> dict[str, str]:
    """The variables that put a process on a data folder and its database."""
    return {"NAVALASSIST_DATA": str(data), "NAVALASSIST_DATABASE": address_for(data)}


def ask_server(sql: str, *values: Any, database: str = "postgres") -> list[Any]:
    """Rows of a statement on the tests' PostgreSQL server, past Django."""
    import psycopg

    with psycopg.connect(address(database), autocommit=True) as connection:
        cursor = connection.execute(sql, values or None)  # type: ignore[call-overload]
        return list(cursor.fetchall()) if cursor.description else []


def ask(data: Path, sql: str, values: Sequence[Any] = ()) -> list[Any]:
    """Rows of the database that goes with a data folder, read past whatever server runs on it. Marks are `%s`."""
    if ON_POSTGRESQL:
        return ask_server(sql, *values, database=name_for(data))
    import sqlite3

    with closing(sqlite3.connect(f"file:{data / 'navalassist.sqlite3'}?mode=ro", uri=True)) as connection:
        return connection.execute(sql.replace("%s", "?"), values).fetchall()


def change(data: Path, sql: str, values: Sequence[Any] = ()) -> None:
    """Change that database, past everything."""
    if ON_POSTGRESQL:
        ask_server(sql, *values, database=name_for(data))
        return
    import sqlite3

    with closing(sqlite3.connect(data / "navalassist.sqlite3")) as connection, connection:
        connection.execute(sql.replace("%s", "?"), values)


def copy(data: Path, to: Path) -> str:
    """Copy that database, which nobody writes to just now; the name of the copy, as Django's NAME takes it."""
    if not ON_POSTGRESQL:
        for tail in ("", "-wal"):
            if (whole := data / f"navalassist.sqlite3{tail}").exists():
                shutil.copyfile(whole, f"{to}{tail}")
        return str(to)
    name = name_for(to)
    # Where the process at the other end was killed, the server needs a moment to see that its connections are gone.
    ask_server(f'CREATE DATABASE "{name}" TEMPLATE "{name_for(data)}"')
    return name
