"""Coastal bombardment in a campaign: the mission of a naval action is carried out."""

from fractions import Fraction
from typing import Any

import pytest

from navalassist.engine import Set, create
from navalassist.play.duties import Kind
from navalassist.play.systems import Unknown
from tests.systems.storm_of_steel.acting import War, outcome_of

SLUG = "gw-bombardment"
WHY = "played without missions"
HIGH_SEA_FLEET = ("german-squadron-1", "german-squadron-2", "german-squadron-3", "german-flotilla-1")


def a_mission(demo: War, stage: str = "unopposed", number: int = 1, force: tuple[str, ...] = HIGH_SEA_FLEET) -> None:
    """Action 1: the High Sea Fleet off Dover, where nobody stops it."""
    fields = {"advantage": "", "order": "", "fired": [], "ends": "", "attacker": "", "allied": []}
    row = create(
        f"action:{number}", number=number, side="central", mission="bombardment", area="north-sea-south",
        target="dover", central=list(force), stage=stage, **fields,
    )  # fmt: skip
    demo.entered(row)


@pytest.mark.rule("GW.BOMBARD")
def test_without_a_mission_squadrons_shell_a_port_with_a_reason_alone(demo: War) -> None:
    """Three of the battle line: column 3, and a 5 is a B. Dover has a fortress and a city."""
    said = demo.refuse(SLUG, "5", base="dover", squadrons=HIGH_SEA_FLEET)
    assert "send a fleet on a Coastal Bombardment mission first" in said
    entry = demo.do(SLUG, "5", base="dover", squadrons=HIGH_SEA_FLEET, because=WHY)
    assert WHY in outcome_of(entry)["overruled"]
    assert outcome_of(entry)["result"] == "B"
    assert demo.facts["base:dover.fortress"] is False
    assert demo.facts["condition:allied-morale.value"] == 100


@pytest.mark.rule("GW.BOMBARD.X")
def test_a_show_of_force_takes_enemy_morale_and_the_page_says_how_likely_it_is(demo: War) -> None:
    """Ten squadrons by hand: column 10 reads -*, B, X, X, XX, XX."""
    counters = {"side": "central", "nation": "german", "kind": "pd", "combat": 3, "protection": 4, "contact": 0}
    keys = tuple(f"old-{n}" for n in range(10))
    demo.entered(*(create(f"squadron:{key}", name=key, place="fleet:high-sea-fleet", **counters) for key in keys))
    a_mission(demo, force=keys)
    before = demo.look(SLUG, action="1")
    assert {figure.key: figure.value for figure in before.figures}["show-of-force"] == Fraction(2, 6)
    demo.do(SLUG, "3", action="1")
    assert demo.facts["condition:allied-morale.value"] == 99
    a_mission(demo, number=2, force=keys)
    demo.do(SLUG, "6", action="2")
    assert (demo.facts["base:dover.devastated"], demo.facts["condition:allied-morale.value"]) == (True, 101)


@pytest.mark.rule("GW.BOMBARD.star")
def test_the_star_leaves_a_unit_to_be_named_among_all_that_came_along(demo: War) -> None:
    a_mission(demo)
    demo.do(SLUG, "1", action="1")
    row = {key.rpartition(".")[2]: value for key, value in demo.facts.items() if key.startswith("owed-loss:")}
    assert (row["side"], row["units"], row["factors"], set(row["among"])) == ("central", 1, 0, set(HIGH_SEA_FLEET))
    a_mission(demo, number=2)
    demo.do(SLUG, "1", action="2")
    assert {"owed-loss:bombardment-1.units", "owed-loss:bombardment-2.units"} <= set(demo.facts)


@pytest.mark.rule("GW.BOMBARD")
def test_a_typed_fortification_stands_beside_the_fortress(demo: War) -> None:
    demo.entered(Set("base:dover.fortress", False))
    a_mission(demo)
    bare = demo.do(SLUG, "1", action="1")
    assert outcome_of(bare)["unit_lost"] is False
    a_mission(demo, number=2)
    guns = demo.do(SLUG, "1", action="2", fortification=True)
    assert outcome_of(guns)["unit_lost"] is True


@pytest.mark.rule("GW.BOMBARD")
def test_an_action_that_nobody_stops_is_due_and_ends_with_the_bombardment(demo: War) -> None:
    a_mission(demo)
    due = demo.lines("central/naval-operations")["Bombard Dover"]
    assert (due.kind, due.url, due.seat) == (Kind.DUE, "do/gw-bombardment/?action=1", "central")
    assert [passed.line for passed in due.passes] == ["Action 1: Coastal Bombardment, North Sea, south: it is given up"]
    entry = demo.do(SLUG, "4", action="1")
    assert outcome_of(entry)["result"] == "B"
    found = (demo.facts["action:1.stage"], demo.facts["action:1.ends"])
    assert found == ("ended", "Dover was bombarded: the fortress was eliminated")
    assert "Bombard Dover" not in demo.lines("central/naval-operations")


@pytest.mark.rule("GW.BOMBARD", "GW.BOMBARD.star")
def test_ticks_say_which_of_an_actions_own_squadrons_fire_at_its_own_target_unless_there_is_a_reason(demo: War) -> None:
    a_mission(demo)
    one = demo.look(SLUG, action="1", squadrons=("german-squadron-1",))
    assert one.situation.firing == ("german-squadron-1",)  # type: ignore[attr-defined]
    # She may be sent along by agreement; twice ticked she fires once.
    along: dict[str, Any] = {"action": "1", "squadrons": ("scouting-group-1", "scouting-group-1")}
    assert "I Scouting Group takes no part in action 1" in demo.refuse(SLUG, "4", **along)
    situation: Any = demo.look(SLUG, **along).situation
    assert [unit.key for unit in situation.guns] == ["scouting-group-1"]
    assert [unit.key for unit in situation.force] == [*HIGH_SEA_FLEET, "scouting-group-1"]
    assert "of one side alone" in demo.misfit(SLUG, action="1", squadrons=("battle-squadron-1",))
    a_mission(demo, stage="contact", number=2, force=("scouting-group-1",))
    for given in ({"action": "1"}, {"base": "dover"}):
        said = demo.refuse(SLUG, "1", **given, squadrons=("scouting-group-1",), because=WHY)
        assert "I Scouting Group takes part in action 2, which is not over" in said
    assert "Harwich is not what action 1 was declared to bombard" in demo.refuse(SLUG, "4", action="1", base="harwich")
    demo.do(SLUG, "4", action="1", base="harwich", because="fog off Dover")
    assert (demo.facts["base:harwich.fortress"], demo.facts["base:dover.fortress"]) == (False, True)


@pytest.mark.rule("GW.BOMBARD")
def test_ships_that_the_action_has_lost_fire_no_more(demo: War) -> None:
    a_mission(demo)
    demo.entered(Set("squadron:german-squadron-1.place", "lost"))
    assert [unit.key for unit in demo.look(SLUG, action="1").situation.guns] == [  # type: ignore[attr-defined]
        *("german-squadron-2", "german-squadron-3"),
    ]


@pytest.mark.rule("GW.BOMBARD")
def test_without_a_mission_the_step_leads_to_one_and_the_rule_says_what_it_needs(demo: War) -> None:
    line = demo.lines("central/naval-operations")["Bombard a coast"]
    assert (line.kind, line.url, line.rule) == (Kind.MAY, "do/gw-mission/?mission=bombardment", "GW.BOMBARD")
    assert "Bombard a coast" not in demo.lines("central/naval-operations", "1914-09")
    for given, words in (
        ({"base": "dover"}, "tick the squadrons that fire, or choose a naval action"),
        ({"base": "dover", "squadrons": ("german-squadron-1", "battle-squadron-1")}, "of one side alone"),
        ({"squadrons": ("german-squadron-1",)}, "choose what is shelled"),
    ):
        assert words in demo.misfit(SLUG, **given)
    with pytest.raises(Unknown, match="no naval action 9"):
        demo.look(SLUG, action="9")


@pytest.mark.rule("GW.BOMBARD")
def test_a_mission_that_may_still_be_intercepted_is_refused(demo: War) -> None:
    a_mission(demo, stage="mission")
    assert "Action 1 may still be intercepted" in demo.refuse(SLUG, "4", action="1")
