"""The chart as the template draws it: zones with their hatching, plates with their words, ports by owner."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from navalassist.desk.chart.drawing import Spot
from navalassist.desk.chart.drawn import ANCHORS, LETTER, NAME, RIM, SMALL_LETTER, Drawn, Line, PortView
from navalassist.desk.words import fraction, percent
from navalassist.rules.europa.words import Zone
from navalassist.rules.europa.world import VALLETTA
from navalassist.systems.europa.chart import Word, ZoneStatus
from navalassist.systems.europa.places import Chart, Plate, Port, Shape, Theatre, places
from navalassist.systems.europa.theatres import CHART_TITLES, PLAIN, theatres_of

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
# Lines of a plate below its name: distance from its top to the base line of each.
BIG, WORD, SMALL, SMALL_AFTER_WORD = 81, 69, 112, 100
PLATE_HEIGHTS = {Word.SUBJECT: 124, Word.BARRED: 112}


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
class Panel:
    """One chart of the page: what it is called, its grid and coast, its zones and ports, Malta's place, its layers."""

    theatre: Theatre
    title: str
    chart: Chart
    views: list[ZoneView]
    ports: list[PortView]
    seal: PortView | None
    drawn: Drawn | None = None


def in_rolls(chance: Fraction | None) -> str:
    """`23 rolls of 36`; '' for none."""
    return f"{fraction(chance, THROWS).partition('/')[0]} rolls of {THROWS}" if chance is not None else ""


def in_words(status: ZoneStatus) -> str:
    """A status in one line: `status 12, contact on 28 rolls of 36, 78 %`."""
    if status.word is not Word.SUBJECT:
        return str(status.word)
    chance = f"contact on {in_rolls(status.chance)}, {percent(status.chance)}" if status.chance is not None else ""
    return f"status {status.number}, {chance or 'chance not known'}"


def panels(statuses: Mapping[Zone, ZoneStatus], values: Mapping[str, Any]) -> list[Panel]:
    """The charts of the waters that the campaign plays."""
    return [
        Panel(
            theatre,
            CHART_TITLES[theatre],
            places().charts[theatre],
            zone_views(statuses, theatre),
            port_views(values, theatre),
            seal_view(values) if theatre == PLAIN else None,
        )
        for theatre in theatres_of(values)
    ]


def zone_views(statuses: Mapping[Zone, ZoneStatus], theatre: Theatre = PLAIN) -> list[ZoneView]:
    """The zones that the chart of a theatre shows."""
    zones = places().zones.values()
    drawn = [(zone, zone.shape) for zone in zones if zone.shape is not None and zone.theatre == theatre]
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
    """The plate with room for its lines, about the same middle; never narrower than its words."""
    height = PLATE_HEIGHTS.get(status.word, 80)
    small = SMALL_LETTER * len(status.short if status.word in PLATE_HEIGHTS else status.word)
    width = max(plate.w, LETTER * len(name) + RIM, small + RIM)
    return Plate(x=plate.x, y=plate.y + (plate.h - height) // 2, w=width, h=height)


def _lines(name: str, status: ZoneStatus, top: int) -> tuple[Line, ...]:
    first = Line(top + NAME, "zn", name)
    if status.word is Word.SUBJECT:
        chance = "?" if status.chance is None else percent(status.chance)
        return (first, Line(top + BIG, "zp", chance), Line(top + SMALL, "zs", f"status {status.number}"))
    if status.word is Word.BARRED:
        return (first, Line(top + WORD, "zw", "barred"), Line(top + SMALL_AFTER_WORD, "zs", status.short))
    return (first, Line(top + 64, "zs", str(status.word)))


def port_views(values: Mapping[str, Any], theatre: Theatre = PLAIN) -> list[PortView]:
    """The ports that the chart of a theatre shows, but Malta's: its seal stands there."""
    if theatre == PLAIN:
        drawn = [(port, port.spot) for port in places().ports.values() if port.on_map and port.key != VALLETTA]
    else:
        drawn = [(port, port.north) for port in places().ports.values()]
    found = (port_view(port, spot, values) for port, spot in drawn)
    return [view for view in found if view is not None]


def seal_view(values: Mapping[str, Any]) -> PortView | None:
    """Where Malta's number stands; None where the owner of Valletta is not to be seen."""
    port = places().ports[VALLETTA]
    return port_view(port, port.spot, values)


def port_view(port: Port, spot: Spot | None, values: Mapping[str, Any]) -> PortView | None:
    """One port as it is drawn; None when it lies outside the chart or its owner is not to be seen."""
    owner = values.get(f"port:{port.key}.owner")
    if owner not in MARKS or spot is None:
        return None
    x, y, anchor = spot.label_at
    return PortView(port.key, port.name, owner, MARKS[owner], spot.x, spot.y, x, y, ANCHORS[anchor])
