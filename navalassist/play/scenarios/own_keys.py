"""Rows that a side takes in where sides have secrets: under keys of their own, which meet no row that is hidden."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.viewer import Viewer
from navalassist.engine.parts import Rows
from navalassist.engine.rows import ROWS, saying
from navalassist.play.scenarios.fit import Fitted
from navalassist.play.scenarios.saved import reads_all
from navalassist.play.state import State
from navalassist.play.systems import System


def with_own_keys(state: State, viewer: Viewer, system: System, fitted: Fitted) -> Fitted:
    """The scenario with the rows of a side under keys that only this campaign and this side come to.

    A key of the file may be that of a row that the other side hides, and the file of a shipped scenario tells which.
    A row that this viewer sees is there already, and keeps its key; so does one that rules find by its key.
    """
    if reads_all(viewer, system) or not system.is_closed(state.values):
        return fitted
    known, new = _known(system, fitted), {}
    for row, fields in fitted.rows.items():
        side = system.is_for(state, row, fields)
        is_there = bool(state.row(row)) and viewer.sees(state.audiences.get(row, PUBLIC))
        if side != PUBLIC and viewer.sees(side) and not is_there and row not in known:
            text = f"{state.campaign.identity} {side} {row}"
            new[row] = f"{row.partition(':')[0]}:{hashlib.sha256(text.encode()).hexdigest()[:32]}"
    rows = {new.get(row, row): _renamed(row, fields, new) for row, fields in fitted.rows.items()}
    return replace(fitted, rows=rows, of={new.get(row, row): said for row, said in fitted.of.items()})


def _known(system: System, fitted: Fitted) -> set[str]:
    """Rows that rules find by their keys: those of every new campaign, and those whose key tells their side."""
    declared = system.scenarios
    assert declared is not None
    base = {one.key: dict(one.fields) for one in declared.base(fitted.scenario.head.turn, fitted.rows)}
    found = set()
    for row, fields in fitted.rows.items():
        side, told, key = fields.get("side"), declared.found(row), row.partition(":")[2]
        is_by_side = key.startswith((f"{side}/", f"{side}-")) or key.endswith(f"-{side}")
        if (told is not None and told[1].by_side and is_by_side) or (row in base and base[row].get("side") == side):
            found.add(row)
    return found


def _renamed(row: str, fields: Mapping[str, Any], new: Mapping[str, str]) -> dict[str, Any]:
    """Its fields, with the rows that they name under their new keys."""
    kinds = _kinds_named(row)
    return {name: _with(value, kinds.get(name, ""), new) if name != "name" else value for name, value in fields.items()}


def _with(value: Any, kind: str, new: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return new[f"{kind}:{value}"].partition(":")[2] if f"{kind}:{value}" in new else new.get(value, value)
    if isinstance(value, (list, tuple)):
        return type(value)(_with(one, kind, new) for one in value)
    if isinstance(value, Mapping):
        return {name: _with(one, kind, new) for name, one in value.items()}
    return value


def named_in(rows: Rows) -> set[str]:
    """The rows that the fields of these rows name."""
    return {
        found
        for row, fields in rows.items()
        for name, value in fields.items()
        if name != "name"
        for found in _named(value, _kinds_named(row).get(name, ""))
    }


def _named(value: Any, kind: str) -> Iterator[str]:
    if isinstance(value, str):
        yield f"{kind}:{value}" if kind else value
    elif isinstance(value, (list, tuple, Mapping)):
        for one in value.values() if isinstance(value, Mapping) else value:
            yield from _named(one, kind)


def _kinds_named(row: str) -> dict[str, str]:
    """field -> the kind of row whose keys it holds."""
    kind = ROWS.get(row.partition(":")[0])
    return {name: saying(kind.model_fields[name]).of for name in kind.fact_names()} if kind else {}
