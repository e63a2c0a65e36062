"""What the gate runs on PostgreSQL is enough: no module that knows which database it is goes without a test there."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.counts import PAGES_ON_BOTH
from tests.databases import VARIABLE, only_on_postgresql
from tests.patience import PATIENCE
from tests.postgres import CAN_DIFFER
from tests.promises.recording import demo_pages

ROOT = Path(__file__).resolve().parents[1]
KNOWS_ITS_DATABASE = re.compile(
    r"\bvendor\b|\.cursor\(|\bpsycopg\b|databases import .*\balone\b|RawSQL|\.raw\(|select_for_update|LISTEN "
)
# Module of navalassist -> a test that runs it on PostgreSQL.
TESTED_BY = {
    "auditlog/search.py": "tests/desk/test_logbook.py",
    "auditlog/triggers.py": "tests/promises/test_p20_append_only.py",
    "checks.py": "tests/promises/test_p11_bad_settings.py",
    "club/launcher.py": "tests/live/test_club_server.py",
    "databases.py": "tests/test_databases.py",
    "desk/made_once/questions.py": "tests/desk/test_made_once.py",
    "keeping/copies.py": "tests/promises/test_p09_backup.py",
    "keeping/empty.py": "tests/promises/test_p10_upgrade_ended.py",
    "keeping/integrity.py": "tests/promises/test_p18_tampering.py",
    "keeping/postgresql.py": "tests/promises/test_p09_backup.py",
    "keeping/pour.py": "tests/promises/test_p09_move.py",
    "keeping/restored.py": "tests/keeping/test_restored.py",
    "keeping/upgrade.py": "tests/promises/test_p10_upgrade_ended.py",
    "keeping/servers.py": "tests/keeping/test_servers.py",
    "live/watch.py": "tests/live/test_club_server.py",
    "play/archive/copying.py": "tests/promises/test_p36_import.py",
    "play/archive/deleting.py": "tests/desk/test_copies.py",
    "play/archive/importing.py": "tests/promises/test_p36_import.py",
    "play/storage/index.py": "tests/desk/test_review_of_rolls.py",
    "play/storage/statements.py": "tests/systems/europa/pages/test_late_entry.py",
    "play/storage/writes.py": "tests/play/test_statements.py",
    "play/write/submissions.py": "tests/people/test_at_once.py",
    "ready.py": "tests/people/test_login.py",
    "serving/pages.py": "tests/live/test_club_server.py",
    "server.py": "tests/promises/test_p05_restart.py",
    "sqlite.py": "tests/play/test_writer.py",
}
COMMITS = re.compile(r"transaction=True|\btransactional_db\b|(@|marks=)only_on_postgresql")


def on_the_list(test: str) -> bool:
    """A file of tests is on the list by itself, with its folder, or with some of its tests."""
    return any(listed.partition("::")[0] in (test, *map(str, Path(test).parents)) for listed in CAN_DIFFER)


def test_every_module_that_knows_its_database_has_a_test_on_postgresql() -> None:
    sources = (ROOT / "navalassist").rglob("*.py")
    knowing = {
        str(source.relative_to(ROOT / "navalassist"))
        for source in sources
        if "migrations" not in source.parts and KNOWS_ITS_DATABASE.search(source.read_text("utf-8"))
    }
    assert knowing == set(TESTED_BY)
    assert [test for test in TESTED_BY.values() if not on_the_list(test) or not (ROOT / test).exists()] == []


def test_every_test_that_commits_is_run_on_postgresql() -> None:
    mine = Path(__file__).name
    tests = [path for path in (ROOT / "tests").rglob("test_*.py") if path.name != mine]
    committing = {str(path.relative_to(ROOT)) for path in tests if COMMITS.search(path.read_text("utf-8"))}
    assert {test for test in committing if not on_the_list(test)} == set()


@pytest.mark.parametrize("listed", CAN_DIFFER)
def test_what_is_on_the_list_is_there(listed: str) -> None:
    path, _, name = listed.partition("::")
    assert (ROOT / path).exists()
    assert not name or f"def {name.partition('[')[0]}(" in (ROOT / path).read_text("utf-8")


@only_on_postgresql("its pages are compared with SQLite's")
@pytest.mark.django_db
def test_pages_of_every_kind_of_the_demos_are_as_on_sqlite() -> None:
    """Keys, times and hashes are masked; everything else is the same: order, collation, JSON, numbers, booleans."""
    environment = {**os.environ, VARIABLE: ""}
    command = [sys.executable, "-m", "tests.demo_pages"]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE) as other:
        here = demo_pages(PAGES_ON_BOTH)
        there = json.loads(other.communicate(timeout=10 * PATIENCE)[0])
    assert other.returncode == 0
    assert {seat: set(pages) for seat, pages in here.items()} == {seat: set(pages) for seat, pages in there.items()}
    assert sum(map(len, here.values())) > 300
    for seat, pages in here.items():
        for url, page in pages.items():
            assert page.splitlines() == there[seat][url].splitlines(), f"{url}, {seat}"
