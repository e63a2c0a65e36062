"""GW.REFUSE, GW.CONTACT.D and .A: who refuses combat withdraws, and what the side that stays does then (R-33)."""

from typing import Any

import pytest

from tests.rules.by_hand import forbids, given, played, refused, removed_by, set_by
from tests.systems.storm_of_steel.rules.fleets import an_action

GERMAN, BRITISH = "bb german 6/6/1", "bb british 6/6/1"
FLEET = {"row": "fleet:hsf", "name": "High Seas Fleet", "place": "area:north-sea", "came_from": "area:skagerrak"}
LONE = {"row": "squadron:c9", "name": "C9", "place": "fleet:hsf"}
OF_SIDE = ("nearby", "anywhere", "stays")


def a_base(key: str = "kiel", owner: str = "central", kind: str = "naval-base", areas: str = "north-sea") -> Any:
    return {"key": key, "name": key.capitalize(), "owner": owner, "kind": kind, "areas": areas.split()}


ROSYTH = a_base("rosyth", "allied")


def a_withdrawal(base: Any = None, side: str = "central", **changes: Any) -> Any:
    """The Central fleet, on a bombardment, has refused combat."""
    more = {name: changes.pop(name) for name in OF_SIDE if name in changes}
    movers = changes.pop("movers", (FLEET,))
    as_it_stands = {"stage": "withdraw", "advantage": "central", "attacker": "allied", **changes}
    action = an_action(GERMAN, BRITISH, **as_it_stands)
    return given("gw-withdrawal", side=side, action=action, movers=movers, base=base or a_base(), **more)


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
def test_another_base_is_refused_unless_the_players_know_better(base: Any, trouble: str) -> None:
    forbids(a_withdrawal(base), f"GW.REFUSE.2: {trouble}")


@pytest.mark.rule("GW.REFUSE.2")
def test_where_a_side_has_no_naval_base_on_the_area_one_beside_it_serves() -> None:
    kiel = a_base(areas="baltic heligoland-bight")
    assert refused(a_withdrawal(kiel))
    assert not refused(a_withdrawal(kiel, nearby=("heligoland-bight", "skagerrak")))
    far = a_withdrawal(a_base(areas="adriatic"), nearby=("heligoland-bight",))
    forbids(far, "GW.REFUSE.2: Kiel does not lie on or beside North Sea, where the force withdraws from.")


@pytest.mark.rule("GW.REFUSE.2")
@pytest.mark.parametrize("mission", ["bombardment", "re-basing"])
def test_where_a_side_has_no_base_where_the_book_sends_it_any_of_its_own_serves(mission: str) -> None:
    """Without a reason (R-81); whether it has one is found by the chart."""
    far = a_base(kind="port", areas="adriatic")
    assert refused(a_withdrawal(far, mission=mission))
    assert not refused(a_withdrawal(far, mission=mission, anywhere=True))
    assert played(a_withdrawal(far, mission=mission, anywhere=True)).result.overruled == ""
    theirs = a_withdrawal(a_base("rosyth", "allied", areas="adriatic"), mission=mission, anywhere=True)
    forbids(theirs, "GW.REFUSE.2: Rosyth is not a base of the Central Powers side.")


@pytest.mark.rule("GW.REFUSE.2")
def test_a_re_basing_force_goes_to_a_base_or_port_of_the_area_before() -> None:
    def re_basing(base: Any) -> Any:
        return a_withdrawal(base, mission="re-basing")

    assert not refused(re_basing(a_base("skagen", kind="port", areas="skagerrak")))
    assert not refused(re_basing(a_base("kiel", areas="skagerrak baltic")))
    words = "Kiel does not lie on skagerrak, the area from which the re-basing force came."
    forbids(re_basing(a_base()), f"GW.REFUSE.2: {words}")
    enemy = a_base("skagen", "allied", "port", "skagerrak")
    forbids(re_basing(enemy), "GW.REFUSE.2: Skagen is not a base of the Central Powers side.")


@pytest.mark.rule("GW.REFUSE.2")
def test_a_re_basing_force_with_no_area_before_goes_as_any_other_whoever_had_said_that_he_stays() -> None:
    fresh = {**FLEET, "came_from": ""}
    assert not refused(a_withdrawal(mission="re-basing", movers=(fresh,)))
    assert refused(a_withdrawal(a_base(kind="port"), mission="re-basing", movers=(fresh,)))
    assert removed_by(played(a_withdrawal(stage="after", stays=("allied",)))) == ["mark:stays/3-allied"]
    assert removed_by(played(a_withdrawal(stage="after"))) == []


@pytest.mark.rule("GW.REFUSE.3", "GW.REFUSE.2")
def test_the_mission_goes_on_where_the_interceptors_withdraw_who_go_home_where_it_is_given_up() -> None:
    for mission in ("bombardment", "raiding", "re-basing"):
        away = a_withdrawal(ROSYTH, "allied", mission=mission, advantage="allied")
        assert not refused(away)
        changes = set_by(played(away))
        assert (changes["action:3.allied"], changes["action:3.stage"]) == ([], "unopposed")
        assert "area:north-sea.dominated" not in changes
    changes = set_by(played(a_withdrawal()))
    assert changes["action:3.stage"] == "return"
    assert "area:north-sea.dominated" not in changes


@pytest.mark.rule("GW.REFUSE.2", "GW.REFUSE.3")
@pytest.mark.parametrize("side", ["central", "allied"])
def test_either_side_may_withdraw_after_the_gunfire_and_whoever_stays_dominates_after_an_engagement(side: str) -> None:
    away = a_withdrawal(a_base("home", side), side, stage="after")
    assert not refused(away)
    assert set_by(played(away))[f"action:3.{side}"] == []
    away = a_withdrawal(mission="general-engagement")
    changes = set_by(played(away.model_copy(update={"action": away.action.model_copy(update={"side": side})})))
    assert (changes["action:3.stage"], changes["area:north-sea.dominated"]) == ("return", "allied")


@pytest.mark.rule("GW.REFUSE.2")
def test_only_who_refused_withdraws_and_only_with_something_to_withdraw() -> None:
    for situation, words in (
        (a_withdrawal(ROSYTH, "allied"), "It is the Central Powers side that refused combat in action 3."),
        (a_withdrawal(stage="fire"), "Action 3 waits for gunfire."),
        (a_withdrawal(movers=()), "The Central Powers side has no unit in action 3."),
    ):
        forbids(situation, f"GW.REFUSE.2: {words}", always=True)


def a_return(base: Any = None, side: str = "allied", *, anywhere: bool = False, **changes: Any) -> Any:
    """The Allied interceptors remain, and go home."""
    fleet = {"row": "fleet:grand-fleet", "name": "Grand Fleet", "place": "area:north-sea"}
    action = an_action("", BRITISH, **{"stage": "return", **changes})
    home = base or ROSYTH
    return given("gw-return", side=side, action=action, movers=[fleet], base=home, anywhere=anywhere)


@pytest.mark.rule("GW.REFUSE.3")
def test_who_remains_goes_home_to_a_naval_base_once_the_other_side_is_gone_and_the_action_is_over() -> None:
    assert not refused(a_return())
    outcome = played(a_return())
    changes = set_by(outcome)
    assert changes["fleet:grand-fleet.place"] == "base:rosyth"
    assert (changes["action:3.stage"], changes["action:3.ends"]) == ("ended", "the Allied fleet returns to Rosyth")
    assert outcome.result.to == "Rosyth"
    fought = "GW.REFUSE.3: Action 3 is fought: a side may withdraw, or both stay."
    forbids(a_return(stage="after"), fought, always=True)
    forbids(a_return(side="central"), "GW.REFUSE.3: It is the Allied side that remains in action 3.", always=True)


@pytest.mark.rule("GW.REFUSE.3")
def test_it_goes_to_a_base_of_its_own_on_the_area_or_beside_it_unless_the_players_know_better() -> None:
    forbids(a_return(a_base("kiel")), "GW.REFUSE.3: Kiel is not a base of the Allied side.")
    words = "Cork is a port: a fleet that returns goes to a naval base on the sea area."
    forbids(a_return(a_base("cork", "allied", "port")), f"GW.REFUSE.3: {words}")
    far = a_base("malta", "allied", "port", "ionian")
    assert refused(a_return(far))
    assert not refused(a_return(far, anywhere=True))


# GW.CONTACT.D and .A, GW.REFUSE.1: the side with the advantage refuses combat or fires first.


def a_decision(choice: str = "fire-first", central: str = GERMAN, **changes: Any) -> Any:
    """The Central side has the advantage over an Allied squadron."""
    about = {"stage": "decide", "advantage": "central", "attacker": "allied", **changes}
    return given("gw-decision", side="central", action=an_action(central, BRITISH, **about), choice=choice)


@pytest.mark.rule("GW.CONTACT.D", "GW.CONTACT.A", "GW.REFUSE.1")
@pytest.mark.parametrize(
    ("choice", "label", "changes", "came"),
    [
        ("fire-first", "fire first", {"action:3.order": "central", "action:3.stage": "fire"}, "fires first"),
        ("refuse", "refuse combat and withdraw", {"action:3.stage": "withdraw"}, "refuses combat"),
    ],
)
def test_the_side_with_the_advantage_fires_first_or_refuses_and_withdraws(
    choice: str, label: str, changes: dict[str, str], came: str
) -> None:
    outcome = played(a_decision(choice))
    assert (set_by(outcome), outcome.result.choice) == (changes, came)
    assert not refused(a_decision(choice))
    assert a_decision(choice).choice.label == label
    words = "The Central Powers side does not have the advantage in action 3."
    forbids(a_decision(choice, advantage="allied"), f"GW.CONTACT: {words}", always=True)
    forbids(a_decision(choice, stage="fire"), "GW.CONTACT: Action 3 waits for gunfire.", always=True)
    forbids(a_decision(choice, stage="ended"), "GW.CONTACT: Action 3 is over.", always=True)


@pytest.mark.rule("GW.COMBAT")
def test_a_fleet_without_combat_strength_can_not_fire_first_unless_the_players_know_better() -> None:
    unarmed = "trn german 0/1/0"
    words = "The Central Powers fleet has no combat strength to fire with."
    forbids(a_decision(central=unarmed), f"GW.COMBAT: {words}")
    assert not refused(a_decision("refuse", central=unarmed))
