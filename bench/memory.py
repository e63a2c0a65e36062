"""Whether pages keep what they should free: the memory of the server before and after 500 requests of each page.

The campaign is a closed one, with far more rolls in one turn than any table makes. One page of each kind is asked for
that links lead to, from a side's seat, one request at a time.
"""

from __future__ import annotations

import argparse
import re
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import urljoin

from bench.product import ROOT, folder, open_product, python
from bench.report import Report, finish
from bench.server import cookies_of, get, served

REQUESTS, SECONDS = 500, 30.0
# What first looks cost for good: templates, tables, odds, and in each of the eight threads the room for one page.
FIRST = 50
ROWS = 1_000
MOST_MIB = 32.0
SLUG = "long-turn"
# Files of another kind than pages, and what a page asks for again and again by itself.
LEFT_OUT = re.compile(r"/(static|stream|version)/|\.(py|json|svg|csv|zip)$|/(file|download)/")


def build(data: Path, rows: int) -> None:
    """Play one long turn. To be called in a process of its own."""
    open_product(data)
    from bench.campaign import WAYS, sail, shipments, table_viewer
    from navalassist.play.write.transaction import writing
    from navalassist.systems.europa.setup import begin

    viewer = table_viewer(begin("A long turn", malta=10, slug=SLUG, rulings={"R-56": "closed"}))
    ways = [way for way in WAYS if way[0] == "axis"]
    for _ in range(0, rows, 100):
        with writing(viewer) as writer:
            made = shipments(ways, writer.state.clock[0], 100)
            for row in made:
                writer.edit("shipment.add", [row], seat="axis")
            for row in made:
                sail(writer, row.key.partition(":")[2], typed=False)


def pages_of(port: int, cookies: dict[str, str]) -> Iterator[tuple[str, str]]:
    """The name of each kind of page, and an address of it: the first that a link leads to."""
    from django.urls import Resolver404, resolve

    seen: dict[str, str] = {}
    todo = ["/", f"/c/{SLUG}/"]
    while todo:
        address = todo.pop(0)
        path = address.partition("?")[0]
        try:
            match = resolve(path)
        except Resolver404:
            continue
        kind = match.view_name or match._func_path
        if kind in seen or LEFT_OUT.search(path):
            continue
        status, headers, body = get(port, address, cookies)
        if status != 200 or "html" not in headers.get("content-type", ""):
            continue
        seen[kind] = address
        yield kind, address
        links = re.findall(r'href="([^"#]+)', body.decode())
        todo += [link for one in links if (link := urljoin(address, unescape(one))).startswith("/")]


def mib(process: int) -> float:
    """The memory that a process holds just now."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * resource.getpagesize() / 2**20


def asked(port: int, process: int, cookies: dict[str, str], address: str, most: int) -> tuple[int, list[float], float]:
    """Ask for a page again and again: how often, the memory before, soon and at the end, and milliseconds a request."""
    found, start, count = [mib(process)], time.perf_counter(), 0
    while count < FIRST or (count < most and time.perf_counter() - start < SECONDS):
        get(port, address, cookies)
        count += 1
        if count == FIRST:
            found.append(mib(process))
    return count, [*found, mib(process)], (time.perf_counter() - start) * 1000 / count


def measure(requests: int, rows: int, only: str) -> Report:
    """Build, serve, ask."""
    report = Report(
        "Memory", ("page", "requests", "MiB before", f"after {FIRST}", "after all", "grown since", "ms a request")
    )
    with folder() as data:
        subprocess.run(python("bench.memory", "--build", str(data), "--rows", str(rows)), cwd=ROOT, check=True)
        open_product(data)
        worst, where = 0.0, ""
        with served(data, "navalassist.settings") as (port, process):
            cookies = cookies_of(port, SLUG)
            for kind, address in list(pages_of(port, cookies)):
                if only not in ("", kind):
                    continue
                count, (before, soon, after), took = asked(port, process, cookies, address, requests)
                sizes = (f"{before:.0f}", f"{soon:.0f}", f"{after:.0f}", f"{after - soon:+.1f}")
                report.row(kind, f"{count}", *sizes, f"{took:.0f}")
                print(kind, address, count, *sizes, f"{took:.0f} ms", file=sys.stderr, flush=True)
                if after - soon > worst:
                    worst, where = after - soon, kind
    report.bound(
        f"memory that a page takes after its first {FIRST} requests, MiB",
        f"<= {MOST_MIB:.0f}",
        f"{worst:.1f} ({where})",
        worst <= MOST_MIB,
    )
    report.notes.append(f"{rows:,} rows of one closed turn; at most {SECONDS:.0f} seconds a page.")
    return report


def main(argv: list[str] | None = None) -> int:
    """Measure; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m bench.memory", description=__doc__)
    parser.add_argument("--build", type=Path, help="only play the campaign, into this folder")
    parser.add_argument("--rows", type=int, default=ROWS, help="rows of the long turn")
    parser.add_argument("--requests", type=int, default=REQUESTS, help="of each page")
    parser.add_argument("--only", default="", help="one kind of page, by its name in the report")
    given = parser.parse_args(argv)
    if given.build:
        build(given.build, given.rows)
        return 0
    return finish(measure(given.requests, given.rows, given.only))


if __name__ == "__main__":
    sys.exit(main())
