"""The steps of a Great War turn: turn.toml, the doors, and the procedures know the same of one another."""

from __future__ import annotations

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.engine import REGISTER
from navalassist.play import state as states
from navalassist.play.duties import Duty, Kind, Now, duties_at
from navalassist.play.systems import Moment, system_of
from navalassist.rules.storm_of_steel.turn import TURN
from tests.in_hand import InHand

OURS = {slug for slug, procedure in REGISTER.items() if procedure.system == "storm_of_steel"}


def test_every_procedure_has_a_door_with_a_form() -> None:
    system = system_of("storm_of_steel")
    assert set(system.situations) == set(system.forms) == OURS


def test_the_turn_file_names_procedures_and_a_door_stands_in_each_of_their_steps() -> None:
    assert {line.key for line in TURN.duty} <= OURS
    assert all(line.rule == REGISTER[line.key].rule for line in TURN.duty)
    assert {steps for steps, _ in system_of("storm_of_steel").duties} == {line.steps for line in TURN.duty}


def offered(campaign: Campaign, turn: str, place: str) -> list[Duty]:
    """What a step offers in the demo as it begins."""
    state = states.load(campaign.slug)
    moment = Moment(turn, *place.split("/"))
    at = state.copy()
    at.values |= {f"campaign:clock.{name}": getattr(moment, name) for name in ("turn", "player_turn", "step")}
    return duties_at(Now(at, at.values, moment, system_of("storm_of_steel")))


@pytest.mark.parametrize("place", TURN.places)
def test_a_step_offers_only_what_the_turn_file_gives_it(demo: InHand, place: str) -> None:
    allowed = {line.key for line in TURN.duties_in(place)}
    found = {duty.procedure for duty in offered(demo, "1914-08", place)}
    assert found <= allowed
    assert found, "each step has something to do"


@pytest.mark.rule("GW.MERCHANT")
def test_merchant_shipping_is_due_once_in_the_last_month_of_a_quarter(demo: InHand) -> None:
    due = [
        (turn, place)
        for turn in ("1914-08", "1914-09", "1914-10")
        for place in TURN.places
        for duty in offered(demo, turn, place)
        if duty.procedure == "gw-merchant" and duty.kind is Kind.DUE
    ]
    assert due == [("1914-09", "allied/attrition")]
