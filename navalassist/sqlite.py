"""How SQLite is opened, and the one lock under which this process writes and checkpoints.

SQLite before 3.51.3 has a rare fault that can damage a database when one connection moves its
write-ahead log back into the file while another connection writes. So automatic checkpoints are
switched off, every writing transaction of this process runs inside `write_lock`, and the checkpoint
is made inside the same lock.
"""

import logging
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections

TIMEOUT_SECONDS = 20
CHECKPOINT_BYTES = 8 * 1024 * 1024
# So many writes go by between two looks at the log's size.
LOOK_EVERY = 8

INIT_COMMAND = "; ".join(
    [
        "PRAGMA journal_mode=WAL",
        # NORMAL is faster, but a power cut may take the last commits with it.
        "PRAGMA synchronous=FULL",
        "PRAGMA foreign_keys=ON",
        # Without this, INSERT OR REPLACE overwrites a row that a delete trigger guards.
        "PRAGMA recursive_triggers=ON",
        "PRAGMA wal_autocheckpoint=0",
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
_WRITES = count(1)


@contextmanager
def write_lock(using: str = DEFAULT_DB_ALIAS) -> Iterator[None]:
    """Hold this process's turn to write; put it outside the transaction.

    `with write_lock(), transaction.atomic(): ...`. It may be entered again by the thread that holds it.
    On a database other than SQLite it does nothing. When it is let go and the write-ahead log has grown
    past `CHECKPOINT_BYTES`, the log is moved into the database file first.
    """
    if connections[using].vendor != "sqlite":
        yield
        return
    with _LOCK:
        yield
        if next(_WRITES) % LOOK_EVERY == 0 and _wal_bytes(using) > CHECKPOINT_BYTES:
            try:
                checkpoint(using)
            except DatabaseError:
                # What was written is committed; the log is moved at a later write.
                logging.getLogger(__name__).exception("the write-ahead log could not be moved")


def checkpoint(using: str = DEFAULT_DB_ALIAS) -> bool:
    """Move the write-ahead log into the database file; True when all of it was moved.

    It waits for nobody: where a reader still needs the log, False comes back and the next write tries again.
    Inside a transaction it does nothing, for SQLite would refuse.
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


def _wal_bytes(using: str) -> int:
    try:
        return os.stat(f"{connections[using].settings_dict['NAME']}-wal").st_size
    except OSError:
        return 0
