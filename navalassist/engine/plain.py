"""Values as JSON: what an entry stores, and the one canonical text of it."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from typing import Any

from pydantic import BaseModel
from pydantic_core import to_json


def to_plain(value: Any) -> Any:
    """The value as JSON values. Fractions and decimals become text; TypeError for anything unknown."""
    kind = type(value)
    if kind is str or kind is int or kind is bool or value is None:
        return value
    convert = _CONVERTERS.get(kind)
    if convert is None:
        convert = _CONVERTERS[kind] = _converter(kind)
    return convert(value)


Convert = Callable[[Any], Any]
# Found once for each type: an entry holds hundreds of values, and `verify` makes them all again.
_CONVERTERS: dict[type, Convert] = {}


def _converter(kind: type) -> Convert:
    """How values of a type become plain. TypeError for a type that cannot be recorded."""
    if issubclass(kind, Enum):
        return lambda value: to_plain(value.value)
    if issubclass(kind, (bool, int, str)):
        return lambda value: value
    if issubclass(kind, Decimal):
        return lambda value: f"{value.normalize():f}"
    if issubclass(kind, Fraction):
        return str
    if issubclass(kind, BaseModel):
        return lambda value: value.model_dump(mode="json")
    if dataclasses.is_dataclass(kind):
        return _of_dataclass(tuple(field.name for field in dataclasses.fields(kind)))
    if issubclass(kind, (list, tuple)):
        return lambda value: [to_plain(v) for v in value]
    if issubclass(kind, (set, frozenset)):
        return lambda value: sorted(to_plain(v) for v in value)
    if hasattr(kind, "items"):
        return lambda value: {str(to_plain(k)): to_plain(v) for k, v in value.items()}
    raise TypeError(f"{kind.__name__} cannot be recorded")


def _of_dataclass(names: tuple[str, ...]) -> Convert:
    def convert(value: Any) -> dict[str, Any]:
        plain = {name: getattr(value, name) for name in names}
        for name, one in plain.items():
            # Most fields are texts and numbers; to ask for them here saves a call for each.
            kind = type(one)
            if not (kind is str or kind is int or kind is bool or one is None):
                plain[name] = to_plain(one)
        return plain

    return convert


def canonical(value: Any) -> str:
    """The one JSON text of a plain value: keys sorted, no spaces, no floats (TypeError), non-ASCII kept."""
    # A float has no one text; its reader might round it. To read the text again finds one sooner than a search.
    try:
        text = _encode(value)
        _decode(text)
    except ValueError:
        raise TypeError("float cannot be recorded") from None
    return text


def recorded(text: str) -> Any:
    """The value of a recorded JSON text. ValueError for a text that is not the canonical one of its value."""
    value = _decode(text)
    # pydantic writes the same text three times as fast, but in the order of reading; `_encode` has the last word.
    if to_json(value) != text.encode() and _encode(value) != text:
        raise ValueError("the text is not in canonical form")
    return value


def _float(text: str) -> Any:
    raise ValueError(f"{text} is not a whole number")


def _unknown(value: Any) -> Any:
    raise TypeError(f"{type(value).__name__} cannot be recorded")


_encode = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False, default=_unknown
).encode
_decode = json.JSONDecoder(parse_float=_float, parse_constant=_float).decode
