"""GW.INT: a mission of the enemy is intercepted on two dice.

Of the 36 ways that two dice fall, 3 are 3 or less, 6 are 4 or less, 1 is 2 or less. Contact ratings on the counters:
Scouting Forces 3 2, U-boats 2 2, High Sea Fleet 1 1 0 2; Battle Cruiser Fleet 3 2, Grand Fleet 1 1 1 2 2,
Western Escorts 2 2, Harwich Force 2 2 2. Both Air Levels begin at 1.
"""

import pytest

from tests.evenings.at_war import GOES_ON, Order, rolled, sent, tracked
from tests.evenings.evening import Evening

SHELLING: Order = {"mission": "bombardment", "area": "north-sea-south", "target": "scarborough"}
SCOUTS, LINE = SHELLING | {"fleets": "scouting-forces"}, SHELLING | {"fleets": "high-sea-fleet"}
U_BOATS: Order = {"mission": "raiding", "area": "western-approaches", "fleets": "u-boats"}
WITH_CRUISERS = U_BOATS | {"fleets": ["u-boats", "scouting-forces"]}
TO_KIEL: Order = {"mission": "re-basing", "area": "heligoland-bight", "fleets": "scouting-forces", "target": "kiel"}
SEEKING: Order = {
    "mission": "general-engagement",
    "area": "north-sea-north",
    "fleets": "high-sea-fleet",
    "against": "grand-fleet",
}
CRUISERS = "battle-cruiser-fleet"
ODDS = {2: "1/36 3 %", 3: "3/36 8 %", 4: "6/36 17 %"}


@pytest.mark.parametrize(
    ("tracks", "mission", "hunters", "needed"),
    [
        pytest.param({}, SCOUTS, CRUISERS, 3, id="bombardment", marks=pytest.mark.played("GW.INT")),
        pytest.param({}, TO_KIEL, "harwich-force", 3, id="re-basing", marks=pytest.mark.played("GW.INT")),
        pytest.param({"allied_air": "4"}, SCOUTS, CRUISERS, 4, id="air", marks=pytest.mark.played("GW.INT.m1")),
        pytest.param({}, LINE, CRUISERS, 4, id="3 and 2 outrate 0", marks=pytest.mark.played("GW.INT.m2")),
        pytest.param({"central_air": "5"}, SCOUTS, CRUISERS, 2, id="seen", marks=pytest.mark.played("GW.INT.p1")),
        pytest.param({"central_air": "4"}, SCOUTS, CRUISERS, 3, id="level 4 sees nobody"),
        pytest.param({}, SCOUTS, "grand-fleet", 2, id="3 and 2 outrate 1", marks=pytest.mark.played("GW.INT.p2")),
        pytest.param({}, U_BOATS, "western-escorts", 2, id="submarines", marks=pytest.mark.played("GW.INT.p3")),
        pytest.param({}, WITH_CRUISERS, "western-escorts", 3, id="submarines and others"),
    ],
)
def test_a_mission_is_intercepted_on_3_or_less_and_on_1_more_or_less_by_air_and_ratings(
    great_war: Evening, tracks: dict[str, str], mission: Order, hunters: str, needed: int
) -> None:
    if tracks:
        tracked(great_war, **tracks)
    sent(great_war, **mission)
    rolled(great_war, f"1 {needed - 1}", fleets=hunters).reads(f"Needed {needed} or less", f"{ODDS[needed]} yes")
    great_war.tap(GOES_ON).reads("It waits for the roll on the contact table")


@pytest.mark.played("GW.INT")
def test_a_roll_of_more_lets_the_mission_go_on_and_a_general_engagement_is_not_rolled_for(great_war: Evening) -> None:
    rolled(sent(great_war, **SCOUTS), "2 2", fleets=CRUISERS).reads("Not intercepted Needed 3 or less")
    great_war.tap(GOES_ON).reads("It waits for the mission to be carried out")
    great_war.tap("Map").reads("Central Powers: Scouting Forces; North Sea, south", "Battle Cruiser Fleet; Rosyth")
    sent(great_war, **SEEKING).reads("Interception passed over", "It waits for the roll on the contact table")
