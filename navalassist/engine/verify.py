"""The rule check: do the recorded situation, answers and book still give the recorded outcome?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from operator import attrgetter
from typing import Any

import orjson
from pydantic import BaseModel

from navalassist.engine.answers import Answer, KnownAnswer
from navalassist.engine.book import Book
from navalassist.engine.dealers import Replay
from navalassist.engine.effects import Add, Create, Effect, Set
from navalassist.engine.plain import text_of, to_plain
from navalassist.engine.register import REGISTER, Outcome
from navalassist.engine.run import EngineError, Result, run


class Verdict(StrEnum):
    """What the rule check found."""

    SAME = "same"
    DIFFERS = "differs"
    RULES_CHANGED = "rules changed"


@dataclass(frozen=True, slots=True)
class RuleCheck:
    """The verdict, and in words what differs. situation: what the rule was told, as far as it could be read."""

    verdict: Verdict
    reason: str = ""
    situation: BaseModel | None = None


def record_effect(effect: Effect) -> dict[str, Any]:
    """An effect as an entry stores it."""
    plain: dict[str, Any] = to_plain(_effect(effect))
    return plain


def record_answers(answers: Iterable[Answer]) -> list[dict[str, Any]]:
    """Answers as an entry stores them; what is empty is left out."""
    return [_kept(a) if isinstance(a, KnownAnswer) else _record(a) for a in answers]


def _record(answer: Answer) -> dict[str, Any]:
    plain: dict[str, Any] = to_plain(_answer(answer))
    return plain


def _kept(answer: KnownAnswer) -> dict[str, Any]:
    try:
        return answer.record.copy()
    except AttributeError:
        record = _record(answer)
        object.__setattr__(answer, "record", record)
        return record.copy()


def _told(answer: KnownAnswer) -> orjson.Fragment:
    try:
        text = answer.text
    except AttributeError:
        text = text_of(_answer(answer))
        object.__setattr__(answer, "text", text)
    return orjson.Fragment(text)


def _effect(effect: Effect) -> dict[str, Any]:
    """What of an effect is stored, not yet made plain."""
    match effect:
        case Set(key, value):
            return {"do": "set", "key": key, "value": value}
        case Add(key, amount):
            return {"do": "add", "key": key, "amount": amount}
        case Create(key, fields):
            return {"do": "create", "key": key, "fields": dict(fields)}
    return {"do": "remove", "key": effect.key}


def _answer(answer: Answer) -> dict[str, Any]:
    """What of an answer is stored, not yet made plain."""
    values = _FIELDS(answer)
    return {name: value for name, value in zip(_NAMES, values, strict=True) if value not in _EMPTY}


_NAMES = tuple(field.name for field in fields(Answer))
_FIELDS = attrgetter(*_NAMES)
_EMPTY: tuple[Any, ...] = (None, "", [], ())


def replay_of(answers: list[Mapping[str, Any]]) -> Replay:
    """A dealer that gives the recorded faces and choices."""
    faces = {a["key"]: tuple(a["faces"]) for a in answers if "faces" in a}
    choices = {a["key"]: a["choice"] for a in answers if "choice" in a}
    return Replay(faces, choices)


def verify(record: Mapping[str, Any], book: Book) -> RuleCheck:
    """Run a recorded procedure again. The record holds procedure, edition, situation, answers, outcome, effects.

    Another outcome is no alarm only by an edition that was shipped before. A record that waits for a seat holds
    waits_for instead of an outcome, and sealed choices in `sealed`.
    """
    procedure = REGISTER.get(record["procedure"])
    if procedure is None:
        return RuleCheck(Verdict.DIFFERS, f"there never was a procedure {record['procedure']}")
    if record["edition"] not in (*procedure.earlier, procedure.edition):
        return RuleCheck(Verdict.DIFFERS, f"there never was an edition {record['edition']!r} of {procedure.slug}")
    changed = procedure.edition != record["edition"]
    different = Verdict.RULES_CHANGED if changed else Verdict.DIFFERS
    situation = None
    try:
        situation = procedure.situation.model_validate(record["situation"])
        dealer = replay_of([*record["answers"], *record.get("sealed", ())])
        difference = _difference(run(procedure, situation, book, dealer), record)
    except (ValueError, TypeError, LookupError, EngineError) as fault:
        return RuleCheck(different, f"it cannot be run again: {type(fault).__name__}", situation)
    return RuleCheck(different if difference else Verdict.SAME, difference, situation)


def _difference(result: Result[Outcome[Any]], record: Mapping[str, Any]) -> str:
    """What a second run gave otherwise than the first, in words; '' when nothing."""
    waits_for = record.get("waits_for")
    pairs: list[tuple[str, Any, Any]]
    if waits_for is not None:
        pairs = [
            ("it would wait for something else, or for nothing", result.pending and result.pending.plain, waits_for)
        ]
    elif result.value is None:
        return f"it now asks for {result.pending.key if result.pending else 'more'}"
    else:
        effects = [_effect(e) for e in result.value.effects]
        pairs = [
            ("the outcome would differ", result.value.result, record["outcome"]),
            ("the effects would differ", effects, record["effects"]),
        ]
    used = (dict(result.rulings), dict(result.tables))
    pairs.append(("it would use other rulings or tables", used, (record.get("rulings", {}), record.get("tables", {}))))
    answers = [_told(a) if isinstance(a, KnownAnswer) else _answer(a) for a in result.answers]
    sealed = [_answer(a) for _, a in result.sealed]
    pairs.append(("the readings would differ", (answers, sealed), (record["answers"], record.get("sealed", ()))))
    # Nearly always nothing differs, and all is compared at once: by texts, which tell 1, true and 1.0 apart.
    if text_of([ours for _, ours, _ in pairs]) == text_of([theirs for _, _, theirs in pairs]):
        return ""
    return next(what for what, ours, theirs in pairs if text_of(ours) != text_of(theirs))
