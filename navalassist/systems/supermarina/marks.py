"""Marks: notes that something happened, which turn.toml says how long to keep."""

from __future__ import annotations

from navalassist.engine import Create, create
from navalassist.engine.reader import View
from navalassist.systems.supermarina.state import Force
from navalassist.systems.supermarina.turn import TURN

SPOTTED, NIGHT_SEARCH = "spotted", "night-search"
SEARCHED, FOUGHT, AVOIDED, REFORMED = "searched", "fought", "avoided", "reformed"


def searched_mark(force: str) -> str:
    """The mark of a task force that was searched for by area search in this segment: `mark:searched/axis-1`."""
    return f"mark:{SEARCHED}/{force}"


def spotted_mark(force: str, by: str) -> str:
    """The mark of a task force that was found in this segment, with the method: `mark:spotted/axis-1--area`."""
    return f"mark:{SPOTTED}/{force}--{by}"


def night_search_mark(force: str) -> str:
    """The mark of a task force that searched a hex by night in this segment; its place is the hex."""
    return f"mark:{NIGHT_SEARCH}/{force}"


def fought_mark(force: str) -> str:
    """The mark of a task force that was in a battle in this half of a segment: `mark:fought/axis-1`."""
    return f"mark:{FOUGHT}/{force}"


def avoided_mark(force: str, other: str) -> str:
    """The mark of two task forces that do not fight one another in this segment: `mark:avoided/allied-1--axis-1`."""
    return f"mark:{AVOIDED}/{'--'.join(sorted((force, other)))}"


def reformed_mark(force: str) -> str:
    """The mark of a task force that reformed in this segment, in which it does not move: `mark:reformed/axis-1`."""
    return f"mark:{REFORMED}/{force}"


def stands(view: View, row: str) -> bool:
    """Whether such a mark stands."""
    return f"{row}.kind" in view.values


def mark(row: str, force: Force, step: str, place: str = "") -> Create:
    """A new mark of a task force, made in a step; its kind, and with it how long it lasts, is told by its key."""
    kind = row.partition(":")[2].partition("/")[0]
    return create(row, kind=kind, subject=force.row, place=place, note="", **TURN.lasts(kind, step))
