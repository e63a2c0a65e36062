"""Values as JSON: what an entry stores, and the one canonical text of it."""

from __future__ import annotations

import dataclasses
import json
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from typing import Any

from pydantic import BaseModel


def to_plain(value: Any) -> Any:
    """The value as JSON values. Fractions and decimals become text; TypeError for anything unknown."""
    if value is None or (isinstance(value, (bool, int, str)) and not isinstance(value, Enum)):
        return value
    if isinstance(value, Enum):
        return to_plain(value.value)
    if isinstance(value, Decimal):
        return f"{value.normalize():f}"
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: to_plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, (list, tuple)):
        return [to_plain(v) for v in value]
    if isinstance(value, (set, frozenset)):
        return sorted(to_plain(v) for v in value)
    if hasattr(value, "items"):
        return {str(to_plain(k)): to_plain(v) for k, v in value.items()}
    raise TypeError(f"{type(value).__name__} cannot be recorded")


def canonical(value: Any) -> str:
    """The one JSON text of a plain value: keys sorted, no spaces, no floats (TypeError), non-ASCII kept."""
    _refuse_floats(value)
    return _encode(value)


def recorded(text: str) -> Any:
    """The value of a recorded JSON text. ValueError for a text that is not the canonical one of its value."""
    value = json.loads(text, parse_float=_float, parse_constant=_float)
    if _encode(value) != text:
        raise ValueError("the text is not in canonical form")
    return value


def _refuse_floats(value: Any) -> None:
    """A float has no one text; its reader might round it."""
    if isinstance(value, float):
        raise TypeError("float cannot be recorded")
    if isinstance(value, dict):
        for inner in value.values():
            _refuse_floats(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            _refuse_floats(inner)


def _float(text: str) -> Any:
    raise ValueError(f"{text} is not a whole number")


def _unknown(value: Any) -> Any:
    raise TypeError(f"{type(value).__name__} cannot be recorded")


_encode = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False, default=_unknown
).encode
