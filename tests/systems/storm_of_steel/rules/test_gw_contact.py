"""GW.CONTACT: the difference of two ratings finds a column, shifts move it, one die decides (R-31, R-32)."""

from fractions import Fraction
from typing import Any

import pytest

from navalassist.engine import Tally
from tests.rules.by_hand import basis_of, figures, forbids, given, played, refused, set_by
from tests.rules.play import applied, term
from tests.systems.storm_of_steel.rules.fleets import an_action

# Of 6 throws in each column: N, D, C, A.
WAYS = {
    -2: (2, 3, 1, 0),
    -1: (1, 2, 2, 1),
    0: (1, 1, 3, 1),
    1: (1, 1, 2, 2),
    2: (1, 1, 1, 3),
    3: (1, 0, 1, 4),
}
SHIFTS = [f"GW.CONTACT.s{number}" for number in range(1, 7)]


def a_roll(
    attacker: str = "ca french 2/2/2", defender: str = "ca austrian 2/2/2", *, action: dict[str, Any] | None = None,
    **changes: Any,
) -> Any:  # fmt: skip
    """An Allied fleet has intercepted a Central bombardment; no shift holds of itself."""
    plain = {"stage": "contact", "attacker": "allied", **(action or {})}
    levels = {"side": "allied", "attacker_air": 1, "defender_air": 1}
    return given("gw-contact", action=an_action(defender, attacker, **plain), **{**levels, **changes})


def chances(roll: Any) -> tuple[Fraction, ...]:
    told = figures(roll)
    return tuple(told[letter] for letter in "NDCA")


def column(roll: Any) -> Tally:
    return basis_of(roll)


def sixths(*ways: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(number, 6) for number in ways)


@pytest.mark.rule("GW.CONTACT")
@pytest.mark.parametrize("difference", range(-2, 4))
def test_each_column_has_its_own_odds(difference: int) -> None:
    roll = a_roll(attacker_rating=5 + difference, defender_rating=5)
    assert column(roll).total == difference
    assert chances(roll) == sixths(*WAYS[difference])


@pytest.mark.rule("GW.CONTACT")
@pytest.mark.parametrize(("attacker", "defender", "read"), [(0, 6, -2), (1, 4, -2), (6, 1, 3), (9, 0, 3)])
def test_a_greater_difference_reads_the_column_at_the_end(attacker: int, defender: int, read: int) -> None:
    assert column(a_roll(attacker_rating=attacker, defender_rating=defender)).total == read


@pytest.mark.rule("GW.CONTACT")
def test_a_fleet_has_the_rating_of_its_lowest_unit_unless_another_is_typed() -> None:
    fast = "bc french 5/4/3, ca french 2/2/2"
    slow = "ca austrian 2/2/2, bb austrian 6/6/1"
    assert column(a_roll(fast, slow)).total == 1
    assert column(a_roll(fast, slow, attacker_rating=3)).total == 2
    assert column(a_roll(fast, slow, attacker_rating=0, defender_rating=0)).total == 0


@pytest.mark.rule("GW.CONTACT")
def test_the_difference_is_held_at_an_end_column_and_the_shifts_only_once_they_are_added_up() -> None:
    # 9 less 1 is +8, the last column, +3; one shift to the left leads to +2.
    tally = column(a_roll(attacker_rating=9, defender_rating=1, defender_air=4))
    assert tally.total == 2
    first = tally.terms[0]
    assert first.text == "Attacker's contact rating 9 less the defender's 1 is +8: column +3 or more"
    assert (first.rule, first.value, first.ruling) == ("GW.CONTACT", 3, "R-31")
    low = column(a_roll(attacker_rating=0, defender_rating=7, inshore=True))
    assert low.terms[0].text == "Attacker's contact rating 0 less the defender's 7 is -7: column -2 or less"
    assert low.total == -1
    middle = column(a_roll(attacker_rating=2, defender_rating=2))
    assert middle.terms[0].text == "Attacker's contact rating 2 less the defender's 2 is 0: column 0"
    # +3, then +2 and +1 and -1 and -1: +4 in all, held at +3. Step by step it would be +1.
    roll = a_roll("bb german 6/6/1", "bb british 6/6/1", attacker_rating=9, defender_rating=1, inshore=True,
                  defender_air=5)  # fmt: skip
    tally = column(roll)
    assert applied(tally)[1:] == [
        ("GW.CONTACT.s1", 2), ("GW.CONTACT.s3", 1), ("GW.CONTACT.s5", -1), ("GW.CONTACT.s6", -1)
    ]  # fmt: skip
    assert (tally.raw, tally.total) == (4, 3)


@pytest.mark.rule("GW.CONTACT.s1", "GW.CONTACT.s2", "GW.CONTACT.s3", "GW.CONTACT.s4", "GW.CONTACT.s5", "GW.CONTACT.s6")
def test_every_shift_is_told_whether_it_applies_or_not_as_inshore_to_the_right() -> None:
    tally = column(a_roll())
    assert applied(tally) == [("GW.CONTACT", 0)]
    assert [t.rule for t in tally.terms[1:]] == SHIFTS
    assert [t.value for t in tally.terms[1:]] == [2, 1, 1, 1, -1, -1]
    assert applied(column(a_roll(inshore=True)))[1:] == [("GW.CONTACT.s3", 1)]


@pytest.mark.rule("GW.CONTACT.s1", "GW.CONTACT.s2", "GW.CONTACT.s6")
@pytest.mark.parametrize(
    ("side", "fleet", "shift"),
    [
        # An attacking fleet all German moves two to the right, one of British or US units alone one.
        ("attacker", "ca german 2/2/2, ss german 2/1/2", 2),
        ("attacker", "ca german 2/2/2, ca turkish 2/2/2", 0),
        ("attacker", "ca british 2/2/2", 1),
        ("attacker", "ca us 2/2/2", 1),
        ("attacker", "ca british 2/2/2, bc us 5/4/3", 1),
        ("attacker", "ca british 2/2/2, ca french 2/2/2", 0),
        ("attacker", "ca british 2/2/2, ca german 2/2/2", 0),
        # A defending fleet of British, German or US units moves one to the left.
        ("defender", "ca german 2/2/2", -1),
        ("defender", "ca british 2/2/2", -1),
        ("defender", "ca us 2/2/2, ca british 2/2/2", -1),
        ("defender", "ca german 2/2/2, ca austrian 2/2/2", 0),
    ],
)
def test_a_fleet_all_of_certain_nations_moves_the_column(side: str, fleet: str, shift: int) -> None:
    assert column(a_roll(**{side: fleet})).total == shift


@pytest.mark.rule("GW.CONTACT.s4", "GW.CONTACT.s5")
@pytest.mark.parametrize(("level", "applies"), [(3, False), (4, True), (5, True)])
def test_seaplanes_of_air_level_4_move_one_for_their_side(level: int, applies: bool) -> None:
    right = column(a_roll(attacker_air=level))
    left = column(a_roll(defender_air=level))
    assert applied(right)[1:] == ([("GW.CONTACT.s4", 1)] if applies else [])
    assert applied(left)[1:] == ([("GW.CONTACT.s5", -1)] if applies else [])
    assert term(right.terms, "The attacker's Air Level").facts == ("condition:allied-air.value",)
    assert term(left.terms, "The defender's Air Level").facts == ("condition:central-air.value",)


@pytest.mark.rule("GW.CONTACT.N", "GW.CONTACT.C")
def test_no_contact_lets_a_mission_go_on_and_contact_lets_both_fleets_fire_at_once() -> None:
    outcome = played(a_roll(), "1")
    assert outcome.result.result.value == "N"
    assert set_by(outcome) == {"action:3.stage": "unopposed"}
    roll = a_roll(action={"mission": "general-engagement", "side": "allied"})
    assert set_by(played(roll, "1")) == {"action:3.stage": "ended", "action:3.ends": "no contact"}
    outcome = played(a_roll(), "3")
    assert outcome.result.advantage == ""
    assert set_by(outcome) == {"action:3.order": "both", "action:3.stage": "fire"}
    roll = a_roll("trn french 0/1/2", "trn austrian 0/1/2")
    assert set_by(played(roll, "3")) == {"action:3.order": "both", "action:3.stage": "after"}


@pytest.mark.rule("GW.CONTACT.D", "GW.CONTACT.A")
@pytest.mark.parametrize(("die", "side"), [("2", "central"), ("6", "allied")])
def test_an_advantage_is_the_defenders_or_the_attackers_who_decides(die: str, side: str) -> None:
    outcome = played(a_roll(), die)
    assert outcome.result.advantage == side
    assert set_by(outcome) == {"action:3.advantage": side, "action:3.stage": "decide"}


@pytest.mark.rule("GW.CONTACT")
def test_contact_is_rolled_for_when_two_fleets_have_met() -> None:
    forbids(a_roll(action={"stage": "fire"}), "GW.CONTACT: Action 3 waits for gunfire.")
    forbids(a_roll(attacker=""), "GW.CONTACT: The Allied side has no unit in action 3.")
    forbids(a_roll(defender=""), "GW.CONTACT: The Central Powers side has no unit in action 3.")
    assert not refused(a_roll())
