"""Many entries with their secret parts."""

from __future__ import annotations

from collections.abc import Iterable

from navalassist.auditlog.models import Entry, Payload


def with_payloads(entries: Iterable[Entry]) -> list[Entry]:
    """The entries, their secret parts fetched at once where there are any.

    As Django prefetches them, an entry and what was fetched for it hold each other: only the garbage collector, which
    comes by rarely, could free them, and the report of a long turn left 16 MB behind with every look at it.
    """
    found = list(entries)
    # Most have none, and are not read for that.
    secret = [entry for entry in found if '"commitments"' in entry.content and "commitments" in entry.record]
    parts: dict[int, list[Payload]] = {entry.pk: [] for entry in secret}
    for payload in Payload.objects.filter(entry__in=parts).order_by("id") if parts else ():
        parts[payload.entry_id].append(payload)
    for entry in secret:
        known = Payload.objects.all()
        known._result_cache = parts[entry.pk]
        entry._prefetched_objects_cache = {"payloads": known}  # type: ignore[attr-defined]
    return found
