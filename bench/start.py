"""How long one waits: from the command to the first page, on a new folder and on one that is there, and for a check.

Beside it the barest Django project, as `startproject` makes it, with Django's own server: `migrate` and `runserver` on
a new folder, `runserver` later. Both are asked for their first page again and again from the moment of the command.
Each is started once before, so that Python's bytecode is written.
"""

from __future__ import annotations

import http.client
import os
import shutil
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.product import ROOT, folder
from bench.report import Report, finish, ratios, spread

ROUNDS = 5
# What is waited for, and at most how many seconds.
WAYS = (
    ("the first page of a new folder", "new", 2.0),
    ("the first page of a later start", "later", 1.0),
    ("manage.py check", "check", 1.2),
)
ASK_SECONDS, GIVE_UP_SECONDS, WARM_SECONDS = 0.005, 60.0, 1.0
MAP = "/c/mediterranean-1941/"


def environment() -> dict[str, str]:
    """A person's: nothing of ours, and bytecode is kept."""
    ours = ("DJANGO_", "NAVALASSIST_", "PYTHONDONTWRITEBYTECODE")
    return {name: value for name, value in os.environ.items() if not name.startswith(ours)}


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


def seconds(act: Callable[[], object]) -> float:
    """How long something takes."""
    begun = time.perf_counter()
    act()
    return time.perf_counter() - begun


def ask(port: int, path: str = "/") -> None:
    """A page, as soon as there is somebody who gives it."""
    until = time.monotonic() + GIVE_UP_SECONDS
    while True:
        wire = http.client.HTTPConnection("127.0.0.1", port, timeout=GIVE_UP_SECONDS)
        try:
            wire.request("GET", path)
            answer = wire.getresponse()
            answer.read()
            if answer.status != 200:
                raise RuntimeError(f"{path} was answered with {answer.status}")
            return
        except ConnectionRefusedError:
            if time.monotonic() > until:
                raise
            time.sleep(ASK_SECONDS)
        finally:
            wire.close()


def run(home: Path, *words: str) -> None:
    """A command that ends by itself."""
    subprocess.run([sys.executable, *words], cwd=home, env=environment(), stdout=subprocess.DEVNULL, check=True)


@contextmanager
def serving(home: Path, *words: str) -> Iterator[None]:
    """A command that serves until it is stopped."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen([sys.executable, *words], cwd=home, env=environment(), **quiet)
    try:
        yield
    finally:
        process.terminate()
        process.wait(GIVE_UP_SECONDS)


class Ours:
    """NavalAssist, started as the README says."""

    def __init__(self, home: Path) -> None:
        self._data = home / "data"
        # First and second view of the map, after a while.
        self.views: list[tuple[float, float]] = []

    def new(self) -> float:
        """The first start of a folder, to its first page."""
        shutil.rmtree(self._data, ignore_errors=True)
        return self._start()

    def later(self) -> float:
        """Another start of the same."""
        return self._start()

    def check(self) -> float:
        """`manage.py check`."""
        return seconds(lambda: run(ROOT, "manage.py", "check"))

    def _start(self) -> float:
        port, begun = free_port(), time.perf_counter()
        with serving(ROOT, "start.py", "--port", str(port), "--data", str(self._data)):
            ask(port)
            found = time.perf_counter() - begun
            time.sleep(WARM_SECONDS)
            self.views.append((seconds(lambda: ask(port, MAP)), seconds(lambda: ask(port, MAP))))
        return found


class Bare:
    """A project with nothing in it."""

    def __init__(self, home: Path) -> None:
        self._home = home / "project"
        self._home.mkdir()
        run(home, "-m", "django", "startproject", "bare", str(self._home))

    def new(self) -> float:
        """Tables, and the first page."""
        (self._home / "db.sqlite3").unlink(missing_ok=True)
        return seconds(lambda: run(self._home, "manage.py", "migrate", "--verbosity", "0")) + self.later()

    def later(self) -> float:
        """The first page."""
        port, begun = free_port(), time.perf_counter()
        with serving(self._home, "manage.py", "runserver", "--noreload", str(port)):
            ask(port)
            return time.perf_counter() - begun

    def check(self) -> float:
        """`manage.py check`."""
        return seconds(lambda: run(self._home, "manage.py", "check"))


def _measure(report: Report, what: str, most: float, ours: Callable[[], float], bare: Callable[[], float]) -> None:
    """One line of the table, and its bound."""
    ours(), bare()
    mine, theirs = [], []
    for _ in range(ROUNDS):
        mine.append(ours())
        theirs.append(bare())
    report.row(what, spread(mine), spread(theirs), spread(ratios(mine, theirs), 1))
    report.bound(what, f"<= {most} s", f"{spread(mine)} s", statistics.median(mine) <= most)


def measure() -> Report:
    """Each way of both, in turn."""
    report = Report("Start", ("", "ours, s", "a bare project, s", "ours / bare"))
    with folder() as home:
        ours, bare = Ours(home), Bare(home)
        for what, way, most in WAYS:
            _measure(report, what, most, getattr(ours, way), getattr(bare, way))
        first, second = zip(*ours.views, strict=True)
        report.row("the map, opened a second later", spread(first, 3), "", "")
        report.row("the map once more", spread(second, 3), "", "")
    report.notes.append(f"{ROUNDS} rounds, median (least..greatest), on a machine with nothing else to do.")
    return report


if __name__ == "__main__":
    sys.exit(finish(measure()))
