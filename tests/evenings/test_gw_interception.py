"""GW.INT: a mission of the enemy is intercepted on two dice.

Of the 36 ways that two dice fall, 3 are 3 or less, 6 are 4 or less, 10 are 5 or less, 1 is 2 or less. Contact ratings
on the counters: Scouting Forces 3 2, U-boats 2 2, High Sea Fleet 1 1 0 2, Baltic Forces 0 2; Battle Cruiser Fleet 3 2,
Grand Fleet 1 1 1 2 2, Western Escorts 2 2, Harwich Force 2 2 2, Baltic Fleet 0 2. Both Air Levels begin at 1.
"""

import pytest

from tests.evenings.at_war import GOES_ON, Order, rolled, sent, tracked
from tests.evenings.evening import Evening

SHELLING: Order = {"mission": "bombardment", "area": "north-sea-south", "target": "scarborough"}
SCOUTS, LINE = SHELLING | {"fleets": "scouting-forces"}, SHELLING | {"fleets": "high-sea-fleet"}
U_BOATS: Order = {"mission": "raiding", "area": "western-approaches", "fleets": "u-boats"}
WITH_CRUISERS = U_BOATS | {"fleets": ["u-boats", "atlantic-raiders"]}
TO_DANZIG: Order = {"mission": "re-basing", "area": "baltic-west", "fleets": "baltic-forces", "target": "danzig"}
SEEKING: Order = {"mission": "general-engagement", "area": "north-sea-north", "against": "grand-fleet"}
SEEKING |= {"fleets": "high-sea-fleet"}
CRUISERS, HARWICH, GRAND, ESCORTS = "battle-cruiser-fleet", "harwich-force", "grand-fleet", "western-escorts"
ODDS = {2: "1/36 3 %", 3: "3/36 8 %", 4: "6/36 17 %", 5: "10/36 28 %"}
Hunt = tuple[dict[str, str], Order, str, int]


RATINGS_AND_KINDS: list[Hunt] = [
    ({}, SCOUTS, CRUISERS, 3),
    ({}, LINE, HARWICH, 4),  # all 2: above the 0 of a pre-dreadnought
    ({}, U_BOATS, ESCORTS, 2),  # submarines only
]
LOW_RATING: list[Hunt] = [
    ({}, SCOUTS, GRAND, 2),  # 3 and 2: above the 1 of a battle squadron
    ({}, WITH_CRUISERS, ESCORTS, 3),  # not submarines alone
    ({}, TO_DANZIG, "baltic-fleet", 3),  # 0 against 0
]
IN_THE_AIR: list[Hunt] = [
    ({"allied_air": "4"}, SCOUTS, CRUISERS, 4),
    ({"central_air": "4"}, LINE, HARWICH, 5),  # as above, and in the air; 4 hides nobody
    ({"central_air": "5"}, U_BOATS, ESCORTS, 2),  # as above, in the air, and seen by 5
]


@pytest.mark.played("GW.INT", "GW.INT.m1", "GW.INT.m2", "GW.INT.p1", "GW.INT.p2", "GW.INT.p3")
@pytest.mark.parametrize("hunts", [RATINGS_AND_KINDS, LOW_RATING, IN_THE_AIR], ids=["ratings", "low rating", "air"])
def test_a_mission_is_intercepted_on_3_or_less_and_on_1_more_or_less_by_air_ratings_and_kinds(
    great_war: Evening, hunts: list[Hunt]
) -> None:
    for tracks, mission, hunters, needed in hunts:
        if tracks:
            tracked(great_war, **tracks)
        sent(great_war, **mission)
        rolled(great_war, f"1 {needed - 1}", fleets=hunters).reads(f"Needed: {needed} or less", f"{ODDS[needed]} yes")
    great_war.tap(GOES_ON).reads("roll for contact")


@pytest.mark.played("GW.INT")
def test_a_roll_of_more_lets_the_mission_go_on_and_a_general_engagement_is_not_rolled_for(great_war: Evening) -> None:
    rolled(sent(great_war, **SCOUTS), "2 2", fleets=CRUISERS).reads("NOT INTERCEPTED Needed: 3 or less")
    great_war.tap(GOES_ON).reads("bombard Scarborough")
    great_war.tap("Map").reads("Central Powers: Scouting Forces; North Sea, south", "Battle Cruiser Fleet; Rosyth")
    sent(great_war, **SEEKING).reads("Interception , passed over", "roll for contact")
