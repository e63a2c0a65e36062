"""Scenarios: how a campaign stands at a date, as one file in TOML. docs/scenarios.md has the format.

`read_scenario` looks at the file alone: its head, its sources, and rows of facts with where each comes from. Whether
the rows fit a rule system is the business of play (play/scenarios).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, StringConstraints, ValidationError

FORMAT: Final = 1
HEAD: Final = "navalassist_scenario"
MOST_BYTES, MOST_ROWS, MOST_SOURCES, LONGEST_LINE, MOST_LINES = 500_000, 2_000, 200, 4_000, 30_000
LONGEST_TEXT, DEEPEST = 400, 4
# Fields of a row, parts of a dotted name, and characters of an answer.
MOST_FIELDS, MOST_DOTS, LONGEST_ANSWER = 50, 200, 800
# What a row says of itself beside its fields.
SOURCE, STAND_IN, GONE = "source", "stand_in", "gone"
Word = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]*$", max_length=60)]
Text = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_TEXT)]


class ScenarioError(ValueError):
    """A file that is no scenario; the sentence says which line is wrong, and what would be right."""

    def __init__(self, text: str) -> None:
        super().__init__(_shown(text, LONGEST_ANSWER))


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Source(_Part):
    """A work or page that speaks for rows. key: by which they name it."""

    key: Word
    text: Text
    url: Annotated[str, StringConstraints(pattern=r"^(https?://[!-~]+)?$", max_length=300)] = ""


class ScenarioRow(_Part):
    """A row, and those of its fields that differ from a new campaign's row, or from a new row of its kind.

    source: key of a source; stand_in: why it is made up, both where a part of it is; gone: the campaign has no such
    row.
    """

    row: str
    fields: Mapping[str, Any]
    source: str = ""
    stand_in: Annotated[str, StringConstraints(max_length=LONGEST_TEXT)] = ""
    gone: bool = False
    _lines: _Lines | None = PrivateAttr(None)

    def line(self, name: str = "") -> int:
        """The line of the file in which it, or one of its fields, stands; 0 where nobody knows."""
        return self._lines.of_row(self.row, name) if self._lines else 0

    @property
    def kind(self) -> str:
        """`port` of `port:naples`."""
        return self.row.partition(":")[0]


class Head(_Part):
    """What a scenario says of itself.

    parts: those of which it tells all; left out, those of which it has rows; seen_by: the side as which a campaign was
    saved in which sides have secrets: of other sides' rows it says nothing.
    """

    navalassist_scenario: Literal[1]
    system: Word
    title: Annotated[str, StringConstraints(min_length=1, max_length=120)]
    about: Annotated[str, StringConstraints(max_length=2_000)] = ""
    turn: Annotated[str, StringConstraints(min_length=1, max_length=20)]
    player_turn: Word
    step: Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9/-]*$", max_length=40)]
    seen_by: Annotated[str, StringConstraints(pattern=r"^[a-z-]*$", max_length=20)] = ""
    parts: Annotated[tuple[Word, ...], Field(max_length=40)] = ()
    sources: Annotated[tuple[Source, ...], Field(max_length=MOST_SOURCES)] = ()


class Scenario(_Part):
    """A scenario: its head and its rows, in the order of the file."""

    head: Head
    rows: tuple[ScenarioRow, ...]

    @property
    def sources(self) -> dict[str, Source]:
        """By their keys."""
        return {source.key: source for source in self.head.sources}

    @property
    def stand_ins(self) -> tuple[ScenarioRow, ...]:
        """The rows of which something is made up."""
        return tuple(row for row in self.rows if row.stand_in)


def read_scenario(content: bytes) -> Scenario:
    """Return the scenario of a file. ScenarioError for any other file, and for one that is too long."""
    text = _text_of(content)
    try:
        found = tomllib.loads(text)
    except RecursionError:
        raise ScenarioError("The file is no scenario: brackets lie too deep in it.") from None
    except ValueError as error:
        raise ScenarioError(f"The file is no scenario: {_shown(str(error), 200)}.") from None
    if HEAD not in found:
        raise ScenarioError(f"The file is no scenario: its first line has to be `{HEAD} = {FORMAT}`.")
    lines = _Lines(text)
    head = _head({name: value for name, value in found.items() if name in Head.model_fields}, lines)
    kinds = {name: value for name, value in found.items() if name not in Head.model_fields}
    count = sum(len(keyed) for keyed in kinds.values() if isinstance(keyed, dict))
    if count > MOST_ROWS:
        raise ScenarioError(f"A scenario has at most {MOST_ROWS:,} rows; this one has {count:,}.")
    rows = tuple(row for kind, keyed in kinds.items() for row in _rows(kind, keyed, head, lines))
    return Scenario(head=head, rows=rows)


def _text_of(content: bytes) -> str:
    if len(content) > MOST_BYTES:
        raise ScenarioError(f"A scenario has at most {MOST_BYTES:,} bytes; the file has {len(content):,}.")
    try:
        text = content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise ScenarioError("The file is no scenario: it is no text in UTF-8.") from None
    lines = text.split("\n")
    if len(lines) > MOST_LINES:
        raise ScenarioError(f"A scenario has at most {MOST_LINES:,} lines; the file has {len(lines):,}.")
    for number, line in enumerate(lines, start=1):
        if len(line) > LONGEST_LINE:
            raise ScenarioError(
                f"Line {number}: a line has at most {LONGEST_LINE:,} characters, this has {len(line):,}."
            )
        if line.partition("=")[0].count(".") > MOST_DOTS:
            raise ScenarioError(f"Line {number}: a name has at most {MOST_DOTS} parts.")
    return text


class _Lines:
    """In which line of a file something stands. The file is gone through once, when a sentence has to say so."""

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def _found(self) -> dict[tuple[str, ...], int]:
        found: dict[tuple[str, ...], int] = {}
        header: tuple[str, ...] = ()
        for number, line in enumerate(self._text.split("\n"), start=1):
            if line.lstrip().startswith("["):
                header = _path(line)
                found.setdefault(header, number)
            elif "=" in line:
                named = (part.strip(" \t\"'") for part in line.partition("=")[0].split("."))
                path = (*header, *named)
                found.setdefault(path[:2], number)
                found.setdefault(path, number)
        return found

    def of(self, *path: str) -> int:
        """The line of a table's header, or of a field below it; 0 where it isn't found."""
        return self._found.get(path, 0)

    def of_row(self, row: str, name: str = "") -> int:
        """The line of a row, or of a field of it; that of the row where the field isn't found."""
        kind, _, key = row.partition(":")
        return (name and self.of(kind, key, name)) or self.of(kind, key) or self.of(kind)


def _path(line: str) -> tuple[str, ...]:
    """The names of a header: `[port.naples]` is port, naples."""
    try:
        inner: Any = tomllib.loads(line)
    except (ValueError, RecursionError):
        return ()
    path: list[str] = []
    while isinstance(inner, dict) and inner:
        name = next(iter(inner))
        path.append(name)
        inner = inner[name]
    return tuple(path)


def where(line: int, row: str, name: str = "") -> str:
    """`Line 12, port naples, owner`"""
    parts = (f"Line {line}" if line else "", _shown(row.replace(":", " ", 1), 80), _shown(name))
    return ", ".join(filter(None, parts))


def _head(found: Mapping[str, Any], lines: _Lines) -> Head:
    if (number := found[HEAD]) != FORMAT or isinstance(number, bool):
        named = str(number) if type(number) is int and not _unfit(number) else "another kind"
        raise ScenarioError(f"The scenario is of format {named}; this version reads format {FORMAT} alone.")
    try:
        head = Head.model_validate(found)
    except ValidationError as error:
        raise ScenarioError(_in_words(error.errors(include_url=False)[0], lines)) from None
    for about in _texts((head.title, head.about, head.turn, *((s.text, s.url) for s in head.sources))):
        if not is_clean(about):
            raise ScenarioError(f"The head holds characters that nobody sees: {_shown(about)}.")
    keys = [source.key for source in head.sources]
    if twice := next((key for key in keys if keys.count(key) > 1), ""):
        raise ScenarioError(f"sources: two have the key {twice}.")
    return head


def _rows(kind: str, keyed: Any, head: Head, lines: _Lines) -> Iterator[ScenarioRow]:
    if not isinstance(keyed, dict):
        known = ", ".join(Head.model_fields)
        raise ScenarioError(f"{where(lines.of(kind), kind)}: it is not known here; the head has {known}.")
    known_keys = {source.key for source in head.sources}
    for key, fields in keyed.items():
        row = f"{kind}:{key}"
        if not (is_clean(key) and 0 < len(key) <= 100 and is_clean(kind) and len(kind) <= 40):
            raise _wrong(row, lines, "a kind has at most 40 characters and a key 100, all to be seen")
        if not isinstance(fields, dict):
            raise _wrong(row, lines, f"a row is a table, as in [{_shown(kind)}.key]")
        if len(fields) > MOST_FIELDS:
            raise _wrong(row, lines, f"a row has at most {MOST_FIELDS} fields, this has {len(fields):,}")
        for name, value in fields.items():
            if wrong := _unfit(value):
                raise _wrong(row, lines, wrong, name)
        found = _row(row, fields, lines)
        if not (found.source or found.stand_in):
            raise _wrong(row, lines, 'say where it comes from, `source = "key"`, or `stand_in = "why"`')
        if found.source and found.source not in known_keys:
            raise _wrong(row, lines, f"no source has the key {_shown(found.source)}", SOURCE)
        yield found


def _row(row: str, fields: Mapping[str, Any], lines: _Lines) -> ScenarioRow:
    own = {name: fields[name] for name in (SOURCE, STAND_IN, GONE) if name in fields}
    plain = {name: value for name, value in fields.items() if name not in own}
    try:
        found = ScenarioRow(row=row, fields=plain, **own)
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        raise _wrong(row, lines, _problem(fault), str(fault["loc"][0])) from None
    found._lines = lines
    return found


def _wrong(row: str, lines: _Lines, words: str, name: str = "") -> ScenarioError:
    return ScenarioError(f"{where(lines.of_row(row, name), row, name)}: {words}.")


def _unfit(value: Any, depth: int = 1) -> str:
    """What a field can't hold, in words; '' where it can."""
    if isinstance(value, str):
        if len(value) > 2_000:
            return "a text has at most 2,000 characters"
        return "" if is_clean(value) else "it holds characters that nobody sees"
    if isinstance(value, bool) or (isinstance(value, int) and abs(value) < 2**31):
        return ""
    if isinstance(value, float) and abs(value) < 2**31:
        return ""
    if isinstance(value, (list, dict)) and depth < DEEPEST and len(value) <= 200:
        inner = [*value, *value.values()] if isinstance(value, dict) else value
        return next(filter(None, (_unfit(one, depth + 1) for one in inner)), "")
    return "it has to be a text, a number, true, false, or a short list of these"


def as_clean(text: str) -> str:
    """A text without what nobody sees: a space stands for each such space."""
    return "".join(one if is_clean(one) else " " if one.isspace() else "" for one in text)


def _texts(found: Any) -> Iterator[str]:
    for one in found:
        if isinstance(one, str):
            yield one
        else:
            yield from one


def is_clean(text: str) -> bool:
    """Whether all of a text can be seen, but for the ends of its lines."""
    return all(character.isprintable() or character == "\n" for character in text)


WRONG = {
    "missing": "is missing",
    "extra_forbidden": "is not known here",
    "string_too_long": "is longer than the {max_length} characters that it may have",
    "string_too_short": "is empty",
    "string_type": "has to be a text",
    "bool_type": "has to be true or false",
    "bool_parsing": "has to be true or false",
    "too_long": "has more than the {max_length} parts that it may have",
    "tuple_type": "has to be a list",
    "string_pattern_mismatch": "has to look like {pattern}",
}


def _problem(fault: Any) -> str:
    return WRONG.get(fault["type"], "does not fit").format_map(fault.get("ctx", {}))


def _in_words(fault: Any, lines: _Lines) -> str:
    """What is wrong with the head, by the place in it."""
    place = ".".join(str(part + 1) if isinstance(part, int) else _shown(str(part)) for part in fault["loc"])
    line = lines.of(str(fault["loc"][0]))
    return f"{f'Line {line}: ' if line else 'The file is no scenario: '}{place} {_problem(fault)}."


def _shown(text: str, most: int = 60) -> str:
    """What a sentence can show of a text of a file."""
    plain = "".join(character if character.isprintable() else "\ufffd" for character in text)
    return plain if len(plain) <= most else f"{plain[:most]}…"
