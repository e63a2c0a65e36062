"""The Naval Gunnery Table (R-30): hits by strength, for mines, danger zones and gunfire."""

from __future__ import annotations

from navalassist.engine import Choose, Dice, Play, Roll, TableKey, Tally
from navalassist.rules.europa.rulings_status import R30
from navalassist.rules.europa.success import STAND_INS

GUNNERY: TableKey[int] = TableKey("europa/36-naval-gunnery", int)
# The table ends here: a greater strength is split into this much and the rest.
LARGEST = 24


def columns_of(strength: int) -> tuple[int, ...]:
    """The columns on which a strength throws: none below 1, and more than one above the last."""
    whole, rest = divmod(max(0, strength), LARGEST)
    return (LARGEST,) * whole + ((rest,) if rest else ())


# No throw of the printed chart is known to give more hits than this; it only bounds what may be entered.
MOST_OF_A_THROW = 6


def fire(strength: int, throws: int = 1, modifier: Tally | int = 0, label: str = "", seat: str = "") -> Play[int]:
    """Hits of so many throws, each with the whole strength; `seat` reads a printed chart, where one is used (R-30)."""
    if not throws:
        return 0
    printed = (yield from R30.look()) != STAND_INS
    hits = 0
    for number, column in enumerate(columns_of(strength), start=1):
        key = "hits" if number == 1 else f"hits-{number}"
        if printed:
            hits += yield from _on_the_chart(key, column, throws, modifier, label, seat)
        else:
            hits += yield from GUNNERY.pool(key, count=throws, column=column, modifier=modifier, label=label)
    return hits


def _on_the_chart(key: str, column: int, throws: int, modifier: Tally | int, label: str, seat: str) -> Play[int]:
    """The dice are thrown here, and what the printed chart says to all of them together is entered."""
    faces = yield from Roll(key, Dice(throws, 6), lambda faces: " ".join(map(str, sorted(faces))), label)
    added = modifier.total if isinstance(modifier, Tally) else modifier
    told = f"{faces}, {added:+} each," if added else faces
    options = {str(hits): f"{hits} hits" if hits != 1 else "1 hit" for hits in range(throws * MOST_OF_A_THROW + 1)}
    text = f"all hits by the printed Naval Gunnery Table, strength {column}, dice {told} {label}".strip()
    return int((yield from Choose(f"{key}/chart", options, seat, text)))
