"""Several naval units in one input: a table of counters, all of them or none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from navalassist.play.write.edits import Edit, EditError
from navalassist.systems.europa.closed import is_closed
from navalassist.systems.europa.fleet_edits import add_unit

Facts = Mapping[str, Any]
SHOWN = 120


def check_side(values: Facts, first: str, side: str) -> None:
    """EditError for a unit of the other side than the first one of its table, where sides keep theirs secret."""
    if is_closed(values) and side != first:
        text = "Side: in a closed campaign a table is of one side; paste those of the other one by themselves."
        raise EditError("side", text)


def add_units(values: Facts, rows: Sequence[Mapping[str, Any]]) -> Edit:
    """All units of a table, each as one that is added by itself. EditError for both sides in a closed campaign."""
    sides = {str(row["side"]) for row in rows}
    for row in rows:
        check_side(values, str(rows[0]["side"]), str(row["side"]))
    effects = [effect for row in rows for effect in add_unit(values, row).effects]
    names = ", ".join(str(row["name"]) for row in rows)
    whose = sides.pop() if len(sides) == 1 else ""
    return Edit("unit.add", f"{len(rows)} naval units added: {names[:SHOWN]}", tuple(effects), side=whose)
