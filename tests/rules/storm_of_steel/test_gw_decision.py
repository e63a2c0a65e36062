"""GW.CONTACT.D and .A, GW.REFUSE.1: the side with the advantage refuses combat or fires first."""

from __future__ import annotations

from typing import Any

import pytest

from navalassist.rules.storm_of_steel.gw_decision import Choice, Decision, decide
from tests.rules.play import play, refusal
from tests.rules.storm_of_steel.fleets import an_action, set_by


def a_decision(choice: str = "fire-first", central: str = "bb german 6/6/1", **changes: Any) -> Decision:
    """The Central side has the advantage over an Allied squadron."""
    because = changes.pop("because", "")
    given = {"stage": "decide", "advantage": "central", "attacker": "allied", **changes}
    action = an_action(central, "bb british 6/6/1", **given)
    return Decision(side="central", action=action, choice=choice, because=because)


@pytest.mark.rule("GW.CONTACT.D", "GW.CONTACT.A", "GW.REFUSE.1")
def test_the_side_with_the_advantage_may_fire_first_or_refuse_and_must_withdraw() -> None:
    outcome = play(decide, a_decision())
    assert set_by(outcome) == {"action:3.order": "central", "action:3.stage": "fire"}
    assert outcome.result.choice == "fires first"
    outcome = play(decide, a_decision("refuse"))
    assert set_by(outcome) == {"action:3.stage": "withdraw"}
    assert outcome.result.choice == "refuses combat"
    assert [choice.label for choice in Choice] == ["fire first", "refuse combat and withdraw"]


@pytest.mark.rule("GW.CONTACT.D")
def test_only_the_side_with_the_advantage_decides_and_only_then_whatever_the_reason() -> None:
    assert refusal(decide, a_decision()) is None
    assert refusal(decide, a_decision(advantage="allied")) == (
        "The Central Powers side does not have the advantage in action 3.",
        "GW.CONTACT",
    )
    assert refusal(decide, a_decision(stage="fire")) == ("Action 3 waits for gunfire.", "GW.CONTACT")
    assert refusal(decide, a_decision(stage="ended", because="we want to")) == ("Action 3 is over.", "GW.CONTACT")


@pytest.mark.rule("GW.COMBAT")
def test_a_fleet_without_combat_strength_can_not_fire_first_unless_the_players_know_better() -> None:
    transports = a_decision(central="trn german 0/1/0")
    assert refusal(decide, transports) == ("The Central Powers fleet has no combat strength to fire with.", "GW.COMBAT")
    assert refusal(decide, a_decision("refuse", central="trn german 0/1/0")) is None
    insisted = a_decision(central="trn german 0/1/0", because="our house rule")
    assert refusal(decide, insisted) is None
    told = play(decide, insisted).result.overruled
    assert told == (
        "GW.COMBAT: The Central Powers fleet has no combat strength to fire with. Done because: our house rule"
    )
