"""33.C: aircraft change the status. Their modified TBF is typed as a total for each side."""

import pytest

from tests.rules.play import number_of, tally_of, term


@pytest.mark.rule("E33.C.4")
def test_enemy_aircraft_add_and_own_aircraft_subtract() -> None:
    assert number_of("axis", "central-med", malta=9, leg={"air_against": 4}) == 13
    assert number_of("axis", "central-med", malta=9, leg={"air_for": 3}) == 6
    assert number_of("axis", "central-med", malta=9, leg={"air_against": 4, "air_for": 3}) == 10


@pytest.mark.rule("E33.C.4")
def test_the_literal_reading_subtracts_both() -> None:
    air = {"air_against": 4, "air_for": 3}
    assert number_of("axis", "central-med", malta=9, leg=air, rulings={"R-13": "literal"}) == 2


@pytest.mark.rule("E33.C.4")
def test_the_sum_is_held_in_0_to_15_once_at_the_end() -> None:
    assert number_of("axis", "central-med", malta=9, leg={"air_against": 20}) == 15
    assert number_of("axis", "central-med", malta=9, leg={"air_for": 20}) == 0
    # 9 + 20 - 18 = 11: holding each step would give 15 - 18 = 0.
    assert number_of("axis", "central-med", malta=9, leg={"air_against": 20, "air_for": 18}) == 11


@pytest.mark.rule("E33.C.4")
def test_without_aircraft_the_terms_are_shown_as_not_applying() -> None:
    terms = tally_of("axis", "central-med").terms
    assert [term(terms, "Air units against").applies, term(terms, "Air units for").applies] == [False, False]
    assert {t.rule for t in terms if t.text.startswith("Air units")} == {"33.C"}
