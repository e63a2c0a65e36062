"""Charts and rulings as they were when an entry was written: what is corrected is carried out again by those."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from copy import copy
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.campaigns.facts import PUBLIC
from navalassist.engine.reader import Values
from navalassist.play.state import State
from navalassist.play.storage.bodies import find
from navalassist.play.storage.tables import tables_of, versions_in

# The kinds of entries that bring a chart or a reading into play, or take it back.
CHANGING = ("edit", "undo", "clock")


def as_of(state: State, entry: Entry, today: Collection[str] = ()) -> State:
    """The state with the tables and rulings by which an entry was carried out; of a correction, by which the first was.

    today: numbers of rulings that are read as they are now. Only for reading.
    """
    first = first_of(entry)
    changed = versions_in(state.values)
    tables = _before(first, "chart:", "version") if changed else {}
    rulings = {number: choice for number, choice in read_then(first).items() if number not in today}
    if not (tables or rulings):
        return state
    found = copy(state)
    found.tables = tables_of(state.campaign, {**changed, **tables})
    found.values = with_rulings(state.values, rulings)
    found.rulings_changed()
    return found


def read_then(entry: Entry) -> dict[str, str]:
    """number -> how a ruling was read at the time of an entry, if it was chosen anew since; '' where it was not yet."""
    return _before(first_of(entry), "ruling:", "choice")


def with_rulings(values: dict[str, Any], rulings: Mapping[str, str]) -> dict[str, Any]:
    """The facts with these rulings read so; one that is '' is not chosen as yet."""
    if not rulings:
        return values
    gone = {f"ruling:{number}.choice" for number, choice in rulings.items() if not choice}
    read = {f"ruling:{number}.choice": choice for number, choice in rulings.items() if choice}
    return Values({key: value for key, value in values.items() if key not in gone} | read)


def first_of(entry: Entry) -> Entry:
    """The entry that was corrected first."""
    while entry.corrects:
        entry = find(entry.campaign, entry.corrects, frozenset({entry.corrects.partition("/")[0]}))
    return entry


def _before(entry: Entry, kind: str, field: str) -> dict[str, str]:
    """What a field of the rows of a kind was at the time of an entry, of those that everybody saw change since."""
    later = Entry.objects.filter(campaign=entry.campaign, chain=PUBLIC, id__gt=entry.pk, kind__in=CHANGING)
    found: dict[str, str] = {}
    for other in later.filter(content__contains=f'"{kind}').order_by("id"):
        for fact, before, _ in other.record["body"].get("changes", ()):
            row, _, name = fact.rpartition(".")
            if row.startswith(kind) and name == field:
                found.setdefault(row.partition(":")[2], before or "")
    return found
