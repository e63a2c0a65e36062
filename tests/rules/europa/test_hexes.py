"""Hexes of the maps: the neighbours and distances that play reports name, worked out by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from navalassist.engine.maps.sheet_hexes import Hex, distance, within

on_a_sheet = st.builds(Hex, st.just("26"), st.integers(2, 48), st.integers(2, 48))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("10B:3016", "10B:3117"),
        ("18A:3523", "18A:3422"),
        ("18A:3523", "18A:3423"),
        ("18A:4518", "18A:4417"),
        ("8B:0924", "8B:0823"),
        ("8B:0823", "8B:0723"),
    ],
)
def test_hexes_that_reports_call_adjacent_are_neighbours(one: str, other: str) -> None:
    assert Hex.of(other) in Hex.of(one).neighbours()
    assert distance(Hex.of(one), Hex.of(other)) == 1


@pytest.mark.parametrize(
    ("one", "other", "hexes"),
    [
        ("24A:2110", "24A:4014", 19),
        ("19A:2416", "19A:4305", 21),
        ("18A:0407", "18A:4817", 44),
        ("26:3310", "26:3407", 3),
        ("16A:0606", "16A:0509", 3),
        ("18A:0407", "18A:0407", 0),
    ],
)
def test_distances_between_named_places(one: str, other: str, hexes: int) -> None:
    assert distance(Hex.of(one), Hex.of(other)) == distance(Hex.of(other), Hex.of(one)) == hexes


@pytest.mark.rule("X.10")
def test_joined_sheets_share_a_grid_and_where_no_join_is_known_nothing_is_said() -> None:
    """Line 50 of 18A lies beside line 1 of 19A. Tobruk 18A:4817 to Alexandria 19A:2416, that is line 74: 26 lines."""
    assert Hex.of("18A:5104") == Hex.of("19A:0104")
    assert Hex.of("19A:0104") in Hex.of("18A:5004").neighbours()
    assert distance(Hex.of("18A:4817"), Hex.of("19A:2416")) == 26
    assert distance(Hex.of("24A:4014"), Hex.of("25A:0610")) == 16
    assert distance(Hex.of("18A:0407"), Hex.of("26:3532")) is None
    assert within(Hex.of("18A:0407"), Hex.of("26:3532"), 15) is None
    assert within(Hex.of("18A:0407"), Hex.of("18A:0102"), 15) is True


@pytest.mark.parametrize("text", ["", "18A", "18A:407", "18Q-0407", "18A:04071", "A:0407"])
def test_what_is_no_hex_is_refused_in_words(text: str) -> None:
    with pytest.raises(ValueError, match="a hex is written as sheet, colon and four digits"):
        Hex.of(text)


def test_a_hex_is_read_as_players_type_it() -> None:
    assert str(Hex.of(" 18a:0407 ")) == "18A:0407"
    assert str(Hex.of("WW13:0423")) == "WW13:0423"


@given(on_a_sheet)
def test_six_neighbours_each_one_hex_away(here: Hex) -> None:
    around = here.neighbours()
    assert len(set(around)) == 6
    assert {distance(here, other) for other in around} == {1}
    assert all(here in other.neighbours() for other in around)


@given(on_a_sheet, on_a_sheet, on_a_sheet)
def test_distance_is_symmetric_and_no_way_round_is_shorter(one: Hex, two: Hex, three: Hex) -> None:
    first, second, direct = distance(one, two), distance(two, three), distance(one, three)
    assert first is not None
    assert second is not None
    assert direct is not None
    assert first == distance(two, one)
    assert direct <= first + second


@given(on_a_sheet, on_a_sheet)
def test_a_way_of_that_many_steps_exists(one: Hex, two: Hex) -> None:
    """From any hex some neighbour is one hex nearer."""
    hexes = distance(one, two)
    if hexes:
        assert min(distance(step, two) or 0 for step in one.neighbours()) == hexes - 1
