"""The year's book of a year with 2,500 rolls: its first view by a server just started, and later ones.

Beside them, in turn, what nobody can do without: the records of the same entries fetched and read as JSON, in a process
that does nothing else. Each round has a server of its own.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path

from bench.product import ROOT, folder, open_product, python
from bench.report import Report, finish, ratios, spread
from bench.server import cookies_of, get, served

SLUG, ROLLS, ROUNDS, LATER = "long-year", 2_500, 5, 5
ROWS_A_SIDE = 60
MOST_SECONDS, MOST_RATIO = 2.0, 10.0


def build(data: Path, rolls: int) -> None:
    """Play a year. To be called in a process of its own."""
    open_product(data)
    from bench import campaign
    from navalassist.auditlog.models import Entry

    campaign.ROWS_A_SIDE = ROWS_A_SIDE
    made, entries = campaign.new_campaign(SLUG), 0
    while Entry.objects.filter(campaign=made).exclude(dice="").count() < rolls:
        campaign.grow(made, entries := entries + 500)


def floor(data: Path) -> None:
    """Print the seconds that reading the records of the year takes. To be called in a process of its own."""
    open_product(data)
    import json

    from navalassist.auditlog.models import Entry

    start = time.perf_counter()
    for content in Entry.objects.filter(kind__in=("rule", "correction")).values_list("content", flat=True):
        json.loads(content)
    print(time.perf_counter() - start)


def looked_at(data: Path) -> tuple[float, float]:
    """Seconds of the first view, and of a later one."""
    with served(data, "navalassist.settings") as (port, _):
        cookies, took = cookies_of(port, SLUG), []
        for _ in range(1 + LATER):
            start = time.perf_counter()
            status, _, body = get(port, f"/c/{SLUG}/year/?year=1941", cookies)
            took.append(time.perf_counter() - start)
            if status != 200 or b"dice beside their odds" not in body:
                raise RuntimeError(f"the year's book was answered with {status}, or without luck")
    return took[0], sum(took[1:]) / LATER


def measure(rolls: int) -> Report:
    """Build, then look."""
    report = Report("The year's book", ("", "s", "over the floor"))
    first, later, read = [], [], []
    with folder() as data:
        subprocess.run(python("bench.year", "--build", str(data), "--rolls", str(rolls)), cwd=ROOT, check=True)
        for _ in range(ROUNDS):
            asked = subprocess.run(
                python("bench.year", "--floor", str(data)), cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
            )
            read.append(float(asked.stdout))
            one, other = looked_at(data)
            first.append(one)
            later.append(other)
    over = ratios(first, read)
    report.row("first view", spread(first, 2), spread(over, 1))
    report.row("a later view", spread(later, 2), spread(ratios(later, read), 1))
    report.row("floor: the records read", spread(read, 2), "")
    middle = sorted(first)[ROUNDS // 2]
    report.bound("first view, s", f"<= {MOST_SECONDS:.0f}", spread(first, 2), middle <= MOST_SECONDS)
    kept = sorted(over)[ROUNDS // 2] <= MOST_RATIO
    report.bound("first view over the floor", f"<= {MOST_RATIO:.0f} x", spread(over, 1), kept)
    report.notes.append(
        f"{rolls:,} rolls in one year; {ROUNDS} servers, each just started, {LATER} later views of each."
    )
    return report


def main() -> int:
    asked = argparse.ArgumentParser()
    asked.add_argument("--build", type=Path)
    asked.add_argument("--floor", type=Path)
    asked.add_argument("--rolls", type=int, default=ROLLS)
    given = asked.parse_args()
    for work, data in ((lambda at: build(at, given.rolls), given.build), (floor, given.floor)):
        if data:
            work(data)
            return 0
    return finish(measure(given.rolls))


if __name__ == "__main__":
    sys.exit(main())
