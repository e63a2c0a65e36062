"""The data folder: where it is, what is in it, and who may read it. Read before Django is set up."""

from __future__ import annotations

import hashlib
import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

VARIABLE = "NAVALASSIST_DATA"
DATABASE = "navalassist.sqlite3"
# Whoever reads one of these can come in as anybody, or knows the dice that come.
SECRETS = ("secret.key*", f"{DATABASE}*", "before-restore-*", "restoring-*", "moved-to-*", "server.lock")
OTHERS = 0o077
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


def stamp_of(folder: Path, *parts: str) -> str:
    """A name, 16 signs long, for what the files of a folder, or of some folders in it, hold just now.

    Those that Python, an editor or a desktop leaves there are not counted.
    """
    digest = hashlib.sha256()
    places = [folder / part for part in parts] or [folder]
    found = (path for place in places for path in place.rglob("[!.]*") if path.is_file() and path.suffix != ".pyc")
    for path in sorted(found):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(folder).as_posix()}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:16]


def nothing_here(folder: Path) -> str:
    """The sentence for a command that reads campaigns where there are none."""
    return f"There are no campaigns in {folder}; set {VARIABLE} to the folder of your server."


def keep_private() -> None:
    """What this process and its children make from now on is for their own account alone."""
    os.umask(OTHERS)


@contextmanager
def for_everybody() -> Iterator[None]:
    """What is made meanwhile may be read by every account: the static files, which every browser gets too."""
    before = os.umask(0o022)
    try:
        yield
    finally:
        os.umask(before)


def open_to_others(data: Path) -> list[Path]:
    """The data folder and the secrets in it, as far as other accounts of this machine may do anything with them."""
    if os.name != "posix" or not data.is_dir():
        return []
    files = sorted({path for name in SECRETS for path in data.glob(name)})
    return [path for path in (data, *files) if stat.S_IMODE(path.stat().st_mode) & OTHERS]


def close_to_others(data: Path) -> None:
    """Close the files that an older version, or a copy by hand, left open. The folder may be another program's too."""
    for path in open_to_others(data):
        if path != data and path.stat().st_uid == os.geteuid():
            path.chmod(0o600)
