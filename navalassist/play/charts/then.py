"""The charts as they were when an entry was written: what is corrected is carried out again by those."""

from __future__ import annotations

from copy import copy

from navalassist.auditlog.models import Entry
from navalassist.campaigns.facts import PUBLIC
from navalassist.play.state import State
from navalassist.play.storage.bodies import find
from navalassist.play.storage.tables import tables_of, versions_in


def as_of(state: State, entry: Entry) -> State:
    """The state with the tables by which an entry was carried out; of a correction, by which the first one was.

    Only for reading.
    """
    changed = versions_in(state.values)
    then = {**changed, **_versions_before(_first(entry))} if changed else changed
    if then == changed:
        return state
    found = copy(state)
    found.tables = tables_of(state.campaign, then)
    found.rulings_changed()
    return found


def _first(entry: Entry) -> Entry:
    """The entry that was corrected first."""
    while entry.corrects:
        entry = find(entry.campaign, entry.corrects, frozenset({PUBLIC}))
    return entry


def _versions_before(entry: Entry) -> dict[str, str]:
    """slug -> what was in play at the time of an entry, of the charts that came to another version since."""
    later = Entry.objects.filter(campaign=entry.campaign, chain=PUBLIC, id__gt=entry.pk)
    found: dict[str, str] = {}
    for other in later.filter(content__contains='"chart:').order_by("id"):
        for fact, before, _ in other.record["body"].get("changes", ()):
            row, _, name = fact.rpartition(".")
            if row.startswith("chart:") and name == "version":
                found.setdefault(row.partition(":")[2], before or "")
    return found
