"""What rolls had read that was put right since as of a turn, where they stand as they were rolled then."""

from __future__ import annotations

from collections.abc import Iterable

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.desk.at import At
from navalassist.desk.logbook.naming import entry_word
from navalassist.desk.logbook.references import entries_by_reference
from navalassist.desk.logbook.wording import words_for
from navalassist.play.charts.then import first_of
from navalassist.play.corrections.past_turns import begins
from navalassist.play.corrections.standing import gone
from navalassist.play.storage.bodies import body_of

ACT = "fact.since"


def known_then(here: At, entries: Iterable[Entry]) -> dict[str, list[str]]:
    """reference -> what of its facts was put right since, as `Owner of Naples: Axis since Mar I 41 (entry 12)`.

    Of this player turn nothing is told: there the fact itself is set, and the rolls are at hand.
    """
    rolls = [entry for entry in entries if (entry.turn, entry.player_turn) != here.state.clock[:2]]
    told = Entry.objects.filter(campaign=here.campaign, kind="edit", content__contains=f'"{ACT}"')
    edits = list(told.seen_by(here.viewer.audiences).order_by("id")) if rolls else []
    out = gone(here.viewer) if edits else ()
    found: dict[str, list[str]] = {}
    for edit in (one for one in edits if one.reference not in out):
        for entry in rolls:
            if entry.pk < edit.pk and _had_read_otherwise(here, entry, edit):
                title = f"{body_of(edit, here.viewer.audiences)['title']} ({entry_word(edit.reference)})"
                found.setdefault(entry.reference, []).append(title)
    return found


def _had_read_otherwise(here: At, entry: Entry, edit: Entry) -> bool:
    body, said = body_of(entry, here.viewer.audiences), body_of(edit, here.viewer.audiences)
    begin = _begin(here.campaign, said)
    facts = {key for key, *_ in said.get("changes", ())}
    if begin is None or not facts or first_of(entry).pk < begin.pk:
        return False
    for key, value, source in body.get("facts_read", ()):
        if key in facts:
            set_by = entries_by_reference(here, [source]).get(source)
            again = set_by is not None and set_by.pk > begin.pk
            if type(value) is int:
                # What moved it since moved it by as much; the calendar sets it back, whatever it was.
                return not (again and set_by is not None and set_by.kind == "clock")
            return not again and f": {words_for(here.state, said).value(key, value)} since " not in said["title"]
    return False


def _begin(campaign: Campaign, said: dict[str, object]) -> Entry | None:
    since = said.get("since")
    return begins(campaign, tuple(since)) if isinstance(since, list) else None
