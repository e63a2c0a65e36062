"""The ports of a new campaign, read from places/ports.toml. A file that does not fit stops the start."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from navalassist.systems.supermarina.state import Port

FILE = Path(__file__).with_suffix("") / "ports.toml"


@cache
def ports() -> tuple[Port, ...]:
    """Every port, in the order of the file. ValueError for one that does not fit, with its name."""
    found = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return tuple(Port(key=key, **fields) for key, fields in found.items())
