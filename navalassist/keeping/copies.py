"""Copies of a SQLite database while it is in use, and putting them back: all or nothing, and checked before."""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils import timezone

from navalassist.databases import ENGINES
from navalassist.keeping import postgresql, upgrade
from navalassist.keeping.files import make_one_file, make_private, remove, to_disk
from navalassist.keeping.models import Restored
from navalassist.keeping.pour import pour
from navalassist.keeping.whole import (
    Kept,
    Unsound,
    bring_up_to_date,
    campaigns_of,
    require_consent,
    require_ours,
)
from navalassist.listening import is_served
from navalassist.play.archive.other_database import looking_at, sqlite_at
from navalassist.sqlite import write_lock

SQLITE_SIGN, POSTGRESQL_SIGN = b"SQLite format 3\x00", b"PGDMP"


def backup(file: Path) -> list[Kept]:
    """Copy the database into a new file while others write, and check the copy. Unsound, OSError; then no file stays.

    The copy is of one moment: every entry that was acknowledged before the command began is in it.
    """
    file = file.absolute()
    if file.exists():
        raise Unsound(f"There is a file {file} already: name another one.")
    part = file.with_name(f"{file.name}.part")
    make_private(part)
    try:
        if connection.vendor == "postgresql":
            kept = postgresql.dump(part)
        else:
            copy_sqlite(Path(connection.settings_dict["NAME"]), part)
            with looking_at(sqlite_at(part)):
                kept = campaigns_of("The copy")
            make_one_file(part)
        to_disk(part)
        part.rename(file)
        return kept
    finally:
        remove(part)


def copy_sqlite(source: Path, target: Path) -> None:
    """SQLite's own online copy, in one step, so that it is of one moment whoever writes.

    The source is opened for reading only: such a connection never moves the write-ahead log, which must not be done
    from a second process (`navalassist.sqlite`). What is made anew is for its owner alone.
    """
    target.touch(mode=0o600)
    reading = f"{source.as_uri()}?mode=ro"
    with closing(sqlite3.connect(reading, uri=True, timeout=20)) as before, closing(sqlite3.connect(target)) as after:
        before.backup(after)


def restore(file: Path, replace: bool) -> list[Kept]:
    """Put a copy in the place of the database. Unsound, OSError: then nothing was changed.

    replace: even where the database holds campaigns; what was there is kept beside it under another name.
    """
    file = file.absolute()
    with file.open("rb") as opened:
        sign = opened.read(len(SQLITE_SIGN))
    if is_served(settings.DATA_DIR):
        raise Unsound("NavalAssist is running on this data: stop it first, and start it again when all is restored.")
    if sign.startswith(POSTGRESQL_SIGN):
        if connection.vendor != "postgresql":
            raise Unsound(f"{file.name} is a copy of a PostgreSQL database: name an empty one in NAVALASSIST_DATABASE.")
        return postgresql.put_back(file, replace, lambda: _remember(file))
    if sign != SQLITE_SIGN:
        raise Unsound(f"{file.name} is no copy that NavalAssist made.")
    with _prepared(file) as (ready, kept):
        if connection.vendor == "postgresql":
            return pour(sqlite_at(ready), dict(settings.DATABASES["default"]))
        _put_in_place(ready, replace)
        return kept


@contextmanager
def _prepared(file: Path) -> Iterator[tuple[Path, list[Kept]]]:
    """A copy of the copy, up to date and checked, in the data folder; taken away at the end."""
    ready = settings.DATA_DIR / f"restoring-{os.getpid()}.sqlite3"
    try:
        copy_sqlite(file, ready)
        with looking_at(sqlite_at(ready)):
            bring_up_to_date(file.name)
            kept = campaigns_of(file.name)
            _remember(file)
        yield ready, kept
    except sqlite3.DatabaseError as error:
        raise Unsound(f"{file.name} can't be read as a database ({error}).") from None
    finally:
        remove(ready)


def _put_in_place(ready: Path, replace: bool) -> None:
    """Write the copy over the database in one transaction of SQLite's own: a crash leaves the one or the other."""
    database = Path(connection.settings_dict["NAME"])
    if database.exists() and database.stat().st_size:
        if require_consent(replace):
            copy_sqlite(database, aside(database))
        connection.close()
    with write_lock(), closing(sqlite3.connect(ready)) as before, closing(sqlite3.connect(database)) as after:
        before.backup(after)
        after.execute("PRAGMA journal_mode=WAL")


def aside(database: Path) -> Path:
    """Where what was there before is kept."""
    return database.with_name(f"before-restore-{timezone.now():%Y%m%d-%H%M%S}.sqlite3")


def _remember(file: Path) -> None:
    """The next start lets every campaign say that it was restored (`keeping.restored`)."""
    digest = hashlib.sha256()
    with file.open("rb") as opened:
        while part := opened.read(1 << 20):
            digest.update(part)
    Restored.objects.create(digest=digest.hexdigest(), at=timezone.now())


def move(target: dict[str, object]) -> list[Kept]:
    """Move everything from the SQLite file to an empty PostgreSQL database; the file is put aside. Unsound, OSError."""
    if connection.vendor != "sqlite":
        raise Unsound("The data is in PostgreSQL already: leave NAVALASSIST_DATABASE empty to move from SQLite.")
    if target["ENGINE"] != ENGINES["postgresql"]:
        raise Unsound("Give the address of a PostgreSQL database, as for NAVALASSIST_DATABASE.")
    if is_served(settings.DATA_DIR):
        raise Unsound("NavalAssist is running on this data: stop it first, so that nothing is written meanwhile.")
    database = Path(connection.settings_dict["NAME"])
    require_ours(database.name)
    upgrade.bring_up_to_date(lambda _: None)
    campaigns_of(database.name)
    kept = pour(sqlite_at(database), dict(target))
    connection.close()
    # Nobody shall play on in the old one by mistake.
    database.rename(database.with_name("moved-to-postgresql.sqlite3"))
    return kept
