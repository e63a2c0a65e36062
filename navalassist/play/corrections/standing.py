"""The entries of some turns that stand: neither corrected nor taken back by a later one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.db.models import Q

from navalassist.auditlog.models import CORRECTING, Entry, EntryQuerySet
from navalassist.campaigns.viewer import Viewer
from navalassist.play.corrections.undo import strikes_out


def gone(viewer: Viewer) -> frozenset[str]:
    """References of the entries that were corrected or taken back, as far as this viewer may know."""
    every = Entry.objects.filter(campaign=viewer.campaign).seen_by(viewer.audiences)
    return frozenset(every.filter(kind__in=CORRECTING).exclude(corrects="").values_list("corrects", flat=True))


def followers(viewer: Viewer, references: Iterable[str]) -> dict[str, Entry]:
    """reference -> what corrected it, or took it back, of these entries; as far as this viewer may know. One query."""
    every = Entry.objects.filter(campaign=viewer.campaign).seen_by(viewer.audiences)
    return {entry.corrects: entry for entry in every.correcting(list(references)).order_by("id")}


def word_of(follower: Entry) -> str:
    """How an entry came to stand no more, by what followed it: `corrected`, `struck out`, `taken back`."""
    if strikes_out(follower):
        return "struck out"
    return "taken back" if follower.kind == "undo" else "corrected"


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


def turns_meant(viewer: Viewer) -> dict[str, str]:
    """Reference of each correction -> the turn of what it corrects in the end, however often that was corrected."""
    return {reference: turn for reference, (turn, _) in moments_meant(viewer).items()}


def moments_meant(viewer: Viewer) -> dict[str, tuple[str, str]]:
    """The same with the player turn behind the turn."""
    every = Entry.objects.filter(campaign=viewer.campaign).seen_by(viewer.audiences)
    rows = every.filter(kind="correction").values_list("chain", "sequence", "corrects")
    corrects = {f"{chain}/{sequence}": before for chain, sequence, before in rows}
    first = {reference: _first(corrects, reference) for reference in corrects}
    asked = every.filter(sequence__in=[int(found.partition("/")[2]) for found in first.values()])
    moments = {
        f"{chain}/{sequence}": (turn, player_turn)
        for chain, sequence, turn, player_turn in asked.values_list("chain", "sequence", "turn", "player_turn")
    }
    return {reference: moments[found] for reference, found in first.items() if found in moments}


def _first(corrects: Mapping[str, str], reference: str) -> str:
    """What a correction leads back to, over corrections of corrections."""
    while reference in corrects:
        reference = corrects[reference]
    return reference
