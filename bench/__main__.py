"""All measurements, one after the other, each in a process of its own; prints the Markdown of the README's figures.

`python -m bench --write` puts them into bench/README.md in place of all that stand there; with names, each in place of
its own. The exit code is 1 when any bound is missed.
"""

from __future__ import annotations

import argparse
import platform
import re
import sqlite3
import subprocess
import sys
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from bench.product import ROOT, python

README = ROOT / "bench" / "README.md"
BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"
MEASUREMENTS = (
    "odds",
    "pages",
    "resolution",
    "verify",
    "paging",
    "live",
    "seen",
    "busy",
    "memory",
    "importing",
    "year",
    "start",
)


def machine() -> str:
    """Date, processor and versions, in one paragraph."""
    libraries = ", ".join(f"{name} {version(name)}" for name in ("Django", "pydantic", "uvicorn", "icepool"))
    return (
        f"Taken on {datetime.now(UTC):%d %B %Y} at commit {_commit()}, on {_processor()}, {platform.system()} "
        f"{platform.machine()}, Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, {libraries}."
    )


def _commit() -> str:
    asked = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return asked.stdout.strip() or "unknown"


def _processor() -> str:
    """Number and kind of processors, and the memory, as far as Linux tells."""
    import os

    cores = f"{os.cpu_count()} cores"
    info, memory = Path("/proc/cpuinfo"), Path("/proc/meminfo")
    if not info.exists():
        return cores
    model = re.search(r"model name\s*:\s*(.+)", info.read_text())
    total = re.search(r"MemTotal:\s*(\d+)", memory.read_text())
    kind = f" ({model[1].strip()})" if model else ""
    return f"{cores}{kind}" + (f", {int(total[1]) / 2**20:.0f} GiB" if total else "")


def measured(name: str, keep: Path | None) -> tuple[bool, str]:
    """Run one measurement: whether its bounds are kept, and its Markdown."""
    more = ["--keep", str(keep)] if keep and name in ("verify", "paging") else []
    print(f"Measuring: {name} …", file=sys.stderr, flush=True)
    done = subprocess.run(python(f"bench.{name}", *more), cwd=ROOT, stdout=subprocess.PIPE, text=True, timeout=3600)
    text = done.stdout.strip() or f"### {name}\n\n**It could not be measured** (exit code {done.returncode})."
    return done.returncode == 0, text


def write(figures: str) -> None:
    """Put the figures into the README, in place of those that stand there."""
    before, _, after = _parts()
    README.write_text(f"{before}{BEGIN}\n\n{figures}\n\n{END}{after}", encoding="utf-8")


def write_one(text: str, taken: str) -> None:
    """Put one measurement in place of what stands there of it, with where it was taken; a new one comes last."""
    title, _, rest = text.partition("\n\n")
    parts = [part.strip() for part in re.split(r"(?m)^(?=### )", _parts()[1])]
    titles = [part.partition("\n")[0] for part in parts]
    at = titles.index(title) if title in titles else len(parts)
    parts[at : at + 1] = [f"{title}\n\n{taken}\n\n{rest}"]
    write("\n\n".join(parts))


def _parts() -> tuple[str, str, str]:
    """The README before the figures, they themselves, and the rest."""
    before, _, rest = README.read_text(encoding="utf-8").partition(BEGIN)
    figures, _, after = rest.partition(END)
    return before, figures, after


def main(argv: list[str] | None = None) -> int:
    """Measure all."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the figures into bench/README.md")
    parser.add_argument("--keep", type=Path, help="folder that keeps the long campaign between runs")
    parser.add_argument("only", nargs="*", metavar="NAME", help=f"some of {', '.join(MEASUREMENTS)}; left out: all")
    given = parser.parse_args(argv)
    if unknown := sorted(set(given.only) - set(MEASUREMENTS)):
        parser.error(f"there is no measurement {unknown[0]!r}")
    found = [measured(name, given.keep) for name in given.only or MEASUREMENTS]
    figures = "\n\n".join([machine(), *(text for _, text in found)])
    print(figures, flush=True)
    if given.write and not given.only:
        write(figures)
    elif given.write:
        for _, text in found:
            write_one(text, machine())
    return 0 if all(kept for kept, _ in found) else 1


if __name__ == "__main__":
    sys.exit(main())
