"""Corrections and marks: what has ended since, and what goes with the group that it marks.

By hand, as in the naval steps: the Squadra lies at sea off Valletta, among Allied mines and in an Allied danger zone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.play import state as states
from navalassist.play.correct import Correction, correct
from navalassist.play.verify import check_campaign
from navalassist.play.writer import writing
from tests.begun import begin
from tests.desk.test_naval_steps import HEX, begin_next, do, fleet_of, marks
from tests.desk.test_unit_contact import fleet, until
from tests.systems.board import end_steps, viewer_of
from tests.systems.test_closed import closed

pytestmark = pytest.mark.django_db
WHY = "as agreed at the table"


@pytest.fixture
def med(db: None) -> Iterator[Campaign]:
    states.forget()
    campaign = begin("Med", malta=10, slug="med", theatres="both")
    yield campaign
    assert check_campaign(campaign).sound
    states.forget()


@pytest.fixture
def sea(med: Campaign) -> Campaign:
    fleet_of(med)
    return med


def mended(campaign: Campaign, entry: Entry, strip: str = "", **situation: Any) -> dict[str, Any]:
    """The entry corrected: the body of the correction."""
    with writing(viewer_of(campaign)) as writer:
        body: dict[str, Any] = correct(writer, entry, Correction("typo", situation=situation, strip=strip)).record[
            "body"
        ]
    return body


def test_a_second_danger_roll_of_an_earlier_naval_step_is_corrected(sea: Campaign) -> None:
    do(sea, "danger-contact", "3", group="squadra")
    second = do(sea, "danger-contact", "3", group="squadra", because=WHY)
    begin_next(sea)
    before = marks()
    body = mended(sea, second, because="said otherwise")
    assert body["situation"]["because"] == "said otherwise"
    assert body["answers"] == second.record["body"]["answers"]
    assert marks() == before


def test_a_second_swept_mine_point_is_corrected_after_the_step(sea: Campaign) -> None:
    do(sea, "mine-damage", "1111", group="squadra", hex=HEX, occasion="began")
    do(sea, "mines-swept", "1111", unit="zara", because=WHY)
    second = do(sea, "mines-swept", "1111", unit="zara", because=WHY)
    swept = second.record["body"]["outcome"]
    end_steps(sea, 1)
    before = marks()
    assert not any(mark.startswith("sweep/") for mark in before)
    assert mended(sea, second, because="said otherwise")["outcome"] == swept
    assert marks() == before


def test_a_move_with_a_ferry_is_corrected_after_the_player_turn(med: Campaign) -> None:
    fleet(med, "axis", "boats", "port:taranto", barge="lc")
    do(med, "ferry-set", unit="barge", at="27A:0409", across="27A:0410", because=WHY)
    moved = do(med, "naval-move", group="boats", moves="10 27A:0410", zone="central-med", because=WHY)
    until(med, "allied/initial")
    before = marks()
    assert not any(mark.startswith("ferry/") for mark in before)
    assert mended(med, moved, because="said otherwise")["situation"]["ferries"]
    again = Entry.objects.filter(campaign=med, kind="correction").get()
    assert marks() == before
    assert mended(med, again, ferries=[])["situation"]["ferries"] == []
    assert marks() == before


def test_a_secret_mark_is_made_anew_and_ends_on_its_own_chain(db: None) -> None:
    states.forget()
    campaign = closed()
    fleet_of(campaign)
    fleet(campaign, "axis", "boats", "port:taranto", barge="lc")
    do(campaign, "ferry-set", unit="barge", at="27A:0409", across="27A:0410", because=WHY)
    moved = do(campaign, "naval-move", group="boats", moves="10 27A:0410", zone="central-med", because=WHY)
    while states.load(campaign.slug).clock[1] == "axis":
        end_steps(campaign, 1)
    before = states.load(campaign.slug).rows("mark")
    mended(campaign, moved, because="said otherwise")
    assert states.load(campaign.slug).rows("mark") == before
    last = Entry.objects.filter(campaign=campaign).order_by("-id")[0]
    assert (last.kind, last.chain) == ("clock", "axis")
    assert check_campaign(campaign).sound
    states.forget()


def test_marks_that_came_since_go_with_the_group_that_a_correction_takes_away(sea: Campaign) -> None:
    """Turned back, its one unit leaves the group: nothing is left that was looked for mines or is safe."""
    checked = do(sea, "unit-contact", "11", unit="zara", zone="central-med", home="taranto")
    do(sea, "mine-damage", "1111", group="squadra", hex=HEX, occasion="began")
    do(sea, "danger-contact", "3", group="squadra")
    on_group = {"mined/squadra/18A-0407", "safe/squadra", "zone-checked/squadra"}
    assert on_group <= marks()
    body = mended(sea, checked, strip="66 4")
    assert {effect["key"] for effect in body["effects"] if effect["do"] == "remove"} >= {"group:squadra"}
    assert not any(mark.split("/")[1] == "squadra" for mark in marks())
    mended(sea, Entry.objects.get(campaign=sea, procedure="danger-contact"), because="said otherwise")
    assert not any(mark.split("/")[1] == "squadra" for mark in marks())
