"""What is set and what is unset: each part of a campaign with what came by itself, what was set, what is empty."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from navalassist.desk.at import At
from navalassist.desk.logbook.wording import words_for
from navalassist.engine.english import counted
from navalassist.engine.parts import Part, ScenarioParts
from navalassist.play.scenarios.cells import fields_of
from navalassist.play.scenarios.marks import RowMark, entries_of, marks_of
from navalassist.play.scenarios.saved import rows_told

MOST_SHOWN = 60


@dataclass(frozen=True, slots=True)
class PartLine:
    """A part: how it stands in words; unset: it is empty still; rows: what is marked."""

    part: Part
    words: str
    unset: bool
    rows: tuple[tuple[str, RowMark], ...]
    made_up: int


def lines(here: At) -> list[PartLine]:
    """Every part, as far as the viewer sees it."""
    declared = here.system.scenarios
    if declared is None:
        return []
    marks = marks_of(here.state, here.viewer.audiences)
    base = _base(here, declared)
    return [_line(here, declared, part, base, marks) for part in declared.parts]


def _base(here: At, declared: ScenarioParts) -> dict[str, dict[str, Any]]:
    given = {row: {"value": here.state.values[f"{row}.value"]} for row in rows_told(here.state, "condition")}
    return {one.key: dict(one.fields) for one in declared.base(here.state.clock[0], given)}


def _line(
    here: At,
    declared: ScenarioParts,
    part: Part,
    base: Mapping[str, Mapping[str, Any]],
    marks: Mapping[str, RowMark],
) -> PartLine:
    state, there, unlike, added = here.state, 0, 0, 0
    words = words_for(state, {})
    told: list[tuple[str, RowMark]] = []
    for rows in part.rows:
        names = fields_of(rows)
        for row in rows_told(state, rows.kind):
            there += 1
            added += row not in base
            plain = base.get(row, {})
            unlike += row in marks or any(state.values[f"{row}.{name}"] != plain.get(name) for name in names)
            if row in marks:
                told.append((words.row(row), marks[row]))
    made_up = sum(bool(mark.stand_in) for _, mark in told)
    if not there:
        return PartLine(part, part.empty or "None", True, (), 0)
    if not unlike:
        return PartLine(part, f"All {part.begins}", False, (), 0)
    said = f"{counted(unlike, 'row')} set" if added < unlike else f"{counted(added, 'row')} entered"
    said += f", {there - unlike} {part.begins}" if there > unlike else ""
    return PartLine(part, said, False, tuple(told[:MOST_SHOWN]), made_up)


def scenarios_told(here: At) -> list[tuple[str, str, str]]:
    """Title, about and reference of each scenario that was taken, the first first."""
    found = entries_of(here.state, here.viewer.audiences)
    return [(told["title"], told.get("about", ""), entry.reference) for entry, told in found]
