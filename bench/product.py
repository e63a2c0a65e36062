"""The product on a data folder of its own, for a measurement: never anyone's campaigns."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SQLITE, POSTGRESQL = "SQLite", "PostgreSQL"
# A server whose commits are on the disk, as one at a club is.
LASTING = {"fsync": "on", "full_page_writes": "on", "synchronous_commit": "on"}
ROOT = Path(__file__).resolve().parent.parent


@contextmanager
def folder(keep: Path | None = None) -> Iterator[Path]:
    """A data folder that goes when it is no longer needed; `keep` stays."""
    if keep is not None:
        keep.mkdir(parents=True, exist_ok=True)
        yield keep.absolute()
        return
    made = Path(tempfile.mkdtemp(prefix="navalassist-bench-"))
    try:
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)


@contextmanager
def database(name: str, **settings: str) -> Iterator[str]:
    """What NAVALASSIST_DATABASE says for a database that is made for a measurement and goes with it: '' for SQLite.

    settings: of the PostgreSQL server, in place of those of the tests, whose commits need not outlive a power cut.
    """
    if name == SQLITE:
        yield ""
        return
    import psycopg

    from tests.postgres import server

    with server(**settings) as address:
        with psycopg.connect(address.replace("@/?", "@/postgres?"), autocommit=True) as line:
            line.execute("CREATE DATABASE measured")
        yield address.replace("@/?", "@/measured?")


def open_product(data: Path, settings: str = "navalassist.settings") -> None:
    """Set Django up on a data folder, with its tables made. For a process that has not done so yet."""
    os.environ |= environment(data, settings)
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", interactive=False, verbosity=0)


def environment(data: Path, settings: str = "navalassist.settings") -> dict[str, str]:
    """What a process must find in its environment to work on a data folder."""
    return {"NAVALASSIST_DATA": str(data), "DJANGO_SETTINGS_MODULE": settings, "PYTHONHASHSEED": "0"}


def python(*arguments: str) -> list[str]:
    """The command of a Python process of the project; run it in ROOT."""
    return [sys.executable, "-m", *arguments]
