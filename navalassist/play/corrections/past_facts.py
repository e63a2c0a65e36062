"""A fact that is put right as of a turn that is over: since when, and the entries that had read it wrongly."""

from __future__ import annotations

from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.models import Campaign
from navalassist.play.charts.then import first_of
from navalassist.play.corrections.cleared import quoting
from navalassist.play.storage.bodies import body_of, find

RULES = ("rule", "correction")


def player_turns(campaign: Campaign) -> list[tuple[str, str]]:
    """The player turns that have begun, the first first."""
    log = Entry.objects.filter(campaign=campaign, chain=PUBLIC).order_by("id")
    return list(dict.fromkeys(log.values_list("turn", "player_turn")))


def begins(campaign: Campaign, when: tuple[str, str]) -> Entry | None:
    """The first entry of a player turn; None for one that never was."""
    log = Entry.objects.filter(campaign=campaign, chain=PUBLIC, turn=when[0], player_turn=when[1])
    return log.exclude(kind="setup").order_by("id").first()


def is_older(campaign: Campaign, source: str, begin: Entry) -> bool:
    """Was a fact set before a player turn began? source: the entry that set it."""
    chain = source.partition("/")[0]
    return find(campaign, source, frozenset({chain})).pk < begin.pk


def wrong_readers(begin: Entry, fact: str, value: Any, audiences: frozenset[str]) -> list[Entry]:
    """The rules since a player turn began that read the fact otherwise, as it was set before. Corrected ones too."""
    found = []
    for entry in quoting(begin, fact).filter(kind__in=RULES).seen_by(audiences).order_by("id"):
        reads = body_of(entry, audiences).get("facts_read", ())
        read = next(((was, source) for key, was, source in reads if key == fact), None)
        if read is None or read[0] == value or not is_older(begin.campaign, read[1], begin):
            continue
        if first_of(entry).pk > begin.pk:
            found.append(entry)
    return found
