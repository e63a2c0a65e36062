"""R-53: the owner names the units that a loss takes off, as many as fit; what is left over is lost."""

from itertools import combinations
from typing import Any

import pytest

from navalassist.engine import Remove
from navalassist.systems.storm_of_steel.pending_losses import choices_of
from tests.rules.by_hand import WHY, basis_of, forbids, given, played, refused, removed_by, rulings_of, set_by
from tests.systems.storm_of_steel.rules.fleets import a_fleet, an_action

# a1 has 6 protection factors, a2 has 4, a3 has 2, a4 has 1.
FLEET = "bb british 6/6/1, bc british 5/4/3, ca british 2/2/2, ss british 2/1/2"
ENEMY = "bb german 6/6/1"


def a_loss(named: str = "", factors: int = 0, units: int = 0, among: str = FLEET, **more: Any) -> Any:
    """An Allied fleet owes a loss in action 3, after both sides have fired at once. cause, no_action: of the loss."""
    cause, enemy = more.pop("cause", "Naval Combat Table"), more.pop("enemy", ENEMY)
    owed = {"key": "3-allied", "side": "allied", "factors": factors, "units": units, "cause": cause}
    about = {"stage": "losses", "order": "both", "fired": ("central", "allied"), **more.pop("action", {})}
    action = None if more.pop("no_action", False) else an_action(enemy, among, **about)
    among_them = {**owed, "among": a_fleet(among, "a")}
    return given("gw-losses", side="allied", owed=among_them, named=named.split(), action=action, **more)


@pytest.mark.rule("GW.COMBAT")
@pytest.mark.parametrize("as_much", [False, True], ids=["until nothing fits", "as much as can be"])
@pytest.mark.parametrize("owed", [{"factors": number} for number in range(1, 15)] + [{"units": 1}, {"units": 2}])
def test_the_choices_that_are_offered_are_those_that_the_rule_does_not_refuse(
    owed: dict[str, int], as_much: bool
) -> None:
    more: dict[str, Any] = {"among": f"{FLEET}, trn british 0/0/0", "as_much": as_much, **owed}
    loss = a_loss(**more)
    every = [named for n in range(1, 6) for named in combinations(loss.owed.among, n)]
    legal = [way for way in every if not refused(a_loss(" ".join(unit.key for unit in way), **more))]
    assert list(choices_of(loss.owed, as_much=as_much)) == legal


@pytest.mark.rule("GW.COMBAT")
@pytest.mark.parametrize(
    ("named", "left", "trouble"),
    [
        ("a1 a3", 0, ""),
        ("a2 a3 a4", 1, ""),
        ("a1 a2", -2, "A1 and A2 have 10 protection factors together, 2 more than the 8 that are to be taken off."),
        ("a2 a3", 2, "2 of 8 factors are left, and A4 still fits."),
        ("a1", 2, "2 of 8 factors are left, and A3 or A4 still fits."),
        ("a2", 4, "4 of 8 factors are left, and A3 or A4 still fits."),
        ("", 8, "Choose who is lost."),
    ],
)
def test_a_set_is_legal_when_it_fits_and_nothing_is_left_that_would_fit_too(
    named: str, left: int, trouble: str
) -> None:
    assert basis_of(a_loss(named, 8)).total == left
    if not trouble:
        assert not refused(a_loss(named, 8))
    else:
        forbids(a_loss(named, 8), f"GW.COMBAT: {trouble}")


@pytest.mark.rule("GW.COMBAT")
def test_a_unit_too_big_for_a_loss_is_told_by_its_name_and_one_without_protection_fits_always() -> None:
    trouble = "A1 has 6 protection factors, 4 more than the 2 that are to be taken off."
    forbids(a_loss("a1", 2), f"GW.COMBAT: {trouble}")
    loss = "trn british 0/0/0, ss british 2/1/2"
    assert not refused(a_loss("a1 a2", 1, among=loss))
    assert not refused(a_loss("a2", 1, among=loss)), "nothing is left of 1"
    forbids(a_loss("a2", 2, among=loss), "GW.COMBAT: 1 of 2 factors are left, and A1 still fits.")
    assert not refused(a_loss("a1", 1, among="trn british 0/0/0, bb british 6/6/1"))
    forbids(a_loss("c1", 8), "GW.COMBAT: The loss does not fall on c1.", always=True)
    assert played(a_loss("a1 a2", 8, because=WHY)).result.left_over == 0


@pytest.mark.rule("GW.COMBAT")
def test_the_page_tells_unit_by_unit_what_is_named_what_fits_and_what_is_left() -> None:
    tally = basis_of(a_loss("a2", 8))
    assert [(term.text, term.value, term.applies) for term in tally.terms] == [
        ("Naval Combat Table: protection factors to take off", 8, True),
        ("A1: does not fit in what is left", -6, False),
        ("A2: named", -4, True),
        ("A3: fits", -2, False),
        ("A4: fits", -1, False),
    ]
    whole = basis_of(a_loss("a1", units=1))
    assert whole.terms[0].text == "Naval Combat Table: units to take off"
    assert (whole.terms[1].value, whole.total) == (-1, 0)


@pytest.mark.rule("GW.COMBAT")
def test_of_whole_units_exactly_so_many_are_named_and_where_too_few_are_left_the_rest_is_lost() -> None:
    assert not refused(a_loss("a2", units=1))
    forbids(a_loss("a1 a2", units=1), "GW.COMBAT: 2 units are named, and 1 is to be taken off.")
    forbids(a_loss("", units=1), "GW.COMBAT: Choose who is lost.")
    loss = a_loss("", 3, among="bb british 6/6/1")
    assert not refused(loss)
    outcome = played(loss)
    assert (outcome.result.lost, outcome.result.left_over) == ((), 3)
    assert Remove("owed-loss:3-allied") in outcome.effects
    few = "bb british 6/6/1, ca british 2/2/2"
    assert not refused(a_loss("a1 a2", units=3, among=few))
    forbids(a_loss("a1", units=3, among=few), "GW.COMBAT: 3 units are to be taken off, and 1 is named.")
    assert played(a_loss("a1 a2", units=3, among=few)).result.left_over == 0


@pytest.mark.rule("GW.BOMBARD.star", "GW.RAID.D", "GW.RAID.D2", "GW.RAID.A")
@pytest.mark.parametrize(
    ("cause", "rule"),
    [
        ("Naval Combat Table", "GW.COMBAT"),
        ("Bombardment Table, -*: one attacking naval unit", "GW.BOMBARD.star"),
        ("Commerce Raiding Table, +D: one attacking naval unit", "GW.RAID.D"),
        ("Commerce Raiding Table, +D: one transport flotilla", "GW.RAID.D2"),
        ("Commerce Raiding Table, +A: one convoying naval unit", "GW.RAID.A"),
        ("a table of our own", "GW.COMBAT"),
    ],
)
def test_the_receipt_and_refusals_of_a_loss_name_the_rule_that_gave_it(cause: str, rule: str) -> None:
    def of(named: str, factors: int = 0, units: int = 0) -> Any:
        return a_loss(named, factors, units, no_action=True, cause=cause)

    assert played(of("a4", units=1)).result.rule == rule
    told = [of("", units=1), of("a1 a2", units=1), of("c1", units=1), of("a1 a2", 8), of("", 8)]
    assert {refused(loss).partition(":")[0] for loss in told} == {rule}
    assert {term.rule for term in basis_of(of("a4", units=1)).terms} == {rule}


@pytest.mark.rule("GW.COMBAT")
def test_a_unit_in_another_action_is_not_lost_out_of_it() -> None:
    busy = "A4 takes part in action 5, which is not over."
    forbids(a_loss("a4", units=1, no_action=True, busy=busy), f"GW.COMBAT: {busy}", always=True)


@pytest.mark.rule("GW.COMBAT")
def test_a_lost_unit_is_out_of_the_action_which_waits_for_the_losses_of_the_other_side() -> None:
    outcome = played(a_loss("a1 a3", 8))
    lost = {"squadron:a1.place": "lost", "squadron:a3.place": "lost", "action:3.allied": ["a2", "a4"]}
    assert set_by(outcome) == {**lost, "action:3.stage": "after"}
    assert removed_by(outcome) == ["owed-loss:3-allied"]
    assert (outcome.result.lost, outcome.result.factors, outcome.result.left_over) == (("A1", "A3"), 8, 0)
    assert set_by(played(a_loss("a1 a3", 8, others=True))) == lost


@pytest.mark.rule("GW.COMBAT", "GW.CONTACT.D")
def test_after_the_first_salvo_the_other_side_fires_with_what_it_has_left_if_it_has_guns() -> None:
    order = {"order": "central", "fired": ("central",)}
    assert set_by(played(a_loss("a1 a3", 8, action=order)))["action:3.stage"] == "fire"
    disarmed = a_loss("a1", 6, among="bb british 6/6/1, trn british 0/4/0", action=order)
    assert set_by(played(disarmed))["action:3.stage"] == "after"


def annihilated(mission: str = "bombardment", enemy: str = ENEMY, **action: Any) -> Any:
    """The Allied fleet loses its last unit."""
    loss = a_loss("a1", 6, among="bb british 6/6/1", enemy=enemy, action={"mission": mission, **action})
    assert not refused(loss)
    return loss


@pytest.mark.rule("GW.REFUSE.3", "GW.COMBAT")
def test_a_side_that_is_all_lost_is_gone_and_where_nobody_is_left_the_action_is_over() -> None:
    assert {*rulings_of(a_loss("a1", 6, among="bb british 6/6/1, bb british 6/6/1"))} == {"R-53", "R-75"}
    assert {*rulings_of(annihilated())} == {"R-53", "R-89"}
    assert {*rulings_of(annihilated("general-engagement"))} == {"R-53", "R-89", "R-33"}
    changes = set_by(played(annihilated(side="allied")))
    assert changes["action:3.stage"] == "return"
    assert "area:north-sea.dominated" not in changes
    changes = set_by(played(annihilated(enemy="")))
    assert (changes["action:3.stage"], changes["action:3.ends"]) == ("ended", "nobody is left on either side")
    for mission in ("bombardment", "raiding", "re-basing"):
        changes = set_by(played(annihilated(mission)))
        assert (changes["action:3.allied"], changes["action:3.stage"]) == ([], "unopposed")


@pytest.mark.rule("GW.REFUSE.3")
@pytest.mark.parametrize("side", ["central", "allied"])
def test_whoever_is_left_of_a_general_engagement_dominates_the_area(side: str) -> None:
    changes = set_by(played(annihilated("general-engagement", side=side)))
    assert (changes["action:3.stage"], changes["area:north-sea.dominated"]) == ("return", "central")


def test_a_loss_outside_of_the_gunfire_takes_the_units_and_no_more() -> None:
    outcome = played(a_loss("a4", units=1, no_action=True))
    assert set_by(outcome) == {"squadron:a4.place": "lost"}
    assert removed_by(outcome) == ["owed-loss:3-allied"]
    changes = set_by(played(a_loss("a4", units=1, action={"stage": "ended"})))
    assert changes == {"squadron:a4.place": "lost", "action:3.allied": ["a1", "a2", "a3"]}
