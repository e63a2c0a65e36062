"""A campaign that was made in a scratch database, copied into that of the club: rows as they stand, under new keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from django.apps import apps
from django.db import connection
from django.db.models import Field, Model

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.play.archive.other_database import looking_at
from navalassist.play.archive.scratch import settings_of
from navalassist.play.storage.statements import new_keys
from navalassist.play.storage.writes import AS_THEY_ARE

SCRATCH = "scratch"
BATCH = 500
Fields = list["Field[Any, Any]"]


def copy(place: Path, slug: Callable[[str], str]) -> Campaign:
    """Copy it within the transaction that is under way. slug: the address for its name."""
    with looking_at(settings_of(place), SCRATCH):
        made = Campaign.objects.using(SCRATCH).get()
        campaign = Campaign.objects.create(
            identity=made.identity, slug=slug(made.name), name=made.name, system=made.system
        )
        old = Entry.objects.using(SCRATCH).order_by("id").values_list("id", flat=True)
        keys = dict(zip(old, _new_keys(old.count()), strict=True))
        _copy(Entry, campaign, keys)
        for model in apps.get_models():
            if model is not Entry and {Campaign, Entry} & {f.related_model for f in model._meta.concrete_fields}:
                _copy(model, campaign, keys)
    return campaign


def _copy(model: type[Model], campaign: Campaign, keys: Mapping[int, int]) -> None:
    """Every row of a model. An entry gets its new key, and so does what names one; other rows get any."""
    fields: Fields = [f for f in model._meta.concrete_fields if model is Entry or not f.primary_key]
    quote = connection.ops.quote_name
    columns = ", ".join(quote(str(field.column)) for field in fields)
    places = ", ".join(["%s"] * len(fields))
    sql = f"INSERT INTO {quote(model._meta.db_table)} ({columns}) VALUES ({places})"
    rows = model._base_manager.using(SCRATCH).order_by("pk").values_list(*(field.attname for field in fields))
    with connection.cursor() as cursor:
        for batch in _batches(_under_new_keys(rows.iterator(BATCH), fields, campaign, keys)):
            cursor.executemany(sql, batch)


def _under_new_keys(
    rows: Iterable[tuple[Any, ...]], fields: Fields, campaign: Campaign, keys: Mapping[int, int]
) -> Iterator[list[Any]]:
    changed = [
        (place, change)
        for place, field in enumerate(fields)
        if (change := _change_of(field, campaign, keys)) is not None
    ]
    for row in rows:
        found = list(row)
        for place, change in changed:
            found[place] = change(found[place])
        yield found


def _change_of(field: Field[Any, Any], campaign: Campaign, keys: Mapping[int, int]) -> Callable[[Any], Any] | None:
    """What becomes of a value on its way; None where it goes as it is."""
    if field.related_model is Campaign:
        return lambda _: campaign.pk
    if field.related_model is Entry or field.primary_key:
        return keys.__getitem__
    if isinstance(field, AS_THEY_ARE):
        return None
    return lambda value: field.get_db_prep_save(value, connection)


def _batches(rows: Iterator[list[Any]]) -> Iterator[list[list[Any]]]:
    while batch := list(islice(rows, BATCH)):
        yield batch


def _new_keys(count: int) -> list[int]:
    """So many keys for entries that none has, had or will have, in order."""
    if connection.vendor == "postgresql":
        return new_keys(count)
    with connection.cursor() as cursor:
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [Entry._meta.db_table])
        last = next((seq for (seq,) in cursor.fetchall()), 0)
    return list(range(last + 1, last + count + 1))
