"""Ledgers: points that are counted, by side or for all, as a rule system declares them.

LEDGERS = (Ledger("vp", "Victory points", "ledger:{side}.vp", low=-9999),)

A ledger is facts of the campaign, so that rules add to it and read it as they do with any other. What this declares is
how players meet it: its page, its postings with turn, reason and entry, and what may be posted by hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

SIDE = "{side}"
NUMBER = re.compile(r"[+-]?[0-9]{1,5}", re.ASCII)


class BadPosting(ValueError):
    """What was typed for a ledger does not fit: a sentence that names the field. about: the field."""

    def __init__(self, about: str, text: str) -> None:
        super().__init__(text)
        self.about = about


@dataclass(frozen=True, slots=True)
class Ledger:
    """Points of one kind. fact: what holds them, with `{side}` where each side has its own; without it they are shared.

    side: whose alone it is, of a ledger that only one side keeps; low, high: what it may hold; below zero it is a
    deficit; by_hand: may points be posted without a rule; rule: its paragraph.
    """

    key: str
    title: str
    fact: str
    side: str = ""
    low: int = 0
    high: int = 9999
    by_hand: bool = True
    rule: str = ""

    def of(self, side: str) -> str:
        """The fact that holds the points of a side; that of all where the ledger is shared."""
        return self.fact.replace(SIDE, side)

    @property
    def is_shared(self) -> bool:
        """True for one count between the sides."""
        return not self.side and SIDE not in self.fact

    def sides(self, every: Iterable[str]) -> tuple[str, ...]:
        """Whose there are: each side, or the one that keeps it; nobody's of a shared one."""
        if self.is_shared:
            return ("",)
        return (self.side,) if self.side else tuple(every)

    def posted(self, now: int, typed: str, about: str = "points", *, instead: int = 0) -> int:
        """What it holds after so many more points, or fewer: `+3`, `-2`. BadPosting says what would be right.

        instead: points that are taken back with the same posting; with them nothing typed means none.
        """
        text = "".join(typed.split()).replace("−", "-")
        by = 0 if instead and not text else int(text) if NUMBER.fullmatch(text) else None
        if by is None or not (by or instead):
            raise BadPosting(about, f"{self.title}: type how many points come or go, such as 3 or -2.")
        if by == instead:
            raise BadPosting(about, f"{self.title}: it stands so already, nothing would change.")
        after = now - instead + by
        if not self.low <= after <= self.high:
            held = f"{self.title}: it holds {self.low} to {self.high}, and would be at {after}."
            raise BadPosting(about, held.replace("-", "−"))
        return after


def found_in(
    ledgers: Iterable[Ledger], sides: Iterable[str], values: Mapping[str, Any]
) -> Iterator[tuple[Ledger, str, int]]:
    """The ledgers that these facts hold as numbers: each with the side whose it is ('' for all), and its points."""
    every = tuple(sides)
    for ledger in ledgers:
        for side in ledger.sides(every):
            held = values.get(ledger.of(side))
            if isinstance(held, int) and not isinstance(held, bool):
                yield ledger, side, held
