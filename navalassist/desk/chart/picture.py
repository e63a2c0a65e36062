"""The chart as the template draws it: zones with their hatching, plates with their words, ports by owner."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from navalassist.desk.templatetags.parts import fraction, percent
from navalassist.rules.europa.words import Zone
from navalassist.systems.europa.chart import Word, ZoneStatus
from navalassist.systems.europa.places import Plate, Port, Shape, places

# Hatching, from thin to dense: distance of the lines, and the chance that it reaches up to.
HATCHING = (
    ("h1", "26", "13", "to 11 %"),
    ("h2", "18", "9", "to 28 %"),
    ("h3", "12", "6", "to 58 %"),
    ("h4", "8.5", "4.25", "to 78 %"),
    ("h5", "6", "3", "over 78 %"),
)
MARKS = {"axis": "axp", "allied": "alp", "vichy": "frp", "neutral": "nep"}
THROWS = 36
# Lines of a plate: distance from its top to the base line of each.
NAME, BIG, WORD, SMALL, SMALL_AFTER_WORD = 31, 81, 69, 112, 100
PLATE_HEIGHTS = {Word.SUBJECT: 124, Word.BARRED: 112}
# How wide a letter of a zone's name may be.
LETTER = 17


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text on a plate."""

    y: int
    css: str
    text: str


@dataclass(frozen=True, slots=True)
class ZoneView:
    """A zone of the chart: its shape, how it is drawn, and its plate."""

    key: str
    label: str
    css: str
    shape: Shape
    plate: Plate
    quiet: bool
    bare: bool
    lines: tuple[Line, ...]


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


def in_rolls(chance: Fraction | None) -> str:
    """`23 rolls of 36`; '' for none."""
    return f"{fraction(chance, THROWS).partition('/')[0]} rolls of {THROWS}" if chance is not None else ""


def in_words(status: ZoneStatus) -> str:
    """A status in one line: `status 12, contact on 28 rolls of 36, 78 %`."""
    if status.word is not Word.SUBJECT:
        return str(status.word)
    chance = f"contact on {in_rolls(status.chance)}, {percent(status.chance)}" if status.chance is not None else ""
    return f"status {status.number}, {chance or 'chance not known'}"


def zone_views(statuses: Mapping[Zone, ZoneStatus]) -> list[ZoneView]:
    """The zones that the chart shows."""
    found = places()
    drawn = [(zone, zone.shape) for zone in found.zones.values() if zone.shape is not None]
    views = []
    for zone, shape in drawn:
        status = statuses[Zone(zone.key)]
        # While nobody has declared it, the zone is a part of another and is drawn so.
        drawn_as = statuses[Zone(zone.part_of)] if zone.part_of and status.word is Word.UNDECLARED else status
        plate = _plate_for(zone.short, status, shape.plate)
        views.append(
            ZoneView(
                key=zone.key,
                label=f"{zone.short}: {in_words(status)}",
                css=_css(drawn_as) + (" dash" if zone.part_of else ""),
                shape=shape,
                plate=plate,
                quiet=status.word is not Word.SUBJECT,
                bare=status.word is Word.FREE and shape.leader is None,
                lines=_lines(zone.short, status, plate.y),
            )
        )
    return views


def _css(status: ZoneStatus) -> str:
    if status.danger:
        return f"h{status.danger}"
    return "shut" if status.word is Word.BARRED else "free"


def _plate_for(name: str, status: ZoneStatus, plate: Plate) -> Plate:
    """The plate with room for its lines, about the same middle; never narrower than the name."""
    height = PLATE_HEIGHTS.get(status.word, 80)
    return Plate(x=plate.x, y=plate.y + (plate.h - height) // 2, w=max(plate.w, LETTER * len(name) + 18), h=height)


def _lines(name: str, status: ZoneStatus, top: int) -> tuple[Line, ...]:
    first = Line(top + NAME, "zn", name)
    if status.word is Word.SUBJECT:
        chance = "?" if status.chance is None else percent(status.chance)
        return (first, Line(top + BIG, "zp", chance), Line(top + SMALL, "zs", f"status {status.number}"))
    if status.word is Word.BARRED:
        return (first, Line(top + WORD, "zw", "barred"), Line(top + SMALL_AFTER_WORD, "zs", status.rule))
    return (first, Line(top + 64, "zs", str(status.word)))


def port_views(values: Mapping[str, Any]) -> list[PortView]:
    """The ports that the chart shows, but Malta's: its seal stands there."""
    return [
        view
        for port in places().ports.values()
        if port.on_map and port.key != "valletta" and (view := port_view(port, values)) is not None
    ]


def port_view(port: Port, values: Mapping[str, Any]) -> PortView | None:
    """One port as it is drawn; None when it lies outside the chart or its owner is not to be seen."""
    owner, at = values.get(f"port:{port.key}.owner"), port.label_at
    if owner not in MARKS or at is None or port.x is None or port.y is None:
        return None
    return PortView(port.key, port.name, owner, MARKS[owner], port.x, port.y, at[0], at[1], ANCHORS[at[2]])


ANCHORS = {"start": "", "middle": " pm", "end": " pe"}
