"""36.G: a craft serves as a ferry only as long as it lies where it was named, however it went away.

By hand: the craft must be present, and may not move at all in that turn. What moved doesn't serve again by coming back.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.engine import create
from navalassist.play import state as states
from navalassist.play.resolve import DiceInput, carry_out
from navalassist.play.systems import Moment
from navalassist.play.verify import check_campaign
from navalassist.play.writer import writing
from navalassist.systems.europa import EUROPA, fleet_edits
from navalassist.systems.europa.doors.ferries import ferries
from navalassist.taskforces.models import NavalGroup, TaskForce
from tests.begun import begin
from tests.systems.board import end_steps, viewer_of

pytestmark = [pytest.mark.django_db, pytest.mark.rule("E36.G.3")]
CRAFT = {"side": "allied", "name": "LC 1", "kind": "lc", "strength": 2, "reverse": 1}
MOVED = "the craft has moved"


@pytest.fixture
def med(db: None) -> Iterator[Campaign]:
    """Allied naval movement in Jul I 43: a landing craft that serves at Valletta, in a group there."""
    states.forget()
    campaign = begin("Med", malta=10, slug="med", moment=Moment("1943-07-1", "allied", "initial"))
    group = NavalGroup.new_facts(side="allied", name="Lighters", place="port:valletta")
    craft = TaskForce.new_facts(**CRAFT, place="group:lighters")
    with writing(viewer_of(campaign)) as writer:
        writer.edit("test", [create("group:lighters", **group), create("task-force:lc", **craft)])
    do(campaign, "ferry-set", unit="lc", across="18A:0408")
    end_steps(campaign, 2)
    assert ended() == [""]
    yield campaign
    assert check_campaign(campaign).sound
    states.forget()


def do(campaign: Campaign, slug: str, **typed: Any) -> None:
    fields = EUROPA.forms[slug].model_fields
    plain = {name: info.default for name, info in fields.items() if not info.is_required()}
    with writing(viewer_of(campaign)) as writer:
        carry_out(writer, slug, plain | typed, DiceInput())


def edit(campaign: Campaign, act: str, *given: Any) -> None:
    with writing(viewer_of(campaign)) as writer:
        made = getattr(fleet_edits, act)(writer.state.values, *given)
        writer.edit(made.act, made.effects, seat="allied", title=made.title)


def ended() -> list[str]:
    """Why each ferry ended, '' of one that serves."""
    state = states.load("med")
    return [why for _, _, why in ferries(state, state.values)]


def test_it_serves_on_where_its_group_ends_or_another_is_formed_in_the_same_port(med: Campaign) -> None:
    edit(med, "end_group", "lighters")
    assert ended() == [""]
    edit(med, "form_group", "Lighters", ["lc"])
    assert ended() == [""]


def test_it_does_not_serve_again_as_its_group_ends_in_another_port(med: Campaign) -> None:
    do(med, "naval-move", group="lighters", moves="20 18A:0412 44", ends="tobruk")
    assert ended() == [MOVED]
    edit(med, "end_group", "lighters")
    assert states.load("med").values["task-force:lc.place"] == "port:tobruk"
    assert ended() == [MOVED]


def test_nor_as_it_has_come_back_and_its_group_is_no_more(med: Campaign) -> None:
    do(med, "naval-move", group="lighters", moves="5 18A:0408 5", ends="valletta")
    edit(med, "end_group", "lighters")
    assert states.load("med").values["task-force:lc.place"] == "port:valletta"
    assert ended() == [MOVED]


def test_nor_where_it_was_placed_elsewhere_by_hand(med: Campaign) -> None:
    edit(med, "place_unit", "lc", "port:suez")
    assert ended() == [MOVED]
    # Brought back by hand, that was no move.
    edit(med, "place_unit", "lc", "port:valletta")
    assert ended() == [""]
