"""What the form of a turn on paper sends: its lines in order, and which of them a tap adds, moves or takes out."""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.http import QueryDict

LINE = re.compile(r"([a-z0-9-]+/[a-z0-9-]+)\|([a-z0-9-]*)\|([A-Za-z0-9_.-]{1,120})")
# More lines than a turn has; what is sent beyond them is not read.
MOST_LINES = 200
ADDED = 99_999
# Before the place of a step: the field that adds a line to it.
KIND = "kind-"


@dataclass(frozen=True, slots=True)
class Line:
    """A line: the step that it stands in (`axis/air`), its kind ('' for one that is listed), and its key."""

    place: str
    kind: str
    key: str

    @property
    def token(self) -> str:
        """As the form sends it."""
        return f"{self.place}|{self.kind}|{self.key}"

    @property
    def prefix(self) -> str:
        """How the names of its fields begin, where it was added."""
        return f"l{self.key}"


def lines_sent(typed: QueryDict) -> list[Line]:
    """The lines in the order in which they were played, after what a tap did to them."""
    found = [Line(*match.groups()) for text in typed.getlist("line") if (match := LINE.fullmatch(text))]
    found = [line for line in dict.fromkeys(found) if not line.kind or line.key.isdecimal()]
    found = found[:MOST_LINES]
    found = [line for line in found if line.token != typed.get("drop")]
    _earlier(found, typed.get("up", ""))
    for name in typed:
        text = f"{name.removeprefix(KIND)}|{typed.get(name)}|{_next_number(found)}"
        if name.startswith(KIND) and typed.get(name) and (new := LINE.fullmatch(text)) and len(found) < MOST_LINES:
            found.append(Line(*new.groups()))
    return found


def _earlier(lines: list[Line], token: str) -> None:
    """One line changes places with the one before it in its step."""
    at = next((number for number, line in enumerate(lines) if line.token == token), -1)
    before = [number for number in range(max(at, 0)) if lines[number].place == lines[at].place]
    if before:
        lines[before[-1]], lines[at] = lines[at], lines[before[-1]]


def _next_number(lines: list[Line]) -> int:
    return min(max((int(line.key) for line in lines if line.kind), default=0) + 1, ADDED)
