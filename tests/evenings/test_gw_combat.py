"""GW.COMBAT and GW.REFUSE: fleets fire, or one goes home; who remains goes on.

Combat and protection on the counters: Scouting Forces 5/4 2/2, Battle Cruiser Fleet 5/4 2/2, together 7/6 each. The
table's column 1 to 5 takes 0 0 1 2 2 4 off on dice of 1 to 6, column 6 to 15 takes 0 1 2 4 4 6.
"""

import pytest

from tests.evenings.at_war import GOES_ON, WHOLE, Order, rolled, ruled, said, sent
from tests.evenings.evening import Evening


@pytest.mark.played("GW.COMBAT")
def test_both_fleets_fire_at_once_and_each_owner_takes_off_what_his_fleet_has_lost(hunted: Evening) -> None:
    """C on a 3. The Central die of 6 takes 6 factors off, all that is there; the Allied 4 takes 4."""
    rolled(hunted, "3").tap(GOES_ON)
    rolled(hunted, "6 4").reads("take 6 protection factors off", "take 4 off").tap(GOES_ON)
    hunted.reads("Next, ■ Central Powers : take off 4 protection", "Then, ● Allied : take off 6 protection factors")
    assert "Choose who is lost." in hunted.tap(WHOLE).refused("Carry it out")
    hunted.tap("Map").tap("Action 1: ").go(units="scouting-group-1")
    hunted.reads("One choice keeps to the rule.").go().reads("nobody is left to shell Scarborough").go()
    hunted.reads("It is over: the mission was given up")
    hunted.tap("Fleets").reads("Scouting Forces 1 squadron: combat 2, protection 2")
    hunted.reads("Lost", "1st Battle Cruiser Squadron", "I Scouting Group").never_reads("Battle Cruiser Fleet 2")


@pytest.mark.played("GW.COMBAT")
@pytest.mark.parametrize("as_much", [False, True], ids=["until nothing fits", "as much as can be"])
def test_an_owner_wastes_factors_or_not_by_the_ruling(hunted: Evening, as_much: bool) -> None:
    """4 factors fall on units of 4 and 2: with the 2 named the 4 fits no more, and 2 factors are lost (R-53)."""
    if as_much:
        ruled(hunted, "take off as many of the factors as any choice can").tap("Map").tap("Action 1: ")
    rolled(hunted, "5").tap(GOES_ON)
    said(hunted)
    rolled(hunted, "5").tap(GOES_ON)
    if as_much:
        hunted.reads("One choice keeps to the rule. ■ Central Powers: take off I Scouting Group").tap(WHOLE)
        assert "2 of 4 factors" in hunted.refused("Carry it out", units="scouting-group-2")
    else:
        said(hunted, units="scouting-group-2").reads("Next, ■ Central Powers : its fleet fires")


@pytest.mark.played("GW.REFUSE.3")
def test_where_neither_side_leaves_each_says_so_and_the_mission_goes_on(hunted: Evening) -> None:
    """C on a 3; two dice of 1 take nothing off. Whoever sits there begins with his own word (R-87)."""
    rolled(hunted, "3").tap(GOES_ON)
    rolled(hunted, "1 1").tap("Rules")
    hunted.reads("Withdraw to a base GW.REFUSE.2 ■ Central", "Withdraw to a base GW.REFUSE.2 ● Allied")
    said(hunted.tap("Map").tap("Action 1")).reads("Next, ● Allied : stay in the area")
    said(hunted).reads("Next, ■ Central Powers : bombard Scarborough")


@pytest.mark.played("GW.COMBAT", "GW.CONTACT.A")
def test_who_fires_second_fires_with_what_is_left(hunted: Evening) -> None:
    """A on a 5. Strength 7, a 5: 4 factors. The cruisers that are left have strength 2: a 5 takes 2."""
    rolled(hunted, "5").tap(GOES_ON)
    said(hunted)
    rolled(hunted, "5").reads("take 4 protection factors off").tap(GOES_ON)
    said(hunted, units="scouting-group-1").reads("Next, ■ Central Powers : its fleet fires")
    rolled(hunted, "5").reads("take 2 protection factors off").tap(GOES_ON)
    said(hunted).reads("stay in the area, or withdraw")


@pytest.mark.played("GW.REFUSE.1", "GW.REFUSE.2", "GW.REFUSE.3")
def test_who_refuses_goes_to_a_naval_base_on_the_area_and_who_remains_comes_to_rule_it(great_war: Evening) -> None:
    """Ratings 0 and 1 are column -1, all German +2, British -1: 0; in Scapa Flow +1. A die of 2 is D."""
    area, fleets = "north-sea-north", "high-sea-fleet"
    sent(great_war, mission="general-engagement", area=area, fleets=fleets, against="grand-fleet")
    rolled(great_war, "2").reads("the Allies may refuse combat or fire first").tap(GOES_ON)
    great_war.tap("Refuse combat and withdraw").reads(
        "Next, ● Allied : withdraw to a base", "Gunfire , passed over"
    ).tap(WHOLE)
    assert "Harwich does not lie on" in great_war.refused("Carry it out", base="harwich")
    great_war.tap("Carry it out", base="cromarty").reads("Next, ■ Central Powers : return to a base").tap(WHOLE)
    assert "Kiel does not lie on" in great_war.refused("Carry it out", base="kiel")
    great_war.tap("Carry it out", base="wilhelmshaven").tap("Map").reads("High Sea Fleet, Scouting Forces; Wilh")
    great_war.reads("Grand Fleet; Cromarty", "North Sea, north ■ Central Powers –")
    great_war.tap("Fleets").reads("5 squadrons: combat 21, protection 21", "4 squadrons: combat 16, protection 17")


@pytest.mark.played("GW.REFUSE.3")
def test_hunters_that_refuse_leave_the_raid_to_be_carried_out(great_war: Evening) -> None:
    """Ratings 2 and 2, British +1, German -1: column 0, a 6 is A. Then 4 less 4 of the convoys: a 5 is 1 point."""
    great_war.tap("Raid commerce in Western Approaches").tap("Carry it out")
    rolled(great_war, "1 1", fleets="harwich-force").tap(GOES_ON)
    rolled(great_war, "6").reads("the Allies may refuse combat or fire first").tap(GOES_ON)
    great_war.tap("Refuse combat and withdraw")
    said(great_war, base="queenstown").reads("Next, ■ Central Powers : raid commerce")
    rolled(great_war, "5").tap("Map").reads("Harwich Force; Queenstown", "merchant shipping level: 99")


@pytest.mark.played("GW.REFUSE.3")
def test_a_raid_that_may_be_completed_may_be_given_up_too(great_war: Evening) -> None:
    great_war.tap("Raid commerce in Western Approaches").tap("Carry it out")
    great_war.tap("Let it pass")
    great_war.tap("Give the mission up").tap("Carry it out").tap("Map").reads("merchant shipping level: 100")
    great_war.reads("Ended 1. Commerce Raiding", "the mission was given up", "DUE nothing in this step")


@pytest.mark.played("GW.REFUSE.2", "GW.REFUSE.3")
def test_a_re_basing_fleet_sails_on_and_when_it_refuses_goes_back_to_the_area_before(great_war: Evening) -> None:
    """It has come from the northern North Sea. 1 less 2 is -1, British +1, German -1: column -1, a 2 is D."""
    order: Order = {"mission": "re-basing", "area": "north-sea-north", "fleets": "scouting-forces", "target": "kiel"}
    sent(great_war, **order).tap("Let it pass")
    great_war.reads("complete the re-basing to Kiel")
    said(great_war, to="area:kattegat").reads("in Skagerrak and Kattegat", "intercept, or let it pass")
    rolled(great_war, "1 1", fleets="grand-fleet").tap(GOES_ON)
    rolled(great_war, "2").reads("the Central Powers may refuse combat or fire first").tap(GOES_ON)
    great_war.tap("Refuse combat and withdraw").tap(WHOLE)
    assert "Kiel does not lie on" in great_war.refused("Carry it out", base="kiel")
    great_war.tap("Carry it out", base="wilhelmshaven").reads("Next, ● Allied : return to a base")
    great_war.go(base="scapa-flow").tap("Map").reads("Grand Fleet; Scapa Flow")
    great_war.reads("High Sea Fleet, Scouting Forces; Wilhelmshaven", "Skagerrak and Kattegat nobody")


@pytest.mark.played("GW.REFUSE.3")
def test_a_re_basing_fleet_that_nobody_stops_arrives(great_war: Evening) -> None:
    order: Order = {"mission": "re-basing", "area": "heligoland-bight", "fleets": "scouting-forces", "target": "kiel"}
    sent(great_war, **order).tap("Let it pass")
    great_war.go().tap("Map").reads("Baltic Forces, Scouting Forces; Kiel", "re-based to Kiel")


@pytest.mark.parametrize("die", "12356")
@pytest.mark.played("GW.COMBAT")
def test_the_filled_button_is_never_refused_once_who_is_lost_is_chosen_until_the_action_is_over(
    hunted: Evening, die: str
) -> None:
    for _ in range(12):
        read = hunted.page.read
        if "It is over" in read:
            break
        dice = f"{die} {die}" if "Both fire:" in read else die
        # Of several losses none is chosen beforehand.
        lost = {"units": "scouting-group-1"} if "Choose who is lost" in read else {}
        hunted.go(**({"dice": "typed", "strip": dice} if "Server's dice" in read else lost))
    hunted.reads("It is over")
