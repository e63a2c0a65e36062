"""Going to a place in the log by an entry's number or by a turn."""

from __future__ import annotations

import re

from navalassist.auditlog.search import Column, Search
from navalassist.campaigns.facts import PUBLIC
from navalassist.desk.at import At
from navalassist.desk.logbook.log import NoSuchEntry, by_keys, place_of, turns_until
from navalassist.desk.logbook.naming import turn_name
from navalassist.desk.logbook.rows import anchor_of

ENTRY = re.compile(r"(?:entry\s+)?(?:([a-z]+)[\s/]+)?#?(\d{1,11})")


def place_named(here: At, typed: str) -> str:
    """The address of the page that begins with an entry (`147`, `Axis 12`) or a turn (`Mar I 41`); '' for neither."""
    text = " ".join(typed.casefold().split())
    if found := ENTRY.fullmatch(text):
        reference = f"{found[1] or PUBLIC}/{int(found[2])}"
        try:
            place_of(here, reference)
        except NoSuchEntry:
            return ""
        return _address(reference)
    for turn in turns_until(str(here.campaign.identity), here.state.clock[0]):
        if text and text in (turn.casefold(), turn_name(here.state, turn).casefold()):
            return _last_of(here, turn)
    return ""


def _last_of(here: At, turn: str) -> str:
    search = Search(here.campaign.pk, tuple(sorted(here.viewer.audiences)), (Column("turn", (turn,)),))
    entries = by_keys(here, search.newest(1).keys)
    return _address(entries[0].reference) if entries else ""


def _address(reference: str) -> str:
    return f"?at={reference}#{anchor_of(reference)}"
