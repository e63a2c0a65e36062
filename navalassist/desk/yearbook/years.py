"""The years of a campaign, and the months of one of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from navalassist.desk.at import At
from navalassist.desk.logbook.log import turns_until

# A year and a month, as the turns of every system begin that has such.
MONTH = re.compile(r"(\d{4})-(\d\d)")


@dataclass(frozen=True, slots=True)
class Year:
    """A year that was played, or '' for all of a campaign whose turns name none.

    turns: those there were in it, the oldest first; every: the years there were, the newest first; so_far: it goes on.
    """

    key: str
    turns: tuple[str, ...]
    every: tuple[str, ...]
    so_far: bool

    @classmethod
    def of(cls, here: At, query: Mapping[str, str]) -> Year:
        """From the query of an address; the newest year where it names none that there was."""
        now = here.state.clock[0]
        turns = turns_until(str(here.campaign.identity), now)
        every = tuple(dict.fromkeys(map(year_of, turns)))
        key = query.get("year", "")
        key = key if key in every else year_of(now)
        return cls(key, tuple(sorted(turn for turn in turns if year_of(turn) == key)), every, key == year_of(now))

    @property
    def months(self) -> tuple[str, ...]:
        """The keys of its months so far."""
        return tuple(dict.fromkeys(map(month_of, self.turns)))

    @property
    def span(self) -> tuple[str, str]:
        """Its first turn and its last one so far."""
        return self.turns[0], self.turns[-1]


def year_of(turn: str) -> str:
    """`1941` of `1941-03-1`; '' of a turn that names none."""
    found = MONTH.match(turn)
    return found[1] if found else ""


def month_of(turn: str) -> str:
    """`1941-03` of `1941-03-1`; any other turn by itself."""
    found = MONTH.match(turn)
    return found[0] if found else turn


def month_word(here: At, month: str) -> str:
    """`Mar` of `1941-03`."""
    found = MONTH.fullmatch(month)
    return here.system.turn.months[int(found[2]) - 1] if found and here.system.turn else here.system.names.turn(month)
