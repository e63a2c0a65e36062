"""36.G: a craft serves as a ferry only as long as it lies where it was named, however it went away.

By hand: the craft must be present, and may not move at all in that turn. What moved doesn't serve again by coming back.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from navalassist.play.systems import Moment
from navalassist.systems.europa import fleet_edits
from navalassist.systems.europa.doors.ferries import ferries
from tests.begun import begin
from tests.in_hand import InHand, in_hand

pytestmark = [pytest.mark.django_db, pytest.mark.rule("E36.G.3")]
MOVED = "the craft has moved"


@pytest.fixture
def med(db: None) -> Iterator[InHand]:
    """Allied naval movement in Jul I 43: a landing craft that serves at Valletta, in a group there."""
    with in_hand(begin("Med", malta=10, slug="med", moment=Moment("1943-07-1", "allied", "initial"))) as med:
        craft = {"name": "LC 1", "kind": "lc", "strength": 2, "reverse": 1}
        med.group("lighters", "allied", "port:valletta", lc=craft)
        med.do("ferry-set", unit="lc", across="18A:0408")
        med.end_steps(2)
        assert ended(med) == [""]
        yield med


def ended(med: InHand) -> list[str]:
    """Why each ferry ended, '' of one that serves."""
    return [why for _, _, why in ferries(med.state, med.facts)]


def test_it_serves_on_where_its_group_ends_or_another_is_formed_in_the_same_port(med: InHand) -> None:
    med.enter(fleet_edits.end_group, "lighters")
    assert ended(med) == [""]
    med.enter(fleet_edits.form_group, "Lighters", ["lc"])
    assert ended(med) == [""]


def test_it_does_not_serve_again_as_its_group_ends_in_another_port(med: InHand) -> None:
    med.do("naval-move", group="lighters", moves="20 18A:0412 44", ends="tobruk")
    assert ended(med) == [MOVED]
    med.enter(fleet_edits.end_group, "lighters")
    assert med.facts["task-force:lc.place"] == "port:tobruk"
    assert ended(med) == [MOVED]


def test_nor_as_it_has_come_back_and_its_group_is_no_more(med: InHand) -> None:
    med.do("naval-move", group="lighters", moves="5 18A:0408 5", ends="valletta")
    med.enter(fleet_edits.end_group, "lighters")
    assert med.facts["task-force:lc.place"] == "port:valletta"
    assert ended(med) == [MOVED]


def test_nor_where_it_was_placed_elsewhere_by_hand(med: InHand) -> None:
    med.enter(fleet_edits.place_unit, "lc", "port:suez")
    assert ended(med) == [MOVED]
    # Brought back by hand, that was no move.
    med.enter(fleet_edits.place_unit, "lc", "port:valletta")
    assert ended(med) == [""]
