"""The data folder: where it is, and whether there are campaigns in it. Read before Django is set up."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

VARIABLE = "NAVALASSIST_DATA"
DATABASE = "navalassist.sqlite3"
ROOT = Path(__file__).resolve().parent.parent


class Making:
    """Whether this process may make the folder and the key in it. A command that only looks sets it to False."""

    allowed = True


def data_folder() -> Path:
    """The folder of the database and the secret key: data/ beside manage.py, or what the variable names."""
    return Path(os.environ.get(VARIABLE) or ROOT / "data").absolute()


def holds_campaigns(folder: Path) -> bool:
    """Is there a SQLite database with the table of campaigns? One that can't be opened is left to whoever opens it."""
    path = folder / DATABASE
    if not path.exists():
        return False
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as database:
            found = database.execute("SELECT 1 FROM sqlite_master WHERE name = 'campaigns_campaign'").fetchone()
    except sqlite3.Error:
        return True
    return found is not None


def nothing_here(folder: Path) -> str:
    """The sentence for a command that reads campaigns where there are none."""
    return f"There are no campaigns in {folder}; set {VARIABLE} to the folder of your server."
