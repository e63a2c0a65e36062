"""What is declared can be done: missions are checked as they are sent, and each can be given up."""

import pytest

from tests.evenings.at_war import GOES_ON, WHOLE, Order, met, rolled, sent
from tests.evenings.evening import Evening

LINE: Order = {"fleets": "high-sea-fleet"}
ODESSA: Order = {"mission": "bombardment", "area": "black-sea", "fleets": "scouting-forces", "target": "odessa"}
COAST: Order = LINE | {"mission": "bombardment", "area": "north-sea-south", "target": "cromarty"}
ELSEWHERE: Order = LINE | {"mission": "general-engagement", "area": "baltic-east", "against": "grand-fleet"}


@pytest.mark.parametrize(
    ("order", "why"),
    [
        (ODESSA, "its way leads by Constantinople, which is neutral"),
        (LINE | {"mission": "raiding", "area": "baltic-east"}, "Commerce is not raided in Baltic, east"),
        (COAST, "Cromarty does not lie on North Sea, south"),
        (ELSEWHERE, "Grand Fleet is neither in Baltic, east nor in a base on it"),
    ],
)
def test_what_cannot_be_done_is_refused_as_it_is_sent_and_wants_a_reason(
    great_war: Evening, order: Order, why: str
) -> None:
    great_war.tap("Send a fleet on a mission")
    assert why in great_war.refused("Carry it out", **order)
    great_war.tap("Carry it out", because="our own movement rules allow it").reads("our own movement rules allow it")


def test_a_mission_is_given_up_before_it_is_met_and_only_those_hunt_it_that_can_come(great_war: Evening) -> None:
    sent(great_war, mission="bombardment", area="north-sea-south", fleets="scouting-forces", target="scarborough")
    great_war.reads("Baltic Fleet").never_reads("Black Sea Fleet")
    great_war.tap("Give the mission up").tap("Carry it out").tap("Map")
    great_war.reads("the mission was given up", "DUE nothing in this step")


def test_a_coast_is_shelled_by_the_squadrons_of_the_action(great_war: Evening) -> None:
    sent(great_war, mission="bombardment", area="english-channel", fleets="baltic-forces", target="dover")
    great_war.tap("Let it pass").reads("IV Battle Squadron German").never_reads("III Battle Squadron")


def test_the_page_says_why_a_defender_is_inshore_and_which_bases_lie_elsewhere(great_war: Evening) -> None:
    met(great_war).reads("the defender is off the coast of Scarborough")
    rolled(great_war, "2").tap(GOES_ON)
    great_war.tap("Refuse combat and withdraw").reads("Wilhelmshaven").never_reads("Kiel")
    great_war.tap(WHOLE).reads("Wilhelmshaven (Central Powers) elsewhere: Kiel")


def test_a_mission_that_is_left_over_is_given_up_with_its_step(great_war: Evening) -> None:
    sent(great_war, mission="bombardment", area="north-sea-south", fleets="scouting-forces", target="scarborough")
    great_war.tap("Let it pass").tap("Map")
    assert "Action 1: Coastal Bombardment" in great_war.refused("End step")
    great_war.tap("End it all the same").reads("Nothing due.").never_reads("Go on with action 1")
    great_war.tap("Log").reads("a naval action is over: the mission was given up as the step ended")
