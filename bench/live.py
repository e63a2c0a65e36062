"""Live streams of the club server beside the barest stream that Django gives, on the same machine and database.

How long after a commit the last of 200 tablets has heard of it; what an idle stream takes of memory; and what 200 open
streams cost the POST of an act. The streams of both sides are read by one process, whose work is in all figures.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import socket
import statistics
import subprocess
import sys
import time
import uuid
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.client import post, run
from bench.product import POSTGRESQL, ROOT, SQLITE, database, environment, folder, python
from bench.report import Report, finish, ratios, spread
from bench.server import TOKEN, port_of

TABLETS, IDLE = 200, 1000
ROUNDS, COMMITS, SECONDS, CLIENTS = 5, 20, 8.0, 8
MOST_TIMES, MOST_P99, MOST_MEMORY, MOST_LOSS = 1.5, 20.0, 1.25, 0.10
SLUG = "mediterranean-1941"
PAUSE_SECONDS = 0.27


class Tablet(asyncio.Protocol):
    """A line on which versions come; the moment of the last one, and the longest time in which nothing came."""

    def __init__(self, request: bytes) -> None:
        self._request = request
        self.heard = 0
        self.at = 0.0
        self.alive_at = time.perf_counter()
        self.silence = 0.0
        self.first = asyncio.get_running_loop().create_future()
        self.wire: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.wire = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        self.silence = max(self.silence, now - self.alive_at)
        self.alive_at = now
        count = data.count(b"data: ")
        if count:
            self.heard += count
            self.at = now
            if not self.first.done():
                self.first.set_result(None)

    def connection_lost(self, _: Exception | None) -> None:
        if not self.first.done():
            self.first.set_exception(ConnectionError("the server closed a stream"))


@dataclass
class Side:
    """One of the two servers: where it listens, which process it is, and what a tablet asks."""

    port: int
    process: int
    requests: list[bytes]
    last: list[list[float]] = field(default_factory=list)

    def memory(self) -> int:
        """KiB that the process holds (Linux)."""
        pages = int(Path(f"/proc/{self.process}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") // 1024


@asynccontextmanager
async def tablets(side: Side, count: int) -> AsyncIterator[list[Tablet]]:
    """So many open streams, each of which has heard its first version."""
    loop, found = asyncio.get_running_loop(), []
    try:
        for start in range(0, count, 50):
            some = side.requests[start : min(start + 50, count)]
            made = [await loop.create_connection(lambda r=r: Tablet(r), "127.0.0.1", side.port) for r in some]
            found += [tablet for _, tablet in made]
            await asyncio.wait_for(asyncio.gather(*(tablet.first for _, tablet in made)), 60)
        yield found
    finally:
        for tablet in found:
            tablet.wire.close()
        await asyncio.sleep(0.3)


class Writer:
    """The process that plays."""

    def __init__(self, kept: dict[str, str], root: Path = ROOT, module: str = "bench.live_writer") -> None:
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self._process = subprocess.Popen(python(module), cwd=root, env=kept, text=True, **pipes)

    def ask(self, line: str) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(30)


async def last_of_all(side: Side, writer: Writer) -> list[float]:
    """Milliseconds from each commit until the last tablet had heard of it."""
    found = []
    async with tablets(side, TABLETS) as those:
        await asyncio.to_thread(writer.ask, "act")
        await asyncio.sleep(0.5)
        for number in range(COMMITS):
            before = [tablet.heard for tablet in those]
            committed = await asyncio.to_thread(writer.ask, "act")
            until = time.monotonic() + 10
            while any(tablet.heard == heard for tablet, heard in zip(those, before, strict=True)):
                if time.monotonic() > until:
                    raise TimeoutError("a tablet heard nothing for 10 seconds")
                await asyncio.sleep(0.005)
            found.append((max(tablet.at for tablet in those) - committed) * 1000)
            # Not in step with whatever looks now and then.
            await asyncio.sleep(PAUSE_SECONDS + number * 0.0037 % 0.02)
    return found


async def memory_of_a_stream(side: Side) -> float:
    """KiB that one of so many idle streams takes."""
    async with tablets(side, 50):
        pass
    before = side.memory()
    async with tablets(side, IDLE):
        await asyncio.sleep(0.5)
        return (side.memory() - before) / IDLE


def acts(key: str) -> Iterator[bytes]:
    """Points set to another number, without end, as a browser's form sends them."""
    cookies = {"navalassist_csrf": TOKEN, "navalassist_session": key}
    while True:
        for value in range(1, 1000):
            fields = {"csrfmiddlewaretoken": TOKEN, "submission": uuid.uuid4().hex, "act": "ledger.vp"}
            yield post(f"/c/{SLUG}/setup/points/", fields | {"key": "axis", "value": str(value), "note": ""}, cookies)


async def rate_of_acts(side: Side, key: str, count: int) -> float:
    """Acts a second while so many streams are open."""
    async with tablets(side, count):
        load = await asyncio.to_thread(run, side.port, acts(key), SECONDS, CLIENTS)
    if wrong := {status: number for status, number in load.statuses.items() if status not in (200, 302)}:
        raise RuntimeError(f"answers that are no success: {wrong}")
    return load.rate


@contextmanager
def started(command: list[str], kept: dict[str, str], root: Path = ROOT) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(command, cwd=root, env=kept, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(30)


def children(of: int, module: str) -> list[int]:
    """The processes of the launcher that run a module (Linux)."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == of and module in (entry / "cmdline").read_text().split("\0"):
                found.append(int(entry.name))
    if not found:
        raise RuntimeError(f"no process runs {module}")
    return found


def request(path: str, key: str = "") -> bytes:
    cookie = f"Cookie: navalassist_session={key}\r\n" if key else ""
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{cookie}\r\n".encode()


@contextmanager
def both_sides(kept: dict[str, str], data: Path) -> Iterator[tuple[Side, Side, Writer, str]]:
    """Product and bare stream on one database, somebody who plays, and one login."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    club = python("navalassist.club", "--port", "0", "--data", str(data))
    plain = {name: value for name, value in kept.items() if name != "DJANGO_SETTINGS_MODULE"}
    bare = python("uvicorn", "bench.bare.streams:application", "--port", str(port), "--log-level", "warning")
    with started(club, kept) as product:
        at = port_of(product)
        writer = Writer(kept)
        try:
            keys = writer.ask(f"sessions {IDLE}")
            with started([*bare, "--timeout-graceful-shutdown", "1"], plain) as peer:
                wait_for(port)
                streams = children(product.pid, "navalassist.club.process")[0]
                ours = Side(at, streams, [request(f"/c/{SLUG}/stream/", key) for key in keys])
                theirs = Side(port, peer.pid, [request("/stream/")] * IDLE)
                yield ours, theirs, writer, keys[0]
        finally:
            writer.close()


def wait_for(port: int) -> None:
    """Wait until the bare server listens."""
    until = time.monotonic() + 30
    while time.monotonic() < until:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(0.1)
    raise TimeoutError("the bare server did not start")


@dataclass
class Found:
    """What was measured on one database."""

    ours: list[float]
    theirs: list[float]
    every: list[float]
    memory: tuple[float, float]
    alone: list[float]
    with_streams: list[float]


async def measured(kept: dict[str, str], data: Path, rounds: int) -> Found:
    """All rounds on one database: the two sides in turn."""
    found = Found([], [], [], (0, 0), [], [])
    with both_sides(kept, data) as (ours, theirs, writer, key):
        found.memory = (await memory_of_a_stream(ours), await memory_of_a_stream(theirs))
        # The first acts of a server are slower, whoever listens.
        await rate_of_acts(ours, key, 0)
        for number in range(rounds):
            pair = [(ours, found.ours), (theirs, found.theirs)]
            for side, medians in pair if number % 2 else reversed(pair):
                last = await last_of_all(side, writer)
                medians.append(statistics.median(last))
                found.every += last if side is ours else []
            counts = [(0, found.alone), (TABLETS, found.with_streams)]
            for count, rates in counts if number % 2 else reversed(counts):
                rates.append(await rate_of_acts(ours, key, count))
    return found


@contextmanager
def data_on(name: str) -> Iterator[tuple[Path, dict[str, str]]]:
    """A data folder, and an environment for a club on a database that is made for it and taken away."""
    with folder() as data, database(name) as address:
        yield data, os.environ | environment(data) | {"NAVALASSIST_CLUB": "1", "NAVALASSIST_DATABASE": address}


def on(name: str, rounds: int) -> Found:
    """Measure on one database."""
    with data_on(name) as (data, kept):
        return asyncio.run(measured(kept, data, rounds))


def tell(report: Report, database: str, found: Found) -> None:
    """Rows and bounds of one database."""
    times = ratios(found.ours, found.theirs)
    p99 = sorted(found.every)[int(len(found.every) * 0.99)]
    loss = [1 - share for share in ratios(found.with_streams, found.alone)]
    mine, bare = found.memory
    report.row(
        database,
        spread(found.ours, 1),
        spread(found.theirs, 1),
        f"{mine:.0f} / {bare:.0f}",
        f"{spread(found.alone, 0)} / {spread(found.with_streams, 0)}",
    )
    report.bound(
        f"{database}: last tablet over the bare stream's",
        f"<= {MOST_TIMES} x",
        spread(times),
        statistics.median(times) <= MOST_TIMES,
    )
    if database == POSTGRESQL:
        report.bound("PostgreSQL: last tablet, 99 of 100", f"<= {MOST_P99:.0f} ms", f"{p99:.1f} ms", p99 <= MOST_P99)
    report.bound(
        f"{database}: memory of a stream", f"<= {MOST_MEMORY} x bare", f"{mine / bare:.2f}", mine / bare <= MOST_MEMORY
    )
    report.bound(
        f"{database}: acts lost to {TABLETS} streams",
        f"<= {MOST_LOSS:.0%}",
        f"{statistics.median(loss):.0%} ({min(loss):.0%}..{max(loss):.0%})",
        statistics.median(loss) <= MOST_LOSS,
    )


def measure(rounds: int = ROUNDS, databases: tuple[str, ...] = (SQLITE, POSTGRESQL)) -> Report:
    """All rounds on all databases."""
    head = (
        "database",
        f"last of {TABLETS}, ms",
        "bare stream, ms",
        "KiB a stream, ours / bare",
        "acts/s, without / with",
    )
    report = Report("Live streams", head)
    for name in databases:
        tell(report, name, on(name, rounds))
    report.notes.append(
        f"{rounds} rounds of {COMMITS} commits; on SQLite both sides look for commits at the same pace. "
        f"Memory: {IDLE:,} idle streams. Acts: {CLIENTS} clients set victory points, "
        "and a stream hears of at most five acts a second."
    )
    return report


def main(argv: list[str] | None = None) -> int:
    """Measure."""
    parser = argparse.ArgumentParser(prog="python -m bench.live", description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--on", choices=(SQLITE, POSTGRESQL), help="one database only")
    given = parser.parse_args(argv)
    return finish(measure(given.rounds, (given.on,) if given.on else (SQLITE, POSTGRESQL)))


if __name__ == "__main__":
    sys.exit(main())
