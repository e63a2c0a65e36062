"""36.C.3, R-72: when mines in one's own danger zones may be swept: after any sweeping, or after a task force's only.

By hand: in the Allied initial step the Axis mines off Haifa, far from every Axis port, go by themselves; those off
Licata stay, and lie within five hexes of Malta, where no Axis zone is.
"""

from __future__ import annotations

from typing import Any

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.engine import Create, Set, create
from navalassist.play import state as states
from navalassist.play.duties import Now, duties_at
from navalassist.play.resolve import DiceInput, Refused, carry_out
from navalassist.play.systems import Moment
from navalassist.play.verify import check_campaign
from navalassist.play.writer import writing
from navalassist.rules.europa.mines import BY_THEMSELVES, noted_as_swept
from navalassist.rules.europa.words import Side
from navalassist.seazones.models import MineBelt
from navalassist.systems.europa import EUROPA
from tests.begun import begin
from tests.systems.board import viewer_of

NOTE = "mark:swept/allied.note"


def swept_at_start(ruling: str) -> Campaign:
    """A campaign in which mines have gone by themselves, and others are left."""
    states.forget()
    moment = Moment("1943-07-1", "allied", "initial")
    campaign = begin("Med", malta=10, slug="med", moment=moment, rulings={"R-72": ruling})
    with writing(viewer_of(campaign, "axis")) as writer:
        for name in ("19A:4306", "18A:0404"):
            fields = MineBelt.new_facts(side="axis", hex=name, points=1, zone="central-med")
            writer.edit("test", (create(f"mines:axis/{name.replace(':', '-')}", **fields),))
    do(campaign, "mines-swept-at-start")
    return campaign


def do(campaign: Campaign, slug: str, strip: str = "", **typed: Any) -> None:
    fields = EUROPA.forms[slug].model_fields
    plain = {name: info.default for name, info in fields.items() if not info.is_required()}
    with writing(viewer_of(campaign, "allied")) as writer:
        carry_out(writer, slug, plain | typed, DiceInput("typed" if strip else "server", strip))


def sweep_zone(campaign: Campaign, **typed: Any) -> None:
    do(campaign, "mines-swept-in-zone", "6", belt="axis/18A:0404", sea="calm", cap=True, zone="yes", **typed)


def off() -> str:
    """Why the checklist does not let it be tapped."""
    state = states.load("med")
    found = duties_at(Now(state, state.values, Moment(*state.clock), EUROPA))
    return next(duty.off for duty in found if duty.procedure == "mines-swept-in-zone")


@pytest.mark.django_db
@pytest.mark.rule("E36.C.3.dz")
def test_mines_that_go_by_themselves_let_a_player_sweep_in_his_zones() -> None:
    campaign = swept_at_start("any")
    assert states.load("med").values[NOTE] == BY_THEMSELVES
    assert off() == ""
    sweep_zone(campaign)
    assert check_campaign(campaign).sound


@pytest.mark.django_db
@pytest.mark.rule("E36.C.3.dz")
def test_or_they_do_not_where_the_ruling_says_so() -> None:
    campaign = swept_at_start("task-force")
    assert off() == "no task force has swept in this player turn"
    with pytest.raises(Refused, match="Only mines that went by themselves"):
        sweep_zone(campaign)
    sweep_zone(campaign, because="the escorts swept")
    assert check_campaign(campaign).sound


@pytest.mark.rule("E36.C.3.dz")
def test_a_task_force_that_sweeps_after_that_lets_him() -> None:
    assert noted_as_swept(Side.ALLIED, swept=True, alone=True) == (Set(NOTE, ""),)
    assert noted_as_swept(Side.ALLIED, swept=True) == ()
    assert isinstance(noted_as_swept(Side.ALLIED, swept=False)[0], Create)
