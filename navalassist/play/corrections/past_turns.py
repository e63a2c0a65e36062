"""The player turns of a campaign, and where in the log each of them begins."""

from __future__ import annotations

from navalassist.auditlog.models import Entry
from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.models import Campaign
from navalassist.play.storage.bodies import find


def player_turns(campaign: Campaign) -> list[tuple[str, str]]:
    """The player turns that have begun, the first first."""
    log = Entry.objects.filter(campaign=campaign, chain=PUBLIC).order_by("id")
    return list(dict.fromkeys(log.values_list("turn", "player_turn")))


def begins(campaign: Campaign, when: tuple[str, str]) -> Entry | None:
    """The first entry of a player turn; None for one that never was."""
    log = Entry.objects.filter(campaign=campaign, chain=PUBLIC, turn=when[0], player_turn=when[1])
    return log.exclude(kind="setup").order_by("id").first()


def is_older(campaign: Campaign, source: str, begin: Entry) -> bool:
    """Was a fact set before a player turn began? source: the entry that set it; '' for none."""
    chain = source.partition("/")[0]
    return not source or find(campaign, source, frozenset({chain})).pk < begin.pk
