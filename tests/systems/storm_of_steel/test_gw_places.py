"""Sea areas, naval bases and ports of the Great War campaign (R-77), and the charts that draw them."""

import gzip
import json
from pathlib import Path

import pytest
from django.conf import settings

from navalassist.systems.storm_of_steel.charts import TITLES, charts
from navalassist.systems.storm_of_steel.places import AREAS, BASES, FOLDER, PlacesError, load, places


def test_neighbours_name_one_another_and_one_can_sail_from_any_area_to_any_other() -> None:
    areas = places().areas
    for key, area in areas.items():
        assert key not in area.neighbours
        assert all(key in areas[other].neighbours for other in area.neighbours), key
        assert len(set(area.neighbours)) == len(area.neighbours)
    reached, waiting = set(), ["north-sea-south"]
    while waiting:
        key = waiting.pop()
        reached.add(key)
        waiting += [other for other in areas[key].neighbours if other not in reached]
    assert reached == set(areas)


def test_bases_lie_on_their_own_waters_and_some_that_border_on_them_and_names_are_told_apart() -> None:
    found = places()
    assert all(set(base.areas) <= set(found.areas) for base in found.bases.values())
    assert len({base.name for base in found.bases.values()}) == len(found.bases)
    assert len({area.short_name for area in found.areas.values()}) == len(found.areas)
    assert all(base.why.endswith(".") for base in found.bases.values())
    for base in found.bases.values():
        own, *others = base.areas
        beyond = set(others) - set(found.areas[own].neighbours)
        # The canal leads from Kiel into the Bight.
        assert beyond == ({"heligoland-bight"} if base.key == "kiel" else set()), base.key


def test_the_owners_are_those_of_august_1914_and_both_sides_have_naval_bases_where_they_met_and_withdraw() -> None:
    bases = [base for base in places().bases.values() if base.kind == "naval-base"]
    near = {
        side: {area for base in bases if base.owner == side for area in base.areas} for side in ("central", "allied")
    }
    assert near["central"] & near["allied"] >= {"north-sea-north", "north-sea-south", "heligoland-bight", "ionian"}
    bases = places().bases
    owned = {key: base.owner for key, base in bases.items()}
    assert [owned[key] for key in ("wilhelmshaven", "kiel", "pola", "cattaro")] == ["central"] * 4
    assert [owned[key] for key in ("scapa-flow", "toulon", "malta", "sevastopol", "zeebrugge")] == ["allied"] * 5
    assert [owned[key] for key in ("taranto", "constantinople", "mudros", "varna")] == ["neutral"] * 4
    bases = [base for base in places().bases.values() if base.kind == "naval-base"]
    held = {(area, base.owner) for base in bases for area in base.areas}
    assert {("north-sea-south", "allied"), ("heligoland-bight", "central")} <= held
    assert {("adriatic", "central"), ("ionian", "allied"), ("baltic-west", "central")} <= held


def test_the_charts_draw_these_areas_and_bases_and_no_others() -> None:
    drawn = json.loads((FOLDER / "shapes.json").read_text(encoding="utf-8"))
    charts = {name: chart for name, chart in drawn.items() if isinstance(chart, dict)}
    found = places()
    for name, chart in charts.items():
        assert set(chart["areas"]) == {key for key, area in found.areas.items() if area.chart == name}
    assert {key for chart in charts.values() for key in chart["bases"]} == set(found.bases)


AREA = 'name = "A"\nshort_name = "A"\nchart = "north"\n'
BASE = 'name = "B"\nowner = "allied"\nkind = "port"\nfortress = false\ncity = false\nwhy = "Because."\n'


@pytest.mark.parametrize(
    ("areas", "bases", "words"),
    [
        ("[a", "", r"areas\.toml: "),
        ("[a]\n" + AREA, "", r"areas\.toml, \[a\]: .*neighbours"),
        ("a = 1", "", r"areas\.toml, \[a\]: "),
        (f'[a]\n{AREA}neighbours = ["b"]', "", r"areas\.toml, \[a\]: there is no area b"),
        (
            f'[a]\n{AREA}neighbours = ["b"]\n[b]\n{AREA}neighbours = ["b"]',
            "",
            r"areas\.toml, \[a\]: b does not name it",
        ),
        (f'[a]\n{AREA}neighbours = ["a"]', f'[x]\n{BASE}areas = ["c"]', r"bases\.toml, \[x\]: there is no area c"),
    ],
)
def test_a_file_that_does_not_fit_is_refused_with_its_entry(tmp_path: Path, areas: str, bases: str, words: str) -> None:
    (tmp_path / AREAS).write_text(areas, encoding="utf-8")
    (tmp_path / BASES).write_text(bases, encoding="utf-8")
    with pytest.raises(PlacesError, match=f"(?s){words}"):
        load(tmp_path)


COAST_KB, PATHS_KB = 24, 12


@pytest.mark.parametrize("key", list(charts()))
def test_names_dots_and_bases_lie_within_the_chart(key: str) -> None:
    chart = charts()[key]
    spots = [shape.at for shape in chart.areas.values()] + [shape.middle for shape in chart.areas.values()]
    spots += [(base.x, base.y) for base in chart.bases.values()]
    assert all(0 <= x <= chart.width and 0 <= y <= chart.height for x, y in spots)


@pytest.mark.parametrize("key", list(charts()))
def test_a_coast_is_small_enough_for_a_slow_line(key: str) -> None:
    chart = charts()[key]
    coast = (settings.BASE_DIR / "static" / chart.coast).read_bytes()
    assert len(gzip.compress(coast)) <= COAST_KB * 1024
    assert sum(len(shape.path) for shape in chart.areas.values()) <= PATHS_KB * 1024


def test_every_chart_has_its_title_and_an_area_too_small_for_its_name_a_dot_in_its_water() -> None:
    assert set(TITLES) == set(charts())
    shapes = charts()["south"].areas
    assert shapes["dardanelles"].middle == shapes["dardanelles"].dot
    assert shapes["black-sea"].middle == shapes["black-sea"].at
