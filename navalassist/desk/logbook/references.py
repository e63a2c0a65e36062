"""Entries by their references, as far as a viewer may read them."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import FactHistory
from navalassist.desk.at import At
from navalassist.play.corrections.numbers import Counted, counted


def entries_by_reference(here: At, references: Iterable[str]) -> dict[str, Entry]:
    """Entries by reference (`public/12`), those that this viewer may read; one query, or none."""
    wanted: dict[str, set[int]] = {}
    for reference in references:
        chain, _, number = reference.partition("/")
        # One of them may have been typed into an address.
        if chain in here.viewer.audiences and number.isascii() and number.isdigit() and len(number) < 12:
            wanted.setdefault(chain, set()).add(int(number))
    if not wanted:
        return {}
    found = Q()
    for chain, numbers in wanted.items():
        found |= Q(chain=chain, sequence__in=numbers)
    return {entry.reference: entry for entry in Entry.objects.filter(found, campaign=here.campaign)}


def number_over_time(here: At, fact: str) -> list[Counted]:
    """A number that the campaign keeps the history of, as it is told: nothing of it that was struck out."""
    history = list(FactHistory.objects.of(here.campaign, fact))
    return counted(here.viewer, history, entries_by_reference(here, (row.entry for row in history)))
