"""36.B.4 in a campaign: an inland port that falls asks for no hex at sea, for nothing escapes from there."""

from __future__ import annotations

from typing import Any

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.engine import Set, create
from navalassist.play import state as states
from navalassist.play.resolve import DiceInput, carry_out
from navalassist.play.systems import Misfits, Moment
from navalassist.play.verify import check_campaign
from navalassist.play.writer import writing
from navalassist.systems.europa import EUROPA
from navalassist.taskforces.models import TaskForce
from tests.begun import begin
from tests.systems.board import viewer_of

pytestmark = pytest.mark.django_db


def fallen(**more: Any) -> Campaign:
    """Naples, of which nobody knows the hex, has fallen with an Axis ship in it."""
    states.forget()
    campaign = begin("Med", malta=10, slug="med", moment=Moment("1943-09-1", "allied", "naval-movement"))
    ship = TaskForce.new_facts(side="axis", name="Zara", kind="warship", strength=3, place="port:naples", **more)
    with writing(viewer_of(campaign, "allied")) as writer:
        owner = {"owner": "allied", "ever_allied": True}
        changes = [Set(f"port:naples.{name}", value) for name, value in owner.items()]
        writer.edit("test", (create("task-force:zara", **ship), *changes))
    return campaign


def scuttle(campaign: Campaign, **typed: Any) -> str:
    """Where the ship is afterwards."""
    fields = EUROPA.forms["ships-scuttled"].model_fields
    plain = {name: info.default for name, info in fields.items() if not info.is_required()}
    with writing(viewer_of(campaign, "axis")) as writer:
        carry_out(writer, "ships-scuttled", plain | {"port": "naples/axis", "res": 1} | typed, DiceInput())
    assert check_campaign(campaign).sound
    return str(states.load("med").values["task-force:zara.place"])


@pytest.mark.rule("E36.B.4")
def test_an_inland_port_asks_for_no_hex() -> None:
    campaign = fallen()
    with pytest.raises(Misfits, match="nobody knows the hex"):
        scuttle(campaign)
    assert scuttle(campaign, inland=True) == "sunk"


@pytest.mark.rule("E36.B.4")
def test_nor_does_a_port_where_every_ship_is_in_refit() -> None:
    assert scuttle(fallen(refit=True)) == "sunk"
