"""P20: nothing updates or deletes an entry; the database itself refuses, and what slips past is named."""

import ast
from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.db.models import Model

from navalassist.auditlog import triggers
from navalassist.auditlog.models import Entry, Payload
from navalassist.campaigns.models import Campaign
from navalassist.keeping import integrity
from navalassist.play.checks.verify import check_campaign
from tests.databases import only_on_postgresql, only_on_sqlite
from tests.mini.system import begin

pytestmark = [pytest.mark.promise("P20"), pytest.mark.django_db]
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def played(story: Campaign) -> Campaign:
    if connection.vendor == "postgresql":
        # A TRUNCATE would else be refused since keys still wait to be checked, and not by the log.
        execute("SET CONSTRAINTS ALL IMMEDIATE")
    return story


def refused(statement: Any) -> bool:
    """True if the database refuses it in words of the log."""
    try:
        with transaction.atomic():
            statement()
    except DatabaseError as error:
        return triggers.REFUSAL in str(error)
    return False


def execute(sql: str, *values: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)


@pytest.mark.parametrize("model", [Entry, Payload])
def test_the_orm_cannot_change_or_delete(played: Campaign, model: type[Model]) -> None:
    rows = model._default_manager
    row = rows.order_by("id").first()
    assert row is not None
    before = list(rows.order_by("id").values())
    row.content = "other"  # type: ignore[attr-defined]
    assert refused(lambda: row.save())
    assert refused(lambda: row.save(update_fields=["content"]))
    assert refused(lambda: rows.update(content="other"))
    assert refused(lambda: rows.filter(pk=row.pk)._raw_delete(using="default"))
    assert refused(lambda: rows.bulk_update([row], ["content"]))
    assert refused(lambda: rows.update_or_create(pk=row.pk, defaults={"content": "other"}))
    assert list(rows.order_by("id").values()) == before


# What changes or removes rows, in each database's own words.
RAW = {
    "sqlite": (
        "INSERT OR REPLACE INTO {table} SELECT * FROM {table} LIMIT 1",
        "REPLACE INTO {table} SELECT * FROM {table} LIMIT 1",
        "INSERT INTO {table} SELECT * FROM {table} WHERE 1 ON CONFLICT DO UPDATE SET id = -1",
    ),
    "postgresql": (
        "TRUNCATE {table} CASCADE",
        "TRUNCATE {table} RESTART IDENTITY CASCADE",
        "TRUNCATE campaigns_campaign CASCADE",
        "INSERT INTO {table} SELECT * FROM {table} ON CONFLICT (id) DO UPDATE SET id = -1",
        "MERGE INTO {table} a USING {table} b ON a.id = b.id WHEN MATCHED THEN DELETE",
        "MERGE INTO {table} a USING {table} b ON a.id = b.id WHEN MATCHED THEN UPDATE SET content = 'mine'",
        "UPDATE {table} a SET content = 'mine' FROM {table} b WHERE a.id = b.id",
        "DELETE FROM {table} a USING {table} b WHERE a.id = b.id",
        "WITH gone AS (DELETE FROM {table} RETURNING id) SELECT count(*) FROM gone",
        "DO 'BEGIN DELETE FROM {table}; END'",
    ),
}


@pytest.mark.parametrize("table", triggers.TABLES)
def test_raw_sql_cannot_change_or_delete(played: Campaign, table: str) -> None:
    assert refused(lambda: execute(f"UPDATE {table} SET content = content"))
    assert refused(lambda: execute(f"UPDATE {table} SET id = id + 1000"))
    assert refused(lambda: execute(f"DELETE FROM {table}"))
    assert refused(lambda: execute(f"DELETE FROM {table} WHERE id = (SELECT max(id) FROM {table})"))
    for statement in RAW[connection.vendor]:
        assert refused(lambda sql=statement: execute(sql.format(table=table))), statement
    assert check_campaign(played).sound


@only_on_postgresql("SQLite has no roles of a session")
def test_what_is_changed_while_the_triggers_are_switched_off_is_named(played: Campaign) -> None:
    """A superuser may say that he is a replica, or switch a trigger off: the chain tells, and so does the check."""
    entry = Entry.objects.filter(campaign=played, chain="public", payloads=None).order_by("id")[4]
    assert integrity.faults() == []
    for off, on in (
        ("SET LOCAL session_replication_role = replica", "SET LOCAL session_replication_role = DEFAULT"),
        ("ALTER TABLE auditlog_entry DISABLE TRIGGER USER", "ALTER TABLE auditlog_entry ENABLE TRIGGER USER"),
    ):
        point = transaction.savepoint()
        execute(off)
        execute("UPDATE auditlog_entry SET content = replace(content, 'axis', 'allied') WHERE id = %s", entry.pk)
        assert entry.reference in [fault.where for fault in check_campaign(played).faults]
        switched_off = [f"auditlog_entry_no_{event}" in str(integrity.faults()) for event in triggers.EVENTS]
        assert switched_off == [off.startswith("ALTER")] * 3
        execute(on)
        transaction.savepoint_rollback(point)
        assert refused(lambda: execute("UPDATE auditlog_entry SET content = 'mine' WHERE id = %s", entry.pk))
    assert check_campaign(played).sound


def test_a_campaign_with_a_log_cannot_be_deleted(played: Campaign) -> None:
    count = Entry.objects.count()
    with pytest.raises(DatabaseError), transaction.atomic():
        played.delete()
    with pytest.raises(DatabaseError), transaction.atomic():
        Entry.objects.all().delete()
    assert Entry.objects.count() == count


@only_on_sqlite("INSERT OR REPLACE, which goes past delete triggers, is a word of its own")
def test_a_replacement_that_slips_past_the_triggers_is_named(played: Campaign) -> None:
    entry = Entry.objects.filter(campaign=played, chain="public", payloads=None).order_by("id")[4]
    execute("PRAGMA recursive_triggers = OFF")
    try:
        point = transaction.savepoint()
        order = [field.column for field in Entry._meta.concrete_fields]
        values = ", ".join("'mine'" if column == "seat" else column for column in order)
        replace = f"INSERT OR REPLACE INTO auditlog_entry ({', '.join(order)}) SELECT {values} FROM auditlog_entry"
        execute(f"{replace} WHERE id = %s", entry.pk)
        assert [fault.where for fault in check_campaign(played).faults] == [entry.reference]
        transaction.savepoint_rollback(point)
    finally:
        execute("PRAGMA recursive_triggers = ON")
    assert refused(lambda: execute(f"{replace} WHERE id = %s", entry.pk))


def test_the_triggers_come_back_by_themselves(mini: None) -> None:
    triggers.drop()
    triggers.install()
    triggers.install()
    played = begin()
    assert refused(lambda: execute("DELETE FROM auditlog_entry"))
    assert check_campaign(played).sound


def test_no_code_but_play_writes_the_log() -> None:
    """Nothing outside play makes entries or payloads, and nothing at all changes one that is there."""
    writers = {"create", "bulk_create", "save", "update", "delete", "get_or_create", "update_or_create", "bulk_update"}
    found = []
    for path in (ROOT / "navalassist").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            text = ast.unparse(node.func)
            by_models = text.startswith(("Entry.objects", "Payload.objects")) and text.rpartition(".")[2] in writers
            if by_models or text == "Writes":
                found.append((path.relative_to(ROOT).as_posix(), text))
    # An import takes the entries of a whole log over, into a campaign that has none.
    assert sorted(found) == [
        ("navalassist/play/archive/importing.py", "Entry.objects.bulk_create"),
        ("navalassist/play/archive/importing.py", "Payload.objects.bulk_create"),
        ("navalassist/play/storage/index.py", "Writes"),
        ("navalassist/play/write/writer.py", "Writes"),
    ]
