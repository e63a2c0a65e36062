"""Supply attrition in a campaign: the land units of a side, the naval units that are ticked, the season."""

from typing import Any

import pytest

from tests.systems.storm_of_steel.acting import War, outcome_of

SLUG, CORPS = "gw-attrition", "balkan-corps"


@pytest.fixture
def demo(great_war: War) -> War:
    """The Central attrition step of August 1914."""
    great_war.end_steps(2)
    return great_war


def fates(entry: Any) -> dict[str, tuple[bool, str]]:
    """What became of each unit, and the line that spared it."""
    return {fate["key"].partition(":")[2]: (fate["lost"], fate["rule"]) for fate in outcome_of(entry)["units"]}


@pytest.mark.rule("GW.ATTR.land")
def test_all_land_units_of_the_side_are_looked_at_and_those_that_are_not_spared_roll(demo: War) -> None:
    """No symbol in the German colonies. Two corps in the open or off the map roll before the mountains: 1, then 1-2."""
    entry = demo.do(SLUG, "2 1 2")
    assert fates(entry) == {
        "east-africa": (False, ""),
        "south-west-africa": (True, ""),
        "tsingtao": (False, "GW.ATTR.x3"),
        "boer-rising": (False, "GW.ATTR.x6"),
        "balkan-corps": (True, ""),
    }
    lost = {key for key in demo.rows("land-unit") if demo.facts[f"land-unit:{key}.lost"]}
    assert lost == {"south-west-africa", "balkan-corps"}


@pytest.mark.rule("GW.ATTR.x4", "GW.ATTR.x5", "GW.ATTR.x7")
def test_the_allied_units_of_the_demo_are_spared_for_the_reasons_of_the_list(demo: War) -> None:
    demo.end_steps(3)
    entry = demo.do(SLUG, "6 6")
    assert {key: rule for key, (_, rule) in fates(entry).items()} == {
        "indian-division": "GW.ATTR.x4",
        "indian-force-b": "GW.ATTR.x5",
        "siberian-corps": "GW.ATTR.x4",
        "japanese-division": "GW.ATTR.x7",
        "canal-force": "",
        "serbian-army": "",
        "expeditionary-force": "GW.ATTR.x1",
    }


@pytest.mark.rule("GW.ATTR.naval", "GW.ATTR.x3")
def test_ticked_naval_units_at_sea_roll_and_those_in_a_base_are_spared(demo: War) -> None:
    ships = ("u-flotilla-1", "german-squadron-1", "german-transports")
    entry = demo.do(SLUG, "2", ships_only=True, ships=ships)
    assert fates(entry) == {
        "u-flotilla-1": (True, ""),
        "german-squadron-1": (False, "GW.ATTR.x3"),
        "german-transports": (False, "GW.ATTR.x3"),
    }
    assert demo.facts["squadron:u-flotilla-1.place"] == "lost"


@pytest.mark.rule("GW.ATTR.land")
def test_a_unit_checks_once_in_a_turn_in_its_own_step_and_again_in_the_next(demo: War) -> None:
    def marks() -> list[str]:
        return [key for key in demo.rows("mark") if key.startswith("attrition/")]

    # Named twice, it throws one die.
    demo.do(SLUG, "6", land=(CORPS, CORPS))
    assert "Balkan Corps has made its check in this turn" in demo.refuse(SLUG, "6", land=(CORPS,))
    demo.do(SLUG, "6", land=("east-africa",))
    demo.end_steps(3)
    assert marks()
    allied_step = {"side": "central", "land": (CORPS,)}
    assert "own step: Central Powers player turn, Supply and attrition" in demo.refuse(SLUG, "6", **allied_step)
    entry = demo.do(SLUG, "6", **allied_step, because="we forgot it")
    assert "we forgot it" in outcome_of(entry)["overruled"]
    demo.end_steps(3)
    assert not marks()
    demo.do(SLUG, "6", land=(CORPS,))


@pytest.mark.rule("GW.ATTR.naval")
def test_a_ship_in_an_action_is_not_lost_outside_it(demo: War) -> None:
    demo.opens("contact", mission="raiding", target="", area="western-approaches", central=["u-flotilla-1"], allied=[])
    said = demo.refuse(SLUG, "1", ships_only=True, ships=("u-flotilla-1",), because="out of fuel")
    assert "I U-boat Flotilla takes part in action 1, which is not over" in said
    # Her sister has one die, though she is named twice.
    demo.do(SLUG, "1", ships_only=True, ships=("u-flotilla-2", "u-flotilla-2"))
    assert demo.places("squadron:u-flotilla-2") == ["lost"]


@pytest.mark.rule("GW.ATTR.land")
def test_a_season_against_the_calendar_needs_a_reason(demo: War) -> None:
    assert "Aug 1914 is not winter" in demo.refuse(SLUG, "3", land=(CORPS,), season="winter")
    entry = demo.do(SLUG, "3", land=(CORPS,), season="winter", because="early snow")
    assert (outcome_of(entry)["lost"], outcome_of(entry)["season"]) == (1, "winter")


@pytest.mark.rule("GW.ATTR.land")
def test_lost_units_and_those_of_the_other_side_are_not_looked_at_nor_units_that_lie_nowhere(demo: War) -> None:
    demo.set({"land-unit:balkan-corps.lost": True})
    assert CORPS not in demo.units(SLUG, "land")[0]
    assert "Serbian Detachment is no unit of the Central Powers side" in demo.misfit(SLUG, land=("serbian-army",))
    said = demo.misfit(SLUG, ships=("battle-squadron-1",))
    assert "1st Battle Squadron is no unit of the Central Powers side" in said
    demo.do(SLUG, "4", ships_only=True, ships=("turkish-squadron",))


@pytest.mark.rule("GW.ATTR.land")
def test_the_step_names_who_has_to_check(demo: War) -> None:
    ships = "tick naval units that are out of supply"
    line = demo.lines("central/attrition")["Supply attrition"]
    forces = "East African Protective Force, South-West African Protective Force, Balkan Corps"
    assert line.small == f"{forces}; {ships}"
    demo.do(SLUG, "6 6 6")
    assert demo.lines("central/attrition")["Supply attrition"].small == f"no land unit has to check; {ships}"
    assert "Supply attrition" not in demo.lines("central/attrition", "1914-09")
