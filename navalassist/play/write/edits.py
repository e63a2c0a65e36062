"""Inputs by hand, as every rule system makes them: what they set, and what is wrong with what was typed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from navalassist.engine import Effect, Set
from navalassist.engine.forms import FieldError

NAME_LENGTH = 80


class EditError(FieldError):
    """What was typed does not fit."""


@dataclass(frozen=True, slots=True)
class Edit:
    """One input by hand. act: `port.owner`; title: what the log calls it; reason: of those that an act offers.

    side: whose alone it is to make, as the track of a side is; '' for what is nobody's own.
    """

    act: str
    title: str
    effects: tuple[Effect, ...]
    reason: str = ""
    side: str = ""


def name_typed(text: Any) -> str:
    """A name in one line. EditError where there is none, or one that is too long."""
    name = one_line(text, NAME_LENGTH, "name")
    if not name:
        raise EditError("name", "Name: type what it is called.")
    return name


def one_line(text: Any, most: int, about: str) -> str:
    """A text without line ends and what can't be seen. EditError where it has more than `most` characters."""
    line = " ".join("".join(c if c.isprintable() else " " for c in str(text)).split())
    if len(line) > most:
        raise EditError(about, f"{about.capitalize()}: at most {most} characters, this has {len(line)}.")
    return line


def sets(row: str, fields: Mapping[str, Any]) -> tuple[Effect, ...]:
    """These fields of a row, each set."""
    return tuple(Set(f"{row}.{name}", value) for name, value in fields.items())
