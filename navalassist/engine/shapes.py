"""Shapes that the situations and rulings of every rule system are made of."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, StrEnum
from functools import cache
from typing import Annotated, Any, Literal, Self, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from navalassist.engine.asks import Ruling

Key = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]*$", max_length=80)]
Words = Annotated[str, StringConstraints(max_length=200)]
Count = Annotated[int, Field(ge=0, le=99, strict=True)]
NOTE = "stands"


class Worded(StrEnum):
    """A word of a list, and what players call it: `BB = "bb", "Battleship squadron"`. Without the second: the first."""

    label: str

    def __new__(cls, value: str, label: str = "") -> Self:
        """The word as it is stored, and its label."""
        made = str.__new__(cls, value)
        made._value_ = value
        made.label = label or value.replace("-", " ")
        return made


@cache
def labels_of(annotation: Any) -> Mapping[str, str]:
    """The words that a field of this type may hold, or each of several in it, and what they are called.

    Nothing for a type that may hold any.
    """
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return {str(one.value): str(getattr(one, "label", one.value)) for one in annotation}
    parts = get_args(annotation)
    if get_origin(annotation) is Literal:
        return {str(part): str(part) for part in parts}
    return {value: label for part in parts for value, label in labels_of(part).items()}


class Frozen(BaseModel):
    """A situation or a part of one: never changed, hashable, strict about fields that it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Form(BaseModel):
    """What a person fills in. As a situation it is built when it is first used, so that no start waits for it."""

    model_config = ConfigDict(defer_build=True)


def note(number: str, where: str, title: str, trouble: str, reading: str, reason: str) -> Ruling:
    """A ruling with one reading: shown beside the procedure, nothing to choose."""
    return Ruling(number, where, title, trouble, ((NOTE, reading),), NOTE, reason)
