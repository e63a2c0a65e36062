"""A way as its field shows it: the chart with what a tap on each place makes of the way, and legs with their costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from navalassist.engine.english import counted, several
from navalassist.engine.forms import MOST_OF_A_WAY
from navalassist.engine.maps import Barred, Ground, Hexes, Leg, Look, Squares, Way, WayChart, Zones, cheapest, places_of

# Units of the drawing: what a square measures, and half of a hex of the same height; the room for letters and numbers.
SQUARE = 62
# Pixels of a square on the narrowest screen.
THUMB = 46
HALF, CORNER, STEP = 36, 18, 54
EDGE = 20
HEX = ((-HALF, 0), (-CORNER, -31), (CORNER, -31), (HALF, 0), (CORNER, 31), (-CORNER, 31))
Point = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Spot:
    """A place that may be tapped. text: the way after the tap; stop: its number on the way, '' for none; does: words.

    is_last: the way ends there.
    """

    place: str
    x: int
    y: int
    look: Look
    text: str
    called: str
    does: str
    stop: str = ""
    outline: str = ""
    is_last: bool = False

    @property
    def ground(self) -> str:
        """What it is drawn as, as a class."""
        return self.look.ground.name.lower()

    @property
    def is_isle(self) -> bool:
        """True for sea and land in one."""
        return self.look.ground is Ground.ISLAND


@dataclass(frozen=True, slots=True)
class LegShown:
    """A leg in words. cost, total: '' where it is barred, or comes after one that is."""

    number: int
    start: str
    to: str
    note: str = ""
    cost: str = ""
    total: str = ""
    wrong: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Button:
    """What a button makes of the way."""

    words: str
    text: str


@dataclass(frozen=True)
class WayShown:
    """The field. fault: what of the typed way is no place; end: where the way ends; heads: letters and
    numbers at the edge; barred, crosses: the lines of legs that may not be gone, and where they end.
    """

    name: str
    unit: str
    spots: Sequence[Spot]
    legs: Sequence[LegShown]
    total: str
    says: str
    example: str = ""
    fault: str = ""
    end: str = ""
    back: Button | None = None
    instead: Button | None = None
    width: int = 0
    height: int = 0
    heads: Sequence[tuple[int, int, str]] = ()
    path: str = ""
    barred: Sequence[str] = ()
    crosses: Sequence[Point] = ()

    @property
    def least(self) -> int:
        """Pixels below which the chart scrolls sideways: a place is as wide as a thumb."""
        return self.width * THUMB // SQUARE

    @property
    def wrong(self) -> str:
        """`leg 5 is not allowed`; '' where all are."""
        return next((f"leg {leg.number} is not allowed" for leg in self.legs if leg.wrong), "")

    @property
    def units(self) -> str:
        """`squares`"""
        return several(self.unit)

    @property
    def ports(self) -> list[str]:
        """The sides that have a port on the chart."""
        return sorted({spot.look.port for spot in self.spots if spot.look.port})

    @property
    def grounds(self) -> list[tuple[str, str]]:
        """What the chart shows beside sea, as class and words."""
        found = {spot.look.ground for spot in self.spots} - {Ground.SEA}
        return [(ground.name.lower(), ground.value) for ground in Ground if ground in found]


def way_shown(name: str, chart: WayChart, text: str) -> WayShown:
    """The field of this name, on a chart, with the way that was typed or tapped so far."""
    given = bool(text.strip())
    way, fault = _as_far(chart, text if given else _begin(chart))
    places = way.places if way else ()
    middles = _middles(chart)
    there = ((place, middles.get(place, (0, 0))) for place in _offered(chart, places, middles))
    spots = [_spot(chart, place, way, middle, given) for place, middle in there]
    barred = [leg for leg in way.legs if leg.is_barred] if way else []
    return WayShown(
        name=name,
        unit=chart.unit,
        spots=spots,
        legs=[_leg(chart, number, leg) for number, leg in enumerate(way.legs, start=1)] if way else [],
        total=counted(way.total, chart.unit) if way and way.total else "",
        says=chart.says(way) if way else "",
        example=chart.example,
        fault=fault,
        end=chart.called(places[-1]) if places else "",
        back=_back(chart, places if given else ()),
        instead=_instead(chart, way),
        width=max(x for x, _ in middles.values()) + (HALF if isinstance(chart.on, Hexes) else 31) + 4 if middles else 0,
        height=max(y for _, y in middles.values()) + 31 + 4 if middles else 0,
        heads=_heads(chart),
        path=" ".join(_line(middles, leg.start, leg.to) for leg in way.legs if not leg.is_barred) if way else "",
        barred=[_line(middles, leg.start, leg.to) for leg in barred],
        crosses=[middles[leg.to] for leg in barred if leg.to in middles],
    )


def _begin(chart: WayChart) -> str:
    """The one square in which a way on this chart begins; '' where there are others, or nobody knows."""
    known = chart.begins is not None and len(chart.begins) == 1 and not isinstance(chart.on, Zones)
    return chart.begins[0] if known and chart.begins else ""


def _as_far(chart: WayChart, text: str) -> tuple[Way | None, str]:
    """The way as far as it can be read, and what is wrong with the rest."""
    if not text.strip():
        return None, ""
    if len(text) > MOST_OF_A_WAY:
        return None, f"at most {MOST_OF_A_WAY} characters, this has {len(text)}"
    try:
        return chart.way(text), ""
    except ValueError as error:
        fault = str(error)
    parts = places_of(text)
    for many in range(len(parts) - 1, 0, -1):
        try:
            return chart.way(",".join(parts[:many]) + ","), fault
        except ValueError:
            continue
    return None, fault


def _offered(chart: WayChart, places: Sequence[str], middles: Mapping[str, Point]) -> Sequence[str]:
    """The places that may be tapped: all that are drawn; of zones those beside the last, or where it may begin."""
    if isinstance(chart.on, Zones):
        first = chart.on.names if chart.begins is None else chart.begins
        return chart.on.neighbours(places[-1]) if places else sorted(first, key=chart.called)
    return list(middles)


def _spot(chart: WayChart, place: str, way: Way | None, middle: Point, given: bool) -> Spot:
    x, y = middle
    places = way.places if way else ()
    at_end = bool(places) and place == places[-1]
    is_last = at_end and given
    after = places[:-1] if is_last else places if at_end else (*places, place)
    look = chart.look(place)
    words = [chart.called(place), look.ground.value, f"{look.port} port" if look.port else ""]
    stop = max((n for n, each in enumerate(places) if each == place), default=-1)
    counted_to = way.legs[stop - 1].total is not None if way and stop > 0 else False
    words.append(
        {-1: "", 0: "the way begins here"}.get(stop, f"stop {stop}" if counted_to else f"leg {stop}, not allowed")
    )
    words.append("take it back" if is_last else "")
    outline = " ".join(f"{x + dx},{y + dy}" for dx, dy in HEX) if isinstance(chart.on, Hexes) else ""
    return Spot(
        place,
        x,
        y,
        look,
        chart.on.written(after),
        chart.called(place),
        ", ".join(filter(None, words)),
        str(stop) if counted_to else "",
        outline,
        is_last,
    )


def _leg(chart: WayChart, number: int, leg: Leg) -> LegShown:
    start, to = chart.called(leg.start), chart.called(leg.to)
    if isinstance(leg.judged, Barred):
        return LegShown(number, start, to, wrong=leg.judged.text, rule=leg.judged.rule)
    total = "" if leg.total is None else str(leg.total)
    return LegShown(number, start, to, leg.judged.note, str(leg.judged.cost) if total else "", total)


def _back(chart: WayChart, places: Sequence[str]) -> Button | None:
    if not places:
        return None
    words = f"Take back leg {len(places) - 1}" if len(places) > 1 else "Take back the start"
    return Button(words, chart.on.written(places[:-1]))


def _instead(chart: WayChart, way: Way | None) -> Button | None:
    """The way out of the first leg that is barred: what its rule names, or between places apart the cheapest way."""
    leg = way.barred if way else None
    if way is None or leg is None or not isinstance(leg.judged, Barred):
        return None
    kept = way.places[: way.legs.index(leg) + 1]
    if to := leg.judged.instead:
        return Button(f"Go to {chart.called(to)} instead", chart.on.written((*kept, to)))
    if leg.start == leg.to or leg.to in chart.on.neighbours(leg.start):
        return None
    on = cheapest(chart.on, leg.start, leg.to, chart.judge)
    if on is None:
        return None
    by = on.places[1:-1]
    words = f"Go to {chart.called(leg.to)} by {chart.on.written(by)}"
    return Button(words, chart.on.written((*kept, *on.places[1:])))


def _middles(chart: WayChart) -> dict[str, Point]:
    """The middle of each place that is drawn, row by row."""
    match chart.on:
        case Squares() as on:
            columns_drawn, rows_drawn = _drawn_of(on, chart.part)
            cells = ((column, row) for row in rows_drawn for column in columns_drawn)
            return {on.name(x, y): (_along(x, columns_drawn) - 31, _along(y, rows_drawn) - 31) for x, y in cells}
        case Hexes(columns=columns, rows=rows):
            cells = ((column, row) for row in range(1, rows + 1) for column in range(1, columns + 1))
            return {chart.on.name(x, y): (STEP * x - CORNER, SQUARE * y - _higher(chart.on, x)) for x, y in cells}
    return {}


def _higher(on: Hexes, column: int) -> int:
    return 0 if on.is_low(column) else 31


def _drawn_of(on: Squares, part: tuple[str, str] | None) -> tuple[range, range]:
    """The columns and rows that are drawn: all, or those between two corners."""
    (left, top), (right, bottom) = (on.at(part[0]), on.at(part[1])) if part else ((1, 1), (on.across, on.down))
    return range(left, right + 1), range(top, bottom + 1)


def _along(number: int, drawn_numbers: range) -> int:
    """How far a column or a row reaches, from the edge of the drawing."""
    return EDGE + SQUARE * (number - drawn_numbers.start + 1)


def _heads(chart: WayChart) -> list[tuple[int, int, str]]:
    return list(_letters(chart.on, chart.part)) if isinstance(chart.on, Squares) else []


def _letters(on: Squares, part: tuple[str, str] | None) -> Iterator[tuple[int, int, str]]:
    columns, rows = _drawn_of(on, part)
    for column in columns:
        yield _along(column, columns) - 31, 14, on.name(column, 1)[:-1]
    for row in rows:
        yield 10, _along(row, rows) - 26, str(row)


def _line(middles: Mapping[str, Point], start: str, to: str) -> str:
    ends = [middles[place] for place in (start, to) if place in middles]
    return " ".join(f"M{x} {y}L{to_x} {to_y}" for (x, y), (to_x, to_y) in pairwise(ends))
