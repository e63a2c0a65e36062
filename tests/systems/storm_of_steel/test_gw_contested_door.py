"""Transport over contested water in a campaign, and the general engagement that may come of it."""

from fractions import Fraction
from typing import Any

import pytest

from navalassist.engine import Set, create
from navalassist.engine.rows import View
from navalassist.systems.storm_of_steel.rules.contested import contested_first
from tests.systems.storm_of_steel.acting import War, outcome_of

SLUG = "gw-contested"
WAY = "western-approaches"
ALLIED_POINTS, CENTRAL_POINTS = "condition:allied-mobilization.value", "condition:central-mobilization.value"


@pytest.mark.rule("GW.CONTESTED")
def test_the_fleets_in_the_area_are_weighed_and_the_holder_loses_points(demo: War) -> None:
    """Allied cruisers of 2 and escorts of 1 against two U-boat flotillas of 2: -1, the middle column."""
    demo.until("allied/transport")
    before = demo.look(SLUG, area=WAY, holder="allied")
    # 1+GE, 2, 2, 3, 3, 4+GE.
    assert {figure.key: figure.value for figure in before.figures} == {
        "points": Fraction(15, 6),
        "none": Fraction(0),
        "general-engagement": Fraction(2, 6),
    }
    entry = demo.do(SLUG, "4", area=WAY, holder="allied")
    assert outcome_of(entry)["points"] == 3
    assert (demo.facts[ALLIED_POINTS], demo.facts[CENTRAL_POINTS]) == (17, 20)


@pytest.mark.rule("GW.CONTESTED")
def test_the_side_whose_player_turn_it_is_holds_the_line_and_an_area_without_enemies_costs_nothing(demo: War) -> None:
    demo.until("central/transport")
    demo.do(SLUG, "2", area=WAY)
    assert (demo.facts[ALLIED_POINTS], demo.facts[CENTRAL_POINTS]) == (20, 18)
    demo.until("allied/transport")
    entry = demo.do(SLUG, "6", area="irish-sea", holder="allied")
    assert (outcome_of(entry)["points"], demo.facts[ALLIED_POINTS]) == (0, 20)


@pytest.mark.rule("GW.CONTESTED", "GW.CONTESTED.GE")
def test_ticked_units_of_the_area_stand_in_place_of_the_holders_fleets_and_not_of_the_enemys(demo: War) -> None:
    twice = ("western-cruisers", "western-cruisers")
    situation: Any = demo.look(SLUG, area=WAY, holder="allied", units=twice).situation
    assert [unit.key for unit in situation.defenders] == ["western-cruisers"]
    assert [unit.key for unit in situation.attackers] == ["u-flotilla-1", "u-flotilla-2"]
    said = demo.misfit(SLUG, area=WAY, holder="allied", units=("u-flotilla-1",))
    assert "I U-boat Flotilla is no unit of the Allied side, which holds the line" in said
    said = demo.misfit(SLUG, area=WAY, holder="allied", engaging=("u-flotilla-1",))
    assert "I U-boat Flotilla is not among the cruisers" in said
    said = demo.misfit(SLUG, area=WAY, holder="allied", engaging=("flotilla-1",))
    assert "1st Destroyer Flotilla is not among the cruisers" in said


@pytest.mark.rule("GW.CONTESTED")
def test_units_that_are_elsewhere_hold_the_line_with_a_reason_alone(demo: War) -> None:
    demo.until("allied/transport")
    far = {"area": WAY, "holder": "allied", "units": ("cruiser-squadron-2",)}
    assert "2nd Cruiser Squadron is not in Western Approaches" in demo.refuse(SLUG, "4", **far)
    entry = demo.do(SLUG, "4", **far, because="she is on her way")
    assert "she is on her way" in outcome_of(entry)["overruled"]


@pytest.mark.rule("GW.CONTESTED")
def test_units_in_an_action_count_and_fight_no_second_engagement(demo: War) -> None:
    demo.until("allied/transport")
    demo.do(SLUG, "6", area=WAY, holder="allied", engaging=("western-cruisers",))
    # The action of the engagement holds the cruisers and both flotillas; the escorts alone are free.
    situation: Any = demo.look(SLUG, area=WAY, holder="allied").situation
    assert [unit.key for unit in situation.attackers] == ["u-flotilla-1", "u-flotilla-2"]
    assert set(situation.held) == {"western-cruisers", "u-flotilla-1", "u-flotilla-2"}
    entry = demo.do(SLUG, "6", area=WAY, holder="allied")
    assert (outcome_of(entry)["points"], outcome_of(entry)["general_engagement"]) == (4, False)
    assert "Western Patrol Cruisers takes part in action 1, which is not over" in demo.refuse(
        SLUG, "6", area=WAY, holder="allied", units=("western-cruisers",), because="all the same"
    )
    assert "Carry points over Western Approaches" in demo.lines("allied/transport")


@pytest.mark.rule("GW.CONTESTED")
def test_points_are_carried_in_the_transport_step_of_their_side(demo: War) -> None:
    """R-74. Another step wants a reason."""
    assert "carried in the Allied transport step" in demo.refuse(SLUG, "4", area=WAY, holder="allied")
    demo.do(SLUG, "4", area=WAY, holder="allied", because="forgotten in July")


@pytest.mark.rule("GW.CONTESTED.GE")
def test_an_engagement_waits_for_contact_with_the_units_of_both_sides(demo: War) -> None:
    demo.until("allied/transport")
    entry = demo.do(SLUG, "6", area=WAY, holder="allied", engaging=("western-cruisers",))
    assert (outcome_of(entry)["general_engagement"], outcome_of(entry)["action"]) == (True, 1)
    row = {name: demo.facts[f"action:1.{name}"] for name in ("mission", "stage", "side", "attacker", "area")}
    assert row == {
        "mission": "general-engagement",
        "stage": "contact",
        "side": "central",
        "attacker": "central",
        "area": WAY,
    }
    assert demo.facts["action:1.central"] == ["u-flotilla-1", "u-flotilla-2"]
    assert demo.facts["action:1.allied"] == ["western-cruisers"]
    # Breslau, 2, against the French escorts, 1.
    demo.do(SLUG, "1", area="central-mediterranean", holder="allied")
    assert demo.facts["action:2.number"] == 2


@pytest.mark.rule("GW.CONTESTED.GE")
def test_more_than_ten_of_the_holder_are_refused_until_ten_are_ticked(demo: War) -> None:
    demo.until("central/transport")
    boats = tuple(f"boat-{n}" for n in range(12))
    counter = {"side": "central", "nation": "german", "kind": "ss", "combat": 0, "protection": 1, "contact": 2}
    demo.entered(*(create(f"squadron:{key}", name=key, place="fleet:u-boats", **counter) for key in boats))
    assert "choose 10 of the 14 Central Powers" in demo.refuse(SLUG, "6", area=WAY, holder="central")
    said = demo.refuse(SLUG, "6", area=WAY, holder="central", engaging=boats[:11])
    assert "choose 10 of the 11 Central Powers" in said
    demo.do(SLUG, "6", area=WAY, holder="central", engaging=boats[:10])
    assert demo.facts["action:1.central"] == list(boats[:10])


@pytest.mark.rule("GW.CONTESTED.GE")
def test_of_many_enemies_the_ten_strongest_fight(demo: War) -> None:
    """Twelve boats of 3 are stronger than both flotillas of 2; of equals the first by name: boat-10 before boat-2."""
    demo.until("allied/transport")
    boats = tuple(f"boat-{n}" for n in range(12))
    counter = {"side": "central", "nation": "german", "kind": "ss", "combat": 3, "protection": 1, "contact": 2}
    demo.entered(*(create(f"squadron:{key}", name=key, place="fleet:u-boats", **counter) for key in boats))
    demo.do(SLUG, "1", area=WAY, holder="allied")
    assert demo.facts["action:1.central"] == sorted(boats)[:10]


@pytest.mark.rule("GW.CONTESTED")
def test_lost_units_count_no_more(demo: War) -> None:
    demo.entered(Set("squadron:western-cruisers.place", "lost"))
    for units in ((), ("western-cruisers",)):
        situation: Any = demo.look(SLUG, area=WAY, holder="allied", units=units).situation
        assert [unit.key for unit in situation.defenders] == ["western-flotilla"]


@pytest.mark.rule("GW.CONTESTED")
def test_a_transport_step_has_a_line_for_each_area_with_an_enemy_in_it(demo: War) -> None:
    def lines(place: str, turn: str = "1914-08") -> dict[str, str]:
        return {text: duty.small for text, duty in demo.lines(place, turn).items() if duty.procedure == SLUG}

    with_clock(demo, "allied", "transport")
    # A fleet of battleships contests no line of supply, nor does one without squadrons.
    demo.entered(Set("fleet:high-sea-fleet.place", "area:irish-sea"), Set("squadron:german-flotilla-1.place", "lost"))
    empty = {"side": "central", "name": "Nobody", "place": "area:levant", "duty": "", "came_from": ""}
    demo.entered(create("fleet:nobody", **empty))
    assert lines("allied/transport") == {
        "Carry points over Western Approaches": "contested by U-boats",
        "Carry points over Atlantic off Gibraltar": "contested by Atlantic Raiders",
        "Carry points over Central Mediterranean": "contested by Mediterranean Division",
    }
    assert lines("allied/transport", "1914-09") == {}


def with_clock(demo: War, player_turn: str, step: str) -> None:
    demo.forged = True
    demo.entered(Set("campaign:clock.player_turn", player_turn), Set("campaign:clock.step", step))


@pytest.mark.rule("GW.CONTESTED")
def test_no_more_points_are_lost_than_sail_and_contested_areas_come_first(demo: War) -> None:
    demo.until("allied/transport")
    assert [key for key, _ in contested_first(View(demo.facts))][:3] == [
        "western-approaches",
        "atlantic-gibraltar",
        "central-mediterranean",
    ]
    # 4 in the middle column is 3 points; 1 sails.
    entry = demo.do(SLUG, "4", area=WAY, carried=1)
    assert (outcome_of(entry)["points"], demo.facts[ALLIED_POINTS]) == (1, 19)
