"""Whole naval actions in a campaign, step by step with given dice: each step is a receipt, and the log stays sound."""

from fractions import Fraction
from typing import Any

import pytest

from navalassist.engine import Set, create
from navalassist.play.duties import EITHER, Kind
from navalassist.play.systems import Unknown
from navalassist.play.writer import NotYours
from tests.systems.storm_of_steel.acting import BRITISH, GERMANS, HERE, War, bombardment, outcome_of


@pytest.mark.rule("GW.INT")
def test_a_mission_puts_its_fleet_to_sea_and_the_enemy_seat_may_intercept_it(charted: War) -> None:
    bombardment(charted)
    assert charted.state.row("action:1") == {
        "number": 1, "side": "central", "mission": "bombardment", "area": "north-sea-south", "target": "hartlepool",
        "central": ["scouting-group-1", "scouting-group-2"], "allied": [], "attacker": "", "advantage": "",
        "order": "", "fired": [], "stage": "mission", "ends": "",
    }  # fmt: skip
    assert charted.places("fleet:scouting-forces") == ["area:north-sea-south"]
    assert charted.waits_for() == [("gw-interception", "action=1", "allied")]
    passes = charted.lines(HERE)["Let it pass"]
    assert (passes.kind, passes.url, passes.seat) == (Kind.MAY, "do/gw-let-pass/?action=1", "allied")
    assert charted.lines(HERE)["Send a fleet on a mission"].again


@pytest.mark.rule("GW.INT", "GW.CONTACT", "GW.CONTACT.C", "GW.COMBAT", "GW.REFUSE.3")
def test_fleets_that_meet_fire_at_once_and_the_one_that_is_left_completes_its_mission(charted: War) -> None:
    charted.intercepted("3")
    # All British against all German: +1 and -1 leave column 0, where a 3 is C.
    assert charted.action("attacker", "order", "stage") == ["allied", "both", "fire"]
    assert charted.places("fleet:battle-cruiser-fleet") == ["area:north-sea-south"]
    assert charted.waits_for() == [("gw-combat", "action=1", EITHER)]
    # 7 against 7, both in column 6 to 15: a 6 takes 6, a 4 takes 4.
    entry = charted.do("gw-combat", "6 4", action="1")
    assert [(s["side"], s["strength"], s["factors"]) for s in outcome_of(entry)["salvos"]] == [
        ("central", 7, 6), ("allied", 7, 4)
    ]  # fmt: skip
    assert charted.waits_for() == [
        ("gw-losses", "loss=1-allied&action=1", "allied"),
        ("gw-losses", "loss=1-central&action=1", "central"),
    ]
    charted.do("gw-losses", loss="1-central", units=("scouting-group-1",))
    assert charted.action("stage") == ["losses"], "the Allied side owes its own"
    charted.do("gw-losses", loss="1-allied", units=tuple(BRITISH))
    assert charted.places("squadron:scouting-group-1", "squadron:light-cruisers-1") == ["lost", "lost"]
    assert charted.action("central", "allied") == [["scouting-group-2"], []]
    assert charted.action("stage") == ["unopposed"]
    assert not [key for key in charted.facts if key.startswith("owed-loss:")]


@pytest.mark.rule("GW.COMBAT", "GW.CONTACT.C")
def test_the_odds_of_each_step_are_exact_before_it_is_rolled(charted: War) -> None:
    def odds(slug: str, **given: Any) -> dict[str, Fraction]:
        return {figure.key: figure.value for figure in charted.look(slug, **given).figures}

    bombardment(charted)
    assert odds("gw-interception", action="1", fleets=("battle-cruiser-fleet",)) == {"intercepted": Fraction(3, 36)}
    charted.entered(allied_air=4)
    assert odds("gw-interception", action="1", fleets=("battle-cruiser-fleet",)) == {"intercepted": Fraction(6, 36)}
    charted.entered(allied_air=1)
    charted.do("gw-interception", "1 2", action="1", fleets=("battle-cruiser-fleet",))
    assert odds("gw-contact", action="1") == {
        "N": Fraction(1, 6), "D": Fraction(1, 6), "C": Fraction(3, 6), "A": Fraction(1, 6)
    }  # fmt: skip
    # A defender inshore: column +1.
    assert odds("gw-contact", action="1", inshore=True)["A"] == Fraction(2, 6)
    assert odds("gw-contact", action="1", attacker_rating=5)["A"] == Fraction(4, 6)
    charted.do("gw-contact", "4", action="1")
    figures = odds("gw-combat", action="1")
    assert figures["allied-4"] == Fraction(2, 6)
    assert figures["central-expected"] == Fraction(0 + 1 + 2 + 4 + 4 + 6, 6)


@pytest.mark.rule("GW.CONTACT.A", "GW.COMBAT")
def test_in_order_the_second_fleet_fires_with_what_the_first_has_left_it(charted: War) -> None:
    charted.intercepted("6")
    assert charted.waits_for() == [("gw-decision", "action=1", "allied")]
    charted.do("gw-decision", action="1", choice="fire-first")
    assert charted.waits_for() == [("gw-combat", "action=1", "allied")]
    assert [duty for duty in charted.lines(HERE) if duty.startswith("The Allied fleet")] == ["The Allied fleet fires"]
    charted.do("gw-combat", "5", action="1")
    charted.do("gw-losses", loss="1-central", units=("scouting-group-1",))
    assert charted.action("stage", "fired") == ["fire", ["allied"]]
    assert charted.waits_for() == [("gw-combat", "action=1", "central")]
    assert charted.look("gw-combat", action="1").figures[0].value == Fraction(2, 6), "strength 2, column 1 to 5"
    charted.do("gw-combat", "3", action="1")
    # 1 factor, and no British unit is so small.
    assert charted.action("stage", "fired") == ["after", ["allied", "central"]]


@pytest.mark.rule("GW.COMBAT")
def test_losses_are_taken_off_by_their_owner_and_only_as_they_fit(charted: War) -> None:
    charted.intercepted("6")
    charted.do("gw-decision", action="1", choice="fire-first")
    charted.do("gw-combat", "6", action="1")
    for units, words in (
        ((), "6 of 6 factors are left, and I Scouting Group or II Scouting Group still fits."),
        (("scouting-group-1",), "2 of 6 factors are left, and II Scouting Group still fits."),
        (tuple(BRITISH), "The loss does not fall on battle-cruisers-1, light-cruisers-1."),
    ):
        assert words in charted.refuse("gw-losses", loss="1-central", units=units)
    with pytest.raises(NotYours):
        charted.alone("allied").do("gw-losses", loss="1-central", units=tuple(GERMANS))
    charted.alone("central").do(
        "gw-losses",
        loss="1-central",
        units=("scouting-group-1",),
        because="II is on the way home",
    )
    assert charted.action("central") == [["scouting-group-2"]]
    with pytest.raises(Unknown, match="owed no longer"):
        charted.do("gw-losses", loss="1-central")


@pytest.mark.rule("GW.REFUSE.3", "GW.COMBAT")
def test_where_the_fleet_on_the_mission_is_all_lost_the_interceptors_go_home(charted: War) -> None:
    charted.intercepted("6")
    charted.do("gw-decision", action="1", choice="fire-first")
    charted.do("gw-combat", "6", action="1")
    charted.do("gw-losses", loss="1-central", units=tuple(GERMANS))
    assert charted.action("central", "stage") == [[], "return"]
    assert charted.waits_for() == [("gw-return", "action=1", "allied")]
    charted.alone("allied").do("gw-return", action="1", base="harwich")
    assert charted.places("fleet:battle-cruiser-fleet") == ["base:harwich"]
    assert charted.action("stage", "ends") == ["ended", "the Allied fleet returns to Harwich"]
    assert charted.facts["area:north-sea-south.dominated"] == ""
    assert charted.waits_for() == []


@pytest.mark.rule("GW.INT", "GW.REFUSE.3")
def test_a_mission_that_is_missed_or_let_pass_is_carried_out(charted: War) -> None:
    bombardment(charted)
    charted.do("gw-interception", "2 2", action="1", fleets=("battle-cruiser-fleet",))
    assert charted.action("stage", "allied") == ["unopposed", []]
    assert charted.places("fleet:battle-cruiser-fleet") == ["base:rosyth"]
    assert ("gw-bombardment", "action=1", "central") in charted.waits_for()
    assert "Action 1 waits for the mission to be carried out" in charted.refuse("gw-let-pass", action="1")
    charted.do("gw-mission", mission="raiding", area="western-approaches", fleets=("u-boats",))
    assert charted.facts["fleet:u-boats.duty"] == "raiding"
    charted.alone("allied").do("gw-let-pass", action="2")
    assert charted.action("stage", number=2) == ["unopposed"]


@pytest.mark.rule("GW.CONTACT.N")
def test_fleets_that_miss_each_other_do_not_keep_the_mission_from_being_carried_out(charted: War) -> None:
    charted.intercepted("1")
    assert charted.action("stage") == ["unopposed"]


@pytest.mark.rule("GW.CONTACT.D", "GW.REFUSE.1", "GW.REFUSE.2", "GW.REFUSE.3")
def test_the_defender_refuses_withdraws_and_the_interceptors_go_home(charted: War) -> None:
    charted.intercepted("2")
    assert charted.waits_for() == [("gw-decision", "action=1", "central")]
    with pytest.raises(NotYours):
        charted.alone("allied").do("gw-decision", action="1", choice="refuse")
    charted.alone("central").do("gw-decision", action="1", choice="refuse")
    assert charted.waits_for() == [("gw-withdrawal", "action=1", "central")]
    # No Central base lies on the southern North Sea, so one beside it serves; Danzig does not.
    said = charted.refuse("gw-withdrawal", action="1", base="danzig")
    assert "Danzig does not lie on or beside North Sea, south" in said
    said = charted.refuse("gw-withdrawal", action="1", base="harwich")
    assert "Harwich is not a base of the Central Powers side" in said
    charted.do("gw-withdrawal", action="1", base="wilhelmshaven")
    assert charted.places("fleet:scouting-forces", *(f"squadron:{key}" for key in GERMANS)) == [
        "base:wilhelmshaven", "fleet:scouting-forces", "fleet:scouting-forces"
    ]  # fmt: skip
    assert charted.action("central", "stage") == [[], "return"]
    # Harwich and Dover lie on this area; Rosyth does not, and a reason passes that over.
    assert "Rosyth does not lie on North Sea, south" in charted.refuse("gw-return", action="1", base="rosyth")
    entry = charted.do("gw-return", action="1", base="rosyth", because="coal for two days")
    assert outcome_of(entry)["overruled"].endswith("Done because: coal for two days")
    assert charted.places("fleet:battle-cruiser-fleet") == ["base:rosyth"]


@pytest.mark.rule("GW.CONTACT.A", "GW.REFUSE.1", "GW.REFUSE.3")
def test_the_attacker_refuses_and_the_mission_goes_on(charted: War) -> None:
    charted.intercepted("6")
    charted.do("gw-decision", action="1", choice="refuse")
    charted.do("gw-withdrawal", action="1", base="harwich")
    assert charted.action("allied", "stage") == [[], "unopposed"]
    entry = charted.do("gw-bombardment", "5", action="1")
    # One of the battle line, column 1: a 5 is a B.
    assert outcome_of(entry)["result"] == "B"
    assert charted.action("stage") == ["ended"]


@pytest.mark.rule("GW.REFUSE.2", "GW.REFUSE.3")
def test_after_the_gunfire_each_side_withdraws_or_stays(charted: War) -> None:
    charted.intercepted("3")
    charted.do("gw-combat", "1 1", action="1")
    assert charted.action("stage") == ["after"]
    stays = {side: ("gw-fleets-stay", f"action=1&who={side}", side) for side in ("central", "allied")}
    assert charted.waits_for() == list(stays.values())
    leave = [duty.url for duty in charted.lines(HERE).values() if duty.procedure == "gw-withdrawal"]
    # The first by name on the southern North Sea; the Germans have none there, but beside it.
    assert leave == [
        "do/gw-withdrawal/?action=1&who=central&base=kiel",
        "do/gw-withdrawal/?action=1&who=allied&base=dover",
    ]
    assert "choose the side that withdraws" in charted.misfit("gw-withdrawal", action="1", base="harwich")
    assert charted.look("gw-withdrawal", action="1", base="harwich", who="allied").refusal is None
    assert "either side may stay" in charted.misfit("gw-fleets-stay", action="1")
    with pytest.raises(NotYours):
        charted.alone("central").do("gw-fleets-stay", action="1", who="allied")
    charted.alone("allied").do("gw-fleets-stay", action="1", who="allied")
    assert (charted.action("stage"), charted.waits_for()) == (["after"], [stays["central"]])
    assert "Allied side has said already" in charted.refuse("gw-fleets-stay", action="1", who="allied")
    # The other side is the only one that is left to say so.
    charted.do("gw-fleets-stay", action="1")
    assert charted.action("stage") == ["unopposed"]
    assert not [key for key in charted.facts if key.startswith("mark:stays/")]
    assert ("gw-bombardment", "action=1", "central") in charted.waits_for()


@pytest.mark.rule("GW.REFUSE.2", "GW.REFUSE.3")
def test_a_side_may_withdraw_although_the_other_has_said_that_it_stays(charted: War) -> None:
    charted.intercepted("3")
    charted.do("gw-combat", "1 1", action="1")
    charted.do("gw-fleets-stay", action="1", who="central")
    charted.do("gw-withdrawal", action="1", who="allied", base="harwich")
    assert charted.action("stage") == ["unopposed"]
    assert not [key for key in charted.facts if key.startswith("mark:stays/")]


@pytest.mark.rule("GW.REFUSE.3")
def test_a_general_engagement_in_which_both_stay_is_over_and_nobody_dominates(charted: War) -> None:
    # Column +1: a 4 is C.
    charted.engaged("4")
    charted.do("gw-combat", "1 1", action="1")
    charted.do("gw-fleets-stay", action="1", who="central")
    charted.do("gw-fleets-stay", action="1", who="allied")
    assert charted.action("stage", "ends") == ["ended", "both fleets stay"]
    assert charted.facts["area:heligoland-bight.dominated"] == ""
    assert charted.waits_for() == []


@pytest.mark.rule("GW.CONTACT.D", "GW.COMBAT")
def test_nobody_ends_what_the_other_side_has_to_decide_or_to_lose(charted: War) -> None:
    charted.intercepted("2")
    said = charted.refuse("gw-fleets-stay", action="1", who="allied", because="we have seen enough")
    assert "waits for the side with the advantage" in said
    charted.do("gw-decision", action="1", choice="fire-first")
    charted.do("gw-combat", "6", action="1")
    for side in ("central", "allied"):
        said = charted.refuse("gw-fleets-stay", action="1", who=side, because="we have seen enough")
        assert "waits for the losses" in said


@pytest.mark.rule("GW.REFUSE.3")
@pytest.mark.parametrize("contact", ["2", "3", "6"])
def test_an_action_of_which_a_side_has_nobody_left_goes_on_with_the_other(charted: War, contact: str) -> None:
    charted.intercepted(contact)
    charted.entered(*(Set(f"squadron:{key}.place", "lost") for key in BRITISH))
    assert charted.waits_for() == [("gw-fleets-stay", "action=1&who=central", EITHER)]
    charted.do("gw-fleets-stay", action="1", who="central")
    assert charted.action("stage") == ["unopposed"]
    charted.entered(*(Set(f"squadron:{key}.place", "lost") for key in GERMANS))
    assert charted.waits_for() == [("gw-fleets-stay", "action=1&who=central", EITHER)]
    charted.do("gw-fleets-stay", action="1")
    assert charted.action("stage", "ends") == ["ended", "nobody is left on either side"]


@pytest.mark.rule("GW.REFUSE.3")
def test_it_is_the_side_with_units_left_that_returns(charted: War) -> None:
    """A key that stands in the action is no unit any more once it is lost."""
    charted.intercepted("6")
    charted.entered(Set("action:1.stage", "return"), *(Set(f"squadron:{key}.place", "lost") for key in GERMANS))
    assert charted.action("central") == [GERMANS]
    assert charted.waits_for() == [("gw-return", "action=1", "allied")]


@pytest.mark.rule("GW.RAID.D")
def test_a_unit_in_an_action_is_not_lost_by_what_befell_elsewhere(charted: War) -> None:
    cause = "Commerce Raiding Table, +D: one attacking naval unit"
    fields = {"side": "central", "action": "", "factors": 0, "units": 1, "cause": cause}
    charted.entered(create("owed-loss:raid-1-raider", among=[GERMANS[0], "u-flotilla-1"], **fields))
    bombardment(charted)
    words = "I Scouting Group takes part in action 1, which is not over."
    for because in ("", "we insist"):
        refused = charted.look("gw-losses", loss="raid-1-raider", units=(GERMANS[0],), because=because).refusal
        assert (refused.reason, refused.rule) == (words, "GW.RAID.D")
    charted.do("gw-losses", loss="raid-1-raider", units=("u-flotilla-1",))
    assert charted.places("squadron:u-flotilla-1") == ["lost"]
