"""33.B.2.b, 33.B.7.a, 33.B.8.b: the Italian fleet tries to interfere with Allied shipping, in an Allied initial phase.

One attempt serves the Eastern Mediterranean and the Aegean together; the Red Sea has one of its own (R-38). What was
tried before is one history for all seas (R-19), kept by marks that name the entry of each attempt.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, Self

from pydantic import Field, model_validator

from navalassist.engine import (
    Add,
    Create,
    Effect,
    Facts,
    Figure,
    Odds,
    Outcome,
    Play,
    Refusal,
    Roller,
    Set,
    Sub,
    TableKey,
    Tally,
    Term,
    call,
    create,
    procedure,
)
from navalassist.engine.shapes import Frozen, Ticks, Words
from navalassist.rules.europa.clock import turn_number, turn_title
from navalassist.rules.europa.r33_anti_shipping import SYSTEM
from navalassist.rules.europa.rulings_status import R12, R19
from navalassist.rules.europa.sailing import Turn
from navalassist.rules.europa.success import Success, success
from navalassist.rules.europa.turn import TURN
from navalassist.rules.europa.words import Interference, Side, Step, Zone
from navalassist.rules.europa.world import (
    EASTERN_MED_INTERFERENCE,
    RED_SEA_INTERFERENCE,
    World,
    check_facts,
    condition,
    ever_allied,
)

EDITION = "33 of 11.09.17"
MARK, KIND = "mark:attempt/", "italian-attempt"
ALLIED_VP = "ledger:allied.vp"
# A Success or Great Success helps in so many turns after its own.
TURNS_BACK = 4
RED_SEA_DIVISOR = 3
ITALY_FELL = condition("italy-surrendered")


class Sea(StrEnum):
    """Where the fleet may try: the key of the zone that keeps the level."""

    EASTERN = Zone.EASTERN_MED.value
    RED = Zone.RED_SEA.value

    @property
    def label(self) -> str:
        """The waters that the attempt is about."""
        return "Eastern Med, Aegean" if self is Sea.EASTERN else "Red Sea"

    @property
    def rule(self) -> str:
        """The paragraph that allows it."""
        return "33.B.2.b" if self is Sea.EASTERN else "33.B.8.b"

    @property
    def level(self) -> str:
        """The fact that holds the level reached this player turn."""
        return EASTERN_MED_INTERFERENCE if self is Sea.EASTERN else RED_SEA_INTERFERENCE


LEVELS = {"minor": Interference.MINOR, "partial": Interference.PARTIAL, "major": Interference.MAJOR}
LEVEL: TableKey[Interference] = TableKey("europa/33-interference", LEVELS.__getitem__)
NUMBERS: TableKey[int] = TableKey("europa/33-interference", int)


class Past(Frozen):
    """An attempt of an earlier time, or in the other sea."""

    mark: Words = Field(description="The row that keeps it, such as mark:attempt/eastern-med/1941-03-1.")
    turn: Turn = Field(description="The turn of the attempt.")
    result: Success = Field(description="What the Success Table gave.")


class Attempt(Frozen):
    """The Italian fleet is about to try."""

    side: Literal[Side.AXIS] = Field(default=Side.AXIS, description="Whose fleet it is: the Axis declares and rolls.")
    sea: Sea = Field(description="Where: eastern-med for that sea and the Aegean together, or red-sea.")
    turn: Turn = Field(description="The turn.")
    player_turn: Side = Field(description="Whose player turn it is.")
    phase: Step = Field(description="The step; the fleet tries in initial.")
    tried: Words = Field(default="", description="The entry of an attempt in this sea in this phase; empty for none.")
    history: tuple[Past, ...] = Field(default=(), description="Attempts made before, in any sea.")
    facts: Facts = Field(description="Facts of the campaign that are read, by key.")
    ticks: Ticks = Field(default=(), description="Lines of table 1 that no rule sees, and that were ticked.")

    @model_validator(mode="after")
    def _fits(self) -> Self:
        check_facts(self.facts, facts_needed(self.sea))
        late = [past.turn for past in self.history if turn_number(past.turn) > turn_number(self.turn)]
        if late:
            raise ValueError(f"history: {turn_title(late[0])} comes after {turn_title(self.turn)}")
        return self


@dataclass(frozen=True, slots=True)
class Attempted:
    """What the fleet achieved: the level for this Allied player turn, and victory points for the Allies."""

    result: Success
    waters: str
    interference: str
    allied_points: int


def facts_needed(sea: Sea) -> tuple[str, ...]:
    """The facts that an attempt reads."""
    own = (ever_allied("massaua"),) if sea is Sea.RED else ()
    return (sea.level, ITALY_FELL, *own)


def why_not(attempt: Attempt) -> Refusal | None:
    """In an Allied initial phase, once for each of the two; in the Red Sea only while Massaua was never Allied."""
    if attempt.player_turn is not Side.ALLIED or attempt.phase is not Step.INITIAL:
        return Refusal("The Italian fleet tries in the Allied initial phase.", attempt.sea.rule)
    if attempt.tried:
        return Refusal(f"It has tried in these waters in this phase: {attempt.tried}.", attempt.sea.rule)
    if attempt.sea is Sea.RED and World(attempt.facts).flag(ever_allied("massaua")):
        return Refusal("The Allies have owned Massaua: the Red Sea is closed to the attempt.", "33.B.8.b")
    return None


def modifiers(attempt: Attempt) -> Play[Tally]:
    """The sum added to the die: each line of table 1 counts once, whatever it is that it looks back at (R-19)."""
    turn, sea, history = turn_number(attempt.turn), attempt.sea, attempt.history
    recent = tuple(past for past in history if turn - TURNS_BACK <= turn_number(past.turn) < turn)
    fell = World(attempt.facts).yes("italy-surrendered")
    warning = "Italy has surrendered; the book does not say that this ends the attempts"
    looked_at = (
        ("earlier-disaster", "An earlier Disaster", history, Success.DISASTER),
        ("earlier-complete-failure", "An earlier Complete Failure", history, Success.COMPLETE_FAILURE),
        ("recent-success", "A Success in the four turns before this one", recent, Success.SUCCESS),
        ("recent-great-success", "A Great Success in the four turns before this one", recent, Success.GREAT_SUCCESS),
    )
    seen = {"red-sea": Term("33.B.8.b", "In the Red Sea", 1, sea is Sea.RED, R12.number)}
    seen |= {row: _looked_back(text, attempts, wanted) for row, text, attempts, wanted in looked_at}
    terms = yield from NUMBERS.modifiers(seen, attempt.ticks)
    red = [terms.pop("red-sea")] if "red-sea" in terms else []
    own = [terms.pop(key) for key in list(terms) if key not in seen]
    return Tally((*terms.values(), *red, *own, Term("33.B.2.b", warning, 0, fell, None, (ITALY_FELL,))))


def _looked_back(text: str, history: tuple[Past, ...], wanted: Success) -> Term:
    """One line of table 1, with the attempts that it looks back at."""
    found = [past for past in history if past.result is wanted]
    when = ", ".join(dict.fromkeys(turn_title(past.turn) for past in found))
    words = f"{text}: {when}" if found else text
    return Term("33.B.2.b", words, 1, bool(found), R19.number, tuple(f"{past.mark}.note" for past in found))


def figures(odds: Odds[Attempted]) -> tuple[Figure, ...]:
    """The chance of each level, and the victory points that it may cost."""
    return (
        Figure("partial", "Partial interference", odds.chance(lambda found: found.interference == "partial")),
        Figure("major", "Major interference", odds.chance(lambda found: found.interference == "major")),
        Figure("vp", "Expected Allied VPs", odds.expect(lambda found: found.allied_points), "VP"),
    )


@procedure(
    "italian-interference",
    system=SYSTEM,
    rule="33.B.2.b",
    title="Italian naval interference",
    roller=Roller.OWNER,
    edition=EDITION,
    dice="1d6 on the Success Table",
    why_not=why_not,
    figures=figures,
)
def try_to_interfere(attempt: Attempt) -> Play[Outcome[Attempted]]:
    """One die on the Success Table; what it means holds until the Allied player turn is over (R-38)."""
    tally = yield from Sub("modifiers", call(modifiers, attempt))
    result = yield from success(tally, Side.AXIS.value, "the attempt of the Italian fleet")
    level = yield from LEVEL.look(row=result.value, column="level")
    points = yield from NUMBERS.look(row=result.value, column="vp")
    if attempt.sea is Sea.RED:
        points //= RED_SEA_DIVISOR
    word = next(word for word, value in LEVELS.items() if value is level)
    return Outcome(Attempted(result, attempt.sea.label, word, points), effects_of(attempt, result, level, points))


def effects_of(attempt: Attempt, result: Success, level: Interference, points: int) -> tuple[Effect, ...]:
    """The level, the Allies' victory points, and the mark that later attempts look back at."""
    found: list[Effect] = []
    if attempt.facts[attempt.sea.level] != level.value:
        found.append(Set(attempt.sea.level, level.value))
    if points:
        found.append(Add(ALLIED_VP, points))
    return (*found, attempt_mark(attempt.sea, attempt.turn, result))


def attempt_mark(sea: Sea, turn: str, result: Success) -> Create:
    """An attempt as later ones look back at it. It never ends."""
    return create(
        f"{MARK}{sea.value}/{turn}",
        kind=KIND,
        subject="italian-fleet",
        place=f"zone:{sea.value}",
        ends=TURN.life_of(KIND),
        until="",
        note=result.value,
    )


class EarlierAttempt(Frozen):
    """An attempt of the time before this record, or one made without it."""

    side: Literal[Side.AXIS] = Field(default=Side.AXIS, description="Whose fleet it was.")
    sea: Sea = Field(description="Where it was.")
    turn: Turn = Field(description="The turn of the attempt.")
    now: Turn = Field(description="The turn in which it is entered.")
    result: Success = Field(description="What the Success Table gave.")
    known: Words = Field(
        default="", description="The entry that keeps an attempt of that sea and turn; empty for none."
    )


@dataclass(frozen=True, slots=True)
class Remembered:
    """What later attempts look back at."""

    result: Success
    waters: str
    turn: str


def why_not_remembered(earlier: EarlierAttempt) -> Refusal | None:
    """One for each of the two waters and turn, and none that is still to come."""
    if earlier.known:
        return Refusal(f"That attempt is known already: {earlier.known}.", earlier.sea.rule)
    if turn_number(earlier.turn) >= turn_number(earlier.now):
        return Refusal("An attempt of this turn is rolled, not entered.", earlier.sea.rule)
    return None


@procedure(
    "italian-attempt-before",
    system=SYSTEM,
    rule="33.B.2.b",
    title="Enter an earlier attempt of the Italian fleet",
    roller=Roller.NOBODY,
    edition=EDITION,
    dice="none: the result is typed",
    why_not=why_not_remembered,
)
def remember_attempt(earlier: EarlierAttempt) -> Play[Outcome[Remembered]]:
    """Only what later attempts look back at: its victory points and its level were settled then."""
    yield from ()
    found = Remembered(earlier.result, earlier.sea.label, earlier.turn)
    return Outcome(found, (attempt_mark(earlier.sea, earlier.turn, earlier.result),))
