"""Values as JSON: what an entry stores, and the one canonical text of it."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Callable
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from operator import attrgetter
from typing import Any

import orjson
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
        # `value` is looked up by a function of Python's own.
        return lambda value: to_plain(value._value_)
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
    try:
        text = orjson.dumps(value, option=_FORM)
        if not (_may_hold_float(text) or _may_hold_infinity(text, value)):
            return text.decode()
    except TypeError:
        # A number of more than 64 bits, or what cannot be recorded: the slow way tells which.
        pass
    try:
        slow = _encode(value)
        _decode(slow)
    except ValueError:
        # A float has no one text; its reader might round it.
        raise TypeError("float cannot be recorded") from None
    return slow


def recorded(text: str) -> Any:
    """The value of a recorded JSON text. ValueError for a text that is not the canonical one of its value."""
    try:
        value, data = orjson.loads(text), text.encode()
        if orjson.dumps(value, option=_FORM) == data and not _may_hold_float(data):
            return value
    except (ValueError, TypeError):
        pass
    # Nearly no text comes here, and of those that do the standard library has the last word.
    value = _decode(text)
    if _encode(value) != text:
        raise ValueError("the text is not in canonical form")
    return value


def no_float(text: str) -> Any:
    """Refuse what a log never holds: a number with a fraction, and what is none. ValueError."""
    short = text if len(text) <= 60 else f"{text[:60]}…"
    raise ValueError(f'"{short}" is not a whole number; a log holds no others')


def text_of(value: Any) -> bytes:
    """The canonical text of `to_plain(value)`, most of it made without the plain values between.

    It tells 1, true and 1.0 apart, which Python's == does not.
    """
    try:
        return orjson.dumps(value, _one_level, _FORM)
    except TypeError:
        return _encode(to_plain(value)).encode()


def _one_level(value: Any) -> Any:
    """A dataclass as a dict of its values, which are not made plain yet; anything else as plain values."""
    kind = type(value)
    convert = _SHALLOW.get(kind)
    if convert is None:
        convert = _SHALLOW[kind] = _shallow(kind)
    return convert(value)


def _shallow(kind: type) -> Convert:
    names = tuple(field.name for field in dataclasses.fields(kind)) if dataclasses.is_dataclass(kind) else ()
    # Of one name alone, attrgetter gives no tuple.
    if len(names) < 2:
        return _converter(kind)
    values_of = attrgetter(*names)
    return lambda value: dict(zip(names, values_of(value), strict=True))


_SHALLOW: dict[type, Convert] = {}


def _may_hold_float(text: bytes) -> bool:
    """False if there is surely none in this canonical text: a float ends its value, a text ends in a quote."""
    return bool(_POINT.search(text) or _SMALL.search(text) or (b"+" in text and _LARGE.search(text)))


def _may_hold_infinity(text: bytes, value: Any) -> bool:
    """False if no null of the text stands for a number without end, which orjson writes so, or for what is none."""
    if b"null" not in text:
        return False
    told = to_json(value)
    return b"Infinity" in told or b"NaN" in told


# 1.5, 1e-7 and 1e+16. Each begins with one fixed sign, so that most of a text is passed over at the speed of memchr.
_POINT = re.compile(rb"\.[0-9]+(?:e[-+]?[0-9]+)?(?:[,\]}]|$)")
_SMALL = re.compile(rb"-(?<=e-)[0-9]+(?:[,\]}]|$)")
_LARGE = re.compile(rb"\+(?<=e\+)[0-9]+(?:[,\]}]|$)")
_FORM = orjson.OPT_SORT_KEYS | orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_DATETIME


def _float(text: str) -> Any:
    raise ValueError(f"{text} is not a whole number")


def _unknown(value: Any) -> Any:
    raise TypeError(f"{type(value).__name__} cannot be recorded")


_encode = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False, default=_unknown
).encode
_decode = json.JSONDecoder(parse_float=_float, parse_constant=_float).decode
