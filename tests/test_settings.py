"""The settings of the product, and what they put on every answer."""

import os
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection, connections
from django.utils.module_loading import import_string

from navalassist import sqlite
from tests.databases import only_on_sqlite

ROOT = Path(__file__).resolve().parent.parent


def pragma(name: str) -> object:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {name}")
        return cursor.fetchone()[0]


@only_on_sqlite("it is how a SQLite file is opened")
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("journal_mode", "wal"),
        ("synchronous", 2),  # FULL
        ("foreign_keys", 1),
        ("recursive_triggers", 1),
        ("wal_autocheckpoint", 2000),
        ("busy_timeout", 20_000),
    ],
)
@pytest.mark.django_db
def test_sqlite_is_opened_as_the_log_needs_it(name: str, value: object) -> None:
    assert pragma(name) == value


@only_on_sqlite("there a row of the campaign is locked instead of the file")
@pytest.mark.django_db(transaction=True)
def test_a_transaction_takes_the_write_lock_at_its_start() -> None:
    from django.db import transaction

    with transaction.atomic():
        assert connection.connection.in_transaction
        other = connections.create_connection("default")
        try:
            with other.cursor() as cursor:
                cursor.execute("PRAGMA busy_timeout=0")
                with pytest.raises(Exception, match="locked"):
                    cursor.execute("BEGIN IMMEDIATE")
        finally:
            other.close()


@pytest.fixture
def wal(transactional_db: None) -> Iterator[Path]:
    """The write-ahead log, and a table to make it long with."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE ballast (text TEXT)")
        yield Path(f"{connection.settings_dict['NAME']}-wal")
        cursor.execute("DROP TABLE ballast")
    sqlite.checkpoint()


def load(size: int) -> None:
    with sqlite.write_lock(), connection.cursor() as cursor:
        cursor.execute("INSERT INTO ballast VALUES (?)", ["x" * size])


@only_on_sqlite("PostgreSQL looks after its own write-ahead log")
def test_a_checkpoint_moves_the_write_ahead_log_into_the_file(wal: Path) -> None:
    load(100_000)
    assert wal.stat().st_size > 100_000
    assert sqlite.checkpoint() is True
    assert wal.stat().st_size == 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM ballast")
        assert cursor.fetchone() == (1,)
    assert pragma("busy_timeout") == 20_000, "the checkpoint's impatience must not stay"


@only_on_sqlite("PostgreSQL looks after its own write-ahead log")
def test_the_write_ahead_log_does_not_grow_for_ever(wal: Path) -> None:
    for _ in range(40):
        load(1_000_000)
    assert wal.stat().st_size < 20_000_000, "a commit moves a long log into the file"


@pytest.mark.django_db
def test_a_checkpoint_inside_a_transaction_does_nothing() -> None:
    assert sqlite.checkpoint() is False


@only_on_sqlite("there a row of the campaign is locked instead of the file")
@pytest.mark.django_db
def test_one_thread_at_a_time_holds_the_write_lock_and_may_enter_it_twice() -> None:
    seen: list[str] = []

    def other() -> None:
        with sqlite.write_lock():
            seen.append("other")

    with sqlite.write_lock(), sqlite.write_lock():
        thread = threading.Thread(target=other)
        thread.start()
        time.sleep(0.05)
        seen.append("first")
    thread.join(timeout=5)
    assert seen == ["first", "other"]


def test_the_secret_key_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    data = tmp_path / "new" / "data"
    command = [sys.executable, "-c", "from navalassist.settings import SECRET_KEY; print(SECRET_KEY)"]
    environment = {**os.environ, "NAVALASSIST_DATA": str(data)}

    def key() -> str:
        return subprocess.run(
            command, env=environment, cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout.strip()

    first = key()
    assert len(first) >= 60
    assert key() == first
    assert stat.S_IMODE((data / "secret.key").stat().st_mode) == 0o600
    assert [path.name for path in data.iterdir()] == ["secret.key"]


def test_every_middleware_and_app_named_can_be_loaded() -> None:
    assert all(import_string(name) for name in settings.MIDDLEWARE)
    call_command("check", fail_level="WARNING")


def test_debug_is_off() -> None:
    from navalassist import settings as product

    assert product.DEBUG is False


@pytest.mark.parametrize("run", [1, 2])
@pytest.mark.django_db(transaction=True)
def test_the_flush_after_a_transaction_test_leaves_the_log_guarded_and_empty(run: int) -> None:
    from django.db import DatabaseError
    from django.utils import timezone

    from navalassist.auditlog.models import Entry
    from navalassist.campaigns.models import Campaign

    assert not Entry.objects.exists(), "what the first run wrote is flushed"
    campaign = Campaign.objects.create(slug="flush", name="Flush")
    entry = Entry(campaign=campaign, chain="public", sequence=1, turn="1941-03-1", time=timezone.now(), content="{}")
    entry.save()
    with pytest.raises(DatabaseError, match="append-only"), connection.cursor() as cursor:
        cursor.execute("DELETE FROM auditlog_entry")
