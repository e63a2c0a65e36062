"""A mission is declared, let pass, and a re-basing fleet arrives or sails on."""

from typing import Any

import pytest
from pydantic import ValidationError

from navalassist.engine import Create
from tests.rules.by_hand import forbids, given, played, refused, rulings_of, set_by
from tests.systems.storm_of_steel.rules.fleets import a_fleet, an_action

FLEET = {"row": "fleet:hsf", "name": "High Seas Fleet", "place": "base:wilhelmshaven"}
HARTLEPOOL = {"key": "hartlepool", "name": "Hartlepool", "owner": "allied", "kind": "port", "areas": ["north-sea"]}
KIEL = {"key": "kiel", "name": "Kiel", "owner": "central", "kind": "naval-base", "areas": ["baltic"]}
GERMANS, BRITISH = "bb german 6/6/1", "bb british 6/6/1"


def an_order(mission: str = "bombardment", **changes: Any) -> Any:
    """The High Seas Fleet shells Hartlepool."""
    target = HARTLEPOOL if mission == "bombardment" else None
    plain = {"side": "central", "number": 3, "mission": mission, "target": target, "area": "north-sea"}
    plain |= {"area_name": "North Sea", "sailing": (FLEET,), "squadrons": a_fleet(GERMANS, "c")}
    return given("gw-mission", **{**plain, **changes})


def made(order: Any, **rulings: str) -> dict[str, Any]:
    """The action that is made, by field."""
    outcome = played(order, **rulings)
    row = next(effect for effect in outcome.effects if isinstance(effect, Create))
    assert row.key == "action:3"
    return dict(row.fields)


@pytest.mark.rule("GW.INT")
def test_a_mission_opens_an_action_that_may_be_intercepted_and_the_enemy_is_not_in_it_before() -> None:
    assert made(an_order()) == {
        "number": 3, "side": "central", "mission": "bombardment", "area": "north-sea", "target": "hartlepool",
        "central": ["c1"], "allied": [], "attacker": "", "advantage": "", "order": "", "fired": [],
        "stage": "mission", "ends": "",
    }  # fmt: skip
    came = played(an_order()).result
    assert (came.mission, came.action, came.next) == ("Coastal Bombardment", 3, "may still be intercepted")
    assert made(an_order(enemy=a_fleet(BRITISH, "a")))["allied"] == []


@pytest.mark.rule("GW.CONTACT")
@pytest.mark.parametrize("choice", ["intercepting", "mission"])
def test_a_general_engagement_goes_to_the_contact_table_and_its_own_side_attacks(choice: str) -> None:
    fields = made(an_order("general-engagement", enemy=a_fleet(BRITISH, "a")), R_73=choice)
    assert (fields["stage"], fields["attacker"], fields["allied"]) == ("contact", "central", ["a1"])


@pytest.mark.rule("GW.REFUSE.2")
def test_a_re_basing_fleet_keeps_the_area_that_it_comes_from_and_any_other_mission_forgets_it() -> None:
    """R-80 asks for the area before the one where a re-basing force is intercepted: only a re-basing one has it."""

    def way(mission: str, **about: str) -> dict[str, Any]:
        return set_by(played(an_order(mission, sailing=({**FLEET, **about},), target=KIEL)))

    at_sea = {"place": "area:skagerrak"}
    assert way("re-basing", **at_sea) == {
        "fleet:hsf.place": "area:north-sea",
        "fleet:hsf.came_from": "area:skagerrak",
    }
    stale = {"came_from": "area:baltic"}
    assert way("re-basing", **stale) == {"fleet:hsf.place": "area:north-sea", "fleet:hsf.came_from": ""}
    assert way("re-basing", place="area:north-sea", **stale) == {"fleet:hsf.came_from": ""}
    for mission in ("bombardment", "raiding"):
        assert way(mission, **at_sea, **stale)["fleet:hsf.came_from"] == ""
        assert way(mission, place="area:north-sea", **stale)["fleet:hsf.came_from"] == ""
    assert way("bombardment") == {"fleet:hsf.place": "area:north-sea"}


@pytest.mark.rule("GW.RAID", "GW.INT")
def test_a_fleet_has_the_duty_of_its_mission_and_a_squadron_by_itself_none() -> None:
    def duty(mission: str, before: str, place: str = "base:kiel") -> str | None:
        fleet = {**FLEET, "duty": before, "place": place}
        found: str | None = set_by(played(an_order(mission, sailing=(fleet,)))).get("fleet:hsf.duty")
        return found

    assert duty("raiding", "") == "raiding"
    assert duty("raiding", "raiding") is None, "it is on it already"
    assert duty("bombardment", "raiding", "area:north-sea") == ""
    assert duty("bombardment", "convoy", "area:skagerrak") == ""
    assert duty("bombardment", "") is None
    lone = {"row": "squadron:c9", "name": "C9", "place": "area:skagerrak"}
    assert set_by(played(an_order("raiding", sailing=(lone,)))) == {"squadron:c9.place": "area:north-sea"}


@pytest.mark.rule("GW.BOMBARD")
def test_an_enemy_coast_on_the_area_is_shelled() -> None:
    for changed, words in (
        ({**HARTLEPOOL, "owner": "central"}, "Hartlepool is not held by the enemy."),
        ({**HARTLEPOOL, "areas": ["baltic"]}, "Hartlepool does not lie on North Sea."),
        (None, "A Coastal Bombardment needs a coast: choose what is shelled."),
    ):
        assert refused(an_order(target=changed)) == f"GW.BOMBARD: {words}"


@pytest.mark.rule("GW.RAID", "GW.REFUSE.2")
def test_only_the_central_powers_raid_and_a_fleet_re_bases_to_a_base_or_port_of_its_own() -> None:
    raid = an_order("raiding", side="allied", squadrons=a_fleet("ca british 2/2/2", "a"))
    assert not refused(an_order("raiding"))
    forbids(raid, "GW.RAID: The Commerce Raiding Table knows only Central raiders.")
    assert not refused(an_order("re-basing", target=KIEL))
    words = "Hartlepool is not a base or port of the Central Powers side."
    forbids(an_order("re-basing", target=HARTLEPOOL), f"GW.REFUSE.2: {words}")
    assert refused(an_order("re-basing")) == "GW.REFUSE.2: Say which base the fleet re-bases to."


@pytest.mark.rule("GW.CONTACT")
def test_a_general_engagement_needs_an_enemy_in_the_area_or_in_a_base_on_it() -> None:
    found = refused(an_order("general-engagement"))
    assert found == "GW.CONTACT: A General Engagement needs an enemy: name the fleets that it meets."

    def against(*areas: str) -> Any:
        fleet = {"row": "fleet:grand-fleet", "name": "Grand Fleet", "areas": areas}
        return an_order("general-engagement", enemy=a_fleet(BRITISH, "a"), sought=(fleet,))

    assert not refused(against("north-sea"))
    assert not refused(against("skagerrak", "north-sea"))
    forbids(against("norwegian-sea"), "GW.CONTACT: Grand Fleet is neither in North Sea nor in a base on it (R-83).")


@pytest.mark.rule("GW.INT")
def test_what_a_mission_goes_by_where_the_book_is_silent_is_told() -> None:
    assert {"R-84", "R-52"} <= set(rulings_of(an_order()))
    assert "R-83" not in rulings_of(an_order())
    engagement = an_order("general-engagement", enemy=a_fleet(BRITISH, "a"))
    assert {"R-84", "R-83", "R-73"} <= set(rulings_of(engagement))


@pytest.mark.rule("GW.INT")
def test_a_fleet_is_in_one_action_at_a_time_and_is_no_empty_one() -> None:
    busy = "High Seas Fleet takes part in action 2, which is not over."
    forbids(an_order(busy=busy), f"GW.INT: {busy}", always=True)
    empty = "No unit of the Central Powers side is named for the mission."
    forbids(an_order(squadrons=()), f"GW.INT: {empty}", always=True)


@pytest.mark.rule("GW.INT")
def test_the_enemy_may_let_a_mission_pass() -> None:
    def passing(side: str = "allied", **about: str) -> Any:
        return given("gw-let-pass", side=side, action=an_action(GERMANS, **about))

    assert not refused(passing())
    assert set_by(played(passing())) == {"action:3.stage": "unopposed"}
    forbids(passing("central"), "GW.INT: It is a mission of the Central Powers side itself.")
    forbids(passing(stage="contact"), "GW.INT: Action 3 waits for the roll on the contact table.")


def a_re_basing(base: dict[str, Any] | None = KIEL, **changes: Any) -> Any:
    """The High Seas Fleet, in the Baltic on its way to Kiel, which lies there."""
    at_sea = {**FLEET, "place": "area:baltic", "came_from": "area:north-sea"}
    plain = {"mission": "re-basing", "stage": "unopposed", "area": "baltic", "area_name": "Baltic", "target": "kiel"}
    action = an_action(GERMANS, "", **{**plain, **changes.pop("action", {})})
    return given("gw-rebasing", side="central", action=action, movers=(at_sea,), base=base, **changes)


def on_to(area: str, *neighbours: str, **changes: Any) -> Any:
    """It sails on to another area."""
    return a_re_basing(None, to_area=area, to_area_name=area.title(), neighbours=neighbours, **changes)


@pytest.mark.rule("GW.REFUSE.3")
def test_a_re_basing_fleet_that_nobody_stops_and_no_other_lies_in_its_base() -> None:
    outcome = played(a_re_basing())
    changes = set_by(outcome)
    assert changes["fleet:hsf.place"] == "base:kiel"
    assert changes["fleet:hsf.came_from"] == ""
    assert (changes["action:3.stage"], changes["action:3.ends"]) == ("ended", "re-based to Kiel")
    assert outcome.result.to == "Kiel"
    waits = a_re_basing(action={"stage": "mission"})
    forbids(waits, "GW.REFUSE.3: Action 3 may still be intercepted.", always=True)
    raids = a_re_basing(action={"mission": "raiding"})
    forbids(raids, "GW.REFUSE.3: The mission of action 3 is Commerce Raiding, not re-basing.", always=True)


@pytest.mark.rule("GW.REFUSE.3")
def test_a_base_of_another_area_or_side_is_not_reached_unless_the_players_know_better() -> None:
    assert not refused(a_re_basing())
    trouble = "Kiel does not lie on Baltic: the fleet sails on to the next sea area first."
    forbids(a_re_basing({**KIEL, "areas": ["skagerrak"]}), f"GW.REFUSE.3: {trouble}")
    lost = a_re_basing({**KIEL, "owner": "neutral"})
    forbids(lost, "GW.REFUSE.3: Kiel is not a base or port of the Central Powers side.")


@pytest.mark.rule("GW.REFUSE.2", "GW.INT")
def test_a_fleet_that_sails_on_may_be_intercepted_again_and_remembers_the_area_before() -> None:
    order = on_to("skagerrak", "skagerrak", "gulf-of-finland", action={"attacker": "allied", "fired": ("allied",)})
    assert not refused(order)
    outcome = played(order)
    assert set_by(outcome) == {
        "fleet:hsf.place": "area:skagerrak",
        "fleet:hsf.came_from": "area:baltic",
        "action:3.area": "skagerrak",
        "action:3.allied": [],
        "action:3.attacker": "",
        "action:3.advantage": "",
        "action:3.order": "",
        "action:3.fired": [],
        "action:3.stage": "mission",
    }
    assert outcome.result.to == "Skagerrak"


@pytest.mark.rule("GW.REFUSE.3")
def test_it_sails_on_to_a_neighbouring_area_only_or_to_a_base() -> None:
    forbids(on_to("adriatic", "skagerrak"), "GW.REFUSE.3: Adriatic does not border on Baltic.")
    for wrong in ({"base": None}, {"to_area": "skagerrak"}):
        with pytest.raises(ValidationError, match="either to a base or to a sea area"):
            a_re_basing(**wrong)
