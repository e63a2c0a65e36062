"""X.2: weather by sea area, as the players say it."""

from __future__ import annotations

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.systems.supermarina.weather import WEATHER, Sky, area_of, sky_at
from tests.in_hand import InHand

pytestmark = pytest.mark.rule("X.2")
POOR = {"area": "upper-ionian", "weather": "poor"}


@pytest.mark.parametrize(
    ("hex_name", "area"),
    [
        ("18A:1801", "upper-ionian"),
        ("18A:1602", "lower-ionian"),
        ("18A:0407", "sicily"),
        ("18A:0221", "gabes"),
        ("25A:4123", "gabes"),
        ("18A:3120", "sirte"),
        ("18A:4817", "eastern"),
        ("19A:2416", "eastern"),
        ("24A:2110", "western"),
        ("26:3532", "tyrrhenian"),
        ("26:3310", "adriatic"),
        ("14:2204", "other"),
        ("", ""),
    ],
)
def test_a_hex_lies_in_one_area(hex_name: str, area: str) -> None:
    """Malta, Tripoli, Kerkennah, Benghazi, Tobruk, Alexandria, Gibraltar, Trapani, the Strait of Otranto, Massaua."""
    assert area_of(hex_name) == area


def test_weather_is_said_by_either_side_holds_in_its_area_and_stands_in_the_head(duisburg: Campaign) -> None:
    table = InHand(duisburg)
    assert sky_at(table.facts, "18A:1801") is Sky.CLEAR
    table.do("sm-weather", seat="allied", **POOR)
    assert [sky_at(table.facts, at) for at in ("18A:1801", "18A:1602")] == [Sky.POOR, Sky.CLEAR]
    assert list(WEATHER.news(table.facts)) == ["Upper Ionian Sea poor"]
    assert "Upper Ionian Sea poor" in table.at("axis").words("")
    assert "is poor already" in table.refuse("sm-weather", **POOR)
    entry = table.do("sm-weather", **(POOR | {"weather": "clear"}))
    assert "Upper Ionian Sea: the weather is clear." in table.receipt(entry)
    assert list(WEATHER.news(table.facts)) == []
    table.check()
