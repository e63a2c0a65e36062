"""36.A.3 in a campaign: the capture, the player turns after it, the proposed way, and the board's refusal."""

from __future__ import annotations

import pytest

from navalassist.play import undo
from navalassist.systems.europa.board import outlook, routes
from navalassist.systems.europa.setup import Draft, leg_fields
from navalassist.systems.europa.upkeep import capture
from tests.in_hand import InHand

pytestmark = pytest.mark.django_db
TAKEN = "mark:taken/gibraltar"


def take(demo: InHand, owner: str) -> str:
    return demo.enter(capture, "gibraltar", owner, demo.state.book).reference


def refused(demo: InHand, side: str, zones: str = "spanish-atlantic western-med") -> str:
    """The paragraph that shuts the way on the board; '' for an open one."""
    ends = ("gibraltar", "valletta") if side == "allied" else ("gibraltar", "naples")
    legs = tuple(leg_fields(zone) for zone in zones.split())
    draft = Draft(side, "unit", "Brigade", "2", "2", "nt", 2, *ends, legs)
    shut = outlook.of_draft(demo.state, draft).shut
    return shut.rule if shut else ""


@pytest.mark.rule("E36.A.3")
def test_the_passage_changes_hands_with_the_player_turn_after_the_capture(demo: InHand) -> None:
    assert (refused(demo, "allied"), refused(demo, "axis")) == ("", "36.A.3")
    take(demo, "axis")
    # Still the Axis player turn: nobody of the Axis passes; the Allied player turn will be the next.
    assert (refused(demo, "allied"), refused(demo, "axis")) == ("36.A.3", "36.A.3")
    demo.end_steps(2)
    assert demo.state.clock[1] == "allied"
    assert f"{TAKEN}.kind" not in demo.facts
    assert (refused(demo, "allied"), refused(demo, "axis")) == ("36.A.3", "")


@pytest.mark.rule("E36.A.3")
def test_the_allies_regain_it_at_once(demo: InHand) -> None:
    take(demo, "axis")
    demo.end_steps(2)
    take(demo, "allied")
    assert (refused(demo, "allied"), refused(demo, "axis")) == ("", "36.A.3")


@pytest.mark.rule("E36.A.3")
def test_the_proposed_way_follows(demo: InHand) -> None:
    straits = {"gibraltar-spanish", "gibraltar-african"}
    assert not straits & routes.shut_passages(demo.state, "allied")
    take(demo, "axis")
    demo.end_steps(2)
    state = demo.state
    assert straits <= routes.shut_passages(state, "allied")
    assert not straits & routes.shut_passages(state, "axis")


@pytest.mark.rule("E36.A.3")
def test_a_leg_that_may_not_be_sailed_is_not_rolled(demo: InHand) -> None:
    take(demo, "axis")
    demo.end_steps(4)
    assert demo.state.clock[1:] == ("allied", "naval-movement")
    key = "demo-2"
    route = [leg_fields(zone) for zone in ("western-med", "spanish-atlantic")]
    demo.set({f"shipment:{key}.route": route})
    demo.do("cargo-contact", "2 2", shipment=key)
    assert "The Axis owns Gibraltar" in demo.refuse("cargo-contact", shipment=key)


def test_the_capture_can_be_taken_back_with_its_mark(demo: InHand) -> None:
    reference = take(demo, "axis")
    assert demo.facts[f"{TAKEN}.note"] == "1941-03-1/axis"
    with demo.writing() as writer:
        undo.undo(writer, reference)
    assert f"{TAKEN}.kind" not in demo.facts
    assert refused(demo, "axis") == "36.A.3"


def test_taken_lost_and_taken_again_in_one_player_turn(demo: InHand) -> None:
    for owner in ("axis", "allied", "axis"):
        take(demo, owner)
    assert refused(demo, "axis") == "36.A.3"
