"""P18: rules that were told of fleets, raids, crossings or quarters what the log does not say are found."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from pydantic import BaseModel

from navalassist.engine import Set
from navalassist.play.systems import Reader, Target
from navalassist.play.verify import check_campaign
from navalassist.systems.storm_of_steel.system import STORM_OF_STEEL
from tests.systems.storm_of_steel.acting import War, bombardment

pytestmark = pytest.mark.promise("P18")

Steps = Callable[[War], None]


def re_basing(demo: War) -> None:
    demo.do("gw-mission", mission="re-basing", area="baltic-east", fleets=("baltic-forces",), target="danzig")
    demo.do("gw-let-pass", action="1")


def met(demo: War) -> None:
    bombardment(demo)
    demo.do("gw-interception", "1 2", action="1", fleets=("battle-cruiser-fleet",))


def firing(demo: War) -> None:
    demo.intercepted("3")


def hit(demo: War) -> None:
    firing(demo)
    demo.do("gw-combat", "1 4", action="1")


def refused(demo: War) -> None:
    demo.intercepted("2")
    demo.do("gw-decision", action="1", choice="refuse")


def left_alone(demo: War) -> None:
    refused(demo)
    demo.do("gw-withdrawal", action="1", base="wilhelmshaven", because="as told")


def one_stays(demo: War) -> None:
    firing(demo)
    demo.do("gw-combat", "1 1", action="1")
    demo.do("gw-fleets-stay", action="1", who="central")


# procedure -> what goes before it, its form and dice, and lies about what was read.
CASES: dict[str, tuple[Steps, dict[str, Any], str, list[dict[str, Any]]]] = {
    "gw-mission": (
        lambda demo: None,
        {"mission": "raiding", "area": "north-sea-south", "fleets": ("scouting-forces",), "because": "as told"},
        "",
        [
            {"squadrons.0.combat": 9},
            {"sailing.0.came_from": "area:levant"},
            {"area_name": "The Pond"},
            {"sailing.0.duty": "convoy"},
        ],
    ),
    "gw-interception": (
        bombardment,
        {"action": "1", "fleets": ("battle-cruiser-fleet",)},
        "1 2",
        [{"air": 5}, {"enemy_air": 5}, {"hunters.1.contact": 9}, {"action.central.0.contact": 0}],
    ),
    "gw-let-pass": (bombardment, {"action": "1"}, "", [{"action.target": "harwich"}]),
    "gw-contact": (met, {"action": "1"}, "3", [{"attacker_air": 4}, {"action.allied.0.nation": "german"}]),
    "gw-decision": (
        lambda demo: demo.intercepted("6"),
        {"action": "1", "choice": "fire-first"},
        "",
        [{"action.allied.0.combat": 0}],
    ),
    "gw-combat": (firing, {"action": "1"}, "1 1", [{"action.central.0.combat": 40}]),
    "gw-losses": (
        hit,
        {"loss": "1-central", "units": ("scouting-group-1",)},
        "",
        [{"owed.factors": 5}, {"owed.among.1.protection": 1}],
    ),
    "gw-withdrawal": (
        refused,
        {"action": "1", "base": "wilhelmshaven", "because": "as told"},
        "",
        [{"base.name": "Kiel"}, {"movers.0.place": "base:kiel"}],
    ),
    "gw-return": (left_alone, {"action": "1", "base": "harwich", "because": "so"}, "", [{"base.kind": "port"}]),
    "gw-fleets-stay": (
        one_stays,
        {"action": "1", "who": "allied"},
        "",
        [{"action.number": 7}, {"stays": []}],
    ),
    "gw-rebasing": (
        re_basing,
        {"action": "1", "to": "base:danzig", "because": "so"},
        "",
        [{"movers.0.name": "Others"}, {"neighbours": ["levant"]}],
    ),
}


def lie(demo: War, monkeypatch: pytest.MonkeyPatch, slug: str, what: Mapping[str, Any]) -> None:
    """From now on the rule is told this, and the log is not sound."""
    demo.forged = True
    real = STORM_OF_STEEL.situations[slug]

    def builder(reader: Reader, target: Target) -> BaseModel:
        told = real(reader, target)
        fields = told.model_dump(mode="json")
        for path, value in what.items():
            *way, name = path.split(".")
            place: Any = fields
            for step in way:
                place = place[int(step)] if step.isdigit() else place[step]
            assert place[name] != value
            place[name] = value
        return type(told).model_validate(fields)

    monkeypatch.setitem(STORM_OF_STEEL.situations, slug, builder)


@pytest.mark.parametrize("slug", CASES)
def test_an_honest_step_is_sound(demo: War, slug: str) -> None:
    before, given, dice, _ = CASES[slug]
    before(demo)
    demo.do(slug, dice, **given)
    demo.check()


@pytest.mark.parametrize(("slug", "what"), [(slug, what) for slug, case in CASES.items() for what in case[3]])
def test_a_step_that_was_told_otherwise_is_found(
    demo: War, monkeypatch: pytest.MonkeyPatch, slug: str, what: dict[str, Any]
) -> None:
    before, given, dice, _ = CASES[slug]
    before(demo)
    lie(demo, monkeypatch, slug, what)
    demo.do(slug, dice, **given)
    faults = "\n".join(fault.what for fault in check_campaign(demo.campaign).faults)
    assert "the rule was told" in faults


def test_every_procedure_of_a_naval_action_has_to_say_what_it_was_told() -> None:
    assert set(CASES) <= set(STORM_OF_STEEL.tellers)


@pytest.mark.parametrize("what", [{}, {"sought.0.areas": ["levant"]}, {"sought.0.name": "Others"}])
def test_whom_a_general_engagement_seeks_is_told_as_the_log_has_it(
    demo: War, monkeypatch: pytest.MonkeyPatch, what: dict[str, Any]
) -> None:
    demo.entered(Set("fleet:battle-cruiser-fleet.place", "area:heligoland-bight"))
    if what:
        lie(demo, monkeypatch, "gw-mission", what)
    demo.do("gw-mission", mission="general-engagement", area="heligoland-bight", fleets=("scouting-forces",),
       against=("battle-cruiser-fleet",), because="as told")  # fmt: skip
    assert check_campaign(demo.campaign).sound is not bool(what)


def test_who_has_said_that_he_stays_is_told_to_one_that_withdraws(demo: War, monkeypatch: pytest.MonkeyPatch) -> None:
    one_stays(demo)
    lie(demo, monkeypatch, "gw-withdrawal", {"stays": []})
    demo.do("gw-withdrawal", action="1", who="allied", base="harwich", because="so")
    assert "the rule was told" in "\n".join(fault.what for fault in check_campaign(demo.campaign).faults)


def test_a_naval_unit_that_lies_in_no_place_is_told_as_it_is(great_war: War) -> None:
    great_war.do("gw-attrition", "4", ships_only=True, ships=("turkish-squadron",), because="agreed")
