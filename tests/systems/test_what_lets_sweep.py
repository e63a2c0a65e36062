"""36.C.3, R-72: when mines in one's own danger zones may be swept: after any sweeping, or after a task force's only.

By hand: in the Allied initial step the Axis mines off Haifa, far from every Axis port, go by themselves; those off
Licata stay, and lie within five hexes of Malta, where no Axis zone is.
"""

from __future__ import annotations

import pytest

from navalassist.engine import Create, Set, create
from navalassist.play.systems import Moment
from navalassist.rules.europa.mines import BY_THEMSELVES, noted_as_swept
from navalassist.rules.europa.words import Side
from navalassist.seazones.models import MineBelt
from tests.begun import begin
from tests.in_hand import InHand

NOTE = "mark:swept/allied.note"


def swept_at_start(ruling: str) -> InHand:
    """A campaign in which mines have gone by themselves, and others are left."""
    moment = Moment("1943-07-1", "allied", "initial")
    med = InHand(begin("Med", malta=10, slug="med", moment=moment, rulings={"R-72": ruling}), "allied")
    for name in ("19A:4306", "18A:0404"):
        fields = MineBelt.new_facts(side="axis", hex=name, points=1, zone="central-med")
        med.edit(create(f"mines:axis/{name.replace(':', '-')}", **fields), seat="axis")
    med.do("mines-swept-at-start")
    return med


ZONE = {"belt": "axis/18A:0404", "sea": "calm", "cap": True, "zone": "yes"}


def off(med: InHand) -> str:
    """Why the checklist does not let it be tapped."""
    return next(duty.off for duty in med.duties() if duty.procedure == "mines-swept-in-zone")


@pytest.mark.django_db
@pytest.mark.rule("E36.C.3.dz")
def test_mines_that_go_by_themselves_let_a_player_sweep_in_his_zones() -> None:
    med = swept_at_start("any")
    assert med.facts[NOTE] == BY_THEMSELVES
    assert off(med) == ""
    med.do("mines-swept-in-zone", "6", **ZONE)
    med.check()


@pytest.mark.django_db
@pytest.mark.rule("E36.C.3.dz")
def test_or_they_do_not_where_the_ruling_says_so() -> None:
    med = swept_at_start("task-force")
    assert off(med) == "no task force has swept in this player turn"
    assert "Only mines that went by themselves" in med.refuse("mines-swept-in-zone", "6", **ZONE)
    med.do("mines-swept-in-zone", "6", because="the escorts swept", **ZONE)
    med.check()


@pytest.mark.rule("E36.C.3.dz")
def test_a_task_force_that_sweeps_after_that_lets_him() -> None:
    assert noted_as_swept(Side.ALLIED, swept=True, alone=True) == (Set(NOTE, ""),)
    assert noted_as_swept(Side.ALLIED, swept=True) == ()
    assert isinstance(noted_as_swept(Side.ALLIED, swept=False)[0], Create)
