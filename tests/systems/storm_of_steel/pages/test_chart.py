"""The charts of the Great War as they are begun: each fleet by its name, and nothing written over anything else."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from navalassist.engine.reader import View
from navalassist.systems.storm_of_steel.pages.picture import Panel, panels
from tests.in_hand import InHand

# Sizes of the letters on a narrow screen, how wide a letter is of it, and how high a capital.
PORT, FLEET, AREA = 25, 22, 29
WIDE, HIGH = 0.47, 0.7
# A ship, from the middle of its waterline.
HALF, DECK, KEEL = 17, 19, 15


@dataclass(frozen=True)
class Box:
    what: str
    left: float
    top: float
    right: float
    foot: float

    def covers(self, other: "Box") -> bool:
        apart = self.right <= other.left or other.right <= self.left
        return not (apart or self.foot <= other.top or other.foot <= self.top)


def written(text: str, x: int, y: int, anchor: str, size: int) -> Box:
    """anchor: the class of it, as in desk/chart/marks.py."""
    width = len(text) * size * WIDE
    left = {"": x, " pm": x - width / 2, " pe": x - width}[anchor]
    return Box(text, left, y - size * HIGH, left + width, y)


def boxes(panel: Panel) -> Iterator[Box]:
    for port in panel.ports:
        yield written(port.name, port.label_x, port.label_y, port.anchor, PORT)
    for mark in panel.drawn.fleets:
        assert mark.name, mark.text
        yield written(mark.name.text, mark.name.x, mark.name.y, mark.name.anchor, FLEET)
        yield Box(f"ship of {mark.text}", mark.x - HALF, mark.y - DECK, mark.x + HALF, mark.y + KEEL)
    for area in panel.areas:
        plate, line = area.plate, area.lines[0]
        if area.bare:
            yield written(line.text, plate.x, line.y, " pm", AREA)
        else:
            yield Box(area.key, plate.left, plate.y, plate.left + plate.w, plate.y + plate.h)


def test_no_name_plate_or_ship_covers_another(allied: InHand) -> None:
    for panel in panels(View(allied.facts)):
        for one, two in combinations(boxes(panel), 2):
            assert not one.covers(two), f"{one.what} and {two.what}"


def test_each_fleet_is_named_and_of_several_the_first_and_how_many_more(allied: InHand) -> None:
    page = allied.text()
    for name in ("Grand Fleet", "High Sea Fleet +1", "Channel Fleet +1", "1 squadron", "U-boats"):
        assert f">{name}</text>" in page
