"""33.C: aircraft change the status, and how much each air unit counts (table 4)."""

import pytest

from navalassist.rules.europa.r33_air import AirCount, AirSituation, AirUnit, count_air_units
from navalassist.rules.europa.words import Side
from tests.rules.play import number_of, play, tally_of, term


@pytest.mark.rule("E33.C.4")
def test_enemy_aircraft_add_own_aircraft_subtract_and_without_any_the_terms_do_not_apply() -> None:
    assert number_of("axis", "central-med", malta=9, leg={"air_against": 4}) == 13
    assert number_of("axis", "central-med", malta=9, leg={"air_for": 3}) == 6
    assert number_of("axis", "central-med", malta=9, leg={"air_against": 4, "air_for": 3}) == 10
    terms = tally_of("axis", "central-med").terms
    assert [term(terms, "Air units against").applies, term(terms, "Air units for").applies] == [False, False]
    assert {t.rule for t in terms if t.text.startswith("Air units")} == {"33.C"}


@pytest.mark.rule("E33.C.4")
def test_the_sum_is_held_in_0_to_15_once_at_the_end_and_the_literal_reading_subtracts_both() -> None:
    assert number_of("axis", "central-med", malta=9, leg={"air_against": 20}) == 15
    assert number_of("axis", "central-med", malta=9, leg={"air_for": 20}) == 0
    # 9 + 20 - 18 = 11: holding each step would give 15 - 18 = 0.
    assert number_of("axis", "central-med", malta=9, leg={"air_against": 20, "air_for": 18}) == 11
    air = {"air_against": 4, "air_for": 3}
    assert number_of("axis", "central-med", malta=9, leg=air, rulings={"R-13": "literal"}) == 2


# The count itself


def a_unit(side: str = "allied", tbf: str = "4", reach: int = 20, **more: object) -> AirUnit:
    """A bomber of type S in the box: everything counts once."""
    given: dict[str, object] = {"name": "Wellington", "nature": "s"} | more
    return AirUnit(side=Side(side), tbf=tbf, range=reach, **given)  # type: ignore[arg-type]


def count(*units: AirUnit, **rulings: str) -> AirCount:
    """Both totals over Axis shipping."""
    result: AirCount = play(count_air_units, AirSituation(side=Side.AXIS, units=units), **rulings).result
    return result


@pytest.mark.rule("E33.C.T4")
@pytest.mark.parametrize(
    ("change", "tbf"),
    [
        ({}, 4),
        ({"nature": "non-naval"}, 2),
        ({"nature": "v"}, 8),
        ({"nature": "m"}, 8),
        ({"reach": 14}, 2),
        ({"reach": 15}, 4),
        ({"reach": 30}, 4),
        ({"reach": 31}, 8),
        ({"place": "naval-patrol"}, 2),  # 4 x 1/2 x 1
        ({"place": "naval-strike"}, 1),  # 4 x 1/2 x 1/2
        ({"nature": "non-naval", "reach": 14, "tbf": "8"}, 2),  # 8 x 1/2 x 1/2
        ({"nature": "m", "reach": 31, "place": "naval-patrol"}, 8),  # 4 x 2 x 2 x 1/2 x 1
    ],
)
def test_the_multipliers_of_table_4_are_cumulative(change: dict[str, object], tbf: int) -> None:
    assert count(a_unit(**change)).against == tbf  # type: ignore[arg-type]


@pytest.mark.rule("E33.C.T4")
def test_the_fraction_of_each_sides_total_is_dropped_once() -> None:
    # 1.5 + 1.5 = 3 and not 1 + 1; 2.5 alone is 2
    odd = a_unit(tbf="3", nature="non-naval")
    assert count(odd, odd).against == 3
    assert count(a_unit(tbf="5", nature="non-naval")).against == 2


@pytest.mark.rule("E33.C.1")
def test_both_sides_count_in_the_box_and_missions_only_against_shipping() -> None:
    found = count(
        a_unit(), a_unit("axis", "2"), a_unit("axis", "9", place="naval-patrol"), a_unit(place="naval-strike")
    )
    assert (found.against, found.helping) == (5, 2)
    assert found.units[2].why.startswith("Naval patrol and strike missions count only against")


@pytest.mark.rule("E33.C.2")
def test_each_fighter_takes_its_range_off_one_bomber_the_longest_first() -> None:
    fighters = (a_unit("axis", "0", 10, fighter=True), a_unit("axis", "0", 20, fighter=True))
    bombers = (a_unit(reach=16), a_unit(reach=40), a_unit(reach=32))
    found = count(*fighters, *bombers)
    # 40 - 20 = 20, 32 - 10 = 22, and nobody is left for the one of 16
    assert [unit.range for unit in found.units[2:]] == [16, 20, 22]
    assert found.against == 12


@pytest.mark.rule("E33.C.2")
def test_fighters_of_the_interfering_side_work_too_and_one_that_was_used_adds_nothing_of_its_own() -> None:
    found = count(a_unit("allied", "0", 10, fighter=True), a_unit("axis", "4", 20))
    # 20 - 10 = 10: under 15, so half
    assert (found.against, found.helping) == (0, 2)
    used = count(a_unit("axis", "3", 20, fighter=True), a_unit(reach=40))
    assert (used.helping, used.units[0].why) == (0, "Used against an enemy bomber's range (R-13).")
    assert count(a_unit("axis", "3", 20, fighter=True)).helping == 3


@pytest.mark.rule("E33.C.2")
def test_a_bomber_meets_fighters_in_the_box_alone_and_without_range_adds_nothing_unless_the_group_halves_it() -> None:
    units = (a_unit("axis", "0", 20, fighter=True), a_unit(reach=20))
    assert count(*units).against == 0
    assert count(*units, R_14="half").against == 2
    outside = a_unit(reach=20, place="naval-patrol")
    assert count(a_unit("axis", "0", 20, fighter=True), outside).against == 2


@pytest.mark.rule("E33.C.3")
def test_a_fighter_far_from_its_airbase_has_less_range_and_never_below_0() -> None:
    far = a_unit("axis", "0", 20, fighter=True, hexes_to_base=15)
    # 20 - 15 = 5 comes off 36
    assert count(far, a_unit(reach=36)).units[1].range == 31
    out = a_unit("axis", "2", 20, fighter=True, hexes_to_base=25)
    found = count(out, a_unit(reach=36))
    assert (found.units[0].range, found.units[1].range, found.helping) == (0, 36, 0)
