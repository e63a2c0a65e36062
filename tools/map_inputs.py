"""The mark of what the chart was made from, so that a test can tell a stale chart without drawing it again."""

from __future__ import annotations

import hashlib
import tomllib
from pathlib import Path

TOOLS = Path(__file__).resolve().parent
PLACES = TOOLS.parent / "navalassist" / "systems" / "europa" / "places"


def mark() -> str:
    """A short hash of the outlines, the plates and the place of every port."""
    found = hashlib.sha256()
    for name in ("zone_outlines.toml", "zone_plates.toml"):
        found.update(repr(tomllib.loads((TOOLS / name).read_text(encoding="utf-8"))).encode())
    ports = tomllib.loads((PLACES / "ports.toml").read_text(encoding="utf-8"))
    for key in sorted(ports):
        found.update(f"{key} {ports[key]['lon']} {ports[key]['lat']} {ports[key]['zones']}\n".encode())
    return found.hexdigest()[:16]
