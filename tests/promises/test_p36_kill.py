"""P36: whoever is killed in mid-import leaves nothing behind."""

import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.databases import only_on_sqlite
from tests.promises.shipped import ROOT, begin, environment, python

pytestmark = [pytest.mark.promise("P36"), pytest.mark.slow, only_on_sqlite("its scratch file is copied by SQLite")]
# Where the process ends: after the entries, after the state, after the forks and the new seeds, when all is made and
# nothing copied, when all is copied, and at the very end of that, before the commit.
PLACES = ("_keep_tables", "_fork", "check_campaign", "copy", "copied", "commit")
KILLED = """
import json, os, signal, sys
import django
django.setup()
from django.core.management import call_command
from django.db.backends.base.base import BaseDatabaseWrapper
from navalassist.play.archive import importing
killed = lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL)
copied = importing.copy
def dies_at(place):
    def copy(*words):
        made = copied(*words)
        if place == "copied":
            killed()
        BaseDatabaseWrapper.commit = killed
        return made
    setattr(importing, *(("copy", copy) if place in ("copied", "commit") else (place, killed)))
for place in map(str.strip, sys.stdin):
    child = os.fork()
    if not child:
        dies_at(place)
        call_command("import", sys.argv[1], yes=True)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


def rows(data: Path) -> dict[str, int]:
    """How many rows every table has."""
    with closing(sqlite3.connect(data / "navalassist.sqlite3")) as database:
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: database.execute(f'SELECT COUNT(*) FROM "{name}"').fetchone()[0] for name in names}


def test_a_kill_at_any_place_leaves_nothing(tmp_path: Path) -> None:
    data, archive = tmp_path / "data", tmp_path / "war.zip"
    begin(data)
    python(data, "manage.py", "archive", "mediterranean-1941", str(archive), "--all")
    before = rows(data)
    variables = {**environment(data), "DJANGO_SETTINGS_MODULE": "navalassist.settings"}
    command, pipe = [sys.executable, "-c", KILLED, str(archive)], subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, env=variables, text=True, bufsize=1, stdin=pipe, stdout=pipe) as run:
        assert run.stdin is not None
        assert run.stdout is not None
        for place in PLACES:
            run.stdin.write(f"{place}\n")
            assert run.stdout.readline().strip() == str(-signal.SIGKILL), place
            assert rows(data) == before, place
            assert len(list((data / "imports").glob("*.making"))) == 1
    whole = python(data, "manage.py", "import", str(archive), "--yes")
    # What those who were killed left there is gone.
    assert list((data / "imports").iterdir()) == []
    assert "made as mediterranean-and-red-sea-1941" in whole
    assert python(data, "manage.py", "verify").count(": sound") == 2
