"""The place data of the Europa system: routes, adjacency, owners, groups, and how they fit on the chart."""

from __future__ import annotations

import gzip
import json
import math
import re
import shutil
import tomllib
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from navalassist.rules.europa import world
from navalassist.systems.europa.places import FOLDER, PlacesError, Theatre, Zone, load, places
from navalassist.systems.europa.ways import NoRoute, propose_route
from tools.map_inputs import mark

ROOT = Path(__file__).resolve().parents[2]
PLACES = places()
DRAWN = [p for p in PLACES.ports.values() if p.x is not None]
MED_PORTS = [p for p in PLACES.ports.values() if any(PLACES.zones[z].theatre == "med" for z in p.zones)]
NORTHERN_PORTS = [p for p in PLACES.ports.values() if any(PLACES.zones[z].theatre == "north" for z in p.zones)]
DRAWN_NORTH = [p for p in PLACES.ports.values() if p.north]
THEATRES: tuple[Theatre, ...] = ("med", "north")

# fmt: off
DRAWN_ZONES = {
    "western-med", "tyrrhenian", "central-med", "adriatic", "aegean", "south-aegean", "eastern-med", "red-sea",
}
NORTHERN_ZONES = {
    "arctic", "baltic", "norwegian-sea", "denmark-sea", "north-sea", "north-atlantic", "english-channel",
    "french-atlantic", "spanish-atlantic", "african-atlantic",
}
LISTED_ZONES = {"indian-ocean", "persian-gulf", "black-sea"}
# fmt: on


# --- routes ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("origin", "destination", "zones"),
    [
        ("naples", "tripoli", "tyrrhenian central-med"),
        ("tripoli", "naples", "central-med tyrrhenian"),
        ("gibraltar", "valletta", "western-med central-med"),
        ("valletta", "gibraltar", "central-med western-med"),
        ("palermo", "pantelleria", "tyrrhenian central-med"),
        ("port-sudan", "suez", "red-sea"),
        ("alexandria", "valletta", "eastern-med central-med"),
        ("alexandria", "athens", "eastern-med aegean"),
        ("venice", "tripoli", "adriatic central-med"),
        ("brindisi", "durazzo", "adriatic"),
        ("suez", "alexandria", "red-sea eastern-med"),
        ("aden", "mogadishu", "indian-ocean"),
        ("liverpool", "murmansk", "north-atlantic arctic"),
        ("scapa-flow", "trondheim", "north-sea norwegian-sea"),
        ("kiel", "bergen", "baltic north-sea"),
        ("oslo", "kiel", "denmark-sea baltic"),
        ("london", "alexandria", "north-sea north-atlantic spanish-atlantic western-med central-med eastern-med"),
        ("genoa", "massaua", "western-med central-med eastern-med red-sea"),
    ],
)
def test_a_voyage_is_proposed_with_the_fewest_zones(origin: str, destination: str, zones: str) -> None:
    assert propose_route(origin, destination) == tuple(zones.split())


def test_a_port_on_two_zones_takes_the_one_that_the_other_port_lies_on() -> None:
    assert propose_route("naples", "messina") == ("tyrrhenian",)
    assert propose_route("messina", "tripoli") == ("central-med",)


def test_the_south_aegean_zone_is_only_sailed_while_it_is_declared() -> None:
    assert propose_route("alexandria", "suda-bay") == ("eastern-med", "aegean")
    assert propose_route("alexandria", "suda-bay", south_aegean="tight") == ("eastern-med", "south-aegean")
    assert propose_route("taranto", "thessalonika") == ("central-med", "aegean")


def test_a_loose_zone_closes_the_aegean_off_and_a_tight_one_leaves_a_way() -> None:
    assert propose_route("taranto", "thessalonika", south_aegean="tight") == ("central-med", "aegean")
    assert propose_route("taranto", "thessalonika", south_aegean="loose") == ("central-med", "south-aegean", "aegean")


def test_rhodes_is_too_far_from_crete_for_the_tight_zone() -> None:
    assert PLACES.ports["rhodes"].zones_when("tight") == ("aegean",)
    assert PLACES.ports["rhodes"].zones_when("loose") == ("south-aegean",)


def test_a_shut_canal_leaves_no_way_and_says_so_with_both_names() -> None:
    with pytest.raises(NoRoute, match=r"Port Sudan and Alexandria"):
        propose_route("port-sudan", "alexandria", shut={"suez"})


def test_every_two_ports_are_joined_by_zones_that_touch() -> None:
    for origin in PLACES.ports:
        for destination in PLACES.ports:
            way = propose_route(origin, destination)
            assert way[0] in PLACES.ports[origin].zones
            assert way[-1] in PLACES.ports[destination].zones
            assert all(b in PLACES.zones[a].neighbours for a, b in pairwise(way))
            assert len(way) == len(propose_route(destination, origin))


# --- zones, conditions ----------------------------------------------------------------------------------------------


def test_the_zones_are_those_of_the_rules() -> None:
    assert set(PLACES.zones) == DRAWN_ZONES | NORTHERN_ZONES | LISTED_ZONES


def test_adjacency_holds_both_ways() -> None:
    for zone in PLACES.zones.values():
        for other in zone.neighbours:
            assert zone.key in PLACES.zones[other].neighbours, (zone.key, other)


def test_each_theatre_has_its_chart_and_three_seas_lie_on_neither() -> None:
    drawn = {(z.theatre, z.key) for z in PLACES.zones.values() if z.panel == "map"}
    assert drawn == {("med", key) for key in DRAWN_ZONES} | {("north", key) for key in NORTHERN_ZONES}
    assert {(z.theatre, z.key) for z in PLACES.zones.values() if z.shape} == drawn
    assert {z.theatre for z in PLACES.zones.values() if z.key in LISTED_ZONES} == {"med"}


def test_conditions_on_mar_i_41() -> None:
    wanted = {
        "suez-canal": "open",
        "crete-hexes": "all-allied",
        "crete-airbase-allied": True,
        "italy-surrendered": False,
        "france-surrendered": True,
        "at-war-with-ussr": False,
        "sweden": "neutral",
        "spain": "neutral",
        "vichy-atlantic-colony": True,
    }
    assert {k: PLACES.conditions[k].default for k in wanted} == wanted


def test_every_condition_has_a_rule_a_source_and_a_fact_key() -> None:
    for condition in PLACES.conditions.values():
        assert condition.source
        assert all(re.fullmatch(r"3[36]\.[A-Z][\w.]*", rule) for rule in condition.rules)
        assert condition.default in condition.values
        assert condition.fact == f"condition:{condition.key}.value"


def test_the_rules_and_the_data_know_the_same_conditions() -> None:
    """The Kiel Canal is only read for routes, and the waters that are played only by the pages."""
    data = {k: tuple(c.choices) for k, c in PLACES.conditions.items() if k not in ("kiel-canal", "theatres")}
    assert data == dict(world.CONDITIONS)


def test_the_rules_and_the_data_count_the_same_ports() -> None:
    italian = {p.key for g in ("italian-mainland", "italian-islands") for p in PLACES.ports_in(g)}
    assert set(world.ITALIAN_PORTS) == italian
    for ports, group in (
        (world.CRETE_PORTS, "crete"),
        (world.CYPRUS_PORTS, "cyprus"),
        (world.RED_SEA_PORTS, "red-sea"),
    ):
        assert set(ports) == {p.key for p in PLACES.ports_in(group)}


# --- ports ----------------------------------------------------------------------------------------------------------


def test_the_list_of_ports_is_neither_thin_nor_endless() -> None:
    assert 60 <= len(MED_PORTS) <= 75
    assert 40 <= len(NORTHERN_PORTS) <= 50
    assert [p.key for p in MED_PORTS if p in NORTHERN_PORTS] == ["gibraltar"]


@pytest.mark.parametrize("key", PLACES.ports)
def test_each_port_names_a_source_for_its_owner(key: str) -> None:
    port = PLACES.ports[key]
    assert port.owner_source.startswith(port.owner_fact)
    assert re.search(r"\b1[1-9]\d\d\b|naval-history", port.source_text), "a source has a year or an address"


def test_every_source_is_used_and_says_what_was_checked() -> None:
    sources = tomllib.loads((FOLDER / "sources.toml").read_text())
    files = ("ports.toml", "ports_north.toml")
    used = {p["source"] for file in files for p in tomllib.loads((FOLDER / file).read_text()).values()}
    assert set(sources) == used
    assert all(s["checked"] for s in sources.values())


def test_owners_on_mar_i_41() -> None:
    by_owner: dict[str, set[str]] = {}
    for port in PLACES.ports.values():
        by_owner.setdefault(port.owner, set()).add(port.key)
    assert {"naples", "tripoli", "massaua", "assab", "berbera", "rhodes", "castelrosso", "valona"} <= by_owner["axis"]
    assert {"benghazi", "tobruk", "valletta", "suda-bay", "athens", "aden", "kisimayu"} <= by_owner["allied"]
    assert {"algiers", "oran", "bizerte", "toulon", "ajaccio", "beirut", "djibouti"} <= by_owner["vichy"]
    assert {"barcelona", "izmir", "split", "jidda"} <= by_owner["neutral"]
    assert {"bergen", "narvik", "copenhagen", "danzig", "rotterdam", "brest"} <= by_owner["axis"]
    assert {"london", "scapa-flow", "belfast", "reykjavik", "freetown"} <= by_owner["allied"]
    assert {"casablanca", "dakar"} <= by_owner["vichy"]
    assert {"dublin", "gothenburg", "lisbon", "helsinki", "murmansk", "riga"} <= by_owner["neutral"]


def test_the_ports_that_rules_name_carry_their_map_reference() -> None:
    named = {
        "gibraltar": "24A:2110",
        "algiers": "25A:0610",
        "oran": "24A:4014",
        "alexandria": "19A:2416",
        "haifa": "19A:4305",
        "thessalonika": "14A:4510",
        "athens": "15B:0911",
        "aden": "WW5:0319",
        "port-sudan": "WW13:0423",
        "massaua": "WW14:2204",
        "valletta": "18A:0407",
        "tobruk": "18A:4817",
    }
    assert {k: PLACES.ports[k].map_ref for k in named} == named


@pytest.mark.parametrize(
    ("group", "keys"),
    [
        ("crete", "suda-bay heraklion"),
        ("cyprus", "famagusta limassol"),
        ("corsica", "ajaccio bastia"),
        ("sardinia", "cagliari olbia"),
        ("sicily", "palermo messina catania augusta syracuse licata trapani"),
        ("pantelleria", "pantelleria"),
        ("tunisia-short-route", "bizerte tunis"),
        ("red-sea", "suez port-sudan massaua assab jidda aden"),
        ("libya", "tripoli misurata benghazi derna tobruk"),
    ],
)
def test_groups_that_rules_ask_for(group: str, keys: str) -> None:
    assert {p.key for p in PLACES.ports_in(group)} == set(keys.split())


def test_the_italian_islands_are_sicily_sardinia_and_the_small_ones() -> None:
    islands = {p.key for p in PLACES.ports_in("italian-islands")}
    parts = {p.key for g in ("sicily", "sardinia", "pantelleria") for p in PLACES.ports_in(g)}
    assert islands == parts | {"lampedusa"}
    assert not islands & {p.key for p in PLACES.ports_in("italian-mainland")}


def test_a_kind_without_a_source_is_marked_as_a_stand_in() -> None:
    assert {(p.kind, p.kind_note) for p in PLACES.ports.values()} == {("standard", "stand-in")}


# --- the chart ------------------------------------------------------------------------------------------------------


def test_the_chart_is_drawn_from_the_present_data() -> None:
    for file in ("shapes.json", "north.json"):
        shapes = json.loads((FOLDER / file).read_text())
        assert shapes["made_from"] == mark(), "run tools/build_map.py again"


def test_every_port_of_the_map_panels_has_an_anchor_inside_its_frame() -> None:
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


def test_every_port_of_the_northern_chart_lies_inside_its_frame() -> None:
    for port in DRAWN_NORTH:
        assert port.north is not None
        assert 0 < port.north.x < PLACES.charts["north"].width
        assert 0 < port.north.y < PLACES.charts["north"].height


def test_each_drawn_port_lies_beside_a_zone_that_it_names() -> None:
    for port in DRAWN:
        zones = [PLACES.zones[z].shape for z in port.zones_when("loose")]
        gaps = [_gap(z.path, port.x, port.y) for z in zones if z]
        limit = 30 if port.key == "aden" else 6  # Aden lies past Bab el Mandeb, see its zone_note
        if port.zones != ("indian-ocean",):
            assert min(gaps) <= limit, (port.key, gaps)


def test_each_port_of_the_northern_chart_lies_beside_a_zone_that_it_names() -> None:
    for port in DRAWN_NORTH:
        assert port.north is not None
        shapes = [PLACES.zones[z].shape for z in port.zones if PLACES.zones[z].theatre == "north"]
        gaps = [_gap(shape.path, port.north.x, port.north.y) for shape in shapes if shape]
        assert min(gaps) <= 18, (port.key, gaps)  # Hamburg lies up the Elbe, London up the Thames


def test_the_northern_zones_do_not_lie_on_one_another_where_their_leaders_end() -> None:
    for key in NORTHERN_ZONES:
        shape = PLACES.zones[key].shape
        assert shape is not None
        others = [PLACES.zones[other].shape for other in NORTHERN_ZONES - {key}]
        assert not any(_inside(other.path, *shape.dot) for other in others if other), key


def test_each_plate_stays_on_the_chart_and_each_dot_in_its_zone() -> None:
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
        assert zone.shape is not None
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
    assert coast.startswith(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}">')
    assert "prefers-color-scheme:dark" in coast
    assert "<text" not in coast
    assert "<script" not in coast


# --- data that does not fit -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("ports.toml", 'source = "utrecht"', 'source = "hearsay"', r"ports.toml: gibraltar: source 'hearsay'"),
        ("ports.toml", 'zones = ["tyrrhenian"]', 'zones = ["tirreno"]', r"ports.toml: \S+ lies on the unknown zone"),
        ("ports.toml", 'owner = "axis"', 'owner = "italy"', r"ports.toml: genoa: owner"),
        ("ports.toml", "lat = 36.14", "lat = 136.14", r"ports.toml: gibraltar: lat"),
        ("ports.toml", "lon = -5.35", "lon = ", r"ports.toml: .*line"),
        ("zones.toml", 'neighbours = ["central-med"]', "neighbours = []", r"zones.toml: .*adriatic"),
        ("zones.toml", '"red-sea", "persian-gulf"', '"red-sea", "atlantis"', r"zones.toml: indian-ocean .* atlantis"),
        ("zones.toml", 'open_when = "open"', 'open_when = "ajar"', r"zones.toml: passage suez: .* ajar"),
        ("zones.toml", 'panel = "list"', 'panel = "map"', r"zones.toml: indian-ocean is on panel map"),
        ("zones.toml", 'theatre = "north"', 'theatre = "pacific"', r"zones.toml: arctic: theatre"),
        (
            "ports_north.toml",
            'zones = ["arctic"]',
            'zones = ["ice"]',
            r"ports_north.toml: kirkenes lies on the unknown zone",
        ),
        (
            "ports_north.toml",
            "lon = -1.1",
            "lon = -1.1\nnorth = {}",
            r"ports_north.toml: portsmouth is to be drawn in the north",
        ),
        ("zones.toml", 'port = "gibraltar"\n', "", r"zones.toml: passage gibraltar-spanish needs"),
        ("conditions.toml", 'default = "open"', 'default = "shut"', r"conditions.toml: suez-canal: .*'shut'"),
    ],
)
def test_a_file_that_does_not_fit_is_refused_by_file_and_entry(
    tmp_path: Path, file: str, old: str, new: str, message: str
) -> None:
    folder = tmp_path / "places"
    shutil.copytree(FOLDER, folder)
    text = (folder / file).read_text()
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1))
    with pytest.raises(PlacesError, match=message):
        load(folder)


def test_a_port_to_be_drawn_outside_the_chart_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "places"
    shutil.copytree(FOLDER, folder)
    shapes = json.loads((folder / "shapes.json").read_text())
    del shapes["ports"]["naples"]
    (folder / "shapes.json").write_text(json.dumps(shapes))
    with pytest.raises(PlacesError, match=r"naples is to be drawn .*build_map"):
        load(folder)


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
