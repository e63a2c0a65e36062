"""GW.CONTACT: two fleets in one sea area, one die, and who may refuse combat or fire first.

The rows of the table, from -2 to +3: 1 is N everywhere; 2 N D D D D C; 3 D D C C C A; 4 D C C C A A; 5 D C C A A A;
6 C A A A A A. A fleet has the rating of its lowest unit: Scouting Forces 2, Battle Cruiser Fleet 2, French Battle
Fleet 0, Austro-Hungarian Fleet 0, High Sea Fleet 0, Baltic Fleet 0.
"""

import pytest

from tests.evenings.at_war import GOES_ON, WHOLE, Order, met, rolled, said, sent, tracked
from tests.evenings.evening import Evening
from tests.evenings.offered import Typed

ENGAGEMENT: Order = {"mission": "general-engagement"}
OFF_TOULON = ENGAGEMENT | {"area": "tyrrhenian", "fleets": "austrian-fleet", "against": "french-fleet"}
OFF_HELSINGFORS = ENGAGEMENT | {"area": "gulf-of-finland", "fleets": "high-sea-fleet", "against": "baltic-fleet"}


@pytest.mark.played("GW.CONTACT")
def test_the_difference_of_the_ratings_is_the_column_and_what_is_beyond_an_end_reads_the_end(
    great_war: Evening,
) -> None:
    """Of six dice in each column: how many are N, D, C and A. An Austrian against a Frenchman at sea shifts nothing."""
    sent(great_war, **OFF_TOULON).tap(WHOLE)
    for attacker, defender, dice in [
        ("0", "3", "33 % 1/3 . 50 % 1/2 . 17 % 1/6 . 0 % 0"),
        ("0", "2", "33 % 1/3 . 50 % 1/2 . 17 % 1/6 . 0 % 0"),
        ("1", "2", "17 % 1/6 . 33 % 1/3 . 33 % 1/3 . 17 % 1/6"),
        ("", "", "17 % 1/6 . 17 % 1/6 . 50 % 1/2 . 17 % 1/6"),
        ("1", "0", "17 % 1/6 . 17 % 1/6 . 33 % 1/3 . 33 % 1/3"),
        ("3", "1", "17 % 1/6 . 17 % 1/6 . 17 % 1/6 . 50 % 1/2"),
        ("3", "0", "17 % 1/6 . 0 % 0 . 17 % 1/6 . 67 % 2/3"),
        ("9", "0", "17 % 1/6 . 0 % 0 . 17 % 1/6 . 67 % 2/3"),
    ]:
        none, first, both, other = dice.split(" . ")
        great_war.tap("What would it mean?", inshore=[], attacker_rating=attacker, defender_rating=defender).reads(
            f"No contact {none} Defender's advantage {first} Both fire at once {both} Attacker's advantage {other}"
        )


CRUISERS = "battle-cruiser-fleet"
ALLIES_DECIDE, BOTH_FIRE = "the Allies may refuse combat or fire first", "both sides fire at once"
AIR = "Air Level is 4 or more entry 3 yes"


@pytest.mark.parametrize(
    ("tracks", "hunters", "shift", "die", "came"),
    [
        # 2 - 2, British +1, off Scarborough +1, German defenders -1: in column 0 a 5 would be C.
        ({}, CRUISERS, "Every attacking unit is British or US yes + 1", "5", f"column 1 . {ALLIES_DECIDE}"),
        # 0 - 2, a Frenchman among the British 0, off Scarborough +1, German defenders -1: a 6 in column -2 is C.
        ({}, [CRUISERS, "french-fleet"], "Every attacking unit is British or US no (+ 1)", "6", BOTH_FIRE),
        # One more to the right: in column 1 a 4 would be C.
        ({"allied_air": "4"}, CRUISERS, f"The attacker's {AIR} + 1", "4", f"column 2 . {ALLIES_DECIDE}"),
        # One more to the left: in column 1 a 5 would be A.
        ({"central_air": "4"}, CRUISERS, f"The defender's {AIR} − 1", "5", f"column 0 . {BOTH_FIRE}"),
    ],
    ids=["British hunters", "a Frenchman among them", "hunters with seaplanes", "the hunted with seaplanes"],
)
@pytest.mark.played("GW.CONTACT.s2", "GW.CONTACT.s3", "GW.CONTACT.s4", "GW.CONTACT.s5", "GW.CONTACT.s6")
def test_nations_air_and_the_coast_shift_the_column_of_an_interception(
    great_war: Evening, tracks: dict[str, str], hunters: Typed, shift: str, die: str, came: str
) -> None:
    if tracks:
        tracked(great_war, **tracks)
    met(great_war, hunters).reads(shift, "The defender is in a port, coastal or small island hex yes + 1")
    great_war.reads("Every defending unit is British, German or US yes − 1")
    rolled(great_war, die).reads(*came.split(" . "))


@pytest.mark.played("GW.CONTACT.s1", "GW.CONTACT.s3", "GW.CONTACT.C")
def test_an_all_german_fleet_shifts_two_and_a_defender_in_port_one_to_the_right(great_war: Evening) -> None:
    """0 - 0, +2, +1 in Helsingfors: in column +3 a 2 is C, in any other it is no better than D."""
    sent(great_war, **OFF_HELSINGFORS)
    great_war.reads("Every attacking unit is German yes + 2", "coastal or small island hex yes + 1")
    great_war.reads("Every defending unit is British, German or US no")
    rolled(great_war, "2").reads("both sides fire at once").tap(GOES_ON)
    great_war.reads("either seat: both fleets fire at once", "Central Powers lose", "expected, of")
    # Strength 16 takes 2 4 4 6 8 12 off, of the 6 that there are.
    great_war.reads("2 17 % Russian Cruisers 4 33 % Baltic Battleships; or Russian Cruisers 6 50 % both")


@pytest.mark.played("GW.CONTACT.N")
def test_fleets_that_miss_each_other_fire_no_shot_and_the_mission_goes_on(hunted: Evening) -> None:
    rolled(hunted, "1").reads("NO CONTACT").tap(GOES_ON)
    hunted.reads("bombard Scarborough", "Gunfire , passed over", "7 6 2 ● Allied")
    sent(hunted.tap("Map"), **OFF_HELSINGFORS)
    rolled(hunted, "1").reads("NO CONTACT").tap("Action 2").reads("It is over")


@pytest.mark.parametrize(
    ("die", "side", "other"), [("2", "Central Powers", "Allied"), ("5", "Allied", "Central Powers")]
)
@pytest.mark.played("GW.CONTACT.D", "GW.CONTACT.A")
def test_the_side_with_the_advantage_refuses_combat_or_fires_first(
    hunted: Evening, die: str, side: str, other: str
) -> None:
    """The Scouting Forces defend off Scarborough in column +1: a 2 is D, a 5 is A."""
    who = "the Allies" if side == "Allied" else "the Central Powers"
    rolled(hunted, die).reads(f"{who} may refuse combat or fire first").tap(GOES_ON)
    hunted.reads(f"{side} : fire first, or refuse combat", "Refuse combat and withdraw")
    said(hunted).reads(f"{other} lose").never_reads(f"{side} lose")
