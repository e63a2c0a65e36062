"""The rows of a log as they are stored, for `examine`: read in batches, and one by one where the database cannot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.db import DatabaseError
from django.db.models import QuerySet, TextField
from django.db.models.functions import Cast

from navalassist.auditlog.models import Entry, Payload
from navalassist.campaigns.models import Campaign
from navalassist.play.storage.rows import BODY_COLUMNS, HEADER_COLUMNS

BATCH = 1000
COLUMNS = (*HEADER_COLUMNS, *BODY_COLUMNS, "dice", "stamp", "content", "hash", "id")


class StoredLine(NamedTuple):
    """A row of the log as it is stored."""

    row: Any
    reference: str
    payloads: list[tuple[str, str, str]]


def lines(campaign: Campaign, after: int = 0, until: int | None = None) -> Iterator[StoredLine]:
    """The rows in the order of writing, each with its payloads, a thousand at a time. after, until: keys of rows."""
    entries = Entry.objects.filter(campaign=campaign).annotate(stamp=Cast("time", TextField())).order_by("id")
    if until is not None:
        entries = entries.filter(id__lte=until)
    while True:
        rows = _rows(entries.filter(id__gt=after), COLUMNS)
        if not rows:
            return
        number = rows[-1].id
        within = Payload.objects.filter(entry__campaign=campaign, entry__gt=after, entry__lte=number).order_by("id")
        payloads: dict[int, list[tuple[str, str, str]]] = {}
        for payload in _rows(within, ("id", "entry_id", "audience", "salt", "content"), None):
            if not isinstance(payload, Unreadable):
                payloads.setdefault(payload.entry_id, []).append((payload.audience, payload.salt, payload.content))
        for row in rows:
            yield StoredLine(row, f"{row.chain}/{row.sequence}", payloads.get(row.id, []))
        after = number
        # Not two batches at a time: they are the most that a check holds.
        del row, rows


class Unreadable(NamedTuple):
    """A row that the database itself cannot read, since a text in it is none."""

    id: int
    chain: str = "row"
    hash: str = ""

    @property
    def sequence(self) -> int:
        return self.id


def _rows(query: QuerySet[Any], columns: tuple[str, ...], limit: int | None = BATCH) -> list[Any]:
    """The first rows of a query; where the database cannot read them together, one by one."""
    try:
        return list(query.values_list(*columns, named=True)[:limit])
    except DatabaseError:
        found: list[Any] = []
        for number in list(query.values_list("id", flat=True)[:limit]):
            try:
                found += query.filter(pk=number).values_list(*columns, named=True)
            except DatabaseError:
                found.append(Unreadable(number))
        return found
