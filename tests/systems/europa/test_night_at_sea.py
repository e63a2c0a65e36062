"""A night start is paid for, and aircraft find nothing by night (36.A.2, 36.A.2.a, 36.D.2).

By hand: of 25 MPs by night in a phase a start takes a block of 5. Force B lies at 18A:0521, off Tripoli, in the danger
zone that the Axis exerts around it.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from navalassist.engine import create
from navalassist.engine.duties import Moment
from navalassist.systems.europa.fleet import night_words
from tests.begun import begin
from tests.in_hand import InHand, in_hand

pytestmark = pytest.mark.django_db


@pytest.fixture
def off_tripoli(db: None) -> Iterator[InHand]:
    moment = Moment("1941-03-1", "allied", "naval-movement")
    with in_hand(begin("Med", malta=10, slug="med", moment=moment)) as med:
        med.group("b", "allied", "hex:18A:0521", "central-med", called="Force B", ajax="task-force")
        med.set({"port:tripoli.map_reference": "18A:0520"}, seat="moderator")
        yield med


@pytest.mark.rule("E36.D.2.N")
def test_a_start_by_night_spends_its_block_and_its_mps_may_yet_be_moved(off_tripoli: InHand) -> None:
    off_tripoli.do("danger-contact", "3", group="b", night="yes")
    assert night_words(off_tripoli.facts, "b") == "5 MPs now, 25 left in this phase"
    assert "too many" in off_tripoli.refuse("naval-move", group="b", moves="6n", zone="central-med")
    off_tripoli.do("naval-move", group="b", moves="5n 18A:0522", zone="central-med")
    assert night_words(off_tripoli.facts, "b") == "none until 10 MPs by day are spent; 20 left in this phase"


@pytest.mark.rule("E36.D.2.N")
def test_each_naval_step_that_begins_by_night_takes_five_of_the_25(off_tripoli: InHand) -> None:
    for left in (20, 15, 10, 5, 0):
        off_tripoli.do("danger-contact", "3", group="b", night="yes")
        off_tripoli.next_part()
        # Its block is spent, so it does not move by night; but it may begin so again, for it has not moved.
        none = f"none until 10 MPs by day are spent; {left} left in this phase"
        spent = "none left: 25 MPs by night were spent in this phase"
        assert night_words(off_tripoli.facts, "b") == (none if left else spent)
    assert "its moves show that it is by day" in off_tripoli.refuse("danger-contact", group="b", night="yes")
    # The block of the last start was that step's: it is no more to be moved by.
    assert "25 MPs by night were spent" in off_tripoli.refuse(
        "naval-move", group="b", moves="5n 18A:0522", zone="central-med"
    )


@pytest.mark.rule("E36.D.2")
def test_it_rolls_for_its_hex_and_for_those_of_its_way_alone(off_tripoli: InHand) -> None:
    said = off_tripoli.refuse("danger-contact", group="b", hex="18A:0519")
    assert "its moves of this naval step do not name it" in said
    off_tripoli.do("naval-move", group="b", moves="3 18A:0519", zone="central-med")
    off_tripoli.do("danger-contact", "3", group="b", hex="18A:0519")


@pytest.mark.rule("E36.A.2.a")
@pytest.mark.parametrize(("moves", "column"), [("5n 18A:0522", 6), ("5 18A:0522", 14)])
def test_a_patrol_adds_nothing_against_a_unit_that_moved_by_night(off_tripoli: InHand, moves: str, column: int) -> None:
    """Type M, TBF 8 × 2, outside the box × ½, on patrol × 1: 8. With Malta at 10 the zone's status is 6 (33.B.1.b)."""
    patrol = {"side": "axis", "name": "Z.506", "nature": "m", "fighter": False, "tbf": "8", "range": 20}
    row = create("air-unit:z", **patrol, zone="central-med", place="naval-patrol", hexes_to_base=0)
    off_tripoli.edit(row, seat="axis")
    off_tripoli.do("naval-move", group="b", moves=moves, zone="central-med")
    entry = off_tripoli.do("unit-contact", "2 2", unit="ajax")
    assert entry.record["body"]["outcome"]["column"] == column
