"""After the gunfire each side says that it stays, and then the mission goes on (R-87); how a part is given up."""

from __future__ import annotations

from typing import Any

import pytest

from navalassist.engine import Create
from navalassist.rules.storm_of_steel.gw_staying import Staying, stay
from tests.rules.play import play, refusal
from tests.rules.storm_of_steel.fleets import an_action, removed_by, set_by

BB = "bb german 6/6/1"


def a_stay(side: str = "central", stays: tuple[str, ...] = (), because: str = "", **changes: Any) -> Staying:
    """After the gunfire of a Central bombardment that the Allied side has intercepted."""
    fleets = {"central": changes.pop("central", BB), "allied": changes.pop("allied", "bb british 6/6/1")}
    action = an_action(**fleets, **{"stage": "after", "attacker": "allied", **changes})
    return Staying(side=side, action=action, stays=stays, because=because)


@pytest.mark.rule("GW.REFUSE.3")
@pytest.mark.parametrize(("side", "other"), [("central", "Allied"), ("allied", "Central Powers")])
def test_the_first_side_that_stays_is_noted_and_the_other_is_asked(side: str, other: str) -> None:
    outcome = play(stay, a_stay(side))
    assert set_by(outcome) == {}
    [made] = [effect for effect in outcome.effects if isinstance(effect, Create)]
    assert made.key == f"mark:stays/3-{side}"
    fields = dict(made.fields)
    assert (fields["kind"], fields["subject"], fields["ends"]) == ("stays", "action:3", "never")
    assert outcome.result.next == f"waits for the {other} side"


@pytest.mark.rule("GW.REFUSE.3")
@pytest.mark.parametrize("mission", ["bombardment", "raiding", "re-basing"])
def test_where_both_stay_the_mission_is_carried_out_as_after_no_contact(mission: str) -> None:
    outcome = play(stay, a_stay("allied", ("central",), mission=mission))
    assert set_by(outcome) == {"action:3.stage": "unopposed"}
    assert removed_by(outcome) == ["mark:stays/3-central"]


@pytest.mark.rule("GW.REFUSE.3")
def test_where_both_stay_a_general_engagement_is_over_and_nobody_comes_to_dominate() -> None:
    outcome = play(stay, a_stay("central", ("allied",), mission="general-engagement", attacker="central"))
    assert set_by(outcome) == {"action:3.stage": "ended", "action:3.ends": "both fleets stay"}
    assert outcome.result.next == "both fleets stay"


@pytest.mark.rule("GW.REFUSE.3")
@pytest.mark.parametrize("because", ["", "we insist"])
def test_a_side_says_it_once(because: str) -> None:
    assert refusal(stay, a_stay("central", ("allied",))) is None
    assert refusal(stay, a_stay("central", ("central",), because)) == (
        "The Central Powers side has said already that it stays in action 3.",
        "GW.REFUSE.3",
    )


# stage, what else is told of the action -> the side whose part comes next.
PARTS: list[tuple[str, dict[str, Any], str]] = [
    ("mission", {}, "central"),
    ("unopposed", {}, "central"),
    ("contact", {}, "allied"),
    ("decide", {"advantage": "central"}, "central"),
    ("withdraw", {"advantage": "allied"}, "allied"),
    ("fire", {"order": "allied", "fired": ("allied",)}, "central"),
    ("return", {"central": ""}, "allied"),
]


@pytest.mark.rule("GW.REFUSE.3")
@pytest.mark.parametrize(("stage", "about", "side"), PARTS)
def test_a_side_gives_up_its_own_part_with_a_reason_and_never_the_enemys(
    stage: str, about: dict[str, Any], side: str
) -> None:
    other = "allied" if side == "central" else "central"
    assert refusal(stay, a_stay(side, stage=stage, **about)) is not None
    assert refusal(stay, a_stay(side, because="called off in fog", stage=stage, **about)) is None
    reason, rule = refusal(stay, a_stay(other, because="we want to", stage=stage, **about)) or ("", "")
    assert (reason[:9], rule) == ("Action 3 ", "GW.REFUSE.3")


@pytest.mark.rule("GW.REFUSE.3")
@pytest.mark.parametrize("side", ["central", "allied"])
@pytest.mark.parametrize("about", [{"stage": "losses"}, {"stage": "fire", "order": "both"}, {"stage": "ended"}])
def test_what_is_not_one_sides_part_is_given_up_by_nobody(side: str, about: dict[str, Any]) -> None:
    assert refusal(stay, a_stay(side, because="we want to", **about)) is not None


@pytest.mark.rule("GW.REFUSE.3")
def test_the_side_with_the_mission_ends_it_and_its_enemy_no_more_than_his_own_part() -> None:
    outcome = play(stay, a_stay(stage="mission", because="called off in fog"))
    assert set_by(outcome) == {"action:3.stage": "ended", "action:3.ends": "ended: called off in fog"}
    assert outcome.result.overruled.endswith("Done because: called off in fog")
    assert set_by(play(stay, a_stay("allied", because="fog", stage="contact"))) == {"action:3.stage": "unopposed"}
    engagement = a_stay("allied", because="fog", stage="contact", mission="general-engagement")
    assert set_by(play(stay, engagement))["action:3.stage"] == "ended"
    long = set_by(play(stay, a_stay(stage="mission", because="so " * 66 + "x")))["action:3.ends"]
    assert len(long) <= 200


@pytest.mark.rule("GW.REFUSE.3")
@pytest.mark.parametrize("stage", ["contact", "decide", "fire", "after", "withdraw"])
def test_where_a_side_has_nobody_left_the_other_goes_on_as_after_a_withdrawal(stage: str) -> None:
    alone = a_stay("central", allied="", stage=stage)
    assert refusal(stay, alone) is None
    assert set_by(play(stay, alone)) == {"action:3.stage": "unopposed"}
    assert set_by(play(stay, a_stay("allied", central="", stage=stage))) == {"action:3.stage": "return"}
    engaged = set_by(play(stay, a_stay("allied", central="", stage=stage, mission="general-engagement")))
    assert engaged == {"action:3.stage": "return", "area:north-sea.dominated": "allied"}


@pytest.mark.rule("GW.REFUSE.3")
def test_where_nobody_is_left_the_action_is_over_and_interceptors_alone_go_home() -> None:
    over = {"action:3.stage": "ended", "action:3.ends": "nobody is left on either side"}
    for stage in ("mission", "unopposed", "return", "after"):
        assert set_by(play(stay, a_stay(central="", allied="", stage=stage))) == over
    missed = a_stay("allied", central="", stage="unopposed")
    assert set_by(play(stay, missed)) == {"action:3.stage": "return"}
