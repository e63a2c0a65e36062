"""The index of the log (`auditlog.tags`): written with the entries, made again from them, compared with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from django.db import connection, transaction

from navalassist.auditlog.models import Entry, Payload
from navalassist.auditlog.tags import Tags, number, numbers, tags_of_text
from navalassist.campaigns.models import Campaign
from navalassist.play.storage.writes import Writes

BATCH = 1000
_LOW, _PRIME = 0xFFFF, 1_000_003


def indexed(writes: Writes, campaign: Campaign, found: Iterable[tuple[Entry, Tags]]) -> None:
    """Put down what entries are about that are written with it."""
    identity = str(campaign.identity)
    made: dict[str, int] = {}
    pairs: list[tuple[int, int]] = []
    for entry, tags in found:
        made[entry.reference] = entry.pk
        pairs += [(value, entry.pk) for value in numbers(identity, tags.own)]
        for audience, tag, reference in tags.of_others:
            key = made.get(reference) or key_of(campaign, reference)
            if key is not None:
                pairs.append((number(identity, audience, tag), key))
    writes.tags(pairs)


def key_of(campaign: Campaign, reference: str) -> int | None:
    """The row of an entry; None where there is none."""
    chain, _, sequence = reference.partition("/")
    if not (sequence.isascii() and sequence.isdigit() and len(sequence) < 12):
        return None
    found = Entry.objects.filter(campaign=campaign, chain=chain, sequence=int(sequence))
    return found.values_list("id", flat=True).first()


def rebuild(campaign: Campaign) -> int:
    """Make the index of a campaign again from its log; how many pairs it has."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(f"DELETE FROM auditlog_tagged WHERE {_OF_CAMPAIGN}", [campaign.pk])
        for pairs in batches(campaign):
            writes = Writes()
            writes.tags(sorted(pairs))
            writes.send()
    return sums(campaign).pairs


def batches(campaign: Campaign) -> Iterator[set[tuple[int, int]]]:
    """The pairs that the log asks for, a thousand entries at a time."""
    identity, last = str(campaign.identity), 0
    entries = Entry.objects.filter(campaign=campaign).order_by("id")
    while rows := list(entries.filter(id__gt=last).values_list("id", "content")[:BATCH]):
        secret = Payload.objects.filter(entry__campaign=campaign, entry__gt=last, entry__lte=rows[-1][0])
        parts = {
            key: [(audience, text) for _, audience, text in some]
            for key, some in groupby(
                secret.order_by("entry_id", "id").values_list("entry_id", "audience", "content"), itemgetter(0)
            )
        }
        found: set[tuple[int, int]] = set()
        for key, content in rows:
            tags = tags_of_text(content, parts.get(key, ()))
            found |= {(value, key) for value in numbers(identity, tags.own)}
            for audience, tag, reference in tags.of_others:
                other = key_of(campaign, reference)
                if other is not None:
                    found.add((number(identity, audience, tag), other))
        yield found
        last = rows[-1][0]


class Sums(NamedTuple):
    """What an index adds up to, in whatever order its pairs come."""

    pairs: int = 0
    tags: int = 0
    places: int = 0

    def and_of(self, numbers: Iterable[int], key: int) -> Sums:
        """With the tags of one more entry."""
        pairs, tags, places = self
        row = key % _PRIME
        for value in numbers:
            pairs += 1
            tags += (value >> 16) & _LOW
            places += (value & _LOW) * row
        return Sums(pairs, tags, places)

    def __add__(self, other: object) -> Sums:
        if not isinstance(other, Sums):
            return NotImplemented
        return Sums(self.pairs + other.pairs, self.tags + other.tags, self.places + other.places)


# The sign before the column keeps SQLite from looking every entry up under every tag: the whole index is read once.
_OF_CAMPAIGN = "+entry_id IN (SELECT id FROM auditlog_entry WHERE campaign_id = %s)"


def sums(campaign: Campaign) -> Sums:
    """What the stored index of a campaign adds up to."""
    sql = (
        f"SELECT COUNT(*), COALESCE(SUM((tag >> 16) & {_LOW}), 0), "
        f"COALESCE(SUM((tag & {_LOW}) * (entry_id %% {_PRIME})), 0) FROM auditlog_tagged WHERE {_OF_CAMPAIGN}"
    )
    with connection.cursor() as cursor:
        cursor.execute(sql, [campaign.pk])
        return Sums(*map(int, cursor.fetchone()))
