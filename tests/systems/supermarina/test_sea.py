"""The chart of the sea: what each seat sees of it while a search waits, and where things lie."""

from __future__ import annotations

import re

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


@pytest.fixture
def moving(duisburg: Campaign) -> InHand:
    """The Axis movement step of NAS 4, in the Axis seat: the convoy has 9 MPs, its cover 32."""
    return InHand(duisburg, "axis").at("axis")


LINK = re.compile(r'class="far" tabindex="-1" href="\?force=axis-1&hex=([^#]+)#move"')
NEAR = re.compile(r'<a href="\?force=axis-1&hex=([^#]+)#move"')


@pytest.mark.rule("SM.1.F", "X.10")
def test_a_move_is_chosen_among_the_hexes_within_reach(moving: InHand) -> None:
    """18A:0707 is 9 hexes away; beside it lie 0706 and 0708, 0606 and 0607, 0806 and 0807.

    8 lines lead 4 hexes down, from 1602 to 0806: 8; 0807 is one more. 0706 is 9 lines away and 0708 10, 0606 10 lines.
    """
    words = moving.words("sea/?force=axis-1&hex=0707")
    assert "9 MPs left in 18A:1602, 0 in 18A:0707" in words
    drawn = moving.text("sea/?force=axis-1&hex=0707")
    near = {name.partition(":")[2] for name in NEAR.findall(drawn)}
    assert near & {"0706", "0708", "0606", "0607", "0806", "0807"} == {"0706", "0806", "0807"}
    # Of every fourth line and place: 0804 is 8 lines away, 0808 two more; 1608 is 6 down the line, 1612 10.
    far = set(LINK.findall(drawn))
    assert {"18A:0804", "18A:2004", "18A:1608"} <= far
    assert not {"18A:0808", "18A:1612"} & far
    answer = moving.send("sea/?force=axis-1", "do/sm-move/", force="axis-1", hex="0707", next=f"/c/{moving.slug}/sea/")
    assert answer["Location"].startswith(f"/c/{moving.slug}/sea/")
    assert moving.facts["force:axis-1.hex"] == "18A:0707"
    # It has spent its MPs: the next force that has some left is shown.
    assert "Move Axis task force 2 " in moving.words("sea/?force=axis-1")


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("hex=18A:1612", "10 hexes, and Axis task force 1 has 9 MPs left"),
        ("hex=26:3532", "can't measure how far 26:3532 is"),
        ("hex=off+Malta", "9 MPs left in 18A:1602"),
        ("force=axis-7", "Move Axis task force 1 "),
    ],
)
def test_what_the_address_of_a_move_says_amiss_is_said_or_passed_over(moving: InHand, query: str, says: str) -> None:
    assert says in moving.words(f"sea/?{query}")


def test_a_force_on_a_sheet_that_the_chart_does_not_know_is_moved_by_typing(moving: InHand) -> None:
    moving.set({"force:axis-1.hex": "14:2204"})
    page = moving.text("sea/?force=axis-1&hex=2206")
    assert "9 MPs left</b> in 14:2204, <b>7</b> in 14:2206" in page
    assert 'class="near"' not in page


@pytest.mark.parametrize("seat", ["allied", OBSERVER])
def test_nobody_else_sees_how_far_a_force_may_go(moving: InHand, seat: str) -> None:
    drawn = moving.at(seat).text("sea/?force=axis-1&hex=18A:1304")
    for secret in ("MPs left", 'class="near"', 'class="far"', 'id="move"', "ring"):
        assert secret not in drawn.partition("<main")[2]
    assert f'name="next" value="/c/{moving.slug}/sea/"' in moving.text("sea/?force=axis-1&hex=18A:1304")
