"""Correcting a rolled entry: never erased, but followed by a new entry that takes its effects back and does it right.

A correction keeps the dice unless a die itself was mistyped. It may change typed figures of the situation (wrong cargo,
a forgotten tick). Later entries that read what the old one set are listed: as long as they stand on it, they have to be
corrected first, the latest first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q
from pydantic import BaseModel, ValidationError

from navalassist.auditlog.models import Entry
from navalassist.campaigns.facts import PUBLIC
from navalassist.engine import Effect, Procedure, Remove, Typed, in_words, parse_dice, run, to_plain
from navalassist.play.bodies import audience_of, body_of, faces_at_hand, recorded_choices
from navalassist.play.dice import SameDice
from navalassist.play.left_over import unused
from navalassist.play.resolve import (
    SERVER,
    TYPED,
    Refused,
    figures_of,
    plain_figures,
    procedure_of,
    record,
    server_dice,
)
from navalassist.play.state import State
from navalassist.play.systems import Moment, Unknown
from navalassist.play.turns import ending_marks
from navalassist.play.undo import changed_since, inverse
from navalassist.play.writer import Writer

REASONS = {
    "typo": "typo",
    "wrong-cargo": "wrong cargo",
    "mistyped-die": "mistyped die",
    "wrong-owner": "wrong owner",
    "captured": "captured meanwhile",
    "forgot": "forgot a rule",
}
RETYPED = "mistyped-die"
NOT_RETYPED = (
    "These are the server’s dice and cannot be retyped; correct what was typed, and the same dice are read again."
)


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
    quotes = Q(content__contains=f'"{entry.reference}"') | Q(payloads__content__contains=f'"{entry.reference}"')
    later = Entry.objects.filter(quotes, campaign=entry.campaign, id__gt=entry.pk).distinct()
    found = []
    for other in later.seen_by(audiences).order_by("id"):
        reads = body_of(other, audiences).get("facts_read", ())
        if any(source == entry.reference for _, _, source in reads):
            found.append(other)
    return found


def correction_of(entry: Entry) -> Entry | None:
    """The entry that corrected or took back this one."""
    return Entry.objects.filter(campaign=entry.campaign).correcting([entry.reference]).order_by("-id").first()


def why_not_correct(state: State, entry: Entry, body: Mapping[str, Any]) -> str:
    """'' when the entry can be corrected now, else the reason."""
    if entry.kind not in ("rule", "correction") or "situation" not in body:
        return "Only a rule that was carried out can be corrected; an input is edited or taken back."
    if correction_of(entry) is not None:
        return "It was corrected already: correct the newer entry."
    changed = changed_since(state, entry, body)
    gone = sorted({key.rpartition(".")[0] for key, source in changed if not source})
    if gone:
        return f"What it changed is no longer there ({', '.join(gone)}), so it stays as it is."
    if changed:
        names = ", ".join(sorted({source for _, source in changed}))
        return f"Later entries stand on it and changed the same facts ({names}). Correct those first."
    return ""


def has_server_dice(body: Mapping[str, Any]) -> bool:
    """True if the server threw the dice of this entry, or those that it read again."""
    return bool(body.get("dice", {}).get("source") == SERVER)


def check_dice(body: Mapping[str, Any], correction: Correction) -> None:
    """NotCorrectable where faces that the server threw would be typed anew: nobody typed them, so none is mistyped."""
    if has_server_dice(body) and (correction.strip.strip() or correction.reason == RETYPED):
        raise NotCorrectable(NOT_RETYPED)


def changed_situation(procedure: Procedure, old: Mapping[str, Any], changes: Mapping[str, Any]) -> BaseModel:
    """The old situation with some fields changed. ValueError names the first field that does not fit."""
    values: Any = dict(old)
    for path, value in changes.items():
        values = _with(values, path.split("."), value, path)
    try:
        return procedure.situation.model_validate(values)
    except ValidationError as error:
        raise ValueError(in_words(error, procedure.situation)) from None


def _with(values: Any, way: list[str], new: Any, path: str) -> Any:
    """A copy of nested values with one of them changed. ValueError when there is no such place."""
    if not way:
        return new
    name, *rest = way
    if isinstance(values, Mapping) and (name in values or not rest):
        return {**values, name: _with(values.get(name), rest, new, path)}
    if isinstance(values, list) and name.isascii() and name.isdigit() and int(name) < len(values):
        place = int(name)
        return [*values[:place], _with(values[place], rest, new, path), *values[place + 1 :]]
    raise ValueError(f"{path}: the situation has no such field")


def correct(writer: Writer, entry: Entry, correction: Correction) -> Entry:
    """Append the correcting entry. Raises NotCorrectable, Refused, DiceError, ValueError, NotYours, Unknown."""
    body = body_of(entry, writer.viewer.audiences)
    if why_not := why_not_correct(writer.state, entry, body):
        raise NotCorrectable(why_not)
    if correction.reason not in REASONS:
        raise Unknown(f"{correction.reason!r} is no reason; choose one of {', '.join(REASONS.values())}")
    check_dice(body, correction)
    seat = writer.check_seat(entry.seat)
    procedure = procedure_of(body["procedure"])
    situation = changed_situation(procedure, body["situation"], correction.situation)
    writer.check_seen(changed_facts(body, situation))
    if refusal := procedure.refusal(situation):
        raise Refused(refusal)
    audience = audience_of(entry)
    known = faces_at_hand(body)
    faces = {} if correction.strip else known
    source = TYPED if correction.strip else body.get("dice", {}).get("source", SERVER)
    typed = Typed(parse_dice(correction.strip), recorded_choices(body))
    further = typed if source == TYPED else server_dice(writer, procedure.slug, recorded_choices(body), audience)
    result = run(procedure, situation, writer.state.book, SameDice(faces, further))
    typed.finish()
    fields = _fields(writer.state, entry, body, procedure, situation, correction)
    fields["unused_dice"] = unused(known, result)
    before = (*inverse(writer.state, body), *correction.also)
    after = record(
        writer, procedure, result, fields, source, seat, audience, kind="correction", before=before, recorded=faces
    )
    _end_marks(writer, entry, after, seat)
    return after


def _end_marks(writer: Writer, entry: Entry, after: Entry, seat: str) -> None:
    """Marks of the correction that would have ended since the corrected entry end at once."""
    turn, player_turn, step = writer.state.clock
    if (entry.turn, entry.player_turn, entry.step) == (turn, player_turn, step):
        return
    mine = {row for row in writer.state.rows("mark") if writer.state.sources[f"{row}.kind"] == after.reference}
    values = {key: value for key, value in writer.state.values.items() if key.rpartition(".")[0] in mine}
    over = ending_marks(values, entry.turn, entry.player_turn, Moment(turn, player_turn, step))
    if over:
        chain = writer.state.audiences.get(over[0], PUBLIC)
        writer.edit("turn.ends", [Remove(row) for row in over], kind="clock", seat=seat, chain=chain)


def _fields(
    state: State,
    entry: Entry,
    body: Mapping[str, Any],
    procedure: Procedure,
    situation: BaseModel,
    correction: Correction,
) -> dict[str, Any]:
    """What the correcting entry says of itself: the rule as it is carried out now, and what was wrong before."""
    figures, no_odds = figures_of(procedure, situation, state)
    return {
        "procedure": procedure.slug,
        "rule": procedure.rule,
        "edition": procedure.edition,
        "facts_read": read_now(state, body["facts_read"], getattr(situation, "facts", {})),
        "operation": body["operation"],
        "situation": situation.model_dump(mode="json"),
        "odds": plain_figures(figures),
        "no_odds": no_odds,
        "corrects": entry.reference,
        "reason": correction.reason,
        "note": correction.note,
        "changed": sorted(correction.situation),
        "dependents": [other.reference for other in dependents(entry, frozenset({PUBLIC, audience_of(entry)}))],
    }


def changed_facts(body: Mapping[str, Any], situation: BaseModel) -> list[str]:
    """The facts that a correction takes as they stand now: the page must have shown them so."""
    before = body["situation"].get("facts", {})
    return [key for key, value in getattr(situation, "facts", {}).items() if before.get(key) != value]


def read_now(state: State, before: list[list[Any]], facts: Mapping[str, Any]) -> list[list[Any]]:
    """The facts that were read, those that the correction took anew with their present value and source."""
    return [
        [key, to_plain(facts[key]), state.sources.get(key, source)]
        if key in facts and facts[key] != value
        # A fact that the situation does not carry by its key was read into one of its fields, and stays as it was read.
        else [key, value, source]
        for key, value, source in before
    ]
