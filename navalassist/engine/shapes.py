"""Shapes that the situations and rulings of every rule system are made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum, StrEnum
from functools import cache
from itertools import pairwise
from typing import Annotated, Any, Literal, Self, get_args, get_origin

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from navalassist.engine.asks import Ruling

Key = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]*$", max_length=80)]
# The key of a new row that others will name who may not know how many there are: random, and tells nothing.
Opaque = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$", max_length=32)]
Words = Annotated[str, StringConstraints(max_length=200)]
Count = Annotated[int, Field(ge=0, le=99, strict=True)]
NOTE = "stands"
# What marks a field that holds a box list, and how none are typed.
BOXES = "boxes"
NO_BOXES = "–"


# The lines of words of a list of modifiers that somebody ticked.
Ticks = Annotated[tuple[Key, ...], Field(max_length=40)]


def falling(boxes: tuple[int, ...]) -> tuple[int, ...]:
    """The boxes as they are. ValueError where one is not less than the one before."""
    for before, after in pairwise(boxes):
        if after >= before:
            raise ValueError(f"Boxes fall from left to right, and {after} comes after {before}.")
    return boxes


# What a thing still has, hit by hit, as its record prints it: whole numbers that fall, the first is the whole thing.
Boxes = Annotated[tuple[Count, ...], Field(max_length=20), AfterValidator(falling), BOXES]


def boxes_text(boxes: Sequence[int]) -> str:
    """`8 6 4 2 0`"""
    return " ".join(map(str, boxes)) or NO_BOXES


def boxes_typed(text: str, likely: tuple[int, ...] = ()) -> tuple[int, ...]:
    """Boxes as they were typed. ValueError says what would be right; likely: what such a thing usually has."""
    words = text.replace(",", " ").split()
    if not words or words in (["-"], [NO_BOXES]):
        return ()
    odd = next((word for word in words if not (word.isascii() and word.isdigit() and len(word) <= 2)), None)
    if odd is not None or len(words) > 20:
        what = f"“{odd[:20]}” is none" if odd is not None else f"{len(words)} are too many"
        raise ValueError(f"Boxes are at most 20 numbers from 0 to 99, as in 8 6 4 2 0, and {what}.")
    boxes = tuple(map(int, words))
    try:
        return falling(boxes)
    except ValueError as error:
        meant = _meant(boxes, likely)
        raise ValueError(f"{error} Did you mean {boxes_text(meant)}?" if meant else str(error)) from None


def _meant(boxes: tuple[int, ...], likely: tuple[int, ...]) -> tuple[int, ...]:
    """The usual boxes where one is another than typed; else those typed without the one that does not fall."""
    if len(likely) == len(boxes) and sum(a != b for a, b in zip(likely, boxes, strict=True)) == 1:
        return likely
    without = (boxes[:at] + boxes[at + 1 :] for at in reversed(range(len(boxes))))
    return next((rest for rest in without if all(a > b for a, b in pairwise(rest))), ())


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
