"""A way as a field of a rule's form: drawn by taps or typed, over squares and over sea zones that players entered."""

from collections.abc import Iterator
from dataclasses import replace
from html import unescape

import pytest

from navalassist.desk.ways.drawing import way_shown
from navalassist.engine.maps import Hexes, Squares, Toll, WayChart, Zones
from navalassist.play.systems import SYSTEMS
from tests.in_hand import InHand, drawn, in_hand, words_of
from tests.routes.rules import CROSS, SAIL, SEARCH, SYSTEM
from tests.routes.system import begin, install

TO_LINGAYEN = "E1 D1 D2 D3 D4 D5"


@pytest.fixture
def routes(monkeypatch: pytest.MonkeyPatch, db: None) -> Iterator[InHand]:
    """The convoy lies at Taipei, and nothing is drawn."""
    install(monkeypatch.setitem)
    with in_hand(begin()) as table:
        yield table


def tapped(routes: InHand, rule: str, **sent: str) -> str:
    """The page after a tap, or after something was typed: as the form sends it."""
    answer = routes.client.post(
        f"{routes.home}do/{rule}/follow/", {name.replace("__", "."): sent[name] for name in sent}
    )
    return unescape(drawn(answer))


def legs(page: str) -> str:
    return words_of(page.partition('class="legs"')[2].partition(">")[2].partition("</ol>")[0])


def test_a_tap_adds_a_leg_with_its_cost_and_the_sum(routes: InHand) -> None:
    page = tapped(routes, SAIL, force="convoy", route="E1", tap__route="E1 D1")
    assert legs(page) == "1 E1 Taipei → D1 + 1 1"
    page = tapped(routes, SAIL, force="convoy", route="E1 D1", tap__route="E1 D1 D2")
    assert legs(page) == "1 E1 Taipei → D1 + 1 1 2 D1 → D2 Mako small island: may be passed + 1 2"
    assert "2 squares range 1" in words_of(page)
    # What else was chosen stays.
    assert 'value="convoy" selected' in page


def test_a_square_that_ends_the_way_takes_its_leg_back_and_others_add_one(routes: InHand) -> None:
    page = tapped(routes, SAIL, route="E1 D1 D2")
    for place, way in (("D2", "E1 D1"), ("D3", "E1 D1 D2 D3")):
        at = page.index(f'id="tap-route-{place}"')
        assert f'value="{way}"' in page[at : at + 200]
    assert "Take back leg 2" in page


def test_a_leg_that_is_not_allowed_says_why_and_the_way_out(routes: InHand) -> None:
    page = tapped(routes, SAIL, force="convoy", route="E1 D1 D2 D3 D4 E5")
    assert legs(page).endswith(
        "5 D4 → E5 Luzon – ✗ not allowed E5 is land. A route keeps to sea squares, ports and small islands. "
        "Stop at D5, next to it. R.1"
    )
    assert 'value="E1 D1 D2 D3 D4 D5"' in page
    assert "Go to D5 instead" in page
    assert "4 squares range 1" in words_of(page)


def test_a_tap_far_off_offers_the_cheapest_way_there(routes: InHand) -> None:
    page = tapped(routes, SAIL, force="convoy", route="E1 D1 D4")
    assert "D4 does not lie beside D1" in legs(page)
    assert 'value="E1 D1 D2 D3 D4"' in page
    assert "Go to D4 by D2 D3" in words_of(page)
    assert "Go to E5" not in words_of(tapped(routes, SAIL, force="convoy", route="E1 D1 E5"))


def test_where_a_way_begins_in_one_square_alone_it_is_drawn_from_there() -> None:
    chart = WayChart(Squares(across=3, down=1), lambda start, to, before: Toll(1), begins=("A1",))
    way = way_shown("way", chart, "")
    assert [spot.text for spot in way.spots] == ["A1", "A1 B1", "A1 C1"]
    assert (way.end, way.back, way.legs) == ("A1", None, [])
    assert [spot.text for spot in way_shown("way", replace(chart, begins=None), "").spots] == ["A1", "B1", "C1"]


def test_a_way_that_is_not_allowed_is_not_carried_out_and_stays_as_it_was(routes: InHand) -> None:
    refused = routes.misfit(SAIL, force="convoy", route="E1 E2")
    assert "leg 1, E1 Taipei to E2: E2 is land" in refused
    assert routes.facts["route-force:convoy.place"] == "E1"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("E1 J9", "J9 lies off the map: it runs from A1 to H8"),
        ("E1", "add a leg: tap the place where it leads, or type the places one after the other"),
        ("E1 D1 D3", "D3 does not lie beside D1: name each place in between."),
    ],
)
def test_what_is_typed_wrong_is_told(routes: InHand, typed: str, said: str) -> None:
    assert said in routes.misfit(SAIL, force="convoy", route=typed)


def test_of_a_way_with_a_slip_what_can_be_read_is_drawn_and_the_rest_stays_typed(routes: InHand) -> None:
    page = tapped(routes, SAIL, route="E1 D1 J9")
    assert legs(page) == "1 E1 Taipei → D1 + 1 1"
    assert "J9 lies off the map: it runs from A1 to H8." in words_of(page)
    assert 'value="E1 D1 J9"' in page


def test_the_receipt_has_the_route_and_what_it_came_to(routes: InHand) -> None:
    entry = routes.do(SAIL, force="convoy", route=TO_LINGAYEN)
    told = f"Main convoy sails {TO_LINGAYEN}: 5 squares by the entered map, range 1."
    assert told in routes.receipt(entry)
    assert routes.facts["route-force:convoy.place"] == "D5"


def test_a_square_that_is_entered_in_the_list_is_on_the_map(routes: InHand) -> None:
    """D3 is open sea until somebody enters that it is land."""
    cells = {"line": "new", "new.name": "d3", "new.kind": "land", "new.called": "Reef", "new.port": ""}
    routes.sit("moderator")
    assert routes.send("lists/route-square/", **cells).status_code == 302
    assert "D3 is land" in legs(tapped(routes, SAIL, route="D2 D3"))


@pytest.mark.parametrize(
    ("name", "said"),
    [("J9", "J9 lies off the map: it runs from A1 to H8."), ("e5", "E5 has a line already: change that one.")],
)
def test_a_line_that_is_no_square_or_one_for_the_second_time_is_not_kept(routes: InHand, name: str, said: str) -> None:
    routes.sit("moderator")
    cells = {"line": "new", "new.name": name, "new.kind": "land", "new.called": "", "new.port": ""}
    answer = routes.send("lists/route-square/", **cells)
    assert answer.status_code == 422
    assert said in words_of(answer)


def test_another_seat_takes_the_way_along_but_not_in_a_closed_campaign(
    routes: InHand, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = {"force": "convoy", "route": "E1 D1"}
    assert "force=convoy&route=E1+D1" in tapped(routes, SAIL, **sent)
    monkeypatch.setitem(SYSTEMS, SYSTEM, replace(SYSTEMS[SYSTEM], is_closed=lambda values: True))
    page = tapped(routes, SAIL, **sent)
    assert "force=convoy" in page
    assert "route=E1" not in page


def test_a_way_that_is_too_long_is_told_and_not_drawn(routes: InHand) -> None:
    page = tapped(routes, SAIL, route="D1 D2 " * 101)
    assert "most 600 characters, this has 60" in words_of(page)
    assert "Tap where the way begins." in legs(page)


def test_hexes_are_drawn_in_columns_of_which_the_low_ones_stand_half_a_hex_lower() -> None:
    """From 0101 to 0201, which stands half a hex lower, and the leg between their middles."""
    chart = WayChart(Hexes(columns=2, rows=2), lambda start, to, before: Toll(1), unit="hex")
    way = way_shown("way", chart, "0101 0201")
    assert [(spot.place, spot.x, spot.y) for spot in way.spots] == [
        ("0101", 36, 31),
        ("0201", 90, 62),
        ("0102", 36, 93),
        ("0202", 90, 124),
    ]
    assert (way.path, way.total, way.units) == ("M36 31L90 62", "1 hex", "hexes")
    assert way.spots[1].text == "0101"


# --- sea zones with straits
def test_zones_are_tapped_by_name_and_a_canal_is_for_whom_it_is_for(routes: InHand) -> None:
    page = tapped(routes, CROSS, side="Germany", season="winter", way="North Sea, Baltic")
    assert legs(page) == "1 North Sea → Baltic by Kiel Canal + 1 1"
    page = tapped(routes, CROSS, side="Britain", season="winter", way="North Sea, Baltic")
    assert "Kiel Canal lets Germany pass, not Britain. R.3" in legs(page)
    page = tapped(routes, CROSS, side="Britain", season="summer", way="North Sea, Skagerrak, Baltic")
    assert legs(page) == "1 North Sea → Skagerrak + 1 1 2 Skagerrak → Baltic by The Sound + 2 3"
    page = tapped(routes, CROSS, side="Britain", season="winter", way="Skagerrak, Baltic")
    assert "The Sound is open in summer, not in winter." in legs(page)


def test_the_zones_beside_the_last_one_are_offered(routes: InHand) -> None:
    page = tapped(routes, CROSS, way="Skagerrak")
    offered = words_of(page.partition('class="bar zones"')[2].partition(">")[2].partition("</div>")[0])
    assert offered == "Baltic North Sea"


# --- distances
@pytest.mark.parametrize(
    ("square", "distance", "said"),
    [
        ("D5", "", "5 squares, measured from E1 to D5"),
        ("", "7", "7 squares, typed by the player"),
        ("D5", "4", "4 squares, typed by the player; the map has 5"),
    ],
)
def test_a_distance_is_measured_or_typed_and_the_receipt_says_which(
    routes: InHand, square: str, distance: str, said: str
) -> None:
    entry = routes.do(SEARCH, force="convoy", square=square, **({"distance": distance} if distance else {}))
    assert f"Main convoy searches: {said}." in routes.receipt(entry)


def test_what_the_map_can_not_tell_is_asked_for(routes: InHand) -> None:
    assert "type how many squares it is: the map can't tell" in routes.misfit(SEARCH, force="convoy")


def test_a_part_of_a_large_map_is_drawn_and_a_way_beyond_it_may_be_typed() -> None:
    """C3 to D4 of 40 by 30 squares: the first stands where A1 does on a whole map, and the heads say which they are."""
    chart = WayChart(Squares(40, 30), lambda start, to, before: Toll(1), part=("C3", "D4"))
    shown = way_shown("route", chart, "C3 D4 E5")
    whole = way_shown("route", replace(chart, part=None), "")
    assert [spot.place for spot in shown.spots] == ["C3", "D3", "C4", "D4"]
    assert (shown.spots[0].x, shown.spots[0].y) == (whole.spots[0].x, whole.spots[0].y)
    assert [head for *_, head in shown.heads] == ["C", "D", "3", "4"]
    assert (shown.end, shown.total) == ("E5", "2 squares")


def test_a_way_over_zones_is_begun_where_it_may_begin() -> None:
    on = Zones({"a": "Aegean", "b": "Baltic", "c": "Channel"}, [("a", "b")])
    chart = WayChart(on, lambda start, to, before: Toll(1), begins=("c",))
    assert [spot.place for spot in way_shown("zones", chart, "").spots] == ["c"]
    assert [spot.place for spot in way_shown("zones", chart, "Aegean").spots] == ["b"]
