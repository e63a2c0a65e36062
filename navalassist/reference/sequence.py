"""A turn sequence as its page shows it: the steps of each side with their duties, and in words when things end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from navalassist.engine.duties import EITHER as BOTH
from navalassist.reference.catalogue import off_at_first
from tables.turn import SEGMENT, SIDE, TURN, DutyLine, EndLine, StepLine, TurnSequence

LIVES = {
    "part": "with its part of the step",
    "never": "never",
}
EITHER = "either side"


@dataclass(frozen=True, slots=True)
class StepView:
    """A step of one side. now: the reader came from it."""

    line: StepLine
    now: bool
    due: tuple[DutyLine, ...]
    may: tuple[DutyLine, ...]


@dataclass(frozen=True, slots=True)
class PartView:
    """The player turn of one side, or the turn of both."""

    side: str
    title: str
    steps: tuple[StepView, ...]


def parts_of(turn: TurnSequence, at: str = "") -> list[PartView]:
    """The player turns in order. at: the step to mark, `allied/air`; anything else marks none."""
    return [
        PartView(
            part.key if len(turn.player_turn) > 1 else BOTH,
            part.title,
            tuple(_step(turn, line, part.key, at) for line in turn.step),
        )
        for part in turn.player_turn
    ]


def _step(turn: TurnSequence, line: StepLine, side: str, at: str) -> StepView:
    """A step of a side; one of a segment stands there once for all its times."""
    places = [f"{side}/{step}" for step in turn.steps if turn.line_of(step) is line]
    listed = dict.fromkeys(duty for place in places for duty in turn.duties_in(place))
    duties = [_told(duty) for duty in listed]
    due, may = (tuple(duty for duty in duties if duty.kind == kind) for kind in ("due", "may"))
    if line.segment:
        acting = turn.acting(side, places[0].partition("/")[2])
        title = f"{turn.times_words(line.segment)}: {line.title.replace(SIDE, acting.capitalize())}"
        line = line.model_copy(update={"title": title})
    return StepView(line, at in places, due, may)


def _told(duty: DutyLine) -> DutyLine:
    """The line, of a rule of a group's own with what turns it on."""
    off = off_at_first(duty.key)
    return duty.model_copy(update={"title": f"{duty.title}, {off}"}) if off else duty


@dataclass(frozen=True, slots=True)
class LastView:
    """Something that lasts until a moment, and when that is."""

    title: str
    when: str
    rule: str
    ruling: str


def ends_of(turn: TurnSequence) -> list[LastView]:
    """What ends by itself, once each where it ends with several steps."""
    found: dict[tuple[str, str, str], list[str]] = {}
    for line in turn.end:
        found.setdefault((line.title, line.rule, line.ruling), []).append(when_of(turn, line))
    return [LastView(title, "; ".join(whens), rule, ruling) for (title, rule, ruling), whens in found.items()]


def when_of(turn: TurnSequence, line: EndLine) -> str:
    """`as the Allied player turn, Initial begins`, `with the turn`"""
    titles: Mapping[str, str] = {part.key: part.title for part in turn.player_turn}
    if line.of in (TURN, SEGMENT):
        of = line.of
    elif line.of in titles:
        of = titles[line.of]
    else:
        side, step = line.of.partition("/")[0], line.of.rpartition("/")[2]
        steps = {one.key: one.title for one in turn.step}
        of = f"{titles.get(side, EITHER)}, {steps.get(step, 'any step')}"
    of = of if of.startswith(EITHER) else f"the {of}"
    return f"as {of} begins" if line.when == "start" else f"with {of}"


def marks_of(turn: TurnSequence) -> list[LastView]:
    """How long marks last."""
    return [
        LastView(mark.title, LIVES.get(mark.ends) or f"with the {mark.ends.replace('-', ' ')}", mark.rule, mark.ruling)
        for mark in turn.mark
    ]
