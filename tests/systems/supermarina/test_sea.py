"""The chart of the sea: what each seat sees of it while a search waits, and where things lie."""

from __future__ import annotations

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import OBSERVER
from navalassist.systems.supermarina.chart import Spot, sea_chart
from navalassist.systems.supermarina.places import ports
from tests.in_hand import InHand


@pytest.fixture
def table(duisburg: Campaign) -> InHand:
    """The Allied recon step of NAS 4."""
    table = InHand(duisburg, "allied")
    table.until("axis/nas-4/enemy-recon")
    return table


def test_ports_of_a_known_hex_lie_within_a_hex_of_where_the_chart_has_them() -> None:
    chart = sea_chart()
    for port in ports():
        if port.key in chart.ports and (spot := chart.spot(port.hex)):
            at, _ = chart.ports[port.key]
            assert abs(complex(*spot) - complex(*at)) < 15, port.name
    assert chart.spot("18A:1602") == Spot(868, 429)
    assert chart.spot("14:2204") is None
    assert chart.spot("24A:2110") is None


@pytest.mark.rule("SM.3.A")
def test_the_side_that_searches_sees_site_pips_and_rings(table: InHand) -> None:
    table.do("sm-weather", area="upper-ionian", weather="poor")
    page = table.at("allied")
    words = page.words("sea/?force=axis-2")
    assert "Search for Axis task force 2" in words
    assert "Found 20 %" in words
    assert "Malta, 69 Squadron best 14 4 2" in words
    assert "1 , finds it 2 , finds it 3 , taken by weather 4 , taken by weather 5 6" in words
    for ring in ("5 hexes: 7", "10 hexes: 5", "15 hexes: 4", "20 hexes: 3", "30 hexes: 2"):
        assert ring in words
    assert "Upper Ionian Sea weather poor" in words
    answer = page.send(
        "sea/?force=axis-2", "do/sm-area-search/", force="axis-2", dice="typed", strip="2", next=f"/c/{table.slug}/sea/"
    )
    assert answer.status_code == 302
    assert answer["Location"].startswith(f"/c/{table.slug}/sea/")
    words = page.words("sea/")
    assert "Search for Axis task force 1" in words
    assert "Found by area search in this segment." in words
    table.do("sm-area-search", "0", force="axis-1")
    words = page.words("sea/")
    assert "Nothing is left to search for" in words
    assert "Searched for by area search in this segment, and not found." in words


@pytest.mark.parametrize("seat", ["axis", OBSERVER])
def test_everybody_else_sees_that_a_search_waits_and_neither_site_nor_chance(table: InHand, seat: str) -> None:
    drawn = table.at(seat).text("sea/?force=axis-2")
    assert "Nothing to do for you." in drawn
    for secret in ("69 Squadron", "hexes: ", 'class="pips"', "Found 40"):
        assert secret not in drawn
    assert "recon" in drawn


def test_a_step_without_search_says_so_and_what_the_chart_does_not_show_is_named(table: InHand) -> None:
    table.until("axis/nas-4/enemy-movement")
    assert "No search from ports and airbases now" in table.at("allied").words("sea/")
    table.set({"force:axis-1.hex": "24A:2110", "force:axis-2.hex": ""})
    words = table.at("axis").words("sea/")
    assert (
        "Not on this chart: Axis task force 1 in hex 24A:2110; Axis task force 2 in a hex that nobody entered." in words
    )
