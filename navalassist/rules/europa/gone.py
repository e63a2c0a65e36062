"""What goes with a naval group that is no more: the marks on it, which would outlive it (36.C.1, 36.D.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from pydantic import Field

from navalassist.engine import Effect, Remove
from navalassist.engine.shapes import Words

# The keys of marks, `mark:mined/force-h/18A-0407`: the second part names whose they are.
Marks = Annotated[tuple[Words, ...], Field(max_length=400)]


def row_gone(row: str, marks: Iterable[str]) -> tuple[Effect, ...]:
    """A row that is no more, with the marks on it: `group:force-h`."""
    return (*(Remove(mark) for mark in dict.fromkeys(marks)), Remove(row))


def marks_of(key: str, marks: Iterable[str]) -> tuple[str, ...]:
    """Of the marks on several groups or units, those on the one of this key."""
    return tuple(mark for mark in marks if mark.split("/")[1] == key)
