"""Coastal bombardment in a campaign: the mission of a naval action is carried out."""

from typing import Any

import pytest

from navalassist.engine.duties import Kind
from navalassist.engine.reader import Unknown
from tests.systems.storm_of_steel.acting import HERE, War, outcome_of

SLUG = "gw-bombardment"
WHY = "played without missions"
HIGH_SEA_FLEET = ("german-squadron-1", "german-squadron-2", "german-squadron-3", "german-flotilla-1")


def a_mission(demo: War, stage: str = "unopposed", number: int = 1, force: tuple[str, ...] = HIGH_SEA_FLEET) -> None:
    """The High Sea Fleet off Dover, where nobody stops it."""
    demo.opens(stage, number, target="dover", central=list(force), allied=[])


@pytest.mark.rule("GW.BOMBARD", "GW.BOMBARD.star")
def test_the_star_leaves_a_unit_to_be_named_among_all_that_came_along_also_for_a_typed_fortification(demo: War) -> None:
    for number in (1, 2):
        a_mission(demo, number=number)
        demo.do(SLUG, "1", action=str(number))
    assert demo.owed().keys() == {"bombardment-1", "bombardment-2"}
    row = demo.owed()["bombardment-1"]
    assert (row["side"], row["units"], row["factors"], set(row["among"])) == ("central", 1, 0, set(HIGH_SEA_FLEET))
    demo.set({"base:dover.fortress": False})
    for number, typed in ((3, False), (4, True)):
        a_mission(demo, number=number)
        assert outcome_of(demo.do(SLUG, "1", action=str(number), fortification=typed))["unit_lost"] is typed


@pytest.mark.rule("GW.BOMBARD")
def test_an_action_that_nobody_stops_is_due_and_ends_with_the_bombardment(demo: War) -> None:
    """Three of the battle line, one of which is lost: in columns 3 and 2 a 4 is B."""
    a_mission(demo, "mission")
    assert "Bombard Dover" not in demo.lines(HERE)
    demo.set({"action:1.stage": "unopposed", "squadron:german-squadron-1.place": "lost"})
    assert demo.situation(SLUG, action="1").firing == ("german-squadron-2", "german-squadron-3")
    due = demo.lines(HERE)["Bombard Dover"]
    assert (due.kind, due.url, due.seat) == (Kind.DUE, "do/gw-bombardment/?action=1", "central")
    assert [passed.line for passed in due.passes] == ["Action 1: Coastal Bombardment, North Sea, south: it is given up"]
    assert outcome_of(demo.do(SLUG, "4", action="1"))["result"] == "B"
    assert demo.action("stage", "ends") == ["ended", "Dover was bombarded: the fortress was eliminated"]
    assert "Bombard Dover" not in demo.lines(HERE)


@pytest.mark.rule("GW.BOMBARD", "GW.BOMBARD.star")
def test_ticks_say_which_of_an_actions_own_squadrons_fire_at_its_own_target_unless_there_is_a_reason(demo: War) -> None:
    a_mission(demo)
    assert demo.situation(SLUG, action="1", squadrons=("german-squadron-1",)).firing == ("german-squadron-1",)
    # She may be sent along by agreement; twice ticked she fires once.
    along: dict[str, Any] = {"action": "1", "squadrons": ("scouting-group-1", "scouting-group-1")}
    assert "I Scouting Group takes no part in action 1" in demo.refuse(SLUG, "4", **along)
    assert demo.units(SLUG, "guns", "force", **along) == [["scouting-group-1"], [*HIGH_SEA_FLEET, "scouting-group-1"]]
    assert "of one side alone" in demo.misfit(SLUG, action="1", squadrons=("battle-squadron-1",))
    a_mission(demo, "contact", 2, ("scouting-group-1",))
    for given in ({"action": "1"}, {"base": "dover"}):
        said = demo.refuse(SLUG, "1", **given, squadrons=("scouting-group-1",), because=WHY)
        assert "I Scouting Group takes part in action 2, which is not over" in said
    assert "Harwich is not what action 1 was declared to bombard" in demo.refuse(SLUG, "4", action="1", base="harwich")
    demo.do(SLUG, "4", action="1", base="harwich", because="fog off Dover")
    assert (demo.facts["base:harwich.fortress"], demo.facts["base:dover.fortress"]) == (False, True)


@pytest.mark.rule("GW.BOMBARD")
def test_without_a_mission_the_step_leads_to_one_and_the_rule_says_what_it_needs(demo: War) -> None:
    line = demo.lines(HERE)["Bombard a coast"]
    assert (line.kind, line.url, line.rule) == (Kind.MAY, "do/gw-mission/?mission=bombardment", "GW.BOMBARD")
    assert "Bombard a coast" not in demo.lines(HERE, "1914-09")
    for given, words in (
        ({"base": "dover"}, "tick the squadrons that fire, or choose a naval action"),
        ({"base": "dover", "squadrons": ("german-squadron-1", "battle-squadron-1")}, "of one side alone"),
        ({"squadrons": ("german-squadron-1",)}, "choose what is shelled"),
    ):
        assert words in demo.misfit(SLUG, **given)
    with pytest.raises(Unknown, match="no naval action 9"):
        demo.look(SLUG, action="9")
    given = {"base": "dover", "squadrons": HIGH_SEA_FLEET}
    assert "send a fleet on a Coastal Bombardment mission first" in demo.refuse(SLUG, "5", **given)
    assert WHY in outcome_of(demo.do(SLUG, "5", **given, because=WHY))["overruled"]
