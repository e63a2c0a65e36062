"""The club's server while its pages are asked for without end and 200 streams are open.

How many pages it makes; how long after a commit the last tablet has heard of it; and the longest time in which nothing,
not even a beat, came over a stream. Another version of the product, in a folder of its own, can be measured beside it,
in turn: `python -m bench.busy --beside FOLDER`. Tablets, pages and the one who plays are in processes of their own.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from bench.client import HOST, run
from bench.live import SLUG, Side, Tablet, Writer, data_on, request, started, tablets
from bench.product import POSTGRESQL, ROOT, SQLITE, python
from bench.report import Report, finish, spread
from bench.server import port_of

TABLETS, CLIENTS, SECONDS, ROUNDS = 200, 8, 6.0, 3
PAUSE_SECONDS = 0.3
# Longer than a beat, so that a silence is seen.
QUIET_SECONDS = 5.0
# A tablet that hears nothing for so long asks anew; who waits for the other side's act expects it within a second.
MOST_SILENCE, MOST_LATE = 5.0, 1000.0


@dataclass
class Figures:
    """What was found of one server, a figure a round."""

    alone: list[float] = field(default_factory=list)
    with_streams: list[float] = field(default_factory=list)
    p99: list[float] = field(default_factory=list)
    calm: list[float] = field(default_factory=list)
    busy: list[float] = field(default_factory=list)
    silence: list[float] = field(default_factory=list)


@dataclass
class Club:
    """A running server, and who plays on it."""

    name: str
    side: Side
    writer: Writer
    key: str
    found: Figures = field(default_factory=Figures)


def load(port: int, key: str, seconds: float) -> dict[str, float]:
    """Ask for the pages of a campaign without end, in this process."""
    head = f"Host: {HOST}\r\nAccept-Encoding: gzip, br\r\nCookie: navalassist_session={key}\r\n\r\n"
    asked = [f"GET {path} HTTP/1.1\r\n{head}".encode() for path in (f"/c/{SLUG}/", f"/c/{SLUG}/board/")]
    found = run(port, itertools.cycle(asked), seconds, CLIENTS)
    if set(found.statuses) != {200}:
        raise RuntimeError(f"answers that are no success: {found.statuses}")
    return {"rate": found.rate, "p99": found.quantile(0.99)}


@contextmanager
def asked_for_pages(club: Club, seconds: float) -> Iterator[subprocess.Popen[str]]:
    """While somebody asks for pages."""
    words = ("--load", str(club.side.port), club.key, str(seconds))
    process = subprocess.Popen(python("bench.busy", *words), cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


async def told(process: subprocess.Popen[str]) -> dict[str, float]:
    """What the one who asked for pages found."""
    said, _ = await asyncio.to_thread(process.communicate, None, 60)
    found: dict[str, float] = json.loads(said)
    return found


async def lateness(club: Club, those: list[Tablet], seconds: float) -> list[float]:
    """Milliseconds from each of some commits until the last tablet had heard of it."""
    found: list[float] = []
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        before = [tablet.heard for tablet in those]
        committed = await asyncio.to_thread(club.writer.ask, "act")
        while any(tablet.heard == heard for tablet, heard in zip(those, before, strict=True)):
            if time.perf_counter() - committed > 30:
                raise TimeoutError("a tablet heard nothing for 30 seconds")
            await asyncio.sleep(0.005)
        found.append((max(tablet.at for tablet in those) - committed) * 1000)
        await asyncio.sleep(PAUSE_SECONDS + len(found) * 0.0037 % 0.02)
    return found


async def silence(those: list[Tablet]) -> float:
    """The longest time in seconds in which nothing came over a stream, while nobody plays."""
    for tablet in those:
        tablet.silence, tablet.alive_at = 0.0, time.perf_counter()
    await asyncio.sleep(QUIET_SECONDS)
    return max(tablet.silence for tablet in those)


async def round_of(club: Club, seconds: float) -> None:
    """One round on one server."""
    found = club.found
    with asked_for_pages(club, seconds) as process:
        found.alone.append((await told(process))["rate"])
    async with tablets(club.side, TABLETS) as those:
        found.calm.append(statistics.median(await lateness(club, those, seconds / 2)))
        with asked_for_pages(club, seconds + QUIET_SECONDS + 1) as process:
            await asyncio.sleep(1)
            found.busy += await lateness(club, those, seconds)
            found.silence.append(await silence(those))
            load = await told(process)
    found.with_streams.append(load["rate"])
    found.p99.append(load["p99"])


@contextmanager
def club_in(root: Path, name: str, database: str, workers: int) -> Iterator[Club]:
    """The club's server of a version, with a campaign and a login for each tablet."""
    words = ["--workers", str(workers)] if database == POSTGRESQL else []
    with data_on(database) as (data, kept):
        club = python("navalassist.club", "--port", "0", "--data", str(data), *words)
        with started(club, kept, root) as process:
            port = port_of(process)
            writer = Writer(kept, root)
            try:
                keys = writer.ask(f"sessions {TABLETS}")
                asked = [request(f"/c/{SLUG}/stream/", key) for key in keys]
                yield Club(name, Side(port, process.pid, asked), writer, keys[0])
            finally:
                writer.close()


def tell(report: Report, database: str, club: Club) -> None:
    """A row, and for this version the bounds."""
    found = club.found
    late = sorted(found.busy)[int(len(found.busy) * 0.99)]
    report.row(
        database,
        club.name,
        spread(found.alone, 0),
        spread(found.with_streams, 0),
        spread(found.p99, 0),
        spread(found.calm, 0),
        f"{statistics.median(found.busy):.0f} / {late:.0f}",
        spread(found.silence, 1),
    )
    if club.name == "this":
        report.bound(
            f"{database}: last tablet, 99 of 100", f"<= {MOST_LATE:.0f} ms", f"{late:.0f} ms", late <= MOST_LATE
        )
        most = max(found.silence)
        report.bound(f"{database}: longest silence", f"< {MOST_SILENCE:.0f} s", f"{most:.1f} s", most < MOST_SILENCE)


def measure(databases: tuple[str, ...], rounds: int, beside: Path | None, workers: int) -> Report:
    """All rounds on all databases."""
    head = ("database", "version", "pages/s alone", "with streams", "p99, ms", "last tablet calm, ms")
    report = Report("Streams beside busy pages", (*head, "busy, median / p99", "longest silence, s"))
    versions = [(ROOT, "this"), *([(beside, "beside")] if beside else [])]
    for database in databases:
        with contextlib.ExitStack() as stack:
            clubs = [stack.enter_context(club_in(root, name, database, workers)) for root, name in versions]
            for number in range(rounds):
                for club in clubs if number % 2 else reversed(clubs):
                    asyncio.run(round_of(club, SECONDS))
            for club in clubs:
                tell(report, database, club)
    report.notes.append(
        f"{rounds} rounds; {CLIENTS} clients ask for campaign page and board; {TABLETS} streams; three acts a second."
    )
    return report


def main(argv: list[str] | None = None) -> int:
    """Measure."""
    parser = argparse.ArgumentParser(prog="python -m bench.busy", description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--on", choices=(SQLITE, POSTGRESQL), help="one database only")
    parser.add_argument("--beside", type=Path, help="the folder of another version")
    parser.add_argument("--workers", type=int, default=1, help="processes, on PostgreSQL")
    parser.add_argument("--load", nargs=3, help=argparse.SUPPRESS)
    given = parser.parse_args(argv)
    if given.load:
        port, key, seconds = given.load
        print(json.dumps(load(int(port), key, float(seconds))))
        return 0
    databases = (given.on,) if given.on else (SQLITE, POSTGRESQL)
    return finish(measure(databases, given.rounds, given.beside, given.workers))


if __name__ == "__main__":
    sys.exit(main())
