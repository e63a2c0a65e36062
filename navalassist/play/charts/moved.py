"""What the end of a step does to charts: the versions that were saved in it come into play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from navalassist.engine import Effect, Set
from navalassist.engine.reader import rows_in


def moved_on(values: Mapping[str, Any]) -> Iterator[Effect]:
    """The effects by which versions that waited for the next step come into play."""
    for row in rows_in(values, "chart"):
        if version := values[f"{row}.next"]:
            yield Set(f"{row}.version", version)
            yield Set(f"{row}.next", "")
