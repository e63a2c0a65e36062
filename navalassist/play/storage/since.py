"""What was written since a campaign stood at some heads, as the entries since then say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from navalassist.auditlog.models import BEGINNINGS, GENESIS
from navalassist.auditlog.payloads import with_payloads
from navalassist.campaigns.models import Campaign
from navalassist.play.storage import statements
from navalassist.play.storage.bodies import whole_body
from navalassist.play.storage.statements import Heads

# To read more of them takes as long as to read the campaign.
MOST_SINCE = 50


def kinds_since(campaign: Campaign, before: Heads, now: Heads) -> frozenset[str] | None:
    """The kinds of the rows that were written between two heads of its chains; None where the entries don't tell.

    That is where they are many, where the campaign begins with one of them, or where they don't follow those heads.
    """
    were = {audience: (sequence, head) for audience, sequence, head in before}
    sequences = {audience: were.get(audience, (0, GENESIS))[0] for audience, *_ in now}
    number = sum(sequence - sequences[audience] for audience, sequence, _ in now)
    if not 0 <= number <= MOST_SINCE:
        return None
    entries = statements.entries_after(campaign, sequences)
    if len(entries) != number or any(entry.kind in BEGINNINGS for entry in entries):
        return None
    # Where a chain goes on from, or stands still.
    from_here = {audience: head for audience, _, head in now}
    from_here |= {entry.chain: entry.record["previous"] for entry in reversed(entries)}
    if any(from_here.get(audience) != head for audience, (_, head) in were.items()):
        return None
    return frozenset(kind for entry in with_payloads(entries) for kind in _kinds_in(whole_body(entry)))


def _kinds_in(body: Mapping[str, Any]) -> Iterator[str]:
    """The kinds of the rows that an entry changes."""
    facts = [fact for fact, *_ in body.get("changes", ())] + [effect["key"] for effect in body.get("effects", ())]
    yield from (fact.partition(":")[0] for fact in facts)
