"""Boxes of ships as pages draw them: what is gone, what waits, what is in force, what is left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from navalassist.engine.pending import Box, Mark
from navalassist.systems.supermarina.combat import Combatant
from navalassist.systems.supermarina.state import Guns, Ship, gun_boxes


@dataclass(frozen=True, slots=True)
class Row:
    """A row of boxes of a ship. word: what they are."""

    word: str
    boxes: tuple[Box, ...]

    @property
    def alone(self) -> tuple[Row, ...]:
        """This row, where rows are drawn."""
        return (self,)


def marked(boxes: Sequence[int], gone: int, after: int) -> tuple[Box, ...]:
    """Boxes of a row: so many gone, more in this stage, the next in force."""

    def mark(place: int) -> Mark:
        if place < gone:
            return Mark.GONE
        if place < after:
            return Mark.PENDING
        return Mark.NOW if place == after else Mark.LEFT

    return tuple(Box(number, mark(place)) for place, number in enumerate(boxes))


def plain_boxes(count: int, gone: int, after: int) -> tuple[Box, ...]:
    """Boxes without numbers: none of them is in force."""
    marks = [Mark.GONE] * gone + [Mark.PENDING] * (after - gone) + [Mark.LEFT] * (count - after)
    return tuple(Box(0, mark) for mark in marks[:count])


def gun_rows(one: Ship | Combatant, after: int) -> Iterator[Row]:
    """A row for each class of guns."""
    order = [guns for guns, _ in gun_boxes(one)]
    for guns in Guns:
        if boxes := one.boxes(guns):
            yield Row(guns.value, marked(boxes, order[: one.gun_hits].count(guns), order[:after].count(guns)))
