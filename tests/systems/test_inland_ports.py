"""36.B.4 in a campaign: an inland port that falls asks for no hex at sea, for nothing escapes from there."""

from __future__ import annotations

from typing import Any

import pytest

from navalassist.engine import create
from navalassist.play.systems import Moment
from navalassist.taskforces.models import TaskForce
from tests.begun import begin
from tests.in_hand import InHand

pytestmark = pytest.mark.django_db


def fallen(**more: Any) -> InHand:
    """Naples, of which nobody knows the hex, has fallen with an Axis ship in it."""
    med = InHand(begin("Med", malta=10, slug="med", moment=Moment("1943-09-1", "allied", "naval-movement")))
    ship = TaskForce.new_facts(side="axis", name="Zara", kind="warship", strength=3, place="port:naples", **more)
    med.edit(create("task-force:zara", **ship))
    med.set({"port:naples.owner": "allied", "port:naples.ever_allied": True})
    return med


def scuttle(med: InHand, **typed: Any) -> str:
    """Where the ship is afterwards."""
    med.do("ships-scuttled", port="naples/axis", res=1, **typed)
    med.check()
    return str(med.facts["task-force:zara.place"])


@pytest.mark.rule("E36.B.4")
def test_an_inland_port_asks_for_no_hex() -> None:
    med = fallen()
    assert "nobody knows the hex" in med.misfit("ships-scuttled", port="naples/axis", res=1)
    assert scuttle(med, inland=True) == "sunk"


@pytest.mark.rule("E36.B.4")
def test_nor_does_a_port_where_every_ship_is_in_refit() -> None:
    assert scuttle(fallen(refit=True)) == "sunk"
