"""Forks: where the log of a campaign goes on under another identity, since an archive of it was taken in as a new one.

The entries from before a fork stay what they were, with the identity that the campaign had then. A `fork` entry on each
chain names both identities, the head that it goes on from, the archive, and the bound dice that end there unopened: the
seeds of a turn that is not over are in no archive, so the new campaign binds new ones.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign

FORK = "fork"


@dataclass(frozen=True, slots=True)
class Fork:
    """A fork of one chain: its number there, the turn in which it was, and the identity before it."""

    sequence: int
    turn: str
    before: str


class Forks:
    """The forks of a campaign's chains."""

    def __init__(self, campaign: Campaign) -> None:
        self.identity = str(campaign.identity)
        self._of: dict[str, list[Fork]] = {}
        rows = Entry.objects.filter(campaign=campaign, kind=FORK).order_by("id")
        for chain, sequence, turn, content in rows.values_list("chain", "sequence", "turn", "content"):
            self._of.setdefault(chain, []).append(Fork(sequence, turn, _before(content)))

    def identity_at(self, chain: str, sequence: int) -> str:
        """The identity that an entry of this number carries."""
        for fork in self._of.get(chain, ()):
            if sequence < fork.sequence:
                return fork.before
        return self.identity

    def seed_ended(self, chain: str, sequence: int, turn: str) -> bool:
        """True where the seeds of this turn, as they were bound for this entry, ended with a fork."""
        return any(fork.turn == turn and sequence < fork.sequence for fork in self._of.get(chain, ()))


def _before(content: str) -> str:
    try:
        return str(json.loads(content)["body"]["campaign_before"])
    except (ValueError, LookupError, TypeError):
        # What was altered by hand is named by the check of its entry.
        return ""


def wrong_fork(body: Mapping[str, Any], number: int, previous: str, open_seeds: Sequence[tuple[str, str]]) -> str:
    """'' or, in words, what a fork says wrongly of the chain before it.

    open_seeds: turn and commitment of the dice of this chain that were bound and are not open.
    """
    if body.get("head_before") != [number - 1, previous]:
        return "it does not name the head of the chain that it goes on from"
    if [list(pair) for pair in open_seeds] != body.get("unopened", []):
        return "it does not name the dice that were bound and not opened"
    return ""


def taken_over(entry: Entry) -> bool:
    """True for an entry from before a fork: people who are named in it are not those of this installation."""
    return bool(entry.record["campaign"] != str(entry.campaign.identity))
