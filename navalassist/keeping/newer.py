"""Data of a newer version is refused plainly, and nothing in it is read or changed."""

from __future__ import annotations

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

import navalassist


class Newer(LookupError):
    """The database was brought up to date by a version that is newer than this one; in a sentence."""


def refuse_newer(using: str = DEFAULT_DB_ALIAS) -> None:
    """Newer where the database has been through changes that this version does not know."""
    applied = set(MigrationRecorder(connections[using]).applied_migrations())
    known = set(MigrationLoader(None, ignore_no_migrations=True).disk_migrations)
    unknown = sorted(applied - known)
    if unknown:
        app, name = unknown[-1]
        raise Newer(
            f"The database was last used by a newer version of NavalAssist than this one, {navalassist.__version__}: "
            f"it knows {app} {name}. Nothing was changed. Update NavalAssist, or start it with another data folder."
        )
