"""How SQLite is opened, and the one lock under which this process writes and checkpoints.

SQLite before 3.51.3 has a rare fault that can damage a database when one connection moves its write-ahead log back into
the file while another connection writes. A connection does so at the end of a commit that made the log long enough, and
every writing transaction of this process runs inside `write_lock`: so nobody else writes meanwhile.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DEFAULT_DB_ALIAS, connections

TIMEOUT_SECONDS = 20

INIT_COMMAND = "; ".join(
    [
        "PRAGMA journal_mode=WAL",
        # NORMAL is faster, but a power cut may take the last commits with it.
        "PRAGMA synchronous=FULL",
        "PRAGMA foreign_keys=ON",
        # Without this, INSERT OR REPLACE overwrites a row that a delete trigger guards.
        "PRAGMA recursive_triggers=ON",
        # Pages of 4 KiB. The log's file stays as long as it once was, since to overwrite is cheaper than to append.
        "PRAGMA wal_autocheckpoint=2000",
        "PRAGMA journal_size_limit=33554432",
        "PRAGMA cache_size=-8000",
    ]
)

OPTIONS = {
    # IMMEDIATE takes the write lock at BEGIN, so a read followed by a write can't fail half way.
    "transaction_mode": "IMMEDIATE",
    "timeout": TIMEOUT_SECONDS,
    "init_command": INIT_COMMAND,
}

_LOCK = threading.RLock()


@contextmanager
def write_lock(using: str = DEFAULT_DB_ALIAS) -> Iterator[None]:
    """Hold this process's turn to write; put it outside the transaction.

    `with write_lock(), transaction.atomic(): ...`. It may be entered again by the thread that holds it.
    On a database other than SQLite it does nothing.
    """
    if connections[using].vendor != "sqlite":
        yield
        return
    with _LOCK:
        yield


def checkpoint(using: str = DEFAULT_DB_ALIAS) -> bool:
    """Move the write-ahead log into the database file, so that the file alone is whole; True when all of it was moved.

    It waits for nobody: where a reader still needs the log, False comes back. Inside a transaction it does nothing, for
    SQLite would refuse.
    """
    connection = connections[using]
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        return False
    with _LOCK, connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout=0")
        try:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            busy, _pages, _moved = cursor.fetchone()
        finally:
            cursor.execute(f"PRAGMA busy_timeout={TIMEOUT_SECONDS * 1000}")
    return not busy
