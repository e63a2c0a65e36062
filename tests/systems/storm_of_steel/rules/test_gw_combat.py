"""GW.COMBAT: one die in the column of the strength that fires (R-53, R-75); what follows where sides stay (R-87)."""

from fractions import Fraction
from typing import Any

import pytest

from navalassist.engine import Create, create
from tests.rules.by_hand import figures, forbids, given, odds_of, played, refused, removed_by, set_by
from tests.systems.storm_of_steel.rules.fleets import an_action

# A unit that takes whatever is rolled, and gives each strength.
HULK = "bb french 0/99/1"
# Strength -> how many of 6 throws eliminate so many factors.
COLUMNS: dict[int, dict[int, int]] = {
    1: {0: 2, 1: 1, 2: 2, 4: 1},
    5: {0: 2, 1: 1, 2: 2, 4: 1},
    6: {0: 1, 1: 1, 2: 1, 4: 2, 6: 1},
    15: {0: 1, 1: 1, 2: 1, 4: 2, 6: 1},
    16: {2: 1, 4: 2, 6: 1, 8: 1, 12: 1},
    30: {2: 1, 4: 2, 6: 1, 8: 1, 12: 1},
    31: {2: 1, 4: 1, 6: 1, 8: 1, 12: 2},
    50: {2: 1, 4: 1, 6: 1, 8: 1, 12: 2},
    51: {4: 1, 6: 1, 8: 1, 12: 2, 16: 1},
    75: {4: 1, 6: 1, 8: 1, 12: 2, 16: 1},
    76: {4: 1, 8: 1, 12: 2, 16: 1, 20: 1},
    99: {4: 1, 8: 1, 12: 2, 16: 1, 20: 1},
    100: {4: 1, 8: 1, 12: 1, 16: 1, 20: 1, 24: 1},
    180: {4: 1, 8: 1, 12: 1, 16: 1, 20: 1, 24: 1},
}


def a_combat(central: str = "bb german 6/6/1", allied: str = "bb british 6/6/1", **changes: Any) -> Any:
    """Both fire at once; with order, that side fires first."""
    plain = {"stage": "fire", "order": "both", "attacker": "allied", **changes}
    action = an_action(central, allied, **plain)
    return given("gw-combat", side="" if plain["order"] == "both" else action.fires_next, action=action)


def strength_of(number: int) -> str:
    """German units with so much combat strength together."""
    parts = [min(90, number)] + ([number - 90] if number > 90 else [])
    return ", ".join(f"bb german {part}/6/1" for part in parts)


@pytest.mark.rule("GW.COMBAT")
@pytest.mark.parametrize("strength", sorted(COLUMNS))
def test_each_column_has_its_own_distribution_of_factors(strength: int) -> None:
    combat = a_combat(strength_of(strength), HULK, order="central")
    found = dict(odds_of(combat).map(lambda fought: fought.salvos[0].factors))
    assert found == {factors: Fraction(ways, 6) for factors, ways in COLUMNS[strength].items()}
    expected = sum(Fraction(factors * ways, 6) for factors, ways in COLUMNS[strength].items())
    told = figures(combat)
    assert told.pop("allied-expected") == expected
    assert told == {f"allied-{factors}": Fraction(ways, 6) for factors, ways in COLUMNS[strength].items()}


@pytest.mark.rule("GW.COMBAT", "GW.CONTACT.C")
def test_at_once_both_fleets_roll_with_their_full_strength_in_one_go() -> None:
    # 18 fires in column 16 to 30: a 6 is 12. 6 fires in column 6 to 15: a 3 is 2, which fits no unit but the cruiser.
    combat = a_combat("bb german 6/6/1, bb german 6/6/1, bb german 6/6/1", "bb british 4/6/1, ca british 2/2/2")
    outcome = played(combat, "6 3")
    central, allied = outcome.result.salvos
    assert (central.side, central.strength, central.rolled, central.factors) == ("central", 18, 12, 8)
    assert (allied.side, allied.strength, allied.rolled, allied.factors) == ("allied", 6, 2, 2)
    assert allied.left_over == 2, "no German unit is as small as 2"
    assert set_by(outcome) == {"action:3.fired": ["central", "allied"], "action:3.stage": "losses"}
    owed = create("owed-loss:3-allied", side="allied", action="3", factors=8, units=0, among=["a1", "a2"],
                  cause="Naval Combat Table")  # fmt: skip
    assert [effect for effect in outcome.effects if effect.key.startswith("owed-loss:")] == [owed]


@pytest.mark.rule("GW.COMBAT")
def test_the_factors_are_never_more_than_the_target_has_and_none_taken_owes_nothing() -> None:
    outcome = played(a_combat(strength_of(120), "ca british 2/2/2, ss british 2/1/2", order="central"), "6")
    assert (outcome.result.salvos[0].rolled, outcome.result.salvos[0].factors) == (24, 3)
    assert outcome.result.salvos[0].left_over == 0
    outcome = played(a_combat("ca german 2/2/2", "ca british 2/2/2"), "1 2")
    assert [salvo.factors for salvo in outcome.result.salvos] == [0, 0]
    assert set_by(outcome) == {"action:3.fired": ["central", "allied"], "action:3.stage": "after"}
    assert len(outcome.effects) == 2


@pytest.mark.rule("GW.COMBAT")
def test_the_figures_of_both_fleets_stand_side_by_side() -> None:
    told = figures(a_combat(strength_of(16), strength_of(5).replace("german", "british")))
    # The British unit has 6 factors: a roll of 8 or 12 takes no more.
    assert {key: value for key, value in told.items() if key.startswith("allied-")} == {
        "allied-2": Fraction(1, 6),
        "allied-4": Fraction(2, 6),
        "allied-6": Fraction(3, 6),
        "allied-expected": Fraction(28, 6),
    }
    assert told["central-0"] == Fraction(2, 6)
    assert told["central-expected"] == Fraction(9, 6)


@pytest.mark.rule("GW.COMBAT", "GW.CONTACT.A")
def test_in_order_one_side_fires_and_the_other_waits_for_its_losses() -> None:
    outcome = played(a_combat("bb german 6/6/1, bb german 6/6/1", order="allied"), "5")
    assert [salvo.side for salvo in outcome.result.salvos] == ["allied"]
    assert set_by(outcome) == {"action:3.fired": ["allied"], "action:3.stage": "fire"}, "4 is too little for 6"
    assert not [effect for effect in outcome.effects if effect.key.startswith("owed-loss:")]
    second = played(a_combat("bb german 6/6/1, bb german 6/6/1", order="allied", fired=("allied",)), "6")
    assert [salvo.side for salvo in second.result.salvos] == ["central"]
    assert set_by(second) == {"action:3.fired": ["allied", "central"], "action:3.stage": "losses"}


@pytest.mark.rule("GW.COMBAT")
def test_a_fleet_without_strength_throws_no_die_as_first_or_second() -> None:
    at_once = played(a_combat("trn german 0/1/0", "ca british 2/2/2"), "6")
    assert [salvo.side for salvo in at_once.result.salvos] == ["allied"]
    assert set_by(at_once)["action:3.fired"] == ["central", "allied"]
    alone = played(a_combat("trn german 0/1/0", "ca british 2/2/2", order="central"))
    assert alone.result.salvos == ()
    assert set_by(alone) == {"action:3.fired": ["central"], "action:3.stage": "fire"}
    assert figures(a_combat("trn german 0/1/0", "ca british 2/2/2", order="central")) == {}
    outcome = played(a_combat("bb german 6/6/1", "trn british 0/9/0", order="central"), "1")
    assert set_by(outcome)["action:3.stage"] == "after"


@pytest.mark.rule("GW.COMBAT")
def test_gunfire_is_due_when_somebody_is_to_fire() -> None:
    assert not refused(a_combat())
    assert not refused(a_combat(order="central"))
    fired, first = a_combat(order="central", fired=("central", "allied")), a_combat(order="central")
    for combat, words in (
        (a_combat(stage="contact"), "Action 3 waits for the roll on the contact table."),
        (fired, "Both sides have fired in action 3."),
        (first.model_copy(update={"side": "allied"}), "The Central Powers side fires now in action 3."),
        (a_combat(allied=""), "The Allied side has no unit in action 3."),
    ):
        forbids(combat, f"GW.COMBAT: {words}")


@pytest.mark.rule("GW.COMBAT")
def test_a_unit_without_a_protection_factor_fits_in_any_number_and_beside_it_all_counts() -> None:
    """R-53: whatever is thrown of 1 or more takes it; a throw of none doesn't. 6 fires in column 6 to 15: a 1 is 0."""
    combat = a_combat("bb german 6/6/1", "trn british 0/0/0", order="central")
    hit = played(combat, "2")
    assert (hit.result.salvos[0].factors, hit.result.salvos[0].left_over) == (1, 0)
    assert [dict(effect.fields)["among"] for effect in hit.effects if effect.key == "owed-loss:3-allied"] == [["a1"]]
    assert set_by(hit)["action:3.stage"] == "losses"
    missed = played(combat, "1")
    assert missed.result.salvos[0].factors == 0
    assert not [effect for effect in missed.effects if effect.key.startswith("owed-loss:")]
    # 6 factors are thrown: the cruisers have 2, and the transports with none must be in reach of what is left.
    outcome = played(a_combat("bb german 6/6/1", "ca british 2/2/2, trn british 0/0/0", order="central"), "6")
    assert (outcome.result.salvos[0].rolled, outcome.result.salvos[0].factors) == (6, 6)


# After the gunfire each side says that it stays, and then the mission goes on; how a part is given up.


BB = "bb german 6/6/1"


def a_stay(side: str = "central", stays: tuple[str, ...] = (), because: str = "", **changes: Any) -> Any:
    """After the gunfire of a Central bombardment that the Allied side has intercepted."""
    fleets = {"central": changes.pop("central", BB), "allied": changes.pop("allied", "bb british 6/6/1")}
    action = an_action(**fleets, **{"stage": "after", "attacker": "allied", **changes})
    return given("gw-fleets-stay", side=side, action=action, stays=stays, because=because)


@pytest.mark.rule("GW.REFUSE.3")
@pytest.mark.parametrize(("side", "other"), [("central", "Allied"), ("allied", "Central Powers")])
def test_the_first_side_that_stays_is_noted_and_the_other_is_asked(side: str, other: str) -> None:
    outcome = played(a_stay(side))
    assert set_by(outcome) == {}
    [made] = [effect for effect in outcome.effects if isinstance(effect, Create)]
    assert made.key == f"mark:stays/3-{side}"
    fields = dict(made.fields)
    assert (fields["kind"], fields["subject"], fields["ends"]) == ("stays", "action:3", "never")
    assert outcome.result.next == f"waits for the {other} side"


@pytest.mark.rule("GW.REFUSE.3")
@pytest.mark.parametrize("mission", ["bombardment", "raiding", "re-basing"])
def test_where_both_stay_the_mission_is_carried_out_as_after_no_contact(mission: str) -> None:
    outcome = played(a_stay("allied", ("central",), mission=mission))
    assert set_by(outcome) == {"action:3.stage": "unopposed"}
    assert removed_by(outcome) == ["mark:stays/3-central"]


@pytest.mark.rule("GW.REFUSE.3")
def test_whoever_is_left_alone_goes_home_and_after_a_general_engagement_that_both_survive_nobody() -> None:
    outcome = played(a_stay("central", ("allied",), mission="general-engagement", attacker="central"))
    assert set_by(outcome) == {"action:3.stage": "ended", "action:3.ends": "both fleets stay"}
    assert outcome.result.next == "both fleets stay"
    over = {"action:3.stage": "ended", "action:3.ends": "nobody is left on either side"}
    for stage in ("mission", "unopposed", "return", "after"):
        assert set_by(played(a_stay(central="", allied="", stage=stage))) == over
    missed = a_stay("allied", central="", stage="unopposed")
    assert set_by(played(missed)) == {"action:3.stage": "return"}


@pytest.mark.rule("GW.REFUSE.3")
def test_a_side_says_it_once() -> None:
    assert not refused(a_stay("central", ("allied",)))
    words = "The Central Powers side has said already that it stays in action 3."
    forbids(a_stay("central", ("central",)), f"GW.REFUSE.3: {words}", always=True)


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
    assert refused(a_stay(side, stage=stage, **about))
    assert not refused(a_stay(side, because="called off in fog", stage=stage, **about))
    found = refused(a_stay(other, because="we want to", stage=stage, **about))
    assert found.startswith("GW.REFUSE.3: Action 3 ")


@pytest.mark.rule("GW.REFUSE.3")
@pytest.mark.parametrize("side", ["central", "allied"])
@pytest.mark.parametrize("about", [{"stage": "losses"}, {"stage": "fire", "order": "both"}, {"stage": "ended"}])
def test_what_is_not_one_sides_part_is_given_up_by_nobody(side: str, about: dict[str, Any]) -> None:
    assert refused(a_stay(side, because="we want to", **about))


@pytest.mark.rule("GW.REFUSE.3")
def test_the_side_with_the_mission_ends_it_and_its_enemy_no_more_than_his_own_part() -> None:
    outcome = played(a_stay(stage="mission", because="called off in fog"))
    assert set_by(outcome) == {"action:3.stage": "ended", "action:3.ends": "ended: called off in fog"}
    assert outcome.result.overruled.endswith("Done because: called off in fog")
    assert set_by(played(a_stay("allied", because="fog", stage="contact"))) == {"action:3.stage": "unopposed"}
    engagement = a_stay("allied", because="fog", stage="contact", mission="general-engagement")
    assert set_by(played(engagement))["action:3.stage"] == "ended"
    assert len(set_by(played(a_stay(stage="mission", because="so " * 66 + "x")))["action:3.ends"]) <= 200


@pytest.mark.rule("GW.REFUSE.3")
@pytest.mark.parametrize("stage", ["contact", "decide", "fire", "after", "withdraw"])
def test_where_a_side_has_nobody_left_the_other_goes_on_as_after_a_withdrawal(stage: str) -> None:
    alone = a_stay("central", allied="", stage=stage)
    assert not refused(alone)
    assert set_by(played(alone)) == {"action:3.stage": "unopposed"}
    assert set_by(played(a_stay("allied", central="", stage=stage))) == {"action:3.stage": "return"}
    engaged = set_by(played(a_stay("allied", central="", stage=stage, mission="general-engagement")))
    assert engaged == {"action:3.stage": "return", "area:north-sea.dominated": "allied"}
