"""Carrying out a rule: situation, legality, odds, dice, outcome, effects and the entry, in one transaction."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel

from navalassist.auditlog.models import Entry
from navalassist.campaigns.facts import PUBLIC
from navalassist.engine import (
    REGISTER,
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
    Typed,
    create,
    parse_dice,
    run,
    to_plain,
)
from navalassist.engine.run import Dealer
from navalassist.engine.verify import record_answers, record_effect
from navalassist.play.dice import ServerDice, seed_of
from navalassist.play.state import State
from navalassist.play.systems import Reader, Target, Unknown, enemy_of
from navalassist.play.writer import Body, Writer, plain_changes

SERVER = "server"
TYPED = "typed"


class Refused(Exception):
    """The book forbids it."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.reason)
        self.refusal = refusal


@dataclass
class DiceInput:
    """The server's dice, or a strip of typed faces shared by all rules of one submission; choices by ask key."""

    source: str = SERVER
    strip: str = ""
    choices: Mapping[str, str] = field(default_factory=dict)
    _typed: Typed | None = None

    def typed(self) -> Typed:
        """The typed faces, handed out in the order of asking. DiceError for a sign that is no face."""
        if self._typed is None:
            self._typed = Typed(parse_dice(self.strip), self.choices)
        return self._typed

    def finish(self) -> None:
        """DiceError when typed dice are left over."""
        if self.source == TYPED:
            self.typed().finish()


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
    refusal = procedure.refusal(situation)
    figures, no_odds = ((), "") if refusal else figures_of(procedure, situation, state)
    return Preview(
        procedure, situation, refusal, seat_of(procedure, situation, writer_system), figures, no_odds, reader.read
    )


def figures_of(procedure: Procedure, situation: BaseModel, state: State) -> tuple[tuple[Figure, ...], str]:
    """The numbers of the odds, or the words why there are none."""
    if procedure.figures is None:
        return (), ""
    try:
        return procedure.figures(state.enumerator.odds(lambda: procedure.function(situation))), ""
    except NoOdds as reason:
        return (), str(reason)


def seat_of(procedure: Procedure, situation: BaseModel, system: Any) -> str:
    """Whose tap it is: '' when the rule does not say."""
    side = str(getattr(situation, "side", ""))
    if procedure.roller is Roller.MODERATOR:
        return "moderator"
    if procedure.roller is Roller.ENEMY and side:
        return enemy_of(side, system)
    return side


def carry_out(
    writer: Writer, slug: str, target: Target, dice: DiceInput, *, operation: str = "", reveal: Any = None
) -> Entry:
    """Carry out a procedure on the campaign as it stands in this transaction.

    Raises Unknown, Refused, NotYours, Conflict, DiceError; then nothing at all is written.
    """
    procedure = procedure_of(slug)
    reader = Reader(writer.state)
    situation = writer.system.situations[slug](reader, target)
    writer.check_seen(reader.read)
    if refusal := procedure.refusal(situation):
        raise Refused(refusal)
    seat = writer.check_seat(seat_of(procedure, situation, writer.system) or writer.viewer.seat)
    figures, no_odds = figures_of(procedure, situation, writer.state)
    reference = writer.next_reference()
    dealer = dealer_for(writer, reference, dice)
    result = run(procedure, situation, writer.state.book, dealer)
    fields = situation_fields(procedure, situation, reader, writer.state)
    fields |= {"operation": operation, "odds": plain_figures(figures), "no_odds": no_odds}
    return record(writer, procedure, result, fields, dice.source, seat, secret_audience(writer.state, reader))


def dealer_for(
    writer: Writer, reference: str, dice: DiceInput, again: Mapping[str, tuple[int, ...]] | None = None
) -> Dealer:
    """Typed faces, or the server's dice of this turn bound to the entry."""
    if dice.source == TYPED:
        return dice.typed()
    campaign = writer.viewer.campaign
    seed = seed_of(campaign, writer.state.clock[0], PUBLIC)
    return ServerDice(seed, str(campaign.identity), reference, dice.choices, again)


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


def secret_audience(state: State, reader: Reader) -> str:
    """The audience of the secret rows that were read; public when there were none."""
    if not state.audiences:
        return PUBLIC
    found = {state.audiences.get(key.rpartition(".")[0], PUBLIC) for key in reader.read} - {PUBLIC}
    return min(found) if found else PUBLIC


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
    reused: list[str] | None = None,
) -> Entry:
    """Apply the outcome and append its entry; a result that waits is kept with the dice thrown so far."""
    reference = writer.next_reference()
    waiting = result.pending
    operation = fields.get("operation") or uuid.uuid4().hex
    effects = (*before, *_own_effects(result, waiting, operation, procedure))
    changes = writer.apply(before, reference)
    own_changes = len(changes)
    changes += writer.apply(effects[len(before) :], reference)
    thrown = any(a.faces for a in result.answers)
    fields |= {
        "operation": operation,
        "answers": record_answers(result),
        "tables": dict(sorted({c.table: c.version for c in result.cells}.items())),
        "rulings": dict(result.rulings),
        "outcome": None if result.value is None else to_plain(result.value.result),
        "waits_for": to_plain(waiting) if waiting else None,
        "own_effects": len(before),
        "own_changes": own_changes,
        "effects": [record_effect(e) for e in effects],
        "changes": plain_changes(changes),
        "dice": {"source": source, "reused": reused or []} if thrown else {},
    }
    writer.keep_tables(fields["tables"])
    body = Body(procedure.slug, fields, audience, _open_fields(procedure, fields) if audience != PUBLIC else {})
    return writer.append("waiting" if waiting else kind, body, seat=seat)


def _own_effects(
    result: Result[Outcome[Any]], waiting: Pending | None, operation: str, procedure: Procedure
) -> tuple[Effect, ...]:
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


def _open_fields(procedure: Procedure, fields: Mapping[str, Any]) -> dict[str, Any]:
    """What everybody may read of an act whose body is secret: which rule, and that it was done."""
    return {"procedure": procedure.slug, "rule": procedure.rule, "edition": procedure.edition}


def answer(writer: Writer, entry: Entry, body: Mapping[str, Any], choice: str, dice: DiceInput) -> Entry:
    """Go on with a procedure that waits: the same situation and dice, and now the choice. Raises as carry_out."""
    waiting = body["waits_for"]
    mark = f"mark:waiting/{body['operation']}"
    if f"{mark}.kind" not in writer.state.values:
        raise Unknown(f"{entry.reference} waits no longer")
    seat = writer.check_seat(waiting["seat"])
    procedure = procedure_of(body["procedure"])
    situation = procedure.situation.model_validate(body["situation"])
    faces = {a["key"]: tuple(a["faces"]) for a in body["answers"] if "faces" in a}
    choices = {a["key"]: a["choice"] for a in body["answers"] if "choice" in a} | {waiting["key"]: choice}
    dealer = dealer_for(writer, writer.next_reference(), DiceInput(SERVER, "", choices), faces)
    result = run(procedure, situation, writer.state.book, dealer)
    kept = ("procedure", "rule", "edition", "situation", "facts_read", "odds", "no_odds", "operation")
    fields = {name: body.get(name) for name in kept} | {"continues": entry.reference}
    source = body.get("dice", {}).get("source", SERVER)
    audience = next((p.audience for p in entry.payloads.all()), PUBLIC)
    return record(
        writer, procedure, result, fields, source, seat, audience, before=(Remove(mark),), reused=sorted(faces)
    )
