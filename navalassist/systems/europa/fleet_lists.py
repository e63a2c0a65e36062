"""Several naval units in one input: a table of counters, all of them or none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from navalassist.play.write.edits import Edit, EditError
from navalassist.systems.europa.fleet_edits import add_unit

Facts = Mapping[str, Any]
SHOWN = 120


def add_units(values: Facts, rows: Sequence[Mapping[str, Any]]) -> Edit:
    """All units of a table, each as one that is added by itself. EditError for units of both sides."""
    sides = {str(row["side"]) for row in rows}
    if len(sides) > 1:
        raise EditError("table", "These counters are of both sides: paste those of each by themselves.")
    effects = [effect for row in rows for effect in add_unit(values, row).effects]
    names = ", ".join(str(row["name"]) for row in rows)
    return Edit("unit.add", f"{len(rows)} naval units added: {names[:SHOWN]}", tuple(effects), side=next(iter(sides)))
