"""A whole voyage, and naval units that sail in groups: against values worked out by hand."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from navalassist.engine import Create, Enumerator, Remove, Set, as_odds
from navalassist.rules.europa.fates import VoyageFate
from navalassist.rules.europa.items import PortPlace
from navalassist.rules.europa.naval_units import NavalUnit, UnitKind
from navalassist.rules.europa.r33_anti_shipping import check_for_contact
from navalassist.rules.europa.r33_unit_contact import UnitFate, UnitSailing, check_unit
from navalassist.rules.europa.r33_voyage import Passage, losses, sail
from navalassist.rules.europa.words import Zone
from tests.rules.play import a_leg, a_sailing, a_voyage, figures_of, odds_for, play, refusal, result_of, tally_of
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
    assert figures_of(sail, voyage) == {"all-arrive": Fraction(25, 36), "loss": Fraction(11, 108)}


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
    assert play(sail, voyage, "34 6 1 2").result == VoyageFate(False, Decimal(0), Decimal(4), Decimal(3), 0, 4, 3)
    # Lots: 1 RE, 2 REs, R: 3 lost, 1 back, 3 go on; Central Med, column 9, total 6: no contact.
    assert play(sail, voyage, "34 2 3 1, 33").result == VoyageFate(False, Decimal(3), Decimal(3), Decimal(1), 3, 3, 1)
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


def test_odds_add_up_whatever_is_afloat_passages_are_equal_when_their_parts_are() -> None:
    for what in ("1 sp", "2.5 srp", "5 empty", "3 rp", "1 carrier"):
        odds = odds_for(sail, a_voyage(what, "western-med central-med adriatic"))
        assert sum(odds.weights.values()) == odds.total
    nine, ten = tally_of("axis", "central-med", malta=9), tally_of("axis", "central-med", malta=10)
    one = Passage(Zone.CENTRAL_MED, nine, "cargo")
    assert one == Passage(Zone.CENTRAL_MED, nine, "cargo")
    assert hash(one) == hash(Passage(Zone.CENTRAL_MED, nine, "cargo"))
    assert one != Passage(Zone.CENTRAL_MED, ten, "cargo")
    assert one != (Zone.CENTRAL_MED, nine, "cargo")


# 33.A, 33.D, 33.E for naval units that sail in groups: each is checked for itself.
# Worked out by hand: Malta at 9 is the Axis status of the Central Med; in that column 9 is contact and 6 is none. A
# naval unit reads the unit column outside interdiction zones: 1 to 3 NE, 4 and 5 R, 6 ½E. Counters of transports read
# the SP column: 1 R, 2 1RE, 3 2RE, 4 to 6 E.


CHECKED = "mark:checked/squadron-1/central-med/1941-03-1/axis/naval-movement"
BACK = "mark:turned-back/squadron-1"
PLACE = "task-force:squadron-1.place"
TARANTO = PortPlace(key="taranto", name="Taranto")


def a_unit(kind: str = "task-force", strength: int = 6, **more: Any) -> NavalUnit:
    """The 1st Squadron: 6 points, half-strength side 3."""
    given = {"key": "squadron-1", "name": "1st Squadron", "side": "axis", "reverse": strength // 2} | more
    return NavalUnit(kind=UnitKind(kind), strength=strength, **given)


def sails(unit: NavalUnit | None = None, zone: str = "central-med", **more: Any) -> UnitSailing:
    """It has put to sea from Taranto, with others in its group."""
    names = ("side", "leg", "turn", "player_turn", "phase", "already_checked", "facts")
    at_sea = a_sailing(zone=zone, **{name: more.pop(name) for name in ("leg", "malta", "side") if name in more})
    given = {"unit": unit or a_unit(), "group": "battle-fleet", "home": TARANTO}
    return UnitSailing(**{name: getattr(at_sea, name) for name in names} | given | more)  # type: ignore[arg-type]


def after(dice: str, sailing: UnitSailing | None = None) -> tuple[UnitFate, dict[str, Any]]:
    """What the dice do, and the facts that are set."""
    outcome = play(check_unit, sailing or sails(), dice=dice)
    return outcome.result, {effect.key: effect.value for effect in outcome.effects if isinstance(effect, Set)}


def rows(dice: str, sailing: UnitSailing) -> tuple[list[str], list[str]]:
    """Rows that are made, and rows that go."""
    effects = play(check_unit, sailing, dice=dice).effects
    made = [effect.key for effect in effects if isinstance(effect, Create)]
    return made, [effect.key for effect in effects if isinstance(effect, Remove)]


@pytest.mark.rule("E33.A.1", "E33.A.4", "E33.D")
def test_without_contact_it_sails_on_marked_as_checked_and_half_of_those_contacted_turn_back() -> None:
    found, facts = after("51")
    assert (found.contact, found.column, found.hits, found.left, found.turned_back) == (False, 9, 0, 6, "")
    assert facts == {}
    assert rows("51", sails()) == ([CHECKED], [])
    # Of the six results outside interdiction zones three turn a unit back (4, 5, 6), and one hits it once (6).
    found = figures_of(check_unit, sails())
    assert found["turned-back"] == found["contact"] / 2
    assert found["hits"] == found["contact"] / 6


@pytest.mark.rule("E33.A.4", "E33.E.R", "E33.E.NE")
@pytest.mark.parametrize(
    ("die", "hits", "left", "back"),
    [
        ("1", 0, 6, ""),
        ("3", 0, 6, ""),
        ("5", 0, 6, "to Taranto"),
        ("6", 1, 5, "to Taranto"),
    ],
)
def test_what_a_contact_does_to_a_naval_unit(die: str, hits: int, left: int, back: str) -> None:
    found, facts = after(f"63 {die}")
    assert (found.contact, found.hits, found.left, found.turned_back) == (True, hits, left, back)
    assert facts.get(PLACE) == ("port:taranto" if back else None)
    assert facts.get("task-force:squadron-1.hits", 0) == hits
    assert rows(f"63 {die}", sails())[0] == [CHECKED, *([BACK] if back else [])]


@pytest.mark.rule("E33.E.R", "E33.D.MOD2")
def test_what_was_turned_back_before_has_its_mark_and_a_carrier_with_a_fighter_is_harder_to_find() -> None:
    found, facts = after("63 5", sails(already_back=True))
    assert (found.turned_back, facts[PLACE]) == ("to Taranto", "port:taranto")
    assert rows("63 5", sails(already_back=True))[0] == [CHECKED]
    carrier = a_unit("carrier", 4)
    assert after("51", sails(carrier))[0].column == 9
    assert after("51", sails(carrier, code_c_fighter=True))[0].column == 5


@pytest.mark.rule("E33.E.E", "E36.F.3")
def test_a_hit_may_flip_it_or_sink_it() -> None:
    """2 of 6 points left: 1 hit more leaves 1. In a tight interdiction zone a 6 is E: 2 hits, which sink it.

    With 4 hits of 6 it would be flipped: 3 printed, so 1 hit on that side leaves 2.
    """
    worn = a_unit(flipped=True, hits=1)
    assert worn.current == 2
    assert after("63 6", sails(worn))[1] == {"task-force:squadron-1.hits": 2, PLACE: "port:taranto"}
    half = a_unit(hits=2)
    # The third hit is half its printed 6: its half-strength side comes up with 3 points, all of them left.
    flipped = {"task-force:squadron-1.flipped": True, "task-force:squadron-1.hits": 0}
    assert after("63 6", sails(half))[1] == {**flipped, PLACE: "port:taranto"}
    last = a_unit(flipped=True, hits=2)
    found, facts = after("63 6", sails(last))
    assert (found.left, found.turned_back, facts[PLACE]) == (0, "", "sunk")


@pytest.mark.rule("E33.E.R")
def test_its_group_goes_with_the_last_unit_and_the_marks_on_it() -> None:
    mark = "mark:found/battle-fleet"
    alone = sails(alone=True, marks=(mark,))
    assert rows("63 5", alone) == ([CHECKED, BACK], [mark, "group:battle-fleet"])
    assert rows("63 1", alone)[1] == []
    # Nobody knows where it came from: it stays where it is, for its owner to bring it home.
    lost = sails(alone=True, home=None)
    assert "by hand" in after("63 5", lost)[0].turned_back
    assert rows("63 5", lost) == ([CHECKED, BACK], [])
    # One that lies in port by itself has no group that could go.
    assert rows("63 5", sails(alone=True, group="")) == ([CHECKED, BACK], [])
    sunk = sails(a_unit(flipped=True, hits=2), alone=True)
    assert rows("63 6", sunk) == ([CHECKED], ["group:battle-fleet"])


@pytest.mark.rule("E33.E.N1", "E36.I", "E33.D.MOD1")
def test_a_counter_of_transports_is_checked_as_empty_ones() -> None:
    """Two NTs that sail alone: 9 less 5 is 4, where 10 is contact and 9 none.

    A 2 sinks one of them, a 1 sends both back, a 4 sinks both. With warships in the group nothing is taken off.
    """
    counter = a_unit("nt", 2)
    assert after("63", sails(counter))[0].column == 4
    found, facts = after("64 2", sails(counter))
    assert (found.hits, found.left, found.turned_back) == (1, 1, "")
    assert facts == {"task-force:squadron-1.hits": 1}
    assert after("64 1", sails(counter))[0].turned_back == "to Taranto"
    assert after("64 4", sails(counter))[1][PLACE] == "sunk"
    assert after("51", sails(counter, convoy=True))[0].column == 9


@pytest.mark.rule("E33.A.4", "E33.B.4.a", "E36.A.1.d", "E36.A.1")
def test_no_check_twice_in_a_zone_and_phase_where_nothing_interferes_or_inshore_but_for_task_forces() -> None:
    again = play(check_unit, sails(already_checked="public/7"))
    assert (again.result.rule, again.result.left, again.effects) == ("33.A.4", 6, ())
    free = play(check_unit, sails(zone="tyrrhenian"))
    assert (free.result.rule, free.effects) == ("33.B.4.a", ())
    for kind in ("submarine", "flotilla", "nt", "lc"):
        inshore = sails(a_unit(kind), leg={"protected": True})
        assert not refusal(check_unit, inshore)
        found = play(check_unit, inshore)
        assert (found.result.contact, found.result.rule, found.effects) == (None, "36.A.1.d", ())
    for kind in ("task-force", "warship", "carrier"):
        assert refusal(check_unit, sails(a_unit(kind), leg={"protected": True})).startswith("36.A.1: ")


@pytest.mark.rule("E33.A.1", "E33.B.2.a")
def test_it_is_checked_in_naval_steps_also_as_it_reacts_and_no_bar_of_shipping_holds_warships() -> None:
    assert not refusal(check_unit, sails(player_turn="allied"))
    found = refusal(check_unit, sails(phase="air"))
    assert found == "33.A: Naval units are checked in the naval movement and naval exploitation steps."
    sunk = a_unit(sunk=True)
    assert refusal(check_unit, sails(sunk)) == "33.A: 1st Squadron is sunk."
    # An Allied Crete bars Axis shipping from the Eastern Med; warships sail, at 15.
    assert after("51 1", sails(zone="eastern-med"))[0].column == 15
    barred = sails(a_unit("nt", 2), zone="eastern-med")
    assert refusal(check_unit, barred)
    assert result_of(check_unit, barred).value is not None
