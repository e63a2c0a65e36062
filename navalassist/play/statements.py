"""The few statements that every page and every act makes, as ready SQL.

To build the same query anew through the ORM takes several times as long as the database needs to answer it. What is
asked for is the same; everything rarer goes through the models.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import Field, Model

from navalassist.auditlog.models import Chain, Seed
from navalassist.campaigns.facts import FactRow
from navalassist.campaigns.models import Campaign

Row = tuple[Any, ...]


def _rows(sql: str, parameters: Sequence[Any]) -> list[Row]:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        return list(cursor.fetchall())


def _run(sql: str, parameters: Sequence[Any]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)


def _table(model: type[Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def _fields(model: type[Model]) -> list[Field[Any, Any]]:
    return list(model._meta.concrete_fields)


@cache
def _column(model: type[Model], name: str) -> tuple[Field[Any, Any], str]:
    """A field and its column as it stands in a statement."""
    field = next(field for field in _fields(model) if field.name == name)
    return field, connection.ops.quote_name(str(field.column))


@cache
def _inserted(model: type[Model]) -> tuple[tuple[Field[Any, Any], ...], str]:
    """The fields that an INSERT names, and its statement."""
    fields, columns = zip(
        *(_column(model, field.name) for field in _fields(model) if not field.primary_key), strict=True
    )
    places = ", ".join(["%s"] * len(fields))
    returning = " RETURNING id" if connection.features.can_return_columns_from_insert else ""
    return fields, f"INSERT INTO {_table(model)} ({', '.join(columns)}) VALUES ({places}){returning}"


def insert(rows: Iterable[Model]) -> None:
    """Insert new rows one by one; each gets its key."""
    for row in rows:
        fields, sql = _inserted(type(row))
        values = [field.get_db_prep_save(field.pre_save(row, True), connection) for field in fields]
        with connection.cursor() as cursor:
            cursor.execute(sql, values)
            given = cursor.fetchall() if sql.endswith("RETURNING id") else [(cursor.lastrowid,)]
        row.pk = given[0][0]


def update_fact_row(model: type[FactRow], campaign: Campaign, key: str, values: Mapping[str, Any]) -> None:
    """Set fields of the row of a campaign."""
    columns, parameters = [], []
    for name, value in sorted(values.items()):
        field, column = _column(model, name)
        columns.append(f"{column} = %s")
        parameters.append(field.get_db_prep_save(value, connection))
    sql = f"UPDATE {_table(model)} SET {', '.join(columns)} WHERE campaign_id = %s AND {_column(model, 'key')[1]} = %s"
    _run(sql, [*parameters, campaign.pk, key])


def heads_of_campaign(slug: str) -> tuple[int, uuid.UUID, tuple[tuple[str, int, str], ...]] | None:
    """Key and identity of a campaign and the heads of its chains; None for an unknown slug."""
    sql = (
        "SELECT campaign.id, campaign.identity, chain.audience, chain.sequence, chain.head"
        " FROM auditlog_chain chain JOIN campaigns_campaign campaign ON campaign.id = chain.campaign_id"
        " WHERE campaign.slug = %s ORDER BY chain.audience"
    )
    rows = _rows(sql, [slug])
    if not rows:
        return None
    return rows[0][0], uuid.UUID(str(rows[0][1])), tuple(sorted(row[2:] for row in rows))


def locked_chains(campaign: Campaign) -> list[Chain]:
    """The campaign's chains, held until the transaction ends (row locks, or SQLite's own write lock)."""
    lock = " FOR UPDATE" if connection.features.has_select_for_update else ""
    names = [field.attname for field in _fields(Chain)]
    sql = f"SELECT {', '.join(names)} FROM auditlog_chain WHERE campaign_id = %s ORDER BY audience{lock}"
    return [Chain.from_db(connection.alias, names, row) for row in _rows(sql, [campaign.pk])]


def move_head(chain: Chain) -> None:
    """Write the head of a chain."""
    _run("UPDATE auditlog_chain SET sequence = %s, head = %s WHERE id = %s", [chain.sequence, chain.head, chain.pk])


def was_submitted(campaign: Campaign, submission: str) -> bool:
    """Was this submission carried out before?"""
    sql = "SELECT 1 FROM auditlog_entry WHERE campaign_id = %s AND submission = %s LIMIT 1"
    return bool(_rows(sql, [campaign.pk, submission]))


def seed_bound(campaign: Campaign, turn: str, audience: str) -> bytes:
    """The seed of a turn and audience. Seed.DoesNotExist when none was bound."""
    sql = "SELECT seed FROM auditlog_seed WHERE campaign_id = %s AND turn = %s AND audience = %s"
    rows = _rows(sql, [campaign.pk, turn, audience])
    if not rows:
        raise Seed.DoesNotExist(f"{turn}, {audience}")
    return bytes(rows[0][0])
