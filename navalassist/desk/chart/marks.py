"""What every drawn chart puts on the page, whatever its rule system: lines of a plate, ports, layers of marks.

All numbers are units of the grid of a chart.
"""

from __future__ import annotations

from dataclasses import dataclass

from navalassist.desk.chart.drawing import Mark, Ring

# From the top of a plate to the base line of its name.
NAME = 31
# How wide a letter of a name on a plate may be (in DejaVu Serif, the widest that stands in), and one of the small
# line below it; what is left free beside them.
LETTER, SMALL_LETTER, RIM = 19, 14, 18
# The class of a name by the SVG text-anchor of its spot.
ANCHORS = {"start": "", "middle": " pm", "end": " pe"}


@dataclass(frozen=True, slots=True)
class PlateLine:
    """A line of text on a plate."""

    y: int
    css: str
    text: str


@dataclass(frozen=True, slots=True)
class PortView:
    """A port of the chart with the mark of its owner."""

    key: str
    name: str
    owner: str
    css: str
    x: int
    y: int
    label_x: int
    label_y: int
    anchor: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """What the layers put on one chart."""

    fleets: tuple[Mark, ...]
    mines: tuple[Mark, ...]
    rings: tuple[Ring, ...]
