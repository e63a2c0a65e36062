"""Files of SQLite: made for their owner's eyes alone, brought to the disk, and taken away with what belongs to them."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

TAILS = ("-wal", "-shm", "-journal")


def make_private(path: Path) -> None:
    """An empty file that only its owner reads: it will hold secrets. What is there already is emptied."""
    os.close(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600))


def remove(path: Path) -> None:
    """Take a database away, with the files that SQLite made beside it."""
    for tail in ("", *TAILS):
        Path(f"{path}{tail}").unlink(missing_ok=True)


def make_one_file(path: Path) -> None:
    """Fold the write-ahead log in: one file alone, that can be renamed, or read where nothing can be written."""
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode=DELETE")


def to_disk(path: Path) -> None:
    """As SQLite's FULL does: what is acknowledged outlives a power cut."""
    # Windows opens no folders, and needs none to be brought to the disk.
    for place, flags in ((path, os.O_RDWR), *(((path.parent, os.O_RDONLY),) if os.name == "posix" else ())):
        number = os.open(place, flags)
        try:
            os.fsync(number)
        finally:
            os.close(number)
