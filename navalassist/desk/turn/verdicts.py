"""What happened last, and why a number changed: entries of the log in a few words each."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.desk.answers import receipt_url
from navalassist.desk.at import At
from navalassist.desk.logbook.facts import Words
from navalassist.desk.logbook.lines import line_of
from navalassist.desk.logbook.wording import words_for
from navalassist.desk.system_pages import system_pages_of
from navalassist.play.corrections.standing import word_of
from navalassist.play.storage.bodies import body_of
from navalassist.play.storage.statements import newest_entries

# Kinds of entries that say nothing about the campaign itself.
SILENT = ("seed", "reveal", "clock", "access", "nonce")
# Acts that only keep count of who owes dice to whom: the roll beside them says it.
COUNTS_ROLLS = ("roll.waits", "roll.done")


@dataclass(frozen=True, slots=True)
class Verdict:
    """One entry in a line: a word that stands out where there is a rest (text), and where its page is.

    struck: how a later entry took its place, such as `corrected` or `struck out`; '' while it stands.
    """

    reference: str
    sequence: int
    turn: str
    word: str
    text: str
    url: str
    struck: str = ""

    @property
    def corrected(self) -> bool:
        """True where it does not stand."""
        return bool(self.struck)


def last_verdicts(here: At, number: int) -> tuple[Verdict, ...]:
    """The newest entries that this viewer may read and that say something. What struck one of them is newer still."""
    found = newest_entries(here.campaign, here.viewer.audiences, 2 * number, but=SILENT)
    struck = {entry.corrects: word_of(entry) for entry in reversed(found)}
    telling = [entry for entry in found if entry.record["body"].get("act") not in COUNTS_ROLLS][:number]
    return tuple(replace(verdict_of(entry, here), struck=struck.get(entry.reference, "")) for entry in telling)


def verdict_of(entry: Entry, here: At) -> Verdict:
    """An entry in a line: what came of it stands out; an input is named first."""
    body = body_of(entry, here.viewer.audiences)
    line = line_of(entry, body, here.state)
    url, turn = receipt_url(entry, here.campaign.slug), here.system.names.turn(entry.turn)
    if line.sentence:
        # What is called out stands out.
        word, text = (line.word, line.sentence) if line.word else (line.sentence, "")
        return Verdict(entry.reference, entry.sequence, turn, word, text, url)
    rolled = entry.kind in ("rule", "correction", "waiting") and line.result
    word = line.result if rolled else line.title
    # Of an input the first change is the one that was meant; the receipt has them all.
    change = line.result.partition("; ")[0].removeprefix(f"{line.title}: ")
    if body.get("act") == "ruling.choice":
        # A reading is a sentence or two: the new one alone, in short.
        key, _, chosen = body["changes"][0]
        change = f"now {value_now(words_for(here.state, body), key, chosen)}"
    rest = (line.title, line.detail, line.dice) if rolled else (change, line.detail)
    if entry.kind == "undo":
        rest = (line.detail, change)
    return Verdict(entry.reference, entry.sequence, turn, word, "; ".join(filter(None, rest)), url)


def value_now(words: Words, fact: str, value: Any) -> str:
    """A fact's value as the button calls it."""
    if text := system_pages_of(words.state.campaign.system).value_words(fact, value):
        return text
    return "yes" if value is True else "no" if value is False else words.value(fact, value)
