"""All rows of one database into another, empty one: in one transaction, checked before it is committed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import islice
from typing import Any

from django.apps import apps
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model

from navalassist.auditlog.export import lines
from navalassist.auditlog.models import Chain
from navalassist.campaigns.models import Campaign
from navalassist.keeping.whole import Kept, Unsound, campaigns_of
from navalassist.play.archive.other_database import looking_at

BATCH = 500
SOURCE = "source"


def pour(source: dict[str, Any], target: dict[str, Any], after: Any = None) -> list[Kept]:
    """Copy every row, and check that the logs came over byte for byte.

    after: called in the target's transaction, when all is checked. Unsound where the target holds campaigns already, or
    where anything differs: then nothing of it stays.
    """
    with looking_at(source):
        wanted = exports()
    with looking_at(source, SOURCE), looking_at(target) as into:
        call_command("migrate", interactive=False, verbosity=0)
        if Campaign.objects.exists():
            raise Unsound("The PostgreSQL database holds campaigns already: give an empty one.")
        with transaction.atomic():
            _copy(into)
            kept = campaigns_of("The copy in PostgreSQL")
            if exports() != wanted:
                raise Unsound("The copy in PostgreSQL differs from the original.")
            if after is not None:
                after()
    return kept


def _copy(into: BaseDatabaseWrapper) -> None:
    models = _models()
    # What migrations made: kinds of content and the like, which the rows to come bring along.
    for model in reversed(models):
        _run(into, f"DELETE FROM {into.ops.quote_name(model._meta.db_table)}")
    for model in models:
        _insert(into, model)
    for statement in into.ops.sequence_reset_sql(no_style(), models):
        _run(into, statement)
    _run(into, "SET CONSTRAINTS ALL IMMEDIATE")


def exports() -> dict[str, str]:
    """Campaign -> SHA-256 of its whole export."""
    found = {}
    for campaign in Campaign.objects.order_by("slug"):
        digest = hashlib.sha256()
        audiences = frozenset(Chain.objects.filter(campaign=campaign).values_list("audience", flat=True))
        for line in lines(campaign, audiences):
            digest.update(line.encode() + b"\n")
        found[campaign.slug] = digest.hexdigest()
    return found


def _models() -> list[type[Model]]:
    """Every table once, those that are pointed to before those that point."""
    waiting = [model for model in apps.get_models(include_auto_created=True) if not model._meta.proxy]
    ordered: list[type[Model]] = []
    while waiting:
        ready = [model for model in waiting if not _points_to(model) & set(waiting) - {model}]
        ordered += ready
        waiting = [model for model in waiting if model not in ready]
    return ordered


def _points_to(model: type[Model]) -> set[type[Model]]:
    return {field.related_model for field in model._meta.concrete_fields if field.related_model}


def _insert(into: BaseDatabaseWrapper, model: type[Model]) -> None:
    """By statements of our own: what Django saves gets the present time where a field says so."""
    fields = list(model._meta.concrete_fields)
    rows = model._base_manager.using(SOURCE).order_by("pk").values_list(*(field.attname for field in fields))
    quote = into.ops.quote_name
    columns = ", ".join(quote(str(field.column)) for field in fields)
    places = ", ".join(["%s"] * len(fields))
    sql = f"INSERT INTO {quote(model._meta.db_table)} ({columns}) VALUES ({places})"
    with into.cursor() as cursor:
        for batch in _batches(rows.iterator(BATCH)):
            prepared = [
                tuple(field.get_db_prep_save(value, into) for field, value in zip(fields, row, strict=True))
                for row in batch
            ]
            cursor.executemany(sql, prepared)


def _batches(rows: Iterator[tuple[Any, ...]]) -> Iterator[list[tuple[Any, ...]]]:
    while batch := list(islice(rows, BATCH)):
        yield batch


def _run(into: BaseDatabaseWrapper, sql: str) -> None:
    with into.cursor() as cursor:
        cursor.execute(sql)
