"""A database for one campaign, made beside that of the club and thrown away: nobody waits for what is done in it."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import copy_context
from pathlib import Path
from typing import Any, TypeVar

from django.apps import apps
from django.conf import settings
from django.db import connection, transaction

from navalassist import stopping
from navalassist.play.archive.other_database import looking_at, sqlite_at
from navalassist.play.checks.process import carry_out

T = TypeVar("T")
LOCK, ENDING = "import.lock", ".making"
LOOK_SECONDS = 0.1
# What is thrown away need not outlive a power cut.
FAST = "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF; PRAGMA foreign_keys=ON"


class Busy(RuntimeError):
    """Somebody else has a scratch database just now."""


class Stopped(RuntimeError):
    """The server was asked to end while the work went on."""


@contextmanager
def scratch() -> Iterator[Path]:
    """Where such a database may be made; it goes at the end. One at a time on this machine: Busy."""
    folder = settings.DATA_DIR / "imports"
    folder.mkdir(mode=0o700, exist_ok=True)
    with _only_one(settings.DATA_DIR / LOCK):
        # Of one that was killed.
        for left in folder.glob(f"*{ENDING}*"):
            left.unlink(missing_ok=True)
        place = folder / f"{uuid.uuid4()}{ENDING}"
        place.touch(mode=0o600)
        try:
            yield place
        finally:
            for made in folder.glob(f"{place.name}*"):
                made.unlink(missing_ok=True)


@contextmanager
def _only_one(path: Path) -> Iterator[None]:
    with path.open("w") as file:
        with suppress(ImportError):
            import fcntl

            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise Busy from None
        yield


def settings_of(place: Path) -> dict[str, Any]:
    """How Django opens it."""
    found = sqlite_at(place)
    return {**found, "OPTIONS": {**found["OPTIONS"], "init_command": FAST}}


@contextmanager
def within(place: Path) -> Iterator[None]:
    """In here this thread's database is the scratch one, with all tables and nothing in them, in one transaction."""
    with looking_at(settings_of(place)) as made:
        with made.schema_editor() as editor:
            for model in apps.get_models():
                if not model._meta.proxy:
                    editor.create_model(model)
        with transaction.atomic():
            yield


def here(work: Callable[..., T], *words: Any) -> T:
    """Do it in this process; what it notes of its own writing is forgotten."""
    return copy_context().run(work, *words)


def apart(work: Callable[..., T], *words: Any) -> T:
    """Do it in a process of its own, so that the pages go on meanwhile; what it raises is raised here. Stopped.

    A test that stands in a transaction has rule systems that no other process knows, so there it is done here.
    """
    if connection.in_atomic_block:
        return here(work, *words)
    place = (os.environ.get("DJANGO_SETTINGS_MODULE", ""), dict(connection.settings_dict))
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe(duplex=False)
    # Packed, for it can only be read where Django is set up.
    process = spawn.Process(target=carry_out, args=(theirs, pickle.dumps((work, words)), *place), daemon=True)
    process.start()
    theirs.close()
    try:
        while not ours.poll(LOOK_SECONDS):
            if stopping.asked():
                raise Stopped
        found = ours.recv()
    except EOFError:
        raise RuntimeError(f"the process for it ended with exit code {process.exitcode}") from None
    finally:
        process.kill()
        process.join()
        ours.close()
    if isinstance(found, Exception):
        raise found
    return found  # type: ignore[no-any-return]
