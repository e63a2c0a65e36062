"""GW.BOMBARD: a coast is shelled; squadrons count, not their factors.

Dover and Wilhelmshaven have a fortress and a city, Scarborough a city alone, Cattaro a fortress alone, Zeebrugge
neither. One battle squadron each: Scouting Forces, Baltic Forces; three: High Sea Fleet.
"""

import pytest

from tests.evenings.at_war import rolled, ruled, sent
from tests.evenings.evening import Evening
from tests.evenings.offered import Typed

FIVE = ["high-sea-fleet", "scouting-forces", "baltic-forces"]
BRITISH = ["grand-fleet", "battle-cruiser-fleet", "channel-fleet", "mediterranean-fleet"]
TEN = [*BRITISH, "french-fleet", "baltic-fleet"]


def shelled(evening: Evening, area: str, target: str, fleets: Typed, die: str) -> Evening:
    """Nobody intercepts, and the receipt of the die is open."""
    sent(evening, mission="bombardment", area=area, fleets=fleets, target=target).tap("Let it pass")
    return rolled(evening, die)


@pytest.mark.parametrize(
    ("fleets", "column", "came"),
    [
        # The cruisers, 2 factors of the 7, do not count: column 2 would be B.
        pytest.param("scouting-forces", "column 1", "NO EFFECT", id="one squadron and cruisers"),
        pytest.param(["scouting-forces", "baltic-forces"], "column 2", "FORTRESS ELIMINATED", id="two"),
    ],
)
@pytest.mark.played("GW.BOMBARD")
def test_battle_squadrons_are_counted_and_cruisers_are_not(
    great_war: Evening, fleets: Typed, column: str, came: str
) -> None:
    """A 4 is no effect in column 1 and B in column 2."""
    shelled(great_war, "english-channel", "dover", fleets, "4").reads(f"{column} {came}")


@pytest.mark.played("GW.BOMBARD.star")
def test_a_starred_miss_costs_a_unit_of_the_attackers_choice_where_a_fortification_stands(great_war: Evening) -> None:
    shelled(great_war, "english-channel", "dover", "scouting-forces", "1").reads("UNIT LOST").tap("Map")
    great_war.tap("The Central Powers side takes off 1 unit").tap("Carry it out", units="scouting-group-2")
    great_war.reads("lose II Scouting Group").tap("Fleets").reads("Scouting Forces 1 squadron: combat 5, protection 4")


@pytest.mark.played("GW.BOMBARD.star")
def test_a_starred_miss_costs_nothing_off_an_open_town(great_war: Evening) -> None:
    shelled(great_war, "north-sea-south", "scarborough", "scouting-forces", "1").reads("NO EFFECT")
    great_war.tap("Map").reads("DUE nothing in this step")


@pytest.mark.played("GW.BOMBARD.B", "GW.BOMBARD.X")
def test_b_and_x_destroy_the_fortress_and_x_costs_morale_where_a_city_is_shelled(great_war: Evening) -> None:
    """Five squadrons: a 2 is B, a 6 is X."""
    shelled(great_war, "english-channel", "dover", FIVE, "2").reads("column 5 FORTRESS ELIMINATED")
    great_war.tap("Map").reads("Morale Central 100 · Allied 100")
    shelled(great_war, "north-sea-south", "zeebrugge", FIVE, "6").tap("Map").reads("Morale Central 100 · Allied 100")
    shelled(great_war, "north-sea-south", "scarborough", FIVE, "6").tap("Map").reads("Morale Central 100 · Allied 99")
    shelled(great_war, "english-channel", "portsmouth", FIVE, "6").tap("Map").reads("Morale Central 100 · Allied 98")
    great_war.tap("Waters").reads("☐ Fortress , Dover ☑ City , Dover ☐ City devastated , Dover")
    great_war.reads("☐ Fortress , Portsmouth ☑ City , Portsmouth ☐ City devastated , Portsmouth")


@pytest.mark.played("GW.BOMBARD.XX")
def test_xx_devastates_the_city_and_lifts_the_morale_of_the_enemy(allies_at_war: Evening) -> None:
    """Ten squadrons: Grand Fleet 3, Battle Cruisers 1, Channel 2, Mediterranean 1, French 2, Baltic 1. A 5 is XX.

    The outrage is printed without a city (R-92), and a group may read it otherwise.
    """
    shelled(allies_at_war, "heligoland-bight", "wilhelmshaven", TEN, "5").reads("column 10").tap("Map")
    allies_at_war.reads("Morale Central 102 · Allied 100")
    shelled(allies_at_war, "adriatic", "cattaro", TEN, "5").tap("Map").reads("Morale Central 104 · Allied 100")
    allies_at_war.tap("Waters").reads("☐ Fortress , Cattaro ☐ City , Cattaro ☐ City devastated , Cattaro")
    allies_at_war.reads("☐ Fortress , Wilhelmshaven ☑ City , Wilhelmshaven ☑ City devastated , Wilhelmshaven")
    ruled(allies_at_war, "only where a city is")
    shelled(allies_at_war, "ionian", "cattaro", TEN, "5").tap("Map").reads("Morale Central 104 · Allied 100")
