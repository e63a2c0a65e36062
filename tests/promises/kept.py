"""A database with something in it, made once a worker and put back for every test that begins from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.apps import apps
from django.core.management.color import no_style
from django.db import connection, transaction

from navalassist.campaigns.models import Campaign
from navalassist.play import state as states

# What the migrations fill is there already.
ALWAYS_THERE = ("django_migrations", "django_content_type", "auth_permission")


@dataclass(frozen=True)
class Kept:
    """Every row that there was."""

    tables: Mapping[str, tuple[list[str], list[tuple[Any, ...]]]]

    @classmethod
    def now(cls) -> Kept:
        found = {}
        with connection.cursor() as cursor:
            for table in set(connection.introspection.table_names(cursor)).difference(ALWAYS_THERE):
                cursor.execute(f'SELECT * FROM "{table}"')
                if rows := cursor.fetchall():
                    found[table] = [column[0] for column in cursor.description], rows
        return cls(found)

    def put_back(self) -> None:
        """Into a database that is as empty as it is for every test."""
        states.forget()
        with transaction.atomic(), connection.cursor() as cursor:
            for table, (columns, rows) in self.tables.items():
                names, places = '", "'.join(columns), ", ".join(["%s"] * len(columns))
                cursor.executemany(f'INSERT INTO "{table}" ("{names}") VALUES ({places})', rows)
            models = [model for model in apps.get_models() if model._meta.db_table in self.tables]
            for statement in connection.ops.sequence_reset_sql(no_style(), models):
                cursor.execute(statement)


@contextmanager
def rolled_back() -> Iterator[None]:
    """Nothing of what is done to the database in here stays."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    states.forget()


def once(make: Callable[[], Campaign]) -> Callable[[], Campaign]:
    """Make a campaign, and all that is beside it, for the first test of a worker; put it back for all others."""
    kept: list[tuple[Kept, str]] = []

    @wraps(make)
    def made() -> Campaign:
        if kept:
            (rows, slug) = kept[0]
            rows.put_back()
            return Campaign.objects.get(slug=slug)
        campaign = make()
        kept.append((Kept.now(), campaign.slug))
        return campaign

    return made
