"""Hexes as players name them, and the way between two: measured by the map, which knows no land, or typed (X.10)."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from navalassist.engine import Refusal
from navalassist.engine.english import counted
from navalassist.engine.forms import FormErrors
from navalassist.engine.maps.distances import Distance, distance_of
from navalassist.engine.maps.sheet_hexes import SHEETS, Hex

PRINTED = "As its sheet prints it, such as 18A:0407, or 0407 on the same sheet."
LONGEST = 10


def hex_typed(text: str, near: str, about: str = "hex") -> str:
    """`18A:0407` of ` 18a:0407`, and of `0407` where the hex near by is on that sheet; '' for none. Else FormErrors."""
    typed = text.strip()
    sheet = near.partition(":")[0]
    try:
        return SHEETS.place(f"{sheet}:{typed}" if sheet and typed.isdecimal() else typed) if typed else ""
    except ValueError as error:
        raise FormErrors({about: str(error)}) from error


def beside(place: str) -> list[str]:
    """The six hexes around one; fewer at the edge of a sheet, where nobody knows which sheet joins."""
    around = Hex.of(place).neighbours() if place else ()
    return [str(one) for one in around if one.line > 0 and one.place > 0]


def far(one: str, other: str) -> int | None:
    """Hexes between two; None where the map can't tell."""
    return SHEETS.distance(one, other) if one and other else None


def way(start: str, to: str, typed: int | None) -> Distance | None:
    """The hexes of a way as they count; None where nothing is typed and the map can't tell."""
    return None if typed is None and far(start, to) is None else distance_of(SHEETS, start, to, typed, "hex")


def must_enter(start: str, to: str, mined: Collection[str]) -> str:
    """A mined hex between two of a sheet that every shortest way enters; '' for none, and where the map can't tell."""
    left, sheet = far(start, to), start.partition(":")[0]
    if left is None or sheet != to.partition(":")[0]:
        return ""
    here = [one for one in mined if one.startswith(f"{sheet}:") and one not in (start, to)]
    between = [one for one in here if (far(start, one) or 0) + (far(one, to) or 0) == left]
    reached = {start} if between else set()
    for rest in range(left - 1, 0, -1):
        reached = {one for at in reached for one in beside(at) if far(one, to) == rest and one not in between}
    return between[0] if between and not reached else ""


def not_counted(start: str, to: str, typed: int | None, rule: str) -> Iterator[Refusal]:
    """A way has an end, and no fewer hexes than the map measures."""
    measured = far(start, to)
    if not to:
        yield Refusal("Type the hex where it ends, such as 18A:0407.", rule, final=True)
    elif typed is None and measured is None:
        yield Refusal(f"Hexes: the map can't measure how far {to} is; type how many.", rule, final=True)
    elif typed is not None and measured is not None and typed < measured:
        words = f"Hexes: the shortest way to {to} is {counted(measured, 'hex')}; type as many or more, or nothing."
        yield Refusal(words, rule)
