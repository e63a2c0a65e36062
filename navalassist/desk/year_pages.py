"""What a rule system tells in the year's book (`yearbook`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.desk.at import At


@dataclass(frozen=True, slots=True)
class YearPages:
    """Its tables of a year. reads: what is kept of an entry, from its body, if anything; tables: the `Table`s, from a
    `Year` and what was kept, each with its turn.
    """

    reads: Callable[[Entry, Mapping[str, Any]], Any]
    tables: Callable[[At, Any, Sequence[tuple[str, Any]]], Iterable[Any]]
