"""Whether a coast of one owner may run from one port to another: what sheltered ways need (36.A.1).

A way along a shore passes the ports on it. Where another than the side owns one of them, or the shores are not the
same, no protected inshore waters lead there. What else lies between two ports only the map tells.
"""

from __future__ import annotations

import tomllib
from collections import deque
from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any

from navalassist.systems.europa.places import FOLDER, PlacesError, places

FILE = "coasts.toml"
Facts = Mapping[str, Any]


@lru_cache(maxsize=1)
def neighbours() -> Mapping[str, frozenset[str]]:
    """The next ports along the shore from each, and over straits. PlacesError where the file does not fit."""
    shores = tomllib.loads((FOLDER / FILE).read_text(encoding="utf-8"))
    pairs = [tuple(pair) for pair in shores.pop("straits")["pairs"]]
    for shore in shores.values():
        pairs += [*pairwise(shore["ports"]), *([(shore["ports"][-1], shore["ports"][0])] if shore.get("ring") else [])]
    if strange := next((port for pair in pairs for port in pair if port not in places().ports), None):
        raise PlacesError(f"{FILE}: there is no port {strange}")
    found: dict[str, set[str]] = {}
    for one, other in pairs:
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return {port: frozenset(near) for port, near in found.items()}


def runs_a_coast(values: Facts, side: str, one: str, other: str) -> bool:
    """Whether the shore leads from a port to another past ports of this side alone."""
    reached, waiting = {one}, deque([one])
    while waiting:
        here = waiting.popleft()
        if here == other:
            return True
        for there in neighbours().get(here, ()):
            if there not in reached and values.get(f"port:{there}.owner", side) == side:
                reached.add(there)
                waiting.append(there)
    return False
