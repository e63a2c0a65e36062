"""GW.REFUSE, GW.CONTACT.D and .A: who refuses combat withdraws, and what the side that stays does then (R-33)."""

from typing import Any

import pytest

from navalassist.systems.storm_of_steel.rules.gw_decision import Choice, Decision
from navalassist.systems.storm_of_steel.rules.gw_refusal import Return, Withdrawal
from navalassist.systems.storm_of_steel.rules.sailing import Harbour, Mover
from navalassist.systems.storm_of_steel.state import Side
from tests.systems.storm_of_steel.rules.fleets import an_action, removed_by, set_by

FLEET = Mover(row="fleet:hsf", name="High Seas Fleet", place="area:north-sea", came_from="area:skagerrak")
LONE = Mover(row="squadron:c9", name="C9", place="fleet:hsf")


def a_base(key: str = "kiel", owner: str = "central", kind: str = "naval-base", areas: str = "north-sea") -> Harbour:
    return Harbour(key=key, name=key.capitalize(), owner=owner, kind=kind, areas=tuple(areas.split()))


def a_withdrawal(base: Harbour | None = None, side: str = "central", **changes: Any) -> Withdrawal:
    """The Central fleet, on a bombardment, has refused combat."""
    because = changes.pop("because", "")
    given = {name: changes.pop(name) for name in ("nearby", "anywhere", "stays") if name in changes}
    movers = changes.pop("movers", (FLEET,))
    as_it_stands = {"stage": "withdraw", "advantage": "central", "attacker": "allied", **changes}
    action = an_action("bb german 6/6/1", "bb british 6/6/1", **as_it_stands)
    return Withdrawal(side=side, action=action, movers=movers, base=base or a_base(), because=because, **given)


@pytest.mark.rule("GW.REFUSE.2")
def test_a_force_that_refused_goes_to_a_friendly_naval_base_or_a_squadron_by_itself() -> None:
    outcome = played(a_withdrawal())
    changes = set_by(outcome)
    assert changes["fleet:hsf.place"] == "base:kiel"
    assert (changes["fleet:hsf.came_from"], changes["fleet:hsf.duty"]) == ("", "")
    assert changes["action:3.central"] == []
    assert (outcome.result.to, outcome.result.remains) == ("Kiel", "Allied")
    changes = set_by(played(a_withdrawal(movers=(LONE,))))
    assert {fact for fact in changes if not fact.startswith("action:")} == {"squadron:c9.place"}


@pytest.mark.rule("GW.REFUSE.2")
@pytest.mark.parametrize(
    ("base", "trouble"),
    [
        (a_base(owner="allied"), "Kiel is not a base of the Central Powers side."),
        (a_base(owner="neutral"), "Kiel is not a base of the Central Powers side."),
        (a_base(kind="port"), "Kiel is a port: a force that withdraws goes to a naval base on the sea area."),
        (a_base(areas="baltic"), "Kiel does not lie on North Sea, where the force withdraws from."),
    ],
)
def test_another_base_is_refused_unless_the_players_know_better(base: Harbour, trouble: str) -> None:
    assert refused(a_withdrawal(base)) == f"GW.REFUSE.2: {trouble}"
    insisted = a_withdrawal(base, because="the strait is ours")
    assert not refused(insisted)
    outcome = played(insisted)
    assert outcome.result.overruled == f"GW.REFUSE.2: {trouble} Done because: the strait is ours"
    assert set_by(outcome)["fleet:hsf.place"] == "base:kiel"


@pytest.mark.rule("GW.REFUSE.2")
def test_where_a_side_has_no_naval_base_on_the_area_one_beside_it_serves() -> None:
    kiel = a_base(areas="baltic heligoland-bight")
    assert refused(a_withdrawal(kiel))
    assert not refused(a_withdrawal(kiel, nearby=("heligoland-bight", "skagerrak")))
    found = refused(a_withdrawal(a_base(areas="adriatic"), nearby=("heligoland-bight",)))
    assert found == "GW.REFUSE.2: Kiel does not lie on or beside North Sea, where the force withdraws from."


@pytest.mark.rule("GW.REFUSE.2")
@pytest.mark.parametrize("mission", ["bombardment", "re-basing"])
def test_where_a_side_has_no_base_where_the_book_sends_it_any_of_its_own_serves(mission: str) -> None:
    """Without a reason (R-81); whether it has one is found by the chart."""
    far = a_base(kind="port", areas="adriatic")
    assert refused(a_withdrawal(far, mission=mission))
    assert not refused(a_withdrawal(far, mission=mission, anywhere=True))
    assert played(a_withdrawal(far, mission=mission, anywhere=True)).result.overruled == ""
    theirs = a_base("rosyth", "allied", areas="adriatic")
    found = refused(a_withdrawal(theirs, mission=mission, anywhere=True))
    assert found == "GW.REFUSE.2: Rosyth is not a base of the Central Powers side."


@pytest.mark.rule("GW.REFUSE.2")
def test_a_re_basing_force_goes_to_a_base_or_port_of_the_area_before() -> None:
    def re_basing(base: Harbour) -> str:
        return refused(a_withdrawal(base, mission="re-basing"))

    assert not re_basing(a_base("skagen", kind="port", areas="skagerrak"))
    assert not re_basing(a_base("kiel", areas="skagerrak baltic"))
    far = "GW.REFUSE.2: Kiel does not lie on skagerrak, the area from which the re-basing force came."
    assert re_basing(a_base()) == far
    enemy = a_base("skagen", "allied", "port", "skagerrak")
    assert re_basing(enemy) == "GW.REFUSE.2: Skagen is not a base of the Central Powers side."


@pytest.mark.rule("GW.REFUSE.2")
def test_a_re_basing_force_with_no_area_before_goes_as_any_other_whoever_had_said_that_he_stays() -> None:
    fresh = FLEET.model_copy(update={"came_from": ""})
    assert not refused(a_withdrawal(mission="re-basing", movers=(fresh,)))
    port = a_base(kind="port")
    assert refused(a_withdrawal(port, mission="re-basing", movers=(fresh,)))
    away = a_withdrawal(stage="after", stays=("allied",))
    assert removed_by(played(away)) == ["mark:stays/3-allied"]
    assert removed_by(played(a_withdrawal(stage="after"))) == []


@pytest.mark.rule("GW.REFUSE.3")
@pytest.mark.parametrize("mission", ["bombardment", "raiding", "re-basing"])
def test_the_mission_goes_on_where_the_interceptors_withdraw(mission: str) -> None:
    away = a_withdrawal(a_base("rosyth", "allied"), "allied", mission=mission, advantage="allied")
    changes = set_by(played(away))
    assert changes["action:3.stage"] == "unopposed"
    assert "area:north-sea.dominated" not in changes


@pytest.mark.rule("GW.REFUSE.3", "GW.REFUSE.2")
def test_the_interceptors_go_home_where_the_mission_is_given_up_also_of_a_re_basing_force() -> None:
    changes = set_by(played(a_withdrawal()))
    assert changes["action:3.stage"] == "return"
    assert "area:north-sea.dominated" not in changes
    away = a_withdrawal(a_base("rosyth", "allied"), "allied", mission="re-basing", advantage="allied")
    assert not refused(away)
    assert set_by(played(away))["action:3.allied"] == []


@pytest.mark.rule("GW.REFUSE.2", "GW.REFUSE.3")
@pytest.mark.parametrize("side", ["central", "allied"])
def test_either_side_may_withdraw_after_the_gunfire_and_whoever_stays_dominates_after_an_engagement(side: str) -> None:
    away = a_withdrawal(a_base("home", side), side, stage="after")
    assert not refused(away)
    assert set_by(played(away))[f"action:3.{side}"] == []
    away = a_withdrawal(mission="general-engagement", side="central")
    action = away.action.model_copy(update={"side": Side(side)})
    changes = set_by(played(away.model_copy(update={"action": action})))
    assert (changes["action:3.stage"], changes["area:north-sea.dominated"]) == ("return", "allied")


@pytest.mark.rule("GW.REFUSE.2")
def test_only_who_refused_withdraws_and_only_with_something_to_withdraw() -> None:
    found = refused(a_withdrawal(side="allied", base=a_base("rosyth", "allied")))
    assert found == "GW.REFUSE.2: It is the Central Powers side that refused combat in action 3."
    assert refused(a_withdrawal(stage="fire")) == "GW.REFUSE.2: Action 3 waits for gunfire."
    assert refused(a_withdrawal(movers=())) == "GW.REFUSE.2: The Central Powers side has no unit in action 3."


def a_return(base: Harbour | None = None, side: str = "allied", **changes: Any) -> Return:
    """The Allied interceptors remain, and go home."""
    because, anywhere = changes.pop("because", ""), changes.pop("anywhere", False)
    movers = changes.pop("movers", (Mover(row="fleet:grand-fleet", name="Grand Fleet", place="area:north-sea"),))
    action = an_action("", "bb british 6/6/1", **{"stage": "return", **changes})
    home = base or a_base("rosyth", "allied")
    return Return(side=side, action=action, movers=movers, base=home, because=because, anywhere=anywhere)


@pytest.mark.rule("GW.REFUSE.3")
def test_who_remains_goes_home_to_a_naval_base_once_the_other_side_is_gone_and_the_action_is_over() -> None:
    outcome = played(a_return())
    changes = set_by(outcome)
    assert changes["fleet:grand-fleet.place"] == "base:rosyth"
    assert (changes["action:3.stage"], changes["action:3.ends"]) == ("ended", "the Allied fleet returns to Rosyth")
    assert outcome.result.to == "Rosyth"
    assert not refused(a_return())
    found = refused(a_return(stage="after"))
    assert found == "GW.REFUSE.3: Action 3 is fought: a side may withdraw, or both stay."
    assert refused(a_return(side="central")) == "GW.REFUSE.3: It is the Allied side that remains in action 3."


@pytest.mark.rule("GW.REFUSE.3")
def test_it_goes_to_a_base_of_its_own_on_the_area_or_beside_it_unless_the_players_know_better() -> None:
    wrong = a_base("kiel")
    assert refused(a_return(wrong)) == "GW.REFUSE.3: Kiel is not a base of the Allied side."
    found = refused(a_return(a_base("cork", "allied", "port")))
    assert found == "GW.REFUSE.3: Cork is a port: a fleet that returns goes to a naval base on the sea area."
    assert not refused(a_return(wrong, because="captured meanwhile"))
    assert played(a_return(wrong, because="captured meanwhile")).result.overruled.startswith("GW.REFUSE.3: Kiel")
    far = a_base("malta", "allied", "port", "ionian")
    assert refused(a_return(far))
    assert not refused(a_return(far, anywhere=True))


# GW.CONTACT.D and .A, GW.REFUSE.1: the side with the advantage refuses combat or fires first.


def a_decision(choice: str = "fire-first", central: str = "bb german 6/6/1", **changes: Any) -> Decision:
    """The Central side has the advantage over an Allied squadron."""
    because = changes.pop("because", "")
    given = {"stage": "decide", "advantage": "central", "attacker": "allied", **changes}
    action = an_action(central, "bb british 6/6/1", **given)
    return Decision(side="central", action=action, choice=choice, because=because)


@pytest.mark.rule("GW.CONTACT.D", "GW.CONTACT.A", "GW.REFUSE.1")
def test_the_side_with_the_advantage_decides_and_only_then_to_fire_first_or_refuse_and_withdraw() -> None:
    outcome = played(a_decision())
    assert set_by(outcome) == {"action:3.order": "central", "action:3.stage": "fire"}
    assert outcome.result.choice == "fires first"
    outcome = played(a_decision("refuse"))
    assert set_by(outcome) == {"action:3.stage": "withdraw"}
    assert outcome.result.choice == "refuses combat"
    assert [choice.label for choice in Choice] == ["fire first", "refuse combat and withdraw"]
    assert not refused(a_decision())
    found = refused(a_decision(advantage="allied"))
    assert found == "GW.CONTACT: The Central Powers side does not have the advantage in action 3."
    assert refused(a_decision(stage="fire")) == "GW.CONTACT: Action 3 waits for gunfire."
    assert refused(a_decision(stage="ended", because="we want to")) == "GW.CONTACT: Action 3 is over."


@pytest.mark.rule("GW.COMBAT")
def test_a_fleet_without_combat_strength_can_not_fire_first_unless_the_players_know_better() -> None:
    transports = a_decision(central="trn german 0/1/0")
    assert refused(transports) == "GW.COMBAT: The Central Powers fleet has no combat strength to fire with."
    assert not refused(a_decision("refuse", central="trn german 0/1/0"))
    insisted = a_decision(central="trn german 0/1/0", because="our house rule")
    assert not refused(insisted)
    told = played(insisted).result.overruled
    assert told == (
        "GW.COMBAT: The Central Powers fleet has no combat strength to fire with. Done because: our house rule"
    )
