"""What the forms of a naval action offer and refuse, and what is told of one that waits."""

from __future__ import annotations

from typing import Any

import pytest

from navalassist.engine import compute
from navalassist.play.duties import Duty
from navalassist.play.systems import Choices, Misfits, Unknown
from navalassist.systems.storm_of_steel import STORM_OF_STEEL
from tests.in_hand import InHand
from tests.systems.storm_of_steel.acting import HERE, action, bombardment, demo, intercepted
from tests.systems.storm_of_steel.carrying import duties

__all__ = ["demo"]
pytestmark = pytest.mark.django_db


@pytest.mark.rule("GW.INT")
@pytest.mark.parametrize(
    ("given", "field", "words"),
    [
        ({"fleets": ("scouting-forces", "grand-fleet")}, "fleets", "Grand Fleet is no fleet of the Central Powers"),
        ({"mission": "raiding", "target": "hartlepool"}, "target", "has no base as its aim"),
        ({"against": ("grand-fleet",)}, "against", "names no enemy"),
        (
            {"mission": "general-engagement", "target": "", "against": ("high-sea-fleet",)},
            "against",
            "no fleet of the Al",
        ),
    ],
)
def test_what_does_not_fit_a_mission_is_told_at_its_field(
    demo: InHand, given: dict[str, Any], field: str, words: str
) -> None:
    plain = {
        "mission": "bombardment",
        "area": "north-sea-south",
        "fleets": ("scouting-forces",),
        "target": "hartlepool",
    }
    with pytest.raises(Misfits) as fault:
        demo.look("gw-mission", **{**plain, **given})
    assert words in fault.value.fields[field]


@pytest.mark.rule("GW.INT")
def test_a_fleet_is_in_one_action_at_a_time(demo: InHand) -> None:
    bombardment(demo)
    again = demo.look("gw-mission", mission="raiding", area="north-sea-south", fleets=("scouting-forces",))
    assert again.refusal is not None
    assert again.refusal.reason == "I Scouting Group takes part in action 1, which is not over."
    demo.do("gw-mission", mission="bombardment", area="english-channel", fleets=("high-sea-fleet",), target="dover")
    demo.do("gw-interception", "1 1", action="1", fleets=("battle-cruiser-fleet",))
    assert "1st Battle Cruiser Squadron takes part in action 1, which is not over" in demo.misfit(
        "gw-interception", action="2", fleets=("battle-cruiser-fleet",)
    )


def test_what_is_not_there_is_told_in_words(demo: InHand) -> None:
    bombardment(demo)
    with pytest.raises(Unknown, match="no fleet nowhere"):
        demo.look("gw-interception", action="1", fleets=("nowhere",))
    demo.do("gw-let-pass", action="1")
    with pytest.raises(Unknown, match="no base nowhere"):
        demo.look("gw-return", action="1", base="nowhere")


def test_an_action_is_ended_early_with_a_reason(demo: InHand) -> None:
    bombardment(demo)
    assert "Action 1 may still be intercepted" in demo.refuse("gw-fleets-stay", action="1")
    assert "Action 1 may still be intercepted" in demo.refuse(
        "gw-fleets-stay", action="1", who="allied", because="we would rather not meet it"
    )
    demo.do("gw-fleets-stay", action="1", because="called off in fog")
    assert (action(demo)["stage"], action(demo)["ends"]) == ("ended", "ended: called off in fog")


def choices(demo: InHand, slug: str, field: str) -> list[str]:
    """What a field of a form offers, in order."""
    offered = STORM_OF_STEEL.forms[slug].model_fields[field].metadata
    of = next(one.of for one in offered if isinstance(one, Choices))
    return [key for key, _ in of(demo.facts)]


def test_only_the_other_sides_fleets_are_offered_to_intercept(demo: InHand) -> None:
    assert choices(demo, "gw-interception", "fleets") == []
    bombardment(demo)
    offered = choices(demo, "gw-interception", "fleets")
    assert "grand-fleet" in offered
    assert "high-sea-fleet" not in offered


def test_bases_near_the_action_are_offered_first(demo: InHand) -> None:
    intercepted(demo, "2")
    demo.do("gw-decision", action="1", choice="refuse")
    offered = choices(demo, "gw-withdrawal", "base")
    # On the southern North Sea, then beside it, then elsewhere; all may be chosen.
    assert offered.index("harwich") < offered.index("wilhelmshaven") < offered.index("danzig")
    assert len(offered) == len([key for key in demo.facts if key.startswith("base:") and key.endswith(".name")])


@pytest.mark.rule("GW.COMBAT")
def test_the_page_of_a_loss_tells_what_fits_and_what_is_left_over(demo: InHand) -> None:
    intercepted(demo, "3")
    demo.do("gw-combat", "1 4", action="1")
    loss = demo.look("gw-losses", loss="1-central", units=("scouting-group-2",))
    told = compute(STORM_OF_STEEL.bases["gw-losses"](loss.situation), demo.state.book)
    assert [term.text for term in told.terms[1:]] == [
        "I Scouting Group: does not fit in what is left",
        "II Scouting Group: named",
    ]
    assert told.total == 2
    assert loss.refusal is None, "2 of 4 factors are left over, and are lost"


def test_a_step_to_come_has_nothing_of_the_actions_that_wait_now(demo: InHand) -> None:
    bombardment(demo)
    later = duties(demo, HERE, turn="1914-09")
    assert not [duty for duty in later.values() if isinstance(duty, Duty) and duty.procedure.startswith("gw-inter")]


def test_what_the_end_of_the_step_would_pass_over_is_told(demo: InHand) -> None:
    intercepted(demo, "3")
    passed = [passed for duty in duties(demo, HERE).values() for passed in duty.passes]
    assert [(one.line, one.noun) for one in passed] == [
        ("Action 1: Coastal Bombardment, North Sea, south", "naval action")
    ]
    demo.do("gw-combat", "6 6", action="1")
    passed = [passed for duty in duties(demo, HERE).values() for passed in duty.passes]
    assert ("Allied: 6 protection factors, Naval Combat Table, action 1", "loss") in [
        (one.line, one.noun) for one in passed
    ]
