"""P36: whoever is killed in mid-import leaves nothing behind."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.promise("P36"), pytest.mark.slow]
ROOT = Path(__file__).resolve().parents[2]
# Where the process ends: after the entries, after the state, after the forks and the new seeds, when all is made and
# nothing copied, when all is copied, and at the very end of that, before the commit.
PLACES = ("_keep_tables", "_fork", "check_campaign", "copy", "copied", "commit")
KILLED = """
import os, signal, sys
import django
django.setup()
from django.core.management import call_command
from django.db.backends.base.base import BaseDatabaseWrapper
from navalassist.play import imported
killed = lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL)
copied = imported.copy
def copy(*words):
    made = copied(*words)
    if sys.argv[1] == "copied":
        killed()
    BaseDatabaseWrapper.commit = killed
    return made
setattr(imported, *(("copy", copy) if sys.argv[1] in ("copied", "commit") else (sys.argv[1], killed)))
call_command("import", sys.argv[2], yes=True)
"""


def run(data: Path, *words: str) -> subprocess.CompletedProcess[str]:
    ours = ("DJANGO_SETTINGS_MODULE", "NAVALASSIST_DATABASE", "NAVALASSIST_CLUB")
    kept = {name: value for name, value in os.environ.items() if name not in ours}
    environment = {**kept, "NAVALASSIST_DATA": str(data), "DJANGO_SETTINGS_MODULE": "navalassist.settings"}
    return subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )


def rows(data: Path) -> dict[str, int]:
    """How many rows every table has."""
    with sqlite3.connect(data / "navalassist.sqlite3") as database:
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        counts = {name: database.execute(f'SELECT COUNT(*) FROM "{name}"').fetchone()[0] for name in names}
    database.close()
    return counts


def test_a_kill_at_any_place_leaves_nothing(tmp_path: Path) -> None:
    data, archive = tmp_path / "data", tmp_path / "war.zip"
    assert run(data, "manage.py", "migrate", "--verbosity", "0").returncode == 0
    assert run(data, "manage.py", "demo").returncode == 0
    made = run(data, "manage.py", "archive", "mediterranean-1941", str(archive), "--all")
    assert made.returncode == 0, made.stderr
    before = rows(data)
    for place in PLACES:
        killed = run(data, "-c", KILLED, place, str(archive))
        assert killed.returncode == -signal.SIGKILL, (place, killed.stderr)
        assert rows(data) == before, place
        assert len(list((data / "imports").glob("*.making"))) == 1
    whole = run(data, "manage.py", "import", str(archive), "--yes")
    assert whole.returncode == 0, whole.stderr
    # What those who were killed left there is gone.
    assert list((data / "imports").iterdir()) == []
    assert "made as mediterranean-and-red-sea-1941" in whole.stdout
    checked = run(data, "manage.py", "verify")
    assert checked.returncode == 0, checked.stdout
    assert checked.stdout.count(": sound") == 2
