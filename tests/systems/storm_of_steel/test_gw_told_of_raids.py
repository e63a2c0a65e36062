"""P18: bombardments, raids, crossings, quarters and attrition that were told what the log does not say are found."""

from __future__ import annotations

from typing import Any

import pytest

from navalassist.engine import create
from navalassist.play.verify import check_campaign
from tests.in_hand import InHand
from tests.systems.storm_of_steel.carrying import entered
from tests.systems.storm_of_steel.test_gw_told import lie

pytestmark = [pytest.mark.promise("P18"), pytest.mark.django_db]
# By agreement, so that each rule is carried out in the first step of the demo.
WHY = {"because": "agreed"}
WAY = {"area": "western-approaches", **WHY}
SHELLS = {"base": "dover", "squadrons": ("german-squadron-2",), **WHY}
CORPS = {"land": ("balkan-corps",), "ships": ("u-flotilla-1",), **WHY}


@pytest.fixture
def demo(great_war: InHand) -> InHand:
    """The demo, with a bombardment and a raid that nobody stops."""
    missions = (
        ("1", "bombardment", "north-sea-south", "dover", "german-squadron-1"),
        ("2", "raiding", "western-approaches", "", "u-flotilla-2"),
    )
    plain = {"allied": [], "attacker": "", "advantage": "", "order": "", "fired": [], "stage": "unopposed", "ends": ""}
    for key, mission, area, aim, unit in missions:
        fields = {"mission": mission, "area": area, "target": aim, "central": [unit], "side": "central", **plain}
        entered(great_war, create(f"action:{key}", number=int(key), **fields))
    return great_war


LIES: tuple[tuple[str, dict[str, Any], str, str, Any], ...] = (
    ("gw-bombardment", SHELLS, "4", "target.fortress", False),
    ("gw-bombardment", SHELLS, "4", "morale", 7),
    ("gw-bombardment", SHELLS, "4", "force.0.kind", "bc"),
    ("gw-bombardment", {"action": "1"}, "4", "action.number", 8),
    ("gw-bombardment", {"action": "1"}, "4", "action.area_name", "The Pond"),
    ("gw-raid", WAY, "4", "level", 7),
    ("gw-raid", WAY, "4", "usw", True),
    ("gw-raid", WAY, "4", "tactic", True),
    ("gw-raid", WAY, "4", "raided_before", True),
    ("gw-raid", WAY, "4", "along.0.number", 8),
    ("gw-raid", {"action": "2"}, "4", "action.number", 8),
    ("gw-raid", WAY, "4", "raiders.0.combat", 30),
    ("gw-raid", WAY, "4", "convoys.1.contact", 0),
    ("gw-merchant", WHY, "4", "level", 7),
    ("gw-merchant", WHY, "4", "morale", 7),
    ("gw-merchant", WHY, "4", "quarter", "1914-Q2"),
    ("gw-merchant", WHY, "4", "step", "attrition"),
    ("gw-contested", WAY, "4", "points", 2),
    ("gw-contested", WAY, "4", "attackers.0.combat", 30),
    ("gw-attrition", CORPS, "4 4", "land.0.terrain", "other"),
    ("gw-attrition", CORPS, "4", "land.0.loc", True),
    ("gw-attrition", CORPS, "4", "naval.0.place", "port"),
    ("gw-attrition", CORPS, "4 4", "turn", "1914-07"),
    ("gw-attrition", CORPS, "4 4", "step", "attrition"),
)


@pytest.mark.parametrize(("slug", "given", "dice", "way", "value"), LIES, ids=[f"{lie[0]}-{lie[3]}" for lie in LIES])
def test_what_a_rule_is_told_is_what_the_log_says(
    demo: InHand, monkeypatch: pytest.MonkeyPatch, slug: str, given: dict[str, Any], dice: str, way: str, value: Any
) -> None:
    lie(demo, monkeypatch, slug, {way: value})
    demo.do(slug, dice, **given)
    faults = "\n".join(fault.what for fault in check_campaign(demo.campaign).faults)
    assert f"the rule was told {way.partition('.')[0]}" in faults


def test_a_naval_unit_that_lies_in_no_place_is_told_as_it_is(demo: InHand) -> None:
    demo.do("gw-attrition", "4", ships_only=True, ships=("turkish-squadron",), **WHY)
