"""PG.6.1.2.1, 6.2.2.1 to 6.2.3.3, 6.3.1, 6.4.1: what a leg costs, what bars it, and ranges, worked out on the map."""

from __future__ import annotations

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.engine import Remove, Set
from navalassist.engine.maps import Barred, Way, WayChart
from navalassist.engine.reader import View
from navalassist.play import state as states
from navalassist.systems.theatre import ways
from navalassist.systems.theatre.state.sea import Port
from navalassist.systems.theatre.state.words import Side
from tests.in_hand import InHand

MAP, AXIS, ALLIED = "far-east", Side.AXIS, Side.ALLIED


@pytest.fixture
def table(lingayen: Campaign) -> InHand:
    return InHand(lingayen)


def view_of(table: InHand) -> View:
    return View(states.load(table.slug).values)


def drawn(table: InHand, text: str, side: Side = AXIS) -> Way:
    return ways.chart(view_of(table), MAP, side).way(text)


def bar(way: Way) -> tuple[str, str]:
    """The rule of the first leg that may not be gone, and where to go instead."""
    assert way.barred
    assert isinstance(way.barred.judged, Barred)
    return way.barred.judged.rule, way.barred.judged.instead


def zones(table: InHand, text: str, side: Side = ALLIED, nation: str = "usa", transports: bool = False) -> Way:
    found: WayChart = ways.zone_chart(view_of(table), side, nation, transports)
    return found.way(text)


@pytest.mark.rule("PG.6.3.1")
@pytest.mark.parametrize(
    ("squares", "per", "ranges"), [(0, 5, 0), (1, 5, 1), (5, 5, 1), (6, 5, 2), (10, 10, 1), (11, 10, 2), (20, 10, 2)]
)
def test_five_squares_are_a_range_in_the_far_east_ten_in_europe_and_parts_count_whole(
    squares: int, per: int, ranges: int
) -> None:
    assert ways.ranges_of(squares, per) == ranges


@pytest.mark.rule("PG.6.4.1")
@pytest.mark.parametrize(
    ("way", "squares"),
    [
        ("E1 D1 D2 D3 D4 D5", 5),  # five straight legs
        ("E1 D2 C3 C4 C5", 5),  # two diagonals are 3, and 2
        ("D2 C3 C4 C5 C6 C7", 6),  # a diagonal is 2, and 4
        ("L10 K9 J8 I7 H6 G5", 6),  # five diagonals are 6
        ("L10 K9 J9 I8 H8 H7", 6),  # three diagonals are 4 wherever they lie, and 2
    ],
)
def test_so_many_diagonals_of_a_way_count_one_square_more(table: InHand, way: str, squares: int) -> None:
    assert drawn(table, way).total == squares


@pytest.mark.rule("PG.6.4.1")
def test_land_is_barred_with_a_way_out_and_small_islands_are_not(table: InHand) -> None:
    assert bar(drawn(table, "E1 D1 D2 D3 D4 E5")) == ("PG.6.4.1", "D5")
    way = drawn(table, "E1 D1 D2 D3")
    assert way.barred is None
    assert "small island" in way.legs[1].judged.note  # type: ignore[union-attr]
    # Manila is a port, and not Japan's.
    assert bar(drawn(table, "E8 E7 E6"))[0] == "PG.6.4.1"
    assert drawn(table, "E8 E7 E6", ALLIED).barred is None


@pytest.mark.rule("PG.6.4.1", "C25")
def test_straits_need_a_shore_or_both_and_corners_of_land_let_nobody_through(table: InHand) -> None:
    """San Bernardino, between E6 and F7, both Allied; between Aparri E4 and Legaspi nothing is listed."""
    assert drawn(table, "E7 F6", ALLIED).total == 2
    assert bar(drawn(table, "E7 F6"))[0] == "PG.6.4.1"
    table.set({"pg-square:far-east-f7.holder": "axis"})
    assert drawn(table, "E7 F6").barred is None
    assert drawn(table, "E7 F6", ALLIED).barred is None
    table.set({"pg-strait:san-bernardino.both": True})
    for side in Side:
        assert bar(drawn(table, "E7 F6", side))[0] == "PG.6.4.1"
    # From C8 to D7 one corner is Palawan D8, the other one sea; without the strait both corners of E7 to F6 are land.
    assert drawn(table, "C8 D7").total == 2
    table.edit(Remove("pg-strait:san-bernardino"))
    assert bar(drawn(table, "E7 F6", ALLIED))[0] == "PG.6.4.1"


@pytest.mark.rule("PG.6.1.2.1", "PG.6.2.3.1", "C24")
def test_narrow_and_special_ports_are_reached_from_their_side_alone(table: InHand) -> None:
    """Manila from E7; Taipei and Ambon from the Indian water; Townsville from the Pacific."""
    assert bar(drawn(table, "D7 E6", ALLIED)) == ("PG.6.1.2.1", "E7")
    assert drawn(table, "D7 E7 E6", ALLIED).total == 2
    assert bar(drawn(table, "F1 E1")) == ("PG.6.2.3.1", "")
    assert drawn(table, "D1 E1").barred is None
    assert bar(drawn(table, "E1 F1"))[0] == "PG.6.2.3.1"
    assert bar(drawn(table, "I14 I15", ALLIED))[0] == "PG.6.2.3.1"
    assert drawn(table, "J15 I15", ALLIED).barred is None
    assert drawn(table, "S22 R23", ALLIED).barred is None
    view = view_of(table)
    assert view.row(Port, "ambon").beaches == "H14 I14"
    assert view.row(Port, "taipei").pools == ("indian", "pacific")
    assert {view.row(Port, key).pools for key in ("foochow", "manila", "ambon")} == {("indian",)}
    assert view.row(Port, "townsville").pools == ("pacific",)


@pytest.mark.rule("PG.6.2.2.1", "PG.6.2.2.2", "C23")
def test_panama_and_suez_are_passed_by_who_owns_them_else_the_long_way(table: InHand) -> None:
    """Caribbean 1, by Panama west coast 1; round Cape Horn 1 + 2 + 2 + 2 + 1 = 8. The first zone counts besides."""
    assert zones(table, "Caribbean, American west coast").total == 1
    long_way = "Caribbean, South Atlantic, Cape Horn, South Pacific, American west coast"
    assert zones(table, long_way).total == 7
    assert ways.zones_range(view_of(table), zones(table, long_way).places) == 8
    assert zones(table, "Eastern Mediterranean, Red Sea").total == 1
    for port in ("panama", "suez"):
        table.set({f"pg-port:{port}.owner": "axis"})
    assert bar(zones(table, "Caribbean, American west coast"))[0] == "PG.6.2.2.1"
    assert bar(zones(table, "Eastern Mediterranean, Red Sea"))[0] == "PG.6.2.2.2"
    assert zones(table, "South Atlantic, South Africa, Indian Ocean").total == 4


@pytest.mark.rule("PG.6.2.3.2", "PG.6.2.3.3")
@pytest.mark.parametrize(("month", "warm"), [("02", False), ("03", False), ("06", True), ("11", True), ("12", False)])
def test_the_arctic_and_the_leningrad_canal_are_open_in_summer_and_fall(table: InHand, month: str, warm: bool) -> None:
    table.edit(Set("campaign:clock.turn", f"1942-{month}"))
    arctic, canal = zones(table, "Barents Sea, Arctic over Russia"), "Barents Sea, Baltic"
    through = zones(table, canal, nation="russia")
    assert (arctic.barred is None, through.barred is None) == (warm, warm)
    assert warm or (bar(arctic)[0], bar(through)[0]) == ("PG.6.2.3.2", "PG.6.2.3.3")
    # Russian naval units alone pass.
    assert bar(zones(table, canal, nation="usa"))[0] == "PG.6.2.3.3"
    assert bar(zones(table, canal, nation="russia", transports=True))[0] == "PG.6.2.3.3"


@pytest.mark.rule("PG.6.4.1")
def test_the_shortest_way_goes_round_land_and_by_ports_of_its_side(table: InHand) -> None:
    """D2 to C7: one diagonal, 2, and 4. From D5 to Manila by D6, E7: 1, then 2, then 1."""
    assert ways.squares_between(view_of(table), MAP, AXIS, "D2", "C7") == 6
    assert ways.squares_between(view_of(table), MAP, ALLIED, "D5", "E6") == 4
    assert ways.squares_between(view_of(table), MAP, AXIS, "D5", "E6") is None
    assert list(ways.squares_in(ways.grid(view_of(table), MAP), "A1:B2 T24")) == ["A1", "A2", "B1", "B2", "T24"]
