"""What the forms of naval actions list: own bases that the rule allows first, fleets that may sail, ships that meet."""

from typing import Any

import pytest

from navalassist.desk.forms import form_for
from navalassist.engine import create
from navalassist.engine.reader import View
from navalassist.systems.storm_of_steel.state import Action, Side
from navalassist.systems.storm_of_steel.ways import ways_home
from navalassist.taskforces.great_war import Fleet
from tests.systems.storm_of_steel.acting import War


def a_paper_fleet(demo: War, side: str) -> None:
    """A fleet in Kiel that has no squadron."""
    demo.entered(create("fleet:paper", **Fleet.new_facts(side=side, name="Paper Fleet", place="base:kiel")))


def owners(demo: War, keys: Any, kind: str = "base") -> set[str]:
    return {demo.facts[f"{kind}:{key}.{'owner' if kind == 'base' else 'side'}"] for key in keys}


def takes(demo: War, slug: str, **typed: Any) -> bool:
    """Whether a form takes what its lists may not hold: the rule has the last word."""
    return bool(form_for(demo.system.forms[slug], demo.facts)(typed).is_valid())


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
    demo.opens(stage, **about)
    homes = list(demo.listed(slug, "base"))
    assert owners(demo, homes) == {side}
    assert demo.look(slug, action="1", base=homes[0]).refusal is None


@pytest.mark.rule("GW.REFUSE.2")
def test_after_the_gunfire_bases_of_both_sides_are_listed_the_nearest_first_and_no_neutral_one(charted: War) -> None:
    charted.opens("after")
    homes = list(charted.listed("gw-withdrawal", "base"))
    assert owners(charted, homes) == {"central", "allied"}
    # Of either side those on the southern North Sea, or beside it where it has none there.
    assert homes.index("wilhelmshaven") < homes.index("danzig")
    assert homes.index("harwich") < homes.index("rosyth")


@pytest.mark.rule("GW.REFUSE.2")
def test_a_re_basing_force_is_led_back_to_a_base_of_the_area_it_came_from(demo: War) -> None:
    fleet = {"place": "area:baltic-west", "came_from": "area:baltic-east"}
    demo.set({"base:danzig.areas": ["baltic-east"], **{f"fleet:scouting-forces.{n}": v for n, v in fleet.items()}})
    demo.opens("withdraw", mission="re-basing", area="baltic-west", target="kiel", advantage="central")
    assert next(iter(demo.listed("gw-withdrawal", "base"))) == "danzig"
    assert demo.look("gw-withdrawal", action="1", base="danzig").refusal is None
    # Of its enemy nothing is known to have come from there.
    view = View(demo.facts)
    assert owners(demo, (key for key, _ in ways_home(view, view.row(Action, "1"), Side.ALLIED))) == {"allied"}


def test_without_an_action_all_bases_are_listed_and_one_that_is_not_is_refused_by_the_rule(demo: War) -> None:
    assert owners(demo, demo.listed("gw-return", "base")) == {"central", "allied", "neutral"}
    demo.opens("withdraw", advantage="central")
    assert takes(demo, "gw-withdrawal", action="1", base="dover")
    assert not takes(demo, "gw-withdrawal", action="1", base="atlantis")
    assert "not a base of the Central" in demo.refuse("gw-withdrawal", action="1", base="dover")


@pytest.mark.rule("GW.INT")
def test_only_the_other_sides_fleets_are_listed_to_intercept_that_are_neither_busy_nor_empty(demo: War) -> None:
    assert demo.listed("gw-interception", "fleets") == {}
    a_paper_fleet(demo, "allied")
    demo.opens("mission", allied=[])
    ready = demo.listed("gw-interception", "fleets")
    assert {"battle-cruiser-fleet", "grand-fleet"} <= ready.keys()
    assert not {"paper", "scouting-forces", "high-sea-fleet"} & ready.keys()


@pytest.mark.rule("GW.INT")
def test_a_mission_lists_fleets_that_may_sail_enemies_and_targets_with_their_waters(demo: War) -> None:
    words = "Scarborough (Allied), North Sea, south"
    assert demo.listed("gw-mission", "target")["scarborough"] == words
    assert demo.listed("gw-bombardment", "base")["scarborough"] == words
    a_paper_fleet(demo, "central")
    own, sought = demo.listed("gw-mission", "fleets"), demo.listed("gw-mission", "against")
    assert (owners(demo, own, "fleet"), owners(demo, sought, "fleet")) == ({"central"}, {"allied"})
    assert ("scouting-forces" in own, "paper" in own, "battle-cruiser-fleet" in sought) == (True, False, True)
    demo.opens("fire")
    assert "scouting-forces" not in demo.listed("gw-mission", "fleets"), "it is in an action"
    assert "battle-cruiser-fleet" not in demo.listed("gw-mission", "against")
    fleets = ["grand-fleet", "paper"]
    assert takes(demo, "gw-mission", mission="bombardment", area="north-sea-south", fleets=fleets)


@pytest.mark.rule("GW.CONTESTED")
def test_only_ships_that_meet_the_enemy_at_sea_are_listed_with_their_area_own_side_first(demo: War) -> None:
    met = demo.listed("gw-contested", "units")
    assert met["u-flotilla-1"].endswith("U-boats, Western Approaches")
    assert "cruiser-squadron-2" not in met, "she is in port"
    sides = [demo.facts[f"squadron:{key}.side"] for key in met]
    assert sides == sorted(sides, reverse=True), "in the Central player turn"
    demo.opens("fire", central=["u-flotilla-1"])
    assert len(demo.listed("gw-contested", "units")) == len(met) - 1
    assert takes(demo, "gw-contested", area="western-approaches", units=["cruiser-squadron-2"])
