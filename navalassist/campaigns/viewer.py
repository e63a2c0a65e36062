"""Who looks: the one selector of what a person may see and do. Every page, query and export goes through it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.models import Campaign

MODERATOR = "moderator"
OBSERVER = "observer"


@dataclass(frozen=True, slots=True)
class Viewer:
    """A person in a seat of a campaign.

    seat: a side, moderator or observer; actor: the opaque identity that the log keeps;
    at_table: True on one shared device, where whoever's turn it is taps (the act is then that seat's);
    seats: all seats that this person holds, where people have accounts; umpires: the sides whose secrets a moderator
    reads and for which they may tap. A moderator who plays a side umpires none.
    """

    campaign: Campaign
    seat: str
    actor: str
    at_table: bool = False
    seats: frozenset[str] = frozenset()
    umpires: frozenset[str] = frozenset()

    @property
    def audiences(self) -> frozenset[str]:
        """The chains and payloads that this seat may read."""
        if self.seat == OBSERVER:
            return frozenset({PUBLIC})
        return frozenset({PUBLIC, self.seat}) | self._umpired

    @property
    def _umpired(self) -> frozenset[str]:
        return self.umpires if self.seat == MODERATOR else frozenset()

    def sees(self, audience: str) -> bool:
        """May it see what is meant for this audience?"""
        return audience in self.audiences

    def may_act_as(self, seat: str) -> bool:
        """May it tap for that seat? At one table anybody but an observer may tap for the seat whose turn it is.

        Elsewhere people tap for the seats that they hold, and an umpire for the sides that they umpire.
        """
        if self.seat == OBSERVER:
            return False
        return self.at_table or seat == self.seat or seat in self.seats | self._umpired

    def view(self, facts: dict[str, Any], audiences: dict[str, str]) -> dict[str, Any]:
        """Only the facts of rows that it may see. `audiences`: row key -> audience, of the rows that are not public."""
        if not audiences:
            return facts
        hidden = {row for row, audience in audiences.items() if not self.sees(audience)}
        return {key: value for key, value in facts.items() if key.rpartition(".")[0] not in hidden}
