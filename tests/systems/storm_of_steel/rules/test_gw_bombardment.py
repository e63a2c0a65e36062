"""GW.BOMBARD: coastal bombardment, worked out by hand from the printed table."""

from fractions import Fraction
from typing import Any

import pytest
from pydantic import ValidationError

from navalassist.engine import Add, Outcome, Set, create
from navalassist.systems.storm_of_steel.actions import NavalAction
from navalassist.systems.storm_of_steel.state import Unit
from tests.rules.by_hand import WHY, basis_of, figures, forbids, given, played, ran, refused, rulings_of
from tests.rules.play import applied
from tests.systems.storm_of_steel.rules.fleets import an_action, counter, some

FORTRESS, DEVASTATED = "base:yarmouth.fortress", "base:yarmouth.devastated"
MORALE = "condition:allied-morale.value"


def target(**more: Any) -> dict[str, Any]:
    return {"key": "yarmouth", "name": "Yarmouth", "owner": "allied", "fortress": True, "city": True, **more}


def shelling(ships: str = "5 bb", **more: Any) -> Any:
    """Action 3: all battleships and the like of a Central force fire at Yarmouth, which has a fortress and a city."""
    force, side = more.get("force", some(ships)), more.get("side", "central")
    firing = tuple(unit.key for unit in force if unit.kind.is_battle_line)
    plain = {"side": side, "target": target(), "force": force, "firing": firing, "morale": 30}
    return given("gw-bombardment", **{**plain, "action": a_mission(force, side), **more})


def a_mission(force: tuple[Unit, ...], side: str = "central", **more: Any) -> NavalAction:
    """The bombardment of Yarmouth as it was declared, which nobody stops any more."""
    plain = {"side": side, "target": "yarmouth", "stage": "unopposed"}
    return an_action(**{**plain, **more}).model_copy(update={side: force})


def over(words: str) -> tuple[Set, Set]:
    """The end of the mission."""
    return Set("action:3.stage", "ended"), Set("action:3.ends", f"Yarmouth was bombarded: {words}")


def shelled(situation: Any, dice: str) -> Outcome[Any]:
    return played(situation, dice)


@pytest.mark.rule("GW.BOMBARD")
def test_the_column_is_the_number_of_battle_squadrons_that_fire_and_not_their_factors() -> None:
    heavy = (counter("bb-1", combat=9), counter("bc-1", "bc", combat=7), counter("pd-1", "pd", combat=3))
    fire = shelling(force=heavy, firing=("bb-1", "bc-1", "pd-1"))
    assert basis_of(fire).total == 3
    # One battleship, one battlecruiser, one pre-dreadnought: column 3, and a 3 is a B there.
    assert shelled(fire, "3").result.result == "B"
    fire = shelling("2 bb, 3 ca, 1 ss", firing=("bb-1", "bb-2", "ca-1", "ca-2", "ca-3", "ss-1"))
    assert basis_of(fire).total == 2
    assert [(term.text, term.value, term.applies) for term in basis_of(fire).terms] == [
        ("battleship squadrons that fire", 2, True),
        ("battlecruiser squadrons that fire", 0, False),
        ("pre-dreadnought squadrons that fire", 0, False),
        ("units of other kinds among those that fire: they don't count", 4, False),
        ("more than 10 squadrons fire in column 10", 0, False),
    ]
    assert basis_of(shelling("5 bb", firing=("bb-1", "bb-4"))).total == 2


@pytest.mark.rule("GW.BOMBARD")
def test_more_than_ten_squadrons_fire_in_column_10_and_five_have_the_chances_of_the_fifth() -> None:
    fire = shelling("8 bb, 2 bc, 4 pd")
    assert applied(basis_of(fire)) == [("GW.BOMBARD", 8), ("GW.BOMBARD", 2), ("GW.BOMBARD", 4), ("GW.BOMBARD", 0)]
    result = ran(fire, "5")
    assert (result.cells[0].column, result.cells[0].value) == ("10 or more", "XX")
    assert dict(result.rulings) == {"R-34": "stands", "R-90": "stands", "R-92": "stands"}
    # Column 5 reads -*, B, B, B, B, X from 1 to 6: a fortress goes on 5 of 6, morale falls on 1 of 6.
    assert figures(shelling("5 bb")) == {
        "fortress-eliminated": Fraction(5, 6),
        "show-of-force": Fraction(1, 6),
        "outrage": Fraction(0),
        "unit-lost": Fraction(1, 6),
        "nothing": Fraction(0),
    }


@pytest.mark.rule("GW.BOMBARD", "GW.BOMBARD.B")
def test_the_dash_is_no_effect_and_b_none_where_no_fortress_stands() -> None:
    outcome = shelled(shelling("4 bb"), "2")
    assert outcome.result.result == "-"
    assert outcome.effects == over("no effect")
    outcome = shelled(shelling("5 bb", target=target(fortress=False)), "3")
    assert not outcome.result.fortress_eliminated
    assert outcome.effects == over("no effect")


@pytest.mark.rule("GW.BOMBARD")
def test_three_squadrons_do_nothing_on_a_2_and_ten_devastate_with_2_in_6() -> None:
    """Column 3 reads -*, -, B, B, B, B; without any fortification the star is as good as the dash."""
    assert figures(shelling("3 pd", target=target(fortress=False)))["nothing"] == Fraction(1)
    guarded = figures(shelling("3 pd"))
    found = (guarded["nothing"], guarded["fortress-eliminated"], guarded["unit-lost"])
    assert found == (Fraction(1, 6), Fraction(4, 6), Fraction(1, 6))
    # Column 10 reads -*, B, X, X, XX, XX; there is no city, so a show of force impresses nobody.
    bare = figures(shelling("10 bb", target=target(city=False, fortress=False)))
    assert bare == {
        "fortress-eliminated": Fraction(0),
        "show-of-force": Fraction(0),
        "outrage": Fraction(2, 6),
        "unit-lost": Fraction(0),
        "nothing": Fraction(4, 6),
    }


@pytest.mark.rule("GW.BOMBARD.star")
def test_the_star_costs_a_unit_of_the_attackers_choice_where_a_fortification_stands() -> None:
    outcome = shelled(shelling("1 bb, 1 ca", loss="fort"), "1")
    assert outcome.result.unit_lost
    assert outcome.effects == (
        create(
            "owed-loss:fort",
            side="central",
            action="",
            factors=0,
            units=1,
            among=["bb-1", "ca-1"],
            cause="Bombardment Table, -*: one attacking naval unit",
        ),
        *over("a unit is lost"),
    )


@pytest.mark.rule("GW.BOMBARD.star")
@pytest.mark.parametrize(
    ("fortress", "other", "lost"), [(True, False, True), (False, True, True), (False, False, False)]
)
def test_any_enemy_fortification_brings_the_star_about_and_without_one_it_is_nothing(
    fortress: bool, other: bool, lost: bool
) -> None:
    outcome = shelled(shelling(target=target(fortress=fortress, other_fortification=other)), "1")
    assert (outcome.result.unit_lost, len(outcome.effects)) == (lost, 2 + int(lost))


@pytest.mark.rule("GW.BOMBARD.B", "GW.BOMBARD.X")
def test_b_eliminates_the_fortress_and_x_takes_1_of_enemy_morale_where_a_city_is() -> None:
    outcome = shelled(shelling("5 bb"), "5")
    assert outcome.effects == (Set(FORTRESS, False), *over("the fortress was eliminated"))
    assert (outcome.result.fortress_eliminated, outcome.result.city_devastated) == (True, False)
    assert (outcome.result.morale_before, outcome.result.morale_after) == (None, None)
    outcome = shelled(shelling("5 bb"), "6")
    assert outcome.effects[:-2] == (Set(FORTRESS, False), Add(MORALE, -1))
    assert (outcome.result.morale_before, outcome.result.morale_after) == (30, 29)


@pytest.mark.rule("GW.BOMBARD.X")
def test_x_leaves_morale_alone_where_no_city_is_or_nobody_keeps_it() -> None:
    assert shelled(shelling("5 bb", target=target(city=False)), "6").effects[:-2] == (Set(FORTRESS, False),)
    outcome = shelled(shelling("5 bb", morale=None), "6")
    assert outcome.effects[:-2] == (Set(FORTRESS, False),)
    assert (outcome.result.morale, outcome.result.morale_before) == (-1, None)


@pytest.mark.rule("GW.BOMBARD.XX")
def test_xx_devastates_a_city_once_and_raises_enemy_morale_by_2_of_whichever_side() -> None:
    outcome = shelled(shelling("10 bb"), "5")
    assert outcome.effects[:-2] == (Set(FORTRESS, False), Set(DEVASTATED, True), Add(MORALE, 2))
    assert outcome.result.city_devastated
    assert outcome.result.morale_after == 32
    again = shelled(shelling("10 bb", target=target(fortress=False, devastated=True)), "6")
    assert again.effects[:-2] == (Add(MORALE, 2),)
    bare = shelled(shelling("10 bb", target=target(city=False)), "6")
    assert bare.effects[:-2] == (Set(FORTRESS, False), Add(MORALE, 2))
    fire = shelling("10 bb", side="allied", target=target(owner="central"))
    assert shelled(fire, "6").effects[-3] == Add("condition:central-morale.value", 2)


@pytest.mark.rule("GW.BOMBARD", "GW.INT")
def test_only_squadrons_of_a_mission_fire_at_the_enemy_whom_it_was_declared_for() -> None:
    words = "send a fleet on a Coastal Bombardment mission first, which the enemy may intercept."
    forbids(shelling(action=None), f"GW.BOMBARD: No naval action is named: {words}")
    assert shelled(shelling("4 bb", action=None, because=WHY), "2").effects == ()
    force = some("5 bb")
    for mission, words in (
        ({"stage": "contact"}, "Action 3 waits for the roll on the contact table."),
        ({"mission": "raiding"}, "The mission of action 3 is Commerce Raiding."),
        ({"target": "harwich"}, "Yarmouth is not what action 3 was declared to bombard."),
    ):
        forbids(shelling(action=a_mission(force, **mission)), f"GW.BOMBARD: {words}")
    assert not refused(shelling(action=a_mission(force)))
    forbids(shelling("2 bb", action=a_mission(some("1 bb"))), "GW.BOMBARD: BB-2 takes no part in action 3.")
    forbids(shelling(target=target(owner="central")), "GW.BOMBARD: Yarmouth is not held by the enemy.")
    forbids(shelling(target=target(owner="central", name="")), "GW.BOMBARD: yarmouth is not held by the enemy.")
    assert not refused(shelling(target=target(owner="neutral")))


@pytest.mark.rule("GW.BOMBARD.star")
def test_squadrons_of_another_action_are_not_lost_here_and_a_neutral_fortress_costs_no_unit() -> None:
    busy = "BB-2 takes part in action 9, which is not over."
    forbids(shelling(busy=busy), f"GW.BOMBARD: {busy}", always=True)
    outcome = shelled(shelling(target=target(owner="neutral", other_fortification=True)), "1")
    assert (outcome.result.unit_lost, outcome.effects) == (False, over("no effect"))


@pytest.mark.rule("GW.BOMBARD")
def test_only_units_of_the_force_fire_and_one_that_is_named_twice_once() -> None:
    assert basis_of(shelling("2 bb", firing=("bb-1", "bb-1"))).total == 1
    with pytest.raises(ValidationError, match="bb-1 is named twice"):
        shelling(force=some("1 bb") * 2, action=None)
    with pytest.raises(ValidationError, match="firing: bb-9 is none of the force"):
        shelling("2 bb", firing=("bb-9",))


@pytest.mark.rule("GW.BOMBARD.X", "GW.BOMBARD.XX")
@pytest.mark.parametrize(("ships", "die", "devastated"), [("5 bb", "6", False), ("10 bb", "6", True)])
def test_off_a_neutral_coast_fortress_and_city_fall_and_nobodys_morale_changes(
    ships: str, die: str, devastated: bool
) -> None:
    neutral = shelling(ships, target=target(owner="neutral"))
    outcome = shelled(neutral, die)
    assert (outcome.result.fortress_eliminated, outcome.result.city_devastated) == (True, devastated)
    assert (outcome.result.morale, outcome.result.morale_before) == (0, None)
    assert not [effect for effect in outcome.effects if isinstance(effect, Add)]
    assert rulings_of(neutral, die) == {"R-34": "stands", "R-85": "stands", "R-90": "stands"}


@pytest.mark.rule("GW.BOMBARD")
def test_without_a_battleship_or_the_like_a_mission_is_given_up_with_a_reason_and_without_a_die() -> None:
    forbids(shelling("3 ca"), "GW.BOMBARD: No battleship, battlecruiser or pre-dreadnought squadron fires.")
    outcome = shelled(shelling("3 ca", because=WHY), "")
    assert outcome.effects[0] == Set("action:3.stage", "ended")
    assert not outcome.result.came
