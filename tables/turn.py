"""TOML file -> TurnSequence: the turns of a rule system, their steps, what is due in them, and what ends.

A bad file raises TurnError with the file and the line, and so stops start-up.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

Key = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]*$")]
# `allied/initial`, where a star stands for any player turn or step.
Pattern = Annotated[str, StringConstraints(pattern=r"^(\*|[a-z-]+)/(\*|[a-z-]+)$")]
Text = Annotated[str, Field(min_length=1)]
TURN = "turn"


class TurnError(ValueError):
    """A turn file that can't be used; the text names the file and the line."""

    def __init__(self, problem: str, file: str, line: int | None = None) -> None:
        self.problem, self.file, self.line = problem, file, line
        super().__init__(f"{file}, line {line}: {problem}" if line else f"{file}: {problem}")


class _Data(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class PlayerTurn(_Data):
    """The part of a turn that belongs to one side."""

    key: Key
    title: Text


class StepLine(_Data):
    """A step of a player turn. shipping: ships sail in it, and contact is rolled for; parts: what its parts are called.

    A step with parts has as many as the players say: `naval step` of the naval movement; ruling: why.
    """

    key: Key
    title: Text
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
    """What ends by itself. when, of: the start or the end of a step, of a side's player turn, or of the turn.

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
    ends: Literal["part", "naval-step", "step", "player-turn", "turn", "never"]
    rule: Text
    ruling: str = ""


M = TypeVar("M", bound=BaseModel)
Keyed = TypeVar("Keyed", StepLine, DutyLine, MarkLine)


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
    step: tuple[StepLine, ...] = Field(min_length=1)
    duty: tuple[DutyLine, ...] = ()
    end: tuple[EndLine, ...] = ()
    mark: tuple[MarkLine, ...] = ()

    @property
    def player_turns(self) -> tuple[str, ...]:
        """Their keys, in order."""
        return tuple(part.key for part in self.player_turn)

    @property
    def steps(self) -> tuple[str, ...]:
        """Their keys, in order."""
        return tuple(step.key for step in self.step)

    @property
    def places(self) -> tuple[str, ...]:
        """Every place of a turn in order: `axis/initial`, `axis/air`, …"""
        return tuple(f"{part}/{step}" for part in self.player_turns for step in self.steps)

    def line_of(self, step: str) -> StepLine:
        """A step by its key. KeyError for none."""
        return _by_key(self.step)[step]

    def steps_of(self, duty: str) -> tuple[str, ...]:
        """The steps in which a duty stands, as patterns. KeyError for a key that the file does not have."""
        return _by_key(self.duty)[duty].steps

    def mark_of(self, key: str) -> MarkLine | None:
        """A mark by its key; None for a key that the file does not have."""
        return _by_key(self.mark).get(key)

    def life_of(self, mark: str) -> str:
        """How long a mark lasts. KeyError for a key that the file does not have."""
        return _by_key(self.mark)[mark].ends

    def after(self, player_turn: str, step: str) -> tuple[str, str, bool]:
        """The player turn and the step that come next, and whether a new turn begins. ValueError for no such place."""
        here = self.places.index(f"{player_turn}/{step}")
        new = here + 1 == len(self.places)
        following, _, what = self.places[0 if new else here + 1].partition("/")
        return following, what, new

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
            return "any step" if whole[0] == "*" else f"any {whole.partition('/')[0].capitalize()} step"
        *most, last = dict.fromkeys(map(self._step_words, found))
        return f"{', '.join(most)} or {last} phase" if most else f"{last} phase"

    def _step_words(self, pattern: str) -> str:
        whose, _, step = pattern.partition("/")
        title = self.line_of(step).title.lower()
        return title if whose == "*" else f"{whose.capitalize()} {title}"

    def ended(self, before: tuple[str, str, str], after: tuple[str, str, str]) -> list[EndLine]:
        """What ends between two moments, each a turn, a player turn and a step."""
        return [line for line in self.end if _over(line, before, after)]


def _by_key(lines: Sequence[Keyed]) -> Mapping[str, Keyed]:
    return {line.key: line for line in lines}


def _over(line: EndLine, before: tuple[str, str, str], after: tuple[str, str, str]) -> bool:
    if line.of == TURN:
        return before[0] != after[0]
    whose, other = (after, before) if line.when == "start" else (before, after)
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


def parsed(model: type[M], content: bytes, file: str) -> tuple[M, str]:
    """What a TOML file holds, and its text. TurnError when it does not have the model's fields."""
    try:
        text = content.decode("utf-8")
        return model.model_validate(tomllib.loads(text)), text
    except UnicodeDecodeError:
        raise TurnError("the file is not UTF-8 text", file) from None
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"at line (\d+)", str(error))
        raise TurnError(f"the file is not TOML: {error}", file, int(at[1]) if at else None) from None
    except ValidationError as error:
        fault = error.errors()[0]
        raise TurnError(_in_words(fault), file, line_at(text, fault["loc"])) from None


def _in_words(fault: Any) -> str:
    """pydantic's complaint as a sentence."""
    name = next((part for part in reversed(fault["loc"]) if isinstance(part, str)), "file")
    if fault["type"] == "missing":
        return f'"{name}" is missing'
    if fault["type"] == "extra_forbidden":
        return f'"{name}" is no field here'
    return f'"{name}": {fault["msg"][0].lower()}{fault["msg"][1:]}'


def line_at(text: str, place: Sequence[int | str]) -> int | None:
    """The line of a field: `("step", 2, "title")` is the title in the third [[step]]; its head where it has none."""
    names = [part for part in place if isinstance(part, str)]
    number = next((part for part in place if isinstance(part, int)), 0)
    lines = text.splitlines()
    heads = [n for n, line in enumerate(lines) if re.match(r"\s*\[", line)] + [len(lines)]
    mine = [n for n in heads[:-1] if re.match(rf"\s*\[+{re.escape(names[0])}\]", lines[n])] if names else []
    if mine and number < len(mine):
        first = mine[number]
        block = range(first, heads[heads.index(first) + 1])
    else:
        first, block = None, range(heads[0])
    wanted = names[-1] if names else ""
    found = next((n for n in block if re.match(rf"\s*{re.escape(wanted)}\s*=", lines[n])), first)
    return None if found is None else found + 1


def _problems(turn: TurnSequence) -> Iterator[tuple[tuple[int | str, ...], str]]:
    """What does not fit together, with the place in the file."""
    for table in ("player_turn", "step", "duty", "mark"):
        keys = [line.key for line in getattr(turn, table)]
        for number, key in enumerate(keys):
            if key in keys[:number]:
                yield (table, number, "key"), f"{key} stands there twice"
    for name in turn.winter:
        if name not in turn.months:
            yield ("winter",), f"{name} is none of the months"
    for number, duty in enumerate(turn.duty):
        for pattern in duty.steps:
            if not turn.has(pattern):
                yield ("duty", number, "steps"), f"{duty.key}: no step is {pattern}"
    for number, line in enumerate(turn.end):
        known = line.of == TURN or line.of in turn.player_turns
        if not known and not turn.has(line.of):
            yield ("end", number, "of"), f"{line.of} is no step, no player turn and not {TURN}"
