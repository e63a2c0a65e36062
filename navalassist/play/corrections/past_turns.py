"""The player turns of a campaign, and where in the log each of them begins."""

from __future__ import annotations

from navalassist.auditlog.models import Entry
from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.models import Campaign
from navalassist.engine import Set
from navalassist.engine.duties import Moment
from navalassist.play.storage.bodies import find
from navalassist.play.systems import System


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


def set_back(begin: Entry, fact: str, system: System) -> int | None:
    """Where the calendar set a fact back first after a player turn began, whatever it was; None where it did not."""
    log = Entry.objects.filter(campaign=begin.campaign, chain=PUBLIC, id__gt=begin.pk).order_by("id")
    now = Moment(begin.turn, begin.player_turn, begin.step)
    for key, kind, *clock in log.values_list("id", "kind", "turn", "player_turn", "step"):
        then = Moment(*clock)
        while kind == "clock" and now != then:
            after = system.next_moment(now)
            if any(isinstance(effect, Set) and effect.key == fact for effect in system.upkeep(now, after)):
                return int(key)
            now = after
        # A step that was brought back.
        now = then
    return None
