"""33.D: the final status of an item, and the enemy's two dice."""

from fractions import Fraction

import pytest

from navalassist.engine import Roller, Tally
from navalassist.rules.europa.r33_anti_shipping import check_for_contact
from tests.rules.play import a_sailing, figures_of, play, registered, result_of, term

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


@pytest.mark.rule("E33.D.MOD1")
def test_empty_naval_transports_that_sail_alone_are_5_columns_safer_and_landing_craft_are_none() -> None:
    tally = terms_of("4 empty")
    assert (tally.total, term(tally.terms, "Empty naval").value) == (4, -5)
    escorted = terms_of("4 empty", item={"alone": False})
    assert (escorted.total, term(escorted.terms, "Empty naval").applies) == (9, False)
    assert terms_of("7 sp").total == 9
    assert terms_of("4 empty", item={"transports": "lc"}).total == 9


@pytest.mark.rule("E33.D.MOD2")
def test_a_carrier_with_a_code_c_fighter_is_4_columns_safer() -> None:
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
def test_the_short_route_is_for_cargo_on_the_axis_side_in_the_central_med() -> None:
    ends = {"origin": "palermo", "destination": "tunis"}
    empties = terms_of("4 empty", item=ends)
    assert (empties.total, term(empties.terms, "Short route").applies) == (4, False)
    for other in (terms_of("3 sp", item=ends, side="allied"), terms_of("3 sp", item=ends, zone="western-med")):
        assert not [t for t in other.terms if t.text.startswith("Short route")]


@pytest.mark.rule("E33.B.1.a.2")
def test_a_group_may_read_the_table_which_leaves_corsica_out() -> None:
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
    found = figures_of(check_for_contact, a_sailing(zone="tyrrhenian"))
    assert found == {"contact": 0, "unharmed": 1, "loss": 0}
    # Contact 21/36; 3 SPs lose (0 + 1 + 2 + 3 + 3 + 3)/6 = 2 REs a contact.
    found = figures_of(check_for_contact, a_sailing("3 sp"))
    assert found == {"contact": Fraction(21, 36), "unharmed": Fraction(15, 36), "loss": Fraction(42, 36)}
    # A warship: 6 is one hit outside interdiction zones, so 21/36 x 1/6; unharmed unless 4, 5 or 6.
    warship = figures_of(check_for_contact, a_sailing("1 warship"))
    expected = {"contact": Fraction(21, 36), "unharmed": Fraction(51, 72), "loss": 0, "hits": Fraction(21, 216)}
    assert warship == expected
