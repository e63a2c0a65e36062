"""A step that was ended by mistake comes back: with what ended with it, until something was carried out since."""

from dataclasses import replace

import pytest

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import Viewer
from navalassist.engine import Create, Set, create
from navalassist.play import state as states
from navalassist.play.checks.verify import check_campaign
from navalassist.play.corrections.back import go_back, last_end
from navalassist.play.corrections.undo import NothingToUndo, last_input
from navalassist.play.systems import SYSTEMS, system_of
from navalassist.play.write.transaction import writing
from tests.mini.system import ACTOR, begin, do, edit, end_step, facts, hide_force, seat


def may_go_back(viewer: Viewer) -> str:
    """The reference of the end that this seat may take back; '' where there is none."""
    state = states.read(viewer.campaign, ())
    end = last_end(viewer, state, system_of("mini"))
    return end.reference if end else ""


def back(viewer: Viewer) -> Entry:
    with writing(viewer) as writer:
        end = last_end(viewer, writer.state, writer.system)
        return go_back(writer, end.reference if end else "")


def step_mark(key: str, subject: str = "zone:inner") -> Create:
    return create(
        f"mark:{key}", kind="seen", subject=subject, place="", ends="step", until="", note="as the step had it"
    )


def test_the_step_and_the_marks_that_ended_with_it_are_there_again(campaign: Campaign) -> None:
    edit(seat(campaign), step_mark("seen"))
    before = facts(campaign)
    end = end_step(seat(campaign))
    assert facts(campaign) != before
    entry = back(seat(campaign))
    assert facts(campaign) == before
    assert (entry.kind, entry.corrects, entry.step, entry.seat) == ("undo", end.reference, "plan", "axis")
    assert check_campaign(campaign).faults == []


def test_what_had_ended_for_one_side_alone_comes_back_on_its_own_chain(campaign: Campaign) -> None:
    hide_force(campaign)
    edit(seat(campaign, "allied"), step_mark("seen", "task-force:hidden"), chain="allied")
    before = facts(campaign)
    end_step(seat(campaign))
    back(seat(campaign))
    assert facts(campaign) == before
    secret = Entry.objects.filter(campaign=campaign, chain="allied", kind="undo").get()
    assert secret.record["body"].keys() == {"act", "corrects"}
    assert check_campaign(campaign).faults == []


def test_one_tap_a_step_and_the_step_can_be_ended_again(campaign: Campaign) -> None:
    before = facts(campaign)
    end_step(seat(campaign), times=3)
    for _ in range(3):
        back(seat(campaign))
    assert facts(campaign) == before
    end_step(seat(campaign))
    assert may_go_back(seat(campaign))
    assert check_campaign(campaign).faults == []


def test_an_input_of_before_can_be_taken_back_once_its_step_is_there_again(campaign: Campaign) -> None:
    entry = edit(seat(campaign), Set("condition:fog.value", True))
    end_step(seat(campaign))
    assert last_input(seat(campaign)) is None
    back(seat(campaign))
    assert last_input(seat(campaign)) == entry


@pytest.mark.parametrize("since", ["roll", "input"])
def test_not_once_something_came_after_it(campaign: Campaign, since: str) -> None:
    end = end_step(seat(campaign))
    assert may_go_back(seat(campaign)) == end.reference
    if since == "roll":
        do(seat(campaign), "mini-weather", zone="inner")
    else:
        edit(seat(campaign), Set("condition:fog.value", True))
    assert may_go_back(seat(campaign)) == ""
    with pytest.raises(NothingToUndo, match="carried out since"), writing(seat(campaign)) as writer:
        go_back(writer, end.reference)


def test_not_over_the_end_of_a_turn_whose_dice_are_opened(campaign: Campaign) -> None:
    end_step(seat(campaign), times=4)
    assert may_go_back(seat(campaign)) == ""


def test_for_the_seat_that_ended_it_and_the_moderator(campaign: Campaign) -> None:
    end = end_step(seat(campaign))
    for name, sees in (("axis", True), ("moderator", True), ("allied", False), ("observer", False)):
        assert (may_go_back(seat(campaign, name, at_table=False)) == end.reference) is sees


def test_where_sides_have_secrets_nobody_learns_from_the_offer_whether_the_other_one_acted(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own next step it may leave again; once the other side acts, only who reads both may tell what was done."""
    monkeypatch.setitem(SYSTEMS, "mini", replace(SYSTEMS["mini"], is_closed=lambda values: True))
    own = end_step(seat(campaign))
    assert may_go_back(seat(campaign)) == own.reference
    end = end_step(seat(campaign))
    sides = frozenset({"axis", "allied"})
    umpire = Viewer(campaign, "moderator", ACTOR, umpires=sides)
    assert (may_go_back(seat(campaign)), may_go_back(umpire)) == ("", end.reference)
    hide_force(campaign)
    assert (may_go_back(seat(campaign)), may_go_back(umpire)) == ("", "")


def test_a_forged_return_is_found(mini: None, db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """One over a roll, which no page offers."""
    campaign = begin()
    end = end_step(seat(campaign))
    do(seat(campaign), "mini-weather", zone="inner")
    monkeypatch.setattr("navalassist.play.corrections.back.last_end", lambda *_: end)
    with writing(seat(campaign)) as writer:
        go_back(writer, end.reference)
    (fault,) = check_campaign(campaign).faults
    assert "something was carried out since" in str(fault)
