"""Copies of a PostgreSQL database, made and put back by its own programs, pg_dump and pg_restore."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from navalassist.databases import connection_words
from navalassist.keeping.whole import Kept, Unsound, bring_up_to_date, campaigns_of, require_consent
from navalassist.play.archive.other_database import looking_at

TAKE_ALL = ["--no-owner", "--no-privileges"]


def program(name: str) -> str:
    """Where a program of PostgreSQL is. Unsound with what to install."""
    found = shutil.which(name)
    if found is None:
        raise Unsound(
            f"The program {name} is not on this machine: install PostgreSQL's client "
            "(on Debian and Ubuntu: apt install postgresql-client)."
        )
    return found


def run(name: str, *words: str, database: dict[str, Any]) -> None:
    """Run a program of PostgreSQL on a database. Unsound with what it said. The password is on no command line."""
    given = connection_words(database)
    names = {"user": "PGUSER", "password": "PGPASSWORD", "host": "PGHOST", "port": "PGPORT", "dbname": "PGDATABASE"}
    names |= {key: f"PG{key.upper()}" for key in given if key.startswith("ssl")}
    environment = {**os.environ, **{names[key]: str(value) for key, value in given.items()}}
    done = subprocess.run([program(name), *words], env=environment, capture_output=True, text=True)
    if done.returncode:
        said = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
        raise Unsound(f"{name} failed: {said[0]}.")


def dump(file: Path) -> list[Kept]:
    """Copy the database into a file. What is checked is what is copied: both see one and the same moment."""
    database = connection.settings_dict
    program("pg_dump")
    with looking_at(dict(database)) as own, transaction.atomic(), own.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
        cursor.execute("SELECT pg_export_snapshot()")
        snapshot = cursor.fetchone()[0]
        run("pg_dump", "--format=custom", f"--snapshot={snapshot}", *TAKE_ALL, f"--file={file}", database=database)
        kept = campaigns_of("The database")
    # The whole file is read once, for a full disk or a bad one.
    run("pg_restore", f"--file={os.devnull}", str(file), database=database)
    return kept


def put_back(file: Path, replace: bool, remember: Callable[[], None]) -> list[Kept]:
    """Make a database of the copy, check it, and let it take the present one's name. Unsound: all is as before."""
    database = dict(settings.DATABASES["default"])
    stamp = f"{timezone.now():%Y%m%d_%H%M%S}"
    new, old = f"{database['NAME']}_new_{stamp}", f"{database['NAME']}_before_{stamp}"
    had = require_consent(replace)
    _server(database, f'CREATE DATABASE "{new}"', "the role must be allowed to make databases: ALTER ROLE … CREATEDB")
    try:
        fresh = {**database, "NAME": new}
        words = ["--exit-on-error", "--single-transaction", *TAKE_ALL, f"--dbname={new}", str(file)]
        run("pg_restore", *words, database=fresh)
        with looking_at(fresh):
            bring_up_to_date(file.name)
            kept = campaigns_of(file.name)
            remember()
        connection.close()
        connection.close_pool()  # type: ignore[attr-defined]
        _exchange(database, old, new)
    except BaseException:
        _server(database, f'DROP DATABASE IF EXISTS "{new}"')
        raise
    if not had:
        _server(database, f'DROP DATABASE "{old}"')
    return kept


def _exchange(database: dict[str, Any], old: str, new: str) -> None:
    """Both names change in one transaction."""
    name = database["NAME"]
    _server(
        database,
        f'ALTER DATABASE "{name}" RENAME TO "{old}"; ALTER DATABASE "{new}" RENAME TO "{name}"',
        "stop every NavalAssist and every other program that uses it; its owner must be the role that you give",
    )


def _server(database: dict[str, Any], sql: str, hint: str = "") -> None:
    """Run statements from the database `postgres`, which is always there. Several are one transaction."""
    import psycopg

    try:
        with psycopg.connect(**{**connection_words(database), "dbname": "postgres"}, autocommit=True) as link:
            link.execute(sql)
    except psycopg.Error as error:
        said = str(error).strip().splitlines()[0]
        raise Unsound(f"PostgreSQL refused: {said}" + (f"; {hint}." if hint else ".")) from None
