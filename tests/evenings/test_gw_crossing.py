"""GW.CONTESTED: mobilization points are carried over water that the enemy contests.

Cruisers, escorts and submarines count by their combat strength: U-boats 4 and Western Escorts 3 in the Western
Approaches; Breslau 2 (not Goeben nor the Colliers) and a French escort 1 in the Central Mediterranean; Cattaro Flotilla
3, Harwich Force 4, Battle Cruiser Fleet 2. The Central Powers hold 20 points, and transport in their own player turn.
"""

import pytest

from tests.evenings.at_war import GOES_ON, ended, rolled, ruled
from tests.evenings.evening import Evening

WEST, MALTA, NORTH = "western-approaches", "central-mediterranean", "north-sea-south"
CHANNEL = "english-channel"


def crossed(evening: Evening, area: str, die: str) -> Evening:
    """Points are carried over an area, and the receipt of the die is open."""
    return rolled(evening.tap("Carry points over"), die, area=area)


def stationed(evening: Evening, **fleets: str) -> Evening:
    """Fleets are set down by hand, as they stand on the group's own map."""
    for fleet, area in fleets.items():
        evening.tap("Fleets").tap(fleet.replace("_", " ")).tap("Set it there", place=f"area:{area}")
    return evening.tap("Map")


@pytest.mark.played("GW.CONTESTED")
def test_the_small_ships_of_both_sides_are_the_column_of_the_points_lost(great_war: Evening) -> None:
    stationed(great_war, Harwich_Force=NORTH, Channel_Fleet=CHANNEL, Cattaro_Flotilla=MALTA)
    ended(great_war, 1)
    for area, die, left in [
        (WEST, "5", 17),  # 4 less 3 is +1: 3
        (MALTA, "5", 15),  # 5 less 1 is +4: 2
        (CHANNEL, "6", 15),  # battleships alone do not attack
        (NORTH, "1", 10),  # nobody defends: 5
    ]:
        crossed(great_war, area, die).tap("Map").reads(f"Mobilization points GW.CONTESTED {left} ")
    stationed(great_war, Harwich_Force=WEST)
    crossed(great_war, WEST, "5").reads("3 points on the crossing of the Western Approaches, 7 of 10 left").tap(
        "Map"
    )  # 4 less 7 is -3, still in the middle: 3
    stationed(great_war, Battle_Cruiser_Fleet=WEST)
    crossed(great_war, WEST, "5").reads(
        "4 points on the crossing of the Western Approaches, 3 of 7 left"
    )  # 4 less 9 is -5: 4


@pytest.mark.played("GW.CONTESTED")
def test_no_more_points_are_lost_than_sail(great_war: Evening) -> None:
    """A 5 is 3 points at 4 less 3."""
    ended(great_war, 1).tap("Carry points over")
    rolled(great_war, "5", area=WEST, carried="2").reads(
        "2 points on the crossing of the Western Approaches, 18 of 20 left"
    )


@pytest.mark.played("GW.CONTESTED")
def test_by_the_other_reading_any_unit_of_the_enemy_attacks(great_war: Evening) -> None:
    """A battleship fleet, and nobody who defends: 5 points on any die (R-36)."""
    ruled(great_war, "any naval unit of the enemy there makes them an attacker")
    stationed(great_war, Channel_Fleet=NORTH)
    crossed(ended(great_war, 1), NORTH, "6").reads(", 15 of 20 left")


@pytest.mark.played("GW.CONTESTED.GE")
def test_with_ge_the_small_ships_alone_also_fight_a_general_engagement(great_war: Evening) -> None:
    """A 1 at 2 less 1 is 1 + GE. The enemy of the holder attacks; 2 and 2, German -1: a 3 is D."""
    crossed(ended(great_war, 1), MALTA, "1").reads(", 19 of 20 left; a general engagement begins.")
    great_war.tap(GOES_ON)
    great_war.reads("Action 1: General Engagement", "Next, ● Allied : roll for contact")
    great_war.reads("Breslau", "French Escort Flotilla").never_reads("Goeben", "Colliers")
    rolled(great_war, "3").reads("the Central Powers may refuse combat or fire first")


@pytest.mark.played("GW.CONTESTED")
def test_ships_of_an_action_that_is_not_over_count_and_fight_no_second_engagement(great_war: Evening) -> None:
    """Points cross again before the escorts have met the U-boats of the first crossing: 4 less 3, a 6 is 4 + GE."""
    crossed(ended(great_war, 1), WEST, "6").reads(", 16 of 20 left; a general engagement begins.").tap("Map")
    crossed(great_war, WEST, "6").reads(", 12 of 16 left").never_reads("Action 2 goes on")
