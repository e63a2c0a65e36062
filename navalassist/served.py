"""A data folder that is served is marked so: no second server begins on it by mistake."""

from __future__ import annotations

import os
from pathlib import Path
from typing import IO

from navalassist import databases
from navalassist.folder import close_to_others, keep_private
from navalassist.listening import CannotStart


def lock(file: IO[str], *, wait: bool) -> bool:
    """Lock an open file until it is closed; False where another process has it. Windows goes without."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def open_data(data: Path, *, beside_another: bool = False) -> IO[str]:
    """Make the data folder and mark it as served; the mark lasts until the file is closed. Raises CannotStart.

    beside_another: even where another server has marked it. On SQLite nobody but the person at the keyboard says so:
    each server knows only of its own writers and its own live pages.

    From here on whatever this process and its children make is for their own account alone.
    """
    keep_private()
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        close_to_others(data)
        mark = (data / "server.lock").open("w")
    except OSError as error:
        raise CannotStart(
            f"The data folder {data} can't be written to ({error.strerror}): choose one with --data."
        ) from None
    # For this process and its children; `checks` warns every other one.
    os.environ["NAVALASSIST_SERVES"] = "1"
    if not lock(mark, wait=False):
        if not beside_another and not os.environ.get(databases.VARIABLE, "").strip():
            mark.close()
            raise CannotStart(
                f"Another NavalAssist serves {data}: use that one or stop it, take another folder with --data, or say "
                "--beside-another (then pages of one do not show what is done at the other)."
            )
        print(f"Warning: another NavalAssist serves {data} too.", flush=True)
    return mark
