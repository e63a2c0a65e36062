"""TOML file -> Topics: what the rules of a system are about, in a fixed order, and what a step usually asks of players.

A bad file raises TurnError with the file and the line, and so stops start-up.
"""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from tables.data_file import TurnError, line_at, parsed
from tables.turn import Key, Pattern, Text


class _Data(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class TopicLine(_Data):
    """A rule of a topic, or a page by the first part of its address.

    word: what it is called where the topic is folded; words: what it is found by too; when: when it may be done, where
    the steps of its duty do not say it; duty: that duty's key, where it has another one.
    """

    key: Key
    word: str = ""
    duty: Key | None = None
    when: str = ""
    words: tuple[Text, ...] = ()


class Topic(_Data):
    """What several rules are about. words: what all of them are found by too."""

    title: Text
    words: tuple[Text, ...] = ()
    lines: tuple[TopicLine, ...] = Field(min_length=1)


class Usual(_Data):
    """What players mostly do in some steps, what is done most first."""

    steps: tuple[Pattern, ...] = Field(min_length=1)
    keys: tuple[Key, ...] = Field(min_length=1)


class Topics(_Data):
    """All topics of a system, in the order in which pages show them.

    at_once: keys of what is there only after something has happened, and can't wait: it stands on top of its step.
    """

    at_once: tuple[Key, ...] = ()
    topic: tuple[Topic, ...] = ()
    usual: tuple[Usual, ...] = ()

    @property
    def keys(self) -> tuple[str, ...]:
        """Keys of all their lines, in order."""
        return tuple(line.key for topic in self.topic for line in topic.lines)

    def usual_in(self, place: str) -> tuple[str, ...]:
        """Keys of what is mostly done in a step, `axis/air`."""
        fitting = (usual for usual in self.usual if any(fnmatchcase(place, pattern) for pattern in usual.steps))
        return tuple(dict.fromkeys(key for usual in fitting for key in usual.keys))


def load_topics(path: Path) -> Topics:
    """The topics of a file. TurnError when it does not fit."""
    return parse_topics(path.read_bytes(), path.name)


def parse_topics(content: bytes, file: str) -> Topics:
    """The topics of a file's content; `file` is the name that errors give."""
    found, text = parsed(Topics, content, file)
    for place, problem in _problems(found):
        raise TurnError(problem, file, line_at(text, place))
    return found


def _problems(topics: Topics) -> Iterator[tuple[tuple[int | str, ...], str]]:
    """What does not fit together, with the place in the file."""
    keys: set[str] = set()
    for number, topic in enumerate(topics.topic):
        for line in topic.lines:
            if line.key in keys:
                yield ("topic", number, "lines"), f"{line.key} stands there twice"
            keys.add(line.key)
    for key in topics.at_once:
        if key not in keys:
            yield ("at_once",), f"{key} is in no topic"
    for number, usual in enumerate(topics.usual):
        for key in usual.keys:
            if key not in keys:
                yield ("usual", number, "keys"), f"{key} is in no topic"
