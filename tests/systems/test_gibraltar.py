"""36.A.3 in a campaign: the capture, the player turns after it, the proposed way, and the board's refusal."""

from __future__ import annotations

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.play import undo
from navalassist.play.resolve import DiceInput, Refused, carry_out
from navalassist.play.verify import check_campaign
from navalassist.play.writer import writing
from navalassist.systems.europa.board import outlook, routes
from navalassist.systems.europa.setup import Draft, leg_fields
from navalassist.systems.europa.upkeep import capture
from tests.begun import begin_demo
from tests.systems.board import end_steps, state_of, viewer_of

pytestmark = pytest.mark.django_db
TAKEN = "mark:taken/gibraltar"


@pytest.fixture
def demo() -> Campaign:
    """The demo campaign in its Axis naval movement step."""
    return begin_demo()


def take(demo: Campaign, owner: str) -> str:
    with writing(viewer_of(demo)) as writer:
        edit = capture(writer.state.values, "gibraltar", owner, writer.state.book)
        return writer.edit(edit.act, edit.effects, title=edit.title).reference


def refused(demo: Campaign, side: str, zones: str = "spanish-atlantic western-med") -> str:
    """The paragraph that shuts the way on the board; '' for an open one."""
    ends = ("gibraltar", "valletta") if side == "allied" else ("gibraltar", "naples")
    legs = tuple(leg_fields(zone) for zone in zones.split())
    draft = Draft(side, "unit", "Brigade", "2", "2", "nt", 2, *ends, legs)
    shut = outlook.of_draft(state_of(demo), draft).shut
    return shut.rule if shut else ""


@pytest.mark.rule("E36.A.3")
def test_the_passage_changes_hands_with_the_player_turn_after_the_capture(demo: Campaign) -> None:
    assert (refused(demo, "allied"), refused(demo, "axis")) == ("", "36.A.3")
    take(demo, "axis")
    # Still the Axis player turn: nobody of the Axis passes; the Allied player turn will be the next.
    assert (refused(demo, "allied"), refused(demo, "axis")) == ("36.A.3", "36.A.3")
    end_steps(demo, 2)
    assert state_of(demo).clock[1] == "allied"
    assert f"{TAKEN}.kind" not in state_of(demo).values
    assert (refused(demo, "allied"), refused(demo, "axis")) == ("36.A.3", "")


@pytest.mark.rule("E36.A.3")
def test_the_allies_regain_it_at_once(demo: Campaign) -> None:
    take(demo, "axis")
    end_steps(demo, 2)
    take(demo, "allied")
    assert (refused(demo, "allied"), refused(demo, "axis")) == ("", "36.A.3")


@pytest.mark.rule("E36.A.3")
def test_the_proposed_way_follows(demo: Campaign) -> None:
    straits = {"gibraltar-spanish", "gibraltar-african"}
    assert not straits & routes.shut_passages(state_of(demo), "allied")
    take(demo, "axis")
    end_steps(demo, 2)
    state = state_of(demo)
    assert straits <= routes.shut_passages(state, "allied")
    assert not straits & routes.shut_passages(state, "axis")


@pytest.mark.rule("E36.A.3")
def test_a_leg_that_may_not_be_sailed_is_not_rolled(demo: Campaign) -> None:
    take(demo, "axis")
    end_steps(demo, 4)
    assert state_of(demo).clock[1:] == ("allied", "naval-movement")
    key = "demo-2"
    route = [leg_fields(zone) for zone in ("western-med", "spanish-atlantic")]
    from navalassist.engine import Set

    with writing(viewer_of(demo)) as writer:
        writer.edit("shipment.change", (Set(f"shipment:{key}.route", route),))
        carry_out(writer, "cargo-contact", {"shipment": key}, DiceInput("typed", "2 2"))
        with pytest.raises(Refused, match="The Axis owns Gibraltar"):
            carry_out(writer, "cargo-contact", {"shipment": key}, DiceInput("typed", ""))


def test_the_capture_can_be_taken_back_with_its_mark(demo: Campaign) -> None:
    reference = take(demo, "axis")
    assert state_of(demo).values[f"{TAKEN}.note"] == "1941-03-1/axis"
    with writing(viewer_of(demo)) as writer:
        undo.undo(writer, reference)
    assert f"{TAKEN}.kind" not in state_of(demo).values
    assert refused(demo, "axis") == "36.A.3"
    assert check_campaign(demo).sound


def test_taken_lost_and_taken_again_in_one_player_turn(demo: Campaign) -> None:
    for owner in ("axis", "allied", "axis"):
        take(demo, owner)
    assert refused(demo, "axis") == "36.A.3"
