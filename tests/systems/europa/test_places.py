"""The place data of the Europa system: routes, adjacency, owners, groups, and how they fit on the chart."""

import json
import re
import shutil
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest

from navalassist.engine.maps.sheet_hexes import Hex, distance
from navalassist.rules.europa import world
from navalassist.systems.europa.places import FOLDER, PlacesError, load, places
from navalassist.systems.europa.shores import runs_a_coast
from navalassist.systems.europa.system import EUROPA
from navalassist.systems.europa.ways import NoRoute, propose_route

PLACES = places()
MAR_I_41 = "1941-03-1"
MED_PORTS = [p for p in PLACES.ports.values() if any(PLACES.zones[z].theatre == "med" for z in p.zones)]
NORTHERN_PORTS = [p for p in PLACES.ports.values() if any(PLACES.zones[z].theatre == "north" for z in p.zones)]

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


def ports_in(*groups: str) -> set[str]:
    """Keys of the ports that have one of these group tags."""
    return {port.key for port in PLACES.ports.values() if not port.groups.isdisjoint(groups)}


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


def test_a_port_on_two_zones_takes_that_of_the_other_port_and_the_south_aegean_zone_its_own() -> None:
    assert propose_route("naples", "messina") == ("tyrrhenian",)
    assert propose_route("messina", "tripoli") == ("central-med",)
    assert propose_route("alexandria", "suda-bay") == ("eastern-med", "aegean")
    assert propose_route("alexandria", "suda-bay", south_aegean="tight") == ("eastern-med", "south-aegean")
    assert propose_route("taranto", "thessalonika") == ("central-med", "aegean")
    assert propose_route("taranto", "thessalonika", south_aegean="tight") == ("central-med", "aegean")
    assert propose_route("taranto", "thessalonika", south_aegean="loose") == ("central-med", "south-aegean", "aegean")
    assert PLACES.ports["rhodes"].zones_when("tight") == ("aegean",)
    assert PLACES.ports["rhodes"].zones_when("loose") == ("south-aegean",)


def test_a_shut_canal_leaves_no_way_and_says_so_with_both_names() -> None:
    with pytest.raises(NoRoute, match=r"Port Sudan and Alexandria"):
        propose_route("port-sudan", "alexandria", shut={"suez"})


@pytest.mark.rule("E36.A.1")
def test_from_kiel_to_brunsbuttel_the_coast_leads_around_jutland() -> None:
    """Jutland is Danish: before April 1940 no coast of one owner runs from the Baltic to the North Sea."""
    for owner, leads in (("neutral", False), ("axis", True)):
        assert runs_a_coast({"port:copenhagen.owner": owner}, "axis", "kiel", "brunsbuttel") is leads


def test_every_two_ports_are_joined_by_zones_that_touch() -> None:
    for origin in PLACES.ports:
        for destination in PLACES.ports:
            way = propose_route(origin, destination)
            assert way[0] in PLACES.ports[origin].zones
            assert way[-1] in PLACES.ports[destination].zones
            assert all(b in PLACES.zones[a].neighbours for a, b in pairwise(way))
            assert len(way) == len(propose_route(destination, origin))


# --- zones, conditions ----------------------------------------------------------------------------------------------


def test_the_zones_are_those_of_the_rules_touch_both_ways_and_lie_on_their_charts() -> None:
    assert set(PLACES.zones) == DRAWN_ZONES | NORTHERN_ZONES | LISTED_ZONES
    for zone in PLACES.zones.values():
        for other in zone.neighbours:
            assert zone.key in PLACES.zones[other].neighbours, (zone.key, other)
    drawn = {(z.theatre, z.key) for z in PLACES.zones.values() if z.panel == "map"}
    assert drawn == {("med", key) for key in DRAWN_ZONES} | {("north", key) for key in NORTHERN_ZONES}
    assert {(z.theatre, z.key) for z in PLACES.zones.values() if z.shape} == drawn
    assert {z.theatre for z in PLACES.zones.values() if z.key in LISTED_ZONES} == {"med"}


def test_conditions_stand_as_on_mar_i_41_each_with_a_rule_a_source_and_a_fact_key() -> None:
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
    assert {k: PLACES.conditions[k].since(MAR_I_41).value for k in wanted} == wanted
    for condition in PLACES.conditions.values():
        assert all(since.source for since in condition.history)
        assert all(re.fullmatch(r"3[36]\.[A-Z][\w.]*", rule) for rule in condition.rules)
        assert condition.fact == f"condition:{condition.key}.value"


def test_the_rules_and_the_data_know_the_same_conditions_and_count_the_same_ports() -> None:
    """The Kiel Canal is only read for routes, and the waters that are played only by the pages."""
    data = {k: tuple(c.choices) for k, c in PLACES.conditions.items() if k not in ("kiel-canal", "theatres")}
    assert data == dict(world.CONDITIONS)
    italian = ports_in("italian-mainland", "italian-islands")
    assert set(world.ITALIAN_PORTS) == italian
    for ports, group in (
        (world.CRETE_PORTS, "crete"),
        (world.CYPRUS_PORTS, "cyprus"),
        (world.RED_SEA_PORTS, "red-sea"),
    ):
        assert set(ports) == ports_in(group)


# --- ports ----------------------------------------------------------------------------------------------------------


def test_the_list_of_ports_is_neither_thin_nor_endless() -> None:
    assert 60 <= len(MED_PORTS) <= 75
    assert 40 <= len(NORTHERN_PORTS) <= 55
    assert [p.key for p in MED_PORTS if p in NORTHERN_PORTS] == ["gibraltar"]


@pytest.mark.parametrize("key", PLACES.ports)
def test_each_port_names_a_source_for_its_owner(key: str) -> None:
    for since in PLACES.ports[key].owners:
        assert re.search(r"\b1[1-9]\d\d\b|naval-history", since.source), "a source has a year or an address"


def test_every_source_is_used_and_says_what_was_checked() -> None:
    sources = tomllib.loads((FOLDER / "sources.toml").read_text())
    used = {change["source"] for change in tomllib.loads((FOLDER / "owners.toml").read_text())["change"]}
    assert set(sources) == used
    assert all(s["checked"] for s in sources.values())


def test_owners_on_mar_i_41() -> None:
    by_owner: dict[str, set[str]] = {}
    for port in PLACES.ports.values():
        by_owner.setdefault(port.owned(MAR_I_41).value, set()).add(port.key)
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
    assert ports_in(group) == set(keys.split())


def test_the_italian_islands_are_told_and_a_kind_without_a_source_is_marked_as_a_stand_in() -> None:
    islands = ports_in("italian-islands")
    parts = ports_in("sicily", "sardinia", "pantelleria")
    assert islands == parts | {"lampedusa"}
    assert not islands & ports_in("italian-mainland")
    assert {(p.kind, p.kind_note) for p in PLACES.ports.values()} == {("standard", "stand-in")}


# --- data that does not fit -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("owners.toml", 'source = "utrecht"', 'source = "hearsay"', r"owners.toml: .*gibraltar.*: source 'hearsay'"),
        ("owners.toml", 'ports = ["gibraltar"]', 'ports = ["calpe"]', r"owners.toml: there is no port calpe"),
        ("owners.toml", "day = 1940-06-12\n", "", r"ports.toml: cartagena: .*all others have one"),
        ("owners.toml", "day = 1943-09-18", "day = 1940-06-10", r"ports.toml: cagliari: .*days do not follow"),
        ("owners.toml", "day = 1943-09-18", "when = 1943-09-18", r"owners.toml: .*there is no field when"),
        ("ports.toml", 'zones = ["tyrrhenian"]', 'zones = ["tirreno"]', r"ports.toml: \S+ lies on the unknown zone"),
        ("owners.toml", 'owner = "axis"', 'owner = "reich"', r"ports_north.toml: hamburg: .*owner 'reich' is none"),
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
        ("conditions.toml", 'value = "open"', 'value = "shut"', r"conditions.toml: suez-canal: .*'shut'"),
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


# --- hexes that forms name as an example lie in the open sea: what is copied by mistake does no harm

HEX = re.compile(r"\b(?:WW)?[0-9]{1,2}[A-D]?:[0-9]{4}\b")


@pytest.mark.rule("E36.A.2")
def test_hexes_of_hints_are_no_ports_nor_near_one() -> None:
    """18A:2010 lies in the middle between Malta, 18A:0407, and Tobruk, 18A:4817."""
    named = {
        found
        for form in EUROPA.forms.values()
        for field in form.model_fields.values()
        if field.title != "Hex of the port"
        for found in HEX.findall(f"{field.title} {field.description}")
    }
    assert named == {"18A:2010", "18A:2012"}
    ports = [Hex.of(port.map_ref) for port in places().ports.values() if port.map_ref]
    for name in named:
        assert min(away for port in ports if (away := distance(Hex.of(name), port)) is not None) > 5
