"""The ends of a voyage that are no ports: a beach where cargo goes aboard or ashore, and the entry of a reinforcement.

They have no rows in a campaign; their keys say all: `beach-central-med` is a hex without a port on that zone,
`afloat-western-med` is what entered play at sea there with its cargo aboard (33.E note), and `entry-western-med` is the
hex where it did, once its owner has chosen that for what was returned.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from navalassist.rules.europa.words import Zone

BEACH, AFLOAT, ENTRY = "beach", "afloat", "entry"
WORDS = {BEACH: "a beach, {}", AFLOAT: "came in afloat, {}", ENTRY: "its entry hex, {}"}


def end_key(kind: str, zone: str) -> str:
    """`beach-central-med`"""
    return f"{kind}-{zone}"


def kind_of_end(key: str) -> str:
    """`beach`, `afloat` or `entry`; '' for a port."""
    kind, _, zone = key.partition("-")
    return kind if kind in WORDS and zone in list(Zone) else ""


def zone_of_end(key: str) -> str:
    """The zone on which an end lies that is no port."""
    return key.partition("-")[2]


def end_name(values: Mapping[str, Any], key: str) -> str:
    """What an end of a voyage is called: `Naples`, `a beach, Central Med`; its key where nothing is known of it."""
    kind = kind_of_end(key)
    if kind:
        zone = zone_of_end(key)
        return WORDS[kind].format(values.get(f"zone:{zone}.short_name", zone))
    return str(values.get(f"port:{key}.name", key))
