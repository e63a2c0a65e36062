"""Commerce raiding in a campaign: the mission of a naval action is carried out, by all raiders in the area."""

from fractions import Fraction
from typing import Any

import pytest

from navalassist.engine import create
from navalassist.engine.duties import Kind
from tests.systems.storm_of_steel.acting import HERE, War, outcome_of

SLUG = "gw-raid"
LEVEL = "condition:merchant-level.value"
WAY, MALTA = "western-approaches", "central-mediterranean"
LINE = "Raid commerce in Western Approaches"
WHY = "agreed at the table"
U_BOATS = ["u-flotilla-1", "u-flotilla-2"]


def a_mission(demo: War, *force: str, area: str = WAY, stage: str = "unopposed", number: int = 1, **more: Any) -> None:
    """Both U-boat flotillas of the Western Approaches, or these, raid there; nobody stops them."""
    raid = {"mission": "raiding", "target": "", "allied": []}
    demo.opens(stage, number, area=area, central=list(force or U_BOATS), **{**raid, **more})


@pytest.mark.rule("GW.RAID")
def test_raiders_and_convoys_of_an_area_meet_in_a_raid_that_is_due_where_nobody_stops_it(demo: War) -> None:
    """Two U-boat flotillas of 2 are 4; a cruiser and an escort unit with contact 2 each are 4: the first column."""
    a_mission(demo, stage="mission")
    assert LINE not in demo.lines(HERE), "it may still be intercepted"
    demo.set({"action:1.stage": "unopposed"})
    due = demo.lines(HERE)[LINE]
    assert (due.kind, due.url) == (Kind.DUE, "do/gw-raid/?action=1")
    assert [passed.noun for passed in due.passes] == ["naval action"]
    assert demo.units(SLUG, "raiders", "convoys", action="1") == [U_BOATS, ["western-flotilla", "western-cruisers"]]
    # 0+D, 0, 0, 0, 1, 1+A.
    assert demo.figures(SLUG, action="1")["points"] == Fraction(2, 6)
    assert outcome_of(demo.do(SLUG, "5", action="1"))["points"] == 1
    assert (demo.facts[LEVEL], demo.action("stage")) == (99, ["ended"])
    assert LINE not in demo.lines(HERE)


@pytest.mark.rule("GW.RAID")
def test_an_area_is_raided_once_in_a_player_turn_and_again_in_the_next(demo: War) -> None:
    a_mission(demo)
    demo.do(SLUG, "5", action="1")
    a_mission(demo, number=2)
    assert "Commerce was raided in Western Approaches already" in demo.refuse(SLUG, "5", action="2")
    # Another area has a roll of its own.
    a_mission(demo, "goeben", "breslau", "colliers", area=MALTA, number=3)
    assert demo.units(SLUG, "raiders", action="3") == [["goeben", "breslau", "colliers"]]
    demo.do(SLUG, "2", action="3")
    demo.end_steps(3)
    assert not [key for key in demo.rows("mark") if key.startswith("raided/")]
    a_mission(demo, number=4)
    demo.do(SLUG, "5", action="4")


@pytest.mark.rule("GW.RAID")
def test_one_roll_counts_all_raiders_there_that_no_earlier_stage_holds(demo: War) -> None:
    """Flotilla 1 has its mission, flotilla 2 another, the Atlantic Cruisers are on duty, Goeben was met."""
    demo.set({"fleet:atlantic-raiders.place": f"area:{WAY}"})
    a_mission(demo, "u-flotilla-1")
    a_mission(demo, "u-flotilla-2", number=2, stage="contact", mission="general-engagement")
    assert demo.units(SLUG, "raiders", area=WAY) == [["u-flotilla-1", "atlantic-cruisers"]]
    demo.set({"action:2.stage": "unopposed", "action:2.mission": "raiding"})
    a_mission(demo, "goeben", number=3, stage="contact")
    assert demo.units(SLUG, "raiders", action="1") == [[*U_BOATS, "atlantic-cruisers"]]
    demo.do(SLUG, "2", action="1")
    assert [demo.facts[f"action:{n}.stage"] for n in (1, 2, 3)] == ["ended", "ended", "contact"]
    assert demo.facts["action:2.ends"] == demo.facts["action:1.ends"]


@pytest.mark.rule("GW.RAID.D", "GW.RAID.D2", "GW.RAID.A")
def test_each_loss_has_a_key_of_its_own_and_who_is_in_another_action_is_weighed_and_not_lost(demo: War) -> None:
    demo.entered(convoy_tactic=True)
    for number in (1, 2):
        a_mission(demo, number=number)
        demo.do(SLUG, "1", action=str(number), because=WHY)
    owed = {f"raid-{n}-raider": ("central", U_BOATS) for n in (1, 2)}
    assert {key: (row["side"], row["among"]) for key, row in demo.owed().items()} == owed
    a_mission(demo, "colliers", area=MALTA, number=3, mission="re-basing", stage="contact")
    a_mission(demo, "goeben", "breslau", area=MALTA, number=4)
    assert outcome_of(demo.do(SLUG, "1", action="4"))["flotilla_lost"] is False
    a_mission(demo, "goeben", number=5, stage="fire", mission="general-engagement", allied=["western-cruisers"])
    a_mission(demo, number=6)
    assert demo.units(SLUG, "convoys", action="6") == [["western-flotilla", "western-cruisers"]]
    assert demo.situation(SLUG, action="6").engaged == ("western-cruisers",)
    demo.do(SLUG, "6", action="6", because=WHY)
    row = next(row for key, row in demo.owed().items() if key.endswith("-convoy"))
    assert (row["side"], row["among"]) == ("allied", ["western-flotilla"])


@pytest.mark.rule("GW.RAID", "GW.INT")
@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"raiders": ("high-sea-fleet",)}, "I Battle Squadron does not raid in Western Approaches"),
        ({"convoys": ("grand-fleet",)}, "1st Battle Squadron does not convoy in Western Approaches"),
        ({"raiders": ("atlantic-raiders",)}, "Atlantic Cruisers does not raid in Western Approaches"),
        ({"area": MALTA}, "Action 1 raids in Western Approaches, not in Central Mediterranean"),
        ({"action": "", "area": WAY}, "send a fleet on a Commerce Raiding mission first"),
        ({"action": "", "area": "adriatic", "raiders": ("u-boats",)}, "Commerce is not raided in Adriatic"),
    ],
)
def test_what_was_declared_is_carried_out_and_nothing_else_without_a_reason(
    demo: War, given: dict[str, Any], words: str
) -> None:
    a_mission(demo)
    typed = {"action": "1", **given}
    assert words in demo.refuse(SLUG, "5", **typed)
    assert words in outcome_of(demo.do(SLUG, "5", **typed, because=WHY))["overruled"]


@pytest.mark.rule("GW.RAID")
def test_all_raiders_and_convoys_count_and_a_fleet_named_twice_counts_once(demo: War) -> None:
    assert "choose the area" in demo.misfit(SLUG)
    assert "No Central unit raids" in demo.refuse(SLUG, "5", area="north-western-approaches")
    demo.set({"fleet:atlantic-raiders.place": f"area:{WAY}"})
    a_mission(demo)
    said = demo.refuse(SLUG, "5", action="1", raiders=("u-boats",))
    assert "All units that raid in Western Approaches count, Atlantic Cruisers too" in said
    twice = {"raiders": ("u-boats", "atlantic-raiders", "u-boats"), "convoys": ("western-escorts",) * 2}
    raiders, convoys = demo.units(SLUG, "raiders", "convoys", action="1", **twice)
    assert (raiders, convoys) == ([*U_BOATS, "atlantic-cruisers"], ["western-flotilla", "western-cruisers"])
    situation = demo.situation(SLUG, action="1", **twice)
    assert (situation.fleets, situation.escorts) == (("u-boats", "atlantic-raiders"), ("western-escorts",))
    demo.do(SLUG, "5", action="1", **twice)


@pytest.mark.rule("GW.RAID", "GW.INT")
def test_areas_with_raiders_lead_to_a_mission_in_the_central_step_and_in_no_other(demo: War) -> None:
    empty = {"side": "central", "name": "Nobody", "place": "area:irish-sea", "duty": "raiding", "came_from": ""}
    demo.entered(create("fleet:nobody", **empty))
    demo.set({"area:irish-sea.raiding": True})
    found = {text: (duty.small, duty.url) for text, duty in demo.lines(HERE).items() if duty.rule == "GW.RAID"}
    assert found == {
        f"Raid commerce in {name}": (fleet, f"do/gw-mission/?mission=raiding&area={area}&fleets={key}")
        for name, fleet, area, key in (
            ("Western Approaches", "U-boats", WAY, "u-boats"),
            ("Atlantic off Gibraltar", "Atlantic Raiders", "atlantic-gibraltar", "atlantic-raiders"),
            ("Central Mediterranean", "Mediterranean Division", MALTA, "mediterranean-division"),
        )
    }
    for place, turn in (("allied/naval-operations", ""), (HERE, "1914-09")):
        assert "GW.RAID" not in {duty.rule for duty in demo.duties(place, turn)}


@pytest.mark.rule("GW.RAID")
def test_a_raid_is_carried_out_however_many_allied_fleets_there_convoy_nothing(demo: War) -> None:
    """Their names together are longer than a line."""
    a_mission(demo)
    for number in range(4):
        fleet = {"side": "allied", "name": f"{number} {'patrol ' * 10}", "place": f"area:{WAY}", "duty": ""}
        demo.edit(create(f"fleet:patrol-{number}", **fleet, came_from=""), seat="moderator")
    assert demo.situation(SLUG, action="1").idle.count("patrol") == 40
    assert outcome_of(demo.do(SLUG, "5", action="1"))["points"] == 1
