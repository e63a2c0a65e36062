"""The combat step: between the naval movement and the exploitation, with what the text puts there (36.B, 36.F.1)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.desk.chart.steps import ways_on
from navalassist.engine import create
from navalassist.play import state as states
from navalassist.play import turns
from navalassist.play.duties import Agenda, Now, duties_at
from navalassist.play.resolve import DiceInput, Refused, carry_out
from navalassist.play.systems import Moment
from navalassist.play.verify import check_campaign
from navalassist.play.writer import writing
from navalassist.rules.europa.words import Step
from navalassist.systems.europa import EUROPA, fleet
from navalassist.taskforces.models import NavalGroup, TaskForce
from tests.begun import begin_demo
from tests.systems.board import viewer_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def demo(db: None) -> Iterator[Campaign]:
    """The demo in the Axis combat step; a task force at sea has moved before."""
    states.forget()
    campaign = begin_demo()
    strip = [{"mps": 10, "night": False, "to": "18A:0406"}, {"mps": 5, "night": True, "to": "18A:0407"}]
    group = NavalGroup.new_facts(
        side="axis", name="Squadra", place="hex:18A:0407", strip=strip, strip_of="1941-03-1/axis"
    )
    force = TaskForce.new_facts(side="axis", name="Zara", strength=8, reverse=4, place="group:squadra")
    with writing(viewer_of(campaign)) as writer:
        writer.edit("test", (create("group:squadra", **group), create("task-force:zara", **force)))
        turns.end_step(writer)
    yield campaign
    assert check_campaign(campaign).sound
    states.forget()


def duties(demo: Campaign) -> list[str]:
    state = states.load(demo.slug)
    return [duty.text for duty in duties_at(Now(state, state.values, Moment(*state.clock), EUROPA))]


def test_it_stands_between_the_movements_and_nothing_sails_in_it(demo: Campaign) -> None:
    state = states.load(demo.slug)
    assert state.clock == ("1941-03-1", "axis", "combat")
    assert not Step.COMBAT.is_naval
    assert EUROPA.names.step("combat") == "Combat"
    assert "combat" not in EUROPA.parts
    with pytest.raises(Refused, match="naval movement and naval exploitation"), writing(viewer_of(demo)) as writer:
        carry_out(writer, "cargo-contact", {"shipment": "demo-1"}, DiceInput("typed", "11"))
    with writing(viewer_of(demo)) as writer:
        turns.end_step(writer)
    assert states.load(demo.slug).clock[2] == "exploitation"


@pytest.mark.rule("E36.F.1.ax", "E36.A.2.e")
def test_ships_fire_in_support_and_ports_fall(demo: Campaign) -> None:
    found = duties(demo)
    assert "Gunfire support: Zara" in found
    assert {"Fire on the Naval Gunnery Table", "Enter a captured port"} <= set(found)
    assert not [text for text in found if text.startswith(("Move ", "Sail", "Sweep with", "A patrol"))]
    with writing(viewer_of(demo)) as writer:
        carry_out(writer, "gunfire-support", {"unit": "zara", "support": "half", "because": ""}, DiceInput())
    assert states.load(demo.slug).values["task-force:zara.supports"] == {"1941": 1}


def test_what_a_group_moved_is_still_known_while_the_armies_fight(demo: Campaign) -> None:
    values = states.load(demo.slug).values
    assert [move.mps for move in fleet.strip_now(values, "squadra")] == [10, 5]
    with writing(viewer_of(demo)) as writer:
        turns.end_step(writer)
    assert fleet.strip_now(states.load(demo.slug).values, "squadra") == ()


def test_one_tap_goes_on_to_where_shipping_moves_again() -> None:
    states.forget()
    campaign = begin_demo()
    state = states.load(campaign.slug)
    ways = ways_on(Agenda(state, state.values, EUROPA))
    assert [(way.until, way.steps, way.sails) for way in ways] == [
        ("axis/exploitation", 2, True),
        ("allied/initial", 3, False),
        ("allied/naval-movement", 5, True),
    ]
    assert ways[0].text == "Axis naval exploitation"
    states.forget()
