"""Corrections and marks: what has ended since, and what goes with the group that it marks.

By hand, as in the naval steps: the Squadra lies at sea off Valletta, among Allied mines and in an Allied danger zone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from navalassist.auditlog.models import Entry
from tests.begun import begin
from tests.desk.test_naval_steps import HEX, fleet_of, marks
from tests.in_hand import InHand, in_hand
from tests.systems.test_closed import closed

pytestmark = pytest.mark.django_db
WHY = "as agreed at the table"


@pytest.fixture
def med(db: None) -> Iterator[InHand]:
    with in_hand(begin("Med", malta=10, slug="med", theatres="both")) as med:
        yield med


@pytest.fixture
def sea(med: InHand) -> InHand:
    fleet_of(med)
    return med


def mended(table: InHand, entry: Entry, strip: str = "", **situation: Any) -> dict[str, Any]:
    """The entry corrected: the body of the correction."""
    body: dict[str, Any] = table.correct(entry, strip=strip, **situation).record["body"]
    return body


def test_a_second_danger_roll_of_an_earlier_naval_step_is_corrected(sea: InHand) -> None:
    sea.do("danger-contact", "3", group="squadra")
    second = sea.do("danger-contact", "3", group="squadra", because=WHY)
    sea.next_part()
    before = marks(sea)
    body = mended(sea, second, because="said otherwise")
    assert body["situation"]["because"] == "said otherwise"
    assert body["answers"] == second.record["body"]["answers"]
    assert marks(sea) == before


def test_a_second_swept_mine_point_is_corrected_after_the_step(sea: InHand) -> None:
    sea.do("mine-damage", "1111", group="squadra", hex=HEX, occasion="began")
    sea.do("mines-swept", "1111", unit="zara", because=WHY)
    second = sea.do("mines-swept", "1111", unit="zara", because=WHY)
    swept = second.record["body"]["outcome"]
    sea.end_steps()
    before = marks(sea)
    assert not any(mark.startswith("sweep/") for mark in before)
    assert mended(sea, second, because="said otherwise")["outcome"] == swept
    assert marks(sea) == before


def test_a_move_with_a_ferry_is_corrected_after_the_player_turn(med: InHand) -> None:
    med.group("boats", "axis", "port:taranto", barge="lc")
    med.do("ferry-set", unit="barge", at="27A:0409", across="27A:0410", because=WHY)
    moved = med.do("naval-move", group="boats", moves="10 27A:0410", zone="central-med", because=WHY)
    med.until("allied/initial")
    before = marks(med)
    assert not any(mark.startswith("ferry/") for mark in before)
    assert mended(med, moved, because="said otherwise")["situation"]["ferries"]
    again = med.last(kind="correction")
    assert marks(med) == before
    assert mended(med, again, ferries=[])["situation"]["ferries"] == []
    assert marks(med) == before


def test_a_secret_mark_is_made_anew_and_ends_on_its_own_chain(db: None) -> None:
    table = InHand(closed())
    fleet_of(table)
    table.group("boats", "axis", "port:taranto", barge="lc")
    table.do("ferry-set", unit="barge", at="27A:0409", across="27A:0410", because=WHY)
    moved = table.do("naval-move", group="boats", moves="10 27A:0410", zone="central-med", because=WHY)
    while table.state.clock[1] == "axis":
        table.end_steps()
    before = table.rows("mark")
    mended(table, moved, because="said otherwise")
    assert table.rows("mark") == before
    last = table.last()
    assert (last.kind, last.chain) == ("clock", "axis")
    table.check()


def test_marks_that_came_since_go_with_the_group_that_a_correction_takes_away(sea: InHand) -> None:
    """Turned back, its one unit leaves the group: nothing is left that was looked for mines or is safe."""
    checked = sea.do("unit-contact", "11", unit="zara", zone="central-med", home="taranto")
    sea.do("mine-damage", "1111", group="squadra", hex=HEX, occasion="began")
    sea.do("danger-contact", "3", group="squadra")
    on_group = {"mined/squadra/18A-0407", "safe/squadra", "zone-checked/squadra"}
    assert on_group <= marks(sea)
    body = mended(sea, checked, strip="66 4")
    assert {effect["key"] for effect in body["effects"] if effect["do"] == "remove"} >= {"group:squadra"}
    assert not any(mark.split("/")[1] == "squadra" for mark in marks(sea))
    mended(sea, sea.last(procedure="danger-contact"), because="said otherwise")
    assert not any(mark.split("/")[1] == "squadra" for mark in marks(sea))
