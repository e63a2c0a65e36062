"""TOML file -> TurnSequence: the turns of a rule system, their steps, what is due in them, and what ends.

A bad file raises TurnError with the file and the line, and so stops start-up.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from tables.data_file import TurnError, line_at, parsed

Key = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]*$")]
# `allied/initial`, or `allied/nas-3/recon` within a segment; a star stands for anything: `*/recon` is in every segment.
Pattern = Annotated[
    str, StringConstraints(pattern=r"^(\*|[a-z-]+)/((\*|[a-z-]+|[a-z][a-z-]*-([1-9][0-9]?|\*))/)?(\*|[a-z-]+)$")
]
Text = Annotated[str, Field(min_length=1)]
TURN, SEGMENT, PLAYER_TURN = "turn", "segment", "player-turn"
# As long as the clock of a campaign keeps a step, `nas-3/recon`.
LONGEST = 40
# Where the title of a step says which side acts in it: `{side} recon`.
SIDE = "{side}"


class _Data(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class PlayerTurn(_Data):
    """The part of a turn that belongs to one side."""

    key: Key
    title: Text


class SegmentLine(_Data):
    """Steps that come several times in a player turn: those that name it, which stand together.

    repeat: how often; each time has its number in the clock, `nas-3/recon`.
    """

    key: Key
    title: Text
    repeat: Annotated[int, Field(ge=1, le=99)] = 1

    @property
    def times(self) -> tuple[str, ...]:
        """`nas-1`, `nas-2`, … in order."""
        return tuple(f"{self.key}-{number}" for number in range(1, self.repeat + 1))


class StepLine(_Data):
    """A step of a player turn. shipping: ships sail in it, and contact is rolled for; parts: what its parts are called.

    segment: the one that it is in; acts: whose step it is there, that of the player turn's own side or of its enemy.
    A step with parts has as many as the players say: `naval step` of the naval movement; ruling: why.
    """

    key: Key
    title: Text
    segment: str = ""
    acts: Literal["own", "enemy"] = "own"
    shipping: bool = False
    parts: str = ""
    ruling: str = ""
    about: Text


class DutyLine(_Data):
    """What a step asks for (`due`) or allows (`may`). The rules know it by its key."""

    key: Key
    steps: tuple[Pattern, ...] = Field(min_length=1)
    kind: Literal["due", "may"]
    title: Text
    rule: Text


class EndLine(_Data):
    """What ends by itself. when, of: the start or the end of a step, a segment, a side's player turn, or the turn.

    facts: those that go back to `plain` then; none for what the rules see to themselves.
    """

    title: Text
    when: Literal["start", "end"]
    of: Text
    facts: tuple[str, ...] = ()
    plain: str | int | bool = ""
    rule: Text
    ruling: str = ""


class MarkLine(_Data):
    """A mark of what happened, and how long it lasts; `part`, `naval-step`: until the next part of its step begins.

    word: what the log calls it; several: what they are called as they end, with {} for the ending of a plural.
    """

    key: Key
    title: Text
    word: str = ""
    several: str = ""
    ends: Literal["part", "naval-step", "step", "segment", "player-turn", "turn", "never"]
    rule: Text
    ruling: str = ""


Keyed = TypeVar("Keyed", SegmentLine, StepLine, DutyLine, MarkLine)


class TurnSequence(_Data):
    """A whole turn: whose player turns in which order, each with the same steps.

    months: their short names, January first; halves: what the parts of a month are called, none where a turn is a
    whole month; winter: by those names.
    """

    title: Text
    source: Text
    months: tuple[Text, ...] = Field(min_length=12, max_length=12)
    halves: tuple[Text, ...]
    winter: tuple[Text, ...] = ()
    winter_rule: str = ""
    player_turn: tuple[PlayerTurn, ...] = Field(min_length=1)
    segment: tuple[SegmentLine, ...] = ()
    step: tuple[StepLine, ...] = Field(min_length=1)
    duty: tuple[DutyLine, ...] = ()
    end: tuple[EndLine, ...] = ()
    mark: tuple[MarkLine, ...] = ()

    @property
    def player_turns(self) -> tuple[str, ...]:
        """Their keys, in order."""
        return tuple(part.key for part in self.player_turn)

    @property
    def times(self) -> tuple[str, ...]:
        """Every segment of a player turn, each time that it comes: `nas-1`, `nas-2`, …"""
        return tuple(time for segment in self.segment for time in segment.times)

    @cached_property
    def steps(self) -> tuple[str, ...]:
        """Their keys, in order, each as the clock has it: `initial`, `nas-1/recon`, `nas-1/move`, `nas-2/recon`, …"""
        segments, found = _by_key(self.segment), []
        for name, lines in groupby(self.step, key=lambda line: line.segment):
            mine = [line.key for line in lines]
            times = segments[name].times if name in segments else ()
            found += [f"{time}/{key}" for time in times for key in mine] if times else mine
        return tuple(found)

    @cached_property
    def places(self) -> tuple[str, ...]:
        """Every place of a turn in order: `axis/initial`, `axis/nas-1/recon`, …"""
        return tuple(f"{part}/{step}" for part in self.player_turns for step in self.steps)

    def line_of(self, step: str) -> StepLine:
        """A step by its key, alone or as the clock has it. KeyError for none."""
        return _by_key(self.step)[step.rpartition("/")[2]]

    def title_of(self, step: str) -> str:
        """A step as the clock has it, in words: `Initial phase`, `Segment 3, {side} recon`. ValueError for none."""
        if step not in self.steps:
            raise ValueError(f"no step is {step}")
        title = self.line_of(step).title
        return f"{self.segment_title(step)}, {title}" if segment_of(step) else title

    def segment_title(self, step: str) -> str:
        """The segment of a step, in words: `Segment 3`; without its number where it comes once."""
        segment = _by_key(self.segment)[self.line_of(step).segment]
        return f"{segment.title} {segment_of(step).rpartition('-')[2]}" if segment.repeat > 1 else segment.title

    def times_words(self, segment: str) -> str:
        """`Segment 1 to 7`"""
        line = _by_key(self.segment)[segment]
        return f"{line.title} 1 to {line.repeat}" if line.repeat > 1 else line.title

    def acting(self, player_turn: str, step: str) -> str:
        """The side that acts in a step of a player turn; in one that there is not, that of the player turn."""
        enemy = step in self.steps and self.line_of(step).acts == "enemy"
        return next(side for side in self.player_turns if side != player_turn) if enemy else player_turn

    def steps_of(self, duty: str) -> tuple[str, ...]:
        """The steps in which a duty stands, as patterns. KeyError for a key that the file does not have."""
        return _by_key(self.duty)[duty].steps

    def mark_of(self, key: str) -> MarkLine | None:
        """A mark by its key; None for a key that the file does not have."""
        return _by_key(self.mark).get(key)

    def life_of(self, mark: str) -> str:
        """How long a mark lasts. KeyError for a key that the file does not have."""
        return _by_key(self.mark)[mark].ends

    def lasts(self, mark: str, step: str) -> dict[str, str]:
        """How long a mark lasts that is made in a step: what stands in its fields `ends` and `until`.

        One that ends with its segment lasts for the player turn at most, and no longer than that segment.
        """
        ends = self.life_of(mark)
        if ends != SEGMENT:
            return {"ends": ends, "until": ""}
        time = segment_of(step)
        return {"ends": PLAYER_TURN if time else "step", "until": time}

    def after(self, player_turn: str, step: str) -> tuple[str, str, bool]:
        """The player turn and the step that come next, and whether a new turn begins. ValueError for no such place."""
        here = self.places.index(f"{player_turn}/{step}")
        new = here + 1 == len(self.places)
        following, _, what = self.places[0 if new else here + 1].partition("/")
        return following, what, new

    def follows(self, turn: str, player_turn: str, step: str) -> tuple[str, str, str]:
        """The moment that comes next, where turns are parts of months: `1941-03-1`, or `1941-03` of whole ones."""
        side, following, new = self.after(player_turn, step)
        return (self.turn_after(turn) if new else turn), side, following

    @property
    def turn_keys(self) -> str:
        """How the keys of its turns look, as a regular expression."""
        return r"19[0-9][0-9]-(0[1-9]|1[0-2])" + (f"-[1-{len(self.halves)}]" if self.halves else "")

    def turn_title(self, turn: str) -> str:
        """`Apr I 41` of `1941-04-1`, `Dec 41` of `1941-12`. ValueError for no turn key of this sequence."""
        if not re.fullmatch(self.turn_keys, turn):
            raise ValueError(f"{turn!r} is no turn of {self.title}")
        year, month, *half = map(int, turn.split("-"))
        return " ".join((self.months[month - 1], *(self.halves[number - 1] for number in half), f"{year % 100:02}"))

    def turn_after(self, turn: str, number: int = 1) -> str:
        """The key of the turn so many later. ValueError for no turn key of this sequence."""
        year, month, *half = map(int, turn.split("-"))
        halves = len(self.halves) or 1
        if len(half) != bool(self.halves):
            raise ValueError(f"{turn!r} is no turn of {self.title}")
        months, part = divmod((year * 12 + month - 1) * halves + (half[0] - 1 if half else 0) + number, halves)
        key = f"{months // 12:04}-{months % 12 + 1:02}"
        return f"{key}-{part + 1}" if self.halves else key

    def due(self, turn: str, player_turn: str, owner: str, number: int) -> str:
        """The player turn that is so many of its owner's from a moment on, `1942-01-1/axis`; that moment's own is none.

        The first is the next that begins: in the same turn, where the owner moves later in it. ValueError for none.
        """
        if number < 1:
            raise ValueError("a due date is at least one turn of its owner away")
        order = self.player_turns
        later = order.index(owner) > order.index(player_turn)
        return f"{self.turn_after(turn, number - later)}/{owner}"

    def has_come(self, due: str, turn: str, player_turn: str) -> bool:
        """True as soon as the player turn of a due date has begun."""
        return self._order(f"{turn}/{player_turn}") >= self._order(due)

    def is_over(self, until: str, turn: str, player_turn: str) -> bool:
        """True after the last turn, or player turn (`1942-01-1/axis`), that a mark names."""
        return self._order(f"{turn}/{player_turn}") > self._order(until) if "/" in until else turn > until

    def _order(self, when: str) -> tuple[str, int]:
        turn, _, side = when.partition("/")
        return turn, self.player_turns.index(side) if side in self.player_turns else 0

    def has(self, pattern: str) -> bool:
        """True for the pattern of a step that there is, `allied/initial`; a star stands for any."""
        return any(fnmatchcase(place, pattern) for place in self.places)

    def duties_in(self, place: str) -> list[DutyLine]:
        """What stands in a step, `axis/air`."""
        return [duty for duty in self.duty if any(fnmatchcase(place, pattern) for pattern in duty.steps)]

    def when(self, patterns: Iterable[str]) -> str:
        """Steps in words: `Allied initial phase`, `initial or air phase`, `any step`."""
        found = tuple(patterns)
        for whole in (pattern for pattern in found if pattern.endswith("/*")):
            side, segment = whole.partition("/")[0], segment_of(whole).partition("/")[2]
            step = "any step" if side == "*" else f"any {side.capitalize()} step"
            return f"{step}{self._of_segment(segment)}"
        *most, last = dict.fromkeys(map(self._step_words, found))
        return f"{', '.join(most)} or {last} phase" if most else f"{last} phase"

    def _step_words(self, pattern: str) -> str:
        whose, _, step = pattern.partition("/")
        line = self.line_of(step)
        title = line.title.replace(SIDE, line.acts).lower()
        if not line.segment:
            return title if whose == "*" else f"{whose.capitalize()} {title}"
        words = title + self._of_segment(segment_of(step))
        return words if whose == "*" else f"{whose.capitalize()} player turn, {words}"

    def _of_segment(self, time: str) -> str:
        """` of Segment 3`; nothing where a star stands for its number."""
        key, _, number = time.rpartition("-")
        return f" of {_by_key(self.segment)[key].title} {number}" if number.isdecimal() else ""

    def ended(self, before: tuple[str, str, str], after: tuple[str, str, str]) -> list[EndLine]:
        """What ends between two moments, each a turn, a player turn and a step."""
        return [line for line in self.end if _over(line, before, after)]


def _by_key(lines: Sequence[Keyed]) -> Mapping[str, Keyed]:
    return {line.key: line for line in lines}


def segment_of(step: str) -> str:
    """The segment of a step as the clock has it: `nas-3` of `nas-3/recon`, '' of a step in none."""
    return step.rpartition("/")[0]


def _over(line: EndLine, before: tuple[str, str, str], after: tuple[str, str, str]) -> bool:
    if line.of == TURN:
        return before[0] != after[0]
    whose, other = (after, before) if line.when == "start" else (before, after)
    if line.of == SEGMENT:
        time = segment_of(whose[2])
        return bool(time) and (whose[1], time) != (other[1], segment_of(other[2]))
    if "/" in line.of:
        return fnmatchcase(f"{whose[1]}/{whose[2]}", line.of)
    return whose[1] == line.of != other[1]


# --- reading


def load_turn(path: Path) -> TurnSequence:
    """The turn sequence of a file. TurnError when it does not fit."""
    return parse_turn(path.read_bytes(), path.name)


def parse_turn(content: bytes, file: str) -> TurnSequence:
    """The turn sequence of a file's content; `file` is the name that errors give."""
    found, text = parsed(TurnSequence, content, file)
    for place, problem in _problems(found):
        raise TurnError(problem, file, line_at(text, place))
    return found


def _problems(turn: TurnSequence) -> Iterator[tuple[tuple[int | str, ...], str]]:
    """What does not fit together, with the place in the file."""
    for table in ("player_turn", "segment", "step", "duty", "mark"):
        keys = [line.key for line in getattr(turn, table)]
        for number, key in enumerate(keys):
            if key in keys[:number]:
                yield (table, number, "key"), f"{key} stands there twice"
    for name in turn.winter:
        if name not in turn.months:
            yield ("winter",), f"{name} is none of the months"
    yield from _segment_problems(turn)
    for number, duty in enumerate(turn.duty):
        for pattern in duty.steps:
            if not turn.has(pattern):
                yield ("duty", number, "steps"), f"{duty.key}: no step is {pattern}"
    for number, line in enumerate(turn.end):
        known = line.of == TURN or line.of in turn.player_turns or (line.of == SEGMENT and turn.segment)
        if not known and not turn.has(line.of):
            yield ("end", number, "of"), f"{line.of} is no step, no player turn and not {TURN}"
    for number, mark in enumerate(turn.mark):
        if mark.ends == SEGMENT and not turn.segment:
            yield ("mark", number, "ends"), f"{mark.key}: this turn has no segments"


def _segment_problems(turn: TurnSequence) -> Iterator[tuple[tuple[int | str, ...], str]]:
    """What does not fit of segments: their steps stand together, and only there the enemy acts."""
    begun = [line.segment for line, before in zip(turn.step, (None, *turn.step), strict=False)
             if before is None or before.segment != line.segment]  # fmt: skip
    segments = _by_key(turn.segment)
    for number, line in enumerate(turn.step):
        if line.segment and line.segment not in segments:
            yield ("step", number, "segment"), f"{line.key}: no segment is {line.segment}"
        elif line.segment and begun.count(line.segment) > 1:
            yield ("step", number, "segment"), f"{line.key}: the steps of {line.segment} do not stand together"
        elif line.acts == "enemy" and not line.segment:
            yield ("step", number, "acts"), f"{line.key}: the enemy acts in the steps of segments alone"
        elif line.acts == "enemy" and len(turn.player_turn) != 2:
            yield ("step", number, "acts"), f"{line.key}: there is one enemy where two sides have player turns"
    for number, segment in enumerate(turn.segment):
        if segment.key not in begun:
            yield ("segment", number, "key"), f"{segment.key}: no step is in this segment"
    for step in turn.steps:
        if len(step) > LONGEST:
            where = [line.key for line in turn.step].index(step.rpartition("/")[2])
            yield ("step", where, "key"), f"{step} has more than {LONGEST} characters"
