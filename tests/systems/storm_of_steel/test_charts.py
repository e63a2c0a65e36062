"""The drawn charts of the Great War: everything lies on them, and they are light."""

from __future__ import annotations

import gzip

import pytest
from django.conf import settings

from navalassist.systems.storm_of_steel.charts import TITLES, charts

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


def test_every_chart_has_its_title() -> None:
    assert set(TITLES) == set(charts())


def test_an_area_too_small_for_its_name_has_a_dot_in_its_water() -> None:
    shapes = charts()["south"].areas
    assert shapes["dardanelles"].middle == shapes["dardanelles"].dot
    assert shapes["black-sea"].middle == shapes["black-sea"].at
