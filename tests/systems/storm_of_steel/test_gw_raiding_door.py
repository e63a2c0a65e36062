"""Commerce raiding in a campaign: the mission of a naval action is carried out, by all raiders in the area."""

from fractions import Fraction
from typing import Any

import pytest

from navalassist.engine import Set, create
from navalassist.play.duties import Kind
from tests.systems.storm_of_steel.acting import War, outcome_of

SLUG = "gw-raid"
LEVEL = "condition:merchant-level.value"
WAY = "western-approaches"
WHY = "agreed at the table"


def owed(demo: War) -> dict[str, Any]:
    """The losses that are owed: key -> among whom."""
    values = demo.facts
    rows = [key for key in values if key.startswith("owed-loss:") and key.endswith(".among")]
    return {key[len("owed-loss:") : -len(".among")]: values[key] for key in rows}


def a_mission(demo: War, *force: str, area: str = WAY, stage: str = "unopposed", number: int = 1, **more: Any) -> None:
    """Action 1: both U-boat flotillas of the Western Approaches, or these, raid there; nobody stops them."""
    fields = {"target": "", "advantage": "", "order": "", "fired": [], "ends": "", "attacker": "", "allied": []}
    fields |= {"side": "central", "mission": "raiding", **more}
    units = list(force or ("u-flotilla-1", "u-flotilla-2"))
    demo.entered(create(f"action:{number}", number=number, area=area, central=units, stage=stage, **fields))


def in_the_mediterranean(demo: War, number: int = 1) -> None:
    """Goeben and Breslau raid, with the colliers."""
    a_mission(demo, "goeben", "breslau", "colliers", area="central-mediterranean", number=number)


@pytest.mark.rule("GW.RAID")
def test_raiders_and_convoys_of_an_area_meet_in_a_raid_that_is_due_where_nobody_stops_it(demo: War) -> None:
    """Two U-boat flotillas of 2 are 4; a cruiser and an escort unit with contact 2 each are 4: the first column."""
    a_mission(demo)
    found = demo.lines("central/naval-operations")
    due = found["Raid commerce in Western Approaches"]
    assert (due.kind, due.url) == (Kind.DUE, "do/gw-raid/?action=1")
    assert [passed.noun for passed in due.passes] == ["naval action"]
    before = demo.look(SLUG, action="1")
    situation: Any = before.situation
    assert [unit.key for unit in situation.raiders] == ["u-flotilla-1", "u-flotilla-2"]
    assert [unit.key for unit in situation.convoys] == ["western-flotilla", "western-cruisers"]
    # 0+D, 0, 0, 0, 1, 1+A.
    assert {figure.key: figure.value for figure in before.figures}["points"] == Fraction(2, 6)
    entry = demo.do(SLUG, "5", action="1")
    assert (outcome_of(entry)["points"], demo.facts[LEVEL]) == (1, 99)
    assert demo.facts["action:1.stage"] == "ended"
    assert "Raid commerce in Western Approaches" not in demo.lines("central/naval-operations")


@pytest.mark.rule("GW.RAID", "GW.INT")
def test_fleets_on_raiding_duty_raid_by_no_roll_of_their_own(demo: War) -> None:
    assert "send a fleet on a Commerce Raiding mission first" in demo.refuse(SLUG, "5", area=WAY)
    entry = demo.do(SLUG, "5", area=WAY, because=WHY)
    assert (outcome_of(entry)["points"], demo.facts[LEVEL]) == (1, 99)


@pytest.mark.rule("GW.RAID")
def test_an_area_is_raided_once_in_a_player_turn_and_again_in_the_next(demo: War) -> None:
    a_mission(demo)
    demo.do(SLUG, "5", action="1")
    a_mission(demo, number=2)
    assert "Commerce was raided in Western Approaches already" in demo.refuse(SLUG, "5", action="2")
    # Another area has a roll of its own.
    in_the_mediterranean(demo, number=3)
    demo.do(SLUG, "2", action="3")
    demo.end_steps(3)
    assert not [key for key in demo.facts if key.startswith("mark:raided/")]
    a_mission(demo, number=4)
    demo.do(SLUG, "5", action="4")


@pytest.mark.rule("GW.RAID")
def test_one_roll_counts_all_raiders_there_that_no_earlier_stage_holds(demo: War) -> None:
    """Flotilla 1 has its mission, flotilla 2 another, the Atlantic Cruisers are on duty, Goeben was met."""
    demo.entered(Set("fleet:atlantic-raiders.place", f"area:{WAY}"))
    a_mission(demo, "u-flotilla-1")
    a_mission(demo, "u-flotilla-2", number=2)
    a_mission(demo, "goeben", number=3, stage="contact")
    situation: Any = demo.look(SLUG, action="1").situation
    assert [unit.key for unit in situation.raiders] == ["u-flotilla-1", "u-flotilla-2", "atlantic-cruisers"]
    demo.do(SLUG, "2", action="1")
    assert [demo.facts[f"action:{n}.stage"] for n in (1, 2, 3)] == ["ended", "ended", "contact"]
    assert demo.facts["action:2.ends"] == demo.facts["action:1.ends"]


@pytest.mark.rule("GW.RAID")
def test_of_a_raiding_fleet_those_count_that_are_in_no_action(demo: War) -> None:
    a_mission(demo, "u-flotilla-2", stage="contact", mission="general-engagement")
    situation: Any = demo.look(SLUG, area=WAY).situation
    assert [unit.key for unit in situation.raiders] == ["u-flotilla-1"]


@pytest.mark.rule("GW.RAID.usw")
def test_unrestricted_submarine_warfare_is_read_from_the_campaign(demo: War) -> None:
    demo.entered(usw=True)
    a_mission(demo)
    demo.do(SLUG, "5", action="1")
    assert demo.facts[LEVEL] == 98


@pytest.mark.rule("GW.RAID.D")
def test_the_convoy_tactic_is_read_from_the_campaign_and_the_loss_is_left_to_be_named(demo: War) -> None:
    a_mission(demo)
    demo.do(SLUG, "1", action="1")
    assert owed(demo) == {}
    demo.entered(convoy_tactic=True)
    for number, because in ((2, WHY), (3, WHY)):
        a_mission(demo, number=number)
        demo.do(SLUG, "1", action=str(number), because=because)
    assert owed(demo) == {
        "raid-1-raider": ["u-flotilla-1", "u-flotilla-2"],
        "raid-2-raider": ["u-flotilla-1", "u-flotilla-2"],
    }


@pytest.mark.rule("GW.RAID.D2")
def test_a_transport_flotilla_in_the_area_is_lost_too_unless_the_campaign_reads_it_otherwise(demo: War) -> None:
    """The colliers sail with Goeben and Breslau in the Central Mediterranean."""
    in_the_mediterranean(demo)
    situation: Any = demo.look(SLUG, action="1").situation
    assert [unit.key for unit in situation.raiders] == ["goeben", "breslau", "colliers"]
    demo.do(SLUG, "1", action="1")
    assert owed(demo) == {"raid-1-flotilla": ["colliers"]}
    demo.entered(Set("ruling:R-35.choice", "tactic"))
    in_the_mediterranean(demo, number=2)
    entry = demo.do(SLUG, "1", action="2", because=WHY)
    assert outcome_of(entry)["flotilla_lost"] is False


@pytest.mark.rule("GW.RAID.D2")
def test_a_flotilla_in_another_action_is_not_lost_by_the_raid(demo: War) -> None:
    a_mission(demo, "goeben", "breslau", area="central-mediterranean")
    a_mission(demo, "colliers", area="central-mediterranean", number=2, mission="re-basing", stage="contact")
    entry = demo.do(SLUG, "1", action="1")
    assert (outcome_of(entry)["flotilla_lost"], owed(demo)) == (False, {})


@pytest.mark.rule("GW.RAID.A")
def test_a_convoy_unit_is_owed_by_the_allies(demo: War) -> None:
    a_mission(demo)
    demo.do(SLUG, "6", action="1")
    assert owed(demo) == {"raid-1-convoy": ["western-flotilla", "western-cruisers"]}
    assert demo.facts["owed-loss:raid-1-convoy.side"] == "allied"


@pytest.mark.rule("GW.RAID.A")
def test_a_convoy_unit_in_an_action_is_weighed_and_not_lost_outside_it(demo: War) -> None:
    a_mission(demo)
    a_mission(demo, "goeben", number=2, stage="fire", mission="general-engagement", allied=["western-cruisers"])
    situation: Any = demo.look(SLUG, action="1").situation
    found = ([unit.key for unit in situation.convoys], situation.engaged)
    assert found == (["western-flotilla", "western-cruisers"], ("western-cruisers",))
    demo.do(SLUG, "6", action="1")
    assert owed(demo) == {"raid-1-convoy": ["western-flotilla"]}


@pytest.mark.rule("GW.RAID")
@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"raiders": ("high-sea-fleet",)}, "I Battle Squadron does not raid in Western Approaches"),
        ({"convoys": ("grand-fleet",)}, "1st Battle Squadron does not convoy in Western Approaches"),
        ({"raiders": ("atlantic-raiders",)}, "Atlantic Cruisers does not raid in Western Approaches"),
        ({"area": "central-mediterranean"}, "Action 1 raids in Western Approaches, not in Central Mediterranean"),
    ],
)
def test_what_was_declared_is_carried_out_and_nothing_else_without_a_reason(
    demo: War, given: dict[str, Any], words: str
) -> None:
    a_mission(demo)
    assert words in demo.refuse(SLUG, "5", action="1", **given)
    entry = demo.do(SLUG, "5", action="1", **given, because=WHY)
    assert words in outcome_of(entry)["overruled"]


@pytest.mark.rule("GW.RAID")
def test_all_raiders_and_convoys_count_and_a_fleet_named_twice_counts_once(demo: War) -> None:
    demo.entered(Set("fleet:atlantic-raiders.place", f"area:{WAY}"))
    a_mission(demo)
    said = demo.refuse(SLUG, "5", action="1", raiders=("u-boats",))
    assert "All units that raid in Western Approaches count, Atlantic Cruisers too" in said
    twice = {"raiders": ("u-boats", "atlantic-raiders", "u-boats"), "convoys": ("western-escorts",) * 2}
    situation: Any = demo.look(SLUG, action="1", **twice).situation
    assert [unit.key for unit in situation.raiders] == ["u-flotilla-1", "u-flotilla-2", "atlantic-cruisers"]
    assert [unit.key for unit in situation.convoys] == ["western-flotilla", "western-cruisers"]
    assert (situation.fleets, situation.escorts) == (("u-boats", "atlantic-raiders"), ("western-escorts",))
    demo.do(SLUG, "5", action="1", **twice)


@pytest.mark.rule("GW.RAID")
def test_a_raid_that_may_still_be_intercepted_stands_in_no_line(demo: War) -> None:
    a_mission(demo, stage="mission")
    assert "Raid commerce in Western Approaches" not in demo.lines("central/naval-operations")


@pytest.mark.rule("GW.RAID", "GW.INT")
def test_areas_with_raiders_lead_to_a_mission_in_the_central_step_and_in_no_other(demo: War) -> None:
    empty = {"side": "central", "name": "Nobody", "place": "area:irish-sea", "duty": "raiding", "came_from": ""}
    demo.entered(create("fleet:nobody", **empty), Set("area:irish-sea.raiding", True))
    found = demo.lines("central/naval-operations")
    lines = {text: (duty.small, duty.url) for text, duty in found.items() if duty.rule == "GW.RAID"}
    to = "do/gw-mission/?mission=raiding&area={}&fleets={}"
    assert lines == {
        "Raid commerce in Western Approaches": ("U-boats", to.format(WAY, "u-boats")),
        "Raid commerce in Atlantic off Gibraltar": (
            *("Atlantic Raiders", to.format("atlantic-gibraltar", "atlantic-raiders")),
        ),
        "Raid commerce in Central Mediterranean": (
            *("Mediterranean Division", to.format("central-mediterranean", "mediterranean-division")),
        ),
    }
    assert "GW.RAID" not in {duty.rule for duty in demo.lines("allied/naval-operations").values()}
    assert "GW.RAID" not in {duty.rule for duty in demo.lines("central/naval-operations", "1914-09").values()}


@pytest.mark.rule("GW.RAID")
def test_refusals_name_what_is_missing(demo: War) -> None:
    assert "choose the area" in demo.misfit(SLUG)
    assert "Commerce is not raided in Adriatic" in demo.refuse(SLUG, "5", area="adriatic", raiders=("u-boats",))
    assert "No Central unit raids" in demo.refuse(SLUG, "5", area="north-western-approaches")
    entry = demo.do(SLUG, "5", area="adriatic", raiders=("u-boats",), because="a raider off Corfu")
    assert "a raider off Corfu" in outcome_of(entry)["overruled"]
