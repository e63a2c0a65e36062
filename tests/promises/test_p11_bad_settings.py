"""P11: a bad setting is refused or warned of at the start, under a number that stays."""

import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.checks import run_checks
from django.db import connection

from navalassist import checks
from navalassist.auditlog import triggers
from tests.databases import only_on_postgresql, only_on_sqlite
from tests.promises.shipped import ROOT, command

pytestmark = pytest.mark.promise("P11")


def found(**words: Any) -> dict[str, str]:
    """Number -> text of our own checks, as `manage.py check` makes them."""
    messages = run_checks(**words)
    return {message.id: message.msg for message in messages if str(message.id).startswith("navalassist.")}


def of_the_database() -> dict[str, str]:
    return found(databases=["default"])


@pytest.fixture
def a_file_of_its_own(transactional_db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A copy of the database: the journal changes only while nobody else, as a thread of another test, has it open."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(tmp_path / "copy.sqlite3")])
    connection.close()
    with monkeypatch.context() as patch:
        patch.setitem(connection.settings_dict, "NAME", str(tmp_path / "copy.sqlite3"))
        yield
        connection.close()


def pragma(name: str, value: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {name} = {value}")


@pytest.mark.django_db
def test_nothing_is_said_of_good_settings() -> None:
    allowed = {"navalassist.W020"} if connection.vendor == "postgresql" else set()
    assert set(found()) == set()
    assert set(of_the_database()) == allowed, "the tests' own server is thrown away, and need not outlive a power cut"


def test_e001_debug(settings: Any) -> None:
    settings.DEBUG = True
    assert "show secrets" in found()["navalassist.E001"]


@pytest.mark.parametrize("key", ["django-insecure-" + "x4Z8k2" * 10, "secret", "a" * 60, "changeme" * 8])
def test_e002_a_weak_key(settings: Any, key: str) -> None:
    settings.SECRET_KEY = key
    assert "can be guessed" in found()["navalassist.E002"]


@pytest.mark.parametrize("name", ["secret.key", "navalassist.sqlite3", "navalassist.sqlite3-wal", "."])
def test_w003_a_folder_a_database_or_a_key_that_others_can_read(settings: Any, tmp_path: Path, name: str) -> None:
    settings.DATA_DIR = tmp_path
    path = tmp_path / name
    path.touch(mode=0o600)
    assert "navalassist.W003" not in found()
    path.chmod(path.stat().st_mode | 0o040)
    assert f"are let in to {path}" in found()["navalassist.W003"]


@pytest.mark.parametrize("kind", ["nfs4", "cifs", "9p", "fuse.sshfs"])
def test_e010_a_network_file_system(settings: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kind: str) -> None:
    mounts = tmp_path / "mounts"
    data = tmp_path / "my data"
    data.mkdir()
    mounted = str(data).replace(" ", "\\040")
    mounts.write_text(f"/dev/vda / ext4 rw 0 0\nproc /proc proc rw 0 0\nserver:/x {mounted} {kind} rw 0 0\n")
    monkeypatch.setattr(checks, "MOUNTS", mounts)
    assert checks.file_system(data / "below") == kind
    assert checks.file_system(tmp_path) == "ext4"
    there = {"ENGINE": "django.db.backends.sqlite3", "NAME": data / "x.sqlite3"}
    monkeypatch.setitem(settings.DATABASES, "default", there)
    assert f"network file system ({kind})" in found()["navalassist.E010"]
    monkeypatch.setitem(settings.DATABASES, "default", {"ENGINE": "django.db.backends.postgresql", "NAME": "x"})
    assert "navalassist.E010" not in found()


@only_on_sqlite("it is how a SQLite file is opened")
@pytest.mark.parametrize(
    ("name", "bad", "good", "number"),
    [
        ("journal_mode", "delete", "wal", "E011"),
        ("synchronous", "normal", "full", "E012"),
        ("foreign_keys", "off", "on", "E014"),
        ("recursive_triggers", "off", "on", "E015"),
    ],
)
@pytest.mark.usefixtures("a_file_of_its_own")
def test_a_sqlite_file_that_is_opened_otherwise(name: str, bad: str, good: str, number: str) -> None:
    pragma(name, bad)
    try:
        assert f"SQLite's {name} is" in of_the_database()[f"navalassist.{number}"]
    finally:
        pragma(name, good)
    assert of_the_database() == {}


@only_on_sqlite("it is how a SQLite transaction begins")
@pytest.mark.django_db
def test_e013_transactions_that_begin_without_the_write_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    options = {**connection.settings_dict["OPTIONS"], "transaction_mode": "DEFERRED"}
    monkeypatch.setitem(connection.settings_dict, "OPTIONS", options)
    assert "not IMMEDIATE" in of_the_database()["navalassist.E013"]


@only_on_sqlite("its fault is SQLite's")
@pytest.mark.django_db
def test_w016_an_old_sqlite_only_when_a_second_process_opens_the_file(
    settings: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from navalassist.served import open_data

    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 51, 2))
    assert of_the_database() == {}, "nobody serves this data"
    with open_data(tmp_path):
        assert of_the_database() == {}, "this is the process that serves it"
        monkeypatch.delenv(checks.SERVES)
        assert "two processes write" in of_the_database()["navalassist.W016"]
        monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 51, 3))
        assert of_the_database() == {}, "this one has no such fault"


@only_on_postgresql("SQLite's are E011 to E013")
@pytest.mark.django_db
def test_w020_a_postgresql_that_forgets_at_a_power_cut() -> None:
    assert "fsync, full_page_writes, synchronous_commit is off" in of_the_database()["navalassist.W020"]


@pytest.mark.django_db
def test_e021_a_log_without_its_triggers() -> None:
    triggers.drop()
    try:
        assert "The log is not guarded: auditlog_entry_no_update" in of_the_database()["navalassist.E021"]
    finally:
        triggers.install()
    assert "navalassist.E021" not in of_the_database()


BAD = {
    "E001": "DEBUG = True",
    "E002": "SECRET_KEY = 'changeme'",
    "E010": "import pathlib\nfrom navalassist import checks\n"
    "checks.MOUNTS = pathlib.Path(__file__).with_name('mounts')",
    "E012": "DATABASES['default']['OPTIONS'] = {**DATABASES['default']['OPTIONS'], "
    "'init_command': 'PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON; "
    "PRAGMA recursive_triggers=ON'}",
    "E013": "DATABASES['default']['OPTIONS'] = {**DATABASES['default']['OPTIONS'], 'transaction_mode': 'DEFERRED'}",
}
ON_SQLITE_ALONE = {"E010", "E012", "E013"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "number",
    [
        pytest.param(number, marks=[only_on_sqlite("it is a setting of SQLite")] if number in ON_SQLITE_ALONE else [])
        for number in BAD
    ],
)
def test_the_server_does_not_start_so(tmp_path: Path, number: str) -> None:
    """One start for each setting that is refused: one sentence on standard error, and no page is served."""
    (tmp_path / "bad_settings.py").write_text(f"from navalassist.settings import *\n{BAD[number]}\n")
    (tmp_path / "mounts").write_text(f"server:/x {tmp_path} nfs4 rw 0 0\n")
    data = tmp_path / "data"
    bad = {"DJANGO_SETTINGS_MODULE": "bad_settings", "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    done = command(data, "-m", "navalassist.server", "--port", "0", "--data", str(data), more=bad)
    assert done.returncode == 1, done.stdout + done.stderr
    assert f"(navalassist.{number})" in done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
    assert "runs at" not in done.stdout
