"""The few statements that every page and every act makes, as ready SQL.

To build the same query anew through the ORM takes several times as long as the database needs to answer it. What is
asked for is the same; everything rarer goes through the models.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import BooleanField, CharField, Field, ForeignKey, IntegerField, JSONField, Model, TextField

from navalassist.auditlog.models import Entry, Seed
from navalassist.campaigns.facts import FactRow
from navalassist.campaigns.models import Campaign

Row = tuple[Any, ...]
Convert = Callable[[Any], Any]
# Places in a row, each with what makes a value of what the database answers.
Converters = tuple[tuple[int, Convert], ...]
MOST_PAIRS = 400
# Where PostgreSQL tells that a campaign's heads moved on; the message is the campaign's key.
HEADS_CHANNEL = "navalassist_heads"
_BEGIN = {"postgresql": "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", "sqlite": "BEGIN DEFERRED"}


def _rows(sql: str, parameters: Sequence[Any]) -> list[Row]:
    return list(_executed(sql, parameters).fetchall())


def _run(sql: str, parameters: Sequence[Any]) -> None:
    _executed(sql, parameters)


def _executed(sql: str, parameters: Sequence[Any]) -> Any:
    """The driver's own cursor, after a statement: what Django's does beside it takes longer than most statements.

    Faults are Django's all the same, and where somebody looks at the statements theirs is the one that runs them.
    """
    link: Any = connections[DEFAULT_DB_ALIAS]
    if link.force_debug_cursor or link.execute_wrappers:
        cursor = link.cursor()
        cursor.execute(sql, parameters)
        return cursor
    link.ensure_connection()
    link.validate_no_broken_transaction()
    with link.wrap_database_errors:
        if link.vendor == "sqlite":
            return link.connection.execute(_with_question_marks(sql), parameters)
        return link.Database.Cursor(link.connection).execute(sql, parameters, prepare=True)


@lru_cache(maxsize=1_000)
def _with_question_marks(sql: str) -> str:
    return sql.replace("%s", "?")


def _table(model: type[Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def _fields(model: type[Model]) -> list[Field[Any, Any]]:
    return list(model._meta.concrete_fields)


@cache
def _column(model: type[Model], name: str) -> tuple[Field[Any, Any], str]:
    """A field and its column as it stands in a statement."""
    field = next(field for field in _fields(model) if field.name == name)
    return field, connection.ops.quote_name(str(field.column))


# Fields whose plain values a database takes as they are.
AS_THEY_ARE = (BooleanField, CharField, ForeignKey, IntegerField, TextField)
Fields = tuple["Field[Any, Any]", ...]


class _Written:
    """A statement that writes fields of a row. names: those that it writes, as a row has them."""

    def __init__(self, fields: Fields, sql: str) -> None:
        self.sql = sql
        self.names = tuple(str(field.attname) for field in fields)
        # Place and field of those whose values are changed on their way into the database.
        self._others = [(place, field) for place, field in enumerate(fields) if not isinstance(field, AS_THEY_ARE)]

    def prepared(self, values: Iterable[Any]) -> list[Any]:
        """Values of these fields as the database takes them."""
        prepared, link = list(values), connections[DEFAULT_DB_ALIAS]
        for place, field in self._others:
            prepared[place] = field.get_db_prep_save(prepared[place], link)
        return prepared


@cache
def _inserted(model: type[Model]) -> _Written:
    """The INSERT of a row."""
    named = (_column(model, field.name) for field in _fields(model) if not field.primary_key)
    fields, columns = zip(*named, strict=True)
    places = ", ".join(["%s"] * len(fields))
    return _Written(fields, f"INSERT INTO {_table(model)} ({', '.join(columns)}) VALUES ({places})")


def insert(rows: Iterable[Model]) -> None:
    """Insert new rows one by one; each gets its key."""
    returns = connection.features.can_return_columns_from_insert
    for row in rows:
        written = _inserted(type(row))
        values = written.prepared(getattr(row, name) for name in written.names)
        if returns:
            ((row.pk,),) = _rows(f"{written.sql} RETURNING id", values)
        else:
            row.pk = _executed(written.sql, values).lastrowid


def insert_at_once(model: type[Model], rows: Iterable[Mapping[str, Any]]) -> None:
    """Insert new rows of a model, each given by its fields; nobody learns their keys."""
    written = _inserted(model)
    given = [written.prepared(row[name] for name in written.names) for row in rows]
    if len(given) == 1:
        _run(written.sql, given[0])
    elif given:
        with connection.cursor() as cursor:
            cursor.executemany(written.sql, given)


def insert_tags(pairs: Sequence[tuple[int, int]]) -> None:
    """Put down what entries are about: (number of the tag, key of the entry). What is there already stays."""
    for at in range(0, len(pairs), MOST_PAIRS):
        some = pairs[at : at + MOST_PAIRS]
        places = ", ".join(["(%s, %s)"] * len(some))
        _run(
            f"INSERT INTO auditlog_tagged (tag, entry_id) VALUES {places} ON CONFLICT DO NOTHING",
            [number for pair in some for number in pair],
        )


def update_fact_row(model: type[FactRow], campaign: Campaign, key: str, values: Mapping[str, Any]) -> None:
    """Set fields of the row of a campaign."""
    names = tuple(sorted(values))
    written = _updated(model, names)
    _run(written.sql, [*written.prepared(values[name] for name in names), campaign.pk, key])


@lru_cache(maxsize=1_000)
def _updated(model: type[Model], names: tuple[str, ...]) -> _Written:
    """The UPDATE of some fields of a fact row."""
    fields, columns = zip(*(_column(model, name) for name in names), strict=True)
    changes = ", ".join(f"{column} = %s" for column in columns)
    key = _column(model, "key")[1]
    return _Written(fields, f"UPDATE {_table(model)} SET {changes} WHERE campaign_id = %s AND {key} = %s")


def rows_of(model: type[Model], campaign: Campaign, names: tuple[str, ...]) -> list[Row]:
    """These fields of a model's rows of a campaign, in the order in which they were made.

    A list or a mapping in them may be that of other rows too: it is read and never changed.
    """
    selected, converters = _selected(connection.vendor, model, names)
    return _read(converters, _rows(f"{selected} WHERE campaign_id = %s ORDER BY id", [campaign.pk]))


def entries_at(campaign: Campaign, chain: str, sequence: int) -> list[Entry]:
    """The entry of that number; none where there is none."""
    return _entries(campaign, "chain = %s AND sequence = %s", [chain, sequence])


def entries_after(campaign: Campaign, sequences: Mapping[str, int]) -> list[Entry]:
    """The entries of chains after these numbers, in the order of writing."""
    asked = " OR ".join(["(chain = %s AND sequence > %s)"] * len(sequences))
    return _entries(campaign, f"({asked}) ORDER BY id", [part for pair in sequences.items() for part in pair])


def newest_entries(
    campaign: Campaign, chains: Iterable[str], number: int, before: int | None = None, but: Sequence[str] = ()
) -> list[Entry]:
    """So many entries of these chains, the last first. before: the key of the one after them; but: kinds left out."""
    among = sorted(chains)
    asked = [f"chain IN ({_places(among)})"]
    if before is not None:
        asked.append("id < %s")
    if but:
        asked.append(f"kind NOT IN ({_places(but)})")
    values = [*among, *(() if before is None else (before,)), *but, number]
    return _entries(campaign, f"{' AND '.join(asked)} ORDER BY id DESC LIMIT %s", values)


def _places(values: Sequence[Any]) -> str:
    return ", ".join(["%s"] * len(values))


def _entries(campaign: Campaign, asked: str, values: Sequence[Any]) -> list[Entry]:
    """Entries of a campaign, which they know: nobody asks for it once more for each."""
    fields = _fields(Entry)
    selected, converters = _selected(connection.vendor, Entry, tuple(field.name for field in fields))
    rows = _read(converters, _rows(f"{selected} WHERE campaign_id = %s AND {asked}", [campaign.pk, *values]))
    found = [Entry.from_db(connection.alias, [field.attname for field in fields], row) for row in rows]
    for entry in found:
        entry.campaign = campaign
    return found


def _read(converters: Converters, rows: list[Row]) -> list[Row]:
    """Rows with the values that Django makes of what the database answers."""
    if not converters:
        return rows
    found = []
    for row in rows:
        values = list(row)
        for place, convert in converters:
            values[place] = convert(values[place])
        found.append(tuple(values))
    return found


@cache
def _selected(vendor: str, model: type[Model], names: tuple[str, ...]) -> tuple[str, Converters]:
    """The beginning of a statement that reads these fields, and what makes values of what is answered.

    vendor: of the database, whose answers differ: one process reads two where a campaign moves or is taken in.
    """
    fields, columns = zip(*(_column(model, name) for name in names), strict=True)
    made = ((place, _converter(field)) for place, field in enumerate(fields))
    converters = tuple((place, convert) for place, convert in made if convert is not None)
    return f"SELECT {', '.join(columns)} FROM {_table(model)}", converters


def _converter(field: Field[Any, Any]) -> Convert | None:
    """What Django makes of a field's values as they come; None where they stay as they are."""
    column = field.get_col(field.model._meta.db_table)
    steps = [*connection.ops.get_db_converters(column), *column.get_db_converters(connection)]

    def convert(value: Any) -> Any:
        for step in steps:
            value = step(value, column, connection)
        return value

    if isinstance(field, JSONField):
        # Hundreds of rows say the same of where their facts come from.
        return lru_cache(maxsize=1_000)(convert)
    return convert if steps else None


# Key and identity of a campaign, the heads of its chains, and what of its row may change: called, away.
Standing = tuple[int, uuid.UUID, tuple[tuple[str, int, str], ...], tuple[str, bool]]


def heads_of_campaign(slug: str) -> Standing | None:
    """Where a campaign stands; None for an unknown slug."""
    sql = (
        "SELECT campaign.id, campaign.identity, campaign.called, campaign.away,"
        " chain.audience, chain.sequence, chain.head"
        " FROM auditlog_chain chain JOIN campaigns_campaign campaign ON campaign.id = chain.campaign_id"
        " WHERE campaign.slug = %s ORDER BY chain.audience"
    )
    rows = _rows(sql, [slug])
    if not rows:
        return None
    key, identity, called, away = rows[0][:4]
    return key, uuid.UUID(str(identity)), tuple(sorted(row[4:] for row in rows)), (called, bool(away))


@dataclass(slots=True)
class Head:
    """The head of a chain, held for this transaction."""

    key: int
    audience: str
    sequence: int
    head: str


class Untold(RuntimeError):
    """The database was put back from a copy and its logs do not say so yet, so nothing is written to them."""


# Databases that were not put back from a copy, or whose logs say so: asked once in a process.
_TOLD: set[str] = set()


def refuse_restored() -> None:
    """Untold where the database was put back from a copy and the logs do not say so: its dice may be known."""
    name = str(connection.settings_dict["NAME"])
    if name in _TOLD:
        return
    if _rows("SELECT 1 FROM keeping_restored LIMIT 1", ()):
        raise Untold("The database was put back from a copy. Start NavalAssist anew: its logs will say so first.")
    _TOLD.add(name)


def ask_again() -> None:
    """What was known of copies that were put back is known no more."""
    _TOLD.clear()


def locked_heads(campaign: Campaign, submission: str) -> tuple[list[Head], bool]:
    """The heads of the campaign's chains, held until the transaction ends (row locks, or SQLite's own write lock).

    And whether this submission was carried out before: asked together, since every statement lets other threads in.
    """
    refuse_restored()
    heads = " FROM auditlog_chain WHERE campaign_id = %s ORDER BY audience"
    before = "SELECT MIN(entry.id) FROM auditlog_entry entry WHERE entry.campaign_id = %s AND entry.submission = %s"
    # An empty submission is none: NULL equals nothing.
    asked = [campaign.pk, submission or None]
    if connection.features.has_select_for_update:
        # A statement that waits for a row lock sees other tables as they were before it waited: one after the other.
        rows = _rows(f"SELECT id, audience, sequence, head{heads} FOR UPDATE", [campaign.pk])
        return [Head(*row) for row in rows], _rows(before, asked)[0][0] is not None
    rows = _rows(f"SELECT id, audience, sequence, head, ({before}){heads}", [*asked, campaign.pk])
    return [Head(*row[:-1]) for row in rows], any(row[-1] is not None for row in rows)


def move_head(head: Head) -> None:
    """Write the head of a chain."""
    _run("UPDATE auditlog_chain SET sequence = %s, head = %s WHERE id = %s", [head.sequence, head.head, head.key])


def tell_of_heads(campaign: Campaign, heads: Iterable[Head]) -> None:
    """PostgreSQL: when this transaction is committed, and only then, whoever listens hears how far the chains are.

    `7 allied:2,public:144`, the campaign's key first. The whole of it is for our own processes and never goes out.
    """
    if connection.vendor == "postgresql":
        told = ",".join(f"{head.audience}:{head.sequence}" for head in heads)
        _run("SELECT pg_notify(%s, %s)", [HEADS_CHANNEL, f"{campaign.pk} {told}"])


@contextmanager
def one_snapshot() -> Iterator[None]:
    """All statements in here read the database as it stood at the first of them; nothing may be written.

    Inside a transaction that is under way it changes nothing. No lock is taken: writers go on meanwhile.
    """
    if connection.in_atomic_block:
        yield
        return
    connection.ensure_connection()
    # Past Django, whose own transactions take the write lock of SQLite.
    link = connection.connection
    link.execute(_BEGIN[connection.vendor])
    try:
        yield
    finally:
        link.execute("ROLLBACK")


def seed_bound(campaign: Campaign, turn: str, audience: str) -> bytes:
    """The seed of a turn and audience. Seed.DoesNotExist when none was bound."""
    sql = "SELECT seed FROM auditlog_seed WHERE campaign_id = %s AND turn = %s AND audience = %s"
    rows = _rows(sql, [campaign.pk, turn, audience])
    if not rows:
        raise Seed.DoesNotExist(f"{turn}, {audience}")
    return bytes(rows[0][0])
