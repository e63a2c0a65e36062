"""Who may change the set-up of a campaign where people have seats of their own. At one table everybody may.

Rulings, and how an unknown cell is read, are the moderator's. Ports, conditions, Malta, zones and points may be changed
by the sides too, as at the table, unless the campaign keeps them for its moderator. Beside it: who may answer what
waits, and whose a submission is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.campaigns.facts import PUBLIC, kinds_that
from navalassist.campaigns.viewer import MODERATOR, Viewer
from navalassist.engine import Create, Effect, Remove, Set, create
from navalassist.play.state import PRECEDENTS
from navalassist.play.storage.bodies import audience_of

# The condition that says who may change the set-up: a fact as any other, so that it stands in the log.
KEPT_BY = "condition:set-up-by"
SIDES = "sides"
CHOICES = {SIDES: "the sides and the moderator", MODERATOR: "the moderator alone"}


@cache
def set_up_kinds() -> frozenset[str]:
    """Kinds of rows that the set-up changes."""
    return frozenset(kinds_that(lambda model: model.FACT_SET_UP))


def kept_by(values: Mapping[str, Any]) -> str:
    """Who may change the set-up: the sides too, which is the default, or the moderator alone."""
    return MODERATOR if values.get(f"{KEPT_BY}.value") == MODERATOR else SIDES


def keep_for(values: Mapping[str, Any], choice: str) -> Effect:
    """The effect that says who may change the set-up from now on. ValueError for an unknown choice."""
    if choice not in CHOICES:
        raise ValueError("choose who may change the set-up: the sides too, or the moderator alone")
    there = f"{KEPT_BY}.value" in values
    return Set(f"{KEPT_BY}.value", choice) if there else create(KEPT_BY, value=choice)


def seat_needed(viewer: Viewer, values: Mapping[str, Any], effects: Iterable[Effect]) -> str:
    """The seat from which alone an input may be made; '' where it need be none in particular."""
    if viewer.at_table or viewer.seat == MODERATOR:
        return ""
    rows = {_row(effect) for effect in effects}
    own = any(row.startswith(("ruling:", PRECEDENTS)) or row == KEPT_BY for row in rows)
    kept = kept_by(values) == MODERATOR and any(row.partition(":")[0] in set_up_kinds() for row in rows)
    return MODERATOR if own or kept else ""


def may_answer(viewer: Viewer, entry: Entry, seat: str) -> bool:
    """May this viewer answer an entry that waits? seat: the one that is asked, '' for nobody in particular.

    The seat that is asked, at its own page: what it chooses may be sealed. For a seat that may not read what is asked,
    whoever reads it taps.
    """
    if seat and audience_of(entry) in (PUBLIC, seat):
        return viewer.seat == seat
    return viewer.may_act_as(seat or entry.seat)


NO_KEY = "the key of this form is not one that a page has given out; load the page again"


def carried_out(viewer: Viewer, submission: str) -> list[Entry]:
    """The entries of a submission that was carried out before, as far as this viewer reads them; there may be none.

    ValueError where somebody else made them. At one table there is nobody else: a device has no name before its first
    tap is answered, so that the second tap of the same form comes in another's.
    """
    entries = Entry.objects.filter(campaign=viewer.campaign, submission=submission).order_by("id")
    if not viewer.at_table and any(entry.record["actor"] != viewer.actor for entry in entries):
        raise ValueError(NO_KEY)
    return [entry for entry in entries if viewer.sees(entry.chain)]


def _row(effect: Effect) -> str:
    return effect.key if isinstance(effect, (Create, Remove)) else effect.key.rpartition(".")[0]
