"""The facts that a corrected entry reads: as they were read then, but for those that the correction takes anew."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from pydantic import BaseModel

from navalassist.engine import to_plain
from navalassist.play.state import State


def changed_facts(body: Mapping[str, Any], situation: BaseModel) -> list[str]:
    """The facts that a correction takes as they stand now: the page must have shown them so."""
    before = body["situation"].get("facts", {})
    return [key for key, value in getattr(situation, "facts", {}).items() if before.get(key) != value]


def read_now(
    state: State,
    body: Mapping[str, Any],
    facts: Mapping[str, Any],
    read: Mapping[str, tuple[Any, str]],
    gone: Collection[str] = (),
) -> list[list[Any]]:
    """The facts that were read, those that the correction took anew with their value and source.

    facts: those of the corrected situation; read: others that are read anew, and sources that are not the present ones;
    gone: facts that are there no more.
    """
    before = body["situation"].get("facts", {})
    found = {
        key: [key, value, source] for key, value, source in body["facts_read"] if key in facts or key not in before
    }
    for key, value in facts.items():
        # A fact that the situation does not carry by its key was read into one of its fields, and stays as it was read.
        if key not in found or found[key][1] != value:
            found[key] = [key, to_plain(value), state.sources.get(key, "")]
    found |= {key: [key, to_plain(value), source] for key, (value, source) in read.items()}
    return [found[key] for key in sorted(found) if key not in gone]
