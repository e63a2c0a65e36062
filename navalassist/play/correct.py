"""Correcting a rolled entry: never erased, but followed by a new entry that takes its effects back and does it right.

A correction keeps the dice unless a die itself was mistyped. It may change typed figures of the situation (wrong cargo,
a forgotten tick). Later entries that read what the old one set are listed: as long as they stand on it, they have to be
corrected first, the latest first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel, ValidationError

from navalassist.auditlog.models import Entry
from navalassist.engine import Effect, Procedure, Set, Typed, parse_dice, run
from navalassist.engine.run import Dealer
from navalassist.play.bodies import audience_of, body_of
from navalassist.play.dice import ServerDice, seed_of
from navalassist.play.resolve import SERVER, TYPED, plain_figures, procedure_of, record
from navalassist.play.state import State
from navalassist.play.systems import Unknown
from navalassist.play.undo import check_unchanged, inverse
from navalassist.play.writer import Writer

REASONS = {
    "typo": "typo",
    "wrong-cargo": "wrong cargo",
    "mistyped-die": "mistyped die",
    "wrong-owner": "wrong owner",
    "captured": "captured meanwhile",
    "forgot": "forgot a rule",
}


class NotCorrectable(Exception):
    """Why this entry cannot be corrected now, in one sentence."""


@dataclass(frozen=True)
class Correction:
    """What is to be different. `situation`: dotted field -> new value; `strip`: all faces anew, '' for the same dice;
    also: facts to be set besides (the shipment's cargo)."""

    reason: str
    note: str = ""
    situation: Mapping[str, Any] = field(default_factory=dict)
    strip: str = ""
    also: tuple[Effect, ...] = ()


def dependents(entry: Entry, audiences: frozenset[str]) -> list[Entry]:
    """Later entries that read a fact which this entry set."""
    later = Entry.objects.filter(campaign=entry.campaign, id__gt=entry.pk, content__contains=entry.reference)
    found = []
    for other in later.seen_by(audiences).order_by("id"):
        reads = body_of(other, audiences).get("facts_read", ())
        if any(source == entry.reference for _, _, source in reads):
            found.append(other)
    return found


def correction_of(entry: Entry) -> Entry | None:
    """The entry that corrected or took back this one."""
    return Entry.objects.filter(campaign=entry.campaign, corrects=entry.reference).order_by("-id").first()


def why_not_correct(state: State, entry: Entry, body: Mapping[str, Any]) -> str:
    """'' when the entry can be corrected now, else the reason."""
    if entry.kind not in ("rule", "correction") or "situation" not in body:
        return "Only a rule that was carried out can be corrected; an input is edited or taken back."
    if correction_of(entry) is not None:
        return "It was corrected already: correct the newer entry."
    last = {key: after for key, _, after in body["changes"]}
    touched = sorted({state.sources.get(k, "?") for k, after in last.items() if state.values.get(k) != after})
    if touched:
        names = ", ".join(source or "the end of a step" for source in touched)
        return f"Later entries stand on it and changed the same facts ({names}). Correct those first."
    return ""


def changed_situation(procedure: Procedure, old: Mapping[str, Any], changes: Mapping[str, Any]) -> BaseModel:
    """The old situation with some fields changed. ValueError names the first field that does not fit."""
    values: dict[str, Any] = dict(old)
    for path, value in changes.items():
        *parents, last = path.split(".")
        inner = values
        for name in parents:
            inner[name] = dict(inner[name])
            inner = inner[name]
        inner[last] = value
    try:
        return procedure.situation.model_validate(values)
    except ValidationError as error:
        first = error.errors()[0]
        raise ValueError(f"{'.'.join(str(p) for p in first['loc'])}: {first['msg']}") from None


def correct(writer: Writer, entry: Entry, correction: Correction) -> Entry:
    """Append the correcting entry. Raises NotCorrectable, DiceError, ValueError, NotYours, Conflict, Unknown."""
    body = body_of(entry, writer.viewer.audiences)
    if why_not := why_not_correct(writer.state, entry, body):
        raise NotCorrectable(why_not)
    if correction.reason not in REASONS:
        raise Unknown(f"{correction.reason!r} is no reason; choose one of {', '.join(REASONS.values())}")
    seat = writer.check_seat(entry.seat)
    procedure = procedure_of(body["procedure"])
    situation = changed_situation(procedure, body["situation"], correction.situation)
    check_unchanged(writer.state, body["changes"])
    dealer = _dealer(writer, body, correction)
    result = run(procedure, situation, writer.state.book, dealer)
    if isinstance(dealer, Typed):
        dealer.finish()
    old_keys = {a["key"] for a in body["answers"] if "faces" in a}
    new_keys = {a.key for a in result.answers if a.faces}
    fields = {name: body.get(name) for name in ("procedure", "rule", "edition", "facts_read", "operation")}
    fields |= {
        "situation": situation.model_dump(mode="json"),
        "odds": body.get("odds") or plain_figures(()),
        "corrects": entry.reference,
        "reason": correction.reason,
        "note": correction.note,
        "changed": sorted(correction.situation),
        "dependents": [other.reference for other in dependents(entry, writer.viewer.audiences)],
        "unused_dice": sorted(old_keys - new_keys),
    }
    source = TYPED if correction.strip else body.get("dice", {}).get("source", SERVER)
    reused = [] if correction.strip else sorted(old_keys & new_keys)
    before = (*inverse(body), *correction.also)
    audience = audience_of(entry)
    return record(
        writer, procedure, result, fields, source, seat, audience, kind="correction", before=before, reused=reused
    )


def _dealer(writer: Writer, body: Mapping[str, Any], correction: Correction) -> Dealer:
    """The dice as retyped, or the same dice, with the server's for asks that are new."""
    choices = {a["key"]: a["choice"] for a in body["answers"] if "choice" in a}
    if correction.strip:
        return Typed(parse_dice(correction.strip), choices)
    faces = {a["key"]: tuple(a["faces"]) for a in body["answers"] if "faces" in a}
    campaign = writer.viewer.campaign
    seed = seed_of(campaign, writer.state.clock[0], "public")
    return ServerDice(seed, str(campaign.identity), writer.next_reference(), choices, faces)


def set_if_changed(state: State, values: Mapping[str, Any]) -> tuple[Effect, ...]:
    """Set effects for the facts whose value differs."""
    return tuple(Set(key, value) for key, value in values.items() if state.values.get(key) != value)
