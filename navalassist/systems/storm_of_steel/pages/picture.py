"""The charts as the template draws them: areas by domination, bases by owner, fleets, naval actions in progress."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from navalassist.desk.chart.drawing import NAMES, Beside, Mark, Name, Spot
from navalassist.desk.chart.marks import ANCHORS, LETTER, NAME, RIM, SMALL_LETTER, Drawn, PlateLine, PortView
from navalassist.desk.system_pages import style_of
from navalassist.engine.reader import View
from navalassist.engine.rows import Row
from navalassist.systems.storm_of_steel.actions import ACTIONS, action_words
from navalassist.systems.storm_of_steel.charts import TITLES, AreaShape, SeaChart, charts
from navalassist.systems.storm_of_steel.forces import fleets_at, squadrons_at
from navalassist.systems.storm_of_steel.state import Area, Base, Fleet, Owner, Side, Squadron

OWNERS = {Owner.CENTRAL: "axp", Owner.ALLIED: "alp", Owner.NEUTRAL: "nep"}
# Heights of a plate with a name alone, and with a word below it; the line of that word; how far ships and their names
# stand off.
ONE_LINE, TWO_LINES, WORD = 44, 80, 64
BELOW, ABOVE, APART, CLOSE, LOWER = 24, 28, 26, 12, 40
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
    lines: tuple[PlateLine, ...]


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


def panels(view: View) -> list[Panel]:
    """The charts on which the campaign has an area."""
    found = []
    for key, chart in charts().items():
        areas = tuple(
            area_view(area, shape, chart)
            for name, shape in chart.areas.items()
            if (area := view.find(Area, name)) is not None
        )
        if areas:
            drawn = Drawn(tuple(fleet_marks(view, chart, areas)), (), ())
            ports = tuple(base_views(view, chart))
            found.append(Panel(key, TITLES[key], chart, areas, ports, drawn, tuple(bursts(view, areas))))
    return found


def off_chart(view: View) -> list[tuple[str, str]]:
    """Areas and bases of the campaign that no chart draws: row, name."""
    drawn = {Area.row_of(key) for chart in charts().values() for key in chart.areas}
    drawn |= {Base.row_of(key) for chart in charts().values() for key in chart.bases}
    rows: tuple[Area | Base, ...] = (*view.rows(Area), *view.rows(Base))
    return [(one.row, one.name) for one in rows if one.row not in drawn]


def area_view(area: Area, shape: AreaShape, chart: SeaChart) -> AreaView:
    """An area with its name and what holds there; the plate stays within the chart."""
    words = state_words(area)
    height = TWO_LINES if words else ONE_LINE
    width = max(LETTER * len(area.short_name), SMALL_LETTER * len(words)) + RIM
    x = min(max(shape.at[0], width // 2 + RIM), chart.width - width // 2 - RIM)
    y = min(max(shape.at[1], height // 2 + RIM), chart.height - height // 2 - RIM)
    top = y - height // 2
    lines = (PlateLine(top + NAME, "zn", area.short_name), *((PlateLine(top + WORD, "zs", words),) if words else ()))
    look = style_of(area.dominated)
    return AreaView(
        key=area.key,
        label=f"{area.name}: {label_words(area)}",
        css=f"dom-{look.colours}" if look else "free",
        shape=shape,
        plate=Plate(x - width // 2, top, width, height, x),
        bare=not words and shape.dot is None,
        lines=lines,
    )


def state_words(area: Area) -> str:
    """What holds in an area, in short: `● Allied, raided`; '' for nothing."""
    look = style_of(area.dominated)
    side = f"{look.sign} {look.word.partition(' ')[0]}" if look else ""
    return ", ".join(filter(None, (side, "raided" if area.raiding else "")))


def label_words(area: Area) -> str:
    """The same as a sentence for who does not see the picture."""
    side = f"dominated by the {Side(area.dominated).label} side" if area.dominated else "dominated by nobody"
    return f"{side}, commerce raided" if area.raiding else side


def base_views(view: View, chart: SeaChart) -> Iterator[PortView]:
    """The bases of a chart, by owner."""
    for key, spot in chart.bases.items():
        if base := view.find(Base, key):
            x, y, anchor = spot.label_at
            css = OWNERS[base.owner]
            yield PortView(key, base.name, base.owner, css, spot.x, spot.y, x, y, ANCHORS[anchor])


def fleet_marks(view: View, chart: SeaChart, areas: tuple[AreaView, ...]) -> Iterator[Mark]:
    """One mark a side and place: fleets at sea by their area's name, those in a base beside it."""
    # Most places are empty, and to ask who is in one reads every row.
    kinds: tuple[type[Row], ...] = (Fleet, Squadron)
    held = {view[kind.fact_of(key, "place")] for kind in kinds for key in view.keys(kind)}
    spots: list[tuple[str, Callable[[Side], tuple[int, int]], Beside | None]]
    spots = [(Area.row_of(area.key), partial(at_sea, area), None) for area in areas]
    for key, spot in chart.bases.items():
        owner = view.get(Base.fact_of(key, "owner"))
        spots.append((Base.row_of(key), partial(in_base, spot, owner), spot.label))
    for place, at, label in spots:
        for side in Side:
            if place in held and (mark := fleet_mark(view, place, side, at(side), label)):
                yield mark


def fleet_mark(view: View, place: str, side: Side, at: tuple[int, int], label: Beside | None) -> Mark | None:
    """The fleets of a side in a place, and its squadrons that lie there by themselves; None for none."""
    fleets = fleets_at(view, place, side)
    loose = [unit for unit in squadrons_at(view, place) if unit.side is side]
    look = style_of(side)
    if look is None or not (fleets or loose):
        return None
    names = [fleet.name for fleet in fleets]
    names += [f"{len(loose)} squadron{'' if len(loose) == 1 else 's'}"] if loose else []
    text = f"{side.label}: {', '.join(names)}; {view.name(place)}"
    url = f"fleets/{fleets[0].key}/" if len(fleets) == 1 and not loose else f"fleets/#{place.replace(':', '-')}"
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


def in_base(spot: Spot, owner: str | None, side: Side) -> tuple[int, int]:
    """Beside the mark of the base; a side that does not own it stands a little lower."""
    x, y = spot.beside
    return x, y if owner == side else y + LOWER


def bursts(view: View, areas: tuple[AreaView, ...]) -> Iterator[Burst]:
    """The naval actions that have not ended, each above the name of its area."""
    by_area: dict[str, int] = {}
    known = {area.key: area for area in areas}
    for action in ACTIONS.going_on(view):
        area = known.get(action.area)
        if area is not None:
            before = by_area[area.key] = by_area.get(area.key, -1) + 1
            x, y = area.plate.x + before * 2 * APART, area.plate.y - ABOVE
            yield Burst(action.number, action_words(view, action), f"action/{action.key}/", x, y)
