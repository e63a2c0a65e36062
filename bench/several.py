"""A club's server with one process and with several, on one machine and PostgreSQL: pages and acts a second.

Eight clients ask for map and board without end; eight set victory points; and eight do both, ten pages for each act.
Servers of each number of processes run side by side, each on a database of its own, and are asked in turn. How many
milliseconds of processor time a request took of the server is told too: on a busy machine two processes get more of it
than one (Linux).
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from bench.busy import Club, club_in
from bench.client import HOST, run
from bench.live import POSTGRESQL, SLUG, acts
from bench.product import ROOT, python
from bench.report import Report, finish, ratios, spread

CLIENTS, SECONDS, ROUNDS, PAGES_OF_AN_ACT = 8, 6.0, 5, 10
KINDS = ("map", "board", "acts", "both")


def by_kind() -> dict[str, list[float]]:
    """No figure yet of any kind."""
    return {kind: [] for kind in KINDS}


@dataclass
class Side:
    """A server with so many processes, and what was found by kind, a figure a round."""

    workers: int
    club: Club
    rates: dict[str, list[float]] = field(default_factory=by_kind)
    costs: dict[str, list[float]] = field(default_factory=by_kind)

    def processor(self) -> float:
        """Seconds of processor time that its processes have taken."""
        return sum(map(taken, children(self.club.side.process)))


def stat(process: int) -> list[str]:
    """What Linux tells of a process, from its parent on."""
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1:]


def children(launcher: int) -> list[int]:
    """The processes that a launcher looks after."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if int(stat(int(entry.name))[0]) == launcher:
                found.append(int(entry.name))
    return found


def taken(process: int) -> float:
    """Its seconds of processor time, of its own and of the system's."""
    return sum(map(int, stat(process)[10:12])) / os.sysconf("SC_CLK_TCK")


def asked(kind: str, key: str) -> Iterator[bytes]:
    """Requests of a kind without end, as a browser sends them."""
    head = f"Host: {HOST}\r\nAccept-Encoding: gzip, br\r\nCookie: navalassist_session={key}\r\n\r\n"
    page, board = (f"GET {path} HTTP/1.1\r\n{head}".encode() for path in (f"/c/{SLUG}/", f"/c/{SLUG}/board/"))
    # Not with the points that stand there already, which would be no act.
    new = itertools.islice(acts(key), time.time_ns() % 900, None)
    if kind == "acts":
        return new
    if kind == "both":
        pages = itertools.cycle([page, board])
        return (next(each) for act in new for each in (iter([act]), *[pages] * PAGES_OF_AN_ACT))
    return itertools.repeat(page if kind == "map" else board)


def load(port: int, key: str, kind: str, seconds: float) -> tuple[float, int]:
    """Requests a second, and how many there were, asked in this process."""
    found = run(port, asked(kind, key), seconds, CLIENTS)
    if wrong := set(found.statuses) - {200, 302}:
        raise RuntimeError(f"answers that are no success: {wrong}")
    return found.rate, len(found.milliseconds)


def measure_one(side: Side, kind: str, seconds: float) -> tuple[float, float]:
    """Requests a second, and milliseconds of processor time for each; asked in a process of its own."""
    words = ("--load", str(side.club.side.port), side.club.key, kind, str(seconds))
    before = side.processor()
    done = subprocess.run(python("bench.several", *words), cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    rate, count = json.loads(done.stdout)
    return rate, (side.processor() - before) / count * 1000


def tell(report: Report, sides: list[Side]) -> None:
    """The rows."""
    for side in sides:
        report.row(str(side.workers), "a second", *(spread(side.rates[kind], 1) for kind in KINDS))
        report.row(str(side.workers), "processor, ms", *(spread(side.costs[kind], 1) for kind in KINDS))
    first = sides[0]
    for side in sides[1:]:
        which = f"{side.workers} over {first.workers}"
        report.row(which, "a second", *(spread(ratios(side.rates[kind], first.rates[kind])) for kind in KINDS))
        report.row(which, "processor", *(spread(ratios(side.costs[kind], first.costs[kind])) for kind in KINDS))


def measure(counts: list[int], rounds: int, seconds: float) -> Report:
    """All rounds."""
    report = Report("One process and several", ("processes", "", *KINDS))
    with contextlib.ExitStack() as stack:
        clubs = [stack.enter_context(club_in(ROOT, str(count), POSTGRESQL, count)) for count in counts]
        sides = [Side(count, club) for count, club in zip(counts, clubs, strict=True)]
        for number in range(rounds + 1):
            for kind in KINDS:
                for side in sides if number % 2 else reversed(sides):
                    rate, cost = measure_one(side, kind, seconds)
                    # In the first round whatever is made once is made.
                    if number:
                        side.rates[kind].append(rate)
                        side.costs[kind].append(cost)
        tell(report, sides)
    report.notes.append(
        f"{rounds} rounds of {seconds:.0f} s; {CLIENTS} clients in a process of their own on the same cores; "
        f"both: {PAGES_OF_AN_ACT} pages for each act, all requests counted."
    )
    return report


def main(argv: list[str] | None = None) -> int:
    """Measure."""
    parser = argparse.ArgumentParser(prog="python -m bench.several", description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2], help="how many processes, each in turn")
    parser.add_argument("--load", nargs=4, help=argparse.SUPPRESS)
    given = parser.parse_args(argv)
    if given.load:
        port, key, kind, seconds = given.load
        print(json.dumps(load(int(port), key, kind, float(seconds))))
        return 0
    return finish(measure(given.workers, given.rounds, given.seconds))


if __name__ == "__main__":
    sys.exit(main())
