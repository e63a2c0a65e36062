#!/usr/bin/env python3
"""Has a version that we lock for the product a known hole? Asks the advisory sources of the Python world by pip-audit.

    .venv/bin/python tools/check_locks.py

Exit code 1 where a hole is found. Where no source can be reached nothing is known: that is said, and is no failure.
"""

import json
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements" / "club.lock"
COMMAND = [sys.executable, "-m", "pip_audit", "--disable-pip", "--require-hashes", "--progress-spinner", "off"]
SOURCES = ("osv", "pypi")
SECONDS = 60


def ask(source, seconds):
    """What a source says of each locked package; nothing where it does not answer in time."""
    words = ["--requirement", str(LOCK), "--vulnerability-service", source, "--timeout", "10", "--format", "json"]
    try:
        done = subprocess.run([*COMMAND, *words], capture_output=True, text=True, timeout=seconds)
        return json.loads(done.stdout)["dependencies"]
    except (subprocess.TimeoutExpired, ValueError, LookupError):
        return []


def known(said):
    """The packages of which a source knows something, be it that there is nothing to know."""
    return [package for package in said if "skip_reason" not in package]


def ask_all():
    """What the first source says that knows something."""
    until = time.monotonic() + SECONDS
    for source in SOURCES:
        left = until - time.monotonic()
        said = ask(source, left) if left > 1 else []
        if known(said):
            return said
    return []


def holes(said):
    """A line for each hole: the package, what it is called, and what mends it."""
    for package in known(said):
        for hole in package.get("vulns", ()):
            mended = " or ".join(hole.get("fix_versions", ())) or "no version as yet"
            yield f"{package['name']} {package['version']}: {hole['id']}, mended by {mended}"


def main():
    said = ask_all()
    found, asked = list(holes(said)), len(known(said))
    if not said:
        print("No advisory source can be reached from here: the locks were NOT checked for known holes.")
    elif not found:
        print(f"The locks have no known hole: {asked} of {len(said)} packages are known to the source.")
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
