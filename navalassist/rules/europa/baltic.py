"""Lines on sheet 1B, the Baltic, by which its danger zones and safe zone are drawn (36.D.1)."""

from __future__ import annotations

from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.rules.europa.sheets import LINE

BALTIC_SHEET = "1B"
EAST_COLUMN, NORTH_ROW = 12, 19
# The line between the two sides begins at Hango and ends here.
SOUTH_END = Hex(BALTIC_SHEET, 7, 15)


def on_or_east(here: Hex) -> bool:
    """On map 1B, on or east of column 1B:0012: its places are counted from east to west."""
    return here.sheet == BALTIC_SHEET and here.place <= EAST_COLUMN


def on_or_north(here: Hex, south: bool = False) -> bool | None:
    """On or north of row 1B:1900; None for a sheet that nobody has placed against it, unless it is far south."""
    return here.line <= NORTH_ROW if here.sheet == BALTIC_SHEET else False if south else None


def side_by(here: Hex, hango: Hex) -> int:
    """1 east of the line from Hango to its southern end, -1 west of it, 0 on it.

    Places are counted from east to west, lines from north to south.
    """
    (x1, y1), (x2, y2), (x, y) = _at(hango), _at(SOUTH_END), _at(here)
    long = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    off = ((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)) / long
    east = off if y2 >= y1 else -off
    return 0 if abs(east) < LINE / 2 else 1 if east > 0 else -1


def _at(here: Hex) -> tuple[float, float]:
    """West and south of the corner of the sheet, in hexes."""
    return here.place + (0.5 if here.line % 2 == 0 else 0.0), here.line * LINE
