"""How long `manage.py verify` takes for a long campaign, and whether its memory stays flat.

A campaign of real shipment checks is played in a process of its own; then it is checked in processes of their own, so
that the greatest memory of each is its own. `--keep FOLDER` keeps the campaigns for the next time; `--costs` tells what
each part of a check costs, and does nothing else.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from bench.product import ROOT, folder, open_product, python
from bench.report import Report, finish, ratios, spread
from bench.verify_costs import costs, costs_report

SHORT, LONG = 1_000, 100_000
ROUNDS = 3
SECONDS, GROWTH = 10.0, 1.2
MOST_PROCESSES = 4
HEAD = ("", "entries", "rule checks", "seconds", "entries/s", "peak memory, MiB")


def build(data: Path, entries: int) -> dict[str, Any]:
    """Play a campaign of so many entries. To be called in a process of its own."""
    open_product(data)
    from bench.campaign import grow, new_campaign
    from navalassist.sqlite import checkpoint

    start = time.perf_counter()
    made = grow(new_campaign("verify"), entries)
    checkpoint()
    return {"entries": made, "seconds": time.perf_counter() - start}


def check(data: Path, processes: int) -> dict[str, Any]:
    """Check the campaign of a folder. To be called in a process of its own."""
    open_product(data)
    from navalassist.campaigns.models import Campaign
    from navalassist.play.checks.verify import check_campaign

    campaign = Campaign.objects.get()
    start, processor = time.perf_counter(), _processor_time()
    report = check_campaign(campaign, processes)
    seconds, processor = time.perf_counter() - start, _processor_time() - processor
    faults = [str(fault) for fault in report.faults]
    counts = {"entries": report.entries, "rules": report.rules, "dice": report.dice, "head": report.head}
    return {"seconds": seconds, "processor": processor, "faults": faults, "mib": _peak_mib(processes)} | counts


def part_by_part(data: Path) -> dict[str, Any]:
    """What each part of a check costs. To be called in a process of its own."""
    open_product(data)
    from navalassist.campaigns.models import Campaign
    from navalassist.play.checks.verify import check_campaign

    campaign = Campaign.objects.get()
    return costs(lambda: check_campaign(campaign, 1), read_and_fold, campaign.entries.count())


def floor(data: Path) -> dict[str, Any]:
    """The least that any check must do: read every entry, hash it, parse it, fold its changes. In its own process."""
    open_product(data)
    start, processor = time.perf_counter(), _processor_time()
    facts = read_and_fold()
    return {
        "seconds": time.perf_counter() - start,
        "processor": _processor_time() - processor,
        "facts": facts,
    }


def read_and_fold() -> int:
    """Read every entry, hash it, parse it, fold its changes; the number of facts."""
    from django.db import connection

    facts: dict[str, Any] = {}
    with connection.cursor() as cursor:
        cursor.execute("SELECT content, hash FROM auditlog_entry ORDER BY id")
        while rows := cursor.fetchmany(1000):
            for content, digest in rows:
                if hashlib.sha256(content.encode()).hexdigest() != digest:
                    raise ValueError(content[:200])
                for key, _, after in json.loads(content)["body"].get("changes", ()):
                    if after is None:
                        facts.pop(key, None)
                    else:
                        facts[key] = after
    return len(facts)


def _processor_time() -> float:
    """Seconds of processor time of this process, and of those that it started and that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def _peak_mib(processes: int) -> float:
    """The greatest memory of this process and of all that helped it, each taken as the largest of them."""
    own, child = (resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    # Linux counts in KiB, macOS in bytes.
    return (own + (child * processes if processes > 1 else 0)) / (1024 * 1024 if sys.platform == "darwin" else 1024)


def in_own_process(job: str, data: Path, *arguments: str) -> dict[str, Any]:
    """Run a job of this module in a process of its own."""
    command = python("bench.verify", f"--{job}", str(data), *arguments)
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, timeout=3600, check=True)
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return result


def prepared(home: Path, entries: int) -> Path:
    """The folder of a campaign of that length, built if it is not there."""
    data = home / str(entries)
    done = data / "built.json"
    if not done.exists():
        print(f"Playing a campaign of {entries:,} entries …", file=sys.stderr, flush=True)
        data.mkdir(parents=True, exist_ok=True)
        done.write_text(json.dumps(in_own_process("build", data, "--entries", str(entries))))
    return data


def measure(keep: Path | None = None, short: int = SHORT, long: int = LONG) -> Report:
    """Build both campaigns, then check them in turn, by one process and by as many as the product takes."""
    many = min(os.cpu_count() or 1, MOST_PROCESSES)
    runs: dict[tuple[str, int], list[dict[str, Any]]] = {}
    with folder(keep) as home:
        logs = {"short": prepared(home, short), "long": prepared(home, long)}
        floors = [in_own_process("floor", logs["long"]) for _ in range(ROUNDS)]
        for number in range(ROUNDS):
            for processes in sorted({1, many}):
                # One process alone takes its time with the long log, and is asked once.
                for name, data in logs.items():
                    if processes == many or not number or name == "short":
                        run = in_own_process("check", data, "--processes", str(processes))
                        runs.setdefault((name, processes), []).append(run)
    report = Report("Checking a whole log", HEAD)
    for (name, processes), found in sorted(runs.items(), key=lambda item: (item[0][0] != "short", item[0][1])):
        _row(report, f"{name} log, {processes} process{'es' * (processes > 1)}", found)
    report.row("floor, long log, 1 process", f"{long:,}", "0", spread([run["seconds"] for run in floors]), "", "")
    _bounds(report, runs, many, floors)
    return report


def _row(report: Report, name: str, found: list[dict[str, Any]]) -> None:
    seconds = [run["seconds"] for run in found]
    rate = spread([run["entries"] / run["seconds"] for run in found], 0)
    memory = spread([run["mib"] for run in found], 0)
    report.row(name, f"{found[0]['entries']:,}", f"{found[0]['rules']:,}", spread(seconds), rate, memory)


def _bounds(
    report: Report, runs: dict[tuple[str, int], list[dict[str, Any]]], many: int, floors: list[dict[str, Any]]
) -> None:
    large = runs["long", many]
    seconds = [run["seconds"] for run in large]
    limit = statistics.median(seconds) <= SECONDS
    report.bound(f"verify of {large[0]['entries']:,} entries", f"<= {SECONDS:.0f} s", f"{spread(seconds)} s", limit)
    for processes in sorted({1, many}):
        least = [run["mib"] for run in runs["short", processes]]
        growth = [run["mib"] / statistics.median(least) for run in runs["long", processes]]
        what = f"memory over that of the short log, {processes} process{'es' * (processes > 1)}"
        report.bound(what, f"<= {GROWTH} x", spread(growth), statistics.median(growth) <= GROWTH)
    faults = [fault for found in runs.values() for run in found for fault in run["faults"]]
    report.bound("faults found in the logs", "none", "; ".join(faults[:3]) or "none", not faults)
    told = {tuple(run[name] for name in ("entries", "rules", "dice", "head")) for run in (*large, *runs["long", 1])}
    report.bound("one and several processes find the same", "yes", "yes" if len(told) == 1 else "no", len(told) == 1)
    share = spread(ratios([run["seconds"] for run in floors], seconds))
    report.notes.append(f"Floor: read, SHA-256, JSON, changes folded, no rule run again. Its time over ours: {share}.")
    least = statistics.median(run["processor"] for run in floors)
    for processes in sorted({1, many}):
        shares = [least / run["processor"] for run in runs["long", processes]]
        what = f"{processes} process{'es' * (processes > 1)}"
        report.notes.append(f"In processor time, whatever else the machine does, with {what}: {spread(shares, 3)}.")


def main(argv: list[str] | None = None) -> int:
    """Measure, or do one job for a measurement and print its figures as JSON."""
    parser = argparse.ArgumentParser(prog="python -m bench.verify", description=__doc__)
    parser.add_argument("--keep", type=Path, help="folder that keeps the campaigns between runs")
    parser.add_argument("--entries", type=int, default=LONG, help="length of the long log (default: %(default)s)")
    parser.add_argument("--costs", action="store_true", help="only what each part of a check of the long log costs")
    parser.add_argument("--processes", type=int, default=1, help=argparse.SUPPRESS)
    for job in ("build", "check", "floor", "parts"):
        parser.add_argument(f"--{job}", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args(argv)
    if given.build:
        print(json.dumps(build(given.build, given.entries)))
    elif given.check:
        print(json.dumps(check(given.check, given.processes)))
    elif given.floor:
        print(json.dumps(floor(given.floor)))
    elif given.parts:
        print(json.dumps(part_by_part(given.parts)))
    elif given.costs:
        with folder(given.keep) as home:
            return finish(costs_report(in_own_process("parts", prepared(home, given.entries))))
    else:
        return finish(measure(given.keep, min(SHORT, given.entries), given.entries))
    return 0


if __name__ == "__main__":
    sys.exit(main())
