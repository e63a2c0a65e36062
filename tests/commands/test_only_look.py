"""Commands that only look: they make no folder, no database and no key, and say where they found nothing."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def manage(data: Path, *words: str) -> subprocess.CompletedProcess[str]:
    ours = {name: value for name, value in os.environ.items() if not name.startswith(("NAVALASSIST_", "DJANGO_"))}
    return subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), *words],
        cwd=data.parent,
        env={**ours, "NAVALASSIST_DATA": str(data)},
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.mark.parametrize(
    "words",
    [("verify",), ("export", "war"), ("archive", "war", "war.zip", "--all"), ("index",), ("backup", "club.copy")],
)
def test_where_there_are_no_campaigns_it_is_said_and_nothing_is_made(tmp_path: Path, words: tuple[str, ...]) -> None:
    data = tmp_path / "data"
    done = manage(data, *words)
    assert done.returncode == 2
    assert (
        done.stderr.strip() == f"There are no campaigns in {data}; set NAVALASSIST_DATA to the folder of your server."
    )
    assert list(tmp_path.iterdir()) == []


def test_rules_are_listed_without_a_folder_and_a_database_without_tables_holds_no_campaigns(tmp_path: Path) -> None:
    done = manage(tmp_path / "data", "rule")
    assert done.returncode == 0
    assert "cargo-contact" in done.stdout
    assert list(tmp_path.iterdir()) == []
    with closing(sqlite3.connect(tmp_path / "navalassist.sqlite3")) as database:
        database.execute("CREATE TABLE other (x)")
    done = manage(tmp_path, "verify")
    assert (done.returncode, done.stderr.count("There are no campaigns")) == (2, 1)
