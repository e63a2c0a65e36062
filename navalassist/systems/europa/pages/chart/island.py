"""Malta's sheet: the number in words, the ruler, and the number over time with the cause of each step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.desk.answers import receipt_url
from navalassist.desk.at import At
from navalassist.desk.logbook.lines import line_of
from navalassist.play.corrections.numbers import Counted
from navalassist.play.storage.bodies import body_of
from navalassist.rules.europa.clock import turn_number, turn_of

WIDTH, LEFT, TOP, BOTTOM = 1010, 20, 50, 150
TURNS_SHOWN = 6
UNIT = 26
TEXT_LIMIT = 30

# What bombing does to the number as the group writes it down.
SCALES = {"rule33": "bombing lowers it", "rule36": "bombing raises it"}


# A number that was put right as of a turn that is over.
PUT_RIGHT = "as put right later"


@dataclass(frozen=True, slots=True)
class Change:
    """A change of the number: when, to what, why, and the entry that says so."""

    turn: str
    turn_text: str
    number: int
    cause: str
    entry: str
    url: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A text or a point of the picture."""

    x: int
    y: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class Steps:
    """The picture: turn lines and names, the stepped line, its points, and a label on each level."""

    grid: tuple[int, ...]
    turns: tuple[Mark, ...]
    line: str
    points: tuple[Mark, ...]
    labels: tuple[Mark, ...]
    summary: str


def changes_of(here: At, history: Iterable[Counted]) -> list[Change]:
    """Every change of the number in order, with its cause in words."""
    found: list[Change] = []
    for one in history:
        before = found[-1].number if found else None
        cause = cause_of(one.entry, before, one.number, here)
        if one.typed is not None and one.entry and one.entry.kind == "edit" and not cause.startswith(PUT_RIGHT):
            cause = f"{cause} as {one.typed}, corrected since"
        url = receipt_url(one.entry, here.campaign.slug) if one.entry else ""
        found.append(Change(one.turn, here.system.names.turn(one.turn), one.number, cause, one.reference, url))
    return found


def cause_of(entry: Entry | None, before: int | None, after: int, here: At) -> str:
    """Why the number changed, in a few words."""
    if entry is None:
        return ""
    if entry.kind == "setup":
        return "at the start"
    body: dict[str, Any] = body_of(entry, here.viewer.audiences)
    by = abs(after - (before or 0))
    match str(body.get("act", "")):
        case "malta-bombed":
            return f"{by} hit{'' if by == 1 else 's'}"
        case "malta-repaired" | "malta-supplied":
            return f"{by} repaired"
        case "malta.number":
            return str(body.get("note", "")) or "entered"
        case "fact.since":
            return f"{PUT_RIGHT}: {body['note']}"
        case "port.owner":
            return "Valletta fell"
        case "ruling.choice":
            return "other scale"
    return line_of(entry, body, here.state).title


def steps_of(
    changes: Sequence[Change], now: str, turn_text: Callable[[str], str], most: int = TURNS_SHOWN
) -> Steps | None:
    """The picture of the last turns up to `now`, so many at the most; None while there is nothing to draw."""
    if not changes:
        return None
    first = max(turn_number(changes[0].turn), turn_number(now) - most + 1)
    turns = [turn_of(number) for number in range(first, turn_number(now) + 1)]
    before = [c for c in changes if turn_number(c.turn) < first]
    shown = changes[len(before) :]
    at_first = (before or shown)[-1 if before else 0].number
    levels = [at_first, *(c.number for c in shown)]
    scale = Scale(max(levels), min(UNIT, (BOTTOM - TOP - 10) // max(max(levels) - min(levels), 1)))
    column = (WIDTH - LEFT - 6) // len(turns)
    pieces = list(_pieces(turns, shown, at_first, column))
    return Steps(
        grid=tuple(LEFT + n * column for n in range(len(turns))),
        turns=tuple(Mark(LEFT + n * column + column // 2, 172, turn_text(turn)) for n, turn in enumerate(turns)),
        line=f"M{LEFT} {scale.y(at_first)}" + "".join(f"H{p.x}V{scale.y(p.level)}H{p.end}" for p in pieces),
        points=tuple(Mark(p.x, scale.y(p.level)) for p in pieces if p.change and p.change is not changes[0]),
        labels=tuple(Mark((p.x + p.end) // 2, scale.y(p.level) - 12, p.label) for p in pieces),
        summary=", then ".join(f"{c.number} in {c.turn_text}" for c in [*before[-1:], *shown]),
    )


@dataclass(frozen=True, slots=True)
class Scale:
    """Where a number stands: the highest at the top, `unit` for each one below it."""

    high: int
    unit: int

    def y(self, number: int) -> int:
        return TOP + (self.high - number) * self.unit


@dataclass(frozen=True, slots=True)
class Piece:
    """A level part of the line, from x to end; `change` begins it, or nothing changed in that turn."""

    x: int
    end: int
    level: int
    change: Change | None

    @property
    def label(self) -> str:
        """The number and its cause, as far as there is room."""
        text = f"{self.level} · {self.change.cause}" if self.change and self.change.cause else str(self.level)
        return shorten(text, (self.end - self.x) // 9)


def _pieces(turns: Sequence[str], shown: Sequence[Change], level: int, column: int) -> Iterator[Piece]:
    """The level parts of the line: the changes of a turn share its column."""
    for n, turn in enumerate(turns):
        here: list[Change | None] = [c for c in shown if c.turn == turn] or [None]
        for i, change in enumerate(here):
            level = change.number if change else level
            x, end = (LEFT + n * column + k * column // len(here) for k in (i, i + 1))
            yield Piece(x, end, level, change)


def shorten(text: str, room: int) -> str:
    """The text, cut to the room that a column has."""
    room = min(max(room, 2), TEXT_LIMIT)
    return text if len(text) <= room else f"{text[: room - 1].rstrip(' ·')}…"
