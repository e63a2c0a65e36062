"""Carrying out a rule: situation, legality, odds, dice, outcome, effects and the entry, in one transaction."""

from __future__ import annotations

import re
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from navalassist.auditlog.course import read_again
from navalassist.auditlog.models import Entry
from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.viewer import Viewer
from navalassist.engine import (
    REGISTER,
    DiceError,
    Effect,
    Figure,
    NoOdds,
    Outcome,
    Pending,
    Procedure,
    Refusal,
    Remove,
    Result,
    Roller,
    create,
    run,
    to_plain,
)
from navalassist.engine.dealers import Dealer
from navalassist.engine.reader import Reader, Unknown, View
from navalassist.engine.rule import RULES
from navalassist.engine.verify import record_answers, record_effect
from navalassist.play.dice.abandoned import AbandonedDice, abandoned_dice, begun_for, check_not_waiting, unused
from navalassist.play.dice.nonces import mixed, shown_nonces
from navalassist.play.dice.server import SERVER as SERVER
from navalassist.play.dice.server import TYPED as TYPED
from navalassist.play.dice.server import DiceInput as DiceInput
from navalassist.play.dice.server import NotThrown, SameDice, ServerDice, Thrown, seed_of
from navalassist.play.rules import precedents
from navalassist.play.rules.disclosure import applied, at_least, lessons_of, open_part, show_rows, taking_part
from navalassist.play.rules.holds import refusal_of
from navalassist.play.rules.learning import learn
from navalassist.play.rules.order_books import sealed_order
from navalassist.play.rules.visibility import audience_for, check_visibility
from navalassist.play.state import State
from navalassist.play.storage.bodies import (
    Body,
    audience_of,
    dice_for,
    faces_at_hand,
    plain_changes,
    recorded_choices,
    whole_body,
)
from navalassist.play.systems import System, Target, enemy_of
from navalassist.play.write import rights
from navalassist.play.write.writer import NotYours, Writer

RANDOM_KEY = re.compile(r"[0-9a-f]{32}")
FIGURES_LIMIT = 2_000
OPEN_FIELDS = ("procedure", "rule", "edition", "operation", "corrects", "continues")
KEPT_WHILE_WAITING = ("situation", "typed", "facts_read", "odds", "no_odds", "operation", "rolled_at")
# What a procedure waits for, beside a plain choice: one that is sealed, and typed dice.
SEALED, DICE = "sealed", "roll"
Faces = Mapping[str, tuple[int, ...]]


class Refused(Exception):
    """The book forbids it."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.reason)
        self.refusal = refusal


@dataclass(frozen=True)
class Preview:
    """What a page shows before the roll: the situation, why not, whose tap, the odds or why there are none."""

    procedure: Procedure
    situation: BaseModel
    refusal: Refusal | None
    seat: str
    figures: tuple[Figure, ...]
    no_odds: str
    facts_read: Mapping[str, Any]


def procedure_of(slug: str) -> Procedure:
    """A registered procedure. Unknown when there is none of that name."""
    try:
        return REGISTER[slug]
    except KeyError:
        raise Unknown(f"there is no procedure {slug!r}") from None


def preview(state: State, slug: str, target: Target, writer_system: Any) -> Preview:
    """Everything that can be said without dice. Reads only."""
    procedure = procedure_of(slug)
    reader = Reader(state)
    situation = writer_system.situations[slug](reader, target)
    refusal = refusal_of(state, slug, target) or procedure.refusal(situation)
    figures, no_odds = ((), "") if refusal else figures_of(procedure, situation, state, target)
    return Preview(
        procedure, situation, refusal, seat_of(procedure, situation, writer_system), figures, no_odds, reader.read
    )


def asks_dice(state: State, slug: str, target: Target, system: Any) -> bool:
    """True where the procedure would ask for dice, before anything else that it does not know. Reads only."""
    procedure, situation = procedure_of(slug), system.situations[slug](Reader(state), target)
    if refusal_of(state, slug, target) or procedure.refusal(situation):
        return False
    waits = run(procedure, situation, state.book, NotThrown({})).pending
    return waits is not None and waits.kind == DICE


def figures_of(
    procedure: Procedure, situation: BaseModel, state: State, target: Target | None = None
) -> tuple[tuple[Figure, ...], str]:
    """The numbers of the odds, or the words why there are none. Rows that are alike share them.

    The key of a row is a random name: situations that differ in nothing else have the same odds.
    """
    if procedure.figures is None:
        return (), ""
    text = situation.model_dump_json()
    for value in (target or {}).values():
        if isinstance(value, str) and RANDOM_KEY.fullmatch(value):
            text = text.replace(value, "")
    worked = state.worked
    known = worked.figures.get((procedure.slug, text))
    if known is None:
        try:
            play = procedure.odds or procedure.function
            known = procedure.figures(worked.enumerator.odds(lambda: play(situation))), ""
        except NoOdds as reason:
            known = (), str(reason)
        if len(worked.figures) >= FIGURES_LIMIT:
            worked.figures.clear()
        worked.figures[procedure.slug, text] = known
    figures, no_odds = known
    return figures, no_odds


def seat_of(procedure: Procedure, situation: BaseModel, system: System) -> str:
    """Whose tap it is: '' when the rule does not say. A situation may name a seat, where the rule's can't see it."""
    named = str(getattr(situation, "tapped_by", ""))
    return named or _seat_for(procedure, str(getattr(situation, "side", "")), system)


def is_anothers(viewer: Viewer, slug: str, seat: str, system: System) -> bool:
    """True at the seat of another side than that which a rule asks by itself, also where one device plays both."""
    return slug in RULES and RULES[slug].own_seat and viewer.seat in system.sides and viewer.seat != seat


def check_claim(writer: Writer, procedure: Procedure, target: Target) -> str:
    """The seat of a side that is typed, or ''. NotYours where this viewer may not tap for it: nothing is read yet."""
    side = str(target.get("side", ""))
    if side not in writer.system.sides:
        return ""
    return writer.check_seat(_seat_for(procedure, side, writer.system))


def built(writer: Writer, procedure: Procedure, reader: Reader, target: Target) -> BaseModel:
    """The situation of a procedure. Raises what its builder raises, but NotYours where that may tell a secret."""
    claimed = check_claim(writer, procedure, target)
    try:
        return writer.system.situations[procedure.slug](reader, target)
    except (LookupError, ValueError):
        # What does not fit may depend on what only the seat knows for which this is tapped.
        check_visibility(writer, reader, claimed)
        raise


def _seat_for(procedure: Procedure, side: str, system: System) -> str:
    if procedure.roller is Roller.MODERATOR:
        return "moderator"
    if procedure.roller is Roller.EITHER:
        return ""
    if procedure.roller is Roller.ENEMY and side:
        return enemy_of(side, system)
    return side


def carry_out(writer: Writer, slug: str, target: Target, dice: DiceInput, *, operation: str = "") -> Entry:
    """Carry out a procedure on the campaign as it stands in this transaction.

    Raises Unknown, Refused, NotYours, Conflict, DiceError; then nothing at all is written.
    """
    procedure = procedure_of(slug)
    if slug not in writer.system.situations:
        raise Unknown(f"{writer.system.title} has no procedure {slug!r}")
    reader = Reader(writer.state)
    situation = built(writer, procedure, reader, target)
    # Whose tap it is comes first: a refusal may tell of what only that seat knows.
    seat = writer.check_seat(seat_of(procedure, situation, writer.system) or writer.viewer.seat)
    if is_anothers(writer.viewer, slug, seat, writer.system):
        raise NotYours(seat)
    check_visibility(writer, reader, seat)
    writer.check_seen(reader.read)
    if part := taking_part(writer, reader.read):
        show_rows(writer, part)
        reader = Reader(writer.state)
        situation = built(writer, procedure, reader, target)
    audience = audience_for(writer, reader, seat)
    if refusal := refusal_of(writer.state, slug, target) or procedure.refusal(situation):
        raise Refused(refusal)
    if slug in RULES and RULES[slug].unseen:
        return as_input(writer, procedure, situation, seat)
    figures, no_odds = figures_of(procedure, situation, writer.state, target)
    check_not_waiting(writer.state, slug, target, audience)
    left = abandoned_dice(writer.state, slug, target, audience)
    seed = PUBLIC if slug in writer.system.showers else audience
    thrown = Thrown(writer.next_reference(), slug, seed, target=target, readers=audience)
    result = run(procedure, situation, writer.state.book, dealer_for(writer, dice, thrown, left))
    fields = situation_fields(procedure, situation, reader, writer.state)
    fields |= {"typed": to_plain(dict(target)), "operation": operation, "rolled_at": dice.rolled_at}
    fields |= {"odds": plain_figures(figures), "no_odds": no_odds}
    if result.pending:
        fields["begun_for"] = begun_for(writer.state, slug, target)
    if left is None or not left.touched_by(result):
        return record(writer, procedure, result, fields, dice.source, seat, audience)
    fields |= {"continues": left.reference, "unused_dice": unused(left.faces, result)}
    fields["rolled_at"] = left.rolled_at or dice.rolled_at
    return record(
        writer, procedure, result, fields, left.source, seat, audience, before=(left.taken,), recorded=left.faces
    )


def as_input(writer: Writer, procedure: Procedure, situation: BaseModel, seat: str) -> Entry:
    """A rule without dice that nobody else may know of: what it does is an input on the chain of its side."""
    found = run(procedure, situation, writer.state.book, NotThrown({})).value
    if found is None:
        raise ValueError(f"{procedure.slug} asks for something, and is said to be unseen")
    if why := sealed_order(View(writer.state.values), writer.system, found.effects):
        raise Refused(Refusal(why, procedure.rule))
    summary = found.result.summary(situation)
    notes: dict[str, Any] = {"note": "; ".join(summary.notes)} if summary.notes else {}
    return writer.edit(procedure.slug, found.effects, seat=seat, title=summary.sentence, **notes)


def dealer_for(writer: Writer, dice: DiceInput, thrown: Thrown, left: AbandonedDice | None = None) -> Dealer:
    """Typed faces, or the server's dice of this turn and an audience, bound to the next public entry.

    left: dice that were thrown for the same thing, and given up; they count, and what else is asked has their source.
    """
    if left is not None:
        return SameDice(left.faces, _further_dice(writer, left.source, dice, thrown), left.choices)
    if dice.source == TYPED:
        return dice.typed()
    return server_dice(writer, dice.choices, thrown)


def server_dice(writer: Writer, choices: Mapping[str, str], thrown: Thrown) -> ServerDice:
    """The server's dice of this turn, bound to a procedure and to the next public entry; `thrown` keeps what falls."""
    seed = seed_of(writer.state, thrown.audience)
    nonces = mixed(shown_nonces(writer.state))
    identity = str(writer.viewer.campaign.identity)
    dice = ServerDice(seed, identity, thrown.entry, thrown.procedure, choices, nonces, thrown.answers)
    writer.thrown.append(thrown)
    return dice


def situation_fields(procedure: Procedure, situation: BaseModel, reader: Reader, state: State) -> dict[str, Any]:
    """What the entry keeps of the procedure and what it read."""
    return {
        "procedure": procedure.slug,
        "rule": procedure.rule,
        "edition": procedure.edition,
        "situation": situation.model_dump(mode="json"),
        "facts_read": [[k, to_plain(v), state.sources.get(k, "")] for k, v in sorted(reader.read.items())],
    }


def plain_figures(figures: tuple[Figure, ...]) -> list[list[str]]:
    """Figures as an entry stores them: [key, label, exact fraction, unit]."""
    return [[f.key, f.label, str(f.value), f.unit] for f in figures]


def record(
    writer: Writer,
    procedure: Procedure,
    result: Result[Outcome[Any]],
    fields: dict[str, Any],
    source: str,
    seat: str,
    audience: str = PUBLIC,
    *,
    kind: str = "rule",
    before: tuple[Effect, ...] = (),
    recorded: Faces | None = None,
) -> Entry:
    """Apply the outcome and append its entry; a result that waits is kept with the dice thrown so far.

    before: effects that are not the rule's own; recorded: faces of an earlier entry that were given again.
    """
    reference = writer.next_reference()
    fields["operation"] = fields.get("operation") or uuid.uuid4().hex
    shown = lessons_of(writer.system, writer.state, procedure, result, fields) if audience != PUBLIC else None
    if audience == PUBLIC:
        before = (*before, *precedents.new(writer.state, result))
    if shown is not None:
        before = (*before, *shown.lessons)
    own = _own_effects(result, fields["operation"], procedure)
    if why := sealed_order(View(writer.state.values), writer.system, own):
        raise Refused(Refusal(why, ""))
    if audience != PUBLIC:
        shown = shown or at_least(writer, result, own, audience)
    writer.check_secrecy((*before, *own), frozenset({PUBLIC, audience}))
    done = applied(writer, before, reference, audience, opens=shown is not None)
    own_changes = len(done.changes)
    done += applied(writer, own, reference, audience, opens=shown is not None)
    fields |= _result_fields(writer.state, result, fields, source, recorded or {}) | {
        "own_effects": len(before),
        "own_changes": own_changes,
        "effects": [record_effect(e) for e in (*before, *own)],
        "changes": plain_changes(done.changes),
    }
    writer.keep_tables(fields["tables"])
    sealed = {seat: record_answers(a for s, a in result.sealed if s == seat) for seat, _ in result.sealed}
    body = Body(procedure.slug, fields, audience, _open_fields(fields) if audience != PUBLIC else {}, sealed)
    if shown is not None:
        body.open_fields |= open_part(fields, shown, done)
    entry = writer.append("waiting" if result.pending else kind, body, seat=seat)
    learn(writer, result.value.learnt if result.value else (), entry.reference, corrects=fields.get("corrects", ""))
    return entry


def _result_fields(
    state: State, result: Result[Outcome[Any]], fields: Mapping[str, Any], source: str, recorded: Faces
) -> dict[str, Any]:
    """What the entry keeps of a run: answers, tables, rulings, outcome, or what it waits for."""
    faces = {a.key: a.faces for a in result.answers if a.faces}
    reused = sorted(key for key, thrown in faces.items() if read_again(recorded.get(key, ()), thrown))
    return {
        "facts_read": [*(fields.get("facts_read") or []), *precedents.used(state, result, fields)],
        "answers": record_answers(result.answers),
        "tables": dict(result.tables),
        "rulings": dict(result.rulings),
        "outcome": None if result.value is None else to_plain(result.value.result),
        "waits_for": result.pending.plain if result.pending else None,
        "dice": {"source": source, "reused": reused} if faces or recorded else {},
    }


def _own_effects(result: Result[Outcome[Any]], operation: str, procedure: Procedure) -> tuple[Effect, ...]:
    waiting = result.pending
    if waiting is None:
        return result.effects
    note = f"{procedure.slug} {waiting.key}"[:200]
    mark = create(
        f"mark:waiting/{operation}",
        kind="waiting",
        subject=procedure.slug,
        place=waiting.seat,
        ends="never",
        until="",
        note=note,
    )
    return (mark,)


def _open_fields(fields: Mapping[str, Any]) -> dict[str, Any]:
    """What everybody may read of an act whose body is secret: which rule, that it was done, what it stands for."""
    return {name: fields[name] for name in OPEN_FIELDS if fields.get(name)}


def plans_asked(state: State, entry: Entry) -> dict[str, Pending]:
    """Seat -> the sealed plan that is asked of it, where an entry waits for one; those that are in may be changed."""
    whole = whole_body(entry)
    if whole.get("waits_for", {}).get("kind") != SEALED:
        return {}
    procedure = procedure_of(whole["procedure"])
    situation = procedure.situation.model_validate(whole["situation"])
    dealer = SameDice(faces_at_hand(whole), NotThrown(recorded_choices(whole)))
    return {plan.seat: plan for plan in run(procedure, situation, state.book, dealer).plans}


def _asked_of(writer: Writer, entry: Entry, waiting: Mapping[str, Any]) -> tuple[str, str]:
    """The seat that answers, and what it is asked: of sealed plans the viewer's own, else the one that comes next."""
    own = plans_asked(writer.state, entry).get(writer.viewer.seat)
    return (own.seat, own.key) if own else (waiting["seat"], waiting["key"])


def answer(writer: Writer, entry: Entry, body: Mapping[str, Any], choice: str, dice: DiceInput) -> Entry:
    """Go on with a procedure that waits: the same situation and dice, and now the choice. Raises as carry_out.

    body: as the viewer reads it. dice: for what is asked anew, where the first dice were typed or none were thrown.
    Sealed plans come in any order; that of a seat which has sealed already takes the place of its first.
    """
    if "waits_for" not in body:
        raise Unknown(f"{entry.reference} waits for nobody")
    waiting = body["waits_for"]
    mark = f"mark:waiting/{body['operation']}"
    if writer.state.sources.get(f"{mark}.kind") != entry.reference:
        raise Unknown(f"{entry.reference} waits no longer")
    asked, key = _asked_of(writer, entry, waiting)
    seat = asked or entry.seat
    if not rights.may_answer(writer.viewer, entry, asked):
        raise NotYours(seat)
    whole = whole_body(entry)
    procedure = procedure_of(whole["procedure"])
    situation = procedure.situation.model_validate(whole["situation"])
    faces = faces_at_hand(whole)
    dice.choices = recorded_choices(whole) | ({} if waiting["kind"] == DICE else {key: choice})
    source = whole["dice"]["source"] if whole.get("dice") else dice.source
    if waiting["kind"] == SEALED and source == TYPED and not dice.strip.strip():
        # A sealed choice is written down before its dice: that dice are wanted may tell what the others chose.
        further: Dealer = NotThrown(dice.choices)
    else:
        thrown = Thrown(writer.next_reference(), procedure.slug, dice_for(entry))
        further = _further_dice(writer, source, dice, thrown)
    result = run(procedure, situation, writer.state.book, SameDice(faces, further))
    fields = {name: whole[name] for name in KEPT_WHILE_WAITING if name in whole}
    fields |= {"procedure": procedure.slug, "rule": procedure.rule, "edition": procedure.edition}
    fields |= {"continues": entry.reference, "unused_dice": unused(faces, result)}
    if result.pending:
        fields["begun_for"] = whole.get("begun_for")
    return record(
        writer, procedure, result, fields, source, seat, audience_of(entry), before=(Remove(mark),), recorded=faces
    )


def _further_dice(writer: Writer, source: str, dice: DiceInput, thrown: Thrown) -> Dealer:
    """Dice of one entry come from one source: what was begun by hand goes on by hand."""
    if source == TYPED:
        return dice.typed()
    if dice.source == TYPED and dice.strip.strip():
        raise DiceError("the server threw the first dice of this, so it throws the others too")
    return server_dice(writer, dice.choices, thrown)
