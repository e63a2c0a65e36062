"""Which rules read a table: found in what each rule calls, so that nobody has to list it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from types import CodeType
from typing import Any

from navalassist.engine import REGISTER, Procedure
from navalassist.engine.asks import TableKey
from navalassist.play.systems import System

OURS = "navalassist."


def readers_of(system: System, slug: str) -> tuple[Procedure, ...]:
    """The rules of a system that read a table, in the order of their paragraphs."""
    found = (REGISTER[key] for key in system.forms if key in REGISTER and slug in tables_of(key))
    return tuple(sorted(found, key=lambda rule: (rule.rule, rule.title)))


@cache
def tables_of(rule: str) -> frozenset[str]:
    """The slugs of the tables that a rule may open."""
    return frozenset(_opened(REGISTER[rule].function, set()))


def _opened(called: Any, seen: set[int]) -> Iterator[str]:
    """Every table that a function names, or a function of ours that it calls."""
    if isinstance(called, TableKey):
        yield called.slug
    if isinstance(called, dict):
        yield from (value.slug for value in called.values() if isinstance(value, TableKey))
    function = getattr(called, "__wrapped__", called)
    code = getattr(function, "__code__", None)
    if code is None or id(code) in seen or not str(getattr(function, "__module__", "")).startswith(OURS):
        return
    seen.add(id(code))
    names: dict[str, Any] = function.__globals__
    for name in _names(code):
        if name in names:
            yield from _opened(names[name], seen)


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _names(inner)
