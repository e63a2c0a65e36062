"""P10: a start that is ended while it brings the data up to date leaves the old data or the new, both whole."""

import hashlib
import json
import resource
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.databases import ask, only_on_postgresql, only_on_sqlite
from tests.promises.shipped import Done, command
from tests.promises.test_p10_releases import RELEASES, left_by

pytestmark = [pytest.mark.promise("P10"), pytest.mark.slow]
OLDEST = RELEASES[0]
PREPARE = """
import sys
from pathlib import Path
from navalassist import server
{before}
try:
    server.prepare(Path(sys.argv[1]), [])
except server.CannotStart as error:
    sys.exit(str(error))
"""
# Before and after each migration is written down as carried out, and before and after each file takes its place, the
# folder is copied: what is in it then is what a process that is killed there leaves behind.
WATCHED = """
import os, shutil
from django.db.migrations.recorder import MigrationRecorder
count = 0
def watched(act):
    def acting(*words, **more):
        keep()
        done = act(*words, **more)
        keep()
        return done
    return acting
def keep():
    global count
    count += 1
    shutil.copytree(sys.argv[1], f"{sys.argv[2]}/{count:03}")
MigrationRecorder.record_applied = watched(MigrationRecorder.record_applied)
os.link, os.replace = watched(os.link), watched(os.replace)
"""
KILLED = """
import os, signal
from django.db.migrations.recorder import MigrationRecorder
def ended(recorder, app, name):
    if (app, name) == ("auth", "0001_initial"):
        os.kill(os.getpid(), signal.SIGKILL)
    return recorded(recorder, app, name)
recorded, MigrationRecorder.record_applied = MigrationRecorder.record_applied, ended
"""
LAID_OUT = """
import os, signal
from navalassist.keeping import empty
def ended(text):
    for number, statement in enumerate(statements(text)):
        if number == 300:
            os.kill(os.getpid(), signal.SIGKILL)
        yield statement
statements, empty._statements = empty._statements, ended
"""

# As versions up to 0.5.0 did it.
IN_PLACE = """
from django.core.management import call_command
server._migrate = lambda: call_command("migrate", verbosity=0)
"""


def prepare(data: Path, before: str = "", *words: str, **more: Any) -> Done:
    """All that a start does before it serves."""
    return command(data, "-c", PREPARE.format(before=before), str(data), *words, **more)


@contextmanager
def opened(data: Path, name: str = "navalassist.sqlite3") -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(data / name, isolation_level=None)) as database:
        yield database


def heads(data: Path, name: str = "navalassist.sqlite3") -> dict[str, list[Any]]:
    with opened(data, name) as database:
        return {a: [n, h] for a, n, h in database.execute("SELECT audience, sequence, head FROM auditlog_chain")}


def migrations(data: Path, name: str = "navalassist.sqlite3") -> int:
    with opened(data, name) as database:
        return int(database.execute("SELECT COUNT(*) FROM django_migrations").fetchone()[0])


def left_over(data: Path) -> set[str]:
    """What lies in the folder beside what belongs there."""
    ours = {"navalassist.sqlite3", "server.lock", "upgrade.lock", "imports", "static"}
    return {path.name for path in data.iterdir() if not path.name.startswith("secret.key")} - ours


def content(data: Path) -> str:
    """What the database holds, in a hash: the same for two files that differ only in how they were opened."""
    digest = hashlib.sha256()
    with opened(data) as database:
        for line in database.iterdump():
            digest.update(line.encode())
    return digest.hexdigest()


@only_on_sqlite("old releases are kept as SQLite files")
def test_wherever_a_start_is_ended_the_next_one_finds_whole_data(tmp_path: Path) -> None:
    data, said, _ = left_by(OLDEST, tmp_path)
    kept = tmp_path / "kept"
    done = prepare(data, WATCHED, str(kept))
    assert done.returncode == 0, done.stderr
    moments = sorted(kept.iterdir())
    assert len(moments) > 2 * 30, "there are so many migrations since"
    # Where the database is the same, so is all that the next start makes of it.
    different = {hashlib.sha256((moment / "navalassist.sqlite3").read_bytes()).digest(): moment for moment in moments}
    for moment in different.values():
        again = prepare(moment)
        assert again.returncode == 0, (moment.name, again.stderr)
        assert heads(moment) == said["heads"], moment.name
        assert migrations(moment) == migrations(data), moment.name
        assert left_over(moment) <= {"before-upgrade.sqlite3"}, moment.name


@only_on_sqlite("old releases are kept as SQLite files")
def test_killed_between_a_migration_and_its_record_nothing_was_changed(tmp_path: Path) -> None:
    data, said, _ = left_by(OLDEST, tmp_path)
    before = content(data)
    assert prepare(data, KILLED).returncode == -signal.SIGKILL
    assert content(data) == before
    assert prepare(data).returncode == 0
    assert heads(data) == said["heads"]


@only_on_sqlite("old releases are kept as SQLite files")
def test_a_folder_that_version_0_5_left_half_way_is_healed(tmp_path: Path) -> None:
    """It wrote into the database itself: the tables of `auth` were there, and no word that they are."""
    data, said, _ = left_by(OLDEST, tmp_path)
    assert prepare(data, KILLED + IN_PLACE).returncode == -signal.SIGKILL
    with opened(data) as database:
        assert database.execute("SELECT COUNT(*) FROM auth_permission").fetchone() == (0,)
    done = prepare(data)
    assert done.returncode == 0, done.stderr
    assert heads(data) == said["heads"]


@only_on_sqlite("PostgreSQL goes through the migrations one by one")
@pytest.mark.parametrize("how", [pytest.param("", id="in a copy"), pytest.param(IN_PLACE, id="in place")])
def test_a_first_start_that_is_ended_leaves_nothing_in_the_way(how: str, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    assert prepare(data, LAID_OUT + how).returncode == -signal.SIGKILL
    with opened(data) as database:
        assert database.execute("SELECT COUNT(*) FROM sqlite_master").fetchone() == (0,)
    done = prepare(data)
    assert done.returncode == 0, done.stderr
    assert left_over(data) == set()
    assert ask(data, "SELECT COUNT(*) FROM campaigns_campaign") == [(1,)]


@only_on_sqlite("old releases are kept as SQLite files")
def test_the_old_file_stays_beside_the_new_one_until_the_next_good_start(tmp_path: Path) -> None:
    data, said, _ = left_by(OLDEST, tmp_path)
    old = content(data)
    assert prepare(data).returncode == 0
    assert left_over(data) == {"before-upgrade.sqlite3"}
    assert heads(data) == heads(data, "before-upgrade.sqlite3") == said["heads"]
    assert migrations(data, "before-upgrade.sqlite3") < migrations(data)
    for name in ("navalassist.sqlite3", "before-upgrade.sqlite3"):
        assert (data / name).stat().st_mode & 0o777 == 0o600, name
    (tmp_path / "aside").mkdir()
    (data / "before-upgrade.sqlite3").rename(tmp_path / "aside" / "navalassist.sqlite3")
    assert content(tmp_path / "aside") == old
    (tmp_path / "aside" / "navalassist.sqlite3").rename(data / "before-upgrade.sqlite3")
    assert prepare(data).returncode == 0
    assert left_over(data) == set()


@only_on_sqlite("PostgreSQL looks after its own write-ahead log")
def test_what_stands_only_in_the_write_ahead_log_is_brought_along(tmp_path: Path) -> None:
    data, _, _ = left_by(OLDEST, tmp_path)
    killed = tmp_path / "killed"
    killed.mkdir()
    with opened(data) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("UPDATE campaigns_campaign SET name = 'From the write-ahead log'")
        # As a server that was killed leaves it: the change stands in no other file.
        for name in ("navalassist.sqlite3", "navalassist.sqlite3-wal"):
            (killed / name).write_bytes((data / name).read_bytes())
    done = prepare(killed)
    assert done.returncode == 0, done.stderr
    for name in ("navalassist.sqlite3", "before-upgrade.sqlite3"):
        with opened(killed, name) as database:
            assert database.execute("SELECT name FROM campaigns_campaign").fetchall() == [("From the write-ahead log",)]
    assert left_over(killed) == {"before-upgrade.sqlite3"}


@only_on_sqlite("PostgreSQL locks its own tables")
def test_a_file_that_another_program_has_open_is_left_alone(tmp_path: Path) -> None:
    data, _, _ = left_by(OLDEST, tmp_path)
    before = content(data)
    with opened(data) as other:
        other.execute("PRAGMA journal_mode=WAL")
        other.execute("BEGIN")
        other.execute("SELECT COUNT(*) FROM auditlog_entry")
        done = prepare(data)
    assert done.returncode == 1
    assert "another program has the database open" in done.stderr
    assert "Nothing was changed." in done.stderr
    assert content(data) == before


@only_on_sqlite("PostgreSQL's disk is its server's")
def test_a_disk_without_room_for_the_copy_is_said_in_a_sentence(tmp_path: Path) -> None:
    data, _, _ = left_by(OLDEST, tmp_path)
    before = content(data)
    least = (data / "navalassist.sqlite3").stat().st_size
    for most in (least // 2, least + 50_000):

        def no_room(most: int = most) -> None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

        done = prepare(data, preexec_fn=no_room)
        assert done.returncode == 1
        assert done.stderr.startswith("The database can't be brought up to date: there is no room for a copy"), (
            done.stderr
        )
        assert done.stderr.strip().endswith("Nothing was changed.")
        assert content(data) == before
        assert left_over(data) == set()


@only_on_sqlite("old releases are kept as SQLite files")
def test_a_database_that_cannot_be_brought_up_to_date_is_as_it_was(tmp_path: Path) -> None:
    data, _, _ = left_by(OLDEST, tmp_path)
    with opened(data) as database:
        database.execute("CREATE TABLE seats_seat (id integer)")
    before = content(data)
    done = prepare(data)
    assert done.returncode == 1
    assert 'table "seats_seat" already exists' in done.stderr
    assert done.stderr.strip().endswith("Nothing was changed.")
    assert content(data) == before
    assert left_over(data) == set()


LOOKED = """
from django.db.migrations.recorder import MigrationRecorder
import json, os, signal, psycopg
from django.conf import settings
from navalassist.databases import connection_words
seen = []
def ended(recorder, app, name):
    with psycopg.connect(**connection_words(settings.DATABASES["default"])) as other:
        seen.append(other.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone()[0])
    if (app, name) == ("taskforces", "0008_great_war"):
        print(json.dumps(seen), flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
    return recorded(recorder, app, name)
recorded, MigrationRecorder.record_applied = MigrationRecorder.record_applied, ended
"""


@only_on_postgresql("SQLite has a file that takes another's place")
def test_on_postgresql_nobody_sees_a_table_before_all_of_them_are_there(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    done = prepare(data, LOOKED)
    assert done.returncode == -signal.SIGKILL
    seen = json.loads(done.stdout.splitlines()[-1])
    assert len(seen) > 40
    assert set(seen) == {0}
    assert prepare(data).returncode == 0
    assert ask(data, "SELECT COUNT(*) FROM campaigns_campaign") == [(1,)]
