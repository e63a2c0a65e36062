"""Malta's sheet: the number in words, the ruler, and the number over time with the cause of each step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import FactHistory
from navalassist.desk.access import At
from navalassist.desk.answers import receipt_url
from navalassist.desk.logbook.lines import line_of
from navalassist.play.bodies import body_of
from navalassist.rules.europa.clock import next_turn, turn_number

WIDTH, LEFT, TOP, BOTTOM = 1010, 20, 50, 150
TURNS_SHOWN = 6
UNIT = 26
TEXT_LIMIT = 30


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


def changes_of(here: At, history: Sequence[FactHistory], entries: Mapping[str, Entry]) -> list[Change]:
    """Every change of the number in order, with its cause in words."""
    found: list[Change] = []
    for row in history:
        entry = entries.get(row.entry)
        before = found[-1].number if found else None
        found.append(
            Change(
                turn=row.turn,
                turn_text=here.system.names.turn(row.turn),
                number=int(row.value),
                cause=cause_of(entry, before, int(row.value), here),
                entry=row.entry,
                url=receipt_url(entry, here.campaign.slug) if entry else "",
            )
        )
    return found


def cause_of(entry: Entry | None, before: int | None, after: int, here: At) -> str:
    """Why the number changed, in a few words."""
    if entry is None:
        return ""
    body: dict[str, Any] = body_of(entry, here.viewer.audiences)
    if entry.kind == "setup":
        return "at the start"
    if entry.kind == "undo":
        return "taken back"
    by = abs(after - (before or 0))
    match str(body.get("act", "")):
        case "malta-bombed":
            return f"{by} hit{'' if by == 1 else 's'}"
        case "malta-repaired":
            return f"{by} repaired"
        case "malta.number":
            return str(body.get("note", "")) or "entered"
        case "port.owner":
            return "Valletta fell"
        case "ruling.choice":
            return "other scale"
    return line_of(entry, body, here.state).title


def steps_of(changes: Sequence[Change], now: str, turn_text: Any) -> Steps | None:
    """The picture of the last turns up to `now`; None while there is nothing to draw."""
    if not changes:
        return None
    first = max(turn_number(changes[0].turn), turn_number(now) - TURNS_SHOWN + 1)
    turns = [changes[0].turn]
    while turn_number(turns[-1]) < turn_number(now):
        turns.append(next_turn(turns[-1]))
    turns = [turn for turn in turns if turn_number(turn) >= first]
    before = [c for c in changes if turn_number(c.turn) < first]
    shown = [(turn, [c for c in changes if c.turn == turn]) for turn in turns]
    levels = [before[-1].number] if before else []
    levels += [c.number for _, here in shown for c in here]
    high, low = max(levels), min(levels)
    unit = min(UNIT, (BOTTOM - TOP - 10) // max(high - low, 1))
    column = (WIDTH - LEFT - 6) // len(turns)
    level, path = levels[0], f"M{LEFT} {TOP + (high - levels[0]) * unit}"
    points: list[Mark] = []
    labels: list[Mark] = []
    for n, (_, here) in enumerate(shown):
        left = LEFT + n * column
        pieces: list[Change | None] = list(here) or [None]
        for i, change in enumerate(pieces):
            x, end = left + i * column // len(pieces), left + (i + 1) * column // len(pieces)
            level = change.number if change else level
            y = TOP + (high - level) * unit
            path += f"H{x}V{y}H{end}"
            if change and change is not changes[0]:
                points.append(Mark(x, y))
            text = f"{level} · {change.cause}" if change and change.cause else str(level)
            labels.append(Mark((x + end) // 2, y - 12, shorten(text, (end - x) // 9)))
    return Steps(
        grid=tuple(LEFT + n * column for n in range(len(turns))),
        turns=tuple(Mark(LEFT + n * column + column // 2, 172, turn_text(turn)) for n, turn in enumerate(turns)),
        line=path,
        points=tuple(points),
        labels=tuple(labels),
        summary=", then ".join(f"{c.number} in {c.turn_text}" for c in [*before[-1:], *changes[len(before) :]]),
    )


def shorten(text: str, room: int) -> str:
    """The text, cut to the room that a column has."""
    room = min(max(room, 2), TEXT_LIMIT)
    return text if len(text) <= room else f"{text[: room - 1].rstrip(' ·')}…"
