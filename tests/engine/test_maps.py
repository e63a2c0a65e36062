"""Maps: names, neighbours, distances; ways drawn leg by leg, and the cheapest."""

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from navalassist.engine.maps import (
    Barred,
    Ground,
    Hexes,
    Look,
    Map,
    Squares,
    Strait,
    Toll,
    WayChart,
    Zones,
    cheapest,
    distance_of,
    drawn,
)

SQUARES = Squares(across=8, down=8)
# Column 22 of an even number stands half a hex lower than its neighbours.
HEXES = Hexes(columns=40, rows=30)
ZONES = Zones(
    {
        "biscay": "Bay of Biscay",
        "gibraltar": "Gibraltar",
        "med": "Western Med",
        "atlantic": "Atlantic",
        "red": "Red Sea",
    },
    (("biscay", "gibraltar"), ("gibraltar", "med"), ("biscay", "atlantic"), ("atlantic", "gibraltar")),
)


@pytest.mark.parametrize(("typed", "name"), [(" d4", "D4"), ("H8", "H8"), ("a1 ", "A1")])
def test_a_square_is_a_letter_and_a_number(typed: str, name: str) -> None:
    assert SQUARES.place(typed) == name


@pytest.mark.parametrize(
    ("on", "typed", "said"),
    [
        (SQUARES, "4D", '"4D" is no square: write its letter and its number, such as D4'),
        (SQUARES, "I1", "I1 lies off the map: it runs from A1 to H8"),
        (SQUARES, "A٣", "is no square"),
        (HEXES, "224", '"224" is no hex: write the four digits of its column and its row, such as 2204'),
        (HEXES, "4101", "4101 lies off the map: it runs from 0101 to 4030"),
        (HEXES, "0100", "0100 lies off the map"),
        (ZONES, "Baltic", '"Baltic" is no sea zone of the map'),
    ],
)
def test_what_is_no_place_of_the_map_is_told(on: Map, typed: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        on.place(typed)


def test_columns_of_squares_go_on_after_z() -> None:
    wide = Squares(across=30, down=2)
    assert (wide.at("Z1"), wide.at("AA2"), wide.name(28, 1)) == ((26, 1), (27, 2), "AB1")


@pytest.mark.parametrize(
    ("one", "other", "squares"),
    # PG.6.4.2: the first diagonal counts 2, the second 3 in all.
    [("D4", "D4", 0), ("D4", "D7", 3), ("D4", "E5", 2), ("D4", "F6", 3), ("D4", "G6", 4), ("A1", "H8", 8)],
)
def test_diagonals_are_a_running_total(one: str, other: str, squares: int) -> None:
    assert SQUARES.distance(one, other) == SQUARES.distance(other, one) == squares


def test_a_corner_of_squares_and_an_edge_of_hexes_have_fewer_neighbours() -> None:
    assert SQUARES.neighbours("A1") == ("B1", "A2", "B2")
    assert len(SQUARES.neighbours("D4")) == 8
    assert set(HEXES.neighbours("2204")) == {"2203", "2205", "2104", "2105", "2304", "2305"}
    assert set(HEXES.neighbours("2104")) == {"2103", "2105", "2003", "2004", "2203", "2204"}
    assert set(HEXES.neighbours("0101")) == {"0102", "0201"}


@pytest.mark.parametrize(
    ("one", "other", "hexes"), [("2204", "2204", 0), ("2204", "2214", 10), ("2204", "2504", 3), ("2204", "2612", 10)]
)
def test_hexes_are_counted_by_the_shortest_way(one: str, other: str, hexes: int) -> None:
    """From 2204 four columns to the right go two rows down: 2606, and six more to 2612."""
    assert HEXES.distance(one, other) == HEXES.distance(other, one) == hexes


hexes = st.builds("{:02}{:02}".format, st.integers(1, 40), st.integers(1, 30))
free = lambda start, to, before: Toll(1)  # noqa: E731


@given(hexes, hexes)
def test_the_distance_of_hexes_is_the_number_of_steps(one: str, other: str) -> None:
    """Each neighbour is one hex nearer, as far, or one further; and one of them is nearer."""
    away = HEXES.distance(one, other)
    around = [HEXES.distance(beside, other) for beside in HEXES.neighbours(one)]
    assert {abs(away - each) for each in around} <= {0, 1}
    assert away == 0 or min(around) == away - 1


def test_zones_are_found_by_key_and_name_and_counted_as_they_are_entered() -> None:
    assert ZONES.place("bay of biscay") == "biscay"
    assert ZONES.neighbours("Gibraltar") == ("atlantic", "biscay", "med")
    assert (ZONES.distance("biscay", "med"), ZONES.distance("med", "med"), ZONES.distance("med", "red")) == (2, 0, None)
    with pytest.raises(ValueError, match='"black" is no zone of the map'):
        Zones({"red": "Red Sea"}, (("red", "black"),))


@pytest.mark.parametrize(
    ("names", "says"),
    [({"a": "Gulf, Eastern"}, "has a comma"), ({"a": "Twin", "b": "twin"}, 'two zones are called "Twin"')],
)
def test_zones_that_a_written_way_could_not_tell_apart_are_refused(names: dict[str, str], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Zones(names, ())


# --- ways. E1 Taipei, an island port; E4 to E6 Luzon is land; D2 Mako is a small island.
LUZON = ("E4", "E5", "E6")


def sails(start: str, to: str, before: Sequence[str]) -> Toll | Barred:
    """6.4.1: a route keeps to the sea; a first diagonal costs 2."""
    if to in LUZON:
        return Barred(f"{to} is land. A route keeps to sea squares, ports, small islands and straits.", "6.4.1", "D5")
    turned = any(SQUARES.is_diagonal(one, other) for one, other in pairwise(before))
    first = SQUARES.is_diagonal(start, to) and not turned
    return Toll(2 if first else 1, "small island: may be passed" if to == "D2" else "")


def test_a_way_is_judged_leg_by_leg_and_what_is_barred_keeps_its_rule_and_the_way_out() -> None:
    way = drawn(SQUARES, ["E1", "D1", "D2", "D3", "D4", "E5"], sails)
    assert [leg.total for leg in way.legs] == [1, 2, 3, 4, None]
    assert way.legs[1].judged == Toll(1, "small island: may be passed")
    assert way.barred is not None
    assert way.barred.judged == Barred(
        "E5 is land. A route keeps to sea squares, ports, small islands and straits.", "6.4.1", "D5"
    )
    assert (way.total, way.places[-1]) == (4, "E5")


def test_the_second_diagonal_costs_one() -> None:
    assert [leg.total for leg in drawn(SQUARES, ["A1", "B2", "C3", "C4"], sails).legs] == [2, 3, 4]


def test_after_a_barred_leg_nothing_more_is_counted_and_places_that_do_not_touch_are_told() -> None:
    way = drawn(SQUARES, ["D4", "E5", "D5", "D5", "H8"], sails)
    assert [leg.total for leg in way.legs] == [None, None, None, None]
    assert [leg.judged.text for leg in way.legs if isinstance(leg.judged, Barred)][1:] == [
        "The way is at D5 already.",
        "H8 does not lie beside D5: name each place in between.",
    ]
    assert (drawn(SQUARES, ["D4"], sails).total, drawn(SQUARES, ["D4"], sails).barred) == (0, None)
    with pytest.raises(ValueError, match="name the place where the way begins"):
        drawn(SQUARES, [], sails)


def test_the_cheapest_way_goes_round_what_is_barred_or_dear() -> None:
    """By Gibraltar at once, or round by the Atlantic where that is dear; with the strait held there is no way."""
    straight = cheapest(ZONES, "biscay", "med", free)
    assert straight is not None
    assert straight.places == ("biscay", "gibraltar", "med")

    def dear(start: str, to: str, before: Sequence[str]) -> Toll | Barred:
        return Toll(5 if (start, to) == ("biscay", "gibraltar") else 1)

    round_it = cheapest(ZONES, "biscay", "med", dear)
    assert round_it is not None
    assert (round_it.places, round_it.total) == (("biscay", "atlantic", "gibraltar", "med"), 3)

    def held(start: str, to: str, before: Sequence[str]) -> Toll | Barred:
        return Barred("Neither shore is friendly.", "6.4.1") if to == "med" else Toll(1)

    assert cheapest(ZONES, "biscay", "med", held) is None
    here = cheapest(ZONES, "med", "med", held)
    assert here is not None
    assert (here.places, here.total) == (("med",), 0)


@given(hexes, hexes)
def test_the_cheapest_way_over_free_water_is_the_distance(one: str, other: str) -> None:
    way = cheapest(HEXES, one, other, free)
    assert way is not None
    assert way.total == HEXES.distance(one, other)
    assert drawn(HEXES, way.places, free).legs == way.legs


# --- straits and canals. Kiel Canal and Copenhagen join the same two zones, each with its own rule.
NORTH = Zones(
    {"baltic": "Baltic", "north": "North Sea", "white": "White Sea"},
    (),
    (
        Strait("Kiel Canal", ("north", "baltic"), cost=1, sides=("Germany",)),
        Strait("Copenhagen", ("baltic", "north"), cost=3),
        Strait("The Murmansk canal", ("baltic", "white"), sides=("Russia",), seasons=("summer", "fall")),
    ),
)


@pytest.mark.parametrize(
    ("side", "season", "to", "judged"),
    [
        ("Germany", "winter", "north", Toll(1, "by Kiel Canal")),
        ("Britain", "winter", "north", Toll(3, "by Copenhagen")),
        ("Russia", "summer", "white", Toll(1, "by The Murmansk canal")),
        (
            "Russia",
            "winter",
            "white",
            Barred("The Murmansk canal is open in summer and fall, not in winter.", "6.2.3.3"),
        ),
        ("Germany", "summer", "white", Barred("The Murmansk canal lets Russia pass, not Germany.", "6.2.3.3")),
    ],
)
def test_a_strait_is_passed_by_whom_and_when_it_is_open_and_the_cheapest_goes_first(
    side: str, season: str, to: str, judged: Toll | Barred
) -> None:
    way = drawn(NORTH, ["baltic", to], NORTH.judge(side, season, rule="6.2.3.3"))
    assert way.legs[0].judged == judged


def test_open_water_costs_what_the_rule_says_and_straits_join_zones() -> None:
    assert NORTH.neighbours("Baltic") == ("north", "white")
    assert drawn(ZONES, ["med", "gibraltar"], ZONES.judge(cost=2)).total == 2
    assert NORTH.distance("north", "white") == 2
    with pytest.raises(ValueError, match='"black" is no zone of the map'):
        Zones({"red": "Red Sea"}, (), (Strait("Istanbul", ("red", "black")),))


# --- ways as they are typed
@pytest.mark.parametrize(
    ("on", "typed", "places"),
    [
        (SQUARES, "e1 D1  d2", ("E1", "D1", "D2")),
        (SQUARES, "E1, D1", ("E1", "D1")),
        (ZONES, "Bay of Biscay, Gibraltar", ("biscay", "gibraltar")),
        (ZONES, "Western Med", ("med",)),
        (HEXES, "2204 2205", ("2204", "2205")),
    ],
)
def test_a_way_is_typed_with_blanks_or_with_commas_and_written_so_that_it_is_read_again(
    on: Map, typed: str, places: tuple[str, ...]
) -> None:
    chart = WayChart(on, free)
    assert chart.way(typed).places == places
    assert chart.way(on.written(places)).places == places


def test_a_place_is_called_by_its_square_and_its_name() -> None:
    chart = WayChart(SQUARES, free, {"D2": Look(Ground.ISLAND, "Mako")})
    assert (chart.called("D2"), chart.called("D3")) == ("D2 Mako", "D3")
    zones = WayChart(ZONES, free, {"med": Look(name="Western Med")})
    assert zones.called("med") == "Western Med"


# --- X.10: distances given by the player, or from coordinates if the map is entered
@pytest.mark.rule("X.10")
@pytest.mark.parametrize(
    ("one", "other", "typed", "number", "words"),
    [
        ("2204", "2504", None, 3, "3 hexes, measured from 2204 to 2504"),
        ("2204", "", 7, 7, "7 hexes, typed by the player"),
        ("2204", "2504", 4, 4, "4 hexes, typed by the player; the map has 3"),
        ("2204", "2205", None, 1, "1 hex, measured from 2204 to 2205"),
    ],
)
def test_a_distance_is_typed_or_measured_and_says_which(
    one: str, other: str, typed: int | None, number: int, words: str
) -> None:
    found = distance_of(HEXES, one, other, typed, "hex")
    assert (found.number, found.words) == (number, words)


def test_what_the_map_can_not_tell_is_asked_for() -> None:
    with pytest.raises(ValueError, match="type how many hexes it is: the map can't tell"):
        distance_of(HEXES, "2204", "", None, "hex")
    with pytest.raises(ValueError, match="type how many zones it is"):
        distance_of(ZONES, "biscay", "red", None, "zone")
