"""How a campaign stands, as the file of a scenario: what its viewer sees of it, and nothing else."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from navalassist.campaigns.viewer import Viewer
from navalassist.play.scenarios.cells import fields_of, whole
from navalassist.play.scenarios.marks import RowMark, marks_of
from navalassist.play.state import State
from navalassist.play.systems import System
from navalassist.play.write.set_up import SET_UP
from tables.scenarios import FORMAT, GONE, HEAD, LONGEST_TEXT, SOURCE, STAND_IN, as_clean

HERE = "campaign"
# A key that needs no quotes.
BARE = re.compile(r"[A-Za-z0-9_-]+")
APART = (SET_UP, "condition:set-up-by")


def file_of(state: State, viewer: Viewer, system: System, title: str) -> bytes:
    """The file. state: as the viewer sees it, which is all that is read."""
    declared = system.scenarios
    assert declared is not None
    turn, player_turn, step = state.clock
    marks = marks_of(state, viewer.audiences)
    title = as_clean(title).strip() or system.title
    sources = _Sources(f"{title}, as it stood in {system.names.turn(turn)}"[:LONGEST_TEXT])
    rows = "".join(_row(row, fields, sources.said(marks.get(row))) for row, fields in _rows(state, viewer, system))
    head: dict[str, Any] = {
        HEAD: FORMAT,
        "system": system.key,
        "title": title[:120],
        "turn": turn,
        "player_turn": player_turn,
        "step": step,
        "parts": [part.key for part in declared.parts],
    }
    if system.is_closed(state.values) and not reads_all(viewer, system):
        head["seen_by"] = viewer.seat
    lines = "".join(f"{name} = {toml(value)}\n" for name, value in head.items())
    return f"{lines}\n{sources.text}{rows}".encode()


def reads_all(viewer: Viewer, system: System) -> bool:
    """True for a viewer who reads the secrets of every side."""
    return all(viewer.sees(side) for side in system.sides)


class _Sources:
    """The sources that rows name, each with a key of its own."""

    def __init__(self, here: str) -> None:
        self._keys: dict[tuple[str, str], str] = {(here, ""): HERE}

    def said(self, mark: RowMark | None) -> dict[str, str]:
        """What a row says of where it comes from: as a scenario said it, else from this campaign."""
        if mark is None or not (mark.source or mark.stand_in):
            return {SOURCE: HERE}
        found = {STAND_IN: mark.stand_in} if mark.stand_in else {}
        if mark.source:
            key = self._keys.setdefault((mark.source, mark.url), f"source-{len(self._keys)}")
            found[SOURCE] = key
        return found

    @property
    def text(self) -> str:
        """Their tables."""
        found = ""
        for (text, url), key in self._keys.items():
            fields = {"key": key, "text": text, "url": url}
            found += "[[sources]]\n" + "".join(f"{n} = {toml(v)}\n" for n, v in fields.items() if v) + "\n"
        return found


def rows_told(state: State, kind: str) -> list[str]:
    """The rows of a kind, but for those that say how the campaign itself is run."""
    return [row for row in state.rows(kind) if row not in APART]


def _rows(state: State, viewer: Viewer, system: System) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Each row that is not as in a new campaign, with the fields that differ. Of what is hidden none is said to go."""
    declared = system.scenarios
    assert declared is not None
    there = {
        row: {name: state.values[f"{row}.{name}"] for name in fields_of(rows)}
        for part in declared.parts
        for rows in part.rows
        for row in rows_told(state, rows.kind)
    }
    base = {one.key: dict(one.fields) for one in declared.base(state.clock[0], there)}
    for row, fields in there.items():
        if row not in base:
            yield row, {name: value for name, value in fields.items() if not _is_plain(row, fields, name)}
        elif unlike := {name: value for name, value in fields.items() if base[row][name] != value}:
            yield row, unlike
    kinds = {rows.kind for part in declared.parts for rows in part.rows if rows.adds}
    for row in base:
        if row not in there and row.partition(":")[0] in kinds and viewer.sees(system.is_for(state, row, base[row])):
            yield row, {GONE: True}


def _is_plain(row: str, fields: Mapping[str, Any], name: str) -> bool:
    """True for a field that a new row of this kind has so by itself."""
    without = {other: value for other, value in fields.items() if other != name}
    try:
        return bool(whole(row, without)[name] == fields[name])
    except ValueError:
        return False


def _row(row: str, fields: Mapping[str, Any], said: Mapping[str, str]) -> str:
    kind, _, key = row.partition(":")
    lines = {**fields, **said}
    told = "".join(f"{name} = {toml(value)}\n" for name, value in lines.items() if value is not None)
    return f"[{kind}.{key if BARE.fullmatch(key) else toml(key)}]\n{told}\n"


def toml(value: Any) -> str:
    """A plain value as TOML has it, its texts without what nobody sees."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(as_clean(value), ensure_ascii=False)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{toml(str(name))} = {toml(one)}" for name, one in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(toml, value)) + "]"
    return str(value)
