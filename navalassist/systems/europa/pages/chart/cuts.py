"""The parts that a chart is cut into on a telephone, where the whole of it could not be read.

Both parts show what is drawn where they overlap; a plate stands on one of them only, and there its zone is a link that
is read out. What is shown a second time is a link for a finger alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from navalassist.desk.chart.drawing import Mark
from navalassist.desk.chart.marks import RIM, Drawn
from navalassist.systems.europa.pages.chart.picture import Panel, ZoneView
from navalassist.systems.europa.places import Plate, Theatre


@dataclass(frozen=True, slots=True)
class Box:
    """A part of the grid, by what it is called."""

    name: str
    x: int
    y: int
    w: int
    h: int

    def shows(self, mark: Mark) -> bool:
        return self.x <= mark.x <= self.x + self.w and self.y <= mark.y <= self.y + self.h

    def holds(self, plate: Plate) -> bool:
        """True where the whole plate stands in it."""
        right, foot = plate.left + plate.w, plate.y + plate.h
        return self.x <= plate.left and self.y <= plate.y and right <= self.x + self.w and foot <= self.y + self.h


# All are as wide, so that all letters are as large. The western one of the Mediterranean reaches down to the Red Sea.
BOXES: Mapping[Theatre, tuple[Box, ...]] = {
    "med": (Box("western", 0, 74, 930, 768), Box("eastern", 650, 22, 930, 654)),
    "north": (Box("western", 0, 30, 930, 1220), Box("eastern", 650, 10, 930, 790)),
}


@dataclass(frozen=True, slots=True)
class Cut:
    """One part. own: the zones whose plate stands here; others: those drawn without; again: what an earlier part has.

    first: the part that shows Malta's number to be read out.
    """

    box: Box
    own: list[ZoneView]
    others: list[ZoneView]
    drawn: Drawn
    again: Drawn
    first: bool

    @property
    def label(self) -> int:
        """Where its name stands: in the outer corner."""
        return self.box.x + (RIM if self.first else self.box.w - RIM)


def cuts(panel: Panel) -> Iterator[Cut]:
    """The parts of a chart."""
    boxes = BOXES[panel.theatre]
    marks = panel.drawn or Drawn((), (), ())
    for number, box in enumerate(boxes):
        before = boxes[:number]
        own = [view for view in panel.views if box.holds(view.plate) and not any(b.holds(view.plate) for b in before)]
        yield Cut(
            box=box,
            own=own,
            others=[view for view in panel.views if view not in own],
            drawn=_shown(marks, box, before, again=False),
            again=_shown(marks, box, before, again=True),
            first=not number,
        )


def _shown(marks: Drawn, box: Box, before: tuple[Box, ...], *, again: bool) -> Drawn:
    """The fleets and mines in a part: those for the first time, or those that an earlier part shows too."""

    def chosen(found: tuple[Mark, ...]) -> tuple[Mark, ...]:
        return tuple(mark for mark in found if box.shows(mark) and any(b.shows(mark) for b in before) is again)

    return Drawn(chosen(marks.fleets), chosen(marks.mines), ())
