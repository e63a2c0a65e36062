"""GW.INT: a mission of the enemy is intercepted on two dice.

Of the 36 ways that two dice fall, 3 are 3 or less, 6 are 4 or less, 1 is 2 or less. Contact ratings on the counters:
Scouting Forces 3 2, U-boats 2 2, High Sea Fleet 1 1 0 2; Battle Cruiser Fleet 3 2, Grand Fleet 1 1 1 2 2,
Western Escorts 2 2, Harwich Force 2 2 2. Both Air Levels begin at 1.
"""

import pytest

from tests.evenings.at_war import GOES_ON, Order, rolled, sent, tracked
from tests.evenings.evening import Evening

played = pytest.mark.played
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
CRUISERS, NEEDS_2, NEEDS_3, NEEDS_4 = "battle-cruiser-fleet", "2 or less", "3 or less", "4 or less"
ODDS = {NEEDS_2: "1/36 3 %", NEEDS_3: "3/36 8 %", NEEDS_4: "6/36 17 %"}


@pytest.mark.parametrize(
    ("tracks", "mission", "hunters", "needed"),
    [
        pytest.param({}, SCOUTS, CRUISERS, NEEDS_3, id="a bombardment", marks=played("GW.INT")),
        pytest.param({}, TO_KIEL, "harwich-force", NEEDS_3, id="a re-basing", marks=played("GW.INT")),
        pytest.param(
            {"allied_air": "4"}, SCOUTS, CRUISERS, NEEDS_4, id="hunters in the air", marks=played("GW.INT.m1")
        ),
        pytest.param({}, LINE, CRUISERS, NEEDS_4, id="3 and 2 all outrate 0", marks=played("GW.INT.m2")),
        pytest.param(
            {"central_air": "5"}, SCOUTS, CRUISERS, NEEDS_2, id="the hunted see them", marks=played("GW.INT.p1")
        ),
        pytest.param({"central_air": "4"}, SCOUTS, CRUISERS, NEEDS_3, id="level 4 hides nobody"),
        pytest.param({}, SCOUTS, "grand-fleet", NEEDS_2, id="3 and 2 all outrate 1", marks=played("GW.INT.p2")),
        pytest.param({}, U_BOATS, "western-escorts", NEEDS_2, id="submarines only", marks=played("GW.INT.p3")),
        pytest.param({}, WITH_CRUISERS, "western-escorts", NEEDS_3, id="not with cruisers among them"),
    ],
)
def test_a_mission_is_intercepted_on_3_or_less_and_on_1_more_or_less_by_air_and_ratings(
    great_war: Evening, tracks: dict[str, str], mission: Order, hunters: str, needed: str
) -> None:
    if tracks:
        tracked(great_war, **tracks)
    sent(great_war, **mission)
    highest = int(needed[0])
    rolled(great_war, f"1 {highest - 1}", fleets=hunters).reads(f"Needed {needed}", f"{ODDS[needed]} yes")
    great_war.tap(GOES_ON).reads("It waits for the roll on the contact table")


@played("GW.INT")
def test_a_roll_of_more_lets_the_mission_go_on_and_a_general_engagement_is_not_rolled_for(great_war: Evening) -> None:
    rolled(sent(great_war, **SCOUTS), "2 2", fleets=CRUISERS).reads("Not intercepted Needed 3 or less")
    great_war.tap(GOES_ON).reads("It waits for the mission to be carried out")
    great_war.tap("Map").reads("Central Powers: Scouting Forces; North Sea, south", "Battle Cruiser Fleet; Rosyth")
    sent(great_war, **SEEKING)
    great_war.reads("Interception passed over", "It waits for the roll on the contact table")
