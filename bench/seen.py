"""From an act until everybody has seen it: tablets that hold a page and a stream, and fetch the whole page anew.

One acts by POST, from a browser of its own; each tablet is another person's. Beside it, in turn, the barest Django view
that serves the same bytes, packed already, from memory, with as many of the barest streams and as many processes. All
tablets are one process, whose work is in the figures of both sides.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import socket
import statistics
import sys
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from bench.client import HOST
from bench.live import POSTGRESQL, SQLITE, Writer, children, data_on, started, wait_for
from bench.product import python
from bench.report import Report, finish, ratios, spread
from bench.seen_pages import PAGES, Page, acts, bare_tablets
from bench.server import port_of
from bench.tablet import Crowd, Line, Seen, Tablet

TABLETS, ROUNDS, ACTS = (1, 20, 200), 5, 3
FIRST, SOME, ALL = TABLETS
MOST_SEATS = max(len(page.seats) for page in PAGES.values())
MOST_OVER_FIRST, MOST_OVER_BARE = 2.0, 3.0
# Longer than a stream stays calm after a version.
PAUSE_SECONDS = 0.27
Act = Callable[[], Awaitable[None]]
# By the number of tablets, a figure a round.
Rounds = dict[int, list[float]]


@dataclass
class Found:
    """What was found of a page on one database, in milliseconds. sizes: bytes of the page as sent, by seat.

    answered: the act itself, and worked: the part of the tablets' own process, ours and bare, where all of them look.
    """

    ours: Rounds = field(default_factory=dict)
    theirs: Rounds = field(default_factory=dict)
    answered: list[float] = field(default_factory=list)
    worked: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))
    sizes: list[int] = field(default_factory=list)
    looked_at: int = 0
    faults: list[str] = field(default_factory=list)

    def look_at(self, page: Page, tablets: Sequence[Tablet]) -> None:
        """Unpack what tablets were sent, and look for what must not be."""
        for tablet in tablets:
            self.looked_at += len(tablet.answers)
            for answer in tablet.answers:
                self.faults += page.faults(tablet.seat, answer)


@dataclass
class Table:
    """Both servers on one database. keys: the logins, the moderator's first; pages: what the bare server serves."""

    ours: int
    theirs: int
    pages: Path
    writer: Writer
    keys: list[str]
    acts: dict[str, Iterator[bytes]] = field(default_factory=dict)

    async def at_ours(self, page: Page, counts: Sequence[int], found: Found) -> None:
        """A visit to the product."""
        if page.secrets:
            self.writer.ask("secret")
        sent = self.acts.setdefault(page.slug, acts(page.slug, self.keys[0]))
        crowd = Crowd(self.ours, page.tablets(self.keys[1:]))
        line = await connected(self.ours)

        async def act() -> None:
            answer = await line.asked(next(sent))
            if answer.status != 302:
                raise RuntimeError(f"an act was answered with {answer.status}: {answer.body[:2000]!r}")

        seen = await visit(crowd, act, counts, lambda: found.look_at(page, crowd.here))
        line.wire.close()
        note(found.ours, seen)
        found.answered.append(statistics.median(one.answered for one in seen[max(counts)]))
        found.worked[0].append(statistics.median(one.worked for one in seen[max(counts)]))

    async def at_bare(self, page: Page, counts: Sequence[int], found: Found) -> None:
        """A visit to the bare view, which serves what the product sends just now."""

        async def act() -> None:
            await asyncio.to_thread(self.writer.ask, "act")

        crowd = Crowd(self.theirs, bare_tablets(await self.kept(page, found), self.keys[1:]))
        seen = await visit(crowd, act, counts, lambda: None)
        note(found.theirs, seen)
        found.worked[1].append(statistics.median(one.worked for one in seen[max(counts)]))

    async def kept(self, page: Page, found: Found) -> list[str]:
        """Lay what the product sends to each seat before the bare server; the names of these files."""
        names, line = [], await connected(self.ours)
        for tablet in page.tablets(self.keys[1 : 1 + len(page.seats)]):
            answer = await line.asked(tablet.page)
            # A name of each time, for the bare server keeps what it has read.
            name = "-".join([*page.address.strip("/").split("/"), tablet.seat, str(len(found.sizes))])
            (self.pages / name).write_bytes(answer.sent)
            found.sizes.append(len(answer.sent))
            names.append(name)
        line.wire.close()
        return names


async def connected(port: int) -> Line:
    """A line to a server; asking over one that broke takes its time, and fails."""
    _, line = await asyncio.get_running_loop().create_connection(lambda: Line(lambda _: None), HOST, port)
    return line


async def visit(crowd: Crowd, act: Act, counts: Sequence[int], look: Callable[[], None]) -> dict[int, list[Seen]]:
    """More and more tablets come; what some acts took with each number of them. look: after each act."""
    seen: dict[int, list[Seen]] = {}
    try:
        for count in sorted(counts):
            await crowd.grow(count)
            # The first act that a tablet sees pays for what is new to its server.
            for number in range(ACTS + (not seen)):
                await asyncio.sleep(PAUSE_SECONDS + number * 0.0037 % 0.02)
                one = await crowd.sees(act)
                seen.setdefault(count, []).append(one)
                look()
        del seen[min(counts)][0]
    finally:
        await crowd.leave()
    return seen


def note(rounds: Rounds, seen: dict[int, list[Seen]]) -> None:
    """Add a round: of each number of tablets the median of its acts."""
    for count, those in seen.items():
        rounds.setdefault(count, []).append(statistics.median(one.last for one in those))


@contextmanager
def both_servers(database: str, tablets: int) -> Iterator[Table]:
    """The club's server as it is shipped, and the bare one with as many processes, on a database of their own."""
    with data_on(database) as (data, kept), contextlib.ExitStack() as stack:
        pages = data / "bare-pages"
        pages.mkdir()
        club = stack.enter_context(started(python("navalassist.club", "--port", "0", "--data", str(data)), kept))
        ours = port_of(club)
        count = len(children(club.pid, "navalassist.club.process"))
        writer = Writer(kept, module="bench.seen_table")
        stack.callback(writer.close)
        keys = writer.ask(f"table {tablets}")
        theirs = free_port()
        words = ["--port", str(theirs), "--workers", str(count), "--timeout-keep-alive", "60", "--log-level", "warning"]
        plain = {name: value for name, value in kept.items() if name != "DJANGO_SETTINGS_MODULE"}
        bare = python("uvicorn", "bench.bare.streams:application", *words, "--timeout-graceful-shutdown", "1")
        stack.enter_context(started(bare, plain | {"BENCH_PAGES": str(pages)}))
        wait_for(theirs)
        yield Table(ours, theirs, pages, writer, keys)


def free_port() -> int:
    """A port on which nobody listens."""
    with socket.socket() as free:
        free.bind((HOST, 0))
        return int(free.getsockname()[1])


async def round_of(table: Table, counts: Sequence[int], found: dict[str, Found], ours_first: bool) -> None:
    """Each page at both servers."""
    for name, of_page in found.items():
        sides = [table.at_ours, table.at_bare]
        for side in sides if ours_first else reversed(sides):
            await side(PAGES[name], counts, of_page)
        print(name, of_page.ours, of_page.theirs, file=sys.stderr, flush=True)


def on(database: str, pages: Sequence[str], counts: Sequence[int], rounds: int) -> dict[str, Found]:
    """Measure on one database: what was found, by page."""
    found = {name: Found() for name in pages}
    with both_servers(database, max(*counts, MOST_SEATS)) as table:
        for number in range(rounds):
            asyncio.run(round_of(table, counts, found, bool(number % 2)))
    return found


def tell(report: Report, database: str, name: str, found: Found) -> None:
    """A row, and the bounds of a page."""
    ours, theirs = found.ours, found.theirs
    most = max(ours)
    report.row(
        database,
        name.replace("-", ", "),
        f"{min(found.sizes):,}..{max(found.sizes):,}",
        *(spread(times, 0) for times in ours.values()),
        spread(theirs[most], 0),
        spread(found.answered, 0),
        " / ".join(f"{statistics.median(times):.0f}" for times in found.worked),
    )
    for count, other, least in ((SOME, ours.get(FIRST), MOST_OVER_FIRST), (ALL, theirs.get(ALL), MOST_OVER_BARE)):
        if count in ours and other:
            times = ratios(ours[count], other)
            beside = "the first alone" if count == SOME else "the bare view's"
            what = f"{database}, {name.replace('-', ' ')}: last of {count} over {beside}"
            report.bound(what, f"<= {least:.0f} x", spread(times), statistics.median(times) <= least)


def measure(databases: Sequence[str], pages: Sequence[str], counts: Sequence[int], rounds: int) -> Report:
    """All rounds on all databases."""
    last = (f"last of {count}, ms" for count in counts)
    most = max(counts)
    report = Report(
        "From an act until all have seen it",
        ("database", "page", "bytes", *last, f"bare, last of {most}, ms", "act answered, ms", "tablets' own work, ms"),
    )
    faults, looked_at = [], 0
    for database in databases:
        for name, found in on(database, pages, counts, rounds).items():
            tell(report, database, name, found)
            faults += [f"{database}: {fault}" for fault in found.faults]
            looked_at += found.looked_at
    what = "pages with an old version for a new one, or with what their seat must not see"
    report.bound(
        what, "none", f"{len(faults)} of {looked_at:,}: {faults[0]}" if faults else f"none of {looked_at:,}", not faults
    )
    report.notes.append(
        f"{rounds} rounds; each time is the median of {ACTS} acts, from the commit, which is known by the act's answer "
        "or the first word of it on a stream, until the last tablet has its page whole. Each tablet is another "
        "person's, in turn of one side, of the other, and an observer's. The act sets a number that everybody sees; it "
        f"is answered while all {most} fetch. The tablets' own work is their process's time for one act, ours / bare."
    )
    return report


def main(argv: list[str] | None = None) -> int:
    """Measure."""
    parser = argparse.ArgumentParser(prog="python -m bench.seen", description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--tablets", type=int, nargs="+", default=TABLETS, help="how many look, one after the other")
    parser.add_argument("--pages", nargs="+", default=list(PAGES), choices=PAGES, help="some of them")
    parser.add_argument("--on", choices=(SQLITE, POSTGRESQL), help="one database only")
    given = parser.parse_args(argv)
    databases = (given.on,) if given.on else (SQLITE, POSTGRESQL)
    return finish(measure(databases, given.pages, sorted(given.tablets), given.rounds))


if __name__ == "__main__":
    sys.exit(main())
