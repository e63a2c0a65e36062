"""What the charts are made from beside the coast, and its mark, so that a test can tell a stale chart."""

from __future__ import annotations

import hashlib
import tomllib
from pathlib import Path
from typing import Any

TOOLS = Path(__file__).resolve().parent
PLACES = TOOLS.parent / "navalassist" / "systems" / "europa" / "places"
DRAWINGS = ("zone_outlines.toml", "zone_plates.toml", "north_outlines.toml", "north_plates.toml")


def ports() -> dict[str, Any]:
    """The ports of both theatres, as they are written."""
    found: dict[str, Any] = {}
    for name in ("ports.toml", "ports_north.toml"):
        found |= tomllib.loads((PLACES / name).read_text(encoding="utf-8"))
    return found


def mark() -> str:
    """A short hash of the outlines, the plates and the place of every port."""
    found = hashlib.sha256()
    for name in DRAWINGS:
        found.update(repr(tomllib.loads((TOOLS / name).read_text(encoding="utf-8"))).encode())
    known = ports()
    for key in sorted(known):
        port = known[key]
        north = " north" if "north" in port else ""
        found.update(f"{key} {port['lon']} {port['lat']} {port['zones']}{north}\n".encode())
    return found.hexdigest()[:16]
