"""Are the seats and the name what the log says? Whoever gives themselves a seat past the log, or renames a campaign, is
found."""

from __future__ import annotations

import json
from collections.abc import Iterator

from navalassist.auditlog.models import Entry
from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.models import Campaign
from navalassist.play.storage.forks import FORK
from navalassist.play.storage.statements import entries_at
from navalassist.seats.models import Seat

# A seat and the opaque identity of who holds it.
Held = tuple[str, str]


def by_the_log(campaign: Campaign) -> tuple[dict[Held, str], dict[Held, str]]:
    """Who holds which seat by the entries of the public chain, with the entry that gave it; and who did at a fork.

    A restored copy is a fork of the same club, and its people keep their seats. An archive that was taken in is one of
    another's: those seats are not brought along. So who held one at a fork may hold it still, and need not.
    """
    held: dict[Held, str] = {}
    before: dict[Held, str] = {}
    entries = Entry.objects.filter(campaign=campaign, chain=PUBLIC, kind__in=("access", FORK)).order_by("sequence")
    for kind, content, sequence in entries.values_list("kind", "content", "sequence"):
        body = json.loads(content)["body"]
        if kind == FORK:
            before, held = before | held, {}
            continue
        seat, person = str(body.get("held_seat", "")), str(body.get("person", ""))
        if body["act"] in ("seat.end", "seat.hand-over"):
            for known in (held, before):
                known.pop((seat, str(body.get("outgoing") or person)), None)
        if body["act"] in ("seat.give", "seat.hand-over"):
            held[seat, person] = f"{PUBLIC}/{sequence}"
    return held, before


def astray(campaign: Campaign) -> Iterator[tuple[str, str]]:
    """Where the seats differ from the log, and how: the entry or the seat, and a few words."""
    wanted, before = by_the_log(campaign)
    rows = Seat.objects.held().filter(campaign=campaign).values_list("seat", "actor__identity", "entry")
    found = {(seat, str(person)): entry for seat, person, entry in rows}
    for (seat, _), entry in sorted(found.items() - wanted.items() - before.items()):
        yield f"seat {seat}", f"somebody holds it whom no entry gave it (said to be by {entry or 'none'})"
    for (seat, _), entry in sorted(wanted.items() - found.items()):
        yield entry, f"it gave the {seat} seat to somebody who does not hold it"


def renamed(campaign: Campaign) -> Iterator[tuple[str, str]]:
    """A name of the campaign that its set-up did not give it: nothing of the product gives another."""
    for entry in entries_at(campaign, PUBLIC, 1):
        given = entry.record["body"].get("name", campaign.name) if entry.kind == "setup" else campaign.name
        if given != campaign.name:
            yield entry.reference, f"it calls the campaign {given!r}, and the database calls it {campaign.name!r}"
