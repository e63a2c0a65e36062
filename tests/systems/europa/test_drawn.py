"""Where the places of the Europa system are drawn: frames, anchors, names, plates and the coast."""

from __future__ import annotations

import gzip
import json
import math
import re
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from navalassist.systems.europa.places import FOLDER, Theatre, Zone
from tests.systems.europa.test_places import MED_PORTS, NORTHERN_PORTS, NORTHERN_ZONES, PLACES
from tools.map_inputs import mark

ROOT = Path(__file__).resolve().parents[3]
DRAWN = [p for p in PLACES.ports.values() if p.x is not None]
DRAWN_NORTH = [p for p in PLACES.ports.values() if p.north]
THEATRES: tuple[Theatre, ...] = ("med", "north")


def test_the_chart_is_drawn_from_the_present_data() -> None:
    for file in ("shapes.json", "north.json"):
        shapes = json.loads((FOLDER / file).read_text())
        assert shapes["made_from"] == mark(), "run tools/build_map.py again"


def test_every_port_of_each_chart_has_an_anchor_inside_its_frame() -> None:
    left, top, width, height = PLACES.chart.inset
    for port in DRAWN:
        assert port.x is not None
        assert port.y is not None
        if port.panel == "inset":
            assert left <= port.x <= left + width
            assert top <= port.y <= top + height
        else:
            assert port.panel == "main"
            assert 0 <= port.x <= PLACES.chart.width
            assert 0 <= port.y <= PLACES.chart.height
    assert {p.key for p in MED_PORTS if p.panel == "list"} == {"berbera", "mogadishu", "kisimayu"}
    assert {p.panel for p in NORTHERN_PORTS if p.key != "gibraltar"} == {"list"}
    for port in DRAWN_NORTH:
        assert 0 < port.north.x < PLACES.charts["north"].width
        assert 0 < port.north.y < PLACES.charts["north"].height


def test_each_drawn_port_lies_beside_a_zone_that_it_names() -> None:
    for port in DRAWN:
        zones = [PLACES.zones[z].shape for z in port.zones_when("loose")]
        gaps = [_gap(z.path, port.x, port.y) for z in zones if z]
        limit = 30 if port.key == "aden" else 6  # Aden lies past Bab el Mandeb, see its zone_note
        if port.zones != ("indian-ocean",):
            assert min(gaps) <= limit, (port.key, gaps)
    for port in DRAWN_NORTH:
        shapes = [PLACES.zones[z].shape for z in port.zones if PLACES.zones[z].theatre == "north"]
        gaps = [_gap(shape.path, port.north.x, port.north.y) for shape in shapes if shape]
        assert min(gaps) <= 18, (port.key, gaps)  # Hamburg lies up the Elbe, London up the Thames


def test_each_plate_stays_on_the_chart_and_each_dot_in_its_zone_alone() -> None:
    for key in NORTHERN_ZONES:
        shape = PLACES.zones[key].shape
        others = [PLACES.zones[other].shape for other in NORTHERN_ZONES - {key}]
        assert not any(_inside(other.path, *shape.dot) for other in others if other), key
    for zone in PLACES.zones.values():
        if zone.shape is None:
            continue
        plate, chart = zone.shape.plate, PLACES.charts[zone.theatre]
        assert plate.left >= 0
        assert plate.left + plate.w <= chart.width
        assert 0 <= plate.y <= plate.y + plate.h <= chart.height
        assert _inside(zone.shape.path, *zone.shape.dot), zone.key
        if zone.shape.leader:
            assert zone.shape.leader[2:] == zone.shape.dot


def _names(theatre: Theatre) -> dict[str, Box]:
    """Where the names of a chart's ports stand."""
    ports = [(p, p.spot) for p in DRAWN if p.on_map] if theatre == "med" else [(p, p.north) for p in DRAWN_NORTH]
    return {p.key: _text_box(p.name if p.key != "valletta" else "Malta", *spot.label_at) for p, spot in ports if spot}


def _drawn_zones(theatre: Theatre) -> list[Zone]:
    return [zone for zone in PLACES.zones.values() if zone.shape and zone.theatre == theatre]


@pytest.mark.parametrize(("theatre", "least", "most"), [("med", 20, 28), ("north", 18, 28)])
def test_names_on_the_map_do_not_run_into_one_another_or_under_a_plate(theatre: Theatre, least: int, most: int) -> None:
    """Measured for the larger type of the tablet: 25 units high, about 13 units a letter."""
    names = _names(theatre)
    assert least <= len(names) <= most
    for (one, a), (two, b) in combinations(names.items(), 2):
        assert not _overlap(a, b), (one, two)
    for zone in _drawn_zones(theatre):
        plate = zone.shape.plate
        for key, name in names.items():
            assert not _overlap(name, (plate.left, plate.y, plate.left + plate.w, plate.y + plate.h)), key


@pytest.mark.parametrize("theatre", THEATRES)
def test_plates_do_not_run_into_one_another(theatre: Theatre) -> None:
    plates = [(zone.key, zone.shape.plate) for zone in _drawn_zones(theatre) if zone.shape]
    boxes = {key: (p.left, p.y, p.left + p.w, p.y + p.h) for key, p in plates}
    for (one, a), (two, b) in combinations(boxes.items(), 2):
        assert not _overlap(a, b), (one, two)


@pytest.mark.parametrize("theatre", THEATRES)
def test_the_chart_is_light_enough_for_a_first_visit(theatre: Theatre) -> None:
    coast = (ROOT / "static" / PLACES.charts[theatre].coast).read_bytes()
    assert len(gzip.compress(coast, 9)) <= 24 * 1024
    brotli = pytest.importorskip("brotli")
    assert len(brotli.compress(coast, quality=11)) <= 20 * 1024


@pytest.mark.parametrize("theatre", THEATRES)
def test_the_zone_paths_are_short_and_in_whole_numbers(theatre: Theatre) -> None:
    paths = [zone.shape.path for zone in _drawn_zones(theatre) if zone.shape]
    assert sum(map(len, paths)) <= 12 * 1024
    assert not any("." in path for path in paths)


@pytest.mark.parametrize(("theatre", "size"), [("med", "1600 848"), ("north", "1600 1266")])
def test_the_coast_picture_is_well_formed_and_follows_the_light(theatre: Theatre, size: str) -> None:
    chart = PLACES.charts[theatre]
    coast = (ROOT / "static" / chart.coast).read_text()
    assert f"{chart.width} {chart.height}" == size
    assert coast.startswith(f'<svg xmlns="http://www.w3.org/2000/svg" id="coast" viewBox="0 0 {size}">')
    # In the colours of the page that uses it, so that every browser follows the light.
    assert "var(--sea" in coast
    assert "<text" not in coast
    assert "<script" not in coast


# --- measuring ------------------------------------------------------------------------------------------------------

Point = tuple[float, float]


Box = tuple[float, float, float, float]


def _rings(path: str) -> list[list[Point]]:
    out = []
    for part in re.findall(r"M([^z]*)z", path):
        numbers = [int(n) for n in re.findall(r"-?\d+", part)]
        x, y = numbers[:2]
        ring: list[Point] = [(x, y)]
        for dx, dy in zip(numbers[2::2], numbers[3::2], strict=True):
            x, y = x + dx, y + dy
            ring.append((x, y))
        out.append(ring)
    return out


def _inside(path: str, x: float, y: float) -> bool:
    crossings = 0
    for ring in _rings(path):
        for (ax, ay), (bx, by) in pairwise([*ring, ring[0]]):
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                crossings += 1
    return crossings % 2 == 1


def _gap(path: str, x: float | None, y: float | None) -> float:
    """From the point to the nearest edge of the zone, in grid units; 0 inside."""
    assert x is not None
    assert y is not None
    if _inside(path, x, y):
        return 0
    return min(_to_edge((x, y), a, b) for ring in _rings(path) for a, b in pairwise([*ring, ring[0]]))


def _to_edge(p: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    t = 0.0 if length == 0 else max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length))
    return math.hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)


def _text_box(text: str, x: int, y: int, anchor: str) -> Box:
    width = 13 * len(text)
    left = {"start": x, "middle": x - width / 2, "end": x - width}[anchor]
    return left, y - 19, left + width, y + 5


def _overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
