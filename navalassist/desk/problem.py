"""Why a write was not done, for the page that says so."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Problem(Exception):
    """Why a write was not done: status, a sentence, the field to blame (`about`), the rule that forbids it.

    more: nothing is wrong, but more dice have to be thrown; way: address and name of the page on which one goes on;
    others: what else is wrong, each with its field.
    """

    status: int
    text: str
    about: str = ""
    rule: str = ""
    changed: list[tuple[str, str]] = field(default_factory=list)
    more: bool = False
    way: tuple[str, str] = ("", "")
    others: list[tuple[str, str]] = field(default_factory=list)
