"""Correcting a rolled entry: never erased, but followed by a new entry that takes its effects back and does it right.

A correction keeps the dice unless a die itself was mistyped. It may change typed figures of the situation (wrong cargo,
a forgotten tick). Later entries that read what the old one set are listed: as long as they stand on it, they have to be
corrected first, the latest first; or all in one go, in order (`correct_all`), each with its own dice.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db.models import Q
from pydantic import BaseModel

from navalassist.auditlog.models import Entry
from navalassist.auditlog.shape import NOT_HAPPENED
from navalassist.campaigns.facts import PUBLIC
from navalassist.engine import (
    Create,
    DiceError,
    Effect,
    Procedure,
    Refusal,
    Typed,
    apply_effects,
    run,
    signs_of,
    to_plain,
)
from navalassist.engine.dealers import Dealer
from navalassist.engine.reader import Unknown
from navalassist.play.charts.then import as_of
from navalassist.play.corrections.ended_marks import end_marks, marks_alone
from navalassist.play.corrections.facts_read import changed_facts, read_now
from navalassist.play.corrections.reasons import FALLEN_AWAY, RETYPED, reasons_in
from navalassist.play.corrections.since import OutOfBounds, Since, in_the_way, since, stand_again, twice
from navalassist.play.corrections.situations import changed_situation, numbered, numbered_anew
from navalassist.play.corrections.striking import strike
from navalassist.play.corrections.undo import changed_and_ended, changed_since, given_up, has_ended, inverse, is_open
from navalassist.play.dice import abandoned
from navalassist.play.dice.abandoned import unused
from navalassist.play.dice.server import SERVER, TYPED, NotThrown, SameDice, Thrown
from navalassist.play.rules.learning import held, learn
from navalassist.play.rules.resolve import Refused, figures_of, plain_figures, procedure_of, record, server_dice
from navalassist.play.state import State
from navalassist.play.storage.bodies import audience_of, body_of, dice_for, faces_at_hand, recorded_choices
from navalassist.play.write.writer import Writer, field_names

TAUGHT_THEN = (
    "It teaches what a force held then, and its step is over: by a correction nobody learns what is there now."
)
NOT_RETYPED = (
    "These are the server's dice and cannot be retyped; correct what was typed, and the same dice are read again."
)


class NotCorrectable(Exception):
    """Why this entry cannot be corrected now, in one sentence."""


@dataclass(frozen=True)
class Correction:
    """What is to be different. `situation`: dotted field -> new value; `strip`: all faces anew, '' for the same dice;
    also: facts to be set besides (a cargo); read: facts read anew, with the entry that set each;
    gone: facts that were read, and that a correction before it has taken away;
    more: typed faces that are needed beside the same dice; anew: roll again, the dice of before count no longer;
    typed: what was typed instead, if its situation was built of that; told: what the correcting entry says besides."""

    reason: str
    note: str = ""
    situation: Mapping[str, Any] = field(default_factory=dict)
    strip: str = ""
    also: tuple[Effect, ...] = ()
    read: Mapping[str, tuple[Any, str]] = field(default_factory=dict)
    gone: Collection[str] = ()
    more: str = ""
    anew: bool = False
    typed: Mapping[str, Any] = field(default_factory=dict)
    told: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Redo:
    """One entry of several that are corrected in order. correction: from the state that those before it left, and them.

    thing: what its rule was begun for (`abandoned`), where its dice are to lie ready if it cannot be done any more.
    today: numbers of rulings that are read as they are now, and not as they were read then.
    """

    entry: Entry
    correction: Callable[[State, Sequence[Entry]], Correction]
    thing: str = ""
    today: Collection[str] = ()


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


def why_not_correct(state: State, entry: Entry, body: Mapping[str, Any], alone: bool = False) -> str:
    """'' when the entry can be corrected now, else the reason. alone: nothing at all may have come since."""
    if is_open(state, entry, body):
        return "It waits for an answer. Once it is answered, the answer can be corrected, and its dice with it."
    if entry.kind not in ("rule", "correction") or "situation" not in body:
        return "Only a rule that was carried out can be corrected; an input is edited or taken back."
    if (after := correction_of(entry)) is not None:
        done = "taken back" if after.kind == "undo" else "corrected already: correct the newer entry"
        return f"It was {done}."
    changed = changed_since(state, entry, body) if alone else in_the_way(state, entry, body)
    gone = sorted({key.rpartition(".")[0] for key, source in changed if not source})
    if gone:
        return f"What it changed is no longer there ({', '.join(gone)}), so it stays as it is."
    if changed:
        sources = sorted({source for _, source in changed})
        names = ", ".join(sources)
        first = "A step that has ended can't be corrected." if _ended(entry, sources) else "Correct those first."
        return f"Later entries stand on it and changed the same facts ({names}). {first}"
    return ""


def _ended(entry: Entry, references: Iterable[str]) -> bool:
    """True where one of these entries is the end of a step or of a part of one."""
    found = (reference.rpartition("/") for reference in references)
    ends = Q()
    for chain, _, number in found:
        ends |= Q(chain=chain, sequence=int(number))
    return Entry.objects.filter(ends, campaign=entry.campaign, kind="clock").exists()


def has_server_dice(body: Mapping[str, Any]) -> bool:
    """True if the server threw the dice of this entry, or those that it read again."""
    return bool(body.get("dice", {}).get("source") == SERVER)


def check_dice(body: Mapping[str, Any], correction: Correction) -> None:
    """NotCorrectable where faces that the server threw would be typed anew: nobody typed them, so none is mistyped."""
    if has_server_dice(body) and (correction.strip.strip() or correction.reason == RETYPED):
        raise NotCorrectable(NOT_RETYPED)
    if has_server_dice(body) and correction.more.strip():
        raise DiceError("the server threw the first dice of this, so it throws the others too")
    if correction.anew and not faces_at_hand(body):
        raise NotCorrectable("It has no dice that could be rolled again")
    if correction.anew and not correction.note.strip():
        raise NotCorrectable("Say why it is rolled again: the dice that were thrown no longer count")


def _without_ended(
    state: State, back: Iterable[Effect], situation: Mapping[str, Any], correction: Correction
) -> Correction:
    """A correction that leaves out marks that the situation names and that have ended since.

    back: effects that make some of them anew before it is carried out again.
    """
    anew = {effect.key for effect in back if isinstance(effect, Create)}
    kept = {
        name: [row for row in rows if not (isinstance(row, str) and has_ended(state, row) and row not in anew)]
        for name, rows in situation.items()
        if isinstance(rows, list)
    }
    ended = {name: rows for name, rows in kept.items() if rows != situation[name]}
    return replace(correction, situation={**ended, **correction.situation})


def correct(writer: Writer, entry: Entry, correction: Correction) -> Entry:
    """Append the correcting entry. Raises NotCorrectable, Refused, DiceError, ValueError, NotYours, Unknown."""
    return correct_all(writer, (Redo(entry, lambda state, made: correction),))[0]


def correct_all(writer: Writer, redos: Sequence[Redo], *, throw: bool = True) -> list[Entry]:
    """Correct entries that stand on one another, the earliest first: an entry for each. Raises as `correct`.

    All are taken back at first; then each is carried out again with its own dice. One that the book forbids now falls
    away, and its dice lie ready. throw: False where only a look is wanted, which may tell no die that is not thrown:
    then what stands on one that needs such a die is left out, and all others are made.
    """
    back, came = all_taken_back(writer, redos), since(writer.state, corrected_by(writer, redos))
    made: list[Entry] = []
    unknown: list[Redo] = []
    for redo in redos:
        if unknown and _stands_on(writer, redo, unknown):
            unknown.append(redo)
            continue
        made.append(_redo_or_fall(writer, redo, back, made, throw))
        if made[-1].kind == "waiting" and not throw:
            unknown.append(redo)
        elif made[-1].kind == "waiting" and redo is not redos[-1]:
            made += _fallen_behind(writer, redos[len(made) :])
            break
    if came and throw and any(entry.kind == "waiting" for entry in made):
        raise NotCorrectable("It would wait for a decision, and what it is about is over by now")
    # What comes of the rows of those is not known.
    rows = {row for redo in unknown for row in _rows_of(writer, redo)}
    known = Since({row: then for row, then in came.rows.items() if row not in rows}) if unknown else came
    if known:
        try:
            stand_again(writer, known, redos[0].entry.seat)
        except OutOfBounds as stop:
            raise NotCorrectable(str(stop)) from None
    return made


def _redo_or_fall(writer: Writer, redo: Redo, back: tuple[Effect, ...], made: Sequence[Entry], throw: bool) -> Entry:
    """One entry carried out again; behind the first, it falls away where the book forbids it now."""
    try:
        return _redo(writer, redo, () if made else back, made, throw)
    except Refused as stop:
        if not made:
            raise
        return _fall_away(writer, redo, stop.refusal)


def _fallen_behind(writer: Writer, later: Iterable[Redo]) -> list[Entry]:
    """Those after one that waits. Where dice of the server have fallen, they count: the others fall away, and their
    dice lie ready."""
    if not writer.has_thrown:
        raise NotCorrectable("It would wait for a decision before the entries after it: correct those first")
    return [_fall_away(writer, one, Refusal("What came before it waits for a decision.", "")) for one in later]


def _stands_on(writer: Writer, redo: Redo, others: Iterable[Redo]) -> bool:
    """Has an entry read what one of the others set?"""
    references = {other.entry.reference for other in others}
    return any(source in references for *_, source in body_of(redo.entry, writer.viewer.audiences)["facts_read"])


def _rows_of(writer: Writer, redo: Redo) -> set[str]:
    """The rows that an entry changed."""
    changes = body_of(redo.entry, writer.viewer.audiences)["changes"]
    return {key.rpartition(".")[0] for key, *_ in changes}


def corrected_by(writer: Writer, redos: Sequence[Redo]) -> list[tuple[Entry, Mapping[str, Any]]]:
    """The entries that are corrected, with their bodies."""
    return [(redo.entry, body_of(redo.entry, writer.viewer.audiences)) for redo in redos]


def all_taken_back(writer: Writer, redos: Sequence[Redo]) -> tuple[Effect, ...]:
    """The effects that take all of them back, the latest first. NotCorrectable where something else stands on one."""
    probe, effects = writer.state, list[Effect]()
    for redo in reversed(redos):
        body = body_of(redo.entry, writer.viewer.audiences)
        if why_not := why_not_correct(probe, redo.entry, body):
            raise NotCorrectable(why_not)
        back = inverse(probe, redo.entry, body)
        effects += back
        if redo is not redos[0]:
            probe = probe.copy() if probe is writer.state else probe
            for change in apply_effects(back, probe.values, field_names):
                probe.sources[change.key] = ""
    bodies = [body for _, body in corrected_by(writer, redos)]
    if len(redos) > 1 and (several := twice(bodies, since(writer.state, corrected_by(writer, redos)).facts)):
        raise NotCorrectable(f"Several of them changed {several[0]}, which was changed since: correct one at a time")
    return tuple(effects)


def _redo(writer: Writer, redo: Redo, back: tuple[Effect, ...], made: Sequence[Entry], throw: bool) -> Entry:
    """One entry carried out again. back: what is taken back before; made: the corrections before it."""
    entry, correction = redo.entry, _correction(writer, redo, made)
    body = body_of(entry, writer.viewer.audiences)
    if correction.reason not in (reasons := reasons_in(writer.system)):
        raise Unknown(f"{correction.reason!r} is no reason; choose one of {', '.join(reasons.values())}")
    if correction.reason == NOT_HAPPENED:
        return _struck_out(writer, entry, body, back, correction)
    check_dice(body, correction)
    seat = writer.check_seat(entry.seat)
    procedure = procedure_of(body["procedure"])
    correction = _without_ended(writer.state, back, body["situation"], correction)
    asked = changed_situation(procedure, body["situation"], correction.situation)
    situation = numbered(asked, writer.state.values, body)
    writer.check_seen(changed_facts(body, situation))
    if refusal := procedure.refusal(situation):
        raise Refused(refusal)
    audience, known = audience_of(entry), faces_at_hand(body)
    faces = {} if correction.strip or correction.anew else known
    source = TYPED if correction.strip else body.get("dice", {}).get("source", SERVER)
    choices = recorded_choices(body)
    strip = correction.strip or correction.more
    typed = Typed(signs_of(strip), choices)
    further: Dealer = typed
    if not (throw or strip):
        further = NotThrown(choices)
    elif source != TYPED:
        further = server_dice(writer, choices, Thrown(writer.next_reference(), procedure.slug, dice_for(entry)))
    stood = as_of(writer.state, entry, redo.today)
    result = run(procedure, situation, stood.book, SameDice(faces, further))
    typed.finish()
    if (held(writer.state, entry.reference) or (result.value and result.value.learnt)) and not in_its_step(
        writer, entry
    ):
        raise NotCorrectable(TAUGHT_THEN)
    fields = _fields(stood, entry, body, procedure, situation, correction)
    fields["unused_dice"] = {} if correction.anew else unused(known, result)
    fields["set_aside"] = {key: list(row) for key, row in known.items()} if correction.anew else {}
    fields |= correction.told
    ended, alone = changed_and_ended(writer.state, body), marks_alone(writer.state)
    before = (*back, *correction.also)
    after = record(
        writer, procedure, result, fields, source, seat, audience, kind="correction", before=before, recorded=faces
    )
    # What was marked since the entry may be gone by the correction, whose situation does not know of those marks.
    ended += [mark for mark in marks_alone(writer.state) if mark not in alone]
    end_marks(writer, entry, after, seat, ended)
    return after


def _struck_out(
    writer: Writer, entry: Entry, body: Mapping[str, Any], back: tuple[Effect, ...], correction: Correction
) -> Entry:
    """It did not happen: its effects are taken back, and nothing is carried out again."""
    if held(writer.state, entry.reference) and not in_its_step(writer, entry):
        raise NotCorrectable(TAUGHT_THEN)
    ended, alone = changed_and_ended(writer.state, body), marks_alone(writer.state)
    readers = dependents(entry, frozenset({PUBLIC, audience_of(entry)}))
    told = {"note": correction.note, "dependents": [other.reference for other in readers], **correction.told}
    after = strike(writer, entry, back, correction.typed, told)
    learn(writer, (), after.reference, corrects=entry.reference)
    ended += [mark for mark in marks_alone(writer.state) if mark not in alone]
    end_marks(writer, entry, after, after.seat, ended)
    return after


def in_its_step(writer: Writer, entry: Entry) -> bool:
    """Whether the step in which an entry was made still lasts."""
    return writer.state.clock == (entry.turn, entry.player_turn, entry.step)


def _correction(writer: Writer, redo: Redo, made: Sequence[Entry]) -> Correction:
    """What is to be different in one entry. Refused where what a later one was about is not there any more."""
    try:
        return redo.correction(as_of(writer.state, redo.entry, redo.today), made)
    except Unknown as missing:
        if not made:
            raise
        words = str(missing).rstrip(".")
        raise Refused(Refusal(f"{words[:1].upper()}{words[1:]}.", "")) from missing


def _fall_away(writer: Writer, redo: Redo, refusal: Refusal) -> Entry:
    """An entry whose rule cannot be carried out any more: it is taken back, and its dice lie ready in this turn."""
    entry = redo.entry
    body = {**body_of(entry, writer.viewer.audiences), "begun_for": redo.thing}
    kept = abandoned.keep(entry.reference, body, audience_of(entry)) if redo.thing else ()
    note = f"{refusal.reason} {refusal.rule}".strip()
    return given_up(writer, entry, body["procedure"], kept, seat=entry.seat, reason=FALLEN_AWAY, note=note)


def _typed(body: Mapping[str, Any], correction: Correction) -> dict[str, Any]:
    """What was typed for it: anew, or as before where no more than facts is read anew; else it is not known."""
    if correction.typed:
        return {"typed": to_plain(dict(correction.typed))}
    same = "typed" in body and not set(correction.situation) - {"facts"}
    return {"typed": body["typed"]} if same else {}


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
        "facts_read": read_now(state, body, getattr(situation, "facts", {}), correction.read, correction.gone),
        "operation": body["operation"],
        "situation": situation.model_dump(mode="json"),
        **_typed(body, correction),
        "odds": plain_figures(figures),
        "no_odds": no_odds,
        "corrects": entry.reference,
        "reason": correction.reason,
        "note": correction.note,
        "rolled_at": body.get("rolled_at"),
        "changed": sorted({*correction.situation, *numbered_anew(situation, body["situation"])}),
        "dependents": [other.reference for other in dependents(entry, frozenset({PUBLIC, audience_of(entry)}))],
    }
