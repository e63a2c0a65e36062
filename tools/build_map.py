"""Draw the two theatre charts. A development-time script: users never run it, its outputs are committed.

In:  land-10m.json of world-atlas 2.0.2 (see tools/README.md); zone_outlines.toml, zone_plates.toml,
     north_outlines.toml, north_plates.toml; ports.toml, ports_north.toml.
Out: static/map/coast.svg    the quiet coast, light and dark, with the Red Sea as an inset
     places/shapes.json      for each zone its path, plate, dot and leader; for each port its anchor; the chart's border
     static/map/north.svg, places/north.json    the same for the northern and outer waters, without an inset

All numbers in the outputs are units of one grid a chart, 1600 wide, that the page uses as its viewBox.
"""

from __future__ import annotations

import argparse
import json
import math
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from map_inputs import PLACES, mark, ports
from map_land import polygons, read_land
from pyproj import Transformer
from shapely import coverage_simplify, make_valid, transform, union_all
from shapely.affinity import translate
from shapely.geometry import LineString, MultiPolygon, Point, Polygon, box
from shapely.geometry.base import BaseGeometry

TOOLS = Path(__file__).resolve().parent
MAPS = TOOLS.parent / "static" / "map"

# Islands kept however small: Malta, Gozo, Pantelleria, Lampedusa, Linosa, Castelrosso.
KEEP = [(14.4, 35.9), (14.25, 36.05), (11.97, 36.78), (12.6, 35.5), (12.87, 35.86), (29.59, 36.14)]
# Shetland, Orkney, the Faroes, Jan Mayen, Bear Island, Heligoland, Bornholm, the Isle of Man, Madeira, Lofoten.
KEEP_NORTH = [
    (-1.3, 60.3),
    (-3.1, 59.0),
    (-7.0, 62.1),
    (-8.5, 71.0),
    (19.0, 74.4),
    (7.9, 54.18),
    (14.9, 55.1),
    (-4.5, 54.2),
    (-17, 32.75),
]

LCC = "+proj=lcc +lat_1=32 +lat_2=43 +lat_0=37.5 +lon_0=15.5 +datum=WGS84"
NORTHERN = "+proj=lcc +lat_1=42 +lat_2=66 +lat_0=54 +lon_0=8 +datum=WGS84"
MERCATOR = "+proj=merc +datum=WGS84"
INSET_LEFT, INSET_BOTTOM = 296, 10

# How the parts are drawn: in the colours of the page that uses the picture, and in these where it stands alone.
LOOKS = {
    "sea": 'fill="var(--sea,#d3e0e2)"',
    "w0": 'fill="var(--w0,#dae6e6)"',
    "w1": 'fill="var(--w1,#e2ecea)"',
    "w2": 'fill="var(--w2,#ebf2ee)"',
    "land": 'fill="var(--land,#f0e6cc)" stroke="var(--shore,#6b6350)" stroke-width="1.1" stroke-linejoin="round"',
    "grid": 'fill="none" stroke="var(--shore,#6b6350)" stroke-opacity=".28" stroke-width=".8"',
    "frame": 'fill="none" stroke="var(--shore,#6b6350)" stroke-width="2.5"',
}


# --- projecting ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tuning:
    """How much of the coast is kept: all in grid units (areas in square units).

    keep: islands however small; corners: how near to the coast a zone's edge stays.
    """

    tolerance: float
    smallest_island: float
    bands: tuple[float, ...]
    keep: Sequence[tuple[float, float]] = tuple(KEEP)
    corners: float = 1.0


@dataclass(frozen=True)
class Theatre:
    """What of the world a panel may show, in degrees, and the lines drawn on it.

    clip: west, south, east, north; grid: degrees between lines; bar: degrees of a bar of the border; bars: where they
    begin, of longitude and of latitude; reach: where the meeting of a line with the edge is looked for, as `bars`.
    """

    clip: tuple[int, int, int, int]
    grid: int
    bar: int
    bars: tuple[range, range]
    reach: tuple[tuple[float, float], tuple[float, float]]


MED = Theatre((-20, 5, 60, 56), 5, 1, (range(-9, 40, 2), range(24, 48, 2)), ((-25.0, 60.0), (20.0, 50.0)))
NORTH = Theatre((-75, 20, 80, 83), 10, 5, (range(-80, 90, 10), range(20, 90, 10)), ((-85.0, 95.0), (15.0, 85.0)))


class Panel:
    """One projection, scaled so that the points given just fit a box of the given width, and moved to (left, top)."""

    def __init__(
        self, crs: str, corners: Sequence[tuple[float, float]], width: int, tuning: Tuning, theatre: Theatre = MED
    ) -> None:
        self.project = Transformer.from_crs("EPSG:4326", crs, always_xy=True)
        xs, ys = zip(*(self.project.transform(*c) for c in corners), strict=True)
        self.west, self.north = min(xs), max(ys)
        self.scale = width / (max(xs) - self.west)
        self.width, self.height = width, round((self.north - min(ys)) * self.scale)
        self.tuning, self.theatre = tuning, theatre

    def at(self, lon: Any, lat: Any) -> tuple[Any, Any]:
        x, y = self.project.transform(lon, lat)
        return (x - self.west) * self.scale, (self.north - y) * self.scale

    def holds(self, lon: float, lat: float) -> bool:
        x, y = self.at(lon, lat)
        return 0 <= x <= self.width and 0 <= y <= self.height

    @property
    def frame(self) -> Polygon:
        """A little larger than the picture, so that no coast line runs along its edge."""
        return box(-6, -6, self.width + 6, self.height + 6)

    def projected(self, shape: BaseGeometry) -> BaseGeometry:
        return make_valid(transform(shape.segmentize(0.5), lambda a: np.column_stack(self.at(a[:, 0], a[:, 1]))))

    def land(self, degrees: Iterable[Polygon]) -> MultiPolygon:
        kept = []
        for polygon in degrees:
            shape = self.projected(polygon)
            if shape.area >= self.tuning.smallest_island or any(
                polygon.distance(Point(k)) < 0.05 for k in self.tuning.keep
            ):
                kept.append(shape)
        whole = union_all(kept).intersection(self.frame)
        simple = coverage_simplify([whole], self.tuning.tolerance)[0]
        return MultiPolygon([g for g in polygons(simple) if g.area > 0.3])

    def bands(self, land: MultiPolygon) -> list[MultiPolygon]:
        """Shallow water: the land widened, from the widest to the narrowest."""
        out = []
        for reach in sorted(self.tuning.bands, reverse=True):
            wide = (
                land.buffer(reach, quad_segs=2).buffer(-reach / 3, quad_segs=2).simplify(1.4).intersection(self.frame)
            )
            parts = [Polygon(g.exterior, [i for i in g.interiors if Polygon(i).area > 60]) for g in polygons(wide)]
            out.append(MultiPolygon(parts))
        return out

    def graticule(self) -> str:
        (west, south, east, north), step = self.theatre.clip, self.theatre.grid
        down, across = range(2 * south, 2 * north), range(2 * west, 2 * east + 1)
        lines = [LineString([self.at(lon, b / 2) for b in down]) for lon in _tens(west, east, step)]
        lines += [LineString([self.at(a / 2, lat) for a in across]) for lat in _tens(south, north, step)]
        out = ""
        for line in lines:
            part = line.intersection(box(0, 0, self.width, self.height))
            for g in getattr(part, "geoms", [part]):
                if not g.is_empty:
                    out += "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in g.simplify(0.6).coords)
        return out


def _tens(low: int, high: int, step: int) -> range:
    """The multiples of a step from low to high."""
    return range(-(-low // step) * step, high + 1, step)


def panels() -> tuple[Panel, Panel]:
    """The Mediterranean and the inset with the Red Sea."""
    med = Panel(LCC, [(-6.6, 36), (36.8, 33), (15.5, 46.2), (15.5, 27.4)], 1600, Tuning(0.7, 3, (4, 9, 15)))
    red = Panel(MERCATOR, [(31.6, 31.0), (46.6, 11.2)], 285, Tuning(0.6, 2, (3, 7)))
    return med, red


def north_panel() -> Panel:
    """From Morocco to the Barents Sea."""
    corners = [(-36, 50), (49, 50), (8, 73), (8, 33)]
    return Panel(NORTHERN, corners, 1600, Tuning(0.9, 7, (4, 8, 13), tuple(KEEP_NORTH), 2.0), NORTH)


# --- writing paths ---------------------------------------------------------------------------------------------------


def path(geometry: BaseGeometry, digits: int = 0) -> str:
    """SVG path with relative steps on a whole-number grid; `digits` = 1 keeps tenths (for the small inset)."""
    scale = 10**digits
    out = ""
    for polygon in polygons(geometry):
        for ring in (polygon.exterior, *polygon.interiors):
            points = [(round(x * scale), round(y * scale)) for x, y in ring.coords]
            out += _ring([p for i, p in enumerate(points) if i == 0 or p != points[i - 1]], scale)
    return out


def _ring(points: list[tuple[int, int]], scale: int) -> str:
    if len(points) > 1 and points[0] == points[-1]:
        points = points[:-1]
    if len(points) < 3:
        return ""
    x, y = points[0]
    steps = []
    for nx, ny in points[1:]:
        steps.append(_pair(nx - x, ny - y, scale))
        x, y = nx, ny
    return f"M{_pair(*points[0], scale)}l" + " ".join(steps).replace(" -", "-") + "z"


def _pair(x: int, y: int, scale: int) -> str:
    a, b = (f"{v / scale:g}".replace("0.", ".", 1) if 0 < abs(v) < scale else f"{v / scale:g}" for v in (x, y))
    return a + b if b.startswith("-") else f"{a} {b}"


# --- the coast -------------------------------------------------------------------------------------------------------


def drawing(panel: Panel, land: MultiPolygon, digits: int) -> str:
    out = f'<rect {LOOKS["sea"]} width="{panel.width}" height="{panel.height}"/>'
    for i, band in enumerate(panel.bands(land)):
        out += f'<path {LOOKS[f"w{i}"]} d="{path(band, 0)}"/>'
    out += f'<path {LOOKS["grid"]} d="{panel.graticule()}"/>'
    return out + f'<path {LOOKS["land"]} fill-rule="evenodd" d="{path(land, digits)}"/>'


def inset_svg(panel: Panel, land: MultiPolygon, corner: tuple[int, int]) -> str:
    x, y = corner
    w, h = panel.width, panel.height
    return (
        f'<svg x="{x}" y="{y}" width="{w}" height="{h}" viewBox="0 0 {w} {h}">{drawing(panel, land, 1)}'
        f'<rect {LOOKS["frame"]} x="1" y="1" width="{w - 2}" height="{h - 2}"/></svg>'
    )


def coast_svg(panel: Panel, drawn: str, inset: str = "") -> str:
    size = f'viewBox="0 0 {panel.width} {panel.height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" id="coast" {size}>{drawn}{inset}</svg>\n'


# --- the zones -------------------------------------------------------------------------------------------------------


def zone_shapes(
    file: str, panel: Panel, land: MultiPolygon, apart: Mapping[str, tuple[Panel, MultiPolygon, tuple[int, int]]]
) -> dict[str, str]:
    """Zone key -> path on the whole grid. Small islands stay inside a zone: the coast below shows through.

    apart: the zones that stand on an inset: its panel, its land, and where it begins.
    """
    return zone_paths(tomllib.loads((TOOLS / file).read_text()), panel, land, apart)


def zone_paths(
    outlines: Mapping[str, Any],
    panel: Panel,
    land: MultiPolygon,
    apart: Mapping[str, tuple[Panel, MultiPolygon, tuple[int, int]]],
) -> dict[str, str]:
    """The same, of outlines that were read."""
    taken: BaseGeometry = Polygon()
    out = {}
    for key, entry in outlines.items():
        here, ground, corner = apart.get(key, (panel, land, (0, 0)))
        sea = box(0, 0, here.width, here.height).difference(ground)
        shape = sea.intersection(here.projected(Polygon(entry["outline"])))
        if here is panel:
            shape = shape.difference(taken)
            taken = union_all([taken, shape.buffer(0.01)])
        out[key] = path(_for_touch(translate(shape, *corner), here.tuning.corners))
    return out


def _for_touch(shape: BaseGeometry, corners: float) -> MultiPolygon:
    """Drop specks and small islands: a finger needs one clean area, and each corner costs bytes on the first visit."""
    parts = []
    for polygon in polygons(shape.simplify(corners)):
        if polygon.area >= 40:
            parts.append(Polygon(polygon.exterior, [i for i in polygon.interiors if Polygon(i).area > 60]))
    return MultiPolygon(parts)


# --- the border ------------------------------------------------------------------------------------------------------


def border(panel: Panel, gap: int = 1, thick: int = 11) -> str:
    """The graduated frame of a chart: black bars a few degrees long, cut where the meridians meet the edge."""
    w, h = panel.width, panel.height
    out = ""
    for low, high in _bars(panel, "x", h):
        out += f"M{low} {h + gap}H{high}v{thick}H{low}z"
    for low, high in _bars(panel, "x", 0):
        out += f"M{low} {-gap - thick}H{high}v{thick}H{low}z"
    for low, high in _bars(panel, "y", 0):
        out += f"M{-gap - thick} {low}V{high}h{thick}V{low}z"
    for low, high in _bars(panel, "y", w):
        out += f"M{w + gap} {low}V{high}h{thick}V{low}z"
    return out


def _bars(panel: Panel, axis: str, edge: float) -> list[tuple[int, int]]:
    limit = panel.width if axis == "x" else panel.height
    out = []
    for degree in panel.theatre.bars[axis == "y"]:
        ends = sorted(_crossing(panel, axis, edge, degree + i) for i in (0, panel.theatre.bar))
        low, high = max(0, round(ends[0])), min(limit, round(ends[1]))
        if high > low:
            out.append((low, high))
    return out


def _crossing(panel: Panel, axis: str, edge: float, degree: float) -> float:
    """Where the meridian (axis x) or parallel (axis y) of `degree` meets the edge, by halving."""
    low, high = panel.theatre.reach[axis == "x"]
    x = y = math.nan
    for _ in range(50):
        middle = (low + high) / 2
        x, y = panel.at(degree, middle) if axis == "x" else panel.at(middle, degree)
        before = y > edge if axis == "x" else x < edge
        low, high = (middle, high) if before else (low, middle)
    return x if axis == "x" else y


# --- putting it together ---------------------------------------------------------------------------------------------


def port_anchors(med: Panel, red: Panel, inset: tuple[int, int]) -> dict[str, list[int]]:
    """Port key -> [x, y] on the grid, for the ports that fall inside the chart or its inset."""
    out = {}
    for key, port in tomllib.loads((PLACES / "ports.toml").read_text()).items():
        lon, lat = port["lon"], port["lat"]
        if red.holds(lon, lat) and ("red-sea" in port["zones"] or "indian-ocean" in port["zones"]):
            x, y = red.at(lon, lat)
            out[key] = [round(x + inset[0]), round(y + inset[1])]
        elif med.holds(lon, lat):
            out[key] = [round(v) for v in med.at(lon, lat)]
    return out


def north_anchors(panel: Panel) -> dict[str, list[int]]:
    """Port key -> [x, y] for the ports that say where their name stands on the northern chart."""
    return {
        key: [round(v) for v in panel.at(port["lon"], port["lat"])] for key, port in ports().items() if "north" in port
    }


def build(land_file: Path) -> None:
    MAPS.mkdir(parents=True, exist_ok=True)
    med, red = panels()
    inset = (INSET_LEFT, med.height - red.height - INSET_BOTTOM)
    degrees = read_land(land_file, box(*MED.clip))
    lands = (med.land(degrees), red.land(degrees))
    (MAPS / "coast.svg").write_text(coast_svg(med, drawing(med, lands[0], 0), inset_svg(red, lands[1], inset)))
    paths = zone_shapes("zone_outlines.toml", med, lands[0], {"red-sea": (red, lands[1], inset)})
    write("shapes.json", med, paths, "zone_plates.toml", port_anchors(med, red, inset), (*inset, red.width, red.height))

    north = north_panel()
    land = north.land(read_land(land_file, box(*NORTH.clip)))
    (MAPS / "north.svg").write_text(coast_svg(north, drawing(north, land, 0)))
    paths = zone_shapes("north_outlines.toml", north, land, {})
    write("north.json", north, paths, "north_plates.toml", north_anchors(north), (0, 0, 0, 0))


def write(
    file: str,
    panel: Panel,
    paths: Mapping[str, str],
    plate_file: str,
    ports: Mapping[str, list[int]],
    inset: tuple[int, int, int, int],
) -> None:
    """One file of shapes, and its sizes on the screen."""
    plates = tomllib.loads((TOOLS / plate_file).read_text())
    shapes = {
        "about": "Made by tools/build_map.py; do not edit. Grid units: see width and height.",
        "made_from": mark(),
        "width": panel.width,
        "height": panel.height,
        "inset": inset,
        "border": border(panel),
        "zones": {key: {"path": d, **plates[key]} for key, d in paths.items()},
        "ports": ports,
    }
    (PLACES / file).write_text(json.dumps(shapes, indent=1) + "\n")
    print(f"{file}: {panel.width} x {panel.height}, zone paths {sum(map(len, paths.values()))} bytes")
    print({key: len(d) for key, d in paths.items()})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("land", type=Path, help="land-10m.json of world-atlas 2.0.2")
    build(parser.parse_args().land)


if __name__ == "__main__":
    main()
