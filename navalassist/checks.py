"""What would lose or betray a game if it were set wrongly: looked at by every start, and by `manage.py check`.

An error refuses the start; a warning is said. Each has a number that stays, `navalassist.E001`.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core import checks
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

from navalassist.auditlog import triggers
from navalassist.folder import open_to_others
from navalassist.listening import is_served

OURS = "navalassist"
MOUNTS = Path("/proc/self/mounts")
# Where SQLite's locks, or the memory that its connections share, don't work.
FAR = {
    *("nfs", "nfs4", "cifs", "smb3", "smbfs", "afs", "ncpfs", "9p", "drvfs", "ceph", "glusterfs", "lustre"),
    *("fuse.sshfs", "fuse.rclone", "fuse.glusterfs", "fuse.s3fs", "fuse.davfs", "davfs"),
}
SOUND_SQLITE = (3, 51, 3)
# Set by whoever serves the data, for itself and its children.
SERVES = "NAVALASSIST_SERVES"
SHORTEST_KEY, FEWEST_SIGNS = 40, 10
PRAGMAS: dict[str, tuple[set[object], str, str]] = {
    "journal_mode": ({"wal"}, "E011", "readers and writers would block each other"),
    "synchronous": ({2, 3}, "E012", "a power cut could take rolls with it that everybody has seen"),
    "foreign_keys": ({1}, "E014", "rows could point to nothing"),
    "recursive_triggers": ({1}, "E015", "INSERT OR REPLACE could overwrite entries of the log"),
}
AS_IT_IS = "Leave OPTIONS as navalassist.sqlite has it."
POSTGRESQL = ("fsync", "full_page_writes", "synchronous_commit")


@checks.register(OURS, checks.Tags.security)
def settings_are_safe(app_configs: Any, **kwargs: Any) -> list[checks.CheckMessage]:
    """E001: DEBUG; E002: a weak secret key; W003: files that others can read; E010: SQLite far away."""
    return list(_settings())


def _settings() -> Iterator[checks.CheckMessage]:
    if settings.DEBUG:
        yield _error("E001", "DEBUG is on: its error pages show secrets to everybody", "Set DEBUG to False.")
    key = settings.SECRET_KEY
    if len(key) < SHORTEST_KEY or len(set(key)) < FEWEST_SIGNS or key.startswith("django-insecure-"):
        yield _error(
            "E002",
            "The secret key is one that can be guessed: anybody could forge a session",
            f"Delete {settings.DATA_DIR / 'secret.key'}; the next start makes a good one, and everybody logs in again.",
        )
    yield from _open_files(settings.DATA_DIR)
    database = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        kind = file_system(Path(database["NAME"]).parent)
        if kind in FAR:
            yield _error(
                "E010",
                f"The data folder {settings.DATA_DIR} is on a network file system ({kind}), which can damage SQLite",
                "Put it on a disk of this machine with --data, or use PostgreSQL (docs/operating.md).",
            )


def _open_files(data: Path) -> Iterator[checks.CheckMessage]:
    found = open_to_others(data)
    if found:
        hints = [f"chmod {700 if path == data else 600} {path}" for path in found]
        which = ", ".join(str(path) for path in found)
        yield _warning("W003", f"Other accounts of this machine are let in to {which}", f"{'; '.join(hints)}.")


@checks.register(OURS, checks.Tags.database)
def databases_are_safe(
    app_configs: Any, databases: Sequence[str] | None = None, **kwargs: Any
) -> list[checks.CheckMessage]:
    """E011 to E015, how SQLite is opened; W016, a second process; W020, a forgetful PostgreSQL; E021, triggers."""
    return [message for alias in databases or () for message in _database(connections[alias])]


def _database(connection: BaseDatabaseWrapper) -> Iterator[checks.CheckMessage]:
    yield from _sqlite(connection) if connection.vendor == "sqlite" else _postgresql(connection)
    if triggers.TABLES[0] in connection.introspection.table_names() and (missing := triggers.missing(connection.alias)):
        yield _error("E021", f"The log is not guarded: {missing[0]} is missing", "Run manage.py migrate.")


def _sqlite(connection: BaseDatabaseWrapper) -> Iterator[checks.CheckMessage]:
    with connection.cursor() as cursor:
        for name, (right, number, why) in PRAGMAS.items():
            cursor.execute(f"PRAGMA {name}")
            if (value := cursor.fetchone()[0]) not in right:
                yield _error(number, f"SQLite's {name} is {value}: {why}", AS_IT_IS)
    if connection.settings_dict["OPTIONS"].get("transaction_mode") != "IMMEDIATE":
        yield _error(
            "E013",
            "SQLite's transactions are not IMMEDIATE: two writers would meet half-way, and one would fail",
            AS_IT_IS,
        )
    if sqlite3.sqlite_version_info < SOUND_SQLITE and SERVES not in os.environ and is_served(settings.DATA_DIR):
        yield _warning(
            "W016",
            f"NavalAssist runs on this data, and SQLite {sqlite3.sqlite_version} can be damaged, if rarely, when two "
            "processes write",
            "Stop it before you run commands that write; backup is no such command.",
        )


def _postgresql(connection: BaseDatabaseWrapper) -> Iterator[checks.CheckMessage]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM pg_settings WHERE name = ANY(%s) AND setting = 'off'", [list(POSTGRESQL)])
        off = sorted(name for (name,) in cursor.fetchall())
    if off:
        yield _warning(
            "W020",
            f"PostgreSQL's {', '.join(off)} is off: a power cut could take rolls with it that everybody has seen",
            "Turn it on in postgresql.conf.",
        )


def file_system(folder: Path) -> str:
    """The kind of file system that a folder is on (Linux); '' where nobody can say."""
    try:
        mounts = [line.split()[1:3] for line in MOUNTS.read_text("utf-8", "replace").splitlines()]
    except OSError:
        return ""
    there = folder.absolute().resolve()
    found = [(place, kind) for place, kind in mounts if there.is_relative_to(place.replace("\\040", " "))]
    return max(reversed(found), key=lambda pair: len(pair[0]), default=("", ""))[1]


def _error(number: str, what: str, hint: str) -> checks.Error:
    return checks.Error(f"{what}.", hint=hint, id=f"{OURS}.{number}")


def _warning(number: str, what: str, hint: str) -> checks.Warning:
    return checks.Warning(f"{what}.", hint=hint, id=f"{OURS}.{number}")


def at_start(database: bool) -> tuple[list[str], list[str]]:
    """(what refuses the start, what is only said), in sentences. database: what the database says, once it is there."""
    run = databases_are_safe if database else settings_are_safe
    found = [message for message in run(None, databases=["default"]) if not message.is_silenced()]
    said = [(message, f"{message.msg} {message.hint} ({message.id})") for message in found]
    return [text for m, text in said if m.is_serious()], [text for m, text in said if not m.is_serious()]
