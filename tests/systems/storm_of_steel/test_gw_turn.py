"""Rules of the Great War in their steps, and the forms of a naval action that waits."""

from typing import Any

import pytest

from navalassist.engine import REGISTER
from navalassist.engine.duties import Kind
from navalassist.engine.forms import FormErrors
from navalassist.engine.reader import Unknown
from navalassist.play.systems import system_of
from tests.systems.storm_of_steel.acting import HERE, War, bombardment

SYSTEM = system_of("storm_of_steel")
assert SYSTEM.turn
TURN = SYSTEM.turn


def test_a_step_has_a_line_for_each_rule_that_is_offered_in_it_in_the_order_of_topics() -> None:
    assert all(line.rule == REGISTER[line.key].rule for line in TURN.duty)
    assert {steps for steps, _ in SYSTEM.duties} == {line.steps for line in TURN.duty}
    keys = [line.key for line in TURN.duty]
    assert keys == [key for key in SYSTEM.topics.keys if key in keys]


@pytest.mark.rule("GW.MERCHANT")
def test_steps_go_round_a_quarter_offer_what_is_listed_in_them_and_shipping_is_due_as_it_ends(
    demo: War,
) -> None:
    seen, due = [], []
    for _ in range(18):
        turn, place = demo.state.clock[0], "/".join(demo.state.clock[1:])
        seen.append((turn, place))
        offered = demo.duties()
        assert {duty.procedure for duty in offered} <= {line.key for line in TURN.duties_in(place)}
        assert offered, "each step has something to do"
        due += [(turn, place) for duty in offered if duty.procedure == "gw-merchant" and duty.kind is Kind.DUE]
        demo.end_step()
    assert seen == [(turn, place) for turn in ("1914-08", "1914-09", "1914-10") for place in TURN.places]
    assert demo.state.clock == ("1914-11", "central", "naval-operations")
    assert due == [("1914-09", "allied/attrition")]


@pytest.mark.rule("GW.INT")
@pytest.mark.parametrize(
    ("given", "field", "words"),
    [
        ({"fleets": ("scouting-forces", "grand-fleet")}, "fleets", "Grand Fleet is no fleet of the Central Powers"),
        ({"mission": "raiding"}, "target", "has no base as its aim"),
        ({"against": ("grand-fleet",)}, "against", "names no enemy"),
        (
            {"mission": "general-engagement", "target": "", "against": ("high-sea-fleet",)},
            "against",
            "no fleet of the Al",
        ),
    ],
)
def test_what_does_not_fit_a_mission_is_told_at_its_field(
    charted: War, given: dict[str, Any], field: str, words: str
) -> None:
    plain = {
        "mission": "bombardment",
        "area": "north-sea-south",
        "fleets": ("scouting-forces",),
        "target": "hartlepool",
    }
    with pytest.raises(FormErrors) as fault:
        charted.look("gw-mission", **{**plain, **given})
    assert words in fault.value.fields[field]


@pytest.mark.rule("GW.INT")
def test_a_fleet_is_in_one_action_at_a_time(charted: War) -> None:
    bombardment(charted)
    again = charted.look("gw-mission", mission="raiding", area="north-sea-south", fleets=("scouting-forces",))
    assert again.refusal.reason == "I Scouting Group takes part in action 1, which is not over."
    charted.do("gw-mission", mission="bombardment", area="english-channel", fleets=("high-sea-fleet",), target="dover")
    charted.do("gw-interception", "1 1", action="1", fleets=("battle-cruiser-fleet",))
    said = charted.misfit("gw-interception", action="2", fleets=("battle-cruiser-fleet",))
    assert "1st Battle Cruiser Squadron takes part in action 1, which is not over" in said


def test_an_action_is_ended_early_with_a_reason(charted: War) -> None:
    bombardment(charted)
    assert "Action 1 may still be intercepted" in charted.refuse("gw-fleets-stay", action="1")
    said = charted.refuse("gw-fleets-stay", action="1", who="allied", because="we would rather not meet it")
    assert "Action 1 may still be intercepted" in said
    charted.do("gw-fleets-stay", action="1", because="called off in fog")
    assert charted.action("stage", "ends") == ["ended", "ended: called off in fog"]


def test_what_is_not_there_is_told_and_a_later_turn_has_none_of_it(charted: War) -> None:
    bombardment(charted)
    later = charted.lines(HERE, turn="1914-09")
    assert not [duty for duty in later.values() if duty.procedure.startswith("gw-inter")]
    with pytest.raises(Unknown, match="no fleet nowhere"):
        charted.look("gw-interception", action="1", fleets=("nowhere",))
    charted.do("gw-let-pass", action="1")
    with pytest.raises(Unknown, match="no base nowhere"):
        charted.look("gw-return", action="1", base="nowhere")


def test_what_the_end_of_the_step_would_pass_over_is_told(charted: War) -> None:
    charted.intercepted("3")
    passed = [passed for duty in charted.lines(HERE).values() for passed in duty.passes]
    assert [(one.line, one.noun) for one in passed] == [
        ("Action 1: Coastal Bombardment, North Sea, south: it is given up", "naval action")
    ]
    charted.do("gw-combat", "6 6", action="1")
    passed = [passed for duty in charted.lines(HERE).values() for passed in duty.passes]
    assert ("Allied: 6 protection factors, Naval Combat Table, action 1", "loss") in [
        (one.line, one.noun) for one in passed
    ]
