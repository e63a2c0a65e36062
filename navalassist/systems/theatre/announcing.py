"""What may still be announced in Operations, and whether a side has said that it announces no more (PG.6.4)."""

from __future__ import annotations

from navalassist.engine.duties import Kind
from navalassist.engine.reader import View
from navalassist.systems.theatre.state.battles import Interception
from navalassist.systems.theatre.state.words import Side
from navalassist.systems.theatre.turn import is_late, now_turn


def mark_of(side: str, heard: int) -> str:
    """The mark that a side has said so, when it had heard so many interceptions of the other."""
    return f"mark:announced/{side}-{heard}"


def heard_by(view: View, side: Side) -> int:
    """How many interceptions of this turn are the other side's."""
    return len(view.rows(Interception, turn=now_turn(view), side=side.enemy))


def has_said(view: View, side: Side) -> bool:
    """True where it has, and the other side has announced nothing since."""
    return view.get(f"{mark_of(side, heard_by(view, side))}.kind") is not None


def asked_of(view: View, side: Side) -> Kind:
    """What a side can announce is due until it says that it announces no more; nobody is asked whether it was left."""
    return Kind.MAY if is_late(view) or has_said(view, side) else Kind.DUE
