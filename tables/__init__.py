"""The rule tables: data files, what makes them valid, and the one call that loads them all."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from tables.axes import Axis, AxisKind, Line, Span
from tables.errors import TableError
from tables.load import load_all, load_file, parse
from tables.table import MODIFIER, Modifier, RuleTable

FOLDER = Path(__file__).parent

__all__ = [
    "FOLDER",
    "MODIFIER",
    "Axis",
    "AxisKind",
    "Line",
    "Modifier",
    "RuleTable",
    "Span",
    "TableError",
    "all_tables",
    "load_all",
    "load_file",
    "parse",
]


@cache
def all_tables() -> Mapping[str, RuleTable]:
    """The tables that come with NavalAssist, by slug; read once. TableError stops start-up if a file is bad."""
    return load_all(FOLDER)
