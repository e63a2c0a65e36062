"""A line of what may be done in a step."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Task:
    """One line of the list: words, what is said in small print, the rule, where a tap leads.

    off: not to be had now; seat: whose tap it is, where it is not that of the player turn; done: in this step; entry:
    address and name of the one that did it, where the line itself leads to doing it again; due: the step asks for it;
    chance: the first one of its figures; key: what topics call it; side: whose colour it wears.
    """

    text: str
    small: str = ""
    rule: str = ""
    url: str = ""
    strong: bool = False
    off: bool = False
    seat: str = ""
    done: bool = False
    entry: tuple[str, str] | None = None
    due: bool = False
    chance: str = ""
    key: str = ""
    side: str = ""

    @property
    def over(self) -> bool:
        """Done, and not to be done again in this step."""
        return self.done and self.entry is None
