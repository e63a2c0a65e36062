"""Procedures that wait: which are open, whose answer they want, and what came before and after them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q

from navalassist.auditlog.models import Entry
from navalassist.desk.answers import receipt_url
from navalassist.desk.at import At
from navalassist.desk.logbook.naming import entry_word
from navalassist.desk.logbook.record import Body, procedure_title
from navalassist.desk.words import side_word
from navalassist.engine import REGISTER
from navalassist.engine.english import listed
from navalassist.play.dice.abandoned import WAITING
from navalassist.play.rules.resolve import SEALED, plans_asked
from navalassist.play.state import State
from navalassist.play.storage.bodies import body_of


@dataclass(frozen=True, slots=True)
class Wait:
    """A procedure that waits. seat: whose answer it wants, '' for dice; asks: what it asks; tap: whose.

    out: the seats whose sealed plans are still out, where it waits for several at once.
    """

    reference: str
    url: str
    title: str
    rule: str
    seat: str
    asks: str
    tap: str
    out: tuple[str, ...] = ()

    @property
    def word(self) -> str:
        """`entry 144`"""
        return entry_word(self.reference)

    @property
    def text(self) -> str:
        """`waits for Allied: orders`"""
        whom = listed([side_word(seat) for seat in self.out or (self.seat,) if seat]) or "dice"
        return f"waits for {whom}: {self.asks}"


def waiting_url(slug: str, reference: str) -> str:
    """The page on which a procedure that waits is answered."""
    return f"/c/{slug}/waiting/{reference}/"


def came_to(made: Sequence[Entry]) -> Entry | None:
    """The entry of an act to read: the last that is no input written beside it.

    What sides learn by a rule are such inputs: their addresses are for who learnt, and would tell that somebody did.
    """
    found = [entry for entry in made if entry.kind != "edit"] or list(made)
    return found[-1] if found else None


def outcome_url(made: Sequence[Entry], slug: str) -> str:
    """Where an act leads: to the question that it waits for, or to the receipt of what it came to, its last entry."""
    last = came_to(made)
    return waiting_url(slug, last.reference) if last and last.kind == "waiting" else receipt_url(last, slug)


def open_marks(state: State, facts: Mapping[str, Any]) -> list[str]:
    """The marks of the procedures that wait. facts: those that a viewer may see."""
    return [row for row in state.rows("mark") if row.startswith(WAITING) and f"{row}.kind" in facts]


def marked_words(facts: Mapping[str, Any], mark: str) -> str:
    """`Sealed orders waits for Allied`, from the mark alone."""
    slug, seat = str(facts[f"{mark}.subject"]), str(facts[f"{mark}.place"])
    title = procedure_title({"procedure": slug})
    return f"{title} waits for {side_word(seat) if seat else 'dice'}"


def open_waits(here: At) -> list[Wait]:
    """The procedures that wait and that this viewer may know of, the oldest first. One query, or none."""
    marks = open_marks(here.state, here.state.values)
    entries = entries_of(here, [here.state.sources.get(f"{mark}.kind", "") for mark in marks])
    bodies = [(entry, body_of(entry, here.viewer.audiences)) for entry in entries]
    return [wait_of(here, entry, body) for entry, body in bodies if "waits_for" in body]


def entries_of(here: At, references: Iterable[str]) -> list[Entry]:
    """Entries by reference (`public/12`), those that this viewer may see, the oldest first. One query, or none."""
    parts = [reference.partition("/") for reference in references]
    wanted = [Q(chain=chain, sequence=int(number)) for chain, _, number in parts if number.isdigit()]
    if not wanted:
        return []
    found = Entry.objects.filter(reduce(or_, wanted), campaign=here.campaign).seen_by(here.viewer.audiences)
    return list(found.order_by("id"))


def wait_of(here: At, entry: Entry, body: Body) -> Wait:
    """What an entry waits for."""
    asked = body["waits_for"]
    rule = REGISTER[body["procedure"]].rule if body["procedure"] in REGISTER else str(body.get("rule", ""))
    url = waiting_url(here.campaign.slug, entry.reference)
    seat = str(asked["seat"])
    if asked["kind"] == SEALED and (plans := plans_asked(here.state, entry)):
        sealed = {secret["audience"] for secret in entry.record.get("commitments", ())}
        out = tuple(one for one in plans if one not in sealed)
        # Of several its own comes first.
        seat = here.viewer.seat if here.viewer.seat in out else seat
        asks = plans[seat].label or asks_of(asked)
        return Wait(entry.reference, url, procedure_title(body), rule, seat, asks, seat, out)
    # Dice are for whoever began it to throw (play.write.rights.may_answer).
    return Wait(entry.reference, url, procedure_title(body), rule, seat, asks_of(asked), seat or entry.seat)


def asks_of(asked: Mapping[str, Any]) -> str:
    """What is asked, in words: the label of the ask; for dice with their number."""
    label = str(asked.get("label") or asked["key"])
    return f"{label}, {asked['dice']}" if asked.get("dice") else label


def went_on(entry: Entry, audiences: frozenset[str]) -> Entry | None:
    """The entry that goes on from one that waited, or that read the dice of one that was given up."""
    later = Entry.objects.filter(campaign=entry.campaign, id__gt=entry.pk).seen_by(audiences)
    if entry.operation:
        # Whoever answers goes on with the same operation; whoever begins again does so with the same procedure.
        later = later.filter(Q(operation=entry.operation) | Q(procedure=entry.procedure))
    return later.filter(content__contains=f'"continues":"{entry.reference}"').order_by("id").first()
