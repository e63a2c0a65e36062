"""The situation of a correction: the old one with what is to be different, and with numbers that no other row has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ValidationError

from navalassist.engine import Procedure, in_words
from navalassist.engine.reader import rows_in
from navalassist.engine.rows import saying


def changed_situation(procedure: Procedure, old: Mapping[str, Any], changes: Mapping[str, Any]) -> BaseModel:
    """The old situation with some fields changed. ValueError names the first field that does not fit."""
    values: Any = dict(old)
    for path, value in changes.items():
        values = _with(values, path.split("."), value, path)
    try:
        return procedure.situation.model_validate(values)
    except ValidationError as error:
        raise ValueError(in_words(error, procedure.situation)) from None


def _with(values: Any, way: list[str], new: Any, path: str) -> Any:
    """A copy of nested values with one of them changed. ValueError when there is no such place."""
    if not way:
        return new
    name, *rest = way
    if isinstance(values, Mapping) and (name in values or not rest):
        return {**values, name: _with(values.get(name), rest, new, path)}
    if isinstance(values, list) and name.isascii() and name.isdigit() and int(name) < len(values):
        place = int(name)
        return [*values[:place], _with(values[place], rest, new, path), *values[place + 1 :]]
    raise ValueError(f"{path}: the situation has no such field")


def numbered(situation: BaseModel, values: Mapping[str, Any], corrected: Mapping[str, Any]) -> BaseModel:
    """The situation of a correction with its numbers."""
    return situation.model_copy(update=numbers_now(situation, values, corrected))


def numbers_now(situation: BaseModel, values: Mapping[str, Any], corrected: Mapping[str, Any]) -> dict[str, int]:
    """Field -> number, of those fields of a situation that number a new row (`numbers` of `Says`).

    values: the facts before anything is taken back; corrected: the entry that is corrected, whose own rows don't count.
    """
    own = {e["key"] for e in corrected["effects"][corrected.get("own_effects", 0) :] if e["do"] == "create"}
    found = {}
    for name, kind in _numbers(situation):
        number = getattr(situation, name)
        taken = {values[f"{row}.{name}"] for row in rows_in(values, kind) if row not in own}
        found[name] = max(taken) + 1 if number in taken else number
    return found


def numbered_anew(situation: BaseModel, before: Mapping[str, Any]) -> set[str]:
    """Those of these fields that are otherwise than in the situation of before."""
    return {name for name, _ in _numbers(situation) if getattr(situation, name) != before.get(name)}


def _numbers(situation: BaseModel) -> list[tuple[str, str]]:
    found = ((name, saying(info).numbers) for name, info in type(situation).model_fields.items())
    return [(name, kind) for name, kind in found if kind]
