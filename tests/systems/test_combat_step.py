"""The combat step: between the naval movement and the exploitation, with what the text puts there (36.B, 36.F.1)."""

from __future__ import annotations

import pytest

from navalassist.desk.chart.steps import ways_on
from navalassist.play.duties import Agenda
from navalassist.rules.europa.words import Step
from navalassist.systems.europa import EUROPA, fleet
from tests.begun import begin_demo
from tests.in_hand import InHand

pytestmark = pytest.mark.django_db


@pytest.fixture
def demo(demo: InHand) -> InHand:
    """The demo in the Axis combat step; a task force at sea has moved before."""
    strip = [{"mps": 10, "night": False, "to": "18A:0406"}, {"mps": 5, "night": True, "to": "18A:0407"}]
    demo.group("squadra", "axis", "hex:18A:0407", zara={"strength": 8})
    demo.set({"group:squadra.strip": strip, "group:squadra.strip_of": "1941-03-1/axis"})
    demo.end_step()
    return demo


def test_it_stands_between_the_movements_and_nothing_sails_in_it(demo: InHand) -> None:
    state = demo.state
    assert state.clock == ("1941-03-1", "axis", "combat")
    assert not Step.COMBAT.is_naval
    assert EUROPA.names.step("combat") == "Combat"
    assert "combat" not in EUROPA.parts
    assert "naval movement and naval exploitation" in demo.refuse("cargo-contact", "11", shipment="demo-1")
    demo.end_step()
    assert demo.state.clock[2] == "exploitation"


@pytest.mark.rule("E36.F.1.ax", "E36.A.2.e")
def test_ships_fire_in_support_and_ports_fall(demo: InHand) -> None:
    found = [duty.text for duty in demo.duties()]
    assert "Gunfire support: Zara" in found
    assert {"Fire on the Naval Gunnery Table", "Enter a captured port"} <= set(found)
    assert not [text for text in found if text.startswith(("Move ", "Sail", "Sweep with", "A patrol"))]
    demo.do("gunfire-support", unit="zara", support="half")
    assert demo.facts["task-force:zara.supports"] == {"1941": 1}


def test_what_a_group_moved_is_still_known_while_the_armies_fight(demo: InHand) -> None:
    values = demo.facts
    assert [move.mps for move in fleet.strip_now(values, "squadra")] == [10, 5]
    demo.end_step()
    assert fleet.strip_now(demo.facts, "squadra") == ()


def test_one_tap_goes_on_to_where_shipping_moves_again(db: None) -> None:
    state = InHand(begin_demo()).state
    ways = ways_on(Agenda(state, state.values, EUROPA))
    assert [(way.until, way.steps, way.sails) for way in ways] == [
        ("axis/exploitation", 2, True),
        ("allied/initial", 3, False),
        ("allied/naval-movement", 5, True),
    ]
    assert ways[0].text == "Axis naval exploitation"
