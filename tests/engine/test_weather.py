"""Weather by sea area: what is said of one, what holds where nobody said anything, and what is news."""

import pytest

from navalassist.engine.weather import Weather

ZONES = {"malta": "sound", "gozo": "sound", "inland": ""}
WEATHER = Weather(
    "mark:sea/{area}.note",
    {"gulf": "The gulf", "sound": "The sound"},
    {"clear": "clear", "poor": "poor"},
    "clear",
    area_of=ZONES.__getitem__,
)
KEPT = {"mark:sea/sound.note": "poor", "mark:sea/gulf.note": "clear"}


@pytest.mark.rule("X.2")
def test_a_place_has_the_weather_of_its_area_and_the_plain_one_where_nobody_said_any() -> None:
    assert [WEATHER.at(KEPT, zone) for zone in ZONES] == ["poor", "poor", "clear"]
    assert WEATHER.at({}, "malta") == "clear"
    assert (WEATHER.said(KEPT, "sound"), WEATHER.said({}, "sound")) == ("poor", "")
    assert (WEATHER.of("gulf"), WEATHER.row("gulf")) == ("mark:sea/gulf.note", "mark:sea/gulf")


@pytest.mark.rule("X.2")
def test_the_head_tells_only_where_it_is_not_as_by_itself() -> None:
    assert list(WEATHER.news(KEPT)) == ["The sound poor"]
    assert list(WEATHER.news({})) == []
