"""Bringing the database up to date so that whoever ends it leaves the old one or the new one, and both whole.

Django carries a migration out in one transaction and writes down in a second one that it was carried out. Who is killed
between the two leaves a database that no later start can use. So on SQLite a copy is brought up to date, checked, and
put in place with one rename; on PostgreSQL all of it is one transaction.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from navalassist.databases import alone
from navalassist.keeping import integrity
from navalassist.keeping.files import TAILS, make_one_file, make_private, remove, to_disk
from navalassist.keeping.whole import Unsound
from navalassist.play.archive.other_database import looking_at, sqlite_at

NEW, OLD, LOCK = "upgrading.sqlite3", "before-upgrade.sqlite3", "upgrade.lock"
# A command that only looks is done by then.
PATIENCE_SECONDS = 5
BATCH = 1000
# What no migration may change: the log itself, whatever else becomes of the tables.
LOG = {
    "auditlog_chain": "id, campaign_id, audience, sequence, head",
    "auditlog_entry": "id, campaign_id, chain, sequence, content, hash",
    "auditlog_payload": "id, entry_id, audience, salt, content",
}


class NotUpgraded(Unsound):
    """Why the database is still as it was."""

    def __init__(self, why: str) -> None:
        super().__init__(f"The database can't be brought up to date: {why}. Nothing was changed.")


def bring_up_to_date(say: Callable[[str], Any]) -> bool:
    """Carry out the migrations that are missing: all of them, or none. True where there were any. NotUpgraded.

    On SQLite the old file stays beside the new one until `drop_old`.
    """
    if not _waiting():
        return False
    say("Bringing the database up to date ...")
    try:
        if connection.vendor == "sqlite":
            _in_a_copy(Path(connection.settings_dict["NAME"]).resolve())
        else:
            _in_one_transaction()
    except DatabaseError as error:
        raise NotUpgraded(str(error).strip().splitlines()[0]) from None
    return True


def drop_old() -> None:
    """What was there before the last upgrade is not needed any more: a start with the new one was good."""
    if connection.vendor == "sqlite":
        database = Path(connection.settings_dict["NAME"]).resolve()
        for name in (OLD, NEW):
            remove(database.with_name(name))


def _waiting() -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def _in_one_transaction() -> None:
    """PostgreSQL changes tables within a transaction like anything else."""
    with alone("upgrade"):
        with connection.cursor() as cursor:
            # A table cannot be changed while checks of its rows are put off to the end.
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
        _migrate()


def _in_a_copy(database: Path) -> None:
    connection.close()
    new = database.with_name(NEW)
    with _one_at_a_time(database.with_name(LOCK)):
        # Another start may have done it meanwhile.
        if not _waiting():
            return
        connection.close()
        remove(new)
        try:
            with _folded(database) as old:
                with _room_for(database):
                    _copy(old, new, database)
                    with looking_at(sqlite_at(new)):
                        _migrate()
                    make_one_file(new)
                    to_disk(new)
                    _keep(old, database)
                if os.name == "nt":
                    # Windows replaces no file that somebody holds open.
                    old.close()
                os.replace(new, database)
                to_disk(database)
        finally:
            remove(new)


@contextmanager
def _folded(database: Path) -> Iterator[sqlite3.Connection]:
    """The old database as one file, its write-ahead log folded in, and nobody else in it. NotUpgraded."""
    with closing(sqlite3.connect(database, timeout=PATIENCE_SECONDS, isolation_level=None)) as old:
        try:
            old.execute("PRAGMA journal_mode=DELETE")
            # From here on it is held to the end; the other way round a journal would stay.
            old.execute("PRAGMA locking_mode=EXCLUSIVE")
            old.execute("BEGIN EXCLUSIVE")
            old.execute("COMMIT")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error):
                raise NotUpgraded(str(error)) from None
            raise NotUpgraded("another program has the database open; end it, and start again") from None
        # SQLite would play such a file back into whatever bears the name next.
        if any(Path(f"{database}{tail}").exists() for tail in TAILS):
            raise NotUpgraded("its write-ahead log could not be folded in")
        yield old


@contextmanager
def _room_for(database: Path) -> Iterator[None]:
    """A full disk in a sentence."""
    try:
        yield
    except (OSError, sqlite3.Error, DatabaseError) as error:
        said = str(error)
        if not isinstance(error, OSError) and not any(sign in said for sign in ("disk", "full")):
            raise
        size = database.stat().st_size / 1024 / 1024
        raise NotUpgraded(
            f"there is no room for a copy of it in {database.parent} ({said}); three times its size, "
            f"{3 * size:,.0f} MB, are enough"
        ) from None


def _copy(old: sqlite3.Connection, new: Path, like: Path) -> None:
    make_private(new)
    with suppress(PermissionError):
        # Whoever starts it by hand as another user leaves it to whom it belonged.
        shutil.chown(new, like.stat().st_uid, like.stat().st_gid)
    with closing(sqlite3.connect(new)) as copy:
        old.backup(copy)


def _keep(old: sqlite3.Connection, database: Path) -> None:
    """The old one under another name, beside its own; what had only just been made is not kept."""
    kept = database.with_name(OLD)
    if old.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0] == 0:
        return
    remove(kept)
    try:
        os.link(database, kept)
        os.chmod(kept, 0o600)
    except OSError:
        # A file system without such links.
        _copy(old, kept, database)


@contextmanager
def _one_at_a_time(path: Path) -> Iterator[None]:
    """Two that start together bring it up to date one after the other. Windows goes without."""
    with path.open("w") as file:
        with suppress(ImportError):
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _migrate() -> None:
    """Carry the migrations out, and look whether all is there. NotUpgraded."""
    before = _digest_of_the_log()
    try:
        # Up to 0.5.0 a start wrote into the database itself: where it was ended, tables may be there unrecorded.
        call_command("migrate", interactive=False, verbosity=0, fake_initial=True)
    except DatabaseError as error:
        if "already exists" not in str(error) and "duplicate column" not in str(error):
            raise
        raise NotUpgraded(
            f"{str(error).strip().splitlines()[0]}, since an older version was ended while it did so; "
            "put back a copy from before with  manage.py restore"
        ) from None
    if before and _digest_of_the_log() != before:
        raise NotUpgraded("the log would not be the same afterwards")
    for fault in integrity.faults():
        raise NotUpgraded(f"it is not whole: {fault}")


def _digest_of_the_log() -> str:
    """The same for the same log; '' where there is none yet."""
    present = set(connection.introspection.table_names())
    if not present.issuperset(LOG):
        return ""
    digest = hashlib.sha256()
    with connection.cursor() as cursor:
        for table, columns in LOG.items():
            last = 0
            while True:
                cursor.execute(f"SELECT {columns} FROM {table} WHERE id > %s ORDER BY id LIMIT {BATCH}", [last])
                if not (rows := cursor.fetchall()):
                    break
                digest.update(repr(rows).encode())
                last = rows[-1][0]
    return digest.hexdigest()
