"""What stands on the page of a rule before anything is thrown: the terms of its column."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from navalassist.engine import Column, Play


def weighed(column: Callable[[Any], Column]) -> Callable[[Any], Play[Column]]:
    """The basis of a rule that reads the column of this sum."""

    def basis(situation: Any) -> Play[Column]:
        yield from ()
        return column(situation)

    return basis
