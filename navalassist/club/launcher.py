"""Starts a club's server and looks after its processes: `python -m navalassist.club --host H --port P --data FOLDER`.

Its children are alike, one on SQLite and several on PostgreSQL if wished: each makes pages, holds streams, and takes
lines from the same open port. A child that dies or stands still is started again; the port stays open meanwhile, and
who comes then waits.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from navalassist import databases
from navalassist.listening import CannotStart, as_in_url, open_port, own_names
from navalassist.served import open_data
from navalassist.server import BASE_DIR, EVERY_ADDRESS, ended, prepare, say, say_where, words

LOOK_SECONDS = 0.2
# A child serves within seconds of its start, on a slow machine within many.
START_SECONDS = 60
# It beats every second. One that does not for so long does nothing else either.
STILL_SECONDS = 60
# It stops sooner by itself.
STOP_SECONDS = 9
# A child that dies so often, each time so soon after its start, will not live by being started once more.
MOST_EARLY_DEATHS = 4
EARLY_SECONDS = 10
MOST_WORKERS = 32


@dataclass
class Child:
    """A process that is started again when it dies, or when it stands still."""

    name: str
    command: list[str]
    fds: tuple[int, ...]
    early_deaths: int = 0
    started: float = 0.0
    beaten: float = 0.0
    process: subprocess.Popen[bytes] | None = field(default=None, repr=False)
    _beats: int = -1

    def start(self) -> None:
        """Start it, apart from the terminal: Ctrl-C is for the launcher, which then stops its children in order."""
        if self._beats >= 0:
            os.close(self._beats)
        self._beats, beat = os.pipe()
        os.set_blocking(self._beats, False)
        self.started = self.beaten = time.monotonic()
        command = [*self.command, "--beat", str(beat)]
        self.process = subprocess.Popen(command, cwd=BASE_DIR, pass_fds=(*self.fds, beat), start_new_session=True)
        os.close(beat)

    def look_after(self) -> None:
        """Start it again if it has died or stands still. CannotStart when it dies again and again."""
        code = self.process.poll() if self.process else None
        if code is None:
            return self._look_at_the_beat()
        early = time.monotonic() - self.started < EARLY_SECONDS
        self.early_deaths = self.early_deaths + 1 if early else 1
        if self.early_deaths >= MOST_EARLY_DEATHS:
            raise CannotStart(f"The {self.name} ended again and again (exit code {code}); the reason stands above.")
        say(f"The {self.name} ended (exit code {code}), and is started again.")
        return self.start()

    def has_begun(self) -> bool:
        """Whether it serves: since its start it has beaten."""
        self._look_at_the_beat()
        return self.beaten > self.started

    def _look_at_the_beat(self) -> None:
        """Kill it where its beat has stopped; it is then started again as one that died."""
        with contextlib.suppress(BlockingIOError):
            if os.read(self._beats, 4096):
                self.beaten = time.monotonic()
        if self.process is not None and time.monotonic() - self.beaten > STILL_SECONDS:
            say(f"The {self.name} has stood still for {STILL_SECONDS} seconds.")
            # With its whole family: it may be making an import in a process of its own.
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def ask_to_stop(self) -> None:
        """SIGTERM, where it still runs."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()

    def see_off(self, until: float) -> None:
        """Wait for its end, at most until then; after that it is killed, with all that it started."""
        if self.process is None:
            return
        try:
            self.process.wait(max(0.1, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


def children(listener: socket.socket, count: int, pipe: int) -> list[Child]:
    """So many processes of the server, not yet started."""
    fd = listener.fileno()
    command = [sys.executable, "-m", "navalassist.club.process", "--fd", str(fd), "--alive", str(pipe)]
    return [Child("server", command, (fd, pipe)) for _ in range(count)]


@contextmanager
def running(all_of_them: list[Child]) -> Iterator[None]:
    """Start them, and stop them at the end."""
    try:
        for child in all_of_them:
            child.start()
        yield
    finally:
        until = time.monotonic() + STOP_SECONDS
        for child in all_of_them:
            child.ask_to_stop()
        for child in all_of_them:
            child.see_off(until)


def wait_until_there(child: Child, look: Callable[[], None]) -> None:
    """Wait until it serves. CannotStart when it never does."""
    until = time.monotonic() + START_SECONDS
    while not child.has_begun():
        look()
        if time.monotonic() > until:
            raise CannotStart(f"The {child.name} did not start within {START_SECONDS} seconds.")
        time.sleep(LOOK_SECONDS / 2)


def workers_for(wanted: int | None, environment: Mapping[str, str]) -> int:
    """How many processes make pages: one on SQLite, which has one writer; else as many as there are cores.

    CannotStart for a number that can't be.
    """
    on_sqlite = not environment.get(databases.VARIABLE, "").strip()
    if wanted is not None and not 1 <= wanted <= MOST_WORKERS:
        raise CannotStart(f"--workers takes a number from 1 to {MOST_WORKERS}.")
    if on_sqlite and wanted not in (None, 1):
        raise CannotStart(
            "On SQLite the pages are made by one process, for it has one writer: leave --workers out, "
            f"or name a PostgreSQL database in {databases.VARIABLE}."
        )
    return 1 if on_sqlite else wanted or min(MOST_WORKERS, cores())


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def heed_connections(count: int) -> None:
    """Say so where PostgreSQL takes fewer connections than so many processes may want at their busiest."""
    from django.db import connection

    if connection.vendor != "postgresql":
        return
    # One more of each hears of acts; the launcher has two.
    wanted = count * (int(databases.POOL["max_size"]) + 1) + 2
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('max_connections')::int")
        most = cursor.fetchone()[0]
    if wanted > most:
        say(
            f"Warning: {count} processes may want {wanted} connections, and PostgreSQL takes {most}: "
            "raise max_connections in postgresql.conf, or start fewer with --workers."
        )


def front_door(host: str, port: int, environment: Mapping[str, str]) -> str:
    """Where a browser comes in: with TLS before the server by the first name that was given for it."""
    named = [name.strip() for name in environment.get("NAVALASSIST_HOSTS", "").split(",") if name.strip()]
    if environment.get("NAVALASSIST_TLS") == "1" and named:
        return f"https://{as_in_url(named[0])}/"
    return f"http://{as_in_url('127.0.0.1' if host in EVERY_ADDRESS else host)}:{port}/"


def welcome(host: str, port: int, data: Path, others: int) -> None:
    """Where it runs, in a few lines. others: servers that serve the same database."""
    say_where(host, port, "  for a club")
    where = (os.environ.get(databases.VARIABLE) and "in the PostgreSQL database; the key is") or "kept"
    say(f"Campaigns and accounts are {where} in {data}")
    if others:
        say(f"Servers that serve the same database already: {others}")
    say("Stop with Ctrl-C.")
    from django.db import connections

    from navalassist.desk.people import start

    for line in start.lines(front_door(host, port, os.environ)):
        say(f"\n{line}")
    # The children have their own; this process only looks on.
    connections.close_all()


def serve(host: str, port: int, data: Path, workers: int | None, beside_another: bool) -> None:
    """Serve until Ctrl-C or SIGTERM. Raises CannotStart."""
    if os.name != "posix":
        raise CannotStart("The club server needs Linux or macOS; on this machine  python3 start.py  serves one table.")
    count = workers_for(workers, os.environ)
    os.environ["NAVALASSIST_CLUB"] = "1"
    with open_port(host, port) as listener, open_data(data, beside_another=beside_another):
        place = prepare(data, own_names() if host in EVERY_ADDRESS else [as_in_url(host)])
        heed_connections(count)
        kept, _mine = os.pipe()
        family = children(listener, count, kept)

        def look() -> None:
            place.look()
            for child in family:
                child.look_after()

        with running(family):
            for child in family:
                wait_until_there(child, look)
            welcome(host, listener.getsockname()[1], data, place.others)
            while True:
                look()
                time.sleep(LOOK_SECONDS)


def main(argv: list[str] | None = None) -> int:
    """Serve a club; the exit code."""
    parser = words("navalassist.club", "Serve NavalAssist for a club.")
    parser.add_argument("--workers", type=int, help="processes that make pages (PostgreSQL; default: one a core)")
    given = parser.parse_args(argv)
    try:
        where = (given.host, given.port, given.data.absolute())
        return ended(lambda: serve(*where, given.workers, given.beside_another))
    finally:
        _leave_the_database_whole()


def _leave_the_database_whole() -> None:
    """On SQLite, move the write-ahead log into the file, as the server for one table does at its end."""
    from django.apps import apps

    if apps.ready:
        from django.db import DatabaseError

        from navalassist import sqlite

        # Where it can't be used, that was said before.
        with contextlib.suppress(DatabaseError):
            sqlite.checkpoint()
