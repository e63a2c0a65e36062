"""33.C, 33.D: aircraft change the status (table 4), and the enemy's two dice are thrown for the final one."""

from fractions import Fraction

import pytest

from navalassist.engine import Roller, Tally
from navalassist.rules.europa.r33_air import AirCount, AirSituation, AirUnit, count_air_units
from navalassist.rules.europa.r33_anti_shipping import check_for_contact
from navalassist.rules.europa.words import Side
from tests.rules.play import a_sailing, figures_of, number_of, play, registered, result_of, tally_of, term


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


@pytest.mark.rule("E33.C.T4", "E33.C.1")
def test_both_sides_count_in_the_box_missions_only_against_and_the_fraction_of_each_total_is_dropped_once() -> None:
    # 1.5 + 1.5 = 3 and not 1 + 1; 2.5 alone is 2
    odd = a_unit(tbf="3", nature="non-naval")
    assert count(odd, odd).against == 3
    assert count(a_unit(tbf="5", nature="non-naval")).against == 2
    found = count(
        a_unit(), a_unit("axis", "2"), a_unit("axis", "9", place="naval-patrol"), a_unit(place="naval-strike")
    )
    assert (found.against, found.helping) == (5, 2)
    assert found.units[2].why.startswith("Naval patrol and strike missions count only against")


@pytest.mark.rule("E33.C.2", "E33.C.3")
def test_a_fighter_far_from_its_airbase_has_less_range_and_takes_what_it_has_off_the_longest_bomber() -> None:
    fighters = (a_unit("axis", "0", 10, fighter=True), a_unit("axis", "0", 20, fighter=True))
    bombers = (a_unit(reach=16), a_unit(reach=40), a_unit(reach=32))
    found = count(*fighters, *bombers)
    # 40 - 20 = 20, 32 - 10 = 22, and nobody is left for the one of 16
    assert [unit.range for unit in found.units[2:]] == [16, 20, 22]
    assert found.against == 12
    far = a_unit("axis", "0", 20, fighter=True, hexes_to_base=15)
    # 20 - 15 = 5 comes off 36
    assert count(far, a_unit(reach=36)).units[1].range == 31
    out = a_unit("axis", "2", 20, fighter=True, hexes_to_base=25)
    found = count(out, a_unit(reach=36))
    assert (found.units[0].range, found.units[1].range, found.helping) == (0, 36, 0)


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


# 33.D: the final status of an item, and the enemy's two dice.


# Ways out of 36 to be contacted in columns 0 to 15, counted by hand from the thresholds of R-01 (total: ways of two
# dice): 11 and 12 always 2+1; 10 from 3: 3; 9 from 5: 4; 8 from 7: 5; 7 from 9: 6; 6 from 11: 5; 5 from 13: 4;
# 4 from 15: 3; 3 in even columns 2 to 14: 2; 2 in columns 1 and 8: 1.
WAYS = (3, 4, 5, 6, 8, 10, 12, 15, 18, 21, 23, 26, 28, 30, 32, 33)


@pytest.mark.rule("E33.D")
@pytest.mark.parametrize(("status", "ways"), list(enumerate(WAYS)))
def test_the_chance_of_contact_in_every_column(status: int, ways: int) -> None:
    assert figures_of(check_for_contact, a_sailing(malta=status))["contact"] == Fraction(ways, 36)


@pytest.mark.rule("E33.D", "E33.PROC")
def test_the_enemy_rolls_two_dice_in_the_column_of_the_final_status_and_no_contact_ends_the_check() -> None:
    assert registered(check_for_contact).roller is Roller.ENEMY
    result = result_of(check_for_contact, a_sailing(malta=9), "3 4, 6 2 1")
    contact = next(answer for answer in result.answers if answer.key == "contact")
    assert (contact.faces, contact.reading) == ((3, 4), "C")
    cell = contact.cells[0]
    assert (cell.table, cell.row, cell.column, cell.value) == ("europa/33-anti-shipping", "7", "9", "C")
    assert contact.bounds == (0, 15)
    assert [answer.key for answer in result.answers if answer.kind == "table"] == [
        "contact",
        "lot-1/effect",
        "lot-2/effect",
        "lot-3/effect",
    ]
    outcome = play(check_for_contact, a_sailing(malta=9), "3 3")
    fate = outcome.result
    assert (fate.contact, fate.column, fate.lots, fate.unharmed) == (False, 9, (), True)


def terms_of(what: str, **options: object) -> Tally:
    """The terms that the contact was rolled with."""
    result = result_of(check_for_contact, a_sailing(what, **options), "1 1")  # type: ignore[arg-type]
    contact = next(answer for answer in result.answers if answer.key == "contact")
    return Tally(contact.terms, 0, 15)


@pytest.mark.rule("E33.D.MOD1", "E33.D.MOD2")
def test_empty_naval_transports_that_sail_alone_are_5_columns_safer_a_code_c_fighter_is_4() -> None:
    tally = terms_of("4 empty")
    assert (tally.total, term(tally.terms, "Empty naval").value) == (4, -5)
    escorted = terms_of("4 empty", item={"alone": False})
    assert (escorted.total, term(escorted.terms, "Empty naval").applies) == (9, False)
    assert terms_of("7 sp").total == 9
    assert terms_of("4 empty", item={"transports": "lc"}).total == 9
    tally = terms_of("1 carrier", item={"code_c_fighter": True})
    assert (tally.total, term(tally.terms, "Carrier").value) == (5, -4)
    assert terms_of("1 carrier").total == 9


@pytest.mark.rule("E33.B.1.a.2")
@pytest.mark.parametrize(
    ("origin", "destination"),
    [("palermo", "pantelleria"), ("cagliari", "tunis"), ("bizerte", "trapani"), ("ajaccio", "palermo")],
)
def test_the_short_route_is_5_columns_safer_for_cargo(origin: str, destination: str) -> None:
    assert terms_of("3 sp", item={"origin": origin, "destination": destination}).total == 4


@pytest.mark.rule("E33.B.1.a.2")
@pytest.mark.parametrize(
    ("origin", "destination"), [("naples", "tunis"), ("palermo", "tripoli"), ("naples", "tripoli")]
)
def test_both_ends_must_lie_on_the_short_route(origin: str, destination: str) -> None:
    tally = terms_of("3 sp", item={"origin": origin, "destination": destination})
    short = term(tally.terms, "Short route")
    assert (tally.total, short.applies, short.value, short.rule) == (9, False, -5, "33.B.1.a")
    assert "is none of its ports" in short.text


@pytest.mark.rule("E33.B.1.a.2")
def test_the_short_route_is_for_axis_cargo_in_the_central_med_and_may_leave_corsica_out() -> None:
    ends = {"origin": "palermo", "destination": "tunis"}
    empties = terms_of("4 empty", item=ends)
    assert (empties.total, term(empties.terms, "Short route").applies) == (4, False)
    # on such a route all shipping may be meant.
    sailing = a_sailing("4 empty", item=ends)
    for choice, column in (("cargo", 4), ("shipping", 0)):
        assert play(check_for_contact, sailing, "1 1", R_93=choice).result.column == column
    for other in (terms_of("3 sp", item=ends, side="allied"), terms_of("3 sp", item=ends, zone="western-med")):
        assert not [t for t in other.terms if t.text.startswith("Short route")]
    ends = {"origin": "ajaccio", "destination": "palermo"}
    sailing = a_sailing("3 sp", item=ends)
    for choice, column in (("corsica", 4), ("no-corsica", 9)):
        assert play(check_for_contact, sailing, "1 1", R_16=choice).result.column == column


@pytest.mark.rule("E33.D", "E33.C.4")
def test_all_terms_are_summed_before_the_one_clamp() -> None:
    # 3 - 5 for the empties + 4 for aircraft = 2; holding 3 - 5 at 0 first would give 4.
    tally = terms_of("4 empty", malta=3, leg={"air_against": 4})
    assert (tally.raw, tally.total) == (2, 2)
    # 3 - 5 = -2, held at 0, and the unheld sum is kept.
    low = terms_of("4 empty", malta=3)
    assert (low.raw, low.total) == (-2, 0)


@pytest.mark.rule("E33.PROC")
def test_the_figures_of_a_check_and_of_a_leg_without_one() -> None:
    assert figures_of(check_for_contact, a_sailing(zone="tyrrhenian")) == {"contact": 0, "unharmed": 1, "loss": 0}
    # Contact 21/36; 3 SPs lose (0 + 1 + 2 + 3 + 3 + 3)/6 = 2 REs a contact.
    found = figures_of(check_for_contact, a_sailing("3 sp"))
    assert found == {"contact": Fraction(21, 36), "unharmed": Fraction(15, 36), "loss": Fraction(42, 36)}
    # A warship: 6 is one hit outside interdiction zones, so 21/36 x 1/6; unharmed unless 4, 5 or 6.
    warship = figures_of(check_for_contact, a_sailing("1 warship"))
    expected = {"contact": Fraction(21, 36), "unharmed": Fraction(51, 72), "loss": 0, "hits": Fraction(21, 216)}
    assert warship == expected
