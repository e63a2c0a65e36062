"""The facts of a state that is only read, with the rows of each kind at hand: pages ask for them again and again."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any


class Indexed:
    """Facts that have the rows of each kind at hand."""

    def rows_of(self, kind: str) -> list[str]:
        """The rows of a kind, in the order in which they were made."""
        raise NotImplementedError


class Values(dict[str, Any], Indexed):
    """Facts by their keys. Nobody changes them: a state that may be changed has a plain dict of its own."""

    @cached_property
    def kinds(self) -> Mapping[str, tuple[str, ...]]:
        """kind -> its rows, in the order of loading."""
        found: dict[str, dict[str, None]] = {}
        for key in self:
            row = key.rpartition(".")[0]
            found.setdefault(row.partition(":")[0], {})[row] = None
        return {kind: tuple(rows) for kind, rows in found.items()}

    def rows_of(self, kind: str) -> list[str]:
        """The rows of a kind, in the order of loading."""
        return list(self.kinds.get(kind, ()))


def rows_in(values: Mapping[str, Any], kind: str) -> list[str]:
    """The rows of a kind among these facts, in the order in which they stand there."""
    if isinstance(values, Indexed):
        return values.rows_of(kind)
    begins = f"{kind}:"
    return list(dict.fromkeys([key.rpartition(".")[0] for key in values if key.startswith(begins)]))
