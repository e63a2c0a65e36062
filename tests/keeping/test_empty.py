"""An empty database is laid out at once, and just as all migrations together would leave it."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.commands import migrate
from django.db import connection

from navalassist.keeping import empty
from navalassist.play.archive.other_database import looking_at, sqlite_at
from tests.databases import only_on_sqlite

ROOT = Path(__file__).resolve().parents[2]


@only_on_sqlite("PostgreSQL goes through the migrations one by one")
def test_the_file_is_what_the_migrations_leave() -> None:
    """Run the tool again after a change of the migrations, or of Django."""
    command = [sys.executable, "tools/empty_database.py", "--print"]
    written = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert empty.FILE.read_text("utf-8") == written


@pytest.mark.django_db
def test_only_sqlite_is_laid_out_at_once_and_only_where_it_is_empty() -> None:
    with connection.cursor() as cursor:
        # The tests' own database came about by `migrate`; what is done at once has one time; the applications of
        # the tests come after it.
        recorded = empty.RECORDED.findall(empty.FILE.read_text("utf-8"))
        cursor.execute("SELECT app, name, applied FROM django_migrations")
        times = {applied for app, name, applied in cursor.fetchall() if (app, name) in recorded}
        assert (len(times) == 1) == (connection.vendor == "sqlite")
    assert not empty.fill("default")


def tables(path: Path, *words: Any, **options: Any) -> set[str]:
    """The tables of a new SQLite database after `migrate`."""
    with looking_at(sqlite_at(path)) as database:
        call_command("migrate", *words, verbosity=0, **options)
        return set(database.introspection.table_names())


@pytest.mark.parametrize(
    ("old", "new", "laid_out"),
    [
        pytest.param("0008_great_war", "0008_great_war", True, id="those that are there"),
        pytest.param("0008_great_war", "0007_naval_units_and_groups", True, id="all of them but the newest"),
        pytest.param("0008_great_war", "0008_gone", False, id="one that is there no more"),
    ],
)
@pytest.mark.django_db
def test_a_file_is_used_that_records_only_migrations_that_are_there(
    old: str, new: str, laid_out: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "empty.sql").write_text(empty.FILE.read_text("utf-8").replace(old, new), "utf-8")
    monkeypatch.setattr(empty, "FILE", tmp_path / "empty.sql")
    monkeypatch.setattr(migrate.Command, "handle", lambda *_, **__: None)
    assert ("taskforces_shipment" in tables(tmp_path / "new.sqlite3")) == laid_out


@pytest.mark.parametrize(
    ("words", "options"),
    [
        pytest.param(["seats"], {}, id="an application is named"),
        pytest.param([], {"plan": True}, id="what would be done is asked for"),
        pytest.param([], {"check_unapplied": True}, id="whether anything is to do is asked for"),
        pytest.param([], {"fake": True}, id="they are only to be written down"),
        pytest.param(["seats"], {"prune": True}, id="old records are to go"),
    ],
)
@pytest.mark.django_db
def test_whoever_wants_the_migrations_themselves_gets_them(
    words: list[str], options: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrate.Command, "handle", lambda *_, **__: None)
    assert tables(tmp_path / "new.sqlite3", *words, **options) == set()
