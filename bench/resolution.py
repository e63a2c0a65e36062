"""A shipment check by POST, against bare views that insert one row: same server, same process, same database.

Every POST is a check of another shipment, with the server's dice, its own submission key, cookie session, CSRF check,
all middleware, and an entry that is on the disk (SQLite FULL, PostgreSQL with fsync) before the answer goes out. Eight
clients, each with one request under way; the views take turns, and the ratios are taken round by round. A round rolls
every row of every board once, so that the first row of a kind, whose odds are new, has its share in each round.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path

from bench.client import Load, post, run
from bench.product import LASTING, POSTGRESQL, ROOT, SQLITE, database, folder, open_product, python
from bench.report import Report, finish, ratios, spread
from bench.server import TOKEN, cookies_of, get, processor_seconds, served

ROUNDS, SECONDS, CLIENTS = 9, 1.0, 8
CAMPAIGNS, ROWS = 24, 30
# Seconds; no round should come near it.
LONGEST = 60.0
LEAST = 0.40
BARE, BEHIND_ALL = "one INSERT, no middleware", "one INSERT, the product's middleware"
ROWS_ALONE, CHECK = "the rows of a check, no rule", "shipment check"
VIEWS = (BARE, BEHIND_ALL, ROWS_ALONE, CHECK)


@dataclass(frozen=True)
class Board:
    """The rows of one campaign that wait to be rolled, and the version that their page shows."""

    slug: str
    seen: str
    shipments: tuple[str, ...]


def roll(board: Board, shipment: str, cookies: dict[str, str], **headers: str) -> bytes:
    """The request of a browser that rolls one row of the board."""
    fields = {
        "csrfmiddlewaretoken": TOKEN,
        "submission": uuid.uuid4().hex,
        "seen": board.seen,
        "roll": f"row:{shipment}",
        "dice": "server",
        "strip": "",
    }
    return post(f"/c/{board.slug}/board/roll/", fields, cookies, **headers)


def rolls(boards: list[Board], cookies: dict[str, str]) -> Iterator[bytes]:
    """All rows of all boards, one of each campaign in turn, as if every table rolled at the same time."""
    return iter([roll(board, board.shipments[row], cookies) for row in range(ROWS) for board in boards])


def inserts(path: str, cookies: dict[str, str] | None) -> Iterator[bytes]:
    """The same insert without end."""
    return repeat(post(path, {"csrfmiddlewaretoken": TOKEN, "text": "cargo-contact"}, cookies))


def made_up_rows(cookies: dict[str, str]) -> Iterator[bytes]:
    """The rows of a check without end, each under a submission key of its own."""
    while True:
        yield post("/bench/rows/", {"csrfmiddlewaretoken": TOKEN, "submission": uuid.uuid4().hex}, cookies)


def floor_campaign() -> None:
    """The campaign of the made-up rows: one row on its board."""
    from bench.campaign import ROLLED_AT_ONCE, new_campaign, shipments, table_viewer
    from navalassist.play.write.transaction import writing

    campaign = new_campaign("floor")
    with writing(table_viewer(campaign)) as writer:
        writer.edit("shipment.add", shipments(ROLLED_AT_ONCE, writer.state.clock[0], 1), seat="axis")


def next_turn(number: int) -> list[Board]:
    """Fresh rows in every campaign: the Axis naval movement of a turn, the rows of the turn before taken away."""
    from bench.campaign import ROLLED_AT_ONCE, new_campaign, shipments, table_viewer
    from navalassist.campaigns.models import Campaign
    from navalassist.play.state import page_version
    from navalassist.play.turns import steps
    from navalassist.play.write.transaction import writing

    boards = []
    for place in range(CAMPAIGNS):
        slug = f"table-{place}"
        campaign = Campaign.objects.filter(slug=slug).first() or new_campaign(slug)
        viewer = table_viewer(campaign)
        with writing(viewer) as writer:
            while number and writer.state.clock[0] < TURNS[number]:
                steps.end_step(writer)
            while writer.state.clock[1:] != ("axis", "naval-movement"):
                steps.end_step(writer)
            rows = shipments(ROLLED_AT_ONCE, writer.state.clock[0], ROWS)
            writer.edit("shipment.add", rows, seat="axis")
        keys = tuple(row.key.partition(":")[2] for row in rows)
        boards.append(Board(slug, page_version(writer.state, viewer), keys))
    return boards


TURNS = [f"1941-{month:02}-{half}" for month in range(3, 13) for half in (1, 2)]


def one_round(port: int, process: int, number: int, seconds: float) -> dict[str, Load]:
    """Every view for its time, the check first in one round and last in the next."""
    boards = next_turn(number)
    cookies = cookies_of(port, boards[0].slug)
    for board in boards:
        get(port, f"/c/{board.slug}/", cookies)
    loads = {
        BARE: lambda: run(port, inserts("/bench/bare/", None), seconds, CLIENTS),
        BEHIND_ALL: lambda: run(port, inserts("/bench/behind-all/", cookies), seconds, CLIENTS),
        ROWS_ALONE: lambda: run(port, made_up_rows(cookies), seconds, CLIENTS),
        CHECK: lambda: run(port, rolls(boards, cookies), LONGEST, CLIENTS),
    }
    names = list(loads) if number % 2 else list(reversed(loads))
    found = {}
    for name in names:
        before = processor_seconds(process)
        load = found[name] = loads[name]()
        load.processor = processor_seconds(process) - before
        wrong = {status: times for status, times in load.statuses.items() if status not in (200, 302)}
        if wrong:
            raise RuntimeError(f"{name}: answers that are no success: {wrong}")
    return found


def checked(data: Path) -> int:
    """How many checks the log holds; RuntimeError unless the log of one campaign is sound."""
    from navalassist.auditlog.models import Entry
    from navalassist.campaigns.models import Campaign
    from navalassist.play.checks.verify import check_campaign

    report = check_campaign(Campaign.objects.get(slug="table-0"))
    if not report.sound:
        raise RuntimeError(f"the log is not sound after the load: {report.faults[0]}")
    return Entry.objects.filter(kind="rule").exclude(campaign__slug="floor").count()


def parts(name: str, number: int) -> Report:
    """Where the time of a check goes, found in this process; a round before it makes the process warm."""
    from bench.parts import ask, cookies_here, parts_of

    boards = next_turn(number)
    cookies = cookies_here(boards[0].slug)
    ask(rolls(boards, cookies))
    return parts_of(name, rolls(next_turn(number + 1), cookies))


def measure(name: str = SQLITE, rounds: int = ROUNDS, seconds: float = SECONDS) -> tuple[Report, Report]:
    """All rounds on one database, which this process is then set up for; and where the time of a check goes."""
    head = ("view", "POST/s", "p50, ms", "p99, ms", "processor, ms", "ratio to one INSERT", "by processor")
    report = Report(f"Resolution by POST, {name}", head)
    with folder() as data, database(name, **LASTING) as os.environ["NAVALASSIST_DATABASE"]:
        open_product(data, "bench.settings")
        floor_campaign()
        with served(data) as (port, process):
            one_round(port, process, 0, min(seconds, 0.5))
            found = [one_round(port, process, number, seconds) for number in range(1, rounds + 1)]
        where = parts(name, rounds + 1)
        entries = checked(data)
    rates = {view: [load[view].rate for load in found] for view in VIEWS}
    costs = {view: [load[view].cost for load in found] for view in VIEWS}
    for view, rate in rates.items():
        p50 = spread([load[view].quantile(0.5) for load in found], 1)
        p99 = spread([load[view].quantile(0.99) for load in found], 1)
        ratio, by_cost = spread(ratios(rate, rates[BARE])), spread(ratios(costs[BARE], costs[view]))
        report.row(view, spread(rate, 0), p50, p99, spread(costs[view]), ratio, by_cost)
    against = ratios(rates[CHECK], rates[BARE])
    kept = statistics.median(against) >= LEAST
    report.bound(f"{name}: resolution over the bare view", f">= {LEAST:.2f}", spread(against), kept)
    behind = spread(ratios(rates[CHECK], rates[BEHIND_ALL]))
    report.notes.append(f"Over one INSERT behind the product's own middleware: {behind}.")
    report.notes.append(
        f"{rounds} rounds, {CLIENTS} clients; {entries:,} checks in {CAMPAIGNS} campaigns of {ROWS} rows a turn."
    )
    return report, where


def main(argv: list[str] | None = None) -> int:
    """Measure."""
    parser = argparse.ArgumentParser(prog="python -m bench.resolution", description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--on", choices=(SQLITE, POSTGRESQL), help="one database only")
    given = parser.parse_args(argv)
    if given.on:
        report, where = measure(given.on, given.rounds, given.seconds)
        code = finish(report)
        print(f"\n{where.markdown()}\n", flush=True)
        return code
    # A process is set up for one database.
    words = ("--rounds", str(given.rounds), "--seconds", str(given.seconds))
    each = [python("bench.resolution", "--on", name, *words) for name in (SQLITE, POSTGRESQL)]
    return max(subprocess.run(command, cwd=ROOT).returncode for command in each)


if __name__ == "__main__":
    sys.exit(main())
