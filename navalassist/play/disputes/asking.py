"""Asking before acting: a question to the moderator that holds one thing, and a correction that waits for consent."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.viewer import MODERATOR, OBSERVER
from navalassist.engine import REGISTER, Set, create
from navalassist.engine.reader import Unknown
from navalassist.play.disputes.disputes import KIND, NO_LONGER, check_speaks, matter_at, plain
from navalassist.play.rules.holds import asked_kinds
from navalassist.play.state import State
from navalassist.play.storage.bodies import audience_of
from navalassist.play.systems import enemy_of
from navalassist.play.write.writer import NotYours, Writer
from navalassist.review.models import ACCEPTED, ANSWERED, OPEN, READ, REFUSED, WITHDRAWN

CONSENT = "house:correction-consent"
YES, NO = "yes", "no"


# Questions


def ask(writer: Writer, about: str, text: str) -> Entry:
    """Ask the moderator about a row or a rule: it is held until they answer. Raises NotYours, Unknown."""
    if writer.viewer.seat == OBSERVER:
        raise NotYours(OBSERVER)
    kind = about.partition(":")[0]
    known = bool(writer.state.row(about)) if kind in asked_kinds() else about in writer.system.situations
    chain = writer.state.audiences.get(about, PUBLIC)
    if not known or about.count(":") > 1 or not writer.viewer.sees(chain):
        raise Unknown("there is nothing of that name to ask about")
    if any(writer.state.values[f"{r}.about"] == about and _is_open(writer.state, r) for r in _rows(writer.state)):
        raise Unknown("a question about this is open already")
    said, key = plain(text, "Question"), uuid.uuid4().hex
    procedure = about if about in REGISTER else ""
    made = create(
        f"question:{key}",
        about=about,
        procedure=procedure,
        by=writer.viewer.seat,
        text=said,
        state=OPEN,
        answer="",
    )
    return writer.edit("question.ask", (made,), kind=KIND, chain=chain, question=said, about=[about])


def answer(writer: Writer, key: str, text: str) -> Entry:
    """The moderator answers; what was held is free."""
    row, fields, chain = _open(writer, "question", key)
    writer.check_seat(MODERATOR)
    check_speaks(writer, chain)
    said = plain(text, "Answer")
    effects = (Set(f"{row}.state", ANSWERED), Set(f"{row}.answer", said))
    about = [fields["about"]]
    return writer.edit("question.answer", effects, kind=KIND, seat=MODERATOR, chain=chain, answer=said, about=about)


def read(writer: Writer, key: str) -> Entry:
    """Whoever asked has read the answer: it is no matter for that seat any more. Raises NotYours, Unknown."""
    row, fields, chain = matter_at(writer.state, "question", key)
    if writer.viewer.seat != fields["by"]:
        raise NotYours(fields["by"])
    if fields["state"] != ANSWERED:
        raise Unknown("there is no answer that you have not read")
    effects = (Set(f"{row}.state", READ),)
    return writer.edit("question.read", effects, kind=KIND, chain=chain, about=[fields["about"]])


def drop(writer: Writer, key: str) -> Entry:
    """Whoever asked needs no answer any more; what was held is free."""
    row, fields, chain = _open(writer, "question", key)
    writer.check_seat(fields["by"])
    effects = (Set(f"{row}.state", WITHDRAWN),)
    return writer.edit("question.drop", effects, kind=KIND, chain=chain, about=[fields["about"]])


def _rows(state: State) -> Iterable[str]:
    return state.rows("question")


def _is_open(state: State, row: str) -> bool:
    return bool(state.values[f"{row}.state"] == OPEN)


def _open(writer: Writer, kind: str, key: str) -> tuple[str, dict[str, Any], str]:
    row, fields, chain = matter_at(writer.state, kind, key)
    if fields["state"] != OPEN or not writer.viewer.sees(chain):
        raise Unknown(NO_LONGER)
    return row, fields, chain


# The house setting, and corrections that wait for it


def consent_wanted(values: Mapping[str, Any]) -> bool:
    """Does a correction need the other side's consent in this campaign (H-01)?"""
    return bool(values.get(f"{CONSENT}.choice", NO) == YES)


def set_consent(writer: Writer, choice: str) -> Entry:
    """Choose it: for the moderator to do."""
    writer.check_seat(MODERATOR)
    if choice not in (YES, NO):
        raise Unknown("choose yes or no")
    if writer.state.values.get(f"{CONSENT}.choice", NO) == choice:
        raise Unknown("it stands so already, nothing would change")
    there = f"{CONSENT}.choice" in writer.state.values
    effect = Set(f"{CONSENT}.choice", choice) if there else create(CONSENT, choice=choice)
    title = "Corrections need the other side's consent"
    return writer.edit("house.set", (effect,), chain=PUBLIC, seat=MODERATOR, title=title)


def propose(writer: Writer, entry: Entry, typed: Mapping[str, Any], note: str, seats: Iterable[str]) -> Entry:
    """Put a correction before those who must consent. Nothing changes yet. seats: those of the entries corrected."""
    for seat in seats:
        writer.check_seat(seat)
    # What was typed may tell more than what everybody sees of the entry: it is for those who may read all of it.
    by, chain = writer.viewer.seat, entry.chain if entry.chain != PUBLIC else audience_of(entry)
    check_speaks(writer, chain)
    if open_proposal(writer.state, entry.reference):
        raise Unknown("a correction of this entry is proposed already")
    to = enemy_of(by, writer.system) if by in writer.system.sides and chain == PUBLIC else MODERATOR
    key = uuid.uuid4().hex
    made = create(f"proposal:{key}", entry=entry.reference, by=by, to=to, state=OPEN, typed=dict(typed), note=note)
    return writer.edit("correction.propose", (made,), kind=KIND, chain=chain, about=[entry.reference], note=note)


def open_proposal(state: State, reference: str) -> str:
    """The key of the open proposal for an entry; '' where there is none."""
    for row in state.rows("proposal"):
        if state.values[f"{row}.entry"] == reference and _is_open(state, row):
            return row.partition(":")[2]
    return ""


def check_consents(writer: Writer, fields: Mapping[str, Any]) -> None:
    """NotYours for a seat that is neither asked nor the moderator's; whoever proposed it cannot consent."""
    seat = writer.viewer.seat
    if seat not in (fields["to"], MODERATOR) or (seat == fields["by"] and seat != MODERATOR):
        raise NotYours(fields["to"])


def accept(writer: Writer, key: str) -> tuple[dict[str, Any], Entry]:
    """Consent: the proposal, and the entry of it; whoever calls this then makes the correction."""
    row, fields, chain = _open(writer, "proposal", key)
    check_consents(writer, fields)
    effect = (Set(f"{row}.state", ACCEPTED),)
    made = writer.edit("correction.accept", effect, kind=KIND, chain=chain, about=[fields["entry"]])
    return fields, made


def refuse(writer: Writer, key: str, text: str) -> Entry:
    """No consent, with a reason; or whoever proposed it takes it back."""
    row, fields, chain = _open(writer, "proposal", key)
    about = [fields["entry"]]
    if writer.viewer.seat == fields["by"] and writer.viewer.seat != fields["to"]:
        effect = (Set(f"{row}.state", WITHDRAWN),)
        return writer.edit("correction.withdraw", effect, kind=KIND, chain=chain, about=about)
    check_consents(writer, fields)
    said = plain(text, "Reason")
    effect = (Set(f"{row}.state", REFUSED),)
    return writer.edit("correction.refuse", effect, kind=KIND, chain=chain, about=about, text=said)
