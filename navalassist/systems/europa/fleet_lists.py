"""Several naval units in one input: a table of counters, all of them or none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from navalassist.engine.reader import rows_in
from navalassist.play.write.edits import Edit, EditError
from navalassist.rules.europa.words import Side
from navalassist.systems.europa.closed import is_closed
from navalassist.systems.europa.fleet import UNIT
from navalassist.systems.europa.fleet_edits import add_unit, port_places

Facts = Mapping[str, Any]
SHOWN = 120
# Other names of columns.
ALSO = {
    "full": "strength",
    "half": "reverse",
    "half side": "reverse",
    "type": "kind",
    "port": "place",
    "where": "place",
}


def example(values: Facts, side: str) -> str:
    """A table of one counter that this campaign takes."""
    port = next((name for place, name in port_places(values) if values[f"{place}.owner"] == side), "not in play")
    return f"name, side, kind, strength, reverse, place\nNew squadron, {Side(side).label}, task force, 3, 1, {port}"


def warning(values: Facts, before: Sequence[Mapping[str, Any]], unit: Mapping[str, Any]) -> str:
    """That a unit of this name and side is there already, or stands in a line before."""
    there = [{name: values[f"{row}.{name}"] for name in ("name", "side")} for row in rows_in(values, UNIT)]
    for other in (*there, *before):
        if str(other.get("name", "")).casefold() == str(unit["name"]).casefold() and other["side"] == unit["side"]:
            return f"{unit['name']} is there already on this side; this goes in as another one."
    return ""


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
