"""What happened last, and why a number changed: entries of the log in a few words each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import Viewer
from navalassist.desk.access import At
from navalassist.desk.answers import receipt_url
from navalassist.engine import REGISTER
from navalassist.play.bodies import body_of

# Kinds of entries that say nothing about the campaign itself.
SILENT = ("seed", "reveal", "clock")
ACTS = {
    "campaign.begin": "Campaign begun",
    "shipment.add": "Shipment added",
    "port.owner": "Port’s owner changed",
    "port.kind": "Port’s kind changed",
    "port.operational": "Port’s working order changed",
    "condition.value": "Condition changed",
    "ruling.choice": "Ruling chosen",
    "malta.number": "Malta’s number entered",
    "zone.interference": "Interference entered",
    "zone.declared": "South Aegean zone entered",
    "zone.hits": "Hits on the zone entered",
    "ledger.vp": "Victory points entered",
    "undo": "Taken back",
}
PLAIN = (str, int, bool)


@dataclass(frozen=True, slots=True)
class Verdict:
    """One entry in a line: a word that stands out, the rest, and where its page is."""

    reference: str
    sequence: int
    turn: str
    word: str
    text: str
    url: str


def last_entries(viewer: Viewer, number: int) -> list[Entry]:
    """The newest entries that this viewer may read and that say something."""
    entries = Entry.objects.filter(campaign=viewer.campaign).seen_by(viewer.audiences)
    return list(entries.exclude(kind__in=SILENT).newest_first()[:number])


def verdict_of(entry: Entry, here: At) -> Verdict:
    """An entry in a line."""
    body = body_of(entry, here.viewer.audiences)
    word, text = words_of(entry.kind, body)
    url, turn = receipt_url(entry, here.campaign.slug), here.system.names.turn(entry.turn)
    return Verdict(entry.reference, entry.sequence, turn, word, text, url)


def words_of(kind: str, body: Mapping[str, Any]) -> tuple[str, str]:
    """What an entry did: the word that stands out, and the rest."""
    act = str(body.get("act", ""))
    if act in REGISTER:
        return REGISTER[act].title, changes_in_words(body)
    title = str(body.get("title", "")) or ACTS.get(act, act)
    if kind == "undo":
        title = f"Taken back: {ACTS.get(str(body.get('undone', '')), 'an input')}"
    if kind == "setup":
        return title, ""
    return title, ", ".join(filter(None, (changes_in_words(body), str(body.get("note", "")))))


def changes_in_words(body: Mapping[str, Any], limit: int = 2) -> str:
    """The first plain facts that an entry changed: `naples.owner axis → allied`."""
    found = [
        f"{key.partition(':')[2]} {plain(before)} → {plain(after)}"
        for key, before, after in body.get("changes", ())
        if isinstance(before, PLAIN) and isinstance(after, PLAIN) and not key.startswith(("mark:", "campaign:"))
    ]
    return "; ".join(found[:limit]) + (" …" if len(found) > limit else "")


def plain(value: Any) -> str:
    """A fact's value for people."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if value != "" else "none"


def bodies_by_reference(campaign: Campaign, references: Iterable[str], viewer: Viewer) -> dict[str, Entry]:
    """Entries by reference (`public/12`), those that this viewer may read; one query."""
    wanted = Q()
    for reference in set(references):
        chain, _, number = reference.partition("/")
        if chain in viewer.audiences and number.isdigit():
            wanted |= Q(chain=chain, sequence=int(number))
    if not wanted:
        return {}
    return {entry.reference: entry for entry in Entry.objects.filter(wanted, campaign=campaign)}
