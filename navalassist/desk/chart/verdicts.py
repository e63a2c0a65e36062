"""What happened last, and why a number changed: entries of the log in a few words each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from navalassist.auditlog.models import Entry
from navalassist.campaigns.viewer import Viewer
from navalassist.desk.access import At
from navalassist.desk.answers import receipt_url
from navalassist.desk.logbook.facts import Words
from navalassist.desk.logbook.lines import line_of
from navalassist.desk.outfit import outfit_of
from navalassist.play.bodies import body_of
from navalassist.play.statements import newest_entries

# Kinds of entries that say nothing about the campaign itself.
SILENT = ("seed", "reveal", "clock", "access", "nonce")
# Acts that only keep count of who owes dice to whom: the roll beside them says it.
COUNTS_ROLLS = ("roll.waits", "roll.done")


@dataclass(frozen=True, slots=True)
class Verdict:
    """One entry in a line: a word that stands out, the rest, and where its page is.

    corrected: a later entry says it right.
    """

    reference: str
    sequence: int
    turn: str
    word: str
    text: str
    url: str
    corrected: bool = False


def last_entries(viewer: Viewer, number: int) -> list[Entry]:
    """The newest entries that this viewer may read and that say something."""
    found = newest_entries(viewer.campaign, viewer.audiences, 2 * number, but=SILENT)
    return [entry for entry in found if entry.record["body"].get("act") not in COUNTS_ROLLS][:number]


def verdict_of(entry: Entry, here: At) -> Verdict:
    """An entry in a line: what came of it stands out; an input is named first."""
    body = body_of(entry, here.viewer.audiences)
    line = line_of(entry, body, here.state)
    rolled = entry.kind in ("rule", "correction", "waiting") and line.result
    word = line.result if rolled else line.title
    if entry.procedure in outfit_of(here.campaign.system).numbers:
        word = line.result.partition(":")[0]
    # Of an input the first change is the one that was meant; the receipt has them all.
    change = line.result.partition("; ")[0].removeprefix(f"{line.title}: ")
    if body.get("act") == "ruling.choice":
        # A reading is a sentence or two: the new one alone, in short.
        key, _, chosen = body["changes"][0]
        change = f"now {value_now(Words(here.state, body), key, chosen)}"
    rest = (line.title, line.detail, line.dice) if rolled else (change, line.detail)
    if entry.kind == "undo":
        rest = (line.detail, change)
    url, turn = receipt_url(entry, here.campaign.slug), here.system.names.turn(entry.turn)
    return Verdict(entry.reference, entry.sequence, turn, word, "; ".join(filter(None, rest)), url)


def entries_by_reference(here: At, references: Iterable[str]) -> dict[str, Entry]:
    """Entries by reference (`public/12`), those that this viewer may read; one query, or none."""
    wanted: dict[str, set[int]] = {}
    for reference in references:
        chain, _, number = reference.partition("/")
        if chain in here.viewer.audiences and number.isdigit():
            wanted.setdefault(chain, set()).add(int(number))
    if not wanted:
        return {}
    found = Q()
    for chain, numbers in wanted.items():
        found |= Q(chain=chain, sequence__in=numbers)
    return {entry.reference: entry for entry in Entry.objects.filter(found, campaign=here.campaign)}


def value_now(words: Words, fact: str, value: Any) -> str:
    """A fact's value as the button calls it."""
    if text := outfit_of(words.state.campaign.system).value_words(fact, value):
        return text
    return "yes" if value is True else "no" if value is False else words.value(fact, value)
