"""What a set-up page says after an input: what was set, how it stood before and how it stands now, in a few words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.desk.answers import receipt_url
from navalassist.desk.at import At
from navalassist.desk.logbook.lines import gone, made, moved
from navalassist.desk.logbook.tongue import words_for
from navalassist.desk.turn.verdicts import value_now
from navalassist.play.storage.bodies import body_of


@dataclass(frozen=True, slots=True)
class Saved:
    """word: what was set; text: how it stood and how it stands now. undone: by taking an input back."""

    reference: str
    word: str
    text: str
    sequence: int
    url: str
    undone: bool


def saved_line(entry: Entry, here: At) -> Saved:
    """`Owner of Benghazi`, `Allied → Axis`; what changed along with it is named after it."""
    body: dict[str, Any] = body_of(entry, here.viewer.audiences)
    words = words_for(here.state, body)
    # The rows that a change brought along, or took away, are counted, not read out.
    along = {row for rows in (made(body), gone(body)) for row in rows if not row.startswith("mark:")}
    changes = [
        (key, before, after)
        for key, before, after in body.get("changes", ())
        if not key.endswith(words.own.quiet) and not key.startswith("mark:") and key.rpartition(".")[0] not in along
    ]
    parts = [" → ".join(value_now(words, changes[0][0], value) for value in changes[0][1:])] if changes else []
    parts += [f"{words.fact(key)} now {value_now(words, key, after)}" for key, _, after in changes[1:]]
    parts += [text for text in (moved(body, here.state),) if text]
    title = str(body.get("title", "")) or (words.fact(changes[0][0]) if changes else "")
    url, undone = receipt_url(entry, here.campaign.slug), entry.kind == "undo"
    return Saved(entry.reference, title, ", ".join(parts), entry.sequence, url, undone)
