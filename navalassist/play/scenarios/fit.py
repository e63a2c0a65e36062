"""A scenario checked against its rule system: the rows of a campaign that begins so. Errors: `ScenarioError`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from navalassist.engine import Create
from navalassist.engine.duties import Moment
from navalassist.engine.parts import Facts, Part, Rows, RowsOf, ScenarioParts
from navalassist.engine.rows import ROWS, saying
from navalassist.play.scenarios.cells import Misfit, check_row, cleaned, whole
from navalassist.play.systems import SYSTEMS, System
from tables.scenarios import Scenario, ScenarioError, ScenarioRow, read_scenario, where


@dataclass(frozen=True)
class Fitted:
    """A scenario that fits. rows: row -> fields, as a campaign that begins so has them; parts: keys of those it tells.

    of: row -> what the file says of it.
    """

    scenario: Scenario
    system: System
    rows: dict[str, dict[str, Any]]
    parts: tuple[Part, ...]
    of: Mapping[str, ScenarioRow]

    @property
    def moment(self) -> Moment:
        """When a campaign that begins so begins."""
        head = self.scenario.head
        return Moment(head.turn, head.player_turn, head.step)

    def of_part(self, part: Part) -> dict[str, dict[str, Any]]:
        """Its rows of a part."""
        kinds = {rows.kind for rows in part.rows}
        return {row: fields for row, fields in self.rows.items() if row.partition(":")[0] in kinds}


def read_fitted(content: bytes, system: str = "") -> Fitted:
    """The scenario of a file, checked whole. system: the rules that it has to be of, '' for any."""
    scenario = read_scenario(content)
    if system and scenario.head.system != system:
        theirs = SYSTEMS.get(scenario.head.system)
        called = theirs.title if theirs else scenario.head.system
        raise ScenarioError(f"The scenario is one of {called}, and this campaign plays {SYSTEMS[system].title}.")
    return fitted(scenario)


def fitted(scenario: Scenario) -> Fitted:
    """The rows of a campaign that begins as a scenario says. ScenarioError names line, row and field."""
    system = SYSTEMS.get(scenario.head.system)
    if system is None or system.scenarios is None:
        known = ", ".join(key for key, one in SYSTEMS.items() if one.scenarios)
        raise ScenarioError(f"system: there is none called {scenario.head.system}; known are {known}.")
    _check_moment(scenario, system)
    declared = system.scenarios
    clean = {said.row: _cleaned(said, declared) for said in scenario.rows}
    rows = {one.key: dict(one.fields) for one in declared.base(scenario.head.turn, clean)}
    for said in scenario.rows:
        _put(said, clean[said.row], rows, scenario, declared)
    facts = {f"{row}.{name}": value for row, fields in rows.items() for name, value in fields.items()}
    for said in scenario.rows:
        if not said.gone:
            _check(said, rows[said.row], facts, rows, system)
    return Fitted(scenario, system, rows, _parts(scenario, declared), {said.row: said for said in scenario.rows})


def _check_moment(scenario: Scenario, system: System) -> None:
    head, turn = scenario.head, system.turn
    if turn is None:
        return

    if not re.fullmatch(turn.turn_keys, head.turn):
        example = "1943-07-1" if turn.halves else "1943-07"
        raise ScenarioError(f"turn: {head.turn} is no turn of {system.title}; one looks like {example}.")
    if head.player_turn not in turn.player_turns:
        known = ", ".join(turn.player_turns)
        raise ScenarioError(f"player_turn: {head.player_turn} is none; choose one of {known}.")
    if head.step not in turn.steps:
        raise ScenarioError(f"step: {head.step} is none of {system.title}; choose one of {', '.join(turn.steps)}.")


def _parts(scenario: Scenario, declared: ScenarioParts) -> tuple[Part, ...]:
    known = {part.key: part for part in declared.parts}
    for key in scenario.head.parts:
        if key not in known:
            raise ScenarioError(f"parts: there is none called {key}; known are {', '.join(known)}.")
    said = {found[0].key for row in scenario.rows if (found := declared.found(row.row))}
    wanted = {*scenario.head.parts} or said
    if left := sorted(said - wanted):
        raise ScenarioError(f"parts: it has rows of {', '.join(left)} too; name these, or leave `parts` out.")
    return tuple(part for part in declared.parts if part.key in wanted)


def _rows_of(said: ScenarioRow, declared: ScenarioParts) -> RowsOf:
    found = declared.found(said.row)
    if found is None:
        known = [rows.kind for part in declared.parts for rows in part.rows]
        near = get_close_matches(said.kind, known, 1) or known
        raise ScenarioError(
            f"{where(said.line(), said.row)}: no such kind of row goes into a scenario; {_known(near)}."
        )
    return found[1]


def _known(words: Iterable[str]) -> str:
    found = list(words)
    return f"do you mean {found[0]}?" if len(found) == 1 else f"known are {', '.join(found[:40])}"


def _cleaned(said: ScenarioRow, declared: ScenarioParts) -> dict[str, Any]:
    rows = _rows_of(said, declared)
    try:
        return cleaned(rows, said.fields)
    except Misfit as wrong:
        raise _misfit(said, wrong) from None


def _misfit(said: ScenarioRow, wrong: Misfit) -> ScenarioError:
    return ScenarioError(f"{where(said.line(wrong.field), said.row, wrong.field)}: {wrong}.")


def _put(
    said: ScenarioRow,
    clean: Mapping[str, Any],
    rows: dict[str, dict[str, Any]],
    scenario: Scenario,
    declared: ScenarioParts,
) -> None:
    """A row of the file comes among the rows."""
    there = said.row in rows
    if said.gone:
        if not there:
            raise ScenarioError(f"{where(said.line(), said.row)}: a new campaign has no such row that could be gone.")
        del rows[said.row]
        return
    if not there and not _rows_of(said, declared).adds:
        near = get_close_matches(said.row, [row for row in rows if row.startswith(f"{said.kind}:")], 1)
        hint = f"; do you mean {near[0].partition(':')[2]}?" if near else ""
        raise ScenarioError(f"{where(said.line(), said.row)}: a new campaign has no such row{hint}.")
    source = scenario.sources.get(said.source)
    words = " ".join(
        filter(None, (source.text if source else "", f"Stand-in: {said.stand_in}" if said.stand_in else ""))
    )
    given = dict(declared.complete(said.row, clean, words))
    try:
        rows[said.row] = {**rows[said.row], **given} if there else whole(said.row, given)
    except Misfit as wrong:
        raise _misfit(said, wrong) from None


def _check(said: ScenarioRow, fields: Mapping[str, Any], facts: Facts, rows: Rows, system: System) -> None:
    try:
        check_among(said.row, fields, facts, rows, system)
    except Misfit as wrong:
        raise _misfit(said, wrong) from None


def check_among(row: str, fields: Mapping[str, Any], facts: Facts, rows: Rows, system: System) -> None:
    """Misfit where a row fits neither itself nor the rows among which it would stand."""
    declared = system.scenarios
    assert declared is not None
    check_row(row, fields)
    _check_references(row, fields, rows)
    _check_choice(row, fields, system)
    if wrong_words := declared.check(facts, row):
        raise Misfit(wrong_words.rstrip("."))


def _check_references(row: str, fields: Mapping[str, Any], rows: Rows) -> None:
    """Keys of other rows that a class says its fields hold."""
    kind = ROWS.get(row.partition(":")[0])
    if kind is None:
        return
    for name in kind.fact_names():
        about = saying(kind.model_fields[name])
        values = fields[name] if isinstance(fields[name], (list, tuple)) else (fields[name],)
        for value in filter(None, values):
            if about.of and f"{about.of}:{value}" not in rows and value not in (about.words or {}):
                raise Misfit(f"there is no {about.of} {value}", name)
            if about.places and ":" in str(value) and str(value) not in rows and str(value).partition(":")[0] in ROWS:
                raise Misfit(f"there is no {value}", name)


def _check_choice(row: str, fields: Mapping[str, Any], system: System) -> None:
    """A reading that a ruling has, and points that a ledger of the system may hold."""
    kind, _, key = row.partition(":")
    for ruling in system.rulings if kind == "ruling" else ():
        words = [value for value, _ in ruling.choices]
        if ruling.number == key and fields["choice"] not in words:
            raise Misfit(f"choose one of {', '.join(words)}", "choice")
    for ledger in system.ledgers:
        at, _, name = ledger.of(key).rpartition(".")
        if at == row and isinstance(fields.get(name), int) and not ledger.low <= fields[name] <= ledger.high:
            raise Misfit(f"it has to be a whole number from {ledger.low} to {ledger.high}", name)


def creates(rows: Rows) -> tuple[Create, ...]:
    """The effects that make rows."""
    return tuple(Create(row, tuple(sorted(fields.items()))) for row, fields in rows.items())
