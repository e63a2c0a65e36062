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
    return _encode(value)


def _no_floats(value: Any) -> Any:
    raise TypeError(f"{type(value).__name__} cannot be recorded")


_encode = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False, default=_no_floats
).encode
