"""Transport over contested water in a campaign, and the general engagement that may come of it."""

from fractions import Fraction

import pytest

from navalassist.engine import create
from tests.systems.storm_of_steel.acting import War, outcome_of

SLUG, CARRY = "gw-contested", "Carry points over"
WAY = {"area": "western-approaches"}
U_BOATS = ["u-flotilla-1", "u-flotilla-2"]


@pytest.fixture
def crossing(demo: War) -> War:
    """The Allied transport step of August 1914."""
    demo.until("allied/transport")
    return demo


def points(demo: War) -> tuple[int, int]:
    """Mobilization points, Allied and Central."""
    allied, central = (demo.facts[f"condition:{side}-mobilization.value"] for side in ("allied", "central"))
    return allied, central


def boats(demo: War, combat: int) -> list[str]:
    """Twelve boats more with the U-boats."""
    keys = [f"boat-{n}" for n in range(12)]
    counter = {"side": "central", "nation": "german", "kind": "ss", "protection": 1, "contact": 2, "combat": combat}
    demo.entered(*(create(f"squadron:{key}", name=key, place="fleet:u-boats", **counter) for key in keys))
    return keys


@pytest.mark.rule("GW.CONTESTED")
def test_the_fleets_in_the_area_are_weighed_and_the_side_whose_turn_it_is_loses_points(demo: War) -> None:
    """Allied cruisers of 2 and escorts of 1 against two U-boat flotillas of 2: -1, the middle column."""
    demo.until("central/transport")
    demo.do(SLUG, "2", **WAY)
    assert points(demo) == (20, 18)
    demo.until("allied/transport")
    assert next(iter(demo.listed(SLUG, "area"))) == "western-approaches", "contested ones come first"
    # 1+GE, 2, 2, 3, 3, 4+GE.
    expected = {"points": Fraction(15, 6), "none": Fraction(0), "general-engagement": Fraction(2, 6)}
    assert demo.figures(SLUG, **WAY, holder="allied") == expected
    assert outcome_of(demo.do(SLUG, "4", **WAY, holder="allied"))["points"] == 3
    assert outcome_of(demo.do(SLUG, "6", area="irish-sea", holder="allied"))["points"] == 0, "no enemy is there"
    assert points(demo) == (17, 18)
    demo.do(SLUG, "4", **WAY, carried=1)
    assert points(demo) == (16, 18), "no more are lost than sail"


@pytest.mark.rule("GW.CONTESTED", "GW.CONTESTED.GE")
def test_ticked_units_of_the_area_stand_in_place_of_the_holders_fleets_and_not_of_the_enemys(crossing: War) -> None:
    allied = {**WAY, "holder": "allied"}
    both = crossing.units(SLUG, "defenders", "attackers", **allied, units=("western-cruisers",) * 2)
    assert both == [["western-cruisers"], U_BOATS]
    for typed, words in (
        ({"units": ("u-flotilla-1",)}, "I U-boat Flotilla is no unit of the Allied side, which holds the line"),
        ({"engaging": ("u-flotilla-1",)}, "I U-boat Flotilla is not among the cruisers"),
        ({"engaging": ("flotilla-1",)}, "1st Destroyer Flotilla is not among the cruisers"),
    ):
        assert words in crossing.misfit(SLUG, **allied, **typed)
    far = {**allied, "units": ("cruiser-squadron-2",)}
    assert "2nd Cruiser Squadron is not in Western Approaches" in crossing.refuse(SLUG, "4", **far)
    entry = crossing.do(SLUG, "4", **far, because="she is on her way")
    assert "she is on her way" in outcome_of(entry)["overruled"]
    crossing.set({"squadron:western-cruisers.place": "lost"})
    for units in ((), ("western-cruisers",)):
        assert crossing.units(SLUG, "defenders", **allied, units=units) == [["western-flotilla"]]


@pytest.mark.rule("GW.CONTESTED", "GW.CONTESTED.GE")
def test_an_engagement_waits_for_contact_and_its_units_count_and_fight_no_second_one(crossing: War) -> None:
    allied = {**WAY, "holder": "allied"}
    came = outcome_of(crossing.do(SLUG, "6", **allied, engaging=("western-cruisers",)))
    assert (came["general_engagement"], came["action"]) == (True, 1)
    opened = crossing.action("mission", "stage", "side", "attacker", "area", "central", "allied")
    who = ("central", "central", "western-approaches", U_BOATS, ["western-cruisers"])
    assert opened == ["general-engagement", "contact", *who]
    # The action holds the cruisers and both flotillas; the escorts alone are free.
    assert crossing.units(SLUG, "attackers", **allied) == [U_BOATS]
    assert set(crossing.situation(SLUG, **allied).held) == {"western-cruisers", *U_BOATS}
    again = outcome_of(crossing.do(SLUG, "6", **allied))
    assert (again["points"], again["general_engagement"]) == (4, False)
    said = crossing.refuse(SLUG, "6", **allied, units=("western-cruisers",), because="all the same")
    assert "Western Patrol Cruisers takes part in action 1, which is not over" in said
    assert f"{CARRY} Western Approaches" in crossing.lines()
    # Breslau, 2, against the French escorts, 1.
    crossing.do(SLUG, "1", area="central-mediterranean", holder="allied")
    assert crossing.action("number", number=2) == [2]


@pytest.mark.rule("GW.CONTESTED")
def test_points_are_carried_in_the_transport_step_of_their_side(demo: War) -> None:
    """R-74. Another step wants a reason."""
    assert "carried in the Allied transport step" in demo.refuse(SLUG, "4", **WAY, holder="allied")
    demo.do(SLUG, "4", **WAY, holder="allied", because="forgotten in July")


@pytest.mark.rule("GW.CONTESTED.GE")
def test_more_than_ten_of_the_holder_are_refused_until_ten_are_ticked(demo: War) -> None:
    demo.until("central/transport")
    central, keys = {**WAY, "holder": "central"}, boats(demo, combat=0)
    assert "choose 10 of the 14 Central Powers" in demo.refuse(SLUG, "6", **central)
    assert "choose 10 of the 11 Central Powers" in demo.refuse(SLUG, "6", **central, engaging=keys[:11])
    demo.do(SLUG, "6", **central, engaging=keys[:10])
    assert demo.action("central") == [keys[:10]]


@pytest.mark.rule("GW.CONTESTED.GE")
def test_of_many_enemies_the_ten_strongest_fight(crossing: War) -> None:
    """Twelve boats of 3 are stronger than both flotillas of 2; of equals the first by name: boat-10 before boat-2."""
    keys = boats(crossing, combat=3)
    crossing.do(SLUG, "1", **WAY, holder="allied")
    assert crossing.action("central") == [sorted(keys)[:10]]


@pytest.mark.rule("GW.CONTESTED")
def test_a_transport_step_has_a_line_for_each_area_with_an_enemy_in_it(crossing: War) -> None:
    # A fleet of battleships contests no line of supply, nor does one without squadrons.
    crossing.set({"fleet:high-sea-fleet.place": "area:irish-sea", "squadron:german-flotilla-1.place": "lost"})
    empty = {"side": "central", "name": "Nobody", "place": "area:levant", "duty": "", "came_from": ""}
    crossing.entered(create("fleet:nobody", **empty))
    lines = {duty.text: duty.small for duty in crossing.duties() if duty.procedure == SLUG}
    assert lines == {
        f"{CARRY} Western Approaches": "contested by U-boats",
        f"{CARRY} Atlantic off Gibraltar": "contested by Atlantic Raiders",
        f"{CARRY} Central Mediterranean": "contested by Mediterranean Division",
    }
    assert SLUG not in {duty.procedure for duty in crossing.duties("allied/transport", "1914-09")}
