"""A whole voyage: the odds that the convoy board shows, against values worked out by hand."""

from decimal import Decimal
from fractions import Fraction

import pytest

from navalassist.engine import Enumerator, as_odds
from navalassist.rules.europa.fates import VoyageFate
from navalassist.rules.europa.r33_anti_shipping import check_for_contact
from navalassist.rules.europa.r33_voyage import Passage, losses, sail
from navalassist.rules.europa.words import Zone
from tests.rules.play import a_leg, a_sailing, a_voyage, figures_of, odds_for, play, result_of, tally_of
from tests.rules.world import a_book

GIBRALTAR_MALTA = {"origin": "gibraltar", "destination": "valletta"}


@pytest.mark.rule("E33.PROC", "E33.D")
def test_seven_sps_from_naples_to_tripoli_with_malta_at_9() -> None:
    # Contact in column 9: 21/36. Any result of the cargo column loses or turns back, so 15/36 all arrive.
    # Loss of a contact: two lots of 3 lose (0+1+2+3+3+3)/6 = 2 each, the lot of 1 loses 5/6: 29/6. x 21/36 = 203/72.
    found = figures_of(sail, a_voyage("7 sp", "tyrrhenian central-med"))
    assert found == {"all-arrive": Fraction(15, 36), "loss": Fraction(203, 72)}


@pytest.mark.rule("E33.PROC", "E33.E.HALF")
def test_a_unit_of_4_res_on_the_same_way() -> None:
    # Harmed on 4, 5, 6: 1 - 21/36 x 1/2 = 51/72. Half of 4 on a 6: 21/36 x 1/6 x 2 = 7/36.
    found = figures_of(sail, a_voyage("4 unit", "tyrrhenian central-med"))
    assert found == {"all-arrive": Fraction(51, 72), "loss": Fraction(7, 36)}


@pytest.mark.rule("E33.PROC", "E33.D.MOD1", "E33.E.N1")
def test_four_empty_transports_on_the_way_back() -> None:
    # 9 - 5 = 4: 8/36. Lots of 3 and 1: 2 + 5/6 = 17/6. x 8/36 = 17/27.
    found = figures_of(sail, a_voyage("4 empty", "central-med tyrrhenian"))
    assert found == {"all-arrive": Fraction(28, 36), "loss": Fraction(17, 27)}


@pytest.mark.rule("E33.PROC", "E33.B.1.a.2")
def test_three_sps_on_the_short_route() -> None:
    # 9 - 5 = 4: 8/36 x 2 = 4/9
    ends = {"origin": "palermo", "destination": "pantelleria"}
    found = figures_of(sail, a_voyage("3 sp", "tyrrhenian central-med", item=ends))
    assert found == {"all-arrive": Fraction(28, 36), "loss": Fraction(4, 9)}


@pytest.mark.rule("E33.PROC", "E33.B.1.b", "E33.B.3.b")
def test_a_brigade_of_2_res_from_gibraltar_to_malta() -> None:
    # Status 6 twice: 12/36. Unharmed a zone: 1 - 1/3 x 1/2 = 5/6. Loss: 1/3 x 1/6 x 1 = 1/18, and 5/6 of it after.
    voyage = a_voyage("2 unit", "western-med central-med", side="allied", item=GIBRALTAR_MALTA)
    found = figures_of(sail, voyage)
    assert found == {"all-arrive": Fraction(25, 36), "loss": Fraction(11, 108)}


@pytest.mark.rule("E33.PROC")
def test_the_losses_of_one_sp_over_two_zones() -> None:
    # One SP, column 12 then column 9. A contact turns back 1/6, loses 5/6.
    # Lost: 28/36 x 5/6 = 35/54, or not contacted (8/36) and 21/36 x 5/6 = 35/72: 35/54 + 2/9 x 35/72 = 245/324.
    odds = losses(odds_for(sail, a_voyage("1 sp", "western-med central-med")))
    assert odds.chance(lambda lost: lost == 1) == Fraction(245, 324)
    assert odds.chance(lambda lost: lost == 0) == Fraction(79, 324)


@pytest.mark.rule("E33.PROC", "E33.E.HALF")
def test_hits_of_a_warship_over_two_zones() -> None:
    # Columns 12 and 9: 28/36 x 1/6 = 7/54; unharmed 1 - 28/36 x 1/2 = 11/18, then 21/36 x 1/6 = 7/72.
    found = figures_of(sail, a_voyage("1 warship", "western-med central-med"))
    hits = Fraction(7, 54) + Fraction(11, 18) * Fraction(7, 72)
    assert found == {"all-arrive": Fraction(11, 18) * Fraction(51, 72), "loss": 0, "hits": hits}


@pytest.mark.rule("E33.PROC")
def test_a_voyage_played_with_dice_takes_what_is_still_afloat_from_zone_to_zone() -> None:
    # Western Med, column 12: contact on 7; lots 3 3 1: E, R, 1 RE. 0 sail on but... the lot of 1 is lost: 3 back.
    voyage = a_voyage("7 sp", "western-med central-med")
    gone = play(sail, voyage, "34 6 1 2").result
    assert gone == VoyageFate(False, Decimal(0), Decimal(4), Decimal(3), 0, 4, 3)
    # Lots: 1 RE, 2 REs, R: 3 lost, 1 back, 3 go on; Central Med, column 9, total 6: no contact.
    fate = play(sail, voyage, "34 2 3 1, 33").result
    assert fate == VoyageFate(False, Decimal(3), Decimal(3), Decimal(1), 3, 3, 1)
    keys = [answer.key for answer in result_of(sail, voyage, "34 2 3 1, 33").answers if answer.faces]
    assert keys == [
        "leg-1/western-med/contact",
        "leg-1/western-med/lot-1/effect",
        "leg-1/western-med/lot-2/effect",
        "leg-1/western-med/lot-3/effect",
        "leg-2/central-med/contact",
    ]


@pytest.mark.rule("E33.PROC")
def test_a_voyage_has_no_effects_passes_legs_without_a_check_and_one_leg_has_the_odds_of_its_check() -> None:
    assert play(sail, a_voyage("7 sp", "central-med"), "66 666").effects == ()
    legs = (a_leg("tyrrhenian"), a_leg("central-med", protected=True))
    assert play(sail, a_voyage("7 sp", "", legs=legs)).result == VoyageFate(True, Decimal(7), transports_arrived=7)
    check = odds_for(check_for_contact, a_sailing("7 sp"))
    voyage = odds_for(sail, a_voyage("7 sp", "central-med"))
    assert check.map(lambda fate: fate.res_lost) == voyage.map(lambda fate: fate.res_lost)
    assert check.map(lambda fate: fate.unharmed) == voyage.map(lambda fate: fate.all_arrive)


def test_the_odds_of_ten_sps_over_three_zones_merge_equal_positions() -> None:
    # Told apart by die, four lots in three zones have (36 x 6^4)^3 cases. What counts is the work, not the clock of a
    # machine that others use: a walk of the generator costs a few microseconds.
    enumerator = Enumerator(a_book())
    voyage = a_voyage("10 sp", "western-med central-med aegean")
    odds = as_odds(enumerator.play(lambda: sail(voyage)))
    # Nothing lost and nothing turned back: 8/36 x 15/36 x 8/36 in columns 12, 9, 12.
    assert odds.chance(lambda fate: fate.all_arrive) == Fraction(8 * 15 * 8, 36**3)
    assert enumerator.branches < 2000


def test_the_odds_add_up_whatever_is_afloat() -> None:
    for what in ("1 sp", "2.5 srp", "5 empty", "3 rp", "1 carrier"):
        odds = odds_for(sail, a_voyage(what, "western-med central-med adriatic"))
        assert sum(odds.weights.values()) == odds.total


def test_passages_are_equal_when_their_parts_are() -> None:
    nine, ten = tally_of("axis", "central-med", malta=9), tally_of("axis", "central-med", malta=10)
    one = Passage(Zone.CENTRAL_MED, nine, "cargo")
    assert one == Passage(Zone.CENTRAL_MED, nine, "cargo")
    assert hash(one) == hash(Passage(Zone.CENTRAL_MED, nine, "cargo"))
    assert one != Passage(Zone.CENTRAL_MED, ten, "cargo")
    assert one != (Zone.CENTRAL_MED, nine, "cargo")
