"""How long `manage.py verify` takes for a long campaign, and whether its memory stays flat.

A campaign of real shipment checks is played in a process of its own; then it is checked in processes of their own, so
that the greatest memory of each is its own. `--keep FOLDER` keeps the campaigns for the next time.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from bench.product import ROOT, folder, open_product, python
from bench.report import Report, finish, ratios, spread

SHORT, LONG = 1_000, 100_000
ROUNDS = 3
SECONDS, GROWTH = 10.0, 1.2


def build(data: Path, entries: int) -> dict[str, Any]:
    """Play a campaign of so many entries. To be called in a process of its own."""
    open_product(data)
    from bench.campaign import grow, new_campaign
    from navalassist.sqlite import checkpoint

    start = time.perf_counter()
    made = grow(new_campaign("verify"), entries)
    checkpoint()
    return {"entries": made, "seconds": time.perf_counter() - start}


def check(data: Path) -> dict[str, Any]:
    """Check the campaign of a folder. To be called in a process of its own."""
    open_product(data)
    from navalassist.campaigns.models import Campaign
    from navalassist.play.verify import check_campaign

    campaign = Campaign.objects.get()
    start = time.perf_counter()
    report = check_campaign(campaign)
    seconds = time.perf_counter() - start
    faults = [str(fault) for fault in report.faults]
    counts = {"entries": report.entries, "rules": report.rules, "dice": report.dice}
    return {"seconds": seconds, "faults": faults, "mib": _peak_mib()} | counts


def floor(data: Path) -> dict[str, Any]:
    """The least that any check must do: read every entry, hash it, parse it, fold its changes. In its own process."""
    open_product(data)
    from django.db import connection

    facts: dict[str, Any] = {}
    start = time.perf_counter()
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
    return {"seconds": time.perf_counter() - start, "facts": len(facts)}


def _peak_mib() -> float:
    """The greatest memory of this process, and of its largest child if it has any (Linux counts in KiB)."""
    kib = [resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(kib) / (1024 * 1024 if sys.platform == "darwin" else 1024)


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
    """Build both campaigns, then check them in turn."""
    report = Report("Checking a whole log", ("", "entries", "rule checks", "seconds", "entries/s", "peak memory, MiB"))
    with folder(keep) as home:
        few, many = prepared(home, short), prepared(home, long)
        rounds = [
            (in_own_process("check", few), in_own_process("check", many), in_own_process("floor", many))
            for _ in range(ROUNDS)
        ]
    small, large, least = (list(column) for column in zip(*rounds, strict=True))
    for name, runs in (("short log", small), ("long log", large)):
        report.row(
            name,
            f"{runs[0]['entries']:,}",
            f"{runs[0]['rules']:,}",
            spread([run["seconds"] for run in runs]),
            spread([run["entries"] / run["seconds"] for run in runs], 0),
            spread([run["mib"] for run in runs], 0),
        )
    report.row("floor, long log", f"{large[0]['entries']:,}", "0", spread([run["seconds"] for run in least]), "", "")
    _bounds(report, small, large, least)
    return report


def _bounds(
    report: Report, small: list[dict[str, Any]], large: list[dict[str, Any]], least: list[dict[str, Any]]
) -> None:
    seconds = [run["seconds"] for run in large]
    growth = ratios([run["mib"] for run in large], [run["mib"] for run in small])
    entries = large[0]["entries"]
    report.bound(
        f"verify of {entries:,} entries", f"<= {SECONDS:.0f} s", f"{spread(seconds)} s", sorted(seconds)[1] <= SECONDS
    )
    report.bound("its memory over that of the short log", f"<= {GROWTH} x", spread(growth), sorted(growth)[1] <= GROWTH)
    faults = [fault for run in (*small, *large) for fault in run["faults"]]
    report.bound("faults found in them", "none", "; ".join(faults[:3]) or "none", not faults)
    floors = spread(ratios([run["seconds"] for run in least], seconds))
    report.notes.append(f"Floor: read, SHA-256, JSON, changes folded, no rule run again. Its time over ours: {floors}.")


def main(argv: list[str] | None = None) -> int:
    """Measure, or do one job for a measurement and print its figures as JSON."""
    parser = argparse.ArgumentParser(prog="python -m bench.verify", description=__doc__)
    parser.add_argument("--keep", type=Path, help="folder that keeps the campaigns between runs")
    parser.add_argument("--entries", type=int, default=LONG, help="length of the long log (default: %(default)s)")
    for job in ("build", "check", "floor"):
        parser.add_argument(f"--{job}", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args(argv)
    if given.build:
        print(json.dumps(build(given.build, given.entries)))
    elif given.check:
        print(json.dumps(check(given.check)))
    elif given.floor:
        print(json.dumps(floor(given.floor)))
    else:
        return finish(measure(given.keep, min(SHORT, given.entries), given.entries))
    return 0


if __name__ == "__main__":
    sys.exit(main())
