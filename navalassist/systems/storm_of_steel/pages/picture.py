"""The charts as the template draws them: areas by domination, bases by owner, fleets, naval actions in progress."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from navalassist.desk.chart.drawing import NAMES, Beside, Mark, Name, Spot
from navalassist.desk.chart.drawn import ANCHORS, LETTER, NAME, RIM, SMALL_LETTER, Drawn, Line, PortView
from navalassist.desk.sides import look_of
from navalassist.engine.rows import key_of
from navalassist.systems.storm_of_steel.afloat import action_words, fleets_at, name_of, rows_of, squadrons_at
from navalassist.systems.storm_of_steel.charts import TITLES, AreaShape, SeaChart, charts
from navalassist.systems.storm_of_steel.rules.rows import ACTION, AREA, BASE, FLEET, SQUADRON
from navalassist.systems.storm_of_steel.state import Side, Stage

Facts = Mapping[str, Any]
OWNERS = {"central": "axp", "allied": "alp", "neutral": "nep"}
# Heights of a plate with a name alone, and with a word below it; the line of that word; how far ships stand off.
ONE_LINE, TWO_LINES, WORD = 44, 80, 64
BELOW, ABOVE, APART, CLOSE = 24, 28, 26, 20
# How far below a ship at sea its name stands, and how wide a letter of it may be.
UNDER, SHIP_LETTER = 36, 13


@dataclass(frozen=True, slots=True)
class Plate:
    """The box of a name: its left and top edge, width and height, and the middle of its lines."""

    left: int
    y: int
    w: int
    h: int
    x: int


@dataclass(frozen=True, slots=True)
class AreaView:
    """A sea area: its outline, how it is drawn, its name. css: of its outline; bare: nothing is said but its name."""

    key: str
    label: str
    css: str
    shape: AreaShape
    plate: Plate
    bare: bool
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Burst:
    """A naval action in progress, at its area."""

    number: int
    text: str
    url: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Panel:
    """One chart of the page."""

    key: str
    title: str
    chart: SeaChart
    areas: tuple[AreaView, ...]
    ports: tuple[PortView, ...]
    drawn: Drawn
    bursts: tuple[Burst, ...]


def panels(values: Facts) -> list[Panel]:
    """The charts on which the campaign has an area."""
    found = []
    for key, chart in charts().items():
        areas = tuple(
            area_view(values, area, shape, chart) for area, shape in chart.areas.items() if _has(values, area)
        )
        if areas:
            drawn = Drawn(tuple(fleet_marks(values, chart, areas)), (), ())
            ports = tuple(base_views(values, chart))
            found.append(Panel(key, TITLES[key], chart, areas, ports, drawn, tuple(bursts(values, areas))))
    return found


def off_chart(values: Facts) -> list[tuple[str, str]]:
    """Areas and bases of the campaign that no chart draws: row, name."""
    drawn = {f"{AREA}:{key}" for chart in charts().values() for key in chart.areas}
    drawn |= {f"{BASE}:{key}" for chart in charts().values() for key in chart.bases}
    rows = (*rows_of(values, AREA), *rows_of(values, BASE))
    return [(row, name_of(values, row)) for row in rows if row not in drawn]


def area_view(values: Facts, key: str, shape: AreaShape, chart: SeaChart) -> AreaView:
    """An area with its name and what holds there; the plate stays within the chart."""
    row = f"{AREA}:{key}"
    words = state_words(values, key)
    name = str(values[f"{row}.short_name"])
    height = TWO_LINES if words else ONE_LINE
    width = max(LETTER * len(name), SMALL_LETTER * len(words)) + RIM
    x = min(max(shape.at[0], width // 2 + RIM), chart.width - width // 2 - RIM)
    y = min(max(shape.at[1], height // 2 + RIM), chart.height - height // 2 - RIM)
    top = y - height // 2
    lines = (Line(top + NAME, "zn", name), *((Line(top + WORD, "zs", words),) if words else ()))
    look = look_of(str(values[f"{row}.dominated"]))
    return AreaView(
        key=key,
        label=f"{values[f'{row}.name']}: {label_words(values, key)}",
        css=f"dom-{look.colours}" if look else "free",
        shape=shape,
        plate=Plate(x - width // 2, top, width, height, x),
        bare=not words and shape.dot is None,
        lines=lines,
    )


def state_words(values: Facts, key: str) -> str:
    """What holds in an area, in short: `● Allied, raided`; '' for nothing."""
    row = f"{AREA}:{key}"
    look = look_of(str(values[f"{row}.dominated"]))
    side = f"{look.sign} {look.word.partition(' ')[0]}" if look else ""
    return ", ".join(filter(None, (side, "raided" if values[f"{row}.raiding"] else "")))


def label_words(values: Facts, key: str) -> str:
    """The same as a sentence for who does not see the picture."""
    row = f"{AREA}:{key}"
    owner = str(values[f"{row}.dominated"])
    side = f"dominated by the {Side(owner).label} side" if owner else "dominated by nobody"
    return f"{side}, commerce raided" if values[f"{row}.raiding"] else side


def base_views(values: Facts, chart: SeaChart) -> Iterator[PortView]:
    """The bases of a chart, by owner."""
    for key, spot in chart.bases.items():
        row = f"{BASE}:{key}"
        owner = str(values.get(f"{row}.owner", ""))
        if owner in OWNERS:
            x, y, anchor = spot.label_at
            css = OWNERS[owner]
            yield PortView(key, str(values[f"{row}.name"]), owner, css, spot.x, spot.y, x, y, ANCHORS[anchor])


def fleet_marks(values: Facts, chart: SeaChart, areas: tuple[AreaView, ...]) -> Iterator[Mark]:
    """One mark a side and place: fleets at sea by their area's name, those in a base beside it."""
    # Most places are empty, and to ask who is in one reads every row.
    held = {values[f"{row}.place"] for kind in (FLEET, SQUADRON) for row in rows_of(values, kind)}
    spots: list[tuple[str, Callable[[Side], tuple[int, int]], Beside | None]]
    spots = [(f"{AREA}:{area.key}", partial(at_sea, area), None) for area in areas]
    for key, spot in chart.bases.items():
        spots.append((f"{BASE}:{key}", partial(in_base, spot, values.get(f"{BASE}:{key}.owner")), spot.label))
    for place, at, label in spots:
        for side in Side:
            if place in held and (mark := fleet_mark(values, place, side, at(side), label)):
                yield mark


def fleet_mark(values: Facts, place: str, side: Side, at: tuple[int, int], label: Beside | None) -> Mark | None:
    """The fleets of a side in a place, and its squadrons that lie there by themselves; None for none."""
    fleets = fleets_at(values, place, side.value)
    loose = [key for key in squadrons_at(values, place) if values[f"squadron:{key}.side"] == side.value]
    look = look_of(side.value)
    if look is None or not (fleets or loose):
        return None
    names = [name_of(values, f"fleet:{key}") for key in fleets]
    names += [f"{len(loose)} squadron{'' if len(loose) == 1 else 's'}"] if loose else []
    text = f"{side.label}: {', '.join(names)}; {name_of(values, place)}"
    url = f"fleets/{fleets[0]}/" if len(fleets) == 1 and not loose else f"fleets/#{place.replace(':', '-')}"
    more = f" +{len(names) - 1}" if len(names) > 1 else ""
    return Mark(look.colours, text, url, len(fleets) or 1, *at, name_by(at, side, label, names[0] + more))


def name_by(at: tuple[int, int], side: Side, label: Beside | None, text: str) -> Name:
    """The name of a fleet. At sea it stands below the ship, away from that of the other side unless the chart ends."""
    if label:
        dx, dy, anchor = NAMES[label]
    elif side is Side.CENTRAL and at[0] > SHIP_LETTER * len(text):
        dx, dy, anchor = CLOSE, UNDER, "end"
    else:
        dx, dy, anchor = -CLOSE, UNDER, "start"
    return Name(text, at[0] + dx, at[1] + dy, ANCHORS[anchor])


def at_sea(area: AreaView, side: Side) -> tuple[int, int]:
    """Where the fleets of a side stand in an area: below its name, or beside the dot of a small one."""
    off = -APART if side is Side.CENTRAL else APART
    if area.shape.dot:
        x, y = area.shape.dot
        return x + off, y
    return area.plate.x + off, area.plate.y + area.plate.h + BELOW


def in_base(spot: Spot, owner: Any, side: Side) -> tuple[int, int]:
    """Beside the mark of the base; a side that does not own it stands a little lower."""
    x, y = spot.beside
    return x, y if owner == side.value else y + 2 * CLOSE


def bursts(values: Facts, areas: tuple[AreaView, ...]) -> Iterator[Burst]:
    """The naval actions that have not ended, each above the name of its area."""
    by_area: dict[str, int] = {}
    known = {area.key: area for area in areas}
    for row in rows_of(values, ACTION):
        area = known.get(str(values[f"{row}.area"]))
        if area is None or values[f"{row}.stage"] == Stage.ENDED:
            continue
        before = by_area[area.key] = by_area.get(area.key, -1) + 1
        key, (x, y) = key_of(row), (area.plate.x, area.plate.y - ABOVE)
        number = int(values[f"{row}.number"])
        yield Burst(number, action_words(values, key), f"action/{key}/", x + before * 2 * APART, y)


def _has(values: Facts, area: str) -> bool:
    return f"{AREA}:{area}.name" in values
