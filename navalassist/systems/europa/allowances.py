"""MPs of naval units in a naval step, by their kind: a setting of the campaign, since rule 34 is not at hand (36.A.2).

A group has as many as the slowest kind in it. Where nothing is set for a kind, nothing holds it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from navalassist.engine import Remove, Set, create
from navalassist.engine.reader import Reader
from navalassist.play.write.edits import Edit, EditError
from navalassist.rules.europa.naval_units import NavalUnit, UnitKind

MOST = 999


def row_of(kind: UnitKind) -> str:
    """`house:mps-task-force`"""
    return f"house:mps-{kind.value}"


def allowance_of(reader: Reader, units: Sequence[NavalUnit]) -> int | None:
    """The MPs a naval step of the slowest kind among these; None where none of them has a number."""
    found = [reader.get(f"{row_of(kind)}.choice") for kind in dict.fromkeys(unit.kind for unit in units)]
    return min((int(mps) for mps in found if mps), default=None)


def set_allowance(values: Mapping[str, Any], kind: str, typed: str) -> Edit:
    """So many MPs a naval step; nothing typed: no limit. EditError for anything else."""
    if kind not in tuple(UnitKind):
        raise EditError("key", "Kind of unit: choose one of the list.")
    row, label, text = row_of(UnitKind(kind)), UnitKind(kind).label, typed.strip()
    before = values.get(f"{row}.choice", "")
    if text and not (text.isascii() and text.isdigit() and 1 <= int(text) <= MOST):
        raise EditError("value", f"MPs of a {label}: a number from 1 to {MOST}, or nothing for no limit.")
    after = str(int(text)) if text else ""
    if after == before:
        raise EditError("value", f"MPs of a {label}: it stands so already, nothing would change.")
    title = f"MPs a naval step of a {label}: {after or 'no limit'}"
    if not before:
        return Edit("allowance.set", title, (create(row, choice=after),))
    return Edit("allowance.set", title, (Set(f"{row}.choice", after) if after else Remove(row),))
