"""The entries of some turns that stand: neither corrected nor taken back by a later one."""

from __future__ import annotations

from django.db.models import Q

from navalassist.auditlog.models import CORRECTING, Entry, EntryQuerySet
from navalassist.campaigns.viewer import Viewer


def gone(viewer: Viewer) -> frozenset[str]:
    """References of the entries that were corrected or taken back, as far as this viewer may know."""
    every = Entry.objects.filter(campaign=viewer.campaign).seen_by(viewer.audiences)
    return frozenset(every.filter(kind__in=CORRECTING).exclude(corrects="").values_list("corrects", flat=True))


def standing(viewer: Viewer, first: str, last: str) -> EntryQuerySet:
    """The entries written in these turns, and later corrections, without those that were corrected or taken back.

    first, last: turn keys; they sort as they follow each other.
    """
    found = Entry.objects.filter(campaign=viewer.campaign).seen_by(viewer.audiences)
    found = found.filter(Q(turn__gte=first) & (Q(turn__lte=last) | Q(kind="correction")))
    places = [reference.partition("/")[::2] for reference in gone(viewer)]
    for chain in {chain for chain, _ in places}:
        numbers = [int(number) for each, number in places if each == chain and number.isdigit()]
        found = found.exclude(chain=chain, sequence__in=numbers)
    return found.order_by("id")
