"""Looking into another database than that of the settings, with all of Django."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import ConnectionHandler

from navalassist.databases import databases
from navalassist.play import state as states


def sqlite_at(path: Path) -> dict[str, Any]:
    """The settings of a SQLite file."""
    return {**databases("", path.parent)["default"], "NAME": path}


@contextmanager
def looking_at(database: dict[str, Any], alias: str = DEFAULT_DB_ALIAS) -> Iterator[BaseDatabaseWrapper]:
    """In here this thread's connection of that alias is one to that database; it is closed at the end."""
    # A pool belongs to the alias and not to the database, so it would give out connections to the other one.
    options = {key: value for key, value in database.get("OPTIONS", {}).items() if key != "pool"}
    other = ConnectionHandler({DEFAULT_DB_ALIAS: {**database, "OPTIONS": options}})[DEFAULT_DB_ALIAS]
    before = connections[alias] if alias in connections.settings else None
    connections[alias] = other
    _forget(alias)
    try:
        yield other
    finally:
        other.close()
        if before is None:
            del connections[alias]
        else:
            connections[alias] = before
        _forget(alias)


def _forget(alias: str) -> None:
    """States that are at hand are those of the database which was looked into."""
    if alias == DEFAULT_DB_ALIAS:
        states.forget()
