"""From one turn to another: what a turn report is about, and the menus by which it is chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from navalassist.desk.at import At
from navalassist.desk.logbook.log import turns_until


@dataclass(frozen=True, slots=True)
class Span:
    """From one turn to another, both included. every: all turns so far, the newest first."""

    first: str
    last: str
    every: tuple[str, ...]

    @classmethod
    def of(cls, here: At, query: Mapping[str, str]) -> Span:
        """From the query of an address; this turn where it names none that there was."""
        now = here.state.clock[0]
        every = turns_until(str(here.campaign.identity), now)
        first = query.get("from", "")
        first = first if first in every else now
        last = query.get("to", "")
        last = last if last in every else first if query.get("from") else now
        return cls(min(first, last), max(first, last), every)

    @property
    def is_one_turn(self) -> bool:
        """True where it begins and ends in the same turn."""
        return self.first == self.last

    def title(self, here: At) -> str:
        """`Mar I 41`, `Mar I 41 to Apr II 41`"""
        names = here.system.names
        return names.turn(self.first) + ("" if self.is_one_turn else f" to {names.turn(self.last)}")

    def so_far(self, here: At) -> bool:
        """True while its last turn is still played."""
        return self.last == here.state.clock[0]

    @property
    def before(self) -> str:
        """The turn before this span, where the campaign has it; else ''."""
        return max((turn for turn in self.every if turn < self.first), default="")

    def menus(self, here: At) -> list[tuple[str, str, list[tuple[str, str, bool]]]]:
        """The two menus of the page: name, label, and each turn with its word and whether it is chosen."""
        turn = here.system.names.turn
        ends = (("from", "From", self.first), ("to", "To", self.last))
        return [(name, label, [(t, turn(t), t == chosen) for t in self.every]) for name, label, chosen in ends]


def report_title(here: At, span: Span) -> str:
    """`Turn report, Mar I 41 (so far)`"""
    return f"Turn report, {span.title(here)}{' (so far)' if span.so_far(here) else ''}"


def turn_before(here: At, turn: str) -> str:
    """The turn before one of this campaign; '' for its first."""
    every = turns_until(str(here.campaign.identity), here.state.clock[0])
    return max((each for each in every if each < turn), default="")
