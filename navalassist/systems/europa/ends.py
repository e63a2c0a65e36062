"""The ends of a voyage that are no ports: a beach where cargo goes aboard or ashore, and the entry of a reinforcement.

They have no rows in a campaign; their keys say all. `beach-central-med` is a hex without a port on that zone. What
enters play at sea with its cargo aboard begins at `afloat-western-med`; where it was returned its owner has chosen its
entry hex, `entry-western-med`, or a port, `landed-gibraltar` (33.E note): a port from which it never put to sea.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from navalassist.rules.europa.words import Zone

BEACH, AFLOAT, ENTRY, LANDED = "beach", "afloat", "entry", "landed"
WORDS = {BEACH: "a beach, {}", AFLOAT: "its entry at sea, {}", ENTRY: "its entry hex, {}"}
ZONES = frozenset(Zone)
# How the voyage of a reinforcement begins that came into play afloat.
REINFORCEMENT = (AFLOAT, ENTRY, LANDED)


def end_key(kind: str, place: str) -> str:
    """`beach-central-med`, `landed-gibraltar`"""
    return f"{kind}-{place}"


def kind_of_end(key: str) -> str:
    """`beach`, `afloat`, `entry` or `landed`; '' for a port."""
    kind, _, place = key.partition("-")
    if kind == LANDED:
        return kind if place else ""
    return kind if kind in WORDS and place in ZONES else ""


def place_of_end(key: str) -> str:
    """The zone of an end that is no port, or the port where a reinforcement was landed; of a port itself."""
    return key.partition("-")[2] if kind_of_end(key) else key


def zones_at(values: Mapping[str, Any], key: str) -> tuple[str, ...]:
    """The sea zones on which an end of a voyage lies; () where nothing is known of it."""
    place = place_of_end(key)
    if kind_of_end(key) in WORDS:
        return (place,)
    return tuple(values.get(f"port:{place}.zones") or ())


def end_name(values: Mapping[str, Any], key: str) -> str:
    """What an end of a voyage is called: `Naples`, `a beach, Central Med`; its key where nothing is known of it."""
    kind, place = kind_of_end(key), place_of_end(key)
    if kind in WORDS:
        return WORDS[kind].format(values.get(f"zone:{place}.short_name", place))
    return str(values.get(f"port:{place}.name", place))
