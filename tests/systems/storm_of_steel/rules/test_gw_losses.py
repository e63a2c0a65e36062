"""R-53: the owner names the units that a loss takes off, as many as fit; what is left over is lost."""

from itertools import combinations
from typing import Any

import pytest

from navalassist.engine import Remove, compute
from navalassist.systems.storm_of_steel.owed import Owed, choices_of, left_of, owed_by
from navalassist.systems.storm_of_steel.rules.gw_losses import Losses, take_off, what_fits, why_not
from navalassist.systems.storm_of_steel.state import Side
from tests.rules.play import play, refusal, result_of
from tests.rules.world import a_book
from tests.systems.storm_of_steel.rules.fleets import a_fleet, an_action, removed_by, set_by

# a1 has 6 protection factors, a2 has 4, a3 has 2, a4 has 1.
FLEET = "bb british 6/6/1, bc british 5/4/3, ca british 2/2/2, ss british 2/1/2"


def a_loss(named: str = "", factors: int = 0, units: int = 0, **changes: Any) -> Losses:
    """An Allied fleet owes a loss in action 3, after both sides have fired at once."""
    owed = Owed(key="3-allied", side="allied", factors=factors, units=units, cause="Naval Combat Table",
                among=a_fleet(changes.pop("among", FLEET), "a"))  # fmt: skip
    given = {"stage": "losses", "order": "both", "fired": ("central", "allied"), **changes.pop("action", {})}
    action = changes.pop("no_action", False) or an_action("bb german 6/6/1", FLEET, **given)
    found = None if action is True else action
    return Losses(side="allied", owed=owed, named=tuple(named.split()), action=found, **changes)


def names(loss: Losses) -> tuple[int, str]:
    """What is left over, and what still fits."""
    left = left_of(loss.owed, loss.named)
    return left.number, " ".join(unit.key for unit in left.fits)


@pytest.mark.rule("GW.COMBAT")
@pytest.mark.parametrize("as_much", [False, True], ids=["until nothing fits", "as much as can be"])
@pytest.mark.parametrize("owed", [{"factors": number} for number in range(1, 15)] + [{"units": 1}, {"units": 2}])
def test_the_choices_that_are_offered_are_those_that_the_rule_does_not_refuse(
    owed: dict[str, int], as_much: bool
) -> None:
    among = f"{FLEET}, trn british 0/0/0"
    loss = a_loss(among=among, as_much=as_much, **owed)
    every = [named for n in range(1, 6) for named in combinations(loss.owed.among, n)]
    legal = [way for way in every if not why_not(a_loss(" ".join(unit.key for unit in way), among=among,
                                                       as_much=as_much, **owed))]  # fmt: skip
    assert list(choices_of(loss.owed, as_much=as_much)) == legal


@pytest.mark.rule("GW.COMBAT")
@pytest.mark.parametrize(
    ("named", "left", "fits"),
    [
        ("", 8, "a1 a2 a3 a4"),
        ("a1", 2, "a3 a4"),
        ("a2", 4, "a3 a4"),
        ("a1 a3", 0, ""),
        ("a2 a3", 2, "a4"),
        ("a2 a3 a4", 1, ""),
        ("a1 a2", -2, ""),
    ],
)
def test_what_is_left_of_a_loss_of_8_and_what_still_fits(named: str, left: int, fits: str) -> None:
    assert names(a_loss(named, 8)) == (left, fits)


@pytest.mark.rule("GW.COMBAT")
@pytest.mark.parametrize(
    ("named", "trouble"),
    [
        ("a1 a3", ""),
        ("a2 a3 a4", ""),
        ("a1 a2", "A1 and A2 have 10 protection factors together, 2 more than the 8 that are to be taken off."),
        ("a2 a3", "2 of 8 factors are left, and A4 still fits."),
        ("a1", "2 of 8 factors are left, and A3 or A4 still fits."),
        ("", "8 of 8 factors are left, and A1, A2, A3 or A4 still fits."),
    ],
)
def test_a_set_is_legal_when_it_fits_and_nothing_is_left_that_would_fit_too(named: str, trouble: str) -> None:
    assert refusal(take_off, a_loss(named, 8)) == (trouble and f"GW.COMBAT: {trouble}")


@pytest.mark.rule("GW.COMBAT")
def test_a_unit_too_big_for_a_loss_is_told_by_its_name_and_one_without_protection_fits_always() -> None:
    trouble = "A1 has 6 protection factors, 4 more than the 2 that are to be taken off."
    assert refusal(take_off, a_loss("a1", 2)) == f"GW.COMBAT: {trouble}"
    loss = "trn british 0/0/0, ss british 2/1/2"
    assert not refusal(take_off, a_loss("a1 a2", 1, among=loss))
    assert not refusal(take_off, a_loss("a2", 1, among=loss)), "nothing is left of 1"
    assert refusal(take_off, a_loss("a2", 2, among=loss)) == "GW.COMBAT: 1 of 2 factors are left, and A1 still fits."
    assert not refusal(take_off, a_loss("a1", 1, among="trn british 0/0/0, bb british 6/6/1"))


@pytest.mark.rule("GW.COMBAT")
def test_the_page_tells_unit_by_unit_what_is_named_what_fits_and_what_is_left() -> None:
    tally = compute(what_fits(a_loss("a2", 8)), a_book())
    assert [(term.text, term.value, term.applies) for term in tally.terms] == [
        ("Naval Combat Table: protection factors to take off", 8, True),
        ("A1: does not fit in what is left", -6, False),
        ("A2: named", -4, True),
        ("A3: fits", -2, False),
        ("A4: fits", -1, False),
    ]
    assert tally.total == 4
    whole = compute(what_fits(a_loss("a1", units=1)), a_book())
    assert whole.terms[0].text == "Naval Combat Table: units to take off"
    assert (whole.terms[1].value, whole.total) == (-1, 0)


@pytest.mark.rule("GW.COMBAT")
def test_where_fewer_units_are_left_than_owed_or_factors_too_few_the_rest_is_lost() -> None:
    loss = a_loss("", 3, among="bb british 6/6/1")
    assert not refusal(take_off, loss)
    outcome = play(take_off, loss)
    assert (outcome.result.lost, outcome.result.left_over) == ((), 3)
    assert Remove("owed-loss:3-allied") in outcome.effects
    few = "bb british 6/6/1, ca british 2/2/2"
    assert not refusal(take_off, a_loss("a1 a2", units=3, among=few))
    found = refusal(take_off, a_loss("a1", units=3, among=few))
    assert found == "GW.COMBAT: 3 units are to be taken off, and 1 is named."
    assert play(take_off, a_loss("a1 a2", units=3, among=few)).result.left_over == 0


@pytest.mark.rule("GW.COMBAT")
def test_a_set_that_the_book_forbids_goes_where_the_players_know_better_but_no_unit_that_the_loss_misses() -> None:
    loss = a_loss("a1 a2", 8, because="we share the last two")
    assert not refusal(take_off, loss)
    told = play(take_off, loss).result
    assert told.left_over == 0
    assert told.overruled.startswith("GW.COMBAT: A1 and A2 have 10 protection factors")
    loss = a_loss("c1", 8, because="we want to")
    assert refusal(take_off, loss) == "GW.COMBAT: The loss does not fall on c1."


CAUSES = [
    ("Naval Combat Table", "GW.COMBAT"),
    ("Bombardment Table, -*: one attacking naval unit", "GW.BOMBARD.star"),
    ("Commerce Raiding Table, +D: one attacking naval unit", "GW.RAID.D"),
    ("Commerce Raiding Table, +D: one transport flotilla", "GW.RAID.D2"),
    ("Commerce Raiding Table, +A: one convoying naval unit", "GW.RAID.A"),
    ("a table of our own", "GW.COMBAT"),
]


@pytest.mark.rule("GW.BOMBARD.star", "GW.RAID.D", "GW.RAID.D2", "GW.RAID.A")
@pytest.mark.parametrize(("cause", "rule"), CAUSES)
def test_the_receipt_and_refusals_of_a_loss_name_the_rule_that_gave_it(cause: str, rule: str) -> None:
    def of(named: str, factors: int = 0, units: int = 0) -> Losses:
        loss = a_loss(named, factors, units, no_action=True)
        return loss.model_copy(update={"owed": loss.owed.model_copy(update={"cause": cause})})

    assert play(take_off, of("a4", units=1)).result.rule == rule
    told = [of("", units=1), of("a1 a2", units=1), of("c1", units=1), of("a1 a2", 8), of("", 8)]
    assert {refusal(take_off, loss).partition(":")[0] for loss in told} == {rule}
    assert {term.rule for term in compute(what_fits(of("a4", units=1)), a_book()).terms} == {rule}


@pytest.mark.rule("GW.COMBAT")
@pytest.mark.parametrize("because", ["", "we insist"])
def test_a_unit_in_another_action_is_not_lost_out_of_it(because: str) -> None:
    words = "A4 takes part in action 5, which is not over."
    loss = a_loss("a4", units=1, no_action=True, busy=words, because=because)
    assert refusal(take_off, loss) == f"GW.COMBAT: {words}"


@pytest.mark.parametrize(
    ("named", "trouble"),
    [
        ("a2", ""),
        ("a1 a2", "2 units are named, and 1 is to be taken off."),
        ("", "1 unit is to be taken off, and 0 are named."),
    ],
)
def test_of_whole_units_exactly_so_many_are_named(named: str, trouble: str) -> None:
    assert refusal(take_off, a_loss(named, units=1)) == (trouble and f"GW.COMBAT: {trouble}")


@pytest.mark.rule("GW.COMBAT")
def test_a_lost_unit_is_out_of_the_action_which_waits_for_the_losses_of_the_other_side() -> None:
    outcome = play(take_off, a_loss("a1 a3", 8))
    assert set_by(outcome) == {
        "squadron:a1.place": "lost",
        "squadron:a3.place": "lost",
        "action:3.allied": ["a2", "a4"],
        "action:3.stage": "after",
    }
    assert removed_by(outcome) == ["owed-loss:3-allied"]
    assert (outcome.result.lost, outcome.result.factors, outcome.result.left_over) == (("A1", "A3"), 8, 0)
    outcome = play(take_off, a_loss("a1 a3", 8, others=True))
    assert "action:3.stage" not in set_by(outcome)
    assert set_by(outcome)["action:3.allied"] == ["a2", "a4"]


@pytest.mark.rule("GW.COMBAT", "GW.CONTACT.D")
def test_after_the_first_salvo_the_other_side_fires_with_what_it_has_left_if_it_has_guns() -> None:
    order = {"order": "central", "fired": ("central",)}
    assert set_by(play(take_off, a_loss("a1 a3", 8, action=order)))["action:3.stage"] == "fire"
    fleet = "bb british 6/6/1, trn british 0/4/0"
    action = an_action("bb german 6/6/1", fleet, stage="losses", **order)
    owed = Owed(key="3-allied", side="allied", factors=6, among=a_fleet(fleet, "a"))
    loss = Losses(side="allied", owed=owed, named=("a1",), action=action)
    assert set_by(play(take_off, loss))["action:3.stage"] == "after"


def rulings_of(fleet: str, named: str, **action: Any) -> set[str]:
    """Rulings that are looked up when these Allied units are taken off."""
    given = {"stage": "losses", "order": "both", "fired": ("central", "allied"), **action}
    owed = Owed(key="3-allied", side="allied", factors=6, among=a_fleet(fleet, "a"))
    loss = Losses(side="allied", owed=owed, named=(named,), action=an_action("bb german 6/6/1", fleet, **given))
    return set(dict(result_of(take_off, loss).rulings))


@pytest.mark.rule("GW.REFUSE.3", "GW.COMBAT")
def test_a_side_that_is_all_lost_is_gone_and_where_nobody_is_left_the_action_is_over() -> None:
    both = "bb british 6/6/1, bb british 6/6/1"
    assert rulings_of(both, "a1") == {"R-53", "R-75"}
    assert rulings_of("bb british 6/6/1", "a1") == {"R-53", "R-89"}
    assert rulings_of("bb british 6/6/1", "a1", mission="general-engagement") == {"R-53", "R-89", "R-33"}
    changes = annihilated(side="allied")
    assert changes["action:3.stage"] == "return"
    assert "area:north-sea.dominated" not in changes
    changes = annihilated(central="")
    assert (changes["action:3.stage"], changes["action:3.ends"]) == ("ended", "nobody is left on either side")


def annihilated(mission: str = "bombardment", central: str = "bb german 6/6/1", **action: Any) -> dict[str, Any]:
    """What is set when the Allied fleet loses its last unit."""
    given = {"stage": "losses", "order": "both", "fired": ("central", "allied"), "mission": mission, **action}
    fleet = "bb british 6/6/1"
    owed = Owed(key="3-allied", side="allied", factors=6, among=a_fleet(fleet, "a"))
    loss = Losses(side="allied", owed=owed, named=("a1",), action=an_action(central, fleet, **given))
    assert not refusal(take_off, loss)
    return set_by(play(take_off, loss))


@pytest.mark.rule("GW.REFUSE.3")
@pytest.mark.parametrize("mission", ["bombardment", "raiding", "re-basing"])
def test_where_the_interceptors_are_all_lost_the_mission_goes_on(mission: str) -> None:
    changes = annihilated(mission)
    assert (changes["action:3.allied"], changes["action:3.stage"]) == ([], "unopposed")


@pytest.mark.rule("GW.REFUSE.3")
@pytest.mark.parametrize("side", ["central", "allied"])
def test_whoever_is_left_of_a_general_engagement_dominates_the_area(side: str) -> None:
    changes = annihilated("general-engagement", side=side)
    assert changes["action:3.stage"] == "return"
    assert changes["area:north-sea.dominated"] == "central"


def test_a_loss_outside_of_the_gunfire_takes_the_units_and_no_more() -> None:
    outcome = play(take_off, a_loss("a4", units=1, no_action=True))
    assert set_by(outcome) == {"squadron:a4.place": "lost"}
    assert removed_by(outcome) == ["owed-loss:3-allied"]
    changes = set_by(play(take_off, a_loss("a4", units=1, action={"stage": "ended"})))
    assert changes == {"squadron:a4.place": "lost", "action:3.allied": ["a1", "a2", "a3"]}
    effect = owed_by("7-raid", Side.CENTRAL, a_fleet("ss german 2/1/2", "c"), "+D", units=1)
    assert (effect.key, dict(effect.fields)) == (
        "owed-loss:7-raid",
        {"side": "central", "action": "", "factors": 0, "units": 1, "among": ["c1"], "cause": "+D"},
    )
