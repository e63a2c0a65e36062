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
from django.db.models import Field, JSONField, Model

from navalassist.auditlog.models import Entry, Seed
from navalassist.campaigns.models import Campaign

Row = tuple[Any, ...]
# Audience, sequence and head of each chain of a campaign.
Heads = tuple[tuple[str, int, str], ...]
Convert = Callable[[Any], Any]
# Places in a row, each with what makes a value of what the database answers.
Converters = tuple[tuple[int, Convert], ...]
_BEGIN = {"postgresql": "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", "sqlite": "BEGIN DEFERRED"}


def _rows(sql: str, parameters: Sequence[Any]) -> list[Row]:
    return list(executed(sql, parameters).fetchall())


def executed(sql: str, parameters: Sequence[Any], *, prepare: bool | None = True) -> Any:
    """The driver's own cursor, after a statement: what Django's does beside it takes longer than most statements.

    Faults are Django's all the same, and where somebody looks at the statements theirs is the one that runs them.
    prepare: PostgreSQL keeps it ready, from its first time on; None: from its fifth, where there are many texts.
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
        return link.Database.Cursor(link.connection).execute(sql, parameters, prepare=prepare)


@lru_cache(maxsize=1_000)
def _with_question_marks(sql: str) -> str:
    return sql.replace("%s", "?")


def table_of(model: type[Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def fields_of(model: type[Model]) -> list[Field[Any, Any]]:
    return list(model._meta.concrete_fields)


@cache
def column(model: type[Model], name: str) -> tuple[Field[Any, Any], str]:
    """A field and its column as it stands in a statement."""
    field = next(field for field in fields_of(model) if field.name == name)
    return field, connection.ops.quote_name(str(field.column))


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
    fields = fields_of(Entry)
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
    fields, columns = zip(*(column(model, name) for name in names), strict=True)
    made = ((place, _converter(field)) for place, field in enumerate(fields))
    converters = tuple((place, convert) for place, convert in made if convert is not None)
    return f"SELECT {', '.join(columns)} FROM {table_of(model)}", converters


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


@dataclass(slots=True)
class Held:
    """What a transaction begins with.

    is_done: its submission was carried out before; keys: for its first entries, where they are known already.
    """

    heads: list[Head]
    is_done: bool = False
    keys: Sequence[int] = ()


# The first entry of a submission; NULL where it was not carried out.
_CARRIED_OUT = "SELECT MIN(entry.id) FROM auditlog_entry entry WHERE entry.campaign_id = %s AND entry.submission = %s"
_NEW_KEY = "SELECT nextval(pg_get_serial_sequence('auditlog_entry', 'id'))"


def held(campaign: Campaign, submission: str) -> Held:
    """The heads of the campaign's chains, held until the transaction ends (row locks, or SQLite's own write lock).

    And whether this submission was carried out before: asked together, since every statement lets other threads in.
    """
    refuse_restored()
    # An empty submission is none: NULL equals nothing.
    asked = [campaign.pk, submission or None]
    if connection.features.has_select_for_update:
        return _held_by_rows(campaign, asked)
    heads = "FROM auditlog_chain WHERE campaign_id = %s ORDER BY audience"
    rows = _rows(f"SELECT id, audience, sequence, head, ({_CARRIED_OUT}) {heads}", [*asked, campaign.pk])
    return Held([Head(*row[:-1]) for row in rows], any(row[-1] is not None for row in rows))


def _held_by_rows(campaign: Campaign, asked: Sequence[Any]) -> Held:
    """The same on PostgreSQL, with a key for an entry.

    A statement that waits for a row lock sees other tables as they were before it waited. So each head is read twice:
    as it is now that it is locked, and as it was when the statement began. Where the two differ somebody has written
    meanwhile, perhaps this very submission, and perhaps under a higher key: both are asked for once more.
    """
    rows = _rows(
        f"SELECT chain.id, chain.audience, chain.sequence, chain.head, before.sequence, ({_CARRIED_OUT}), ({_NEW_KEY})"
        " FROM auditlog_chain chain JOIN auditlog_chain before ON before.id = chain.id"
        " WHERE chain.campaign_id = %s ORDER BY chain.audience FOR UPDATE OF chain",
        [*asked, campaign.pk],
    )
    found = [row[5:] for row in rows]
    if any(now != before for _, _, now, _, before, *_ in rows):
        found = _rows(f"SELECT ({_CARRIED_OUT}), ({_NEW_KEY})", asked)
    is_done = any(done is not None for done, _ in found)
    return Held([Head(*row[:4]) for row in rows], is_done, [key for _, key in found][-1:])


def new_keys(count: int) -> list[int]:
    """PostgreSQL: so many keys for entries that none has, had or will have, in order."""
    return sorted(key for (key,) in _rows(f"{_NEW_KEY} FROM generate_series(1, %s)", [count]))


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
