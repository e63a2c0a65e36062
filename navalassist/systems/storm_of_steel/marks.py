"""Marks: notes that something happened, which turn.toml says how long to keep."""

from __future__ import annotations

from collections.abc import Iterable

from navalassist.engine import Create, Remove, create
from navalassist.systems.storm_of_steel.state import ActionNow, Side
from navalassist.systems.storm_of_steel.turn import TURN

MERCHANT_OUTCOME, ATTRITION, RAIDED = "merchant-outcome", "attrition", "raided"
STAYS = "stays"


def outcome_mark(quarter: str) -> str:
    """The mark of a quarter whose merchant shipping outcome was rolled: it stands until the quarter is over."""
    return f"mark:{MERCHANT_OUTCOME}/{quarter}"


def attrition_mark(row: str) -> str:
    """The mark of a unit that has made its attrition check in this turn: `mark:attrition/squadron-u9`."""
    return f"mark:{ATTRITION}/{row.replace(':', '-')}"


def raided_mark(area: str) -> str:
    """The mark of a sea area in which commerce was raided in this player turn (R-82): `mark:raided/adriatic`."""
    return f"mark:{RAIDED}/{area}"


def stays_mark(action: str, side: Side) -> str:
    """The mark of a side that has said that it stays in a naval action (R-87): `mark:stays/3-allied`."""
    return f"mark:{STAYS}/{action}-{side.value}"


def unsaid(action: ActionNow, stays: Iterable[Side]) -> tuple[Remove, ...]:
    """What these sides have said of staying counts no more, since the action goes on."""
    return tuple(Remove(stays_mark(action.key, side)) for side in stays)


def mark(row: str, subject: str, until: str = "") -> Create:
    """A new mark; its kind, and with it how long it lasts, is told by its key. until: the last turn, if it is named."""
    kind = row.partition(":")[2].partition("/")[0]
    return create(row, kind=kind, subject=subject, place="", ends=TURN.life_of(kind), until=until, note="")
