"""The rule check: do the recorded situation, answers and book still give the recorded outcome?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from navalassist.engine.book import Book
from navalassist.engine.effects import Effect
from navalassist.engine.plain import to_plain
from navalassist.engine.register import REGISTER
from navalassist.engine.run import DiceError, EngineError, Replay, Result, run


class Verdict(StrEnum):
    """What the rule check found."""

    SAME = "same"
    DIFFERS = "differs"
    RULES_CHANGED = "rules changed"


@dataclass(frozen=True, slots=True)
class RuleCheck:
    """The verdict, and in words what differs."""

    verdict: Verdict
    reason: str = ""


def record_effect(effect: Effect) -> dict[str, Any]:
    """An effect as an entry stores it."""
    plain: dict[str, Any] = to_plain(effect)
    plain["do"] = type(effect).__name__.lower()
    if plain["do"] == "create":
        plain["fields"] = dict(plain["fields"])
    return plain


def record_answers(result: Result[Any]) -> list[dict[str, Any]]:
    """The answers as an entry stores them; what is empty is left out."""
    return [{k: v for k, v in to_plain(a).items() if v not in (None, "", [], ())} for a in result.answers]


def replay_of(answers: list[Mapping[str, Any]]) -> Replay:
    """A dealer that gives the recorded faces and choices."""
    faces = {a["key"]: tuple(a["faces"]) for a in answers if "faces" in a}
    choices = {a["key"]: a["choice"] for a in answers if "choice" in a}
    return Replay(faces, choices)


def verify(record: Mapping[str, Any], book: Book) -> RuleCheck:
    """Run a recorded procedure again. The record holds procedure, edition, situation, answers, outcome, effects."""
    procedure = REGISTER.get(record["procedure"])
    if procedure is None:
        return RuleCheck(Verdict.RULES_CHANGED, f"the procedure {record['procedure']} is no longer in the register")
    changed = procedure.edition != record["edition"]
    different = Verdict.RULES_CHANGED if changed else Verdict.DIFFERS
    try:
        situation = procedure.situation.model_validate(record["situation"])
        result = run(procedure, situation, book, replay_of(record["answers"]))
    except (ValueError, LookupError, DiceError, EngineError) as fault:
        return RuleCheck(different, f"it cannot be run again: {type(fault).__name__}")
    if result.value is None:
        return RuleCheck(different, f"it now asks for {result.pending.key if result.pending else 'more'}")
    for what, now in (
        ("the outcome", to_plain(result.value.result)),
        ("the effects", [record_effect(e) for e in result.value.effects]),
    ):
        before = record["outcome" if what == "the outcome" else "effects"]
        if now != before:
            return RuleCheck(different, f"{what} would differ")
    if record_answers(result) != list(record["answers"]):
        return RuleCheck(different, "the readings would differ")
    return RuleCheck(Verdict.SAME)
