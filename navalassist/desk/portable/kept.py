"""Archives that were sent and looked at, until they are imported or given up: files in the data folder, for an hour."""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from django.conf import settings

SECONDS = 3600
MOST_OF_ONE = 3
# Of all together: at one table whoever comes anew is somebody else.
MOST = 12
BLOCK = 1024 * 1024


def folder() -> Path:
    """Where they lie, for this server's own eyes."""
    found: Path = settings.DATA_DIR / "imports"
    found.mkdir(mode=0o700, exist_ok=True)
    return found


def keep(file: IO[bytes], actor: str, told: dict[str, Any]) -> str:
    """Keep a file with what was found in it; its key. The oldest go, so that a disk is not filled."""
    tidy(actor)
    key = str(uuid.uuid4())
    file.seek(0)
    try:
        with (folder() / f"{key}.zip").open("xb") as copy:
            while block := file.read(BLOCK):
                copy.write(block)
        (folder() / f"{key}.json").write_text(json.dumps({**told, "actor": actor, "at": time.time()}), "utf-8")
    except OSError:
        # A full disk: half a file is none.
        drop(key)
        raise
    return key


def told_of(key: str, actor: str) -> dict[str, Any] | None:
    """What was found in a file that this person sent; None where there is none, or not any more."""
    told = _read(folder() / f"{key}.json")
    fresh = told is not None and time.time() - told["at"] < SECONDS
    return told if told and fresh and told["actor"] == actor else None


def opened(key: str) -> IO[bytes]:
    """The file itself. OSError where it is gone."""
    return (folder() / f"{key}.zip").open("rb")


def drop(key: str) -> None:
    """It is done with."""
    for ending in (".zip", ".json"):
        (folder() / f"{key}{ending}").unlink(missing_ok=True)


def tidy(actor: str = "") -> None:
    """Drop what is too old. actor: who is about to send one more; their oldest goes where they or all have many."""
    found = []
    for key, told in _all():
        if told is None or time.time() - told["at"] > SECONDS:
            drop(key)
        else:
            found.append((told["at"], key, told["actor"] == actor))
    if actor:
        found.sort(reverse=True)
        own = [key for _, key, of_actor in found if of_actor]
        for key in {*own[MOST_OF_ONE - 1 :], *(key for _, key, _ in found[MOST - 1 :])}:
            drop(key)


def _all() -> Iterator[tuple[str, dict[str, Any] | None]]:
    keys = {path.stem for path in folder().iterdir() if path.suffix in (".zip", ".json")}
    for key in sorted(keys):
        told = _read(folder() / f"{key}.json")
        if told is not None or not _is_young(folder() / f"{key}.zip"):
            yield key, told


def _is_young(path: Path) -> bool:
    """True for a file whose description may still be being written; not for one that somebody else dropped just now."""
    with suppress(FileNotFoundError):
        return time.time() - path.stat().st_mtime <= SECONDS
    return False


def _read(path: Path) -> dict[str, Any] | None:
    try:
        told: dict[str, Any] = json.loads(path.read_text("utf-8"))
        return told
    except (OSError, ValueError):
        return None
