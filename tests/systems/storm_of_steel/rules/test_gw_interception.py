"""GW.INT: two dice, 3 or less. Of 36 throws 1 gives 2 (1-1) and 2 give 3 (1-2, 2-1): 3 of 36."""

from fractions import Fraction
from typing import Any

import pytest

from navalassist.engine import Tally
from tests.rules.by_hand import basis_of, figures, forbids, given, played, refused, rulings_of, set_by
from tests.rules.play import applied, term
from tests.systems.storm_of_steel.rules.fleets import a_fleet, an_action

# Both fleets have units of contact 2: no modifier holds.
ALIKE = "ca german 2/2/2"


def a_hunt(hunters: str = "ca british 2/2/2", quarry: str = ALIKE, **changes: Any) -> Any:
    """The Allied side tries to intercept a Central bombardment; Air Level 1 on both sides."""
    changes = {"side": "allied", "air": 1, "enemy_air": 1, "sailing": (), **changes}
    action = changes.pop("action", None) or an_action(central=quarry)
    return given("gw-interception", action=action, hunters=a_fleet(hunters, "a"), **changes)


def chance(hunt: Any) -> Fraction:
    return figures(hunt)["intercepted"]


def modifiers(hunt: Any) -> Tally:
    return basis_of(hunt)


@pytest.mark.rule("GW.INT", "GW.INT.p3")
def test_without_modifiers_3_of_36_throws_intercept_and_a_quarry_of_submarines_alone_adds_1() -> None:
    assert chance(a_hunt()) == Fraction(3, 36)
    assert applied(modifiers(a_hunt())) == []
    assert applied(modifiers(a_hunt(quarry="ss german 2/1/2, ss german 2/1/2"))) == [("GW.INT.p3", 1)]
    assert applied(modifiers(a_hunt(quarry="ss german 2/1/2, ca german 2/2/2"))) == []


@pytest.mark.rule("GW.INT")
@pytest.mark.parametrize(
    ("dice", "intercepted"), [("11", True), ("12", True), ("21", True), ("22", False), ("13", False)]
)
def test_3_or_less_intercepts_and_4_does_not(dice: str, intercepted: bool) -> None:
    assert (played(a_hunt(), dice).result.result.value == "intercepted") is intercepted


@pytest.mark.rule("GW.INT.m1")
@pytest.mark.parametrize(("level", "chances"), [(3, 3), (4, 6), (5, 6)])
def test_air_level_4_or_5_of_the_hunters_takes_1_off(level: int, chances: int) -> None:
    # Less 1: a throw of 4 counts too, in 3 ways: 1-3, 2-2, 3-1.
    assert chance(a_hunt(air=level)) == Fraction(chances, 36)


@pytest.mark.rule("GW.INT.p1")
@pytest.mark.parametrize(("level", "chances"), [(4, 3), (5, 1)])
def test_air_level_5_of_the_quarry_adds_1(level: int, chances: int) -> None:
    # With 1 more only 1-1 is 3 or less.
    assert chance(a_hunt(enemy_air=level)) == Fraction(chances, 36)


@pytest.mark.rule("GW.INT.m2", "GW.INT.p2")
def test_hunters_or_quarry_that_all_outrate_the_lowest_of_the_other_change_the_throw_by_1() -> None:
    faster = a_hunt("bc british 5/4/3, ca british 2/2/2", "bc german 5/4/3, bb german 6/6/1")
    assert applied(modifiers(faster)) == [("GW.INT.m2", -1)]
    equal = a_hunt("bc british 5/4/3, bb british 6/6/1", "bc german 5/4/3, bb german 6/6/1")
    assert applied(modifiers(equal)) == []
    slower = a_hunt("bb british 6/6/1, bc british 5/4/3", "bc german 5/4/3, ca german 2/2/2")
    assert applied(modifiers(slower)) == [("GW.INT.p2", 1)]
    equal = a_hunt("ca british 2/2/2, bc british 5/4/3", "bc german 5/4/3, ca german 2/2/2")
    assert applied(modifiers(equal)) == []
    # Its page is asked for its modifiers too, before the rule says that nobody intercepts.
    assert applied(modifiers(a_hunt(hunters="", quarry="ca german 2/2/2"))) == [("GW.INT.p2", 1)]


@pytest.mark.rule("GW.INT", "GW.INT.m1", "GW.INT.m2", "GW.INT.p1", "GW.INT.p2", "GW.INT.p3")
def test_modifiers_add_up_are_told_whether_they_apply_and_may_take_the_chance_away() -> None:
    hunt = a_hunt("bc british 5/4/3", "bb german 6/6/1", air=5)
    tally = modifiers(hunt)
    assert [t.rule for t in tally.terms] == ["GW.INT.m1", "GW.INT.m2", "GW.INT.p1", "GW.INT.p2", "GW.INT.p3"]
    assert tally.total == -2
    # Less 2: 5 or less on the dice, 1 + 2 + 3 + 4 ways.
    assert chance(hunt) == Fraction(10, 36)
    assert term(tally.terms, "The intercepting side").facts == ("condition:allied-air.value",)
    hunt = a_hunt("bb british 6/6/1", "ss german 2/1/2", enemy_air=5)
    assert modifiers(hunt).total == 3
    assert chance(hunt) == 0
    assert played(hunt, "11").result.needed == "0 or less"


@pytest.mark.rule("GW.INT", "GW.CONTACT")
def test_an_interception_brings_its_fleet_to_the_area_as_attacker_and_leads_to_contact() -> None:
    sailing = ({"row": "fleet:grand-fleet", "name": "Grand Fleet", "place": "base:scapa-flow"},)
    outcome = played(a_hunt(sailing=sailing), "12")
    assert set_by(outcome) == {
        "action:3.allied": ["a1"],
        "action:3.attacker": "allied",
        "action:3.stage": "contact",
        "fleet:grand-fleet.place": "area:north-sea",
    }
    assert outcome.result.needed == "3 or less"


@pytest.mark.rule("GW.INT")
def test_who_comes_where_no_water_leads_has_a_reason() -> None:
    nowhere = {"no_way": "There is no way there."}
    assert refused(a_hunt(**nowhere)) == "GW.INT: There is no way there."
    assert not refused(a_hunt(**nowhere, because="it lay there since July"))


@pytest.mark.rule("GW.INT")
def test_interceptors_that_put_to_sea_leave_their_duty_and_their_way_behind() -> None:
    def found(place: str) -> dict[str, Any]:
        fleet = {"row": "fleet:escorts", "name": "Escorts", "place": place, "came_from": "area:irish-sea",
                 "duty": "convoy"}  # fmt: skip
        changes = set_by(played(a_hunt(sailing=(fleet,)), "12"))
        return {fact: value for fact, value in changes.items() if fact.startswith("fleet:")}

    assert found("area:skagerrak") == {
        "fleet:escorts.place": "area:north-sea",
        "fleet:escorts.came_from": "",
        "fleet:escorts.duty": "",
    }
    assert found("area:north-sea") == {"fleet:escorts.came_from": ""}, "it escorts there and goes on with it"


@pytest.mark.rule("GW.INT")
def test_what_is_not_intercepted_goes_on_and_the_book_is_silent_on_a_number_for_a_general_engagement() -> None:
    sailing = ({"row": "fleet:grand-fleet", "name": "Grand Fleet", "place": "base:scapa-flow"},)
    outcome = played(a_hunt(sailing=sailing), "66")
    assert set_by(outcome) == {"action:3.stage": "unopposed"}
    assert outcome.result.result.value == "not intercepted"
    hunt = a_hunt(action=an_action(central=ALIKE, mission="general-engagement", stage="contact"))
    found = refused(hunt)
    assert found.startswith("GW.INT: A General Engagement is not rolled for")
    assert "R-52" in found
    # One roll a mission and area, from anywhere.
    assert {"R-84", "R-88"} <= set(rulings_of(a_hunt(), "66"))
    assert set_by(played(a_hunt(), "12", R_73="mission"))["action:3.attacker"] == "central"


@pytest.mark.rule("GW.INT")
def test_three_missions_are_rolled_for_and_what_can_not_be_rolled_says_why() -> None:
    for mission in ("bombardment", "raiding", "re-basing"):
        assert not refused(a_hunt(action=an_action(central=ALIKE, mission=mission)))
    over = an_action(central=ALIKE, stage="after")
    for hunt, words in (
        (a_hunt(hunters=""), "No unit of the Allied side is named to intercept."),
        (a_hunt(quarry=""), "Nothing is left of the fleet that would be intercepted."),
        (a_hunt(side="central"), "It is a mission of the Central Powers side itself."),
        (a_hunt(action=over), "Action 3 is fought: a side may withdraw, or both stay."),
    ):
        forbids(hunt, f"GW.INT: {words}", always=True)
