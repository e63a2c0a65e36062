"""One part of a scenario comes into a campaign that is being set up: what it changes, and the entries that do it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.viewer import Viewer
from navalassist.engine import Create, Effect, Remove, Set
from navalassist.engine.parts import Part
from navalassist.play.scenarios.cells import Misfit, fields_of
from navalassist.play.scenarios.fit import Fitted, check_among
from navalassist.play.scenarios.marks import TAKEN, list_marks, told_of
from navalassist.play.scenarios.own_keys import named_in, with_own_keys
from navalassist.play.state import State
from navalassist.play.systems import System
from navalassist.play.write import set_up
from navalassist.play.write.row_edits import mark_of
from navalassist.play.write.writer import Writer
from tables.scenarios import ScenarioError, where

Fields = Mapping[str, Any]


@dataclass(frozen=True)
class RowChange:
    """A row that changes. before, after: its fields that differ; None where it is not there."""

    row: str
    before: Fields | None
    after: Fields | None


class Played(ValueError):
    """The campaign has begun: nothing is taken into it any more."""

    def __init__(self) -> None:
        super().__init__("the campaign has begun: a part of a scenario comes in only while it is being set up")


def changes(state: State, viewer: Viewer, system: System, fitted: Fitted, part: Part) -> list[RowChange]:
    """What taking a part in changes, as far as this viewer may read and set it. fitted: `with_own_keys`.

    A row that a new campaign of these rules has stays, where the file has none of it; so do other sides' rows, where it
    was saved as one side saw them, and rows that others which stay still name. ScenarioError for a row that would name
    one that is not there.
    """
    side = fitted.scenario.head.seen_by
    seen = _rows_seen(state, viewer, system)
    kinds = {rows.kind: rows for rows in part.rows}
    wanted = _fit_for(state, viewer, system, fitted.of_part(part))
    found = []
    for kind, rows in kinds.items():
        names = fields_of(rows)
        there = dict.fromkeys(row for row in seen if row.startswith(f"{kind}:"))
        others = {row for row in there if side and state.values.get(f"{row}.side", side) != side}
        for row in dict.fromkeys((*there, *(row for row in wanted if row.startswith(f"{kind}:")))):
            before = {name: state.values[f"{row}.{name}"] for name in names} if row in there else None
            if change := _change(row, before, wanted.get(row), names, rows.adds and row not in others):
                found.append(change)
    found = _without_needed(seen, found)
    _check(_as_it_would_be(seen, found), fitted, found)
    return found


def _rows_seen(state: State, viewer: Viewer, system: System) -> dict[str, Fields]:
    """What this viewer sees of the rows that scenarios tell: nothing else may say what fits."""
    declared = system.scenarios
    assert declared is not None
    rows = (row for part in declared.parts for rows in part.rows for row in state.rows(rows.kind))
    return {row: state.row(row) for row in rows if viewer.sees(state.audiences.get(row, PUBLIC))}


def _as_it_would_be(seen: Mapping[str, Fields], found: Iterable[RowChange]) -> dict[str, Fields]:
    rows = dict(seen)
    for change in found:
        if change.after is None:
            rows.pop(change.row)
        else:
            rows[change.row] = {**rows.get(change.row, {}), **change.after}
    return rows


def _without_needed(seen: Mapping[str, Fields], found: list[RowChange]) -> list[RowChange]:
    """The changes without rows that would go and that rows which stay still name."""
    while True:
        named = named_in(_as_it_would_be(seen, found))
        rest = [change for change in found if change.after is not None or change.row not in named]
        if len(rest) == len(found):
            return rest
        found = rest


def _check(rows: Mapping[str, Fields], fitted: Fitted, found: Iterable[RowChange]) -> None:
    """ScenarioError where a row that comes does not fit those among which it would stand."""
    facts = {f"{row}.{name}": value for row, fields in rows.items() for name, value in fields.items()}
    for change in found:
        said = fitted.of.get(change.row)
        if change.after is None or said is None:
            continue
        try:
            check_among(change.row, rows[change.row], facts, rows, fitted.system)
        except Misfit as wrong:
            at = where(said.line(wrong.field), said.row, wrong.field)
            raise ScenarioError(f"{at}: {_as_said(str(wrong), fitted)}, as this campaign would stand.") from None


def _as_said(words: str, fitted: Fitted) -> str:
    """Words with the keys that the file has."""
    for row, said in fitted.of.items():
        if row != said.row:
            words = words.replace(row.partition(":")[2], said.row.partition(":")[2])
    return words


def _fit_for(state: State, viewer: Viewer, system: System, rows: Mapping[str, Fields]) -> dict[str, Fields]:
    """The rows that would be this viewer's to read; without the ruling that says who sees what."""
    closed, found = system.is_closed(state.values), {}
    for row, fields in rows.items():
        if row.startswith("ruling:"):
            values = dict(state.values) | {f"{row}.{name}": value for name, value in fields.items()}
            if system.is_closed(values) != closed:
                continue
        if row == set_up.SET_UP or not viewer.sees(system.is_for(state, row, dict(fields))):
            continue
        found[row] = fields
    return found


def _change(
    row: str, before: Fields | None, wanted: Fields | None, names: tuple[str, ...], adds: bool
) -> RowChange | None:
    if wanted is None:
        return RowChange(row, before, None) if adds and before is not None else None
    if before is None:
        return RowChange(row, None, wanted)
    unlike = [name for name in names if before[name] != wanted[name]]
    if not unlike:
        return None
    return RowChange(row, {n: before[n] for n in unlike}, {n: wanted[n] for n in unlike})


def _effects(state: State, change: RowChange) -> Iterator[Effect]:
    if change.after is None:
        yield Remove(change.row)
        if f"{mark_of(change.row)}.origin" in state.values:
            yield Remove(mark_of(change.row))
    elif change.before is None:
        yield Create(change.row, tuple(sorted(change.after.items())))
    else:
        yield from (Set(f"{change.row}.{name}", value) for name, value in change.after.items())


def take(writer: Writer, fitted: Fitted, part: Part) -> None:
    """Write what a part changes: an entry for what everybody sees, and one for each side that keeps some to itself."""
    if not set_up.is_open(writer.state.values):
        raise Played
    fitted = with_own_keys(writer.state, writer.viewer, writer.system, fitted)
    found = changes(writer.state, writer.viewer, writer.system, fitted, part)
    if not found:
        raise ValueError(f"{part.title}: they stand so already, nothing would change")
    parts: dict[str, list[Effect]] = {}
    for change in found:
        for effect in _effects(writer.state, change):
            parts.setdefault(writer.audience_of(effect), []).append(effect)
    title = f"{part.title} taken from {fitted.scenario.head.title}"
    for audience, effects in sorted(parts.items(), key=lambda pair: pair[0] != PUBLIC):
        effects += list_marks(fitted, effects)
        rows = {_row_of(effect) for effect in effects}
        writer.edit(TAKEN, effects, title=title, chain=audience, scenario=told_of(fitted, rows, part.key))


def _row_of(effect: Effect) -> str:
    return effect.key if isinstance(effect, (Create, Remove)) else effect.key.rpartition(".")[0]
