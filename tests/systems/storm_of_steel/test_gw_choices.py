"""What the forms of naval actions list: own bases that the rule allows first, fleets that may sail, ships that meet."""

from typing import Any

import pytest

from navalassist.desk.do.forms import form_for
from navalassist.engine import Set, create
from navalassist.systems.storm_of_steel.sailing import ways_home
from navalassist.systems.storm_of_steel.state import Side
from navalassist.systems.storm_of_steel.system import STORM_OF_STEEL
from navalassist.taskforces.great_war import Fleet
from tests.systems.storm_of_steel.acting import War

SCOUTING, HIGH_SEA = ["scouting-group-1", "scouting-group-2"], ["german-squadron-1"]


def listed(demo: War, slug: str, field: str) -> dict[str, str]:
    """What a field of a form lists, in order."""
    return dict(form_for(STORM_OF_STEEL.forms[slug], demo.facts).base_fields[field].choices)  # type: ignore[attr-defined]


def an_action(demo: War, stage: str, **changed: Any) -> None:
    """Action 1 in the southern North Sea: the Scouting Forces, and the Battle Cruiser Fleet."""
    plain = {
        "number": 1, "side": "central", "mission": "bombardment", "area": "north-sea-south", "target": "hartlepool",
        "central": SCOUTING, "allied": ["battle-cruisers-1", "light-cruisers-1"], "attacker": "", "advantage": "",
        "order": "", "fired": [], "stage": stage, "ends": "",
    }  # fmt: skip
    demo.entered(create("action:1", **{**plain, **changed}))


def a_paper_fleet(demo: War, side: str) -> None:
    """A fleet in Kiel that has no squadron."""
    fields = Fleet.new_facts(side=side, name="Paper Fleet", place="base:kiel")
    demo.entered(create("fleet:paper", **fields))


def owners(demo: War, keys: Any) -> set[str]:
    return {demo.facts[f"base:{key}.owner"] for key in keys}


@pytest.mark.rule("GW.REFUSE.2", "GW.REFUSE.3")
@pytest.mark.parametrize(
    ("slug", "stage", "side", "about"),
    [
        ("gw-withdrawal", "withdraw", "central", {"advantage": "central"}),
        ("gw-withdrawal", "withdraw", "allied", {"advantage": "allied"}),
        ("gw-return", "return", "allied", {"central": []}),
    ],
)
def test_who_refused_combat_or_remains_is_led_to_a_base_of_his_own_that_the_rule_allows(
    demo: War, slug: str, stage: str, side: str, about: dict[str, Any]
) -> None:
    an_action(demo, stage, **about)
    homes = list(listed(demo, slug, "base"))
    assert owners(demo, homes) == {side}
    assert demo.look(slug, action="1", base=homes[0]).refusal is None


@pytest.mark.rule("GW.REFUSE.2")
def test_after_the_gunfire_bases_of_both_sides_are_listed_and_no_neutral_one(demo: War) -> None:
    an_action(demo, "after")
    assert owners(demo, listed(demo, "gw-withdrawal", "base")) == {"central", "allied"}


@pytest.mark.rule("GW.REFUSE.2")
def test_a_re_basing_force_is_led_back_to_a_base_of_the_area_it_came_from(demo: War) -> None:
    demo.entered(
        Set("base:danzig.areas", ["baltic-east"]),
        Set("fleet:scouting-forces.place", "area:baltic-west"),
        Set("fleet:scouting-forces.came_from", "area:baltic-east"),
    )
    an_action(demo, "withdraw", mission="re-basing", area="baltic-west", target="kiel", advantage="central")
    assert next(iter(listed(demo, "gw-withdrawal", "base"))) == "danzig"
    assert demo.look("gw-withdrawal", action="1", base="danzig").refusal is None
    # Of its enemy nothing is known to have come from there.
    assert all(demo.facts[f"base:{key}.owner"] == "allied" for key, _ in ways_home(demo.facts, "action:1", Side.ALLIED))


def test_without_an_action_all_bases_are_listed_and_one_that_is_not_is_refused_by_the_rule(demo: War) -> None:
    assert owners(demo, listed(demo, "gw-return", "base")) == {"central", "allied", "neutral"}
    an_action(demo, "withdraw", advantage="central")
    form = form_for(STORM_OF_STEEL.forms["gw-withdrawal"], demo.facts)
    assert form({"action": "1", "base": "dover"}).is_valid()
    assert not form({"action": "1", "base": "atlantis"}).is_valid()
    refusal = demo.look("gw-withdrawal", action="1", base="dover").refusal
    assert "not a base of the Central" in refusal.reason


@pytest.mark.rule("GW.INT")
def test_fleets_that_are_busy_or_empty_are_not_listed_to_intercept(demo: War) -> None:
    a_paper_fleet(demo, "allied")
    an_action(demo, "mission", allied=[])
    ready = listed(demo, "gw-interception", "fleets")
    assert "battle-cruiser-fleet" in ready
    assert not {"paper", "scouting-forces"} & ready.keys()


@pytest.mark.rule("GW.INT")
def test_a_mission_lists_fleets_that_may_sail_enemies_of_the_other_side_and_targets_with_their_waters(
    demo: War,
) -> None:
    words = "Scarborough (Allied), North Sea, south"
    assert listed(demo, "gw-mission", "target")["scarborough"] == words
    assert listed(demo, "gw-bombardment", "base")["scarborough"] == words
    a_paper_fleet(demo, "central")
    own, sought = listed(demo, "gw-mission", "fleets"), listed(demo, "gw-mission", "against")
    assert {demo.facts[f"fleet:{key}.side"] for key in own} == {"central"}
    assert {demo.facts[f"fleet:{key}.side"] for key in sought} == {"allied"}
    assert "scouting-forces" in own
    assert "paper" not in own, "it has no squadron"
    assert "battle-cruiser-fleet" in sought
    an_action(demo, "fire")
    assert "scouting-forces" not in listed(demo, "gw-mission", "fleets"), "it is in an action"
    assert "battle-cruiser-fleet" not in listed(demo, "gw-mission", "against")
    form = form_for(STORM_OF_STEEL.forms["gw-mission"], demo.facts)
    sent = {"mission": "bombardment", "area": "north-sea-south", "fleets": ["grand-fleet", "paper"]}
    assert form(sent).is_valid(), "the rule has the last word on any fleet"


@pytest.mark.rule("GW.CONTESTED")
def test_only_ships_that_meet_the_enemy_at_sea_are_listed_with_their_area_own_side_first(demo: War) -> None:
    met = listed(demo, "gw-contested", "units")
    assert met["u-flotilla-1"].endswith("U-boats, Western Approaches")
    assert "cruiser-squadron-2" not in met, "she is in port"
    sides = [demo.facts[f"squadron:{key}.side"] for key in met]
    assert sides == sorted(sides, reverse=True), "in the Central player turn"
    before = len(met)
    an_action(demo, "fire", central=["u-flotilla-1"])
    assert len(listed(demo, "gw-contested", "units")) == before - 1
    form = form_for(STORM_OF_STEEL.forms["gw-contested"], demo.facts)
    assert form({"area": "western-approaches", "units": ["cruiser-squadron-2"]}).is_valid()
    demo.until("allied/transport")
    assert demo.do("gw-contested", "4", area="western-approaches", holder="allied")
