"""What lies in the data folder is for its owner alone: session keys, hashes of passwords, the dice that come."""

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from navalassist import folder
from navalassist.keeping import copies
from tests.databases import only_on_sqlite
from tests.promises.shipped import Shipped, begin, python

pytestmark = pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
# What a shell hands on where nobody changed it: new files are readable by everybody.
OPEN_HANDED = 0o022


@contextmanager
def open_handed() -> Iterator[None]:
    before = os.umask(OPEN_HANDED)
    try:
        yield
    finally:
        os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def readable_by_others(data: Path) -> list[str]:
    """Everything of a folder, with itself, that another account may read; collected static files are no secret."""
    found = [path for path in data.rglob("*") if path.relative_to(data).parts[0] != "static"]
    return sorted(path.name for path in (data, *found) if mode(path) & 0o077)


def test_a_command_leaves_nothing_that_another_account_could_read(tmp_path: Path) -> None:
    data = tmp_path / "new" / "data"
    python(data, "manage.py", "migrate", "--verbosity", "0", umask=OPEN_HANDED)
    assert (data / "secret.key").exists()
    assert readable_by_others(data) == []


@pytest.mark.slow
def test_a_start_closes_the_files_of_an_older_version_and_says_how_to_close_the_folder(tmp_path: Path) -> None:
    data = tmp_path / "data"
    begin(data)
    data.chmod(0o755)
    (data / "before-restore-20260101-000000.sqlite3").touch()
    (data / "notes.txt").touch()
    for file in data.iterdir():
        file.chmod(0o644)
    with open_handed():
        server = Shipped(data).start()
    try:
        said = "".join(server.before)
        assert readable_by_others(data) == ["data", "notes.txt"], "what is not ours stays as it is"
        assert f"chmod 700 {data}" in said
        assert "navalassist.W003" in said
    finally:
        server.stop()
    assert readable_by_others(data) == ["data", "notes.txt"]


@only_on_sqlite("it copies files")
def test_a_copy_of_the_database_is_for_its_owner_alone(tmp_path: Path) -> None:
    with open_handed():
        with closing(sqlite3.connect(tmp_path / "a.sqlite3")) as database:
            database.execute("CREATE TABLE a (b)")
        copies.copy_sqlite(tmp_path / "a.sqlite3", tmp_path / "copy.sqlite3")
    assert mode(tmp_path / "copy.sqlite3") == 0o600


def test_collected_files_are_for_every_account_since_a_service_reads_what_root_collected(tmp_path: Path) -> None:
    before = os.umask(OPEN_HANDED)
    folder.keep_private()
    with folder.for_everybody():
        (tmp_path / "app.css").touch()
    (tmp_path / "log.jsonl").touch()
    os.umask(before)
    assert mode(tmp_path / "app.css") == 0o644
    assert mode(tmp_path / "log.jsonl") == 0o600
